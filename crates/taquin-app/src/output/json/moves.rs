//! `taquin.moves/1`: a sequence of moves.

use super::tiles;
use crate::moves::Sequence;
use serde::Serialize;
use taquin::notation::MoveFormat;
use taquin::{Board, Metric};

/// `taquin.moves/1`.
#[derive(Debug, Serialize)]
pub struct Moves {
    schema: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cols: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Vec<u32>>,
    /// The board after the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Vec<u32>>,
    metric: &'static str,
    moves: String,
    moves_are: &'static str,
    /// In the metric.
    length: usize,
    /// In moves of whole lines of tiles.
    slides: usize,
}

/// The object for a sequence, whose moves have been written in this format.
pub fn moves(sequence: &Sequence, format: MoveFormat, written: String) -> Moves {
    let shape = sequence.start.as_ref().map(Board::shape);
    Moves {
        schema: "taquin.moves/1",
        rows: shape.map(|shape| shape.rows()),
        cols: shape.map(|shape| shape.cols()),
        start: sequence.start.as_ref().map(tiles),
        end: sequence.end.as_ref().map(tiles),
        goal: sequence.goal.as_ref().map(tiles),
        metric: sequence.metric.name(),
        moves: written,
        moves_are: format.written_letters().name(),
        length: sequence.metric.length(&sequence.moves),
        slides: Metric::MultiTile.length(&sequence.moves),
    }
}
