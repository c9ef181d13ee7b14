//! What `check50 -o json` writes.

use super::details_for_student;
use crate::report::{Report, TestReport};
use crate::suite::Visibility;
use crate::verdict::Verdict;
use serde::Serialize;
use std::io::Write;
use taquin_app::exit::Failure;
use taquin_app::output::json;

#[derive(Serialize)]
struct Results<'a> {
    slug: String,
    version: &'static str,
    results: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Test<'a> {
    name: &'a str,
    description: &'a str,
    /// Not known if the program could not be built.
    passed: Option<bool>,
    log: Vec<String>,
    cause: Option<Cause>,
    data: Data,
    dependency: Option<&'a str>,
}

#[derive(Serialize)]
struct Cause {
    rationale: String,
    help: Option<String>,
}

#[derive(Serialize)]
struct Data {
    score: f64,
    max_score: f64,
    verdict: Verdict,
}

fn cause(test: &TestReport) -> Cause {
    if test.visibility == Visibility::Hidden {
        return Cause {
            rationale: "this test is hidden".into(),
            help: None,
        };
    }
    let message = test.message.as_deref().unwrap_or_default();
    let smallest = test.smallest.as_ref();
    Cause {
        rationale: format!("{}: {message}", test.verdict),
        help: smallest.map(|smallest| format!("run {}", smallest.command)),
    }
}

/// One report.
pub fn check50(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    let results = report.tests.iter().map(|test| Test {
        name: &test.name,
        description: &test.title,
        passed: match test.verdict {
            Verdict::Right => Some(true),
            Verdict::NotBuilt => None,
            _ => Some(false),
        },
        log: details_for_student(test)
            .lines()
            .map(String::from)
            .collect(),
        cause: (test.verdict != Verdict::Right).then(|| cause(test)),
        data: Data {
            score: test.score,
            max_score: test.max_score,
            verdict: test.verdict,
        },
        dependency: None,
    });
    json::line(
        out,
        &Results {
            slug: format!("taquin/{}", report.assignment.name()),
            version: env!("CARGO_PKG_VERSION"),
            results: results.collect(),
        },
    )
}
