//! What a board does not say itself reaches the next command: goal, metric, start, and what is claimed about a length.

use crate::common::{Folder, Run, run_unread};
use taquin::notation::Dialect;

const BOARD: &str = "8 6 7/2 5 4/3 0 1";

fn taquin(args: &[&str], input: &str) -> Run {
    run_unread(args, input)
}

/// The first line that the second command prints for the output of the first.
fn piped(write: &[&str], read: &[&str]) -> String {
    let written = taquin(write, "");
    let answer = taquin(read, &written.stdout);
    let first = answer.stdout.lines().next();
    first.map_or(answer.stderr, String::from)
}

/// Every search, goal and metric, as text in every form.
#[test]
fn solutions_are_right_in_every_form() {
    let searches: &[&[&str]] = &[
        &[],
        &["-a", "greedy", "-H", "manhattan"],
        &["-a", "weighted-astar", "--weight", "2", "-H", "manhattan"],
        &["--metric", "mtm"],
    ];
    let goals: &[(&str, &[&str])] = &[
        (BOARD, &[]),
        ("1 8 7/2 5 4/3 0 6", &["--goal", "first"]),
        ("8 1 7/2 5 4/3 0 6", &["--goal", "snail"]),
        (BOARD, &["--goal", "1 2 3/4 5 6/7 0 8"]),
    ];
    for search in searches {
        for (board, goal) in goals {
            let asked = [&["solve", board], *search, goal].concat();
            let moves = piped(&asked, &["verify", board, "-"]);
            assert!(moves.starts_with("right: "), "{asked:?}: {moves}");
            let states = piped(&[&asked[..], &["--states"]].concat(), &["verify", "-"]);
            assert_eq!(states, moves, "{asked:?}");
            if search.contains(&"mtm") {
                continue;
            }
            for to in ["slash", "grid", "42", "comma", "korf", "gap", "box"] {
                let asked = [&asked[..], &["--to", to]].concat();
                assert_eq!(piped(&asked, &["verify", "-"]), moves, "{asked:?}");
            }
        }
    }
}

/// Boards in every notation either have a comment with their goal, or there is a note about it.
#[test]
fn boards_keep_their_goals() {
    let folder = Folder::new("kept");
    let directory = folder.0.to_str().unwrap();
    for dialect in Dialect::ALL {
        let to = dialect.name();
        for goal in ["snail", "1 2 3/4 5 0/6 7 8"] {
            let args = [
                "generate", "--size", "3", "--seed", "1", "-n", "2", "--goal", goal, "--to", to,
            ];
            let made = taquin(&args, "");
            let name = format!("{to}-%d");
            let files = ["--into", directory, "--name", &name, "--force"];
            let files = taquin(&[&args[..], &files].concat(), "");
            let has_note = made.stderr.contains("has no comments: use --goal");
            assert_eq!(files.stderr, made.stderr, "{to}");
            let paths: Vec<&str> = files.stdout.lines().collect();
            let mut check = vec!["check"];
            check.extend(&paths);
            if has_note {
                check.extend(["--goal", goal]);
            }
            assert_eq!(taquin(&check, "").code, 0, "{to} {goal}");
            if !has_note {
                let checked = taquin(&["check", "-"], &made.stdout);
                assert_eq!(checked.code, 0, "{to} {goal}: {}", made.stdout);
                let strict = taquin(&["check", "-", "--as", to], &made.stdout);
                assert_eq!(strict.code, 0, "{to} {goal}: {}", strict.stderr);
            }
        }
    }
    let noted = ["princeton", "nine", "json", "code"];
    for to in noted {
        let solved = taquin(
            &["solve", BOARD, "--goal", "1 2 3/4 5 6/7 0 8", "--to", to],
            "",
        );
        let note = format!(
            "{to} has no comments: use --goal \"1 2 3/4 5 6/7 0 8\" where these boards are read\n"
        );
        assert!(solved.stderr.ends_with(&note), "{}", solved.stderr);
        assert!(!solved.stdout.contains('#'), "{to}");
    }
}

/// Goals, metrics and starts in the text of one command are those of the next.
#[test]
fn text_says_what_boards_do_not() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/hardest.tsv");
    let snail = ["generate", "--size", "3", "--seed", "1", "--goal", "snail"];
    let slides = ["generate", "--size", "3", "--seed", "1", "--metric", "mtm"];
    let brief = ["solve", "-", "--brief"];
    let pipes: &[(&[&str], &[&str], &str)] = &[
        (
            &["census", "3x3", "--metric", "mtm", "--list-farthest"],
            &brief,
            "-: 24",
        ),
        (
            &[&slides[..], &["--optimal-length", "10"]].concat(),
            &brief,
            "-: 10",
        ),
        (
            &[&slides[..], &["--optimal-length", "10"]].concat(),
            &["hint", "-"],
            "next: U2 L D2",
        ),
        (
            &[&snail[..], &["--solve"]].concat(),
            &["verify", "-"],
            "right: 27 moves, shortest",
        ),
        (&["convert", table], &["check", "-"], "solvable"),
    ];
    for (write, read, expected) in pipes {
        assert_eq!(piped(write, read), *expected, "{write:?}");
    }
    let reached = taquin(&["reach", "1 2/3 0", "--metric", "mtm", "--json"], "");
    assert!(reached.stdout.contains("\"metric\":\"mtm\""));
}

/// Boards in a list may have different goals; a comment holds until the next one.
#[test]
fn goals_may_change_in_a_list() {
    let objects = "{\"board\":\"1 2/0 3\"}\n{\"board\":\"1 0/2 3\",\"goal\":\"first\"}\n\
                   {\"board\":\"1 2/3 0\"}\n";
    let list = taquin(&["convert", "-"], objects).stdout;
    let expected = "1 2/0 3\n# goal `first`\n1 0/2 3\n# goal `last`\n1 2/3 0\n";
    assert_eq!(list, expected);
    for options in [&[][..], &["--lines"]] {
        let solved = taquin(&[&["solve", "-", "--brief"], options].concat(), &list);
        assert_eq!(solved.stdout, "-:1: 1\n-:3: 1\n-:5: 0\n");
    }
    for to in [&["--to", "slash"][..], &["--states"], &[]] {
        let solved = taquin(&[&["solve", "-"], to].concat(), &list);
        let verified = taquin(&["verify", "-", "--json"], &solved.stdout);
        let count = verified.stdout.matches("\"status\":\"right\"").count();
        assert_eq!(count, 3, "{}{}", solved.stdout, verified.stdout);
    }
    let sequence = "# goal `first`\n1 0 2/3 4 5/6 7 8\n0 1 2/3 4 5/6 7 8\n";
    let verified = taquin(&["verify", "-"], sequence);
    assert!(verified.stdout.starts_with("right: 1 move, shortest\n"));
}

/// Text names the board that it solves unless it is an argument, so that it can be verified and solved again.
#[test]
fn solutions_name_their_boards() {
    let boards = taquin(&["generate", "--size", "3", "-n", "3", "--seed", "1"], "").stdout;
    let solved = taquin(&["solve", "-"], &boards).stdout;
    let verified = taquin(&["verify", "-"], &solved);
    assert_eq!(verified.stdout.matches(": right: ").count(), 3, "{solved}");
    assert_eq!(taquin(&["convert", "-"], &solved).stdout, boards);
    let unsolvable = taquin(&["solve", "-"], "1 2 3/4 5 6/8 7 0\n").stdout;
    assert!(unsolvable.starts_with("start: 1 2 3/4 5 6/8 7 0\nunsolvable\n"));
    let verified = taquin(&["verify", "-"], &unsolvable);
    assert!(verified.stdout.starts_with("right: unsolvable"));
    // A board that was not solved has nothing to verify.
    let limited = taquin(&["solve", "-", "--max-length", "3"], &boards).stdout;
    assert_eq!(taquin(&["verify", "-"], &limited).code, 4, "{limited}");
    assert!(!taquin(&["solve", BOARD], "").stdout.contains("start: "));
}
