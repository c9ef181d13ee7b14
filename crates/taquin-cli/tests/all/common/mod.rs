//! Runs the programs as a user would.
#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    reason = "shared test code; no test uses all of it"
)]

#[cfg(target_os = "linux")]
pub mod child;
#[cfg(feature = "cluster")]
pub mod cluster;
#[cfg(feature = "serve")]
pub mod http;
#[path = "../../../../../tests/shared/programs.rs"]
mod programs;
mod snapshots;

use std::panic::Location;

pub use programs::{Folder, NO_TABLES, Run, rows};

#[track_caller]
pub fn taquin(args: &[&str]) -> Run {
    run(env!("CARGO_BIN_EXE_taquin"), args, b"")
}

#[track_caller]
pub fn taquin_with(args: &[&str], variables: &[(&str, &str)]) -> Run {
    run_with(env!("CARGO_BIN_EXE_taquin"), args, b"", variables)
}

/// Runs a program with arguments and standard input.
#[track_caller]
pub fn run(program: &str, args: &[&str], input: &[u8]) -> Run {
    run_with(program, args, input, &[])
}

/// The same with some variables of the environment. The message about a wrong command line or wrong input is compared as a
/// whole with its snapshot.
#[track_caller]
pub fn run_with(program: &str, args: &[&str], input: &[u8], variables: &[(&str, &str)]) -> Run {
    let run = programs::run_with(program, args, input, variables);
    if matches!(run.code, 2 | 4)
        && let Some(difference) = snapshots::difference(args, input, &run, Location::caller())
    {
        panic!("{difference}");
    }
    run
}

/// Runs `taquin` without comparing its message with a snapshot, for tests that go through hundreds of texts.
pub fn run_unread(args: &[&str], input: &str) -> Run {
    programs::run(env!("CARGO_BIN_EXE_taquin"), args, input.as_bytes())
}

/// Arguments, exit code, a part of standard output (nothing means nothing), a part of standard error.
pub type Case<'a> = (&'a [&'a str], i32, &'a str, &'a str);

/// Runs `taquin` on every case, and reports all that differ. Messages of cases that fail are compared as a whole with their
/// snapshots too; the part in the case says what matters.
#[track_caller]
pub fn check_cases(cases: &[Case<'_>]) {
    let mut wrong = String::new();
    for (args, code, stdout, stderr) in cases {
        let run = programs::run(env!("CARGO_BIN_EXE_taquin"), args, b"");
        if run.code > 1 {
            let difference = snapshots::difference(args, b"", &run, Location::caller());
            wrong += &difference.unwrap_or_default();
        }
        let is_right = run.code == *code
            && run.stdout.contains(stdout)
            && run.stderr.contains(stderr)
            && stdout.is_empty() <= run.stdout.is_empty();
        if !is_right {
            let expected = (code, stdout, stderr);
            wrong += &format!(
                "{args:?}\nexpected {expected:?}\ngot {}\n{}\n{}\n",
                run.code, run.stdout, run.stderr
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Goes through the tags of a text and says what is wrong with them.
pub fn fault(text: &str) -> Option<String> {
    const VOID: [&str; 2] = ["meta", "input"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find(['<', '>', '&']) {
        let from = &rest[begin..];
        if let Some(reference) = from.strip_prefix('&') {
            let name = reference.split(';').next().unwrap();
            if !matches!(name, "amp" | "lt" | "gt") {
                return Some(format!("&{name}"));
            }
            rest = reference;
            continue;
        }
        let Some((tag, after)) = from.strip_prefix('<').and_then(|tag| tag.split_once('>')) else {
            return Some(format!("no tag: {from:.20}"));
        };
        rest = after;
        let name = tag.split([' ', '\n', '/']).next().unwrap();
        if tag.matches('"').count() % 2 == 1 || tag.contains('<') {
            return Some(format!("attributes of <{tag}>"));
        }
        if let Some(closed) = tag.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return Some(format!("</{closed}> closes another"));
            }
        } else if !tag.ends_with('/') && !tag.starts_with('!') && !VOID.contains(&name) {
            open.push(name);
            // The content of these is not markup.
            if matches!(name, "script" | "style") {
                rest = &rest[rest.find(&format!("</{name}>")).unwrap()..];
            }
        }
    }
    open.pop().map(|open| format!("<{open}> is not closed"))
}
