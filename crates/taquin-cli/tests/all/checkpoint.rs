//! `taquin solve --checkpoint`: a search that is stopped and resumed has the result of one that was not.

use crate::common::{Folder, Run, taquin_with};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// At 80 moves; some seconds with small tables.
const BOARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

fn solve(folder: &Path, args: &[&str]) -> Run {
    let args = [&["solve", "--json"], args].concat();
    taquin_with(&args, &[("TAQUIN_TABLES", folder.to_str().unwrap())])
}

fn object(run: &Run) -> Value {
    let mut object: Value = serde_json::from_str(&run.stdout).unwrap();
    object["stats"]["seconds"].take();
    for iterations in object.get_mut("iterations").into_iter() {
        for iteration in iterations.as_array_mut().unwrap() {
            iteration["seconds"].take();
        }
    }
    object
}

#[test]
fn an_interrupted_search_has_the_result_of_an_uninterrupted_one() {
    let folder = Folder::new("same");
    let tables = [("TAQUIN_TABLES", folder.0.to_str().unwrap())];
    assert_eq!(taquin_with(&["tables", "build", "6-6-3"], &tables).code, 0);
    let file = folder.0.join("checkpoint");
    let file = file.to_str().unwrap();
    let searches: [&[&str]; 2] = [
        &["15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4", "--goal", "first"],
        &[BOARD, "--max-length", "74"],
    ];
    for args in searches {
        let args = &[args, &["--iterations"]].concat()[..];
        let whole = solve(&folder.0, &[args, &["-H", "pdb", "-a", "idastar"]].concat());
        let mut stops = 0;
        let last = loop {
            let threads = ["1", "2", "3"][stops % 3];
            let time = format!("{}ms", 40 + 15 * stops);
            let more = ["--checkpoint", file, "--time", &time, "--threads", threads];
            let run = solve(&folder.0, &[args, &more].concat());
            if object(&run).get("reason") != Some(&"time".into()) {
                break run;
            }
            assert_eq!(run.code, 3, "{}", run.stderr);
            assert!(Path::new(file).exists());
            stops += 1;
        };
        assert_eq!(object(&last), object(&whole), "after {stops} stops");
        assert_eq!(last.code, whole.code);
        let _ = fs::remove_file(file);
    }
}

#[test]
fn a_solved_board_leaves_no_checkpoint() {
    let folder = Folder::new("solved");
    let file = folder.0.join("checkpoint");
    let run = solve(
        &folder.0,
        &["1 2 3/4 0 6/7 5 8", "--checkpoint", file.to_str().unwrap()],
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("was removed"), "{}", run.stderr);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

fn stopped(folder: &Path) -> String {
    let file = folder.join("checkpoint");
    let args = [
        BOARD,
        "--time",
        "400ms",
        "--checkpoint",
        file.to_str().unwrap(),
    ];
    let run = solve(folder, &args);
    assert_eq!(run.code, 3, "{}", run.stderr);
    fs::read_to_string(file).unwrap()
}

#[test]
fn a_checkpoint_of_another_search_is_refused() {
    let folder = Folder::new("else");
    let before = stopped(&folder.0);
    assert!(
        before.starts_with("taquin checkpoint 1\nprogram "),
        "{before}"
    );
    let file = folder.0.join("checkpoint");
    let file = file.to_str().unwrap();
    let cases: [(&[&str], &str); 3] = [
        (
            &["1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"],
            "its start is 0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1, not 1 2",
        ),
        (
            &[BOARD, "--goal", "0 2 1 3/4 5 6 7/8 9 10 11/12 13 14 15"],
            "its goal is",
        ),
        (&[BOARD, "--order", "LRUD"], "its order is UDLR, not LRUD"),
    ];
    for (args, said) in cases {
        let run = solve(&folder.0, &[args, &["--checkpoint", file]].concat());
        assert_eq!(run.code, 4, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
        assert_eq!(object(&run)["status"], "bad-input");
        assert_eq!(fs::read_to_string(file).unwrap(), before, "{args:?}");
    }
}

#[test]
fn a_damaged_checkpoint_is_refused_with_its_line() {
    let folder = Folder::new("damaged");
    let right = stopped(&folder.0);
    let file = folder.0.join("checkpoint");
    let replaced = |word: &str, with: &str| {
        let line = right.lines().find(|line| line.starts_with(word)).unwrap();
        right.replace(line, with)
    };
    let lines = right.split_inclusive('\n');
    let without_iterations: String = lines
        .filter(|line| !line.starts_with("iteration "))
        .collect();
    let line = |word: &str| {
        let line = right.lines().find(|line| line.starts_with(word));
        line.unwrap().to_string()
    };
    let cases = [
        (String::new(), ":1: expected a line that begins with taquin"),
        (
            "hello\n".into(),
            ":1: expected a line that begins with taquin",
        ),
        (
            right.replace("checkpoint 1", "checkpoint 2"),
            ":1: expected taquin checkpoint 1",
        ),
        (
            right.lines().take(9).collect::<Vec<_>>().join("\n"),
            ":10: expected a line that begins with generated",
        ),
        (
            right.lines().take(17).collect::<Vec<_>>().join("\n"),
            ":18: expected a line that begins with checksum",
        ),
        (
            without_iterations.replace("\nchecksum", "\niteration 50 1 2 soon\nchecksum"),
            ":18: expected a bound, two counts, a number of seconds and views after iteration",
        ),
        (
            replaced("bound", "bound x"),
            ":7: expected a number after bound",
        ),
        (
            replaced("tasks", "tusks 1"),
            ":8: expected a line that begins with tasks",
        ),
        (
            without_iterations.replace(&line("tasks"), "tasks 7777"),
            ":18: the checksum does not match",
        ),
        (
            "\0".repeat(100_000),
            ":1: expected a line that begins with taquin",
        ),
    ];
    for (text, said) in cases {
        fs::write(&file, &text).unwrap();
        // Without a snapshot: the command is the same for every text.
        let args = [
            "solve",
            "--json",
            BOARD,
            "--checkpoint",
            file.to_str().unwrap(),
        ];
        let run = Command::new(env!("CARGO_BIN_EXE_taquin"))
            .args(args)
            .env("TAQUIN_TABLES", &folder.0)
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(4), "{said}: {stderr}");
        assert!(stderr.contains(said), "{said}: {stderr}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn searches_that_cannot_be_resumed_refuse_a_checkpoint() {
    let folder = Folder::new("cannot");
    let file = folder.0.join("checkpoint");
    let file = file.to_str().unwrap();
    let board = "1 2 3/4 0 6/7 5 8";
    let cases: [(&[&str], i32, &str); 8] = [
        (
            &[board, board, "--checkpoint", file],
            2,
            "works for one board only",
        ),
        (
            &[board, "--lines", "--checkpoint", file],
            2,
            "works for one board only",
        ),
        (
            &[board, "-a", "astar", "--checkpoint", file],
            2,
            "works with IDA* and pattern databases only",
        ),
        (
            &[board, "-H", "manhattan", "--checkpoint", file],
            2,
            "works with IDA* and pattern databases only",
        ),
        (
            &[board, "--all-optimal", "--checkpoint", file],
            2,
            "cannot be used with",
        ),
        (
            &[board, "--metric", "mtm", "--checkpoint", file],
            2,
            "single-tile metric",
        ),
        (&["1 2/3 0", "--checkpoint", file], 2, "6 to 25 cells"),
        (
            &[board, "--checkpoint", "/nonexistent/x"],
            5,
            "/nonexistent/x: the checkpoint cannot be written",
        ),
    ];
    for (args, code, said) in cases {
        let run = solve(&folder.0, args);
        assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_checkpoint() {
    use std::process::{Command, Stdio};
    let folder = Folder::new("interrupted");
    let file = folder.0.join("checkpoint");
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["solve", BOARD, "--checkpoint"])
        .arg(&file)
        .envs([crate::common::NO_TABLES])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !file.exists() {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let args = [
        BOARD,
        "--time",
        "1ms",
        "--checkpoint",
        file.to_str().unwrap(),
    ];
    let run = solve(&folder.0, &args);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("continuing from"), "{}", run.stderr);
}

/// A search whose answer could not be written is not finished.
#[cfg(target_os = "linux")]
#[test]
fn a_checkpoint_stays_until_the_answer_is_written() {
    use std::process::Command;
    let folder = Folder::new("unwritten");
    let file = folder.0.join("checkpoint");
    let run = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args([
            "solve",
            "1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12",
            "--checkpoint",
        ])
        .arg(&file)
        .envs([crate::common::NO_TABLES])
        .stdout(fs::File::create("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(5));
    assert!(file.exists());
}
