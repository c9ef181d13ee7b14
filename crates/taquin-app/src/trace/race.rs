//! The textbook's search of a board and its twin in lockstep.

use super::queue::{Counts, Waiting};
use super::{Moment, Part};
use crate::exit::{Exit, Failure};
use crate::limits::is_interrupted;
use taquin::Board;
use taquin::solve::{Algorithm, HeuristicKind};
use taquin::tools::lockstep::{Lockstep, Racer};

/// The search enqueues boards again and again; this many take a few hundred megabytes.
const MOST_BOARDS: usize = 2_000_000;

/// What is shown of the search.
#[derive(Clone, Copy, Debug)]
pub struct RaceOptions {
    /// The steps that are shown; the search runs to its end.
    pub steps: u64,
    /// The boards of a queue that are shown.
    pub queue: usize,
}

/// How the search ended.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The search that reached the goal, and in how many moves; `None` if it was stopped.
    pub winner: Option<(Racer, usize)>,
    /// The boards enqueued and dequeued, of the board and of its twin.
    pub counts: [Counts; 2],
}

impl Race {
    /// The exit code for the result.
    pub const fn exit(&self) -> Exit {
        match self.winner {
            Some((Racer::Board, _)) => Exit::Success,
            Some((Racer::Twin, _)) => Exit::No,
            None => Exit::Limit,
        }
    }
}

impl RaceOptions {
    /// Runs both searches to their end and passes the first steps to `tell`.
    pub fn run(
        &self,
        board: &Board,
        goal: &Board,
        tell: &mut dyn FnMut(&Moment<'_>) -> Result<(), Failure>,
    ) -> Result<Race, Failure> {
        let Some(mut search) = Lockstep::new(board, goal) else {
            return Err(Failure::Usage(format!(
                "on a {} board the twin may be as unsolvable as the board; use a board with two rows and two columns or more",
                board.shape()
            )));
        };
        let racers = [Racer::Board, Racer::Twin];
        let counts = |search: &Lockstep| {
            racers.map(|racer| Counts {
                enqueued: search.enqueued(racer) as u64,
                dequeued: search.dequeued(racer) as u64,
            })
        };
        let mut step = 0;
        loop {
            for racer in racers {
                if step < self.steps {
                    self.show(&search, racer, step, tell)?;
                }
                if let Some(moves) = search.step(racer) {
                    let winner = Some((racer, moves.len()));
                    let counts = counts(&search);
                    return Ok(Race { winner, counts });
                }
                let boards: usize = racers.iter().map(|&racer| search.enqueued(racer)).sum();
                if boards > MOST_BOARDS || is_interrupted() {
                    let counts = counts(&search);
                    return Ok(Race {
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
        racer: Racer,
        step: u64,
        tell: &mut dyn FnMut(&Moment<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let queue = search.queue(racer);
        let more = queue.len().saturating_sub(self.queue);
        let first = queue.take(self.queue).map(|enqueued| Waiting {
            seen: enqueued.seen.clone(),
            priority: enqueued.priority(),
            arrival: enqueued.arrival as u64,
        });
        tell(&Moment {
            step,
            part: Some(Part::Racer(racer)),
            queue: &first.collect::<Vec<_>>(),
            more,
            cut: None,
            algorithm: Algorithm::AStar,
            heuristic: HeuristicKind::Manhattan,
        })
    }
}
