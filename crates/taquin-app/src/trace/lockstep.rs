//! The textbook's search of a board and its twin in lockstep.

use super::queue::{Counts, QueueEntry};
use super::{Part, TraceStep};
use crate::exit::{Exit, Failure};
use crate::limits::is_interrupted;
use taquin::Board;
use taquin::solve::{Algorithm, HeuristicKind};
use taquin::tools::lockstep::{Lockstep, LockstepSide};

/// The search enqueues boards again and again; this many take a few hundred megabytes.
const MOST_BOARDS: usize = 2_000_000;

/// What is shown of the search.
#[derive(Clone, Copy, Debug)]
pub struct LockstepOptions {
    /// The steps that are shown; the search runs to its end.
    pub steps: u64,
    /// The boards of a queue that are shown.
    pub queue: usize,
}

/// How the search ended.
#[derive(Clone, Copy, Debug)]
pub struct LockstepResult {
    /// The search that reached the goal, and in how many moves; `None` if it was stopped.
    pub winner: Option<(LockstepSide, usize)>,
    /// The boards enqueued and dequeued, of the board and of its twin.
    pub counts: [Counts; 2],
}

impl LockstepResult {
    /// The exit code for the result.
    pub const fn exit(&self) -> Exit {
        match self.winner {
            Some((LockstepSide::Board, _)) => Exit::Success,
            Some((LockstepSide::Twin, _)) => Exit::No,
            None => Exit::Limit,
        }
    }
}

impl LockstepOptions {
    /// Runs both searches to their end and passes the first steps to `tell`.
    pub fn run(
        &self,
        board: &Board,
        goal: &Board,
        tell: &mut dyn FnMut(&TraceStep<'_>) -> Result<(), Failure>,
    ) -> Result<LockstepResult, Failure> {
        let Some(mut search) = Lockstep::new(board, goal) else {
            return Err(Failure::Usage(format!(
                "on a {} board, both the board and its twin may be unsolvable; use a board with two rows and two columns or more",
                board.shape()
            )));
        };
        let sides = [LockstepSide::Board, LockstepSide::Twin];
        let counts = |search: &Lockstep| {
            sides.map(|side| Counts {
                enqueued: search.enqueued(side) as u64,
                dequeued: search.dequeued(side) as u64,
            })
        };
        let mut step = 0;
        loop {
            for side in sides {
                if step < self.steps {
                    self.show(&search, side, step, tell)?;
                }
                if let Some(moves) = search.step(side) {
                    let winner = Some((side, moves.len()));
                    let counts = counts(&search);
                    return Ok(LockstepResult { winner, counts });
                }
                let boards: usize = sides.iter().map(|&side| search.enqueued(side)).sum();
                if boards > MOST_BOARDS || is_interrupted() {
                    let counts = counts(&search);
                    return Ok(LockstepResult {
                        winner: None,
                        counts,
                    });
                }
            }
            step += 1;
        }
    }

    fn show(
        &self,
        search: &Lockstep,
        side: LockstepSide,
        step: u64,
        tell: &mut dyn FnMut(&TraceStep<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let queue = search.queue(side);
        let more = queue.len().saturating_sub(self.queue);
        let first = queue.take(self.queue).map(|enqueued| QueueEntry {
            seen: enqueued.seen.clone(),
            priority: enqueued.priority(),
            arrival: enqueued.arrival as u64,
        });
        tell(&TraceStep {
            step,
            part: Some(Part::Lockstep(side)),
            queue: &first.collect::<Vec<_>>(),
            more,
            pruned: None,
            algorithm: Algorithm::AStar,
            heuristic: HeuristicKind::Manhattan,
        })
    }
}
