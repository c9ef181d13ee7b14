//! `Nine` follows its assignment exactly.

use crate::programs::{Run, rows, run};

fn nine(args: &[&str]) -> Run {
    run(env!("CARGO_BIN_EXE_Nine"), args, b"")
}

/// Height and width as the arguments give them.
fn shape(args: &[&str]) -> (usize, usize) {
    match args {
        [height, width, _, _, _] => (height.parse().unwrap(), width.parse().unwrap()),
        _ => (3, 3),
    }
}

/// Whether one position follows from the other by moving a label into the blank next to it.
fn follows(before: &[u8], after: &[u8], width: usize) -> bool {
    let blank = |position: &[u8]| position.iter().position(|&label| label == b'-').unwrap();
    let (from, to) = (blank(before), blank(after));
    let mut moved = before.to_vec();
    moved.swap(from, to);
    let (rows, cols) = (
        (from / width).abs_diff(to / width),
        (from % width).abs_diff(to % width),
    );
    moved == after && rows + cols == 1
}

#[test]
fn every_case_gets_its_answer() {
    for row in rows(include_str!("../data/nine.tsv")) {
        let [args, expected, note] = row[..] else {
            panic!("{row:?}")
        };
        let args: Vec<String> = serde_json::from_str(args).unwrap();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let run = nine(&args);
        if expected == "error" {
            assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{note}");
            assert_eq!(run.stderr.lines().count(), 1, "{note}: {}", run.stderr);
            continue;
        }
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{note}");
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(lines.len(), expected.parse::<usize>().unwrap(), "{note}");
        if let [first, .., last] = lines[..] {
            assert_eq!([first, last], args[args.len() - 2..], "{note}");
            let (_, width) = shape(&args);
            for pair in lines.windows(2) {
                assert!(
                    follows(pair[0].as_bytes(), pair[1].as_bytes(), width),
                    "{note}: {pair:?}"
                );
            }
        }
    }
}

#[test]
fn the_example_of_the_course_prints_its_lines() {
    let expected = "236158-47\n2361584-7\n23615847-\n23615-478\n23-156478\n2-3156478\n-23156478\n123-56478\n123456-78\n1234567-8\n12345678-\n";
    assert_eq!(nine(&["100", "236158-47", "12345678-"]).stdout, expected);
}
