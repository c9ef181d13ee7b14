//! `taquin verify` as a user sees it; long because most of it is tables of cases.

use crate::common::{Case, Folder, Run, check_cases, run, taquin};
use proptest::prelude::*;
use serde_json::Value;
use taquin_app::verify::lines::object;

const BOARD: &str = "1 2 3/4 0 6/7 5 8";

fn with_input(args: &[&str], input: &str) -> Run {
    run(env!("CARGO_BIN_EXE_taquin"), args, input.as_bytes())
}

fn json(run: &Run) -> Vec<Value> {
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
fn verdicts_are_as_they_should_be() {
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
            "\"5 6 x\":1:1: `5` is not a move",
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
fn near_misses_come_with_the_way_out() {
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
            "They reach the goal with move 2 and continue: leave out the rest.\n",
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
fn what_makes_no_sense_is_refused_with_the_way_out() {
    let cases: &[Case<'_>] = &[
        (&["verify"], 2, "", "<BOARD>"),
        (
            &["verify", BOARD],
            2,
            "",
            "give a board and its moves (taquin verify BOARD MOVES)",
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
            "--lines is for commands that take many boards",
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
            "the line of each object",
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
        (&["verify", "{"], 4, "", "the argument:1: EOF while parsing"),
        (&["verify", "/"], 4, "", "/:1: Is a directory"),
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
fn refused_inputs_have_an_object_too() {
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
fn what_solve_writes_is_right() {
    let boards = "1 2 3/4 0 6/7 5 8\n8 6 7/2 5 4/3 0 1\n2 1 3/4 5 6/7 8 0\n\
                  3 5 6 7/12 9 4 13/11 14 0 2/1 10 8 15\n1 2 3 4 5/6 7 8 0 9\n";
    for letters in ["tile", "blank", "numbers"] {
        let solved = with_input(
            &["solve", "--lines", "-", "--json", "--moves", letters],
            boards,
        );
        let judged = with_input(&["verify", "-"], &solved.stdout);
        assert_eq!(judged.code, 0, "{}{}", judged.stdout, judged.stderr);
        let verdicts: Vec<&str> = judged.stdout.lines().collect();
        assert_eq!(
            verdicts,
            [
                "standard input:1: right: 2 moves, shortest",
                "standard input:2: right: 31 moves, shortest",
                "standard input:3: right: unsolvable, as claimed",
                "standard input:4: right: 48 moves, shortest",
                "standard input:5: right: 1 move, shortest",
            ]
        );
    }
    let solved = taquin(&["solve", "8 1 3/4 0 2/7 6 5", "--json", "--metric", "mtm"]);
    let judged = with_input(&["verify", "-"], &solved.stdout);
    assert_eq!(
        judged.stdout,
        "standard input:1: right: 12 slides, shortest\n"
    );
}

#[test]
fn lines_are_judged_one_by_one() {
    let start = "\"start\":[1,2,3,4,0,6,7,5,8]";
    // A line, the exit code, a part of the answer or of what is said.
    let cases: [(String, i32, &str); 25] = [
        (
            format!("{{{start},\"moves\":\"UL\"}}"),
            0,
            "right: 2 moves, shortest",
        ),
        (
            format!("{{{start},\"moves\":[\"U\",\"left\"]}}"),
            0,
            "right: 2 moves",
        ),
        (format!("{{{start},\"moves\":[5, 8]}}"), 0, "right: 2 moves"),
        (
            format!("{{{start},\"moves\":\"dr\",\"moves_are\":\"blank\"}}"),
            0,
            "right: 2",
        ),
        (
            format!("{{{start},\"moves\":\"UL\",\"goal\":\"last\"}}"),
            0,
            "right: 2",
        ),
        (
            format!("{{{start},\"moves\":\"UL\",\"goal\":[[1,2,3],[4,5,6],[7,8,0]]}}"),
            0,
            "right: 2",
        ),
        (
            r#"{"start":"1 2 3/4 0 6/7 5 8","moves":"UL","metric":"mtm"}"#.into(),
            0,
            "right: 2 slides",
        ),
        (
            r#"{"start":[1,2,3,0,4,5],"rows":2,"cols":3,"moves":"LLU","goal":[1,2,3,4,5,0]}"#
                .into(),
            1,
            "wrong: move 3 (U)",
        ),
        (
            format!("{{{start},\"moves\":[5, 6]}}"),
            1,
            "wrong: move 2 (tile 6)",
        ),
        (
            format!("{{{start},\"moves\":\"DR\"}}"),
            1,
            "They look like moves of the blank",
        ),
        (format!("{{{start}}}"), 1, "wrong: there are no moves"),
        (
            format!("{{{start},\"status\":\"limit\"}}"),
            1,
            "wrong: there are no moves (the status is limit)",
        ),
        (
            format!("{{{start},\"status\":\"unsolvable\"}}"),
            1,
            "wrong: claimed to be unsolvable, but solvable",
        ),
        (
            format!("{{{start},\"moves\":\"UL\",\"length\":3}}"),
            1,
            "wrong: the length is 2, not 3 (the moves are right",
        ),
        (
            format!("{{{start},\"moves\":\"ULRL\",\"guarantee\":\"optimal\"}}"),
            1,
            "wrong: it is not optimal (the moves",
        ),
        (
            format!("{{{start},\"moves\":\"ULRL\",\"lower_bound\":3}}"),
            1,
            "wrong: 3 is not a lower bound",
        ),
        (
            format!("{{{start},\"moves\":\"UL\",\"status\":\"solvable\"}}"),
            0,
            "right: 2 moves",
        ),
        (
            format!("{{{start},\"moves\":\"UL\",\"status\":\"unsolvable\"}}"),
            1,
            "wrong: it is solved, not unsolvable",
        ),
        (
            format!("{{{start},\"moves\":\"UQ\"}}"),
            4,
            "standard input:1: moves: line 1, column 2: `Q` is not a move",
        ),
        (
            format!("{{{start},\"moves\":7}}"),
            4,
            "moves: expected a string or an array",
        ),
        (
            format!("{{{start},\"moves\":[\"U\",3]}}"),
            4,
            "moves: an array must contain only strings or only numbers",
        ),
        (
            format!("{{{start},\"moves\":\"\",\"metric\":\"x\"}}"),
            4,
            "metric: \"x\" is not one of stm, mtm",
        ),
        (
            format!("{{{start},\"rows\":3,\"moves\":\"\"}}"),
            4,
            "`rows` and `cols` go together",
        ),
        (
            r#"{"start":[1,1,2,0],"moves":""}"#.into(),
            4,
            "standard input:1: start: tile 1 appears twice",
        ),
        ("1 2 3".into(), 4, "standard input:1: not a JSON object"),
    ];
    for (line, code, part) in cases {
        let run = with_input(&["verify", "-"], &line);
        let seen = format!("{line}\n{}{}", run.stdout, run.stderr);
        assert_eq!(run.code, code, "{seen}");
        let answer = if code == 4 { &run.stderr } else { &run.stdout };
        assert!(answer.contains(part), "{seen}");
    }
}

#[test]
fn a_bad_line_does_not_end_the_batch() {
    let lines = "\n# a comment\nnonsense\n{\"start\":\"1 2/3 0\",\"moves\":\"\"}\n{\"start\":\"1 2/0 3\",\"moves\":\"R\"}\n";
    let run = with_input(&["verify", "-"], lines);
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("standard input:3: not a JSON object"));
    let answers: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(answers[0], "standard input:4: right: 0 moves, shortest");
    assert!(
        answers[1].starts_with("standard input:5: wrong: move 1 (R)"),
        "{answers:?}"
    );
    let objects = json(&with_input(&["verify", "-", "--json"], lines));
    let statuses: Vec<&str> = objects
        .iter()
        .map(|object| object["status"].as_str().unwrap())
        .collect();
    assert_eq!(statuses, ["bad-input", "right", "wrong"]);
}

#[test]
fn the_object_says_all_that_is_known() {
    let run = taquin(&["verify", BOARD, "5 7 7 8", "--json"]);
    let expected = r#"{"schema":"taquin.verify/1","rows":3,"cols":3,"start":[1,2,3,4,0,6,7,5,8],"goal":[1,2,3,4,5,6,7,8,0],"status":"right","solvable":true,"metric":"stm","moves_are":"numbers","lengths":{"stm":4,"mtm":3},"length":4,"optimal":false,"shortest":2,"lower_bound":2,"lost_moves":1,"lost":[{"place":2,"board":[1,2,3,4,5,6,7,0,8],"played":"7","better":"8","before":1,"after":2}]}"#;
    assert_eq!(run.stdout.trim_end(), expected);
    let mirrored = &json(&taquin(&["verify", BOARD, "DR", "--json"]))[0];
    assert_eq!(mirrored["status"], "wrong");
    assert_eq!(mirrored["near_miss"]["kind"], "mirrored");
    assert_eq!(mirrored["near_miss"]["moves_are"], "blank");
    assert_eq!(mirrored["optimal"], true);
}

#[test]
fn boards_beyond_reach_are_judged_by_a_bound() {
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
fn a_limit_of_time_is_told_and_is_no_fault() {
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
        judged
            .stdout
            .ends_with("lost moves: not known (the time limit was reached: --time gives more)\n"),
        "{}",
        judged.stdout
    );
    let object = &json(&taquin(&["verify", board, moves, "--time", "0", "--json"]))[0];
    assert_eq!(object["stopped"], "time");
}

/// Texts that are nearly objects.
fn nearly_object() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        "[0-9 ,\\[\\]\"a-zUDLR/.-]{0,24}",
        Just("[[1,2],[3,0]]".into()),
        Just("\"1 2/3 0\"".into()),
        Just("[1,2,3,0]".into()),
        Just("\"R\"".into()),
        Just("null".into()),
        Just("99999999".into()),
        Just("\"numbers\"".into()),
    ];
    let field = "rows|cols|start|goal|moves|moves_are|metric|status|length|guarantee";
    let fields = prop::collection::vec((field, value), 0..6);
    fields.prop_map(|fields| {
        let fields: Vec<String> = fields
            .into_iter()
            .map(|(name, value)| format!("\"{name}\":{value}"))
            .collect();
        format!("{{{}}}", fields.join(","))
    })
}

proptest! {
    #[test]
    fn any_line_is_read_or_refused(line in prop_oneof![nearly_object(), ".*"]) {
        match object(line.as_bytes()) {
            Ok(given) => prop_assert!(line.contains("start"), "{given:?}"),
            Err(message) => prop_assert!(!message.is_empty()),
        }
    }
}
