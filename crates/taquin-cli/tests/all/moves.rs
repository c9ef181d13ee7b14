//! `taquin moves`, `taquin hint`, and moves with counts in other commands.

use crate::common::{Case, Folder, check_cases, run, taquin};
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
            "schema": "taquin.moves/1", "rows": 3, "cols": 3, "metric": "stm",
            "start": [1, 2, 3, 4, 5, 6, 7, 8, 0], "end": [1, 2, 3, 0, 5, 6, 4, 7, 8],
            "moves": "RRD", "moves_are": "tile", "length": 3, "slides": 2, "source": "argument 1",
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
            "must be a whole number of at least 1",
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

/// What `taquin solve` writes has moves: as text, as an object with its board, and as a row.
#[test]
fn moves_of_solutions_are_read() {
    let board = "1 2 3/4 0 6/7 5 8";
    let solve = |options: &[&str]| taquin(&[&["solve", board], options].concat()).stdout;
    let moves = |args: &[&str], input: &str| {
        let args = [&["moves"], args].concat();
        run(env!("CARGO_BIN_EXE_taquin"), &args, input.as_bytes())
    };
    for options in [
        &[][..],
        &["--json"],
        &["--csv"],
        &["--metric", "mtm"],
        &["--json", "--moves-as", "blank"],
    ] {
        // In the multi-tile metric each slide is a word.
        let is_slides = options.contains(&"mtm");
        let inverted = moves(&["invert", "-"], &solve(options));
        assert_eq!(
            (inverted.code, &inverted.stdout[..]),
            (0, if is_slides { "R D\n" } else { "RD\n" }),
            "{options:?} {}",
            inverted.stderr
        );
    }
    // The board of the object gives tile numbers their meaning.
    let numbers = solve(&["--json", "--moves-as", "numbers"]);
    assert_eq!(moves(&["convert", "-"], &numbers).stdout, "UL\n");
    let applied = moves(&["apply", board, "-"], &numbers);
    assert_eq!(applied.stdout, "1 2 3/4 5 6/7 8 0\n", "{}", applied.stderr);
    let two = "{\"id\": 1, \"moves\": \"UL\"}\n{\"id\": 2, \"moves\": [\"up\", \"up\"]}\n";
    let counted = moves(&["count", "-", "--json"], two).stdout;
    assert_eq!(
        counted,
        "{\"schema\":\"taquin.moves/1\",\"metric\":\"stm\",\"moves\":\"UL\",\"moves_are\":\"tile\",\"length\":2,\"slides\":2,\"source\":\"-:1\",\"id\":1}\n\
         {\"schema\":\"taquin.moves/1\",\"metric\":\"stm\",\"moves\":\"UU\",\"moves_are\":\"tile\",\"length\":2,\"slides\":1,\"source\":\"-:2\",\"id\":2}\n"
    );
    let wrong = [
        (
            "{\"id\": 1}\n",
            "taquin: standard input:1: the field `moves` is missing\n",
        ),
        (
            "{\"moves\": 5}\n",
            "taquin: standard input:1: moves: expected a string or an array\n",
        ),
        (
            "length: 2\nmoves: UX\n",
            "taquin: standard input:2:2: `X` is not a move (U, D, L, R with an optional count, N, S, W, E, words for these, or arrows)\n",
        ),
    ];
    for (input, stderr) in wrong {
        let run = moves(&["invert", "-"], input);
        assert_eq!((run.code, &run.stderr[..]), (4, stderr), "{input}");
    }
}

/// Objects name the source of their moves or boards.
#[test]
fn objects_name_their_source() {
    let folder = Folder::new("sources");
    let file = folder.0.join("board.json");
    std::fs::write(&file, "{\"board\": \"1 2/0 3\", \"id\": 5}\n").unwrap();
    let file = file.to_str().unwrap();
    for args in [
        &["compare", file][..],
        &["trace", file],
        &["tree", file],
        &["reach", file],
        &["moves", "apply", file, "L"],
        &["verify", file, "L"],
    ] {
        let run = taquin(&[args, &["--json"]].concat());
        for line in run.stdout.lines() {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(
                (&object["source"], &object["id"]),
                (&file.into(), &5.into()),
                "{args:?}"
            );
        }
        assert!(!run.stdout.is_empty(), "{args:?} {}", run.stderr);
    }
}
