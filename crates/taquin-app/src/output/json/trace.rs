//! `taquin.trace/1`.

use super::tiles;
use crate::trace::Moment;
use crate::trace::queue::{Counts, Waiting};
use serde::Serialize;
use taquin::solve::Answer;

/// `taquin.trace/1`: a step.
#[derive(Debug, Serialize)]
pub struct TraceStep {
    schema: &'static str,
    step: u64,
    algorithm: &'static str,
    heuristic: &'static str,
    queue: Vec<WaitingObject>,
    more: usize,
}

#[derive(Debug, Serialize)]
struct WaitingObject {
    priority: u32,
    moves: u32,
    estimate: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    board: Vec<u32>,
}

/// The object for a step.
pub fn trace_step(moment: &Moment<'_>) -> TraceStep {
    let waiting = |waiting: &Waiting| WaitingObject {
        priority: waiting.priority,
        moves: waiting.seen.g,
        estimate: waiting.seen.h,
        last: waiting.seen.last.map(|m| m.to_string()),
        board: tiles(&waiting.seen.board),
    };
    TraceStep {
        schema: "taquin.trace/1",
        step: moment.step,
        algorithm: moment.algorithm.name(),
        heuristic: moment.heuristic.name(),
        queue: moment.queue.iter().map(waiting).collect(),
        more: moment.more,
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
    status: &'static str,
    enqueued: u64,
    dequeued: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
}

/// The object for the end of a trace.
pub fn trace_end(counts: Counts, answer: &Answer) -> TraceEnd {
    let length = match answer {
        Answer::Solved(solution, _) => Some(solution.moves().len()),
        Answer::TooLong | Answer::Stopped => None,
    };
    TraceEnd {
        schema: "taquin.trace/1",
        status: if length.is_some() { "solved" } else { "limit" },
        enqueued: counts.enqueued,
        dequeued: counts.dequeued,
        length,
    }
}
