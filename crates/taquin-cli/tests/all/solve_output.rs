//! The output of `taquin solve` and `trace`: JSON, metrics, bounds and statistics.

use crate::common::{Case, check_cases, run, taquin};
use crate::solve::BOARD;
use serde_json::Value;

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
            "length: 12 (shortest, mtm)\n",
            "",
        ),
        (
            &["solve", "1 2 3 4/5 6 7 8/0 9 10 11", "--metric", "mtm"],
            0,
            "length: 1 (shortest, mtm)\nmoves: L3\n",
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
            &[
                "solve",
                "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 0",
                "--metric",
                "mtm",
                "--all-optimal",
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
fn all_optimal_searches_agree_on_the_length() {
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
fn a_stopped_search_reports_its_proven_bound() {
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
fn large_weights_take_no_extra_memory() {
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
        "--json",
    ];
    let run = run(env!("CARGO_BIN_EXE_taquin"), &args, board.as_bytes());
    let object = &lines(&run.stdout)[0];
    assert_eq!((run.code, object["status"].as_str()), (0, Some("solved")));
    assert!(
        object["stats"]["peak_bytes"].as_u64().unwrap() < 200 << 20,
        "{object}"
    );
}
