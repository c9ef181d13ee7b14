//! `taquin inspect` as a user sees it.

use crate::common::{Run, run, taquin};
use serde_json::{Value, json};

fn inspect(args: &[&str], input: &str) -> Run {
    let args = [&["inspect"], args].concat();
    run(env!("CARGO_BIN_EXE_taquin"), &args, input.as_bytes())
}

#[test]
fn one_board_gets_a_table() {
    let run = inspect(&["8 1 3/4 0 2/7 6 5"], "");
    let expected = "  8 1 3
  4 · 2
  7 6 5

solvable          yes
hamming           5
gaschnig          6
manhattan         10
linear-conflict   10
walking-distance  10
max               10
pdb               14 (4-4)
distance          14
disorder          12, even (goal: 0, even)
blank             row 2, column 2
neighbours        U  8 1 3/4 6 2/7 0 5
                  D  8 0 3/4 1 2/7 6 5
                  L  8 1 3/4 2 0/7 6 5
                  R  8 1 3/0 4 2/7 6 5
twin              1 8 3/4 0 2/7 6 5
";
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (0, expected),
        "{}",
        run.stderr
    );
}

/// The exercise of many tutorials.
#[test]
fn the_disorder_of_all_twelve_boards_of_2x2() {
    let boards = taquin(&["reach", "1 2/3 0"]).stdout;
    let run = inspect(&["--lines", "-"], &boards);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lines: Vec<Vec<&str>> = run
        .stdout
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(lines.len(), 13);
    assert_eq!(
        lines[0].iter().filter(|name| **name == "disorder").count(),
        1
    );
    for (line, board) in lines[1..].iter().zip(boards.lines()) {
        assert_eq!(line[9], "even", "{line:?}");
        assert_eq!(line[12..].join(" "), board);
    }
    let distances: Vec<&str> = lines[1..].iter().map(|line| line[7]).collect();
    assert_eq!(
        distances,
        ["0", "1", "1", "2", "2", "3", "3", "4", "4", "5", "5", "6"]
    );
}

#[test]
fn figures_are_data_in_json() {
    let run = inspect(&["2 1/3 0", "--json"], "");
    let object: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        object,
        json!({
            "schema": "taquin.inspect/1",
            "source": "argument 1",
            "rows": 2,
            "cols": 2,
            "start": [2, 1, 3, 0],
            "goal": [1, 2, 3, 0],
            "solvable": false,
            "estimates": {
                "hamming": 2,
                "gaschnig": 3,
                "manhattan": 2,
                "linear-conflict": 4,
                "walking-distance": 2,
                "max": 4,
            },
            "disorder": 3,
            "parity": "odd",
            "disorder_at_goal": 2,
            "blank_row": 2,
            "blank_col": 2,
            "neighbours": [
                {"move": "D", "board": [2, 0, 3, 1]},
                {"move": "R", "board": [2, 1, 0, 3]},
            ],
            "twin": [1, 2, 3, 0],
        })
    );
}

/// Arguments, exit code, a part of the output, a part of standard error.
#[test]
fn other_shapes_and_bad_boards() {
    let cases: &[(&[&str], i32, &str, &str)] = &[
        (
            &["0"],
            0,
            "twin              none: it has fewer than two tiles",
            "",
        ),
        (
            &["1 0", "--shape", "1x2"],
            0,
            "distance          0\nblank             row 1, column 2\n",
            "",
        ),
        (
            &["2 1 0", "--shape", "1x3"],
            0,
            "distance          none\nblank",
            "",
        ),
        (&["1 2/3 3"], 4, "", "tile 3 appears twice"),
        (
            &["1 2/3 0", "--goal", "1 2 3/4 5 6/7 8 0"],
            4,
            "",
            "they must have the same shape",
        ),
        (
            &["1 2/3 0", "1 2/0 3"],
            0,
            "blank row  neighbours  board\n",
            "",
        ),
        (
            &["15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "--goal", "first"],
            0,
            "distance          ≥ ",
            "",
        ),
    ];
    for (args, code, stdout, stderr) in cases {
        let run = inspect(args, "");
        let seen = format!("{args:?}\n{}{}", run.stdout, run.stderr);
        assert_eq!(run.code, *code, "{seen}");
        assert!(
            run.stdout.contains(stdout) && run.stderr.contains(stderr),
            "{seen}"
        );
    }
}
