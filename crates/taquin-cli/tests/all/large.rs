//! Boards beyond the reach of shortest solutions: `taquin solve` and `taquin bench large`.

use crate::common::{Run, check_cases, run, taquin};
use serde_json::Value;
use taquin::notation::read_moves;
use taquin::{Board, Problem, Shape, Tile};

fn generated(shape: &str, goal: &str) -> String {
    let args = ["generate", "--shape", shape, "--goal", goal, "--seed", "3"];
    taquin(&args).stdout
}

fn solve(board: &str, options: &[&str]) -> Run {
    let args = [&["solve", "-"], options].concat();
    run(env!("CARGO_BIN_EXE_taquin"), &args, board.as_bytes())
}

fn object(run: &Run) -> Value {
    assert_eq!(run.code, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

fn board(object: &Value, which: &str) -> Board {
    let side = |name: &str| object[name].as_u64().unwrap() as u32;
    let tiles = object[which].as_array().unwrap().iter();
    let tiles = tiles.map(|tile| Tile::new(tile.as_u64().unwrap() as u32));
    let shape = Shape::new(side("rows"), side("cols")).unwrap();
    Board::new(shape, tiles.collect()).unwrap()
}

/// Plays the moves of an object, and compares what it says about them.
fn check(object: &Value) {
    let (start, goal) = (board(object, "start"), board(object, "goal"));
    let moves = read_moves(object["moves"].as_str().unwrap(), &start).unwrap();
    let length = moves.len();
    Problem::new(start, goal).unwrap().certify(moves).unwrap();
    assert_eq!(object["status"], "solved");
    assert_eq!(object["length"], length, "{}", object["length"]);
    let bound = object["lower_bound"].as_u64().unwrap();
    assert!(bound > 0 && bound <= length as u64, "{bound} {length}");
    if object["guarantee"] == "none" {
        let ratio = object["ratio"].as_f64().unwrap();
        assert!((ratio - length as f64 / bound as f64).abs() < 1e-9);
    } else {
        assert_eq!(object["guarantee"], "optimal");
        assert_eq!(bound, length as u64);
    }
}

#[test]
fn rectangles_and_goals_are_solved_within_an_effort() {
    for (shape, goal) in [
        ("6x6", "last"),
        ("6x6", "snail"),
        ("3x50", "first"),
        ("2x100", "last"),
        ("40x7", "snail"),
        ("2x9", "snail"),
    ] {
        let board = generated(shape, goal);
        let run = solve(&board, &["--goal", goal, "--effort", "200000", "--json"]);
        let object = object(&run);
        check(&object);
        assert_eq!(object["algorithm"], "beam", "{shape}");
    }
}

/// What does not depend on the machine.
fn steady(run: &Run) -> Value {
    let mut object = object(run);
    object["stats"] = Value::Null;
    object
}

#[test]
fn the_same_effort_and_seed_give_the_same_solution_with_any_number_of_threads() {
    for shape in ["6x6", "5x5", "9x4"] {
        let board = generated(shape, "last");
        let options = |threads| {
            let effort = ["--effort", "1500000", "--seed", "7", "--json", "--threads"];
            [&effort[..], &[threads]].concat()
        };
        let [one, again, two] = ["1", "1", "2"].map(|threads| solve(&board, &options(threads)));
        check(&steady(&one));
        assert_eq!(steady(&one), steady(&again), "{shape}");
        assert_eq!(steady(&one), steady(&two), "{shape}");
    }
}

#[test]
fn zero_time_or_effort_gives_the_first_solution() {
    let board = generated("10x10", "last");
    let options = [["--time", "0"], ["--time", "0s"], ["--effort", "0"]];
    let runs = options.map(|option| solve(&board, &[&option[..], &["--json"]].concat()));
    for run in &runs {
        check(&object(run));
        assert_eq!(steady(run), steady(&runs[0]));
        // The construction makes the moves of its solution and looks at no other board.
        assert_eq!(object(run)["stats"]["generated"], object(run)["length"]);
    }
    // Also where there would be time for the shortest one.
    let small = solve(&generated("4x4", "last"), &["--time", "0", "--json"]);
    assert_eq!(small.code, 0);
    check(&object(&small));
    let text = solve(&board, &["--time", "0"]);
    assert_eq!(text.code, 0);
    let said = "(the shortest has at least ";
    assert!(text.stdout.contains(said), "{}", text.stdout);
    assert!(text.stdout.contains(" times as long)\nmoves: "));
}

/// A time limit that ends the improvement is not an error, and boards near the goal get their shortest solution.
#[test]
fn a_short_time_limit_gives_the_best_solution_so_far() {
    let run = solve(&generated("8x8", "last"), &["--time", "300ms", "--json"]);
    check(&object(&run));
    let walk = ["generate", "--shape", "7x6", "--walk", "12", "--seed", "2"];
    let run = solve(&taquin(&walk).stdout, &["--json"]);
    check(&object(&run));
    assert_eq!(object(&run)["guarantee"], "optimal");
    assert_eq!(object(&run)["algorithm"], "idastar");
}

#[test]
fn beam_supports_every_shape_and_refuses_unsupported_options() {
    for shape in ["2x2", "3x3", "4x4", "2x17"] {
        let board = generated(shape, "last");
        let run = solve(&board, &["-a", "beam", "--effort", "100000", "--json"]);
        check(&object(&run));
        assert_eq!(object(&run)["algorithm"], "beam");
    }
    let line = solve("1 0 2 3", &["--shape", "1x4", "-a", "beam", "--json"]);
    check(&object(&line));
    check_cases(&[
        (
            &["trace", "1 2/3 0", "-a", "beam"],
            2,
            "",
            "a beam search has no queue",
        ),
        (
            &["solve", "1 2/3 0", "-a", "beam", "--all-optimal"],
            2,
            "",
            "--all-optimal needs a search that finds shortest solutions, and beam does not",
        ),
        (
            &["solve", "1 2/3 0", "--effort", "10", "--time", "1s"],
            2,
            "",
            "cannot be used with",
        ),
        (&["solve", "1 2/3 0", "--effort", "many"], 2, "", "--effort"),
        (
            &["solve", "1 2/3 0", "--effort", "9", "-a", "astar"],
            2,
            "",
            "--effort works only with --algorithm auto and beam",
        ),
        (
            &["solve", "1 2/3 0", "--effort", "9"],
            2,
            "",
            "--effort has no effect on a 2×2 board",
        ),
        (
            &["solve", "1 2/3 0", "--seed", "9"],
            2,
            "",
            "--seed has no effect on a 2×2 board",
        ),
        (
            &[
                "solve",
                "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 0",
                "-H",
                "max",
                "--time",
                "0",
            ],
            2,
            "",
            "max supports only boards of up to 16 cells",
        ),
    ]);
}

/// A solution that is longer than requested proves nothing.
#[test]
fn a_solution_that_is_too_long_proves_nothing() {
    let board = generated("8x8", "last");
    let known = object(&solve(&board, &["--effort", "0", "--json"]));
    let bound = known["lower_bound"].as_u64().unwrap();
    let options = |longest: u64, word| {
        let longest = longest.to_string();
        let run = solve(
            &board,
            &["--effort", "0", "--max-length", &longest, "--json"],
        );
        let object: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!((run.code, object["status"].as_str()), (3, Some("limit")));
        assert_eq!(object["reason"], word);
        assert!(object.get("moves").is_none());
    };
    options(bound, "search");
    options(bound - 1, "max-length");
}

#[test]
fn large_boards_are_streamed() {
    let board = generated("130x130", "last");
    let streamed = object(&solve(&board, &["--time", "0", "--json"]));
    check(&streamed);
    assert_eq!(streamed["algorithm"], "construct");
    let length = streamed["length"].as_u64().unwrap();
    let brief = solve(&board, &["--time", "0", "--brief"]);
    assert_eq!(brief.stdout, format!("-: {length}\n"));
    assert!(brief.stderr.contains("there may be a shorter solution"));
    for (option, said) in [
        (
            &["--time", "0", "--states"][..],
            "would print 148.5 GB or more",
        ),
        (
            &["--effort", "0", "--states"],
            "remove it to print the moves only",
        ),
    ] {
        let run = solve(&board, option);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
}

/// A little memory streams small boards too. The search begins with the same solution.
#[test]
fn streamed_output_has_the_usual_form() {
    let small = generated("9x9", "last");
    let [kept, streamed] = ["2G", "1K"].map(|memory| {
        let options = ["--effort", "0", "--memory", memory, "--json"];
        object(&solve(&small, &options))
    });
    assert_eq!(
        [&kept["algorithm"], &streamed["algorithm"]],
        ["beam", "construct"]
    );
    let keys = |object: &Value| {
        object
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&kept), keys(&streamed));
    for key in [
        "length",
        "lower_bound",
        "ratio",
        "moves",
        "guarantee",
        "moves_are",
    ] {
        assert_eq!(kept[key], streamed[key], "{key}");
    }
    for letters in ["tile", "blank", "numbers"] {
        let lines = ["2G", "1K"].map(|memory| {
            let options = ["--effort", "0", "--memory", memory, "--moves", letters];
            let text = solve(&small, &options).stdout;
            text.lines().take(2).map(String::from).collect::<Vec<_>>()
        });
        assert_eq!(lines[0], lines[1], "{letters}");
    }
}

/// The last tile of a board is one move from its place.
#[test]
fn a_streamed_solution_that_is_as_long_as_the_lower_bound_is_shortest() {
    let walk = ["generate", "--shape", "9x9", "--walk", "1", "--seed", "1"];
    let board = taquin(&walk).stdout;
    let [kept, streamed] = ["2G", "1K"].map(|memory| {
        let options = ["--effort", "0", "--memory", memory, "--json"];
        object(&solve(&board, &options))
    });
    assert_eq!(streamed["algorithm"], "construct");
    for object in [&kept, &streamed] {
        check(object);
        assert_eq!(object["guarantee"], "optimal");
        assert!(object.get("ratio").is_none());
    }
    let options = ["--effort", "0", "--memory", "1K"];
    let text = solve(&board, &options).stdout;
    assert!(
        text.contains("\nlength: 1 (shortest)\nmoves: L\n"),
        "{text}"
    );
    let brief = solve(&board, &[&options[..], &["--brief"]].concat());
    assert_eq!(brief.stdout, "-: 1\n");
    assert!(!brief.stderr.contains("shorter"), "{}", brief.stderr);
}

#[test]
fn streamed_states_equal_the_usual_ones() {
    let board = generated("9x9", "last");
    let [kept, streamed] = ["2G", "1K"].map(|memory| {
        let options = ["--effort", "0", "--memory", memory, "--states"];
        let text = solve(&board, &options).stdout;
        let json = object(&solve(&board, &[&options[..], &["--json"]].concat()));
        let (_, states) = text.split_once("\n\n").unwrap();
        (states.to_string(), json["states"].clone())
    });
    assert_eq!(kept, streamed);
}

/// More than 65,536 cells; turned by a few moves only, so that the solution is short.
#[test]
fn boards_of_any_size_are_solved() {
    let walk = [
        "generate", "--shape", "260x260", "--walk", "300", "--seed", "1",
    ];
    let board = taquin(&walk).stdout;
    check(&object(&solve(&board, &["--json"])));
    for command in ["trace", "compare"] {
        let run = run(
            env!("CARGO_BIN_EXE_taquin"),
            &[command, "-"],
            board.as_bytes(),
        );
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{command}");
        let said = "too large to search (at most 65536 cells); taquin solve without";
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
    for (options, said) in [
        (
            &["-a", "beam"][..],
            "taquin solve without --algorithm solves it",
        ),
        (&["-a", "astar"], "at most 65536 cells"),
        (&["-H", "max"], "max supports only boards of up to 16 cells"),
        (
            &["--all-optimal"],
            "support only boards of up to 65536 cells",
        ),
        (
            &["--max-length", "9"],
            "support only boards of up to 65536 cells",
        ),
    ] {
        let run = solve(&board, options);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{options:?}");
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
}

#[test]
fn large_boards_are_measured() {
    let args = [
        "bench", "large", "--sizes", "5,6", "--count", "2", "--effort", "1000",
    ];
    let text = taquin(&args);
    assert_eq!(text.code, 0, "{}", text.stderr);
    assert!(text.stdout.contains("length/n^3"), "{}", text.stdout);
    assert_eq!(text.stdout.lines().count(), 5, "{}", text.stdout);
    let run = taquin(&[&args[..], &["--json"]].concat());
    let objects: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects.len(), 6);
    let number = |object: &Value, key: &str| object[key].as_f64().unwrap();
    for size in objects.chunks(3) {
        let [one, two, both] = size else {
            panic!("{size:?}")
        };
        assert_eq!(one["schema"], "taquin.bench-large-instance/1");
        assert_eq!([&one["seed"], &two["seed"]], [1, 2]);
        assert_eq!(both["schema"], "taquin.bench-large/1");
        let mean = (number(one, "length") + number(two, "length")) / 2.0;
        assert_eq!(number(both, "mean_length"), mean);
        let cube = number(both, "size").powi(3);
        assert!((number(both, "mean_length_per_cube") - mean / cube).abs() < 1e-9);
    }
    check_cases(&[
        (&["bench", "large", "--cold"], 2, "", "remove them"),
        (
            &["bench", "large", "--sizes", "4"],
            2,
            "",
            "must be a whole number from 5 to 4096",
        ),
        (&["bench", "large", "--count", "0"], 2, "", "--count"),
        (
            &["bench", "korf100", "--sizes", "5"],
            2,
            "",
            "work only with taquin bench large",
        ),
    ]);
}
