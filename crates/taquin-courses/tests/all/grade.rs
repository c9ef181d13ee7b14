//! `taquin grade` gives our programs full marks, in less than 20 seconds each.
#![cfg(unix)]

use std::time::{Duration, Instant};
use taquin_grade::cases::Choices;
use taquin_grade::grade::{Grader, Submission};
use taquin_grade::run::{Program, Sandbox};
use taquin_grade::suite::{Assignment, Suite};
use taquin_grade::verdict::Verdict;

fn check(assignment: Assignment, program: &str, choices: Choices) {
    let begun = Instant::now();
    let suite = Suite::built_in(assignment);
    let limits = suite.limits().unwrap();
    let grader = Grader::new(suite, choices, limits).unwrap();
    let submission = Submission {
        name: assignment.name().into(),
        program: Program {
            command: format!("'{program}'"),
            dir: ".".into(),
            sandbox: Sandbox::None,
        },
        build: None,
    };
    let report = grader.grade(&submission, &mut |_| {}).unwrap();
    let wrong: Vec<_> = report
        .tests
        .iter()
        .filter(|test| test.verdict != Verdict::Right)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(report.score, report.max_score);
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn puzzle_gets_full_marks() {
    check(
        Assignment::Solvability,
        env!("CARGO_BIN_EXE_puzzle"),
        Choices::default(),
    );
}

#[test]
fn nine_gets_full_marks() {
    check(
        Assignment::Nine,
        env!("CARGO_BIN_EXE_Nine"),
        Choices::default(),
    );
}

#[test]
fn npuzzle_gets_full_marks_in_all_modes() {
    let modes = [
        ("manhattan", "-H manhattan"),
        ("linear-conflict", "-H linear-conflict"),
        ("hamming", "-H hamming"),
        ("greedy", "--greedy"),
        ("uniform", "--uniform"),
    ];
    let words = |options: &str| options.split(' ').map(String::from).collect();
    let choices = Choices {
        modes: modes
            .map(|(mode, options)| (mode.to_string(), words(options)))
            .into(),
        asked: vec!["seventeen".into()],
        ..Choices::default()
    };
    check(Assignment::FortyTwo, env!("CARGO_BIN_EXE_npuzzle"), choices);
}
