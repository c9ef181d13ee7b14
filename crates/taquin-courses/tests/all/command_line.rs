//! How `npuzzle` reads its command line.

use crate::programs::run;
use std::ffi::OsString;
use taquin_courses::command_line::{Matches, Parsed, UsageError};
use taquin_courses::programs::NPUZZLE;

fn parsed(words: &[&str]) -> Result<Parsed, UsageError> {
    NPUZZLE.parse(words.iter().map(OsString::from))
}

fn matches(words: &[&str]) -> Matches {
    match parsed(words) {
        Ok(Parsed::Run(matches)) => matches,
        other => panic!("{words:?}: {other:?}"),
    }
}

fn text(matches: &Matches, option: &'static str) -> Option<String> {
    let read = |text: &str| Ok::<_, String>(text.to_string());
    matches.value(option, read).unwrap()
}

#[test]
fn options_are_read_in_every_usual_form() {
    for words in [
        &["-u", "-s", "3"][..],
        &["-us", "3"],
        &["-us3"],
        &["-us=3"],
        &["--unsolvable", "--size", "3"],
        &["--size=3", "--unsolvable"],
    ] {
        let matches = matches(words);
        assert_eq!(text(&matches, "size").as_deref(), Some("3"), "{words:?}");
        assert!(matches.has("unsolvable"), "{words:?}");
        assert!(!matches.has("greedy"), "{words:?}");
        assert_eq!(matches.argument(0), None, "{words:?}");
    }
}

#[test]
fn arguments_may_be_a_dash_or_follow_two() {
    assert_eq!(matches(&["-", "--greedy"]).argument(0), Some("-"));
    assert_eq!(matches(&["--", "--greedy"]).argument(0), Some("--greedy"));
}

#[test]
fn options_that_are_absent_have_their_defaults() {
    let matches = matches(&[]);
    assert_eq!(text(&matches, "memory").as_deref(), Some("2G"));
    assert_eq!(text(&matches, "time"), None);
}

#[test]
fn help_is_given_before_later_errors() {
    for words in [&["-s3", "--help", "--wrong"][..], &["-uh"], &["x", "-h"]] {
        assert!(matches!(parsed(words), Ok(Parsed::Text(_))), "{words:?}");
    }
    assert!(parsed(&["--wrong", "--help"]).is_err());
}

/// Arguments, the first line on standard error.
#[test]
fn wrong_command_lines_get_clear_errors() {
    let cases: &[(&[&str], &str)] = &[
        (&["--sizes", "3"], "there is no option --sizes"),
        (&["-x"], "there is no option -x"),
        (&["-ux"], "there is no option -x"),
        (&["-s"], "--size needs a value: --size N"),
        (&["-s", "-u"], "--size needs a value: --size N"),
        (&["--greedy=yes"], "--greedy takes no value"),
        (&["-s3", "--size=4"], "--size can be used only once"),
        (&["a", "b"], "unexpected argument b"),
        (&["-s3", "a"], "--size cannot be used with FILE"),
        (
            &["--greedy", "--uniform"],
            "--uniform cannot be used with --greedy",
        ),
        (
            &["-a", "astar", "--greedy"],
            "--greedy cannot be used with --algorithm",
        ),
        (
            &["--effort=1", "--time=1s"],
            "--effort cannot be used with --time",
        ),
        (&["--seed", "1"], "--seed needs --size"),
        (
            &["-s", "three"],
            "--size three: must be a whole number from 0 to 4294967295",
        ),
        (
            &["-s", "4294967296"],
            "--size 4294967296: must be a whole number from 0 to 4294967295",
        ),
        (
            &["--order", "UDL"],
            "--order UDL: a move order has each of U, D, L and R once",
        ),
        (
            &["--memory", "much"],
            "--memory much: an amount of memory is a whole number with the unit K, M, G or T, such as 500M or 2G",
        ),
    ];
    for (words, said) in cases {
        let run = run(env!("CARGO_BIN_EXE_npuzzle"), words, b"");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}");
        let expected = format!("npuzzle: {said}\nnpuzzle: npuzzle --help lists the options\n");
        assert_eq!(run.stderr, expected, "{words:?}");
    }
}

/// The library's names, with their synonyms, and `auto`.
#[test]
fn names_are_read_in_any_spelling() {
    let (program, puzzle) = (env!("CARGO_BIN_EXE_npuzzle"), b"2\n1 2\n0 3\n");
    let words = ["-a", "IDA*", "-H", "LC"];
    let named = run(program, &words, puzzle).stdout;
    assert!(named.starts_with("Algorithm: idastar, heuristic: linear-conflict, "));
    let auto = run(program, &["-a", "AUTO"], puzzle).stdout;
    assert!(auto.starts_with("Algorithm: astar, "));
    let unknown = run(program, &["-H", "nonsense"], b"");
    assert_eq!((unknown.code, unknown.stdout.as_str()), (2, ""));
    let said =
        "npuzzle: --heuristic nonsense: `nonsense` is not a heuristic; the heuristics are zero, ";
    assert!(unknown.stderr.starts_with(said), "{}", unknown.stderr);
    assert!(unknown.stderr.contains(", and auto\n"));
}
