//! The smallest failure: the same kind of question about smaller boards, the smallest first, until the program fails in the same
//! way. The number of runs is bounded, not the time, so that a seed gives the same answer on every machine.

use super::{Asked, Grader, Prepared, Run, Submission, expected, received};
use crate::case::{Case, Size};
use crate::cases::Maker;
use crate::report::Smallest;
use crate::run::Outcome;
use crate::verdict::Finding;
use taquin_app::exit::Failure;

/// How many boards are tried.
const RUNS: usize = 60;
/// How many are tried if each of them may take until a limit.
const RUNS_TO_LIMIT: usize = 3;

/// A failure.
pub(super) struct Failing {
    case: Case,
    pub(super) finding: Finding,
    outcome: Outcome,
}

impl Run<'_> {
    /// A failure that is no larger than this one.
    pub(super) fn shrink(
        &mut self,
        prepared: &Prepared,
        worst: Asked<'_>,
    ) -> Result<Failing, Failure> {
        let Grader {
            suite,
            reference,
            choices,
            ..
        } = self.grader;
        let found = Failing {
            case: worst.case.clone(),
            finding: worst.finding,
            outcome: worst.outcome,
        };
        let smaller = Maker::new(suite, &prepared.test, reference, choices).smaller(&found.case);
        let runs = if found.finding.verdict.is_limit() {
            RUNS_TO_LIMIT
        } else {
            RUNS
        };
        let letters = self.letters;
        for case in smaller.into_iter().take(runs) {
            let (finding, outcome) = self.ask(&case, &prepared.limits)?;
            self.letters = letters;
            if finding.verdict == found.finding.verdict {
                return Ok(Failing {
                    case,
                    finding,
                    outcome,
                });
            }
        }
        Ok(found)
    }
}

impl Failing {
    /// For the report.
    pub(super) fn smallest(&self, grader: &Grader, submission: &Submission) -> Smallest {
        let Size { cells, distance } = self.case.size;
        Smallest {
            cells: (cells > 0).then_some(cells),
            distance: (cells > 0 && distance < u32::MAX).then_some(distance),
            command: self.case.command_line(&submission.program.command),
            expected: expected(&grader.reference, &self.case),
            received: received(&self.outcome),
        }
    }
}
