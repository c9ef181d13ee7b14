//! `taquin check` and `taquin convert` as a user sees them.

use crate::common::{Case, Run, check_cases, run, taquin};

#[test]
fn every_option_gives_its_result_or_its_error() {
    let cases: &[Case<'_>] = &[
        (
            &["check", "1 2 3/4 5 6/7 8 0"],
            0,
            "solvable\n",
            "read as rows separated by slashes (3×3)",
        ),
        (
            &["check", "8 7 6 5 4 3 2 1 b"],
            0,
            "solvable\n",
            "read as one line of numbers (3×3)",
        ),
        (
            &["check", "1 2 3/4 5 6/8 7 0"],
            1,
            "unsolvable\nStandard goals that can be reached: snail.\nSwapping tiles 8 and 7",
            "",
        ),
        (
            &["check", "3 2/0 1", "1 2/3 0", "--explain"],
            1,
            "  disorder 2+1+2+0 = 5, odd\n",
            "",
        ),
        (
            &["check", "1 0/3 2", "--explain"],
            0,
            "  disorder 0+1+1+0 = 2, even\n",
            "",
        ),
        (
            &["check", "8 7 6/5 4 3/2 1 b", "--explain"],
            0,
            "  disorder 7+6+5+4+3+2+1+0 = 28, even\n",
            "",
        ),
        (
            &["check", "--shape", "1x4", "2 1 0 3", "--explain"],
            1,
            "The first difference is at tile 1 of the line: 2 in the start, 1 in the goal.",
            "",
        ),
        (&["check", "1 2/3 0", "--goal", "snail"], 0, "solvable", ""),
        (
            &["check", "1 2 3/4 5 6/7 8 0", "--goal", "middle"],
            4,
            "",
            "the goal must be one of last, first, snail, or a board",
        ),
        (
            &["check", "1 2/3 0", "1 2 3/4 5 6/7 8 0"],
            4,
            "",
            "the start is 2×2 and the goal is 3×3",
        ),
        (
            &["check", "1 2/3 0", "1 2/3 0", "--goal", "last"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["check", "no-such-file.txt"],
            4,
            "",
            "\"no-such-file.txt\": no such file\n",
        ),
        (&["check", "/"], 4, "", "/: it is a directory; name a file"),
        (
            &["check", "1 2 3/4 5 6/7 7 9"],
            4,
            "",
            "\"1 2 3/4 5 6/7 7 9\":1:15: tile 7 appears twice, first at line 1, column 13",
        ),
        (
            &["check", "1 2 3/4 5 6/7 7 9"],
            4,
            "",
            "\"1 2 3/4 5 6/7 7 9\":1:17: there is no tile `9`",
        ),
        (
            &["check", "1\n0"],
            4,
            "",
            "this can be read as princeton (1×1: 0), or as grid (2×1: 1/0); choose one with --as",
        ),
        (
            &["check", "--as", "nine", "1 5 1234-", "1 5 2134-"],
            1,
            "unsolvable",
            "",
        ),
        (
            &["check", "--as", "nine", "aab-", "--goal", "baa-"],
            0,
            "solvable",
            "",
        ),
        (&["check", "-", "-"], 4, "", "there is no board"),
        (
            &["check", "4 3 1 2 0"],
            0,
            "solvable",
            "read as one line of numbers after the index 4 (2×2)",
        ),
        (
            &[
                "convert",
                "1 2/3 0",
                "--to",
                "b",
                "--goal",
                "1 2 3/4 5 6/7 8 0",
            ],
            4,
            "",
            "the board is 2×2, but the goal is 3×3",
        ),
        (
            &["convert", "1 2/3 0", "--goal", "last"],
            2,
            "",
            "--goal requires --to b",
        ),
        (
            &["convert", "1 2 3/4 5 0", "1 2/3 0", "--to", "comma"],
            4,
            "1,2,3,0\n",
            "`comma` supports only square boards",
        ),
        (&["check", "1\n0", "--as", "grid"], 0, "solvable", ""),
        (
            &["check", "1 2 3 4 5 0"],
            4,
            "",
            "for other rectangles, mark the rows (1 2 3/4 5 0) or use --shape ROWSxCOLS",
        ),
        (
            &["check", "4 1 2 3 0", "--shape", "1x5"],
            1,
            "unsolvable",
            "",
        ),
        (
            &["check", "--as", "nine", "aab-", "baa-"],
            0,
            "solvable",
            "",
        ),
        (
            &["check", "--as", "nine", "aab-", "abb-", "--explain"],
            1,
            "do not have the same labels",
            "",
        ),
        (
            &["check", "--as", "nine", "12345678-", "12345687-"],
            1,
            "unsolvable",
            "",
        ),
        (
            &["check", "1 2/3 0", "--json"],
            0,
            r#"{"schema":"taquin.check/1","rows":2,"cols":2,"start":[1,2,3,0],"goal":[1,2,3,0],"status":"solvable","rule":"disorder-and-blank-row","start_disorder":{"sum":2,"parity":"even","blank_row":2}"#,
            "",
        ),
        (
            &["check", "1 2/3 3", "--json"],
            4,
            r#"{"schema":"taquin.check/1","status":"bad-input","errors":["\"1 2/3 3\":1:7: tile 3 appears twice"#,
            "",
        ),
        (
            &["convert", "123456708", "--to", "princeton"],
            0,
            "3\n 1  2  3 \n 4  5  6 \n 7  0  8 \n",
            "",
        ),
        (
            &["convert", "1 2 3 4/5 6 7 0", "--to", "nine"],
            0,
            "2 4 1234567-\n",
            "",
        ),
        (
            &["convert", "1 2 3 4/5 6 7 0", "--to", "42"],
            4,
            "",
            "`42` supports only square boards, and this one is 2×4",
        ),
        (
            &["convert", "1 2/0 3", "--to", "b", "--goal", "snail"],
            0,
            "1 2 b 3\n1 2 b 3\n",
            "",
        ),
        (
            &["convert", "1 2/0 3", "--to", "esperanto"],
            2,
            "",
            "possible values",
        ),
        (
            &[
                "convert",
                "1 2 3/4 0 6/7 5 8",
                "--moves",
                "U2",
                "--moves-to",
                "numbers",
            ],
            4,
            "",
            "taquin: \"U2\": move 2 (U) is impossible: no tile is below the blank (if these are directions of the blank, use --moves-from blank)",
        ),
        (
            &[
                "convert",
                "1 2/3 0",
                "--moves",
                "UUUU",
                "--moves-as",
                "blank",
            ],
            4,
            "",
            "taquin: \"UUUU\": move 1 (U) is impossible: no tile is below the blank",
        ),
        (
            &[
                "convert",
                "1 2/3 0",
                "--moves",
                "URR",
                "--moves-from",
                "blank",
            ],
            4,
            "",
            "taquin: \"URR\": move 2 (R) is impossible: no tile is to the right of the blank\n",
        ),
        (
            &[
                "convert",
                "1 2 3/4 0 6/7 5 8",
                "--moves",
                "up left",
                "--moves-to",
                "numbers",
            ],
            0,
            "5 8\n",
            "",
        ),
        (
            &[
                "convert",
                "1 2 3/4 0 6/7 5 8",
                "--moves",
                "5 8",
                "--moves-to",
                "blank",
            ],
            0,
            "DR\n",
            "",
        ),
        (
            &["convert", "1 2 3/4 0 6/7 5 8", "--moves", "5 3"],
            4,
            "",
            "taquin: \"5 3\":1:3: tile 3 is not next to the blank here",
        ),
        (
            &["convert", "1 2 3/4 0 6/7 5 8", "--moves", "UX"],
            4,
            "",
            "taquin: \"UX\":1:2: `X` is not a move",
        ),
        (
            &["convert", "1 2/3 0", "--to", "json", "--json"],
            0,
            r#"{"schema":"taquin.convert/1","rows":2,"cols":2,"start":[1,2,3,0],"notation":"json","text":"[[1,2],[3,0]]\n","source":"argument 1"}"#,
            "",
        ),
        (&["shake"], 2, "", "unrecognized subcommand"),
    ];
    check_cases(cases);
}

fn check_stdin(args: &[&str], input: &[u8]) -> Run {
    let args: Vec<&str> = ["check", "-"].iter().chain(args).copied().collect();
    run(env!("CARGO_BIN_EXE_taquin"), &args, input)
}

#[test]
fn a_wrong_comment_gets_a_warning() {
    let board = "3\n3 2 6\n1 4 0\n8 7 5\n";
    let wrong = check_stdin(
        &[],
        format!("# This puzzle is unsolvable\n{board}").as_bytes(),
    );
    assert!(
        wrong
            .stderr
            .contains("says the puzzle is unsolvable, but for the snail goal it is solvable")
    );
    let right = check_stdin(
        &[],
        format!("# This puzzle is solvable\n{board}").as_bytes(),
    );
    assert!(!right.stderr.contains("warning"));
}

#[test]
fn two_lines_are_start_and_goal() {
    let run = check_stdin(&[], b"1 2 b 3\n2 1 b 3\n");
    assert_eq!(
        (run.code, run.stdout.lines().next()),
        (1, Some("unsolvable"))
    );
    let run = check_stdin(&["--goal", "last"], b"1 2 b 3\n2 1 b 3\n");
    assert_eq!((run.code, run.stdout.as_str()), (0, "solvable\n"));
    let note = "taquin: the goal in the input is replaced by the requested one\n";
    assert!(run.stderr.ends_with(note), "{}", run.stderr);
}

#[test]
fn lines_are_answered_one_by_one_and_in_order() {
    let run = check_stdin(
        &["--lines", "--json"],
        b"1 2/3 0\n# a comment\n\n1 2/3 3\n2 1/3 0\n",
    );
    let statuses: Vec<&str> = run
        .stdout
        .lines()
        .map(|line| {
            line.split("\"status\":\"")
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
        })
        .collect();
    assert_eq!(statuses, ["solvable", "bad-input", "unsolvable"]);
    assert!(
        run.stderr
            .contains("standard input:4:7: tile 3 appears twice, first at line 4, column 5"),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, 4);
}

#[test]
fn convert_reads_and_writes_moves_in_any_form() {
    // Options, what is printed.
    let cases: [(&[&str], &str); 6] = [
        (&["--moves", "5 8"], "UL"),
        (&["--moves", "U L", "--moves-as", "Numbers"], "5 8"),
        (&["--moves", "D R", "--moves-from", "blank"], "UL"),
        (
            &[
                "--moves",
                "D R",
                "--moves-from",
                "BLANK",
                "--moves-as",
                "numbers",
            ],
            "5 8",
        ),
        // Old spellings: beside --moves-to, --moves-as says how to read.
        (&["--moves", "U L", "--moves-to", "blank"], "DR"),
        (
            &[
                "--moves",
                "D R",
                "--moves-as",
                "blank",
                "--moves-to",
                "numbers",
            ],
            "5 8",
        ),
    ];
    for (options, printed) in cases {
        let run = taquin(&[&["convert", "1 2 3/4 0 6/7 5 8"], options].concat());
        assert_eq!(
            (run.code, run.stdout.trim_end()),
            (0, printed),
            "{options:?}"
        );
    }
}

#[test]
fn goal_names_are_case_insensitive() {
    let goals = ["LAST", "First", "sNAIL"];
    for goal in goals {
        let lower = goal.to_lowercase();
        let runs =
            [goal, &lower].map(|goal| taquin(&["check", "1 2 3/4 0 6/7 5 8", "--goal", goal]));
        assert_eq!(runs[0].stdout, runs[1].stdout, "{goal}: {}", runs[0].stderr);
        assert!(!runs[0].stdout.is_empty(), "{goal}");
    }
}
