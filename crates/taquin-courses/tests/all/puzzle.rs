//! `puzzle` follows its assignment exactly.

use crate::programs::{Folder, Run, rows, run, unescape};
use std::process::{Command, Stdio};

fn puzzle(input: &[u8]) -> Run {
    run(env!("CARGO_BIN_EXE_puzzle"), &[], input)
}

#[test]
fn every_case_gets_its_answer() {
    for row in rows(include_str!("../data/puzzle.tsv")) {
        let [expected, input, note] = row[..] else {
            panic!("{row:?}")
        };
        let run = puzzle(&unescape(input));
        assert_eq!(run.stderr, "", "{note}");
        let lines: Vec<&str> = run.stdout.lines().collect();
        if expected == "bad" {
            assert_eq!(run.code, 1, "{note}");
            assert_eq!(lines.len(), 1, "{note}: {lines:?}");
            assert!(lines[0].starts_with("error: line "), "{note}: {lines:?}");
        } else {
            assert_eq!(run.code, 0, "{note}: {lines:?}");
            let words = |line: usize| {
                let text = String::from_utf8(unescape(input)).unwrap();
                let line = text.split('\n').nth(line).unwrap();
                line.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
            };
            let (start, goal) = (
                format!("start: {}", words(0)),
                format!("goal: {}", words(1)),
            );
            assert_eq!(lines, [&start, &goal, expected], "{note}");
        }
    }
}

/// Input, the one line that it gets.
#[test]
fn errors_say_what_is_wrong_and_what_would_be_right() {
    let cases: [(&str, &str); 6] = [
        (
            "1 2 2 b\n1 2 3 b\n",
            "error: line 1, column 5: tile 2 appears twice, first at line 1, column 3 (a 2×2 board uses 1 to 3 once each and, for the blank, b)",
        ),
        (
            "1 2 3 b\r\n1 2 3 b\n",
            "error: line 1, column 7: `b\\r` (with a carriage return) is not a tile: tiles are whole numbers, and the blank is b",
        ),
        (
            "1 2 3 b\n1 2 3 0\n",
            "error: line 2, column 7: there is no tile `0` on a 2×2 board (a 2×2 board uses 1 to 3 once each and, for the blank, b)",
        ),
        (
            "1 2 3 b\n",
            "error: line 2, column 1: the goal line is missing or empty (two lines are expected: start and goal)",
        ),
        (
            "1 2 3 b\n1 2 3 4 5 6 7 8 b\n",
            "error: line 2, column 1: the start is 2×2 but the goal is 3×3",
        ),
        (
            "1 2 3 b 5\n1 2 3 b\n",
            "error: line 1, column 1: 5 cells do not make a square board (2×2 has 4, 3×3 has 9, 4×4 has 16)",
        ),
    ];
    for (input, expected) in cases {
        assert_eq!(puzzle(input.as_bytes()).stdout.trim_end(), expected);
    }
}

fn redirected(redirection: &str) -> Run {
    let script = format!("printf '1 2 3 b\\n1 2 3 b\\n' | \"$0\" {redirection}");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_puzzle")])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn a_failing_system_call_is_reported_on_standard_error() {
    let cases = [
        ("<&-", "standard input seems to be closed"),
        (
            "</",
            "cannot read standard input: it is a directory; name a file",
        ),
        (
            "</dev/stdin >/dev/full",
            "cannot write the answer: No space left on device",
        ),
    ];
    for (redirection, message) in cases {
        let run = redirected(redirection);
        assert_eq!(run.code, 1, "{redirection}");
        assert_eq!(run.stderr, format!("puzzle: {message}\n"), "{redirection}");
    }
    assert_eq!(redirected("</").stdout, "");
    // Closed and empty cannot be distinguished, so the line for empty input is there too.
    assert_eq!(redirected("<&-").stdout.lines().count(), 1);
}

#[test]
fn standard_error_may_be_unwritable() {
    assert_eq!(redirected("</ 2>/dev/full").code, 1);
    assert_eq!(redirected("2>/dev/full").code, 0);
}

#[test]
fn boards_of_a_million_cells_are_read() {
    let tiles: Vec<String> = (1..1_000_000).map(|n| n.to_string()).collect();
    let line = format!("{} b\n", tiles.join(" "));
    let swapped = line.replacen("1 2 3 ", "2 1 3 ", 1);
    let run = puzzle(format!("{swapped}{line}").as_bytes());
    assert_eq!(run.code, 0);
    assert!(run.stdout.ends_with("\nunsolvable\n"));
    // A board with a million errors still gets one line.
    let zeros = format!("{}\n{line}", "b ".repeat(1_000_000));
    assert_eq!(puzzle(zeros.as_bytes()).stdout.lines().count(), 1);
}

#[test]
fn a_file_is_read_like_standard_input() {
    let folder = Folder::new("puzzle");
    let file = folder.0.join("boards.txt");
    std::fs::write(&file, "1 2 b 3\n1 2 3 b\n").unwrap();
    let program = env!("CARGO_BIN_EXE_puzzle");
    let read = run(program, &[file.to_str().unwrap()], b"");
    let piped = run(program, &["-"], b"1 2 b 3\n1 2 3 b\n");
    assert_eq!((read.code, &read.stdout), (0, &piped.stdout));
    let missing = run(program, &["no-such-file"], b"");
    assert_eq!((missing.code, &missing.stdout[..]), (1, ""));
    assert_eq!(
        missing.stderr,
        "puzzle: no-such-file: No such file or directory\n"
    );
    let many = run(program, &["a", "b"], b"");
    assert_eq!(
        (many.code, &many.stdout[..]),
        (1, "error: only one file can be read\n")
    );
}
