//! `--heuristic-command`: a user's program as the heuristic of a search.
#![cfg(unix)]

use crate::common::{Case, Folder, Run, check_cases, taquin};
use serde_json::Value;
use std::process::{Command, Stdio};

const BOARD: &str = "8 6 7/2 5 4/3 0 1";
/// Estimates every board as 0.
const ZERO: &str = "while read -r board; do echo 0; done";

fn object(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr))
}

/// An example in Python, if there is Python.
fn example(name: &str) -> Option<String> {
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    if !has_python {
        eprintln!("skipped: there is no python3");
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/heuristics");
    has_python.then(|| format!("python3 '{folder}/{name}.py'"))
}

#[test]
fn a_program_searches_like_the_heuristic_that_it_computes() {
    let Some(command) = example("manhattan") else {
        return;
    };
    for algorithm in ["astar", "weighted-astar", "greedy", "idastar"] {
        let args = ["solve", BOARD, "--json", "-a", algorithm];
        let ours = object(&taquin(&[&args[..], &["-H", "manhattan"]].concat()));
        let run = taquin(&[&args[..], &["--heuristic-command", &command]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let theirs = object(&run);
        for count in ["selected", "generated", "reopened", "duplicates"] {
            assert_eq!(
                theirs["stats"][count], ours["stats"][count],
                "{algorithm} {count}"
            );
        }
        for field in ["moves", "length", "status"] {
            assert_eq!(theirs[field], ours[field], "{algorithm} {field}: {theirs}");
        }
        // Bounds from other heuristics may be higher, but never than a shortest solution.
        let [bound, shortest] = ["lower_bound", "length"].map(|field| theirs[field].as_u64());
        assert!(
            bound.is_some() && bound <= shortest,
            "{algorithm}: {theirs}"
        );
        assert_eq!(theirs["heuristic"], "command");
        assert_eq!(theirs["heuristic_command"], *command);
        assert!(theirs.get("overestimate").is_none(), "{theirs}");
        let [evaluated, generated] = [&theirs["evaluated"], &theirs["stats"]["generated"]];
        assert!(evaluated.as_u64() <= generated.as_u64().map(|all| 2 * all + 400));
    }
}

#[test]
fn a_heuristic_that_overestimates_is_named() {
    let Some(command) = example("squared_euclid") else {
        return;
    };
    let run = taquin(&["solve", BOARD, "--heuristic-command", &command]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let named = "\nnot admissible: the heuristic says ";
    assert!(run.stdout.contains(named), "{}", run.stdout);
    let run = taquin(&["solve", BOARD, "--heuristic-command", &command, "--json"]);
    let found = &object(&run)["overestimate"];
    assert!(
        found["estimate"].as_u64() > found["at_most"].as_u64(),
        "{found}"
    );
    assert_eq!(found["board"].as_array().unwrap().len(), 9);
    let args = ["compare", BOARD, "-a", "astar", "-H", "manhattan"];
    let run = taquin(&[&args[..], &["--heuristic-command", &command]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("\nastar           command "),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains(named), "{}", run.stdout);
}

#[test]
fn one_process_serves_many_boards() {
    let folder = Folder::new("many");
    let [boards, starts] = ["boards", "starts"].map(|name| folder.0.join(name));
    std::fs::write(
        &boards,
        "1 2 3/4 0 6/7 5 8\n1 2 3/4 5 6/7 8 0\n1 2 3/4 5 6/0 7 8\n",
    )
    .unwrap();
    let command = format!("echo started >> '{}'; {ZERO}", starts.display());
    let boards = boards.to_str().unwrap();
    let run = taquin(&[
        "solve",
        "--lines",
        boards,
        "--brief",
        "--heuristic-command",
        &command,
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lengths: Vec<&str> = run
        .stdout
        .lines()
        .filter_map(|line| line.rsplit(' ').next())
        .collect();
    assert_eq!(lengths, ["2", "0", "2"]);
    assert_eq!(std::fs::read_to_string(starts).unwrap(), "started\n");
}

#[test]
fn broken_programs_are_reported() {
    let solve = |command: &'static str| ["solve", BOARD, "--heuristic-command", command];
    let cases = [
        (
            "exit 3",
            "the heuristic command ended with exit code 3 after 0 answers",
        ),
        (
            "/nonexistent/h",
            "was not found (exit code 127) and ended after 0 answers",
        ),
        (
            "exec >&-; sleep 1000",
            "the heuristic command closed its output after 0 answers",
        ),
        (
            "read -r b; echo 4",
            "the heuristic command ended after 1 answer: it must read",
        ),
        (
            "cat",
            "answer 1 (to 8 6 7/2 5 4/3 0 1) is \"8 6 7/2 5 4/3 0 1\", which is not a number",
        ),
        (
            "while read -r b; do echo; done",
            "answer 1 (to 8 6 7/2 5 4/3 0 1) is an empty line",
        ),
        (
            "while read -r b; do echo inf; done",
            "which is not a number of moves",
        ),
        (
            "while read -r b; do echo 2e6; done",
            "is 2000000, more moves than any board needs",
        ),
        (
            "while read -r b; do echo 1; echo 1; done",
            "the heuristic command printed more than ",
        ),
        ("yes 0", "the heuristic command printed more than "),
    ];
    let args = cases.map(|(command, _)| solve(command));
    let cases: Vec<Case<'_>> = args
        .iter()
        .zip(cases)
        .map(|(args, (_, said))| (&args[..], 4, "", said))
        .collect();
    check_cases(&cases);
}

#[test]
fn options_that_do_not_suit_a_command_are_refused() {
    let with =
        |more: &[&'static str]| [&["solve", BOARD, "--heuristic-command", ZERO][..], more].concat();
    let refused = [
        (with(&["-H", "manhattan"]), "cannot be used with"),
        (with(&["--all-optimal"]), "cannot be used with"),
        (with(&["--metric", "mtm"]), "cannot be used with"),
        (
            with(&["-a", "bfs"]),
            "an external heuristic works with astar, weighted-astar, greedy and idastar",
        ),
        (
            with(&["-a", "bidirectional"]),
            "an external heuristic works with astar",
        ),
    ];
    let cases: Vec<Case<'_>> = refused
        .iter()
        .map(|(args, said)| (&args[..], 2, "", *said))
        .collect();
    check_cases(&cases);
}

#[test]
fn limits_end_a_program_that_hangs() {
    let args = [
        "solve",
        BOARD,
        "--heuristic-command",
        "sleep 1000",
        "--time",
        "500ms",
    ];
    check_cases(&[(&args, 3, "not solved (time): at least 31 moves", "")]);
    let slow = "while read -r board; do sleep 0.01; echo 0; done";
    let args = [
        "solve",
        BOARD,
        "--heuristic-command",
        slow,
        "--time",
        "700ms",
    ];
    check_cases(&[(&args, 3, "not solved (time): at least 31 moves", "")]);
}

#[test]
fn ctrl_c_ends_the_program_and_what_it_started() {
    let folder = Folder::new("interrupted");
    let [begun, late] = ["begun", "late"].map(|name| folder.0.join(name));
    let command = format!(
        "(sleep 20; touch '{}') & touch '{}'; wait",
        late.display(),
        begun.display()
    );
    let solve = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["solve", BOARD, "--heuristic-command", &command])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !begun.exists() {
        std::thread::yield_now();
    }
    let id = solve.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    // All its processes hold the pipe, so this waits for the last of them.
    let output = solve.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(!late.exists());
}
