//! Gradescope's `results.json`.

use super::details;
use crate::report::Report;
use crate::suite::Visibility;
use crate::verdict::Verdict;
use serde::Serialize;
use std::io::Write;
use taquin_app::exit::Failure;
use taquin_app::output::json;

#[derive(Serialize)]
struct Results<'a> {
    execution_time: f64,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    extra_data: Extra<'a>,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Extra<'a> {
    assignment: &'static str,
    submission: &'a str,
    seed: u64,
}

#[derive(Serialize)]
struct Test<'a> {
    score: f64,
    max_score: f64,
    status: &'static str,
    name: &'a str,
    name_format: &'static str,
    number: String,
    output: String,
    output_format: &'static str,
    tags: [&'a str; 1],
    visibility: Visibility,
}

/// One report. The score is the sum of the tests, so no total is written.
pub fn gradescope(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    let tests = report.tests.iter().zip(1..).map(|(test, number)| Test {
        score: test.score,
        max_score: test.max_score,
        status: match test.verdict {
            Verdict::Right => "passed",
            _ => "failed",
        },
        name: &test.title,
        name_format: "text",
        number: number.to_string(),
        output: details(test),
        output_format: "text",
        tags: [&test.category],
        visibility: test.visibility,
    });
    let results = Results {
        execution_time: report.tests.iter().map(|test| test.seconds).sum(),
        output: format!("Graded by taquin, seed {}.", report.seed),
        output_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        extra_data: Extra {
            assignment: report.assignment.name(),
            submission: &report.submission,
            seed: report.seed,
        },
        tests: tests.collect(),
    };
    json::line(out, &results)
}
