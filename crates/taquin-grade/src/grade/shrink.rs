//! The smallest failure: the same kind of question about smaller boards, the smallest first, until the program fails in the same
//! way. The number of runs is bounded, so that a seed gives the same answer on every machine, and their time, so that a slow program
//! is not asked for hours.

use super::{Asked, Grader, LIMITS_IN_ALL, Prepared, Run, Submission, expected, received};
use crate::case::{Answer, Case, Size};
use crate::cases::Maker;
use crate::report::Smallest;
use crate::run::{End, Outcome};
use crate::suite::Letters;
use crate::verdict::Finding;
use taquin::Board;
use taquin::notation::{self, Dialect};
use taquin_app::exit::Failure;

/// How many boards are tried.
const RUNS: usize = 200;
/// The time of all these runs, in limits of one.
const LIMITS_OF_TIME: u32 = 3;
/// How many are tried if each of them may take until a limit.
const RUNS_TO_LIMIT: usize = 3;

/// A failure.
#[derive(Clone)]
pub(super) struct Failing {
    pub(super) case: Case,
    pub(super) finding: Finding,
    pub(super) outcome: Outcome,
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
        if !found.finding.boards.is_empty() {
            return self.example(prepared, found);
        }
        if let Answer::Estimates { survey, .. } = &found.case.answer {
            let first = survey.boards().next();
            return self.first_board(prepared, found, first);
        }
        let smaller = Maker::new(suite, &prepared.test, reference, choices).smaller(&found.case);
        let runs = if !found.finding.verdict.is_limit() {
            RUNS
        } else if self.stopped < LIMITS_IN_ALL {
            RUNS_TO_LIMIT
        } else {
            0
        };
        let letters = self.letters;
        let mut seconds = 0.0;
        let most = (prepared.limits.wall * LIMITS_OF_TIME).as_secs_f64();
        for case in smaller.into_iter().take(runs) {
            if seconds > most {
                break;
            }
            let (finding, outcome) = self.ask(&case, &prepared.limits)?;
            self.letters = letters;
            seconds += outcome.seconds;
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

    /// The first board alone, if a heuristic has no number for that either.
    fn first_board(
        &mut self,
        prepared: &Prepared,
        found: Failing,
        first: Option<Board>,
    ) -> Result<Failing, Failure> {
        let alone = Failing {
            finding: found.finding.clone().shown_by(first),
            ..found.clone()
        };
        let alone = self.example(prepared, alone)?;
        let text = String::from_utf8_lossy(&alone.outcome.stdout);
        let number = text.trim().parse::<f64>();
        let is_number = number.is_ok_and(f64::is_finite) && alone.outcome.end == End::Code(0);
        Ok(if is_number { found } else { alone })
    }

    /// The same failure, shown by the few boards of a large case that matter.
    pub(super) fn example(
        &mut self,
        prepared: &Prepared,
        found: Failing,
    ) -> Result<Failing, Failure> {
        let boards = &found.finding.boards;
        let lines = boards
            .iter()
            .map(|board| notation::write(board, Dialect::Slash));
        let (Ok(lines), Some(first)) = (lines.collect::<Result<String, _>>(), boards.first())
        else {
            return Ok(found);
        };
        let distance = match &found.case.answer {
            Answer::Estimates { survey, .. } => {
                let place = survey.boards().position(|board| board == *first);
                place.and_then(|place| survey.distances().nth(place)?)
            }
            _ => None,
        };
        let case = Case {
            stdin: lines.into_bytes(),
            size: Size {
                cells: first.shape().area(),
                distance: distance.unwrap_or(u32::MAX),
            },
            ..found.case
        };
        // The finding is known; what the program prints for these boards is not.
        let (_, outcome) = self.ask(&case, &prepared.limits)?;
        Ok(Failing {
            case,
            finding: found.finding,
            outcome,
        })
    }
}

impl Failing {
    /// For the report.
    pub(super) fn smallest(
        &self,
        grader: &Grader,
        submission: &Submission,
        letters: Letters,
    ) -> Smallest {
        let Size { cells, distance } = self.case.size;
        Smallest {
            cells: (cells > 0).then_some(cells),
            distance: (cells > 0 && distance < u32::MAX).then_some(distance),
            command: self.case.command_line(&submission.program.command),
            expected: expected(&grader.reference, &self.case, letters),
            received: received(&self.outcome),
        }
    }
}
