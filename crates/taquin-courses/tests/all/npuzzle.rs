//! `npuzzle`: the 42 school's N-puzzle.

use crate::programs::{Folder, Run, run};
use std::path::PathBuf;
use taquin::notation::{self, Dialect};
use taquin::tools::generate::Generator;
use taquin::{Goal, Shape};

fn npuzzle(args: &[&str], input: &str) -> Run {
    run(env!("CARGO_BIN_EXE_npuzzle"), args, input.as_bytes())
}

const SUBJECT: &str = "# this is a comment\n3\n3 2 6 #another comment\n1 4 0\n8 7 5\n";

fn cases() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../taquin/tests/data/npuzzle")
}

/// The value after a label of the output.
fn value(run: &Run, label: &str) -> u64 {
    let line = run
        .stdout
        .lines()
        .find_map(|line| line.strip_prefix(label))
        .unwrap_or_else(|| panic!("{}", run.stdout));
    line.trim().split(' ').next().unwrap().parse().unwrap()
}

/// The states that were printed, tiles in reading order.
fn states(run: &Run) -> Vec<Vec<u32>> {
    let (_, sequence) = run.stdout.split_once("Sequence of states:\n").unwrap();
    let numbers = |state: &str| {
        state
            .split_whitespace()
            .map(|tile| tile.parse().unwrap())
            .collect()
    };
    sequence
        .split("\n\n")
        .filter(|state| !state.trim().is_empty())
        .map(numbers)
        .collect()
}

fn check_sequence(run: &Run, start: &[u32], goal: &[u32], side: usize) {
    let states = states(run);
    assert_eq!(states.first().unwrap(), start);
    assert_eq!(states.last().unwrap(), goal);
    assert_eq!(states.len() as u64, value(run, "Number of moves:") + 1);
    for pair in states.windows(2) {
        let blank = |state: &[u32]| state.iter().position(|&tile| tile == 0).unwrap();
        let (from, to) = (blank(&pair[0]), blank(&pair[1]));
        let mut moved = pair[0].clone();
        moved.swap(from, to);
        assert_eq!(moved, pair[1]);
        assert_eq!(
            (from / side).abs_diff(to / side) + (from % side).abs_diff(to % side),
            1
        );
    }
}

#[test]
fn the_subjects_example_takes_15_moves_with_every_heuristic() {
    for heuristic in [
        "auto",
        "hamming",
        "gaschnig",
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "max",
    ] {
        let run = npuzzle(&["-H", heuristic], SUBJECT);
        assert_eq!(run.code, 0, "{heuristic}: {}", run.stderr);
        assert_eq!(value(&run, "Number of moves:"), 15, "{heuristic}");
        assert!(value(&run, "Complexity in time:") >= 16);
        assert!(value(&run, "Complexity in size:") >= 16);
        check_sequence(
            &run,
            &[3, 2, 6, 1, 4, 0, 8, 7, 5],
            &[1, 2, 3, 8, 0, 4, 7, 6, 5],
            3,
        );
    }
}

#[test]
fn uniform_cost_and_greedy_searches_are_available() {
    let uniform = npuzzle(&["--uniform", "-"], SUBJECT);
    assert_eq!(value(&uniform, "Number of moves:"), 15);
    let astar = npuzzle(&["-H", "manhattan"], SUBJECT);
    assert!(value(&astar, "Complexity in time:") < value(&uniform, "Complexity in time:"));
    let greedy = npuzzle(&["--greedy", "-H", "manhattan"], SUBJECT);
    assert!(value(&greedy, "Number of moves:") >= 15);
    check_sequence(
        &greedy,
        &[3, 2, 6, 1, 4, 0, 8, 7, 5],
        &[1, 2, 3, 8, 0, 4, 7, 6, 5],
        3,
    );
}

#[test]
fn every_valid_file_gets_its_answer_and_every_invalid_one_an_error() {
    let index = std::fs::read_to_string(cases().join("index.tsv")).unwrap();
    let mut seen = 0;
    for row in crate::programs::rows(&index) {
        let [file, expected, note] = row[..] else {
            panic!("{row:?}")
        };
        let path = cases().join(file);
        let run = npuzzle(&[path.to_str().unwrap()], "");
        match expected {
            "error" => {
                assert_eq!((run.code, run.stdout.as_str()), (4, ""), "{note}");
                assert_eq!(run.stderr.lines().count(), 1, "{note}: {}", run.stderr);
            }
            "unsolvable" => assert_eq!(
                (run.code, run.stdout.as_str()),
                (1, "This puzzle is unsolvable.\n"),
                "{note}"
            ),
            moves => assert_eq!(
                value(&run, "Number of moves:"),
                moves.parse::<u64>().unwrap(),
                "{note}"
            ),
        }
        seen += 1;
    }
    assert!(seen > 40, "{seen}");
}

/// Arguments, input, exit code, a part of what is said.
#[test]
fn unusual_requests_get_clear_answers() {
    let cases: &[(&[&str], &str, i32, &str)] = &[
        (&["-s", "1"], "", 0, "Number of moves: 0"),
        (&["-s", "2", "--seed", "7"], "", 0, "Number of moves: "),
        (&["-s", "3", "--seed", "7", "-u"], "", 1, "unsolvable"),
        (
            &["-s", "4", "--seed", "7", "-i", "60"],
            "",
            0,
            "Number of moves: ",
        ),
        (&["-s", "1", "-u"], "", 2, "every 1×1 puzzle can be solved"),
        (&["-s", "0"], "", 2, "0×0 is not a valid board shape"),
        (&["-u", "--seed", "7"], "", 1, "Puzzle:\n"),
        (
            &["-u", "file.txt"],
            "",
            2,
            "--unsolvable cannot be used with FILE",
        ),
        (
            &["-u", "-H", "manhattan"],
            "",
            2,
            "--unsolvable cannot be used with --heuristic",
        ),
        (
            &["-u", "--time", "1s"],
            "",
            2,
            "--unsolvable cannot be used with --time",
        ),
        (
            &["file.txt", "--seed", "1"],
            "",
            2,
            "--seed cannot be used with FILE",
        ),
        (&["-i", "5"], SUBJECT, 2, "--iterations needs --size"),
        (&["--seed", "5"], SUBJECT, 2, "--seed needs --size"),
        (
            &["--uniform", "-H", "manhattan"],
            SUBJECT,
            2,
            "--uniform cannot be used with --heuristic",
        ),
        (
            &["-a", "bfs", "-H", "manhattan"],
            SUBJECT,
            2,
            "--heuristic cannot be used with --algorithm bfs, which does not use it",
        ),
        (
            &["--greedy", "--weight", "3"],
            SUBJECT,
            2,
            "--weight needs --algorithm weighted-astar",
        ),
        (&["-s", "3", "file.txt"], "", 2, "cannot be used with"),
        (
            &["no-such-file"],
            "",
            4,
            "no-such-file: No such file or directory",
        ),
        (
            &["--uniform", "--greedy"],
            SUBJECT,
            2,
            "cannot be used with",
        ),
        (
            &["-H", "walking-distance"],
            "5\n1 2 3 4 5\n16 17 18 19 6\n15 24 0 20 7\n14 23 22 21 8\n13 12 11 10 9\n",
            2,
            "up to 16 cells",
        ),
        (
            &["--time", "1ms", "-H", "hamming", "-s", "4", "--seed", "1"],
            "",
            3,
            "Not solved: a limit was reached",
        ),
        (&["2\n1 2\n0 3\n"], "", 4, "No such file"),
        (&[], "2\n1 2\n0 3\n", 0, "Number of moves: 0"),
    ];
    for (args, input, code, said) in cases {
        let run = npuzzle(args, input);
        let all = format!("{args:?}\n{}{}", run.stdout, run.stderr);
        assert_eq!(run.code, *code, "{all}");
        assert!(all.contains(said), "{all}");
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzle() {
    let twice = [(); 2].map(|()| npuzzle(&["-s", "3", "--seed", "42"], "").stdout);
    assert_eq!(twice[0], twice[1]);
}

/// What `-H`, `--greedy` and `--uniform` ask for ends by itself, and so does every search of a 3×3 board.
#[test]
fn effort_works_only_for_searches_that_can_continue_forever() {
    let npuzzle = |options: &[&str]| {
        let args = [&["-s", "3", "--seed", "1", "--effort", "100"], options].concat();
        run(env!("CARGO_BIN_EXE_npuzzle"), &args, b"")
    };
    for options in [
        &["--greedy"][..],
        &["--uniform"],
        &["-a", "idastar"],
        &["-H", "manhattan"],
    ] {
        let run = npuzzle(options);
        assert_eq!(run.code, 2, "{options:?}");
        assert!(
            run.stderr.contains("--effort works only with"),
            "{}",
            run.stderr
        );
    }
    let run = npuzzle(&[]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("--effort has no effect on a 3×3 board"),
        "{}",
        run.stderr
    );
}

#[test]
fn large_puzzles_are_solved() {
    let args = ["-s", "17", "--seed", "5", "--effort", "1000"];
    let run = npuzzle(&args, "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    for label in ["Complexity in time:", "Complexity in size:"] {
        value(&run, label);
    }
    let moves = value(&run, "Number of moves:");
    // Shuffled, not walked a little.
    assert!(moves > 4000, "{moves}");
    let (_, states) = run.stdout.split_once("Sequence of states:\n").unwrap();
    assert_eq!(states.split("\n\n").count() as u64, moves + 1);
    assert_eq!(run.stdout, npuzzle(&args, "").stdout);
    assert_eq!(npuzzle(&["-s", "17", "-u"], "").code, 1);
    let walked = npuzzle(&["-s", "17", "--seed", "5", "-i", "30"], "");
    assert!(value(&walked, "Number of moves:") <= 30);
}

/// A corrector generates a puzzle of this size, and expects an answer in seconds.
#[test]
fn greedy_and_weighted_searches_solve_large_puzzles() {
    for options in [
        &["--greedy"][..],
        &["-a", "weighted-astar"],
        &["-a", "weighted-astar", "--weight", "5"],
    ] {
        let args = [&["-s", "17", "--seed", "3", "--memory", "500M"], options].concat();
        let run = npuzzle(&args, "");
        assert_eq!(run.code, 0, "{options:?} {}", run.stderr);
        let goal = Goal::Snail.board(Shape::square(17).unwrap());
        let goal: Vec<u32> = goal.tiles().iter().map(|tile| tile.number()).collect();
        let start = states(&run).swap_remove(0);
        check_sequence(&run, &start, &goal, 17);
        for label in ["Complexity in time:", "Complexity in size:"] {
            assert!(value(&run, label) > 0, "{options:?}");
        }
    }
}

/// Every way to solve a puzzle counts what it did.
#[test]
fn complexity_is_never_zero() {
    for args in [
        &["-s", "17", "--seed", "5", "--effort", "0"][..],
        &["-s", "17", "--seed", "5", "--effort", "1000"],
        &["-s", "5", "--seed", "5", "-a", "construct"],
        &["-s", "6", "--seed", "5", "-a", "beam", "--effort", "10"],
        &["-s", "3", "--seed", "5", "-a", "table"],
        &["-s", "2", "--seed", "7"],
        &["-s", "1"],
    ] {
        let run = npuzzle(args, "");
        assert_eq!(run.code, 0, "{args:?} {}", run.stderr);
        for label in ["Complexity in time:", "Complexity in size:"] {
            assert!(value(&run, label) > 0, "{args:?}\n{:.300}", run.stdout);
        }
    }
}

/// An unsolvable puzzle that was generated is shown, and is what it is said to be.
#[test]
fn the_unsolvable_puzzle_is_shown() {
    let run = npuzzle(&["-u", "--seed", "7"], "");
    let (puzzle, verdict) = run
        .stdout
        .split_at(run.stdout.len() - "This puzzle is unsolvable.\n".len());
    assert_eq!((run.code, verdict), (1, "This puzzle is unsolvable.\n"));
    let rows = puzzle.strip_prefix("Puzzle:\n").unwrap();
    let again = npuzzle(&[], &format!("3\n{rows}"));
    assert_eq!(
        (again.code, again.stdout.as_str()),
        (1, "This puzzle is unsolvable.\n")
    );
}

/// The states of 100×100 would be 80 gigabytes; a file of a few moves has few states, and `--states` prints streamed ones too.
#[test]
fn moves_are_printed_where_states_would_be_gigabytes() {
    let run = npuzzle(&["-s", "100", "--seed", "1", "--time", "0"], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let moves = value(&run, "Number of moves:");
    let mut lines = run.stdout.lines().skip(4);
    assert!(
        lines
            .next()
            .unwrap()
            .contains(" GB (add --states to print it)")
    );
    assert_eq!(lines.next().unwrap().len() as u64, moves);
    let goal = Goal::Snail.board(Shape::square(130).unwrap());
    let walked = Generator::new(9).walk(&goal, 4);
    let folder = Folder::new("npuzzle");
    let path = folder.0.join("walk.txt");
    std::fs::write(&path, notation::write(&walked, Dialect::FortyTwo).unwrap()).unwrap();
    let run = npuzzle(&[path.to_str().unwrap(), "--time", "0", "--states"], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (_, states) = run.stdout.split_once("Sequence of states:\n").unwrap();
    assert_eq!(
        states.split("\n\n").count() as u64,
        value(&run, "Number of moves:") + 1
    );
}
