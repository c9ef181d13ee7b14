//! Every example in the help of the course programs is run.
#![cfg(unix)]

use crate::programs::{Folder, NO_TABLES};
use std::path::Path;
use std::process::Command;
use taquin_courses::programs::ALL;

/// Examples that take long, and what is run instead.
const SHORTER: [(&str, &str); 1] = [("npuzzle -s 17 --time 30s", "npuzzle -s 17 --time 1s")];

/// The examples of all programs without their comments, which follow three spaces.
fn examples() -> Vec<&'static str> {
    let details = ALL.iter().flat_map(|program| program.details);
    let examples = details.filter(|details| details.starts_with("Example"));
    let lines = examples.flat_map(|details| details.lines().skip(1));
    lines
        .map(|line| line.trim().split("   ").next().unwrap())
        .collect()
}

#[test]
fn examples_in_the_help_work() {
    let examples = examples();
    assert!(examples.len() > 6, "{examples:?}");
    let folder = Folder::new("examples");
    std::fs::write(folder.0.join("puzzle.txt"), "3\n1 2 3\n8 6 4\n7 0 5\n").unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_npuzzle")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    for (example, _) in SHORTER {
        assert!(examples.contains(&example), "{example}");
    }
    for example in examples {
        let shorter = SHORTER.iter().find(|(long, _)| *long == example);
        let run = shorter.map_or(example, |(_, shorter)| shorter);
        let output = Command::new("sh")
            .args(["-c", run])
            .env("PATH", &path)
            .envs([NO_TABLES])
            .current_dir(&folder.0)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{run}: {errors}");
        assert!(!output.stdout.is_empty(), "{run}");
    }
}
