//! Traces of searches that have no queue, or two.

use crate::common::{run, taquin};
use serde_json::Value;

fn trace(args: &[&str]) -> (i32, String) {
    let run = taquin(&[&["trace"], args].concat());
    (run.code, run.stdout)
}

/// IDA* enters what its bound allows and names what it prunes; the next bound is the least priority that was pruned.
#[test]
fn the_bounds_of_idastar_follow_from_what_is_pruned() {
    let board = "8 1 3/4 0 2/7 6 5";
    let args = [
        "trace", board, "-a", "idastar", "--steps", "100000", "--json",
    ];
    let run = taquin(&args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut bound = None;
    let mut least: Option<u64> = None;
    for line in run.stdout.lines() {
        let object: Value = serde_json::from_str(line).unwrap();
        if let Some(next) = object["bound"].as_u64() {
            assert!(least.is_none() || least == Some(next), "{least:?} {next}");
            (bound, least) = (Some(next), None);
        }
        for cut in object["cut"].as_array().into_iter().flatten() {
            let priority = cut["priority"].as_u64().unwrap();
            assert!(Some(priority) > bound, "{line}");
            least = Some(least.map_or(priority, |least| least.min(priority)));
        }
    }
    assert_eq!(bound, Some(14));
}

#[test]
fn both_ends_of_a_bidirectional_search_are_shown() {
    for heuristic in ["manhattan", "zero"] {
        let (code, text) = trace(&["0 1 3/4 2 5/7 8 6", "-a", "bidirectional", "-H", heuristic]);
        assert_eq!(code, 0, "{text}");
        let starts = |label: &str, rows: [&str; 3]| {
            let begin = text.find(label).unwrap();
            let step = text[begin..].split("\n\n").next().unwrap();
            let found: Vec<&str> = step.lines().skip(4).map(str::trim).collect();
            assert!(
                found
                    .iter()
                    .zip(rows)
                    .all(|(found, row)| found.starts_with(row)),
                "{step}"
            );
        };
        starts("from the start:", ["0  1  3", "4  2  5", "7  8  6"]);
        starts("from the goal:", ["1  2  3", "4  5  6", "7  8  0"]);
        assert!(text.contains("solved in 4 moves: "), "{text}");
    }
    let (code, json) = trace(&["0 1 3/4 2 5/7 8 6", "-a", "bidirectional", "--json"]);
    assert!(code == 0 && json.contains(r#""side":"backward""#), "{json}");
}

#[test]
fn a_board_and_its_twin_are_searched_in_turn() {
    let (code, text) = trace(&[
        "1 2 3/4 5 6/8 7 0",
        "--twin",
        "--steps",
        "1",
        "--queue",
        "2",
    ]);
    let expected = "\
Step 0, board: priority  = 2
               moves     = 0
               manhattan = 2
               3
                1  2  3
                4  5  6
                8  7  0

Step 0, twin: priority  = 4
              moves     = 0
              manhattan = 4
              3
               2  1  3
               4  5  6
               8  7  0

unsolvable: the twin reached the goal in ";
    assert_eq!(code, 1, "{text}");
    assert!(text.starts_with(expected), "{text}");
    let (code, text) = trace(&["0 1 3/4 2 5/7 8 6", "--twin", "--steps", "0"]);
    assert_eq!(code, 0);
    assert!(
        text.starts_with("solved in 4 moves\nboard: 10 enqueued, 5 dequeued\ntwin: "),
        "{text}"
    );
    let (code, _) = trace(&["2 1 0", "--shape", "1x3", "--twin"]);
    assert_eq!(code, 2);
    let (code, _) = trace(&["1 2/3 0", "--twin", "-a", "bfs"]);
    assert_eq!(code, 2);
}

/// What the course's `Solver` prints, for solvable and unsolvable boards.
#[test]
fn solutions_are_printed_as_the_princeton_course_does() {
    let run = taquin(&["solve", "1 2 3/4 0 6/7 5 8", "--to", "princeton"]);
    let expected = "\
Minimum number of moves = 2
3
 1  2  3 
 4  0  6 
 7  5  8 

3
 1  2  3 
 4  5  6 
 7  0  8 

3
 1  2  3 
 4  5  6 
 7  8  0 

";
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (0, expected),
        "{}",
        run.stderr
    );
    let run = taquin(&["solve", "1 2 3/4 5 6/8 7 0", "--to", "princeton"]);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (1, "No solution possible\n")
    );
    let run = taquin(&["solve", "1 2 3/4 0 5", "--to", "princeton"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
}

#[test]
fn every_notation_of_states_is_verified() {
    for dialect in [
        "princeton",
        "42",
        "nine",
        "korf",
        "slash",
        "comma",
        "grid",
        "json",
    ] {
        let solved = taquin(&["solve", "8 1 3/4 0 2/7 6 5", "--to", dialect]);
        assert_eq!(solved.code, 0, "{dialect} {}", solved.stderr);
        let verified = run(
            env!("CARGO_BIN_EXE_taquin"),
            &["verify", "-"],
            solved.stdout.as_bytes(),
        );
        let right = "right: 14 moves, shortest\nlength: 14 moves of one tile, 12 slides of a line of tiles\n";
        assert_eq!(
            (verified.code, verified.stdout.as_str()),
            (0, right),
            "{dialect} {}",
            verified.stderr
        );
    }
}

/// Greedy search and weighted A* reach boards on which a plain search would fill the memory.
#[test]
fn greedy_and_weighted_searches_reach_17x17() {
    let board = taquin(&["generate", "--shape", "17x17", "--seed", "4"]).stdout;
    for algorithm in ["greedy", "weighted-astar"] {
        let solved = run(
            env!("CARGO_BIN_EXE_taquin"),
            &["solve", "-", "-a", algorithm, "--json", "--memory", "500M"],
            board.as_bytes(),
        );
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        let object: Value = serde_json::from_str(&solved.stdout).unwrap();
        assert_eq!(object["algorithm"], algorithm);
        assert_eq!(object["guarantee"], "none");
        let [length, bound] =
            ["length", "lower_bound"].map(|field| object[field].as_u64().unwrap());
        assert!(length < 6 * bound, "{algorithm}: {length} of {bound}");
    }
}
