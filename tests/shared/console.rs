//! The console blocks of documents are what the programs print. The tests of several crates include this file.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "shared test code"
)]

use std::path::Path;
use std::process::Command;

/// A line without what is measured, so that it is the same every time.
fn steady(line: &str) -> String {
    let line = match line.strip_prefix("seconds: ") {
        Some(_) => "seconds: …",
        None => line,
    };
    format!("{}\n", line.trim_end())
}

/// Commands of the console blocks of a document, each with the lines printed after it.
fn sessions(document: &str) -> Vec<(String, String)> {
    let mut sessions: Vec<(String, String)> = Vec::new();
    for block in document.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            match line.strip_prefix("$ ") {
                Some(command) => sessions.push((command.into(), String::new())),
                None => {
                    let printed = &mut sessions.last_mut().unwrap().1;
                    printed.push_str(&steady(line));
                }
            }
        }
    }
    sessions
}

/// Runs a command line in the root of the project with our programs first in the path.
fn shell(program: &str, command: &str) -> String {
    let programs = Path::new(program).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", &format!("{command} 2>/dev/null")])
        .env("PATH", path)
        .env("TAQUIN_TABLES", "/nonexistent/taquin")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    printed.lines().map(steady).collect()
}

/// Runs every command of a document and compares what it prints; `program` is one of ours, whose folder has the others.
pub fn check(program: &str, document: &str, at_least: usize) {
    let sessions = sessions(document);
    assert!(
        sessions.len() >= at_least,
        "only {} commands",
        sessions.len()
    );
    for (command, expected) in sessions {
        // The first command compiles; the program that it would compile is here already.
        let command = command.replace("cargo run --release --", "taquin");
        if command == "./test" {
            continue;
        }
        assert_eq!(shell(program, &command), expected, "{command}");
    }
}
