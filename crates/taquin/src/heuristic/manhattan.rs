//! Manhattan distance: for every tile, the number of steps to its home along rows and columns.
//!
//! **Admissible**, because a move takes one tile one step and every tile has to make its steps. **Consistent**: a move
//! changes the sum by exactly one.

use super::{Heuristic, moved};
use crate::puzzle::{Move, Shape};
use crate::space::{Arrangement, Space};

/// The sum of the tiles' distances to their homes.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// For each cell how far it lies *against* each move: a tile that moves up from row r gets farther from its home
    /// exactly if that is in row r or below.
    against: Vec<[u16; 4]>,
}

impl Manhattan {
    /// For goals of this shape.
    pub fn new(shape: Shape) -> Manhattan {
        let against = shape.cells().map(|cell| {
            let (row, col) = (shape.row(cell), shape.col(cell));
            Move::ALL.map(|m| match m {
                Move::Up => row as u16,
                Move::Down => (shape.rows() - 1 - row) as u16,
                Move::Left => col as u16,
                Move::Right => (shape.cols() - 1 - col) as u16,
            })
        });
        Manhattan {
            against: against.collect(),
        }
    }

    /// The number of steps between two cells.
    fn distance(&self, a: usize, b: usize) -> u32 {
        let along = |m: Move| self.against[a][m.index()].abs_diff(self.against[b][m.index()]);
        u32::from(along(Move::Up)) + u32::from(along(Move::Left))
    }

    /// Whether a tile that leaves `source` by `m` gets farther from `home`.
    #[inline(always)]
    pub(super) fn gets_farther(&self, home: usize, source: usize, m: Move) -> bool {
        self.against[home][m.index()] >= self.against[source][m.index()]
    }
}

impl<S: Space<Move = Move, State: Arrangement>> Heuristic<S> for Manhattan {
    type Memo = u32;

    fn start(&self, state: &S::State) -> u32 {
        let tiles = (0..self.against.len()).filter(|&cell| cell != state.blank());
        tiles
            .map(|cell| self.distance(cell, state.home_at(cell)))
            .sum()
    }

    #[inline(always)]
    fn after(&self, memo: u32, from: &S::State, m: Move, to: &S::State) -> u32 {
        if self.gets_farther(moved(from, to), to.blank(), m) {
            memo + 1
        } else {
            memo - 1
        }
    }

    #[inline(always)]
    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}
