//! `--help` and `--version` of every program.

use crate::programs::{Run, run};
use taquin_courses::command_line::Program;
use taquin_courses::programs::{ALL, NINE, NPUZZLE, PUZZLE};

const FILES: [(&Program, &str); 3] = [
    (&PUZZLE, env!("CARGO_BIN_EXE_puzzle")),
    (&NINE, env!("CARGO_BIN_EXE_Nine")),
    (&NPUZZLE, env!("CARGO_BIN_EXE_npuzzle")),
];

fn printed(run: &Run) -> &str {
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    &run.stdout
}

#[test]
fn every_program_explains_itself() {
    assert_eq!(FILES.map(|(program, _)| program.name), ALL.map(|p| p.name));
    for (program, file) in FILES {
        for option in ["-h", "--help"] {
            assert_eq!(printed(&run(file, &[option], b"")), program.help());
        }
        for option in ["-V", "--version"] {
            let version = format!("{} {}\n", program.name, env!("CARGO_PKG_VERSION"));
            assert_eq!(printed(&run(file, &[option], b"")), version);
        }
    }
}

#[test]
fn help_names_every_option_and_fits_in_100_columns() {
    for program in ALL {
        let help = program.help();
        for line in help.lines() {
            assert!(line.chars().count() <= 100, "{}: {line}", program.name);
        }
        for argument in program.arguments {
            assert!(help.contains(&format!("\n  {} ", argument.name)), "{help}");
        }
        for option in program.options {
            let short = option.short.map_or("    ".into(), |c| format!("-{c}, "));
            let line = format!("\n  {short}--{}", option.long);
            assert!(help.contains(&line), "{help}");
        }
    }
}

#[test]
fn the_help_of_puzzle() {
    assert_eq!(PUZZLE.help(), include_str!("../data/puzzle.help"));
}

#[test]
fn the_help_of_nine() {
    assert_eq!(NINE.help(), include_str!("../data/nine.help"));
}

/// Where help is one of several arguments, `Nine` counts it as an argument, because labels may begin with `-`.
#[test]
fn nine_takes_help_only_alone() {
    let file = env!("CARGO_BIN_EXE_Nine");
    let both = run(file, &["--help", "100"], b"");
    assert_eq!((both.code, both.stdout.as_str()), (1, ""));
    let said = "Nine: 3 or 5 arguments are needed, not 2 arguments; usage: Nine [HEIGHT WIDTH] MAXLENGTH INITIAL GOAL (see Nine --help)\n";
    assert_eq!(both.stderr, said);
    let label = run(file, &["1", "2", "0", "-h", "-h"], b"");
    assert_eq!((label.code, label.stdout.as_str()), (0, "-h\n"));
}
