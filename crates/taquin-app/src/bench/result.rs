//! The result of one board, and the totals over all of them.

use super::{Refused, Took};
use crate::exit::Exit;
use crate::instances::Known;
use crate::limits::{Iteration, Reason, is_interrupted};
use crate::origin::Origin;
use taquin::Problem;
use taquin::solve::{Answer, Guarantee, Report};

/// A measured board.
#[derive(Debug)]
pub struct Measured {
    /// Its number in the set.
    pub number: u32,
    /// Start and goal.
    pub problem: Problem,
    /// Where it comes from, if it is not published.
    pub origin: Option<Origin>,
    /// The published length.
    pub published: Option<u32>,
    /// What is known of the published length.
    pub known: Known,
    /// The published number of nodes.
    pub published_nodes: Option<u64>,
    /// The result.
    pub report: Report,
    /// The elapsed time.
    pub took: Took,
    /// Why it was stopped, if it was.
    pub reason: Option<Reason>,
    /// The iterations of IDA*.
    pub iterations: Vec<Iteration>,
}

impl Measured {
    /// The length of the solution, which has been replayed.
    pub fn length(&self) -> Option<usize> {
        match &self.report.answer {
            Answer::Solved(solution, _) => Some(solution.moves().len()),
            _ => None,
        }
    }

    /// Whether its length or its lower bound contradicts the published length.
    pub fn is_wrong(&self) -> bool {
        let Some(published) = self.published else {
            return false;
        };
        let is_wrong = match (&self.report.answer, self.known) {
            (Answer::Solved(solution, Guarantee::Optimal), Known::Shortest) => {
                solution.moves().len() != published as usize
            }
            (Answer::Solved(solution, _), Known::Shortest) => {
                solution.moves().len() < published as usize
            }
            _ => false,
        };
        is_wrong || self.report.lower_bound > published
    }
}

/// The totals over all boards.
#[derive(Debug, Default)]
pub struct Summary {
    /// Boards that were tried.
    pub tried: usize,
    /// Boards that were solved.
    pub solved: usize,
    /// Boards that contradict the published length.
    pub wrong: usize,
    /// Boards generated.
    pub generated: u64,
    /// Unfinished boards whose work is estimated.
    pub estimated: usize,
    /// Unfinished boards whose work is not known.
    pub(super) unknown: usize,
    /// For each of the others, the boards generated and the time, as far as it was needed or is expected.
    pub(super) expected: Vec<(f64, Took)>,
    /// Solved boards with a published length.
    compared: usize,
    /// The sum of their lengths.
    lengths: usize,
    /// The sum of the published ones.
    published: u64,
    /// Boards without a solution, because of a limit or Ctrl-C.
    limited: usize,
    /// The worst exit code for boards that cannot be solved.
    refused: Option<Exit>,
}

impl Summary {
    /// Adds one board.
    pub fn add(&mut self, measured: &Measured) {
        self.tried += 1;
        self.solved += usize::from(measured.length().is_some());
        self.wrong += usize::from(measured.is_wrong());
        self.generated += measured.report.stats.generated;
        self.add_expected(measured);
        self.limited += usize::from(measured.length().is_none());
        if let (Some(length), Some(published)) = (measured.length(), measured.published) {
            self.compared += 1;
            self.lengths += length;
            self.published += u64::from(published);
        }
    }

    /// The mean length of the solved boards that have a published one, and the mean of those.
    pub fn mean_lengths(&self) -> Option<(f64, f64)> {
        let mean = |sum: f64| sum / self.compared as f64;
        (self.compared > 0).then(|| (mean(self.lengths as f64), mean(self.published as f64)))
    }

    /// Adds a board that cannot be solved.
    pub fn refuse(&mut self, refused: &Refused) {
        self.tried += 1;
        self.refused = self.refused.max(Some(refused.failure.exit()));
    }

    /// The exit code for all boards.
    pub fn exit(&self) -> Exit {
        let exit = match self {
            _ if self.wrong > 0 => Exit::No,
            _ if is_interrupted() => Exit::Interrupted,
            _ if self.limited > 0 => Exit::Limit,
            _ => Exit::Success,
        };
        exit.max(self.refused.unwrap_or(Exit::Success))
    }
}
