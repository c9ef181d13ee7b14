//! `trace`, `compare` and the pictures of `solve` on boards that cannot be solved: small ones are searched to the end.

use crate::common::{Case, check_cases, taquin};
use serde_json::Value;

const UNSOLVABLE: &str = "2 1 3/4 5 6/7 8 0";
const SMALL: &str = "2 1/3 0";

#[test]
fn small_boards_are_searched_to_the_end() {
    let cases: &[Case<'_>] = &[
        (
            &["trace", UNSOLVABLE, "--steps", "1"],
            1,
            "unsolvable: the search expanded every reachable board without finding the goal: 196702 enqueued, 181440 dequeued\n\n\
             The disorder of a tile is",
            "",
        ),
        (
            &["trace", UNSOLVABLE, "--steps", "1"],
            1,
            "The start is odd and the goal is even: no sequence of moves leads from one to the other.\n",
            "",
        ),
        (
            &["trace", UNSOLVABLE, "-a", "bfs", "--json", "--steps", "0"],
            1,
            r#""start":[2,1,3,4,5,6,7,8,0],"goal":[1,2,3,4,5,6,7,8,0],"status":"unsolvable","enqueued":181440,"dequeued":181440,"source":"argument 1"}"#,
            "",
        ),
        (
            &[
                "trace",
                SMALL,
                "-a",
                "bidirectional",
                "--json",
                "--steps",
                "0",
            ],
            1,
            r#""status":"unsolvable","enqueued":24,"dequeued":24,"source":"argument 1"}"#,
            "",
        ),
        (
            &[
                "trace",
                SMALL,
                "-a",
                "bfs",
                "--max-length",
                "2",
                "--steps",
                "0",
            ],
            1,
            "stopped by --max-length: no solution has at most 2 moves, and the board is unsolvable: 5 enqueued, 3 dequeued\n",
            "",
        ),
        (
            &["trace", SMALL, "-a", "idastar", "--max-length", "4"],
            1,
            "stopped by --max-length: no solution has at most 4 moves, and the board is unsolvable: ",
            "",
        ),
        (
            &[
                "trace",
                SMALL,
                "-a",
                "bfs",
                "--max-length",
                "20",
                "--steps",
                "0",
            ],
            1,
            "unsolvable: the search expanded every reachable board without finding the goal: 12 enqueued, 12 dequeued\n",
            "",
        ),
        (
            &["trace", SMALL, "-a", "idastar", "--steps", "3"],
            1,
            "stopped after 3 steps: the board is unsolvable, and IDA* does not remember which boards it has seen.\n",
            "",
        ),
        (
            &[
                "compare",
                UNSOLVABLE,
                "-a",
                "astar,idastar",
                "-H",
                "manhattan",
            ],
            1,
            "none       181440",
            "idastar is left out: it does not remember which boards it has seen, so it would never end",
        ),
        (
            &["compare", UNSOLVABLE, "-a", "bfs"],
            1,
            "unsolvable: every search expanded every reachable board without finding the goal.\n",
            "",
        ),
        (
            &["solve", UNSOLVABLE, "--animate"],
            1,
            "",
            "unsolvable: no moves lead to the goal (taquin check --explain says why); breadth-first search expanded all 181440 boards \
             that can be reached, and there is nothing to draw",
        ),
    ];
    check_cases(cases);
}

#[test]
fn large_boards_are_refused_with_their_number() {
    let board = "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
    let said = "a search would end only after all 10461394944000 boards (16!/2) that can be reached, which are too many to search";
    for args in [
        &["trace", board][..],
        &["compare", board],
        &["solve", board, "--svg"],
    ] {
        let run = taquin(args);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{args:?}");
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
    let run = taquin(&["trace", board, "--json"]);
    assert!(
        run.stdout.contains(r#""status":"unsolvable""#),
        "{}",
        run.stdout
    );
}

/// Every search with every heuristic sees every board that can be reached, and none beyond.
#[test]
fn every_search_expands_every_board() {
    for (board, boards) in [(SMALL, 12), ("2 1 3/4 5 0", 360), ("2 1 0", 3)] {
        let args = ["compare", board, "--json", "--shape"];
        let shape = match boards {
            12 => "2x2",
            360 => "2x3",
            _ => "1x3",
        };
        let run = taquin(&[&args[..], &[shape]].concat());
        assert_eq!(run.code, 1, "{}", run.stderr);
        for line in run.stdout.lines() {
            let object: Value = serde_json::from_str(line).unwrap();
            // A search that opens boards again selects them again, but never holds more boards than there are.
            let (algorithm, states) = (&object["algorithm"], &object["stats"]["peak_states"]);
            assert_eq!(object["status"], "unsolvable", "{line}");
            assert_eq!(object.get("lower_bound"), None, "{line}");
            if algorithm != "bidirectional" {
                assert_eq!(*states, boards, "{board} {line}");
            }
        }
    }
}
