//! Gaschnig's distance: the moves left if the blank could change places with *any* tile (Gaschnig, *A problem
//! similarity approach to devising heuristics*, IJCAI 1979).
//!
//! Follow a cell to the home of its tile, from that cell to the next, and so on: the cells form cycles. In the blank's
//! own cycle every swap brings one tile home. The blank enters any other cycle by a swap that brings no tile home, and
//! leaves it when all its tiles are home. So the number of swaps is the number of tiles not at home, plus one for each
//! cycle of two or more tiles without the blank.
//!
//! **Admissible**, because every move is such a swap, and this is the least number of swaps. **Consistent**: a move is
//! one swap, so it changes the number by exactly one. From scratch it visits every cell; after a move it follows the
//! cycle of the moved tile once, to see whether the blank is in it.

use super::hamming::misplaced;
use super::{Heuristic, moved};
use crate::puzzle::Shape;
use crate::space::{Arrangement, Space};

/// Gaschnig's distance: the number of swaps of the blank with any tile.
#[derive(Clone, Copy, Debug)]
pub struct Gaschnig {
    cells: usize,
}

impl Gaschnig {
    /// For goals of this shape.
    pub const fn new(shape: Shape) -> Gaschnig {
        Gaschnig {
            cells: shape.area(),
        }
    }
}

impl<S: Space<State: Arrangement>> Heuristic<S> for Gaschnig {
    type Memo = u32;

    fn start(&self, state: &S::State) -> u32 {
        misplaced(self.cells, state) + cycles_without_blank(self.cells, state)
    }

    #[inline]
    fn after(&self, memo: u32, from: &S::State, _: S::Move, to: &S::State) -> u32 {
        let (home, source, target) = (moved(from, to), to.blank(), from.blank());
        let comes_home = home == target;
        let joins_blank = home != source && !on_cycle_of(from, target, source);
        if comes_home || joins_blank {
            memo - 1
        } else {
            memo + 1
        }
    }

    #[inline(always)]
    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}

/// The number of cycles of at least two cells, all of them with tiles.
fn cycles_without_blank(cells: usize, state: &impl Arrangement) -> u32 {
    let mut seen = vec![false; cells];
    mark_cycle(state.blank(), &mut seen, state);
    let mut cycles = 0;
    for cell in 0..cells {
        if !seen[cell] && state.home_at(cell) != cell {
            mark_cycle(cell, &mut seen, state);
            cycles += 1;
        }
    }
    cycles
}

fn mark_cycle(first: usize, seen: &mut [bool], state: &impl Arrangement) {
    let mut cell = first;
    while !std::mem::replace(&mut seen[cell], true) {
        cell = state.home_at(cell);
    }
}

/// Whether the cycle of `first` contains `wanted`.
fn on_cycle_of(state: &impl Arrangement, wanted: usize, first: usize) -> bool {
    let mut cell = state.home_at(first);
    while cell != first && cell != wanted {
        cell = state.home_at(cell);
    }
    cell == wanted
}
