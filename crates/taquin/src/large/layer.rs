//! What the beam searches have in common: layers of boards, each reached by the same number of moves, or of slides.

use super::beam::CHILDREN;
use super::lattice::Position;
use crate::puzzle::Move;
use crate::search::Stats;

/// The result of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layer {
    /// There are boards to continue from.
    Open,
    /// No board is left that could lead to a solution as short as required, or the system has no memory for the next ones.
    Closed,
    /// The moves to the goal.
    Solved(Vec<Move>),
}

/// A beam search. After [`Layer::Open`] there is at least one board.
pub(super) trait Layers {
    /// Makes one more move from every board and retains the best `width` boards from which a solution of fewer than
    /// `bound` moves in total is possible.
    fn advance(&mut self, width: usize, bound: usize) -> Layer;

    /// The counters so far.
    fn stats(&self) -> &Stats;

    /// The smallest Manhattan distance of a board.
    fn distance(&self) -> u32;

    /// The approximate number of layers to the goal.
    fn layers_left(&self) -> f64;

    /// The most memory that a board of the beam takes, in bytes: itself, its children, and what is known of earlier layers.
    fn bytes_per_board(&self) -> usize;

    /// The mean number of boards that a board leads to.
    fn children(&self) -> f64 {
        CHILDREN
    }

    /// The moves to the board with the smallest distance, and the board.
    fn nearest(&self) -> (Vec<Move>, Position);
}
