//! A search step by step.

pub mod lockstep;
pub mod prune;
pub mod queue;
pub mod recording;

use crate::exit::Failure;
use prune::Pruned;
use queue::QueueEntry;
use taquin::search::Side;
use taquin::solve::{Algorithm, HeuristicKind, SearchOptions};
use taquin::tools::lockstep::LockstepSide;

/// One step of a search.
#[derive(Debug)]
pub struct TraceStep<'a> {
    /// Counted from 0.
    pub step: u64,
    /// Which of two searches makes it, if there are two.
    pub part: Option<Part>,
    /// The queue, best board first; in IDA*, the one board that is entered.
    pub queue: &'a [QueueEntry],
    /// The number of boards in the queue that are not shown.
    pub more: usize,
    /// The children that IDA* prunes, because their priority exceeds the bound.
    pub pruned: Option<&'a [Pruned]>,
    /// The search.
    pub algorithm: Algorithm,
    /// The heuristic.
    pub heuristic: HeuristicKind,
}

/// One of two searches that take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// From the start or from the goal.
    End(Side),
    /// Of the board or of its twin.
    Lockstep(LockstepSide),
}

impl Part {
    /// Its name in outputs.
    pub const fn name(self) -> &'static str {
        match self {
            Part::End(Side::Forward) => "forward",
            Part::End(Side::Backward) => "backward",
            Part::Lockstep(LockstepSide::Board) => "board",
            Part::Lockstep(LockstepSide::Twin) => "twin",
        }
    }
}

/// How the search of a board that cannot be solved ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsolvableEnd {
    /// Every board that can be reached has been expanded.
    Exhausted,
    /// Longer solutions were not asked for.
    MaxLength(u32),
    /// The steps that are shown are over.
    Steps,
}

/// A search that can be shown.
#[derive(Clone, Copy, Debug)]
pub struct TraceOptions {
    /// How it is run.
    pub plan: SearchOptions,
    /// The search.
    pub algorithm: Algorithm,
    /// The heuristic.
    pub heuristic: HeuristicKind,
}

impl TraceOptions {
    /// Without a choice (`auto`), it is A* with Manhattan distance, the example of every course. A search from both ends has two queues.
    pub fn with_sides(plan: SearchOptions) -> Result<TraceOptions, Failure> {
        let algorithm = plan.algorithm.unwrap_or(Algorithm::AStar);
        let unseen = match algorithm {
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
                return Ok(TraceOptions {
                    plan,
                    algorithm,
                    heuristic,
                });
            }
        };
        Err(Failure::Usage(unseen.into()))
    }

    /// The same for a [recording](recording::Recording), which has one queue.
    pub fn of(plan: SearchOptions) -> Result<TraceOptions, Failure> {
        match plan.algorithm {
            Some(Algorithm::Bidirectional) => Err(Failure::Usage(
                "a trace with one queue cannot show bidirectional searches".into(),
            )),
            _ => TraceOptions::with_sides(plan),
        }
    }
}
