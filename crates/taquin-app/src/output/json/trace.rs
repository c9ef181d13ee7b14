//! `taquin.trace/1`.

use super::tiles;
use crate::trace::lockstep::LockstepResult;
use crate::trace::prune::Pruned;
use crate::trace::queue::{Counts, QueueEntry};
use crate::trace::{Part, TraceStep, UnsolvableEnd};
use serde::Serialize;
use taquin::Board;
use taquin::solve::Answer;
use taquin::tools::lockstep::LockstepSide;

/// `taquin.trace/1`: a step.
#[derive(Debug, Serialize)]
pub struct StepObject {
    schema: &'static str,
    step: u64,
    /// Which of two searches makes it, if there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    algorithm: &'static str,
    heuristic: &'static str,
    queue: Vec<WaitingObject>,
    more: usize,
    /// The children that IDA* prunes, because their priority exceeds the bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Vec<PrunedObject>>,
}

#[derive(Debug, Serialize)]
pub(super) struct PrunedObject {
    #[serde(rename = "move")]
    m: String,
    priority: u32,
}

#[derive(Debug, Serialize)]
struct WaitingObject {
    priority: u32,
    depth: u32,
    estimate: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    board: Vec<u32>,
}

/// The object for a step.
pub fn trace_step(step: &TraceStep<'_>) -> StepObject {
    let waiting = |waiting: &QueueEntry| WaitingObject {
        priority: waiting.priority,
        depth: waiting.seen.g,
        estimate: waiting.seen.h,
        last: waiting.seen.last.map(|m| m.to_string()),
        board: tiles(&waiting.seen.board),
    };
    StepObject {
        schema: "taquin.trace/1",
        step: step.step,
        side: step.part.map(Part::name),
        algorithm: step.algorithm.name(),
        heuristic: step.heuristic.name(),
        queue: step.queue.iter().map(waiting).collect(),
        more: step.more,
        cut: step
            .pruned
            .map(|pruned| pruned.iter().map(pruned_object).collect()),
    }
}

pub(super) fn pruned_object(child: &Pruned) -> PrunedObject {
    PrunedObject {
        m: child.m.to_string(),
        priority: child.priority,
    }
}

/// `taquin.trace/1`: a round of IDA*.
#[derive(Debug, Serialize)]
pub struct TraceBound {
    schema: &'static str,
    bound: u32,
}

/// The object for a round of IDA*.
pub const fn trace_bound(bound: u32) -> TraceBound {
    TraceBound {
        schema: "taquin.trace/1",
        bound,
    }
}

/// `taquin.trace/1`: the end.
#[derive(Debug, Serialize)]
pub struct TraceEnd {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    status: &'static str,
    enqueued: u64,
    dequeued: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
}

impl TraceEnd {
    fn new((start, goal): (&Board, &Board), status: &'static str, counts: Counts) -> TraceEnd {
        TraceEnd {
            schema: "taquin.trace/1",
            rows: start.shape().rows(),
            cols: start.shape().cols(),
            start: tiles(start),
            goal: tiles(goal),
            status,
            enqueued: counts.enqueued,
            dequeued: counts.dequeued,
            length: None,
        }
    }
}

/// The object for the end of a trace from start to goal.
pub fn trace_end(boards: (&Board, &Board), counts: Counts, answer: &Answer) -> TraceEnd {
    let length = match answer {
        Answer::Solved(solution, _) => Some(solution.moves().len()),
        _ => None,
    };
    let status = if length.is_some() { "solved" } else { "limit" };
    TraceEnd {
        length,
        ..TraceEnd::new(boards, status, counts)
    }
}

/// The object for the end of a trace of a board that cannot be solved.
pub fn trace_exhausted(boards: (&Board, &Board), counts: Counts, end: UnsolvableEnd) -> TraceEnd {
    let status = match end {
        UnsolvableEnd::Exhausted => "unsolvable",
        UnsolvableEnd::MaxLength(_) | UnsolvableEnd::Steps => "limit",
    };
    TraceEnd::new(boards, status, counts)
}

/// The object for the end of a search of a board and its twin; the counts are of both.
pub fn trace_lockstep(boards: (&Board, &Board), result: &LockstepResult) -> TraceEnd {
    let [board, twin] = result.counts;
    let (status, length) = match result.winner {
        Some((LockstepSide::Board, moves)) => ("solved", Some(moves)),
        Some((LockstepSide::Twin, _)) => ("unsolvable", None),
        None => ("limit", None),
    };
    let counts = Counts {
        enqueued: board.enqueued + twin.enqueued,
        dequeued: board.dequeued + twin.dequeued,
    };
    TraceEnd {
        length,
        ..TraceEnd::new(boards, status, counts)
    }
}
