//! Grades the students' programs with small suites.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use taquin_grade::cases::Choices;
use taquin_grade::grade::{Grader, Submission};
use taquin_grade::report::Report;
use taquin_grade::run::{Program, Sandbox};
use taquin_grade::suite::Suite;

#[path = "../../../../tests/shared/programs.rs"]
mod programs;

pub(crate) use programs::Folder;

/// The directory of the students' programs.
pub(crate) fn students() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/students")
}

/// The Python interpreter itself: a wrapper of a version manager would take longer than the programs. Without Python the tests
/// of Python programs cannot run, and say so.
pub(crate) fn python() -> Option<&'static str> {
    static PYTHON: OnceLock<Option<String>> = OnceLock::new();
    let found = PYTHON.get_or_init(|| {
        let print = ["-c", "import sys; print(sys.executable)"];
        let output = Command::new("python3").args(print).output().ok()?;
        let path = String::from_utf8(output.stdout).ok()?.trim().to_string();
        (!path.is_empty()).then_some(path)
    });
    if found.is_none() {
        eprintln!("skipped: python3 is not installed, and the students' programs need it");
    }
    found.as_deref()
}

/// A suite of some tests, with limits that a loaded machine does not reach by accident.
pub(crate) fn suite(assignment: &str, tests: &str) -> Suite {
    suite_with(
        assignment,
        "seconds = 60\nmemory = \"300M\"\noutput = \"4M\"\nprocesses = 16",
        tests,
    )
}

pub(crate) fn suite_with(assignment: &str, limits: &str, tests: &str) -> Suite {
    let tests: String = tests
        .split("---")
        .map(|test| {
            format!("[[test]]\ntitle = \"a test\"\ncategory = \"all\"\nweight = 10\n{test}\n")
        })
        .collect();
    let text = format!(
        "assignment = \"{assignment}\"\ntitle = \"t\"\nprogram = \"p\"\n[limits]\n{limits}\n{tests}"
    );
    Suite::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub(crate) fn submission(command: &str, dir: &Path) -> Submission {
    Submission {
        name: "student".into(),
        program: Program {
            command: command.into(),
            dir: dir.into(),
            sandbox: Sandbox::None,
        },
        build: None,
    }
}

/// Grades a command.
pub(crate) fn grade(suite: Suite, command: &str, choices: Choices) -> Report {
    let limits = suite.limits().unwrap();
    let grader = Grader::new(suite, choices, limits).unwrap();
    grader
        .grade(&submission(command, &students()), &mut |_| {})
        .unwrap()
}

/// Grades a student's program, if there is a Python to run it.
pub(crate) fn grade_student(suite: Suite, program: &str) -> Option<Report> {
    let python = python()?;
    Some(grade(
        suite,
        &format!("{python} -B -S {program}.py"),
        Choices::default(),
    ))
}
