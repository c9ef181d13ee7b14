//! `taquin verify` on one board with its moves.

use crate::common::{Case, Folder, Run, check_cases, run, taquin};
use serde_json::Value;

const BOARD: &str = "1 2 3/4 0 6/7 5 8";

pub(crate) fn with_input(args: &[&str], input: &str) -> Run {
    run(env!("CARGO_BIN_EXE_taquin"), args, input.as_bytes())
}

pub(crate) fn json(run: &Run) -> Vec<Value> {
    let lines = run.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn every_notation_of_moves_is_judged() {
    let right =
        "right: 2 moves, shortest\nlength: 2 moves of one tile, 2 slides of a line of tiles\n";
    let written: [&[&str]; 9] = [
        &["UL"],
        &["u, l"],
        &["up left"],
        &["↑←"],
        &["U1 L1"],
        &["5 8"],
        &["5,8", "--moves-as", "numbers"],
        &["DR", "--moves-as", "blank"],
        &["down right", "--moves-as", "blank"],
    ];
    for moves in written {
        let run = taquin(&[&["verify", BOARD], moves].concat());
        assert_eq!((run.code, run.stdout.as_str()), (0, right), "{moves:?}");
    }
}

#[test]
fn every_kind_of_solution_gets_its_verdict() {
    let cases: &[Case<'_>] = &[
        (
            &["verify", "1 2 3/4 5 6/7 8 0", ""],
            0,
            "right: 0 moves, shortest\n",
            "",
        ),
        (
            &["verify", BOARD, "ULRL"],
            0,
            "right: 4 moves, 2 more than the shortest (2)\n",
            "",
        ),
        (
            &["verify", BOARD, "ULRL"],
            0,
            "\n       3  R       stop              0         1\nbefore move 3:\n  1 2 3\n  4 5 6\n  7 8 ·\n",
            "",
        ),
        (
            &["verify", BOARD, "5 7 7 8"],
            0,
            "\n       2  7       8                 1         2\n",
            "",
        ),
        (
            &["verify", BOARD, "DLRR", "--moves-as", "blank"],
            0,
            "\n       2  L       R                 1         2\n",
            "",
        ),
        (
            &[
                "verify", "0 1 2", "LRLL", "--metric", "mtm", "--shape", "1x3",
            ],
            0,
            "right: 3 slides, 2 more than the shortest (1)\n",
            "",
        ),
        (
            &["verify", BOARD, "UUL"],
            1,
            "wrong: move 2 (U) is not possible: the blank is at the edge\nbefore move 2:\n  1 2 3\n",
            "",
        ),
        (
            &["verify", BOARD, "DDR", "--moves-as", "blank"],
            1,
            "wrong: move 2 (D) is not possible",
            "",
        ),
        (
            &["verify", BOARD, "5 6 x"],
            4,
            "",
            "\"5 6 x\":1:5: `x` is not a tile number",
        ),
        (
            &["verify", BOARD, "5 6 7"],
            1,
            "wrong: move 2 (tile 6) is not possible: the tile is not next to the blank\n",
            "",
        ),
        (
            &["verify", BOARD, "U"],
            1,
            "wrong: the moves end at another board, with 1 tile in a wrong place\nat the end:\n",
            "",
        ),
        (
            &["verify", "1 2 3/4 5 6/8 7 0", "RL"],
            1,
            "wrong: no moves lead from this board to this goal (taquin check --explain says why)\n",
            "",
        ),
        (
            &["verify", "1 2 3/4 5 6/8 7 0", "U"],
            1,
            "says why); and move 1 (U) is not possible",
            "",
        ),
    ];
    check_cases(cases);
}

#[test]
fn near_misses_are_explained() {
    let cases: &[Case<'_>] = &[
        (
            &["verify", BOARD, "DR"],
            1,
            "They look like moves of the blank: with --moves-from blank they are right (2 moves, shortest).\n",
            "",
        ),
        (
            &["verify", BOARD, "UL", "--moves-as", "blank"],
            1,
            "They look like moves of the tile: with --moves-from tile they are right (2 moves, shortest).\n",
            "",
        ),
        (
            &["verify", BOARD, "DLRR"],
            1,
            "they are right (4 moves, 2 more than the shortest (2)).\nlost moves:\n",
            "",
        ),
        (
            &["verify", BOARD, "ULR"],
            1,
            "They reach the goal after move 2; remove the moves after it.\n",
            "",
        ),
        (
            &["verify", "1 2 3/4 5 6/7 8 0", "R"],
            1,
            "The start is already the goal",
            "",
        ),
        (
            &["verify", BOARD, "RD"],
            1,
            "They lead from the goal to the start",
            "",
        ),
        (
            &["verify", "1 0 2/3 4 5/6 7 8", "R"],
            1,
            "with --goal first they are right.\n",
            "",
        ),
        (
            &["verify", "1 0 2/3 4 5/6 7 8", "R", "--goal", "first"],
            0,
            "right: 1 move, shortest\n",
            "",
        ),
    ];
    check_cases(cases);
}

#[test]
fn invalid_arguments_are_refused_with_advice() {
    let cases: &[Case<'_>] = &[
        (&["verify"], 2, "", "<BOARD>"),
        (
            &["verify", BOARD],
            2,
            "",
            "the moves are missing; give a board and its moves (taquin verify BOARD MOVES)",
        ),
        (
            &["verify", "missing.jsonl"],
            4,
            "",
            "no such file: \"missing.jsonl\"; give a board and its moves (taquin verify BOARD MOVES)",
        ),
        (
            &["verify", BOARD, "U\nQ"],
            4,
            "",
            "taquin: \"U\\nQ\":2:1: `Q` is not a move",
        ),
        (
            &["verify", BOARD, "moves.txt"],
            4,
            "",
            "\"moves.txt\": there is no such file, and the text is not valid as moves:",
        ),
        (&["verify", "1 1/2 0", "U"], 4, "", "appears twice"),
        (
            &["verify", BOARD, "U", "--goal", "1 2/3 0"],
            4,
            "",
            "they must have the same shape",
        ),
        (
            &["verify", BOARD, "U", "--lines"],
            2,
            "",
            "--lines works only in commands that take several boards",
        ),
        (&["verify", "-", "-"], 4, "", "standard input:1:1"),
        (
            &["verify", "-", "--goal", "first"],
            2,
            "",
            "`goal` of each object",
        ),
        (
            &["verify", "-", "--metric", "mtm"],
            2,
            "",
            "`metric` of each object",
        ),
        (
            &["verify", "-", "--lines"],
            2,
            "",
            "--lines is not needed: JSON Lines have one object per line",
        ),
        (
            &["verify", "-"],
            4,
            "",
            "standard input: contains no solution",
        ),
        (
            &["verify", "{}"],
            4,
            "",
            "the argument:1: the field `start` is missing",
        ),
        (
            &["verify", "{"],
            4,
            "",
            "the argument:1: the line ends in the middle of a JSON value",
        ),
        (
            &["verify", "/"],
            4,
            "",
            "taquin: /: it is a directory; name a file",
        ),
    ];
    check_cases(cases);
    let twice = with_input(&["verify", "-", "-"], BOARD);
    assert_eq!(twice.code, 2, "{}", twice.stderr);
    assert!(
        twice
            .stderr
            .contains("standard input (-) can be read only once")
    );
}

#[test]
fn refused_inputs_have_a_json_object_too() {
    let run = taquin(&["verify", BOARD, "Q", "--json"]);
    assert_eq!(run.code, 4);
    let object = &json(&run)[0];
    assert_eq!(object["schema"], "taquin.verify/1");
    assert_eq!(object["status"], "bad-input");
}

#[test]
fn boards_and_moves_come_from_files_and_standard_input() {
    let folder = Folder::new("files");
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_string();
    std::fs::write(path("board"), "3\n1 2 3\n4 0 6\n7 5 8\n").unwrap();
    std::fs::write(path("moves"), "U\nL\n").unwrap();
    for run in [
        taquin(&["verify", &path("board"), &path("moves")]),
        with_input(&["verify", "-", &path("moves")], BOARD),
        with_input(&["verify", &path("board"), "-"], "UL\n"),
    ] {
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.starts_with("right: 2 moves, shortest\n"));
    }
    std::fs::write(path("moves"), b"\xff\xfe").unwrap();
    let run = taquin(&["verify", BOARD, &path("moves")]);
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("must be UTF-8"));
}

#[test]
fn the_object_has_every_known_field() {
    let run = taquin(&["verify", BOARD, "5 7 7 8", "--json"]);
    let expected = r#"{"schema":"taquin.verify/1","rows":3,"cols":3,"start":[1,2,3,4,0,6,7,5,8],"goal":[1,2,3,4,5,6,7,8,0],"status":"right","solvable":true,"metric":"stm","moves_are":"numbers","lengths":{"stm":4,"mtm":3},"length":4,"optimal":false,"shortest":2,"lower_bound":2,"lost_moves":1,"lost":[{"place":2,"board":[1,2,3,4,5,6,7,0,8],"played":"7","better":"8","before":1,"after":2}],"source":"argument 1"}"#;
    assert_eq!(run.stdout.trim_end(), expected);
    let mirrored = &json(&taquin(&["verify", BOARD, "DR", "--json"]))[0];
    assert_eq!(mirrored["status"], "wrong");
    assert_eq!(mirrored["near_miss"]["kind"], "mirrored");
    assert_eq!(mirrored["near_miss"]["moves_are"], "blank");
    assert_eq!(mirrored["optimal"], true);
}

#[test]
fn boards_that_are_too_large_are_judged_by_a_lower_bound() {
    let boards = taquin(&["generate", "--size", "6", "--seed", "1"]).stdout;
    let solved = with_input(
        &["solve", "--lines", "-", "--json", "--effort", "0"],
        &boards,
    );
    let judged = with_input(&["verify", "-"], &solved.stdout);
    assert_eq!(judged.code, 0, "{}", judged.stderr);
    assert!(judged.stdout.contains(" moves (the shortest has at least "));
    assert!(judged.stdout.contains(" times as long)\n"));
    let object = &json(&with_input(&["verify", "-", "--json"], &solved.stdout))[0];
    assert_eq!(object["status"], "right");
    assert!(object["ratio"].as_f64().unwrap() > 1.0);
    for unknown in ["optimal", "shortest", "lost", "lost_moves"] {
        assert_eq!(object[unknown], Value::Null, "{unknown}");
    }
}

#[test]
fn a_time_limit_is_reported_and_is_not_an_error() {
    let boards = taquin(&["generate", "--size", "5", "--seed", "1"]).stdout;
    let solved = with_input(
        &["solve", "--lines", "-", "--json", "--effort", "0"],
        &boards,
    );
    let object = &json(&solved)[0];
    let (board, moves) = (boards.trim_end(), object["moves"].as_str().unwrap());
    let judged = taquin(&["verify", board, moves, "--time", "0"]);
    assert_eq!(judged.code, 0, "{}", judged.stderr);
    assert!(
        judged.stdout.ends_with(
            "lost moves: not known (the time limit was reached; raise it with --time)\n"
        ),
        "{}",
        judged.stdout
    );
    let object = &json(&taquin(&["verify", board, moves, "--time", "0", "--json"]))[0];
    assert_eq!(object["stopped"], "time");
}
