//! Objects that only the API returns: `taquin.hint/1`, `taquin.read/1`, `taquin.generated/1`, `taquin.steps/1`.

use super::boards::Generated;
use super::check::Check;
use super::solve::guarantee;
use super::tiles;
use super::trace::{PrunedObject, pruned_object};
use crate::hint::Hint as HintResult;
use crate::trace::TraceOptions;
use crate::trace::recording::{Node, Recorded, RecordedStep};
use crate::words::order;
use serde::Serialize;
use taquin::notation::Reading;
use taquin::solve::{Answer, HeuristicKind};
use taquin::{Board, Move, Problem};

/// `taquin.check/1` with the explanation as text.
#[derive(Debug, Serialize)]
pub struct Explained {
    #[serde(flatten)]
    check: Check,
    explanation: String,
}

/// The object for a verdict with its explanation.
pub const fn explained(check: Check, explanation: String) -> Explained {
    Explained { check, explanation }
}

/// `taquin.hint/1`.
#[derive(Debug, Serialize)]
pub struct Hint {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    status: &'static str,
    metric: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guarantee: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_moves: Option<Vec<String>>,
}

/// The object for the next moves of a board; an unsolvable board is not searched.
pub fn hint(hint: &HintResult) -> Hint {
    let HintResult { start, metric, .. } = hint;
    let solution = hint.solution();
    let write = |moves: Vec<Move>| hint.format().write(&moves, start);
    let report = hint.searched.as_ref().map(|searched| &searched.report);
    Hint {
        schema: "taquin.hint/1",
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start: tiles(start),
        goal: tiles(&hint.goal),
        status: match (report, solution) {
            (None, _) => "unsolvable",
            (Some(_), None) => "limit",
            (Some(_), Some(_)) => "solved",
        },
        metric: metric.name(),
        length: solution.map(|(moves, _)| metric.length(moves)),
        guarantee: solution.map(|(_, known)| guarantee(known)),
        lower_bound: report.map(|report| report.lower_bound),
        next: hint.next().and_then(write),
        first_moves: hint.first_moves().map(|slides| {
            let written = slides.iter().map(|slide| write(slide.moves().collect()));
            written.flatten().collect()
        }),
    }
}

/// Moves as letters, the direction of the tile.
fn letters(moves: &[Move]) -> String {
    moves.iter().map(|&m| m.letter()).collect()
}

/// `taquin.read/1`.
#[derive(Debug, Serialize)]
pub struct Read<'a> {
    schema: &'static str,
    notation: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<&'a str>,
}

/// The object for a text that was read.
pub fn read(reading: &Reading) -> Read<'_> {
    Read {
        schema: "taquin.read/1",
        notation: reading.dialect.name(),
        rows: reading.start.shape().rows(),
        cols: reading.start.shape().cols(),
        start: tiles(&reading.start),
        goal: reading.goal.as_ref().map(tiles),
        index: reading.index.as_deref(),
    }
}

/// `taquin.generated/1`.
#[derive(Debug, Serialize)]
pub struct Boards {
    schema: &'static str,
    /// Whether all requested boards were generated.
    status: &'static str,
    boards: Vec<Generated>,
}

/// The object for generated boards, of which `asked` were requested.
pub fn generated(boards: Vec<Generated>, asked: u64) -> Boards {
    Boards {
        schema: "taquin.generated/1",
        status: if boards.len() as u64 == asked {
            "complete"
        } else {
            "limit"
        },
        boards,
    }
}

/// `taquin.steps/1`.
#[derive(Debug, Serialize)]
pub struct Steps {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    algorithm: &'static str,
    heuristic: &'static str,
    order: String,
    status: &'static str,
    #[serde(flatten)]
    recorded: Option<RecordedObject>,
}

#[derive(Debug, Serialize)]
struct RecordedObject {
    /// Whether the search reached the goal.
    complete: bool,
    enqueued: u64,
    dequeued: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    nodes: Vec<NodeObject>,
    steps: Vec<StepObject>,
}

#[derive(Debug, Serialize)]
struct NodeObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    board: Vec<u32>,
    depth: u32,
    estimate: u32,
    priority: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<u32>>,
    /// What linear conflicts add to the terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflicts: Option<u32>,
}

#[derive(Debug, Serialize)]
struct StepObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
    selected: usize,
    opened: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    queue: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<usize>,
    /// The children that IDA* prunes, because their priority exceeds the bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Vec<PrunedObject>>,
}

/// The object for an unsolvable board, which is not searched.
pub fn unsolvable_steps(start: &Board, goal: &Board, shown: &TraceOptions) -> Steps {
    Steps {
        schema: "taquin.steps/1",
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start: tiles(start),
        goal: tiles(goal),
        algorithm: shown.algorithm.name(),
        heuristic: shown.heuristic.name(),
        order: order(shown.plan.order),
        status: "unsolvable",
        recorded: None,
    }
}

/// The object for a traced search.
pub fn steps(problem: &Problem, recorded: &Recorded) -> Steps {
    let Recorded {
        recording,
        counts,
        answer,
    } = recorded;
    let moves = match answer {
        Answer::Solved(solution, _) => Some(solution.moves()),
        _ => None,
    };
    let has_conflicts = recording.shown.heuristic == HeuristicKind::LinearConflict;
    Steps {
        status: if moves.is_some() { "solved" } else { "limit" },
        recorded: Some(RecordedObject {
            complete: moves.is_some(),
            enqueued: counts.enqueued,
            dequeued: counts.dequeued,
            length: moves.map(<[Move]>::len),
            moves: moves.map(letters),
            nodes: recording
                .nodes
                .iter()
                .map(|node| self::node(node, has_conflicts))
                .collect(),
            steps: recording.steps.iter().map(step).collect(),
        }),
        ..unsolvable_steps(problem.start(), problem.goal(), &recording.shown)
    }
}

fn node(node: &Node, has_conflicts: bool) -> NodeObject {
    let sum = node.terms.as_ref().map(|terms| terms.iter().sum());
    let conflicts = sum
        .filter(|_| has_conflicts)
        .map(|sum: u32| node.seen.h.saturating_sub(sum));
    NodeObject {
        parent: node.parent,
        last: node.seen.last.map(|m| m.to_string()),
        board: tiles(&node.seen.board),
        depth: node.seen.g,
        estimate: node.seen.h,
        priority: node.priority,
        terms: node.terms.clone(),
        conflicts,
    }
}

fn step(taken: &RecordedStep) -> StepObject {
    StepObject {
        bound: taken.bound,
        selected: taken.selected,
        opened: taken.opened.clone(),
        queue: taken.queue.clone(),
        waiting: taken.queue.as_ref().map(|_| taken.waiting),
        cut: taken
            .pruned
            .as_ref()
            .map(|pruned| pruned.iter().map(pruned_object).collect()),
    }
}
