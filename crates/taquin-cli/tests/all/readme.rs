//! The documents' console blocks are what the programs print.

use std::path::Path;
use std::process::Command;

/// A line as it should be every time: what is measured is left out.
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
fn shell(command: &str) -> String {
    let programs = Path::new(env!("CARGO_BIN_EXE_taquin")).parent().unwrap();
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

fn check(document: &str, at_least: usize) {
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
        assert_eq!(shell(&command), expected, "{command}");
    }
}

#[test]
fn the_readme_is_true() {
    check(include_str!("../../../../README.md"), 3);
}

#[test]
fn the_guide_is_true() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    for page in std::fs::read_dir(guide).unwrap() {
        let page = page.unwrap().path();
        if page.extension().is_some_and(|extension| extension == "md") {
            check(&std::fs::read_to_string(page).unwrap(), 0);
        }
    }
}
