//! The marks of one submission.

use crate::suite::{Assignment, Visibility};
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};

/// The marks of one submission, as `--json` writes them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// `taquin.grade/1`.
    pub schema: String,
    /// The assignment.
    pub assignment: Assignment,
    /// The name of the submission.
    pub submission: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The marks.
    pub score: f64,
    /// The marks of a perfect submission.
    pub max_score: f64,
    /// What letters of moves stood for, if it was found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_are: Option<String>,
    /// The tests, in order.
    pub tests: Vec<TestReport>,
}

/// The marks of one test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestReport {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The part of the assignment.
    pub category: String,
    /// Who sees it.
    pub visibility: Visibility,
    /// The verdict: right, or that of the smallest case that failed.
    pub verdict: Verdict,
    /// The marks.
    pub score: f64,
    /// The marks if all cases are right.
    pub max_score: f64,
    /// How many cases there are.
    pub cases: usize,
    /// How many are right.
    pub right: usize,
    /// Seconds of all its runs together.
    pub seconds: f64,
    /// The most memory of a run, if it was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
    /// What was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What `--replay` takes to show the case that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// The smallest failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest: Option<Smallest>,
}

/// The smallest failure that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Smallest {
    /// Cells of its board, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<usize>,
    /// Moves of its shortest solution, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// The command line that shows it.
    pub command: String,
    /// The right answer.
    pub expected: String,
    /// The answer of the program.
    pub received: String,
}

impl Report {
    /// The name of the schema.
    pub const SCHEMA: &'static str = "taquin.grade/1";

    /// Adds up the marks of the tests.
    pub(crate) fn add_up(&mut self) {
        self.score = rounded(self.tests.iter().map(|test| test.score).sum());
        self.max_score = rounded(self.tests.iter().map(|test| test.max_score).sum());
    }

    /// The verdict of the first test that failed, or right.
    pub fn verdict(&self) -> Verdict {
        let mut verdicts = self.tests.iter().map(|test| test.verdict);
        verdicts
            .find(|&verdict| verdict != Verdict::Right)
            .unwrap_or(Verdict::Right)
    }
}

/// Marks have at most two decimals.
pub(crate) fn rounded(marks: f64) -> f64 {
    (marks * 100.0).round() / 100.0
}
