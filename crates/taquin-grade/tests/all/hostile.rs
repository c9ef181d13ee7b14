//! Programs that never end, print or allocate without end, or start processes: each is stopped, and nothing is left running.

use crate::common::{grade, grade_student, python, students, submission, suite, suite_with};
use std::fs;
use std::time::{Duration, Instant};
use taquin_grade::cases::Choices;
use taquin_grade::grade::Grader;
use taquin_grade::verdict::Verdict;

const ONE: &str = "name = \"one\"\nkind = \"solve\"\nshapes = [\"2x2\"]\nlengths = [0]";

/// Whether a process has these words in its command line.
fn is_running(words: &str) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .any(|line| String::from_utf8_lossy(&line).contains(words))
}

#[test]
fn hostile_programs_end_within_their_limits() {
    let cases = [
        ("sleeps", 1, Verdict::TimeLimit, "no answer within 1 second"),
        ("loops", 1, Verdict::TimeLimit, "no answer within 1 second"),
        ("forks", 1, Verdict::TimeLimit, "no answer within 1 second"),
        (
            "prints",
            30,
            Verdict::OutputLimit,
            "more than 65.5 kB of output",
        ),
        (
            "hogs",
            30,
            Verdict::MemoryLimit,
            "more than 314.6 MB of memory",
        ),
        (
            "changes_group",
            1,
            Verdict::TimeLimit,
            "no answer within 1 second",
        ),
        ("daemons", 30, Verdict::Right, ""),
        (
            "daemon_hogs",
            30,
            Verdict::MemoryLimit,
            "more than 314.6 MB of memory",
        ),
        (
            "forks_without_end",
            30,
            Verdict::Crash,
            "it started more than 16 processes",
        ),
    ];
    for (program, seconds, verdict, message) in cases {
        let limits =
            format!("seconds = {seconds}\nmemory = \"300M\"\noutput = \"64K\"\nprocesses = 16");
        let begun = Instant::now();
        let Some(report) = grade_student(suite_with("nine", &limits, ONE), program) else {
            return;
        };
        let test = &report.tests[0];
        let found = test.message.clone().unwrap_or_default();
        assert_eq!(test.verdict, verdict, "{program}: {found}");
        assert!(found.contains(message), "{program}: {found}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{program}");
        assert!(
            !is_running(&format!("{program}.py")),
            "{program} is still running"
        );
    }
}

#[test]
fn processor_time_is_limited_too() {
    let Some(python) = python() else { return };
    let suite = suite_with(
        "nine",
        "seconds = 30\nmemory = \"1G\"\noutput = \"64K\"\nprocesses = 16",
        ONE,
    );
    let mut limits = suite.limits().unwrap();
    limits.cpu = 1;
    let grader = Grader::new(suite, Choices::default(), limits).unwrap();
    let begun = Instant::now();
    let program = submission(&format!("{python} -S -c 'while True: pass'"), &students());
    let report = grader.grade(&program, &mut |_| {}).unwrap();
    assert_eq!(report.tests[0].verdict, Verdict::TimeLimit);
    assert!(begun.elapsed() < Duration::from_secs(25));
}

#[test]
fn a_program_that_does_not_build_or_start_is_told_so() {
    let none = grade(suite("nine", ONE), "./no-such-program", Choices::default());
    assert_eq!(none.tests[0].verdict, Verdict::NotBuilt);
    let suite = suite("nine", &[ONE, &ONE.replace("one", "two")].join("---"));
    let limits = suite.limits().unwrap();
    let grader = Grader::new(suite, Choices::default(), limits).unwrap();
    let mut program = submission("true", &students());
    program.build = Some("echo 'x.c:1: error' >&2; exit 2".into());
    let report = grader.grade(&program, &mut |_| {}).unwrap();
    for test in &report.tests {
        assert_eq!(test.verdict, Verdict::NotBuilt);
        let expected = "`echo 'x.c:1: error' >&2; exit 2` failed with exit code 2:\nx.c:1: error";
        assert_eq!(test.message.as_deref(), Some(expected));
    }
    program.build = Some("true".into());
    let report = grader.grade(&program, &mut |_| {}).unwrap();
    assert_eq!(report.tests[0].verdict, Verdict::WrongOutput);
}

#[test]
fn a_program_that_is_not_there_gets_no_marks_for_refusing() {
    let Some(python) = python() else { return };
    let bad = "name = \"bad\"\nkind = \"bad-input\"";
    for (command, message) in [
        ("missing.py", "can't open file 'missing.py'"),
        ("-c 'x ='", "SyntaxError: invalid syntax"),
    ] {
        let report = grade(
            suite("nine", bad),
            &format!("{python} {command}"),
            Choices::default(),
        );
        let test = &report.tests[0];
        assert_eq!(
            (test.verdict, test.score),
            (Verdict::NotBuilt, 0.0),
            "{command}"
        );
        let found = test.message.as_deref().unwrap_or_default();
        assert!(found.contains(message), "{found}");
    }
}

#[test]
fn runs_that_are_stopped_do_not_end_later_tests() {
    let tests: Vec<String> = (0..5)
        .map(|n| SIX.replace("one", &format!("test{n}")))
        .chain(["name = \"bad\"\nkind = \"bad-input\"".into()])
        .collect();
    let suite = suite_with(
        "nine",
        "seconds = 2\nmemory = \"300M\"\noutput = \"64K\"\nprocesses = 16",
        &tests.join("---"),
    );
    let Some(report) = grade_student(suite, "nine_waits") else {
        return;
    };
    let found: Vec<_> = report.tests.iter().map(|test| test.verdict).collect();
    assert_eq!(found[..5], [Verdict::TimeLimit; 5]);
    assert_eq!(found[5], Verdict::Right, "{:?}", report.tests[5].message);
}

#[test]
fn a_signal_is_named() {
    let report = grade(
        suite("nine", ONE),
        "sh -c 'kill -SEGV $$'",
        Choices::default(),
    );
    let test = &report.tests[0];
    assert_eq!(test.verdict, Verdict::Crash);
    let expected = "the program was ended by signal 11 (SIGSEGV, segmentation fault)";
    assert_eq!(test.message.as_deref(), Some(expected));
}

#[test]
fn a_program_that_waits_costs_a_bounded_number_of_runs() {
    let tests: Vec<String> = (0..6)
        .map(|n| SIX.replace("one", &format!("test{n}")))
        .collect();
    let suite = suite_with(
        "nine",
        "seconds = 0.2\nmemory = \"300M\"\noutput = \"64K\"\nprocesses = 16",
        &tests.join("---"),
    );
    let begun = Instant::now();
    let report = grade(suite, "sh -c 'sleep 1000' sh", Choices::default());
    assert!(
        report
            .tests
            .iter()
            .all(|test| test.verdict == Verdict::TimeLimit)
    );
    assert!(begun.elapsed() < Duration::from_secs(20));
}

const SIX: &str =
    "name = \"one\"\nkind = \"solve\"\nshapes = [\"2x2\"]\nlengths = [0, 1, 2, 3, 4, 5]";
