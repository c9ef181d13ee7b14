//! `taquin solve`, `trace`, `compare`, `tree` and `generate` as a user sees them; long because most of it is a table of cases.

use crate::common::{Case, check_cases, run, taquin};
use serde_json::Value;

const BOARD: &str = "8 0 6/5 4 7/2 3 1";

#[test]
fn commands_answer_as_they_should() {
    let cases: &[Case<'_>] = &[
        (
            &["solve", "8 1 3/4 0 2/7 6 5"],
            0,
            "length: 14 (shortest)\nmoves: ",
            "",
        ),
        (
            &[
                "solve",
                BOARD,
                "-a",
                "astar",
                "-H",
                "manhattan",
                "--moves",
                "blank",
            ],
            0,
            "moves: d l u r d d r u u l d d r u u l d l d r u l u r d r d\n",
            "",
        ),
        (
            &["solve", "1 2 3/4 0 6/7 5 8", "--moves", "numbers"],
            0,
            "moves: 5 8\n",
            "",
        ),
        (
            &["solve", "1 2 3/4 0 6/7 5 8", "--states"],
            0,
            "\n  1 2 3\n  4 · 6\n  7 5 8\n\n  1 2 3\n  4 5 6\n  7 · 8\n\n  1 2 3\n  4 5 6\n  7 8 ·\n",
            "",
        ),
        (
            &["solve", "2 1 3/4 5 6/7 8 0"],
            1,
            "unsolvable\nStandard goals that can be reached: snail.\n",
            "",
        ),
        (
            &["solve", "1 2 3/4 5 6/7 8 0", "--goal", "first"],
            0,
            "length: 22 (shortest)",
            "",
        ),
        (
            &["solve", BOARD, "--max-length", "26"],
            3,
            "no solution of that length: at least 27 moves",
            "",
        ),
        (
            &["solve", BOARD, "--max-length", "26", "-a", "astar"],
            3,
            "no solution of that length: at least 27 moves",
            "",
        ),
        (
            &["solve", BOARD, "--max-length", "27"],
            0,
            "length: 27 (shortest)",
            "",
        ),
        (
            &["solve", BOARD, "-a", "weighted-astar", "--weight", "1.5"],
            0,
            "(at most 1.5 times the shortest, which has at least",
            "",
        ),
        (
            &["solve", BOARD, "-a", "greedy"],
            0,
            "(the shortest has at least ",
            "",
        ),
        (&["solve", BOARD, "--order", "RLDU"], 0, "order: RLDU\n", ""),
        (
            &["solve", BOARD, "--order", "RRDU"],
            2,
            "",
            "a move order has each of U, D, L and R once",
        ),
        (
            &["solve", BOARD, "--weight", "0.5"],
            2,
            "",
            "a weight is a number from 1 to 1000",
        ),
        (
            &["solve", BOARD, "--time", "soon"],
            2,
            "",
            "a time is a number with the unit ms, s, m or h",
        ),
        (&["solve", BOARD, "--memory", "lots"], 2, "", "memory"),
        (&["solve", BOARD, "-H", "psychic"], 2, "", "possible values"),
        (&["solve"], 2, "", "required"),
        (
            &[
                "solve",
                "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 0",
                "-H",
                "walking-distance",
            ],
            2,
            "",
            "walking-distance is for boards of up to 16 cells, and this one is 3×6",
        ),
        (
            &["solve", "3 1 2/0 4 5", "1 2 3/4 0 6/7 5 8", "--brief"],
            0,
            "3 1 2/0 4 5: 16\n1 2 3/4 0 6/7 5 8: 2\n",
            "",
        ),
        (
            &["solve", "2 1 3/4 5 6/7 8 0", "--brief"],
            1,
            "2 1 3/4 5 6/7 8 0: -1\n",
            "",
        ),
        (
            &[
                "solve",
                "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0",
                "--goal",
                "first",
                "--time",
                "50ms",
            ],
            3,
            "not solved (time): at least ",
            "",
        ),
        (
            &[
                "solve",
                "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0",
                "--goal",
                "first",
                "-a",
                "astar",
                "--memory",
                "10M",
            ],
            3,
            "not solved (memory): at least ",
            "",
        ),
        (
            &["solve", "1 2 0 3", "--shape", "1x4"],
            0,
            "length: 1 (shortest)\nmoves: L\n",
            "",
        ),
        (&["solve", "0"], 0, "length: 0 (shortest)\nmoves: \n", ""),
        (
            &["trace", "0 1 3/4 2 5/7 8 6", "-H", "manhattan"],
            0,
            "solved in 4 moves: 10 enqueued, 5 dequeued\n",
            "",
        ),
        (
            &["trace", "0 1 3/4 2 5/7 8 6", "--steps", "2"],
            3,
            "stopped after 2 steps (--steps shows more): 5 enqueued, 2 dequeued",
            "",
        ),
        (
            &["trace", "0 1 3/4 2 5/7 8 6", "-a", "idastar"],
            0,
            "Bound 4\n",
            "",
        ),
        (
            &["trace", "0 1 3/4 2 5/7 8 6", "-a", "bfs", "--steps", "3"],
            3,
            "stopped after 3 steps",
            "",
        ),
        (
            &["trace", "2 1 3/4 5 6/7 8 0"],
            1,
            "",
            "unsolvable: no moves lead to the goal",
        ),
        (
            &[
                "compare",
                BOARD,
                "--algorithms",
                "astar,bfs",
                "--heuristics",
                "manhattan,hamming",
            ],
            0,
            "astar           manhattan              27         ",
            "",
        ),
        (
            &["compare", "2 1 3/4 5 6/7 8 0"],
            1,
            "",
            "unsolvable: no moves lead to the goal",
        ),
        (
            &["compare", BOARD, "--algorithms", "luck"],
            2,
            "",
            "possible values",
        ),
        (
            &["tree", "8 3 5/4 1 6/2 7 b"],
            0,
            "15 boards; at each depth: 1, 2, 4, 8\n",
            "",
        ),
        (
            &["tree", "1 2/3 0", "--dot"],
            0,
            "n0 -> n1 [label=\"down\"];",
            "",
        ),
        (
            &["tree", "1 2/3 0", "--svg"],
            0,
            "<svg xmlns=\"http://www.w3.org/2000/svg\"",
            "",
        ),
        (
            &[
                "tree",
                "1 2 3/4 5 6/7 8 0",
                "--depth",
                "31",
                "--limit",
                "1000",
            ],
            2,
            "",
            "more than 1000 boards",
        ),
        (
            &["generate", "--size", "3", "--unsolvable", "--shape", "3x3"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["generate", "--shape", "1x2", "--unsolvable"],
            2,
            "",
            "every board of 1×2 can be solved",
        ),
        (
            &[
                "generate",
                "--shape",
                "2x3",
                "--to",
                "princeton",
                "--seed",
                "1",
            ],
            2,
            "",
            "carries square boards only",
        ),
        (
            &["generate", "--size", "5000"],
            2,
            "",
            "5000×5000 is not a valid board shape",
        ),
        (
            &["generate", "--size", "3", "--goal", "1 2/3 0"],
            4,
            "",
            "the board is 2×2, not 3×3",
        ),
        (
            &["trace", "0 1 3/4 2 5/7 8 6", "-a", "bidirectional"],
            2,
            "",
            "has two queues",
        ),
        (
            &[
                "trace",
                "0 1 3/4 2 5/7 8 6",
                "-a",
                "bfs-from-goal",
                "--steps",
                "1",
            ],
            3,
            "           3\n            1  2  3\n            4  5  6\n            7  8  0\n",
            "",
        ),
        (
            &["trace", "0 1 3/4 2 5/7 8 6", "--max-length", "2"],
            3,
            "no solution of that length: 1 enqueued, 0 dequeued",
            "",
        ),
        (
            &["trace", "2 1 3/4 5 6/7 8 0", "--json"],
            1,
            "\"status\":\"unsolvable\"",
            "",
        ),
        (
            &["tree", "1 2/3 3", "--json"],
            4,
            "\"status\":\"bad-input\"",
            "",
        ),
        (
            &["tree", "1 2/3 0", "--lines"],
            2,
            "",
            "--lines is for commands that take many boards",
        ),
        (
            &["tree", "1 2/3 0", "--limit", "0"],
            2,
            "",
            "more than 0 boards",
        ),
        (
            &[
                "solve",
                "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0",
                "--goal",
                "first",
                "-a",
                "bidirectional",
                "-H",
                "manhattan",
                "--max-length",
                "20",
            ],
            3,
            "no solution of that length: at least ",
            "",
        ),
        (
            &[
                "generate",
                "--size",
                "3",
                "--walk",
                "20",
                "--unsolvable",
                "--seed",
                "1",
            ],
            0,
            "/",
            "",
        ),
        (
            &[
                "compare",
                BOARD,
                "--algorithms",
                "idastar",
                "--heuristics",
                "max",
                "--order",
                "RLDU",
            ],
            0,
            "order: RLDU\n",
            "",
        ),
        (&["completions", "bash"], 0, "_taquin()", ""),
        (&["man"], 0, ".TH taquin 1", ""),
    ];
    check_cases(cases);
}

fn lines(stdout: &str) -> Vec<Value> {
    stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn json_answers_every_board_in_order() {
    let boards = b"8 1 3/4 0 2/7 6 5\n2 1 3/4 5 6/7 8 0\n1 2 3/4 5 6/7 8 8\n1 2 3/4 5 6/7 8 0\n";
    let run = run(
        env!("CARGO_BIN_EXE_taquin"),
        &["solve", "--lines", "-", "--json"],
        boards,
    );
    assert_eq!(run.code, 4);
    let objects = lines(&run.stdout);
    let status: Vec<&str> = objects
        .iter()
        .map(|object| object["status"].as_str().unwrap())
        .collect();
    assert_eq!(status, ["solved", "unsolvable", "bad-input", "solved"]);
    let first = &objects[0];
    assert_eq!(first["schema"], "taquin.solve/1");
    assert_eq!((&first["rows"], &first["cols"]), (&3.into(), &3.into()));
    assert_eq!(first["length"], 14);
    assert_eq!(first["lower_bound"], 14);
    assert_eq!(first["guarantee"], "optimal");
    assert_eq!(first["moves"].as_str().unwrap().len(), 14);
    assert_eq!(
        (&first["moves_are"], &first["metric"]),
        (&"tile".into(), &"stm".into())
    );
    assert!(first["stats"]["selected"].as_u64().unwrap() >= 14);
    assert_eq!(objects[1]["reachable_goals"], serde_json::json!(["snail"]));
    assert!(
        objects[1].get("moves").is_none(),
        "unknown fields are absent"
    );
    assert_eq!(objects[3]["moves"], "");
}

/// Lengths in slides: by the table of 3×3, and by a search on 3×4 and 4×4 (the first of Korf's takes 33).
#[test]
fn the_multi_tile_metric_counts_slides() {
    let cases: &[Case<'_>] = &[
        (
            &["solve", "8 1 3/4 0 2/7 6 5", "--metric", "mtm"],
            0,
            "length: 12 (shortest)\n",
            "",
        ),
        (
            &["solve", "1 2 3 4/5 6 7 8/0 9 10 11", "--metric", "mtm"],
            0,
            "length: 1 (shortest)\nmoves: LLL\n",
            "",
        ),
        (
            &[
                "solve",
                "2 3 4 0 1",
                "--goal",
                "2 3 4 1 0",
                "--as",
                "korf",
                "--metric",
                "mtm",
            ],
            4,
            "",
            "",
        ),
        (
            &[
                "solve",
                "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3",
                "--goal",
                "first",
                "--metric",
                "mtm",
                "--brief",
            ],
            0,
            ": 33\n",
            "",
        ),
        (
            &[
                "solve",
                "8 1 3/4 0 2/7 6 5",
                "--metric",
                "mtm",
                "--max-length",
                "11",
            ],
            3,
            "no solution of that length: at least 12 moves\n",
            "",
        ),
        (
            &["solve", BOARD, "--metric", "mtm", "-a", "astar"],
            2,
            "",
            "leave the algorithm and the heuristic to auto",
        ),
        (
            &["solve", BOARD, "--metric", "mtm", "--all-optimal"],
            2,
            "",
            "single-tile metric only",
        ),
        (
            &[
                "solve",
                "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 0",
                "--metric",
                "mtm",
            ],
            2,
            "",
            "up to 16 cells",
        ),
    ];
    check_cases(cases);
}

#[test]
fn a_trace_shows_priorities_that_never_decrease() {
    let run = taquin(&[
        "trace",
        "8 1 3/4 0 2/7 6 5",
        "-H",
        "manhattan",
        "--steps",
        "1000",
        "--queue",
        "1000",
        "--json",
    ]);
    let objects = lines(&run.stdout);
    let best = |object: &Value| object["queue"][0]["priority"].as_u64();
    let priorities: Vec<u64> = objects.iter().filter_map(best).collect();
    assert!(priorities.len() > 10);
    assert!(priorities.is_sorted(), "{priorities:?}");
    for object in &objects {
        if let Some(queue) = object["queue"].as_array() {
            assert!(
                queue
                    .iter()
                    .all(|waiting| waiting["priority"].as_u64() >= best(object))
            );
        }
    }
    assert_eq!(objects.last().unwrap()["length"], 14);
}

#[test]
fn generated_boards_can_be_piped_into_solve() {
    let boards = taquin(&[
        "generate", "--shape", "2x4", "--count", "5", "--seed", "3", "--goal", "snail",
    ])
    .stdout;
    let args = ["solve", "--lines", "-", "--json", "--goal", "snail"];
    let run = run(env!("CARGO_BIN_EXE_taquin"), &args, boards.as_bytes());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(lines(&run.stdout).len(), 5);
    let unsolvable = taquin(&["generate", "--size", "3", "-u", "--seed", "3", "--json"]);
    assert_eq!(lines(&unsolvable.stdout)[0]["status"], "unsolvable");
}

#[test]
fn all_searches_agree_where_they_promise_to() {
    let run = taquin(&["compare", "1 8 2/0 4 3/7 6 5", "--json"]);
    for object in lines(&run.stdout) {
        let length = object["length"].as_u64().unwrap();
        match object["algorithm"].as_str().unwrap() {
            "greedy" => assert!(length >= 9),
            "weighted-astar" => assert!((9..=18).contains(&length)),
            _ => assert_eq!(length, 9, "{object}"),
        }
    }
}

/// However little time there is, the bound that was proved is not lost.
#[test]
fn a_stopped_search_says_what_it_proved() {
    for time in ["1ms", "100ms", "300ms", "500ms"] {
        let board = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
        let run = taquin(&["solve", board, "--goal", "first", "--time", time, "--json"]);
        let object = &lines(&run.stdout)[0];
        assert_eq!(
            (run.code, object["status"].as_str()),
            (3, Some("limit")),
            "{time}"
        );
        assert!(
            object["lower_bound"].as_u64().unwrap() >= 60,
            "{time}: {object}"
        );
    }
}

/// Weights make priorities of hundreds of millions; memory follows the boards, not the numbers.
#[test]
fn heavy_weights_take_no_memory_of_their_own() {
    let board = taquin(&["generate", "--size", "60", "--seed", "1"]).stdout;
    let args = [
        "solve",
        "-",
        "-a",
        "weighted-astar",
        "--weight",
        "1000",
        "--memory",
        "200M",
        "--time",
        "2s",
        "--json",
    ];
    let run = run(env!("CARGO_BIN_EXE_taquin"), &args, board.as_bytes());
    let object = &lines(&run.stdout)[0];
    assert_eq!((run.code, object["status"].as_str()), (3, Some("limit")));
    assert!(
        object["stats"]["peak_bytes"].as_u64().unwrap() < 400 << 20,
        "{object}"
    );
}
