//! Two ways to count moves.

use crate::puzzle::Move;

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One tile moves one step.
    #[default]
    SingleTile,
    /// A line of tiles next to the blank slides one step; the blank goes as far as the line is long.
    MultiTile,
}

impl Metric {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::SingleTile => "stm",
            Metric::MultiTile => "mtm",
        }
    }

    /// How long a sequence of single-tile moves is: in the multi-tile metric, moves in one direction right after each
    /// other are one.
    ///
    /// ```
    /// use taquin::{Metric, Move::{Left, Up}};
    /// assert_eq!(Metric::MultiTile.length(&[Left, Left, Up, Left]), 3);
    /// ```
    pub fn length(self, moves: &[Move]) -> usize {
        match self {
            Metric::SingleTile => moves.len(),
            Metric::MultiTile => moves.chunk_by(|a, b| a == b).count(),
        }
    }
}
