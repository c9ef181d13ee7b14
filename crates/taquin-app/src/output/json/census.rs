//! `taquin.census/1`, `taquin.count/1` and `taquin.reach/1`.

use super::tiles;
use crate::census::{Cluster, Counted};
use crate::count::{Count, Formula};
use crate::limits::Reason;
use serde::Serialize;
use taquin::{Board, Metric};

/// `taquin.census/1`.
#[derive(Debug, Serialize)]
pub struct CensusObject {
    schema: &'static str,
    rows: u32,
    cols: u32,
    goal: Vec<u32>,
    metric: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    boards: u64,
    boards_at_distance: Vec<u64>,
    /// The greatest distance; unknown if the census was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    farthest: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    farthest_boards: Option<Vec<Vec<u32>>>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster: Option<Cluster>,
}

/// The object for a census.
pub fn census(counted: &Counted) -> CensusObject {
    let shape = counted.goal.shape();
    let is_complete = counted.reason.is_none();
    let farthest_boards = counted.farthest.as_ref();
    CensusObject {
        schema: "taquin.census/1",
        rows: shape.rows(),
        cols: shape.cols(),
        goal: tiles(&counted.goal),
        metric: counted.metric.name(),
        status: if is_complete { "complete" } else { "limit" },
        reason: counted.reason.map(Reason::name),
        boards: counted.boards,
        boards_at_distance: counted.counts.clone(),
        farthest: is_complete.then(|| counted.farthest_distance()),
        mean: is_complete.then(|| counted.mean()),
        farthest_boards: farthest_boards.map(|boards| boards.iter().map(tiles).collect()),
        seconds: counted.seconds,
        cluster: counted.cluster.clone(),
    }
}

/// `taquin.reach/1`.
#[derive(Debug, Serialize)]
pub struct Reached {
    schema: &'static str,
    rows: u32,
    cols: u32,
    distance: u32,
    metric: &'static str,
    board: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Vec<u32>>,
}

/// The object for a board that can be reached, with the goal that the input names.
pub fn reach(board: &Board, distance: u32, metric: Metric, goal: Option<&Board>) -> Reached {
    Reached {
        schema: "taquin.reach/1",
        rows: board.shape().rows(),
        cols: board.shape().cols(),
        distance,
        metric: metric.name(),
        board: tiles(board),
        goal: goal.map(tiles),
    }
}

/// `taquin.count/1`. Numbers of boards are strings: they need not fit in a number.
#[derive(Debug, Serialize)]
pub struct CountObject {
    schema: &'static str,
    rows: u32,
    cols: u32,
    all_boards: String,
    solvable_boards: String,
    unsolvable_boards: String,
    solvable_with_the_blank_at_a_cell: String,
    /// Sets of boards that can reach each other.
    connected_components: String,
    cells_with_moves: [usize; 5],
    mean_moves: f64,
    neighbour_pairs: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequences: Option<Vec<Sequences>>,
}

/// Sequences of one length.
#[derive(Debug, Serialize)]
struct Sequences {
    length: u32,
    all: String,
    without_taking_back: String,
}

/// `taquin.count/1` for all squares or rectangles: formulas instead of numbers.
#[derive(Debug, Serialize)]
pub struct FormulaObject {
    schema: &'static str,
    area: &'static str,
    all_boards: String,
    solvable_boards: String,
    unsolvable_boards: String,
    solvable_with_the_blank_at_a_cell: String,
    /// Sets of boards that can reach each other.
    connected_components: String,
    neighbour_pairs: String,
}

/// The object for the formulas.
pub fn formula(formula: &Formula) -> FormulaObject {
    let Formula {
        cells,
        factor,
        pairs,
        ..
    } = formula;
    FormulaObject {
        schema: "taquin.count/1",
        area: cells,
        all_boards: format!("{factor}!"),
        solvable_boards: format!("{factor}!/2"),
        unsolvable_boards: format!("{factor}!/2"),
        solvable_with_the_blank_at_a_cell: format!("({cells} − 1)!/2"),
        connected_components: "2".into(),
        neighbour_pairs: format!("({cells} − 1)!/2 · ({pairs})"),
    }
}

/// The object for the numbers of a shape.
pub fn count(count: &Count) -> CountObject {
    let sequences = count.sequences.as_ref().map(|rows| {
        let row = |(length, row): (u32, &[u128; 2])| Sequences {
            length,
            all: row[0].to_string(),
            without_taking_back: row[1].to_string(),
        };
        (0..).zip(rows).map(row).collect()
    });
    CountObject {
        schema: "taquin.count/1",
        rows: count.shape.rows(),
        cols: count.shape.cols(),
        all_boards: count.boards.to_string(),
        solvable_boards: count.solvable.to_string(),
        unsolvable_boards: count.unsolvable.to_string(),
        solvable_with_the_blank_at_a_cell: count.at_a_cell.to_string(),
        connected_components: count.groups.to_string(),
        cells_with_moves: count.cells_with_moves,
        mean_moves: count.mean_moves(),
        neighbour_pairs: count.neighbours.to_string(),
        sequences,
    }
}
