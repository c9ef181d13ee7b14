//! Classroom 50's `result.json`.

use super::details_for_student;
use crate::report::Report;
use crate::verdict::Verdict;
use serde::Serialize;
use std::io::Write;
use taquin_app::exit::Failure;
use taquin_app::output::json;

/// Whose submission it is. Classroom 50 tells it in the environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// `CLASSROOM`.
    pub classroom: String,
    /// `ASSIGNMENT`.
    pub assignment: String,
    /// `SUBMISSION_TAG`.
    pub submission: String,
    /// `COMMIT_URL`.
    pub commit: String,
    /// `RELEASE_URL`.
    pub release: String,
    /// `REVIEW_URL`.
    pub review: String,
    /// Seconds since 1970.
    pub time: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Results<'a> {
    schema: &'static str,
    classroom: &'a str,
    assignment: &'a str,
    submission: &'a str,
    commit: &'a str,
    release: &'a str,
    review: &'a str,
    datetime: String,
    score: u64,
    max_score: u64,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Test<'a> {
    test_name: &'a str,
    passed: bool,
    score: u64,
    max_score: u64,
    verdict: Verdict,
    message: String,
}

/// One report. Marks are whole numbers: totals are rounded, and so are the marks of a test that is right; a part of a mark of
/// another test is lost.
pub fn classroom50(
    out: &mut impl Write,
    report: &Report,
    identity: &Identity,
) -> Result<(), Failure> {
    let tests: Vec<Test<'_>> = report
        .tests
        .iter()
        .map(|test| Test {
            test_name: &test.name,
            passed: test.verdict == Verdict::Right,
            score: match test.verdict {
                Verdict::Right => test.max_score.round() as u64,
                _ => test.score.floor() as u64,
            },
            max_score: test.max_score.round() as u64,
            verdict: test.verdict,
            message: details_for_student(test),
        })
        .collect();
    let or = |text: &'_ String, default: &'_ str| {
        if text.is_empty() {
            default.to_string()
        } else {
            text.clone()
        }
    };
    json::line(
        out,
        &Results {
            schema: "classroom50/result/v1",
            classroom: &identity.classroom,
            assignment: &or(&identity.assignment, report.assignment.name()),
            submission: &or(&identity.submission, &report.submission),
            commit: &identity.commit,
            release: &identity.release,
            review: &identity.review,
            datetime: datetime(identity.time),
            score: report.score.round() as u64,
            max_score: report.max_score.round() as u64,
            tests,
        },
    )
}

/// A time as RFC 3339 writes it (Hinnant's `civil_from_days`).
fn datetime(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        assert_eq!(datetime(0), "1970-01-01T00:00:00Z");
        assert_eq!(datetime(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(datetime(1_794_916_800), "2026-11-17T12:00:00Z");
    }
}
