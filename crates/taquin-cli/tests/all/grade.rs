//! `taquin grade`: our own programs get full marks, and the options do what they say.
#![cfg(unix)]

use crate::common::{Folder, check_cases, taquin};
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

/// A heuristic that is never wrong.
const ZERO: &str = "sed s/.*/0/";

#[test]
fn our_solver_gets_full_marks_in_two_assignments() {
    let program = env!("CARGO_BIN_EXE_taquin");
    let solve = format!("{program} solve --algorithm astar --heuristic manhattan");
    for (assignment, options) in [
        ("eight-puzzle", "--to princeton"),
        ("n-puzzle", "--moves-as blank"),
    ] {
        let begun = Instant::now();
        let command = format!("{solve} {options}");
        let run = taquin(&["grade", assignment, "--command", &command]);
        let expected = format!("{command}: 100 of 100 marks for {assignment}, seed 0\n");
        assert!(run.stdout.starts_with(&expected), "{}", run.stdout);
        assert!(begun.elapsed() < Duration::from_secs(20), "{assignment}");
    }
}

#[test]
fn assignments_and_tests_are_listed() {
    check_cases(&[
        (
            &["grade", "--list"],
            0,
            "npuzzle-42    The N-puzzle of the 42 school",
            "",
        ),
        (
            &["grade", "--show", "solvability"],
            0,
            "pairs                  25   576 cases  every pair of 2×2 boards\n",
            "",
        ),
        (
            &["grade", "--show", "npuzzle-42"],
            0,
            "A* with Manhattan distance is shortest (only with a map for manhattan)\n",
            "",
        ),
        (
            &["grade", "--show", "heuristic"],
            0,
            "(only if asked for: manhattan)\n",
            "",
        ),
    ]);
}

#[test]
fn one_case_is_replayed_with_the_command_to_run_by_hand() {
    let run = taquin(&[
        "grade",
        "nine",
        "--command",
        "echo x",
        "--replay",
        "0:example.2",
    ]);
    let first = run.stdout.lines().next().unwrap_or_default();
    assert!(first.starts_with("echo x 100 "), "{first}");
    assert!(first.ends_with(" 12345678-"), "{first}");
    let end = "verdict: wrong-output\n  line 1, column 1: \"x 100 ";
    assert!(run.stdout.contains(end), "{}", run.stdout);
    assert_eq!(run.code, 0);
}

#[test]
fn marks_decide_the_exit_code_only_if_asked() {
    let folder = Folder::new("grade-suite");
    let suite = folder.0.join("suite.toml");
    let heuristic = "assignment = \"heuristic\"\ntitle = \"t\"\nprogram = \"p\"\n[limits]\nseconds = 30\nmemory = \"1G\"\n\
        output = \"1M\"\nprocesses = 9\n[[test]]\nname = \"small\"\ntitle = \"t\"\ncategory = \"c\"\nkind = \"admissible\"\nweight = 10\nshapes = [\"2x2\"]\n";
    fs::write(&suite, heuristic).unwrap();
    let suite = suite.to_str().unwrap();
    let args = |command, more: &[&'static str]| {
        let args = ["grade", "heuristic", "--suite", suite, "--command", command];
        [&args[..], more]
            .concat()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<String>>()
    };
    for (args, code, stdout) in [
        (args(ZERO, &["--fail-under", "10"]), 0, "10 of 10 marks"),
        (
            args("sed s/.*/9/", &["--fail-under", "10"]),
            1,
            "wrong-number: 12 of 12 boards are overestimated",
        ),
        (args("sed s/.*/9/", &[]), 0, "0 of 10 marks"),
        (args(ZERO, &["--csv"]), 0, "small\n"),
        (args(ZERO, &["--html"]), 0, "<!DOCTYPE html>"),
        (
            args(ZERO, &["--format", "tap"]),
            0,
            "TAP version 14\n1..1\nok 1",
        ),
        (args(ZERO, &["--format", "junit"]), 0, "<testsuites>"),
        (
            args(ZERO, &["--format", "gradescope"]),
            0,
            "\"stdout_visibility\":\"hidden\"",
        ),
        (
            args(ZERO, &["--format", "classroom50"]),
            0,
            "classroom50/result/v1",
        ),
        (
            args(ZERO, &["--format", "check50"]),
            0,
            "\"slug\":\"taquin/heuristic\"",
        ),
    ] {
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        let run = taquin(&words);
        assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
        assert!(run.stdout.contains(stdout), "{args:?}: {}", run.stdout);
    }
}

#[test]
fn an_interrupt_ends_the_program_that_is_being_graded() {
    let folder = Folder::new("grade-interrupt");
    let (begun, over) = (folder.0.join("begun"), folder.0.join("over"));
    let command = format!(
        "sh -c 'touch {}; sleep 3; touch {}' sh",
        begun.display(),
        over.display()
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["grade", "nine", "--command", &command])
        .spawn()
        .unwrap();
    while !begun.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = ["-INT", &child.id().to_string()].map(String::from);
    assert!(Command::new("kill").args(kill).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    std::thread::sleep(Duration::from_secs(4));
    assert!(!over.exists(), "the program was left running");
}

#[test]
fn wrong_options_are_refused() {
    let none = "/nonexistent/taquin.toml";
    check_cases(&[
        (&["grade", "nine"], 2, "", "--command <COMMAND>"),
        (
            &["grade", "nine", "--command", ""],
            2,
            "",
            "a value is required for '--command <COMMAND>'",
        ),
        (
            &["grade", "nine", "--command", "x", "--fail-under", "nan"],
            2,
            "",
            "must be a number of marks",
        ),
        (
            &["grade", "ten", "--command", "x"],
            2,
            "",
            "must be one of solvability, eight-puzzle, nine,",
        ),
        (
            &["grade", "nine", "--command", "x", "--replay", "3"],
            2,
            "",
            "--replay takes a seed and a test, such as 0:lengths.3",
        ),
        (
            &["grade", "nine", "--command", "x", "--replay", "0:no"],
            2,
            "",
            "there is no test \"no\"",
        ),
        (
            &[
                "grade",
                "nine",
                "--command",
                "x",
                "--replay",
                "0:example.99",
            ],
            2,
            "",
            "the test example has 6 cases",
        ),
        (
            &[
                "grade",
                "nine",
                "--command",
                "x",
                "--seed",
                "5",
                "--replay",
                "0:example.1",
            ],
            2,
            "",
            "'--seed <N>' cannot be used with '--replay <SEED:TEST>'",
        ),
        (
            &["grade", "--list", "--json"],
            2,
            "",
            "'--list' cannot be used with '--json'",
        ),
        (
            &["grade", "nine", "--command", "x", "--case-time", "0s"],
            2,
            "",
            "a time limit is more than 0",
        ),
        (
            &["grade", "nine", "--command", "x", "--map", "greedy"],
            2,
            "",
            "give a mode and the options for it",
        ),
        (
            &["grade", "nine", "--command", "x", "--map", "greedy=-g"],
            2,
            "",
            "--map greedy: unknown mode; the suite has no modes",
        ),
        (
            &["grade", "npuzzle-42", "--command", "x", "--map", "gredy=-g"],
            2,
            "",
            "--map gredy: unknown mode; the modes of the suite: manhattan, linear-conflict, hamming, uniform, greedy",
        ),
        (
            &[
                "grade",
                "npuzzle-42",
                "--command",
                "x",
                "--map",
                "greedy=-g",
                "--map",
                "greedy=-x",
            ],
            2,
            "",
            "--map greedy is given twice",
        ),
        (
            &["grade", "heuristic", "--command", "x", "--ask", "seventeen"],
            2,
            "",
            "--ask seventeen: unknown optional test; the optional tests of the suite: manhattan",
        ),
        (
            &[
                "grade",
                "npuzzle-42",
                "--command",
                "x",
                "--ask",
                "seventeen",
            ],
            2,
            "",
            "--ask seventeen needs the options for the mode greedy, such as --map \"greedy=--greedy\"",
        ),
        (
            &[
                "grade",
                "nine",
                "--command",
                "x",
                "--each",
                "/nonexistent/*",
            ],
            2,
            "",
            "no directory matches",
        ),
        (
            &["grade", "nine", "--command", "x", "--dir", "/nonexistent"],
            2,
            "",
            "/nonexistent: No such file or directory",
        ),
        (
            &["grade", "nine", "--command", "x", "--suite", none],
            4,
            "",
            "No such file or directory",
        ),
        (
            &["grade", "nine", "--command", "x", "--bundle", "gradescope"],
            2,
            "",
            "--output <FILE>",
        ),
        (
            &["grade", "nine", "--command", "x", "--json", "--csv"],
            2,
            "",
            "cannot be used with",
        ),
    ]);
}

#[test]
fn a_class_gets_a_table_and_pages() {
    let folder = Folder::new("grade-class");
    for name in ["ann", "bob"] {
        fs::create_dir(folder.0.join(name)).unwrap();
    }
    let (each, reports) = (folder.0.join("???"), folder.0.join("reports"));
    let args = [
        "grade",
        "nine",
        "--command",
        "./Nine",
        "--each",
        each.to_str().unwrap(),
    ];
    let more = ["--jobs", "2", "--reports", reports.to_str().unwrap()];
    let run = taquin(&[&args[..], &more].concat());
    let expected = "submission    score       of  first failure\n\
                    ann               0      100  not-built (example)\n\
                    bob               0      100  not-built (example)\n";
    assert_eq!(run.stdout, expected, "{}", run.stderr);
    assert!(reports.join("bob.html").exists());
    assert!(reports.join("index.html").exists());
    let run = taquin(&[&args[..], &more, &["--resume"]].concat());
    assert_eq!(run.stdout, expected);
    assert!(
        run.stderr.contains("ann: 0 of 100 (graded before)"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_bundle_has_this_program_and_the_suite() {
    let folder = Folder::new("grade-bundle");
    let zip = folder.0.join("autograder.zip");
    let bundle = |options: &[&str]| {
        let args = [
            "grade",
            "--bundle",
            "gradescope",
            "-o",
            zip.to_str().unwrap(),
        ];
        let run = taquin(&[&args[..], options].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        fs::read(&zip).unwrap()
    };
    let has = |bytes: &[u8], script: &str| {
        let mut parts = bytes.windows(script.len());
        assert!(parts.any(|part| part == script.as_bytes()), "{script}");
    };
    let bytes = bundle(&["nine"]);
    let program = fs::metadata(env!("CARGO_BIN_EXE_taquin")).unwrap().len();
    assert!(bytes.len() as u64 > program);
    has(
        &bytes,
        "--command ./Nine --seed 0 --build 'if [ -f Makefile ]; then make; fi' --format gradescope",
    );
    let options = [
        "npuzzle-42",
        "--command",
        "./n",
        "--map",
        "greedy=-g -x",
        "--ask",
        "seventeen",
        "--seed",
        "7",
        "--case-time",
        "1500ms",
        "--case-memory",
        "64M",
    ];
    has(
        &bundle(&options),
        "--command ./n --seed 7 --map 'greedy=-g -x' --ask seventeen --case-time 1.5s --case-memory 67108864 --format gradescope",
    );
}
