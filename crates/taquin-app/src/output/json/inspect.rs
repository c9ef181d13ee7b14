//! `taquin.inspect/1`.

use super::tiles;
use crate::inspect::{Distance, Inspected};
use serde::Serialize;
use std::collections::BTreeMap;

/// `taquin.inspect/1`.
#[derive(Debug, Serialize)]
pub struct Inspect {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    solvable: bool,
    /// By the name of the heuristic.
    estimates: BTreeMap<&'static str, u32>,
    /// The groups of the pattern databases.
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<String>,
    /// The length of a shortest solution, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disorder: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parity: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disorder_at_goal: Option<u64>,
    /// Counted from 1.
    blank_row: u32,
    /// Counted from 1.
    blank_col: u32,
    neighbours: Vec<Neighbour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    twin: Option<Vec<u32>>,
}

#[derive(Debug, Serialize)]
struct Neighbour {
    #[serde(rename = "move")]
    m: String,
    board: Vec<u32>,
}

/// The object for a board.
pub fn inspect(board: &Inspected) -> Inspect {
    let shape = board.start.shape();
    let (distance, lower_bound) = match board.distance {
        Distance::Moves(moves) => (Some(moves), Some(moves)),
        Distance::AtLeast(moves) => (None, Some(moves)),
        Distance::Unreachable => (None, None),
    };
    let estimates = board.estimates.iter();
    let disorder = board.disorder.map(|disorder| disorder.start);
    let (blank_row, blank_col) = board.blank();
    let neighbours = board.neighbours.iter();
    Inspect {
        schema: "taquin.inspect/1",
        rows: shape.rows(),
        cols: shape.cols(),
        start: tiles(&board.start),
        goal: tiles(&board.goal),
        solvable: board.is_solvable,
        estimates: estimates
            .clone()
            .map(|estimate| (estimate.heuristic.name(), estimate.moves))
            .collect(),
        groups: estimates
            .filter_map(|estimate| estimate.groups.clone())
            .next(),
        distance,
        lower_bound,
        disorder,
        parity: disorder.map(|disorder| {
            if disorder.is_multiple_of(2) {
                "even"
            } else {
                "odd"
            }
        }),
        disorder_at_goal: board.disorder.map(|disorder| disorder.goal),
        blank_row,
        blank_col,
        neighbours: neighbours
            .map(|(m, next)| Neighbour {
                m: m.letter().into(),
                board: tiles(next),
            })
            .collect(),
        twin: board.twin.as_ref().map(tiles),
    }
}
