//! A search step by step.

pub mod queue;
pub mod recording;

use crate::exit::Failure;
use queue::Waiting;
use taquin::solve::{Algorithm, HeuristicKind, SearchOptions};

/// One step of a search.
#[derive(Debug)]
pub struct Moment<'a> {
    /// Counted from 0.
    pub step: u64,
    /// The queue, best board first; in IDA*, the one board that is entered.
    pub queue: &'a [Waiting],
    /// The number of boards in the queue that are not shown.
    pub more: usize,
    /// The search.
    pub algorithm: Algorithm,
    /// The heuristic.
    pub heuristic: HeuristicKind,
}

/// A search that can be shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// How it is run.
    pub plan: SearchOptions,
    /// The search.
    pub algorithm: Algorithm,
    /// The heuristic.
    pub heuristic: HeuristicKind,
}

impl Shown {
    /// The defaults are A* and Manhattan distance, the example of every course.
    pub fn of(plan: SearchOptions) -> Result<Shown, Failure> {
        let algorithm = plan.algorithm.unwrap_or(Algorithm::AStar);
        let unseen = match algorithm {
            Algorithm::Bidirectional => {
                "a bidirectional search has two queues, and trace shows one; use another search"
            }
            Algorithm::Table => {
                "a table is looked up, so trace has no search to show; use another algorithm"
            }
            Algorithm::Construct => {
                "a construction has no queue for trace to show; use another algorithm"
            }
            Algorithm::Beam => {
                "a beam search has no queue for trace to show; use another algorithm"
            }
            _ => {
                let heuristic = match plan.heuristic {
                    _ if !algorithm.uses_heuristic() => HeuristicKind::Zero,
                    heuristic => heuristic.unwrap_or(HeuristicKind::Manhattan),
                };
                let mut plan = plan;
                plan.algorithm = Some(algorithm);
                plan.heuristic = Some(heuristic);
                return Ok(Shown {
                    plan,
                    algorithm,
                    heuristic,
                });
            }
        };
        Err(Failure::Usage(unseen.into()))
    }
}
