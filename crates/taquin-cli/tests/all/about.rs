//! `taquin completions` and `taquin man` know every command, and every option of the course programs.

use crate::common::{check_cases, taquin};
use clap::{Command, CommandFactory};
use taquin_cli::args::Args;
use taquin_courses::programs::ALL;

#[test]
fn course_programs_have_completions_for_every_shell() {
    for program in ALL {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let run = taquin(&["completions", shell, program.name]);
            assert_eq!((run.code, run.stderr.as_str()), (0, ""));
            assert!(run.stdout.contains(program.name), "{shell}");
            for option in program.options {
                let name = match shell {
                    "fish" => format!("-l {}", option.long),
                    _ => format!("--{}", option.long),
                };
                assert!(run.stdout.contains(&name), "{shell}: {name}");
            }
        }
    }
}

/// Hyphens are escaped in a manual page.
#[test]
fn course_programs_have_manual_pages() {
    for program in ALL {
        let run = taquin(&["man", program.name]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        let page = run.stdout.replace("\\-", "-");
        assert!(page.contains(&format!(".TH {} 1", program.name)), "{page}");
        assert!(page.contains(program.usage), "{page}");
        for option in program.options {
            let name = format!("--{}", option.long);
            assert!(page.contains(&name), "{}: {name}", program.name);
        }
    }
}

#[test]
fn every_command_has_a_manual_page_with_its_name() {
    let pages = check_pages(&Args::command(), &[]);
    assert!(pages > 20, "{pages}");
}

/// Checks the pages of all commands below one, and returns their number.
fn check_pages(command: &Command, path: &[&str]) -> usize {
    let mut pages = 0;
    for command in command.get_subcommands().filter(|its| !its.is_hide_set()) {
        let path = [path, &[command.get_name()]].concat();
        let run = taquin(&[&["man"], &path[..]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{path:?}");
        let page = run.stdout.replace("\\-", "-");
        let (name, about) = (path.join("-"), command.get_about().unwrap());
        for part in [
            format!(".TH taquin-{name} 1"),
            format!(".SH NAME\ntaquin-{name} - {about}\n"),
            format!("\\fBtaquin {}\\fR", path.join(" ")),
        ] {
            assert!(page.contains(&part), "{path:?}: {part}\n{page}");
        }
        pages += 1 + check_pages(command, &path);
    }
    pages
}

#[test]
fn taquin_is_the_default_program() {
    assert_eq!(taquin(&["man"]).stdout, taquin(&["man", "taquin"]).stdout);
    for (written, other) in [
        (&["man", "Nine"][..], &["man", "nine"][..]),
        (&["man", "solve"], &["man", "SOLVE"]),
        (
            &["completions", "bash", "Nine"],
            &["completions", "Bash", "nine"],
        ),
    ] {
        let (written, other) = (taquin(written), taquin(other));
        assert_eq!((written.code, written.stdout), (0, other.stdout));
    }
    check_cases(&[
        (&["completions", "bash"], 0, "_taquin", ""),
        (&["man", "pong"], 2, "", "npuzzle"),
    ]);
}
