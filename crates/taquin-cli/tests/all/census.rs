//! `taquin census`, `count` and `reach` as a user sees them.

use crate::common::{Case, check_cases, fault, rows, run, taquin};
use serde_json::Value;
use std::collections::HashSet;

const LAST_4X4: &str = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";

fn json(args: &[&str]) -> Vec<Value> {
    let run = taquin(&[args, &["--json"]].concat());
    assert_eq!(run.code, 0, "{args:?}\n{}", run.stderr);
    let lines = run.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn solve(boards: &str, options: &[&str]) -> Vec<Value> {
    let args = [&["solve", "--lines", "-", "--json"], options].concat();
    let run = run(env!("CARGO_BIN_EXE_taquin"), &args, boards.as_bytes());
    let lines = run.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn every_option_gives_its_result_or_its_error() {
    let cases: &[Case<'_>] = &[
        (
            &["census", "2x2"],
            0,
            "distance  boards\n       0       1\n       1       2\n       2       2\n       3       2\n       4       2\n       \
             5       2\n       6       1\n\nboards: 12\nfarthest: 6 moves (1 board)\nmean: 3.0000\nmetric: stm\n",
            "",
        ),
        (
            &["census", "2x5"],
            0,
            "\n       9     112\n      10     176\n",
            "",
        ),
        (
            &["census", "2x3", "--plot"],
            0,
            "\n10  23  ████████████████████████████",
            "",
        ),
        (
            &["census", "2x2", "--list-farthest"],
            0,
            "metric: stm\n\n0 3/2 1\n",
            "",
        ),
        (&["census", "1x1"], 0, "farthest: 0 moves (1 board)", ""),
        (
            &["census", "1x40"],
            0,
            "boards: 40\nfarthest: 39 moves (1 board)\nmean: 19.5000",
            "",
        ),
        (
            &["census", "40x1", "--metric", "mtm"],
            0,
            "farthest: 1 move (39 boards)",
            "",
        ),
        // The shape divides a line of numbers into rows.
        (
            &["census", "2x3", "--goal", "1 2 3 4 0 5"],
            0,
            "boards: 360",
            "read as one line of numbers (2×3)",
        ),
        (
            &["census", "3x4", "--time", "0"],
            3,
            "stopped: 1 of 239500800 boards are within 0 moves",
            "",
        ),
        (
            &["census", "3x4", "--time", "0", "--list-farthest", "--json"],
            3,
            r#""status":"limit","reason":"time","boards":239500800,"boards_at_distance":[1],"seconds""#,
            "",
        ),
        (
            &["census", "3x3", "--memory", "1M"],
            3,
            "",
            "3×3 has 181440 solvable boards, which take about 4.1 MB of memory, and --memory allows 1.0 MB \
             (use --memory 4M if this machine has it)",
        ),
        (
            &["census", "2x7"],
            3,
            "",
            "2×7 has 43589145600 solvable boards, which take about 9.0 GB of memory, and --memory allows 2.1 GB \
             (use --memory 9G if this machine has it; taquin cluster census divides the work among machines",
        ),
        (&["census", "3x5"], 3, "", "about 140.2 GB of memory"),
        (
            &["census", "4x4", "--json"],
            3,
            r#""status":"limit","errors":["4×4 has 10461394944000"#,
            "2.1 TB",
        ),
        (
            &["census", "5x5"],
            3,
            "",
            "a census supports only boards of up to 16 cells and lines of up to 4096: 5×5 has 7.8·10^24 solvable boards",
        ),
        (
            &["census", "1000x1000"],
            3,
            "",
            "1000×1000 has more than 10^300 solvable boards",
        ),
        (
            &["census", "1x5000"],
            3,
            "",
            "1×5000 has 5000 solvable boards",
        ),
        (
            &["census", "3x3", "--goal", "1 2/3 0"],
            4,
            "",
            "the board is 2×2, not 3×3",
        ),
        (
            &["census", "2x2", "--goal", "middle", "--json"],
            4,
            r#"{"schema":"taquin.census/1","status":"bad-input","#,
            "the goal must be one of last, first, snail, or a board",
        ),
        (&["census", "0x3"], 2, "", "a shape is ROWSxCOLS"),
        (&["census"], 2, "", "<ROWSxCOLS>"),
        (
            &["census", "2x2", "--metric", "xyz"],
            2,
            "",
            "possible values: stm, mtm",
        ),
        (&["census", "2x2", "--log"], 2, "", "--svg"),
        (
            &["census", "2x2", "--plot", "--json"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["census", "2x2", "--svg", "--json"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["census", "2x2", "--svg", "--list-farthest"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["count", "3x3"],
            0,
            "cells: 9\nboards: 362880 (9!)\nsolvable: 181440 (half of them: 9!/2)\nunsolvable: 181440\n",
            "",
        ),
        (
            &["count", "4x4", "--depth", "3"],
            0,
            "     3                  18                          10\n",
            "",
        ),
        (
            &["count", "1x5"],
            0,
            "blank cells with 1 move: 2\nblank cells with 2 moves: 3\nmoves per board, on average: 1.6000\n",
            "",
        ),
        (
            &["count", "1x1"],
            0,
            "neighbouring solvable boards: 0 pairs",
            "",
        ),
        (
            &["count", "10x10"],
            0,
            "boards: about 9.332·10^157 (100!)",
            "",
        ),
        (
            &["count", "4096x4096", "--json"],
            0,
            r#"{"schema":"taquin.count/1","rows":4096,"cols":4096,"all_boards":"8.214e113924437","#,
            "",
        ),
        (
            &["count", "3x3", "--depth", "61"],
            2,
            "",
            "must be a whole number from 0 to 60",
        ),
        (&["count", "3x3", "--goal", "first"], 2, "", "--depth"),
        (
            &["count", "3x3", "--depth", "1", "--goal", "1 2/3 0"],
            4,
            "",
            "the board is 2×2, not 3×3",
        ),
        (&["reach", "1 2/3 3"], 4, "", "tile 3 appears twice"),
        (
            &["reach", "1 2/3 3", "--json"],
            4,
            r#"{"schema":"taquin.reach/1","status":"bad-input","#,
            "",
        ),
        (
            &["reach", LAST_4X4],
            2,
            "",
            "too many boards can be reached from a 4×4 board; --depth 10 lists those within 10 moves",
        ),
        (
            &["reach", LAST_4X4, "--depth", "30", "--limit", "1000"],
            3,
            "",
            "more than 1000 boards can be reached within 30 moves; choose a smaller --depth, or raise --limit",
        ),
        (
            &["reach", "1 2 3/4 5 6/7 8 0", "--limit", "1000", "--json"],
            3,
            r#"{"schema":"taquin.reach/1","status":"limit","errors":["181440 boards can be reached"#,
            "181440 boards can be reached, and --limit allows 1000; set --depth, or raise --limit",
        ),
        (
            &["reach", "1 2/3 0", "--depth", "2", "--limit", "4"],
            3,
            "",
            "more than 4 boards can be reached within 2 moves; choose a smaller --depth, or raise --limit",
        ),
        (
            &["reach", "1 2/3 0", "--depth", "2", "--limit", "5"],
            0,
            "1 2/3 0\n1 0/3 2\n1 2/0 3\n",
            "",
        ),
        (
            &["reach", "1 2/3 0", "--depth", "99", "--limit", "11"],
            3,
            "",
            "more than 11 boards",
        ),
        (
            &["reach", LAST_4X4, "--depth", "1", "--metric", "mtm"],
            2,
            "",
            "--metric mtm works for boards of up to 12 cells",
        ),
        (
            &["reach", "1 2 0/3 4 5", "--to", "42"],
            2,
            "",
            "supports only square boards",
        ),
        (
            &["reach", "1 2/3 0", "--depth", "1", "--to", "princeton"],
            0,
            "2\n 1  2 \n 3  0 \n2\n 1  0 \n 3  2 \n2\n 1  2 \n 0  3 \n",
            "",
        ),
        (
            &["reach", "1 2 3/4 5 6/7 8 0", "--memory", "1k"],
            3,
            "",
            "--memory allows 1.0 kB (use --memory 4M",
        ),
        (
            &[
                "reach", "2 1 0 3", "--shape", "1x4", "--metric", "mtm", "--json",
            ],
            0,
            "{\"schema\":\"taquin.reach/1\",\"rows\":1,\"cols\":4,\"distance\":1,\"metric\":\"mtm\",\"board\":[0,2,1,3],\"source\":\"argument 1\"}\n",
            "",
        ),
    ];
    check_cases(cases);
}

/// The distributions of `data/depths.tsv` up to ten cells, as JSON and as text.
#[test]
fn a_census_has_the_published_counts() {
    let published = include_str!("../../../../data/depths.tsv");
    let whole = rows(published).into_iter().filter(|row| row[2] == "whole");
    let small: Vec<_> = whole
        .filter(|row| row[0].split([' ', '/']).count() <= 9)
        .collect();
    assert!(small.len() >= 9);
    for row in small {
        let (goal, metric) = (row[0], row[1]);
        let rows = goal.split('/').count();
        let shape = format!("{rows}x{}", goal.split([' ', '/']).count() / rows);
        let args = ["census", &shape, "--goal", goal, "--metric", metric];
        let found = &json(&args)[0];
        let counts = found["boards_at_distance"].as_array().unwrap();
        let counts: Vec<String> = counts.iter().map(Value::to_string).collect();
        assert_eq!(counts.join(" "), row[3], "{goal} {metric}");
        let sum: u64 = counts
            .iter()
            .map(|count| count.parse::<u64>().unwrap())
            .sum();
        assert_eq!(found["boards"], sum);
        assert_eq!(
            (&found["status"], &found["metric"]),
            (&"complete".into(), &metric.into())
        );
        let text = taquin(&args).stdout;
        let table = text.lines().skip(1).take(counts.len());
        let column: Vec<&str> = table
            .map(|line| line.split_whitespace().nth(1).unwrap())
            .collect();
        assert_eq!(column, counts);
    }
}

#[test]
fn the_farthest_boards_are_at_the_reported_distance() {
    for (shape, goal, metric) in [
        ("3x3", "last", "stm"),
        ("3x3", "1 2 3/4 0 5/6 7 8", "mtm"),
        ("2x4", "first", "stm"),
        ("4x2", "snail", "mtm"),
    ] {
        let args = [
            "census",
            shape,
            "--goal",
            goal,
            "--metric",
            metric,
            "--list-farthest",
        ];
        let found = &json(&args)[0];
        let farthest = found["farthest"].as_u64().unwrap();
        let listed = found["farthest_boards"].as_array().unwrap();
        assert_eq!(
            listed.len() as u64,
            found["boards_at_distance"][farthest as usize]
                .as_u64()
                .unwrap()
        );
        let text = taquin(&args).stdout;
        let boards = text.split_once(&format!("metric: {metric}\n\n")).unwrap().1;
        let solved = solve(boards, &["--goal", goal, "--metric", metric]);
        assert_eq!(solved.len(), listed.len());
        for (solved, listed) in solved.iter().zip(listed) {
            assert_eq!(solved["length"], farthest);
            assert_eq!(&solved["start"], listed);
        }
    }
}

#[test]
fn the_columns_of_a_plot_are_aligned() {
    let plot = taquin(&["census", "2x5", "--plot"]).stdout;
    let bars: Vec<&str> = plot.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(bars.len(), 56);
    let begins = |line: &&str| line.chars().position(|char| ('█'..='▏').contains(&char));
    assert!(bars.iter().all(|bar| begins(bar) == Some(12)), "{plot}");
    assert!(bars.iter().all(|bar| bar.chars().count() <= 72));
}

#[test]
fn a_stopped_census_draws_the_levels_so_far() {
    let run = taquin(&["census", "3x4", "--time", "0", "--svg"]);
    assert_eq!((run.code, fault(&run.stdout)), (3, None));
    assert!(run.stdout.contains("Boards of 3×4 at each distance (stm)"));
    assert!(!run.stdout.contains(">farthest "));
}

#[test]
fn any_number_of_threads_gives_the_same_counts() {
    let [one, three] = ["1", "3"].map(|n| taquin(&["census", "2x5", "--threads", n]).stdout);
    assert_eq!(one, three);
}

/// What is counted agrees with what is enumerated: solvable boards, those at a cell, pairs of neighbours.
#[test]
fn count_agrees_with_census_and_reach() {
    for (shape, goal) in [
        ("1x1", "0"),
        ("1x4", "1 2 3 0"),
        ("2x2", "1 2/3 0"),
        ("2x3", "1 2 3/4 5 0"),
        ("2x4", "1 2 3 4/5 6 7 0"),
        ("3x3", "1 2 3/4 5 6/7 8 0"),
    ] {
        let count = &json(&["count", shape])[0];
        let number = |field: &str| count[field].as_str().unwrap().parse::<u64>().unwrap();
        let census = &json(&["census", shape])[0];
        assert_eq!(census["boards"], number("solvable_boards"));
        assert_eq!(
            number("all_boards"),
            number("solvable_boards") + number("unsolvable_boards")
        );
        let boards = json(&["reach", goal, "--shape", shape]);
        assert_eq!(boards.len() as u64, number("solvable_boards"));
        let with_blank_first = boards.iter().filter(|found| found["board"][0] == 0);
        let at_a_cell = number("solvable_with_the_blank_at_a_cell");
        assert_eq!(with_blank_first.count() as u64, at_a_cell);
        assert_eq!(
            number("all_boards"),
            number("connected_components") * number("solvable_boards")
        );
        let moves = count["mean_moves"].as_f64().unwrap() * number("solvable_boards") as f64;
        assert!((moves - 2.0 * number("neighbour_pairs") as f64).abs() < 1e-6);
    }
}

#[test]
fn reach_lists_every_board_once_and_nearest_first() {
    for (board, metric) in [
        ("1 2 3/4 5 6/7 8 0", "stm"),
        ("8 1 3/4 0 2/7 6 5", "mtm"),
        ("1 2/3 4/5 6/0 7", "stm"),
    ] {
        let args = ["reach", board, "--metric", metric];
        let text = taquin(&args).stdout;
        assert_eq!(text.lines().next(), Some(board));
        let once: HashSet<&str> = text.lines().collect();
        assert_eq!(once.len(), text.lines().count());
        let found = json(&args);
        assert_eq!(found.len(), once.len());
        let distances = found
            .iter()
            .map(|found| found["distance"].as_u64().unwrap());
        assert!(distances.is_sorted());
        // The boards within some moves are the beginning of the whole list.
        for depth in ["0", "3", "10"] {
            let near = taquin(&["reach", board, "--metric", metric, "--depth", depth]).stdout;
            assert!(text.starts_with(&near));
            let within = found
                .iter()
                .filter(|found| found["distance"].as_u64() <= depth.parse().ok());
            assert_eq!(near.lines().count(), within.count(), "{board} {depth}");
        }
    }
}

/// A board of up to 12 cells comes from a census, a larger one from a tree.
#[test]
fn solve_reads_what_reach_lists_and_agrees_with_its_distances() {
    for (board, metric, depth) in [
        (LAST_4X4, "stm", "6"),
        ("1 2 3 4/5 6 0 7/8 9 10 11", "stm", "4"),
        ("5 1 2/8 7 3/6 4 0", "mtm", "4"),
    ] {
        let args = ["reach", board, "--metric", metric, "--depth", depth];
        let listed = taquin(&args).stdout;
        let solved = solve(&listed, &["--goal", board, "--metric", metric]);
        let found = json(&args);
        assert!(found.len() > 20 && found.len() == solved.len());
        for (found, solved) in found.iter().zip(solved) {
            assert_eq!(found["distance"], solved["length"]);
            assert_eq!(found["board"], solved["start"]);
        }
    }
}
