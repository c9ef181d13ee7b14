//! `taquin generate` as a user sees it.

use crate::common::{Case, check_cases, rows, run, taquin};
use serde_json::Value;
use std::collections::HashSet;

fn objects(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// What `generate` writes with these options.
fn made(options: &str) -> String {
    let args: Vec<&str> = ["generate"].into_iter().chain(options.split(' ')).collect();
    let run = taquin(&args);
    assert_eq!(run.code, 0, "{options}\n{}", run.stderr);
    run.stdout
}

/// What another command writes about it.
fn piped(args: &[&str], input: &str) -> Vec<Value> {
    let run = run(env!("CARGO_BIN_EXE_taquin"), args, input.as_bytes());
    assert_eq!(run.code, 0, "{args:?}\n{}", run.stderr);
    objects(&run.stdout)
}

#[test]
fn invalid_options_are_refused() {
    let cases: &[Case<'_>] = &[
        // Nothing is written before the error.
        (
            &["generate", "--size", "3", "--optimal-length", "5,10,99"],
            2,
            "",
            "no board of 3×3 is farther from this goal than 31 moves",
        ),
        (
            &["generate", "--size", "3", "--optimal-length", "32"],
            2,
            "",
            "no board of 3×3 is farther from this goal than 31 moves",
        ),
        (
            &[
                "generate",
                "--size",
                "3",
                "--optimal-length",
                "32",
                "--json",
            ],
            2,
            r#"{"schema":"taquin.generate/1","status":"bad-input","errors":["--optimal-length: no board of 3×3"#,
            "",
        ),
        (
            &["generate", "--size", "5", "--optimal-length", "20"],
            2,
            "",
            "boards of an exact distance have up to 16 cells (12 with multi-tile moves), and these have 25",
        ),
        (
            &["generate", "--optimal-length", "20", "--metric", "mtm"],
            2,
            "",
            "(12 with multi-tile moves), and these have 16",
        ),
        (
            &["generate", "--optimal-length", "81"],
            2,
            "",
            "no board of 4×4 is farther from this goal than 80 moves",
        ),
        (
            &["generate", "--hardest", "--goal", "snail"],
            3,
            "",
            "for 4×4 goals with the blank in a corner",
        ),
        (
            &["generate", "--shape", "3x5", "--hardest"],
            3,
            "",
            "the farthest 3×5 boards from this goal are not known",
        ),
        (
            &["generate", "--size", "3", "--hardest", "--memory", "1M"],
            3,
            "",
            "--memory 4M",
        ),
        (
            &["generate", "--size", "3", "--unique", "--hardest"],
            2,
            "",
            "no board of 3×3 at 31 moves has a single shortest solution",
        ),
        (
            &["generate", "--size", "5", "--unique"],
            2,
            "",
            "--unique supports only boards of up to 16 cells; these are 5×5",
        ),
        (
            &["generate", "--size", "3", "--metric", "mtm"],
            2,
            "",
            "--metric requires --optimal-length, --hardest or --solve",
        ),
        (
            &[
                "generate", "--size", "3", "--metric", "mtm", "--unique", "--solve",
            ],
            2,
            "",
            "--unique supports only the single-tile metric",
        ),
        (
            &["generate", "--size", "300", "--solve"],
            2,
            "",
            "a 300×300 board is too large to search",
        ),
        (
            &["generate", "--unsolvable", "--solve"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["generate", "--unsolvable", "--hardest"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["generate", "--unsolvable", "--unique"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["generate", "--unsolvable", "--optimal-length", "3"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["generate", "--walk", "5", "--hardest"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["generate", "--walk", "5", "--unique"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["generate", "--walk", "5", "--optimal-length", "3"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["generate", "--hardest", "--optimal-length", "3"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["generate", "--size", "0"],
            2,
            "",
            "0×0 is not a valid board shape",
        ),
        (
            &["generate", "--optimal-length", "-1"],
            2,
            "",
            "unexpected argument",
        ),
    ];
    check_cases(cases);
}

#[test]
fn limits_report_the_number_of_boards_found() {
    let cases: &[Case<'_>] = &[
        (
            &[
                "generate",
                "--optimal-length",
                "77",
                "--time",
                "200ms",
                "--count",
                "3",
            ],
            3,
            "",
            "the time limit was reached: 0 of 3 boards found",
        ),
        (
            &[
                "generate",
                "--optimal-length",
                "77",
                "--time",
                "200ms",
                "--json",
            ],
            3,
            r#"{"schema":"taquin.generate/1","status":"limit","errors":["the time limit was reached: 0 of 1 board found"]}"#,
            "",
        ),
        (
            &["generate", "--shape", "3x4", "--hardest", "--time", "0"],
            3,
            "",
            "the time limit was reached: 0 of 1 board found",
        ),
        // The board was found, its solution was not.
        (
            &[
                "generate", "--seed", "1", "--solve", "--metric", "mtm", "--time", "0",
            ],
            3,
            "3 5 6 7/12 9 4 13/11 14 0 2/1 10 8 15\n# not solved: at least ",
            "",
        ),
    ];
    check_cases(cases);
}

#[test]
fn boards_have_the_requested_properties() {
    let cases: &[(&str, &str)] = &[
        (
            "--size 2 --seed 4 --solve",
            "1 2/0 3\n# 1 move (shortest): L\n",
        ),
        (
            "--size 2 --seed 1 --hardest --to 42 --solve",
            "2\n0 3\n2 1\n# 6 moves (shortest): ULDRUL\n",
        ),
        ("--size 1 --seed 1 --hardest", "0\n"),
        ("--shape 1x9 --seed 1 --hardest", "0 1 2 3 4 5 6 7 8/\n"),
        ("--size 2 --seed 1 --count 0", ""),
        (
            "--size 3 --seed 1 --optimal-length 20 --count 3",
            "3 8 0/6 4 2/1 7 5\n0 6 3/8 1 5/4 7 2\n0 1 6/5 7 8/4 3 2\n",
        ),
        (
            "--size 2 --seed 1 --hardest --metric mtm --json",
            "{\"schema\":\"taquin.generate/1\",\"rows\":2,\"cols\":2,\"start\":[0,3,2,1],\"goal\":[1,2,3,0],\"seed\":1,\
             \"status\":\"solvable\",\"optimal_length\":6,\"metric\":\"mtm\"}\n",
        ),
    ];
    for (options, expected) in cases {
        assert_eq!(made(options), *expected, "{options}");
        // The same seed gives the same boards; without one, the seed is printed.
        assert_eq!(made(options), *expected, "{options}");
    }
    let run = taquin(&["generate", "--size", "3", "--optimal-length", "20"]);
    let seed = run.stderr.trim().strip_prefix("taquin: --seed ").unwrap();
    let again = made(&format!("--size 3 --optimal-length 20 --seed {seed}"));
    assert_eq!(run.stdout, again);
}

#[test]
fn boards_at_a_distance_take_exactly_that_many_moves() {
    for (shape, goal, metric, length) in [
        ("3x3", "last", "stm", "17"),
        ("3x3", "snail", "mtm", "19"),
        ("4x2", "first", "stm", "25"),
        ("1x7", "last", "mtm", "1"),
        ("4x4", "snail", "stm", "9"),
        ("2x7", "first", "stm", "30"),
    ] {
        let which = format!("--shape {shape} --goal {goal} --metric {metric} --seed 3 --count 5");
        let boards = made(&format!("{which} --optimal-length {length}"));
        let args = [
            "solve", "--lines", "-", "--json", "--goal", goal, "--metric", metric,
        ];
        let solved = piped(&[&args[..], &["--shape", shape]].concat(), &boards);
        assert_eq!(solved.len(), 5);
        for solved in solved {
            assert_eq!(solved["length"].to_string(), length, "{solved}");
        }
        for made in objects(&made(&format!("{which} --optimal-length {length} --json"))) {
            assert_eq!(made["optimal_length"].to_string(), length);
            assert_eq!(made["metric"], metric);
        }
    }
}

/// `verify` plays the moves, and finds nothing shorter.
#[test]
fn keys_are_right_and_shortest() {
    for options in [
        "--size 3 --count 5",
        "--shape 2x5 --goal first --count 3",
        "--size 3 --optimal-length 22 --metric mtm --count 3",
        "--size 4 --optimal-length 30 --count 2",
        "--shape 4x2 --hardest --metric mtm",
        "--shape 1x6 --goal snail",
    ] {
        let made = made(&format!("{options} --seed 8 --solve --json"));
        let judged = piped(&["verify", "-", "--json"], &made);
        let made = objects(&made);
        assert_eq!(made.len(), judged.len());
        for (made, judged) in made.iter().zip(judged) {
            assert_eq!(
                (&judged["status"], &judged["optimal"]),
                (&"right".into(), &true.into()),
                "{judged}"
            );
            assert_eq!(made["guarantee"], "optimal");
            assert_eq!(made["length"], judged["length"]);
        }
    }
}

#[test]
fn unique_boards_have_one_shortest_solution() {
    for (options, length) in [
        ("--size 3 --count 5", None),
        ("--size 3 --optimal-length 24 --count 3", Some(24)),
        ("--size 3 --optimal-length 27 --count 3", Some(27)),
        ("--size 4 --optimal-length 12 --count 2", Some(12)),
        ("--shape 2x3 --goal first --count 2", None),
    ] {
        let goal = if options.contains("first") {
            "first"
        } else {
            "last"
        };
        let boards = made(&format!("{options} --seed 2 --unique"));
        let args = [
            "solve",
            "--lines",
            "-",
            "--json",
            "--all-optimal",
            "--goal",
            goal,
        ];
        for solved in piped(&args, &boards) {
            assert_eq!(solved["optimal_solutions"], 1, "{solved}");
            assert!(length.is_none_or(|length: u64| solved["length"] == length));
        }
    }
}

#[test]
fn the_hardest_boards_are_the_farthest_of_a_census() {
    for (shape, goal, metric) in [
        ("3x3", "last", "stm"),
        ("2x4", "first", "stm"),
        ("3x3", "snail", "mtm"),
    ] {
        let census = taquin(&[
            "census",
            shape,
            "--goal",
            goal,
            "--metric",
            metric,
            "--list-farthest",
            "--json",
        ]);
        let census = &objects(&census.stdout)[0];
        let made = made(&format!(
            "--shape {shape} --goal {goal} --metric {metric} --hardest --seed 1 --count 100 --json"
        ));
        let made = objects(&made);
        let starts: HashSet<String> = made.iter().map(|made| made["start"].to_string()).collect();
        let farthest = census["farthest_boards"].as_array().unwrap();
        assert_eq!(starts, farthest.iter().map(Value::to_string).collect());
        assert!(
            made.iter()
                .all(|made| made["optimal_length"] == census["farthest"])
        );
    }
}

/// The published boards are for the goal with the blank in the last corner. In a mirror that takes the goal's blank there,
/// and with tiles numbered by their homes, the boards of the other corners are the same ones.
#[test]
fn the_hardest_boards_of_4x4_are_mirror_images_of_the_published_ones() {
    let published = rows(include_str!("../../../../data/hardest.tsv")).into_iter();
    let published = published.filter(|row| row[..4] == ["4x4", "last", "stm", "80"]);
    let published: HashSet<Vec<usize>> = published
        .map(|row| {
            let tiles = row[4].split([' ', '/']);
            tiles.map(|tile| tile.parse().unwrap()).collect()
        })
        .collect();
    assert_eq!(published.len(), 17);
    for goal in [
        "last",
        "first",
        "1 2 3 0/4 5 6 7/8 9 10 11/12 13 14 15",
        "9 2 14 4/5 6 7 8/1 10 11 12/0 3 13 15",
    ] {
        let args = [
            "generate",
            "--hardest",
            "--goal",
            goal,
            "--seed",
            "1",
            "--count",
            "300",
            "--json",
        ];
        let made = objects(&taquin(&args).stdout);
        let numbers = |value: &Value| -> Vec<usize> {
            let tiles = value.as_array().unwrap().iter();
            tiles.map(|tile| tile.as_u64().unwrap() as usize).collect()
        };
        let goal = numbers(&made[0]["goal"]);
        let blank = goal.iter().position(|&tile| tile == 0).unwrap();
        let mirrored = |cell: usize| cell ^ (15 - blank);
        let seen_in_mirror = |made: &Value| {
            let mut board = vec![0; 16];
            for (cell, tile) in numbers(&made["start"]).into_iter().enumerate() {
                let home = goal.iter().position(|&other| other == tile).unwrap();
                board[mirrored(cell)] = (mirrored(home) + 1) % 16;
            }
            board
        };
        assert_eq!(
            made.iter().map(seen_in_mirror).collect::<HashSet<_>>(),
            published
        );
        assert!(made.iter().all(|made| made["optimal_length"] == 80));
        let boards = made.iter().map(|made| made["start"].to_string() + "\n");
        let goal = format!("{goal:?}");
        let args = ["check", "--lines", "-", "--goal", &goal, "--json"];
        piped(&args, &boards.take(20).collect::<String>());
    }
}
