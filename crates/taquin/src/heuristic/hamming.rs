//! Hamming distance: the number of tiles that are not at home (the blank does not count).
//!
//! **Admissible**, because a move takes one tile, and every tile that is not at home has to move at least once.
//! Counting the blank too would be wrong: one move may bring home a tile and the blank. **Consistent**: a move changes
//! the place of one tile, so the count changes by at most one. From scratch it looks at every cell, after a move only
//! at the tile that moved.

use super::{Heuristic, moved};
use crate::puzzle::Shape;
use crate::space::{Arrangement, Space};

/// The number of tiles that are not at home.
#[derive(Clone, Copy, Debug)]
pub struct Hamming {
    cells: usize,
}

impl Hamming {
    /// For goals of this shape.
    pub const fn new(shape: Shape) -> Hamming {
        Hamming {
            cells: shape.area(),
        }
    }
}

impl<S: Space<State: Arrangement>> Heuristic<S> for Hamming {
    type Memo = u32;

    fn start(&self, state: &S::State) -> u32 {
        misplaced(self.cells, state)
    }

    #[inline(always)]
    fn after(&self, memo: u32, from: &S::State, _: S::Move, to: &S::State) -> u32 {
        let home = moved(from, to);
        memo + u32::from(home == to.blank()) - u32::from(home == from.blank())
    }

    #[inline(always)]
    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}

/// The number of tiles that are not at home.
pub(super) fn misplaced(cells: usize, state: &impl Arrangement) -> u32 {
    let away = |&cell: &usize| cell != state.blank() && state.home_at(cell) != cell;
    (0..cells).filter(away).count() as u32
}
