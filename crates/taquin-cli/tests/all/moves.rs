//! `taquin moves`, `taquin hint`, and moves with counts in other commands.

use crate::common::{Case, check_cases, taquin};
use serde_json::{Value, json};

const LAST: &str = "1 2 3/4 5 6/7 8 0";
const HARD: &str = "8 6 7/2 5 4/3 0 1";

#[test]
fn sequences_are_applied_inverted_simplified_counted_and_converted() {
    let cases: &[Case<'_>] = &[
        (
            &["moves", "apply", LAST, "R2 D"],
            0,
            "1 2 3/0 5 6/4 7 8\n",
            "",
        ),
        (
            &["moves", "apply", LAST, "7 4", "--moves-from", "clicks"],
            0,
            "1 2 3/0 5 6/4 7 8\n",
            "",
        ),
        (
            &["moves", "apply", LAST, "l l u", "--moves-from", "blank"],
            0,
            "1 2 3/0 5 6/4 7 8\n",
            "",
        ),
        (
            &["moves", "apply", LAST, "RRD", "--to", "grid"],
            0,
            "1 2 3\n0 5 6\n4 7 8\n",
            "",
        ),
        (&["moves", "invert", "R2 D L"], 0, "RULL\n", ""),
        (
            &["moves", "invert", "R2 D L", "--compact"],
            0,
            "R U L2\n",
            "",
        ),
        (
            &["convert", LAST, "--moves", "RRD", "--compact"],
            0,
            "R2 D\n",
            "",
        ),
        (&["moves", "simplify", "R L U U"], 0, "UU\n", ""),
        (&["moves", "simplify", "U L R D"], 0, "\n", ""),
        (&["moves", "count", "R2D3LU"], 0, "stm: 7\nmtm: 4\n", ""),
        (
            &["moves", "convert", "R2 D", "--moves-as", "blank"],
            0,
            "LLU\n",
            "",
        ),
        (
            &[
                "moves",
                "convert",
                "R2 D",
                "--board",
                LAST,
                "--moves-as",
                "clicks",
            ],
            0,
            "7 4\n",
            "",
        ),
        (
            &[
                "moves",
                "convert",
                "R2 D",
                "--board",
                LAST,
                "--moves-as",
                "numbers",
            ],
            0,
            "8 7 4\n",
            "",
        ),
        (
            &["moves", "convert", "8 7 4", "--board", LAST, "--compact"],
            0,
            "R2 D\n",
            "",
        ),
    ];
    check_cases(cases);
}

#[test]
fn wrong_sequences_are_refused_with_their_place() {
    let cases: &[Case<'_>] = &[
        (
            &["moves", "apply", LAST, "RDDLL"],
            4,
            "",
            "taquin: \"RDDLL\": move 5 (L) is impossible: no tile is to the right of the blank",
        ),
        (
            &["moves", "apply", LAST, "R3"],
            4,
            "",
            "`3` times right does not fit a 3×3 board",
        ),
        (
            &["moves", "apply", LAST, "1", "--moves-from", "clicks"],
            4,
            "",
            "\"1\":1:1: tile 1 is not in line with the blank here, so it cannot move",
        ),
        (
            &["moves", "apply", LAST, "8 1"],
            4,
            "",
            "\"8 1\":1:3: tile 1 is not next to the blank here, so it cannot move",
        ),
        (
            &["moves", "invert", "8 7"],
            2,
            "",
            "add --board with the board",
        ),
        (
            &["moves", "convert", "U", "--moves-as", "numbers"],
            2,
            "",
            "add --board with the board",
        ),
        (
            &["moves", "count", "R1000"],
            4,
            "",
            "`1000` is not a count from 1 to 999",
        ),
        (
            &["moves", "count", "RQ"],
            4,
            "",
            "\"RQ\":1:2: `Q` is not a move",
        ),
    ];
    check_cases(cases);
}

#[test]
fn a_sequence_as_json_has_its_boards_and_both_lengths() {
    let run = taquin(&["moves", "apply", LAST, "R2 D", "--json"]);
    let object: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        object,
        json!({
            "schema": "taquin.moves/1", "rows": 3, "cols": 3,
            "start": [1, 2, 3, 4, 5, 6, 7, 8, 0], "end": [1, 2, 3, 0, 5, 6, 4, 7, 8],
            "moves": "RRD", "moves_are": "tile", "length": 3, "slides": 2,
        })
    );
}

#[test]
fn hints_show_the_next_moves_of_a_shortest_solution() {
    let cases: &[Case<'_>] = &[
        (
            &["hint", HARD],
            0,
            "next: DDL\nremaining: 31 moves (shortest)\noptimal first moves: D, L, R\n",
            "",
        ),
        (&["hint", HARD, "--compact"], 0, "next: D2 L\n", ""),
        (
            &["hint", HARD, "-n", "0"],
            2,
            "",
            "must be a whole number from 1 to ",
        ),
        (&["hint", HARD, "-n", "1"], 0, "next: D\n", ""),
        (&["hint", LAST], 0, "solved\n", ""),
        (&["hint", "2 1 3/4 5 6/7 8 0"], 1, "unsolvable\n", ""),
        (&["hint", HARD, "--metric", "mtm"], 0, "next: ", ""),
        (
            &["hint", HARD, "--json"],
            0,
            "\"next\":\"DDL\",\"first_moves\":[\"D\",\"L\",\"R\"],\"source\":\"argument 1\"}",
            "",
        ),
    ];
    check_cases(cases);
}

#[test]
fn options_without_effect_are_errors() {
    let cases: &[Case<'_>] = &[
        (
            &["moves", "count", "LU", "--compact"],
            2,
            "",
            "only with --json",
        ),
        (
            &["moves", "apply", LAST, "R", "--moves-as", "blank"],
            2,
            "",
            "only with --json",
        ),
        (
            &["moves", "invert", "LU", "--shape", "3x3"],
            2,
            "",
            "add --board or remove them",
        ),
        (
            &["compare", LAST, "-a", "bfs", "--groups", "4-4"],
            2,
            "",
            "--groups works only with --algorithm astar, weighted-astar, greedy or idastar",
        ),
        (
            &["compare", LAST, "-H", "manhattan", "--groups", "4-4"],
            2,
            "",
            "--groups works only with --heuristic pdb",
        ),
        (
            &["compare", LAST, "-a", "bfs", "--heuristic-command", "true"],
            2,
            "",
            "--heuristic-command works only with --algorithm astar",
        ),
        (
            &["generate", "--json", "--to", "42"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["reach", LAST, "--json", "--to", "42"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["generate", "--bad", "--into", "x", "--time", "1s"],
            2,
            "",
            "cannot be used with",
        ),
    ];
    check_cases(cases);
}

/// In the multi-tile metric, the number of words is the length, and `verify` reads what `solve` writes.
#[test]
fn words_and_length_agree_in_the_multi_tile_metric() {
    for form in ["tile", "blank", "numbers", "clicks"] {
        let args = [
            "solve",
            HARD,
            "--metric",
            "mtm",
            "--json",
            "--moves-as",
            form,
        ];
        let solved = taquin(&args);
        let object: Value = serde_json::from_str(&solved.stdout).unwrap();
        let moves = object["moves"].as_str().unwrap();
        assert_eq!(
            moves.split(' ').count() as u64,
            object["length"].as_u64().unwrap()
        );
        let judged = crate::common::run(
            env!("CARGO_BIN_EXE_taquin"),
            &["verify", "-", "--json"],
            solved.stdout.as_bytes(),
        );
        assert_eq!(judged.code, 0, "{}", judged.stdout);
    }
}

#[test]
fn moves_are_written_with_counts_on_request() {
    let cases: &[Case<'_>] = &[
        (
            &["solve", "1 2 3/4 5 6/0 7 8", "--compact"],
            0,
            "length: 2 (shortest)\nmoves: L2\n",
            "",
        ),
        (
            &[
                "solve",
                "1 2 3/4 5 6/0 7 8",
                "--compact",
                "--moves-as",
                "blank",
            ],
            0,
            "moves: r2\n",
            "",
        ),
        (
            &[
                "solve",
                "1 2 3/4 5 6/0 7 8",
                "--compact",
                "--moves-as",
                "numbers",
                "--json",
            ],
            0,
            "\"moves\":\"8\",\"moves_are\":\"clicks\"",
            "",
        ),
        (
            &[
                "generate",
                "--size",
                "3",
                "--seed",
                "1",
                "--solve",
                "--compact",
            ],
            0,
            "(shortest): ",
            "",
        ),
        (
            &["solve", LAST, "--compact", "--brief"],
            2,
            "",
            "cannot be used with",
        ),
    ];
    check_cases(cases);
}

#[test]
fn all_shortest_solutions_are_counted_in_slides() {
    let cases: &[Case<'_>] = &[
        (
            &[
                "solve",
                "1 2 3/4 5 6/0 7 8",
                "--metric",
                "mtm",
                "--all-optimal",
            ],
            0,
            "moves: L2\nshortest solutions: 1\nfirst moves: L2\n  L2\n",
            "",
        ),
        (
            &[
                "solve",
                HARD,
                "--metric",
                "mtm",
                "--all-optimal",
                "-a",
                "table",
            ],
            2,
            "",
            "all shortest solutions are found by a search",
        ),
    ];
    check_cases(cases);
}
