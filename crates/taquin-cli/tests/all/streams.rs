//! `--lines -` reads, answers and flushes line by line.

use crate::common::child::Talking;
use std::io::{BufRead, Write};

const BOARD: &str = "8 1 3/4 0 2/7 6 5";

#[test]
fn each_line_is_answered_before_the_next_one_arrives() {
    for (args, answer) in [
        (&["check"][..], "solvable"),
        (&["solve", "--brief"], "14"),
        (&["solve", "--json"], "\"length\":14"),
        (&["inspect", "--json"], "taquin.inspect/1"),
        (&["convert", "--to", "comma"], "8,1,3"),
    ] {
        let mut child = Talking::start(&[args, &["--lines", "-"]].concat());
        child.tell("# a comment and an empty line come first\n");
        for line in 3..6 {
            child.tell(BOARD);
            let heard = child.hear();
            assert!(heard.contains(answer), "{args:?}, line {line}: {heard:?}");
        }
        assert_eq!(child.end(), Some(0), "{args:?}");
    }
}

#[test]
fn lines_keep_their_numbers_and_errors() {
    let mut child = Talking::start(&["check", "--json", "--lines", "-"]);
    for (line, part) in [
        ("# instance, board", ""),
        (BOARD, "\"source\":\"-:2\""),
        ("1 2 3/4 4 0", "standard input:3"),
        ("", ""),
        (BOARD, "\"source\":\"-:5\""),
        (r#"{"id":"x","start":"1 2/0 3"}"#, "\"id\":\"x\""),
    ] {
        child.tell(line);
        if !part.is_empty() {
            let heard = child.hear();
            assert!(heard.contains(part), "{line}: {heard}");
        }
    }
    assert_eq!(child.end(), Some(4));
}

/// The memory does not depend on the number of lines.
#[test]
fn a_long_batch_needs_little_memory() {
    let mut child = Talking::start(&["check", "--lines", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let lines = 300_000;
    let writer = std::thread::spawn(move || {
        let thousand = format!("{BOARD}\n").repeat(1000);
        for _ in 0..lines / 1000 {
            stdin.write_all(thousand.as_bytes()).unwrap();
        }
        stdin
    });
    let answers = (&mut child.stdout).lines().take(lines);
    assert!(
        answers
            .map(Result::unwrap)
            .all(|line| line.contains("solvable"))
    );
    child.stdin = Some(writer.join().unwrap());
    // The program alone takes about 10 MB; the lines have 5 MB, and were kept twice.
    let peak = child.memory("VmHWM");
    assert!(peak < 16 << 20, "{peak}");
    assert_eq!(child.end(), Some(0));
}
