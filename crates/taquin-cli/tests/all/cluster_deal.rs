//! `taquin cluster solve` and `batch`: the answers of `taquin solve`, for any number of processes, even if some are killed.
#![cfg(target_os = "linux")]

use crate::common::{Folder, NO_TABLES, Run, taquin};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use taquin::notation::{self, Dialect};
use taquin::tools::generate::Generator;
use taquin::{Goal, Shape};

const BOARD: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";

/// The fields that do not depend on the clock.
fn known(line: &str) -> Value {
    let mut object: Value = serde_json::from_str(line).unwrap();
    if let Some(stats) = object["stats"].as_object_mut() {
        stats.remove("seconds");
    }
    object
}

#[test]
fn cluster_solve_prints_what_solve_prints() {
    let plain = taquin(&["solve", BOARD, "--goal", "first", "--json"]);
    let length = known(&plain.stdout)["length"].clone();
    let mut first = None;
    for crew in [
        &["--workers", "1"][..],
        &["--workers", "2"],
        &["--processes", "2", "--workers", "1"],
        &["--processes", "3", "--workers", "2"],
    ] {
        let args = [&["cluster", "solve", BOARD, "--goal", "first"], crew].concat();
        let json = taquin(&[&args[..], &["--json"]].concat());
        assert_eq!(json.code, 0, "{}", json.stderr);
        let object = known(&json.stdout);
        assert_eq!(object["length"], length);
        assert_eq!(object["schema"], "taquin.solve/1");
        assert_eq!(object["guarantee"], "optimal");
        assert_eq!(json.stderr.matches("read as").count(), 1, "{}", json.stderr);
        // Node counts are the same for any number of workers, too.
        assert_eq!(*first.get_or_insert_with(|| object.clone()), object);
        let text = taquin(&args);
        assert!(
            text.stdout.starts_with("length: 57 (shortest)"),
            "{}",
            text.stdout
        );
    }
}

#[test]
fn unsolvable_and_unsupported_boards_are_reported() {
    let folder = Folder::new("unsolvable");
    let there = folder.0.join("there");
    fs::create_dir(&there).unwrap();
    let there = there.to_str().unwrap();
    let missing = "no such file";
    for (args, code, message) in [
        (&["solve", "1 2 3/4 5 6/8 7 0"][..], 1, ""),
        (&["solve", "1 2 3/4 5 6/8 8 0"], 4, "8 appears twice"),
        (&["solve", "-"], 2, "name a file"),
        (&["solve", "1 2/3 0"], 2, "6 to 25 cells"),
        (&["solve", "none.txt"], 4, missing),
        (
            &["solve", BOARD, "--goal", "first", "--max-length", "50"],
            3,
            "",
        ),
        (&["batch", "none.txt"], 4, "none.txt"),
        (&["batch", "none.txt", "--resume"], 2, "--checkpoint"),
        (
            &["solve", BOARD, "--goal", "first", "--checkpoint", there],
            0,
            "",
        ),
    ] {
        let run = taquin(&[&["cluster"], args].concat());
        assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
    assert!(!Path::new(there).join("journal").exists());
}

/// Korf's boards, one per line, with two invalid lines; and the published lengths.
fn korf(folder: &Folder, boards: usize) -> (String, Vec<Option<u64>>) {
    let data = include_str!("../../../../data/korf-15.tsv").lines();
    let data = data.filter(|line| !line.starts_with('#')).take(boards);
    let (mut text, mut lengths) = (String::from("# Korf 1985\n1 2 2/3 4 0\n"), vec![None]);
    for line in data {
        let fields: Vec<&str> = line.split('\t').collect();
        text += &format!("{}\n", fields[2]);
        lengths.push(Some(fields[1].parse().unwrap()));
    }
    text += "\nwhat is this\n";
    lengths.push(None);
    let path = folder.0.join("boards.txt");
    fs::write(&path, text).unwrap();
    (path.to_str().unwrap().into(), lengths)
}

fn lengths(stdout: &str) -> Vec<Option<u64>> {
    stdout
        .lines()
        .map(|line| known(line)["length"].as_u64())
        .collect()
}

#[test]
fn a_batch_gives_the_lines_of_solve() {
    let folder = Folder::new("batch");
    let (file, expected) = korf(&folder, 12);
    let plain = taquin(&["solve", "--lines", &file, "--goal", "first", "--json"]);
    assert_eq!(lengths(&plain.stdout), expected);
    for crew in [
        ["--processes", "1", "--workers", "2"],
        ["--processes", "3", "--workers", "1"],
    ] {
        let args = [&["cluster", "batch", &file, "--goal", "first"], &crew[..]].concat();
        let batch = taquin(&args);
        assert_eq!(batch.code, 0, "{}", batch.stderr);
        assert_eq!(lengths(&batch.stdout), expected);
        let refused = known(batch.stdout.lines().next().unwrap());
        assert!(
            refused["errors"][0]
                .as_str()
                .unwrap()
                .starts_with(&format!("{file}:2:"))
        );
    }
}

fn begin(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(args)
        .envs([NO_TABLES])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Kills the program, or a process that it has started. Returns how the program ended if another process was killed.
fn kill(mut program: Child, after: Duration, child: Option<usize>) -> Option<Run> {
    std::thread::sleep(after);
    let pid = program.id();
    let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    let children = children.unwrap_or_default();
    let target = match child {
        Some(child) => children.split_whitespace().nth(child).map(String::from),
        None => Some(pid.to_string()),
    };
    if let Some(target) = target {
        let _ = Command::new("kill")
            .args(["-9", &target])
            .stderr(Stdio::null())
            .status();
    }
    let deadline = Instant::now() + Duration::from_secs(60);
    while program.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "the loss was not noticed");
        std::thread::sleep(Duration::from_millis(10));
    }
    // The child processes notice that the first one is lost, too.
    for child in children.split_whitespace() {
        while fs::read_to_string(format!("/proc/{child}/stat")).is_ok_and(|s| !s.contains(") Z ")) {
            assert!(Instant::now() < deadline, "{child} is still there");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    let output = program.wait_with_output().unwrap();
    output.status.code().map(|code| Run {
        code,
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    })
}

/// Kills the job at several moments, resumes it with other numbers of processes, and lets it finish.
fn killed_and_resumed(args: &[&str], checkpoint: &Path, moments: &[u64]) -> Run {
    let common = [
        "--checkpoint",
        checkpoint.to_str().unwrap(),
        "--resume",
        "--workers",
        "1",
    ];
    let args = [args, &common].concat();
    for (turn, &moment) in moments.iter().enumerate() {
        let processes = (2 + turn % 2).to_string();
        let program = begin(&[&args[..], &["--processes", &processes]].concat());
        let child = [None, Some(0)][turn % 2];
        if let Some(run) = kill(program, Duration::from_millis(moment), child) {
            // It may have been faster.
            assert!(matches!(run.code, 0 | 6), "{}: {}", run.code, run.stderr);
            assert!(
                run.code == 0 || run.stderr.contains("--resume"),
                "{}",
                run.stderr
            );
        }
    }
    let run = taquin(&[&args[..], &["--processes", "2"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!checkpoint.exists(), "what is done needs no checkpoint");
    run
}

#[test]
fn a_killed_batch_can_be_resumed() {
    let folder = Folder::new("killed-batch");
    let (file, expected) = korf(&folder, 60);
    let args = ["cluster", "batch", &file, "--goal", "first"];
    let run = killed_and_resumed(&args, &folder.0.join("done"), &[300, 1500, 1200, 2000]);
    assert_eq!(lengths(&run.stdout), expected);
}

/// A board of 5×5 that takes 66 moves and, with small tables, 23 million boards.
#[test]
fn a_killed_search_can_be_resumed() {
    let folder = Folder::new("killed-search");
    let goal = Goal::Last.board(Shape::square(5).unwrap());
    let board = Generator::new(2).walk(&goal, 240);
    let board = notation::write(&board, Dialect::Slash).unwrap();
    let args = ["cluster", "solve", board.trim(), "--json"];
    let run = killed_and_resumed(&args, &folder.0.join("search"), &[2500, 4000]);
    assert_eq!(known(&run.stdout)["length"], 66);
}

#[test]
#[ignore = "some minutes: twenty batches and twenty searches that are killed"]
fn a_batch_and_a_search_killed_at_twenty_moments_can_be_resumed() {
    let folder = Folder::new("twenty");
    let (file, expected) = korf(&folder, 40);
    let batch = ["cluster", "batch", &file, "--goal", "first"];
    let search = ["cluster", "solve", BOARD, "--goal", "first", "--json"];
    let mut random = 1879_u64;
    for _ in 0..20 {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let moment = (random >> 33) % 3000;
        let run = killed_and_resumed(&batch, &folder.0.join("batch"), &[moment]);
        assert_eq!(lengths(&run.stdout), expected, "killed after {moment} ms");
        let run = killed_and_resumed(&search, &folder.0.join("search"), &[moment / 3]);
        assert_eq!(known(&run.stdout)["length"], 57, "killed after {moment} ms");
    }
}
