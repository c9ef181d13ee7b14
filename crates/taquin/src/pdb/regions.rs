//! The regions into which occupied cells divide the free ones.

use crate::puzzle::{Cell, Shape};

/// Fills regions of a shape's cells.
pub(super) struct Flood {
    cells: u32,
    cols: u32,
    not_first_col: u32,
    not_last_col: u32,
}

impl Flood {
    pub(super) fn new(shape: Shape) -> Flood {
        let except = |col: u32| {
            let cells = shape.cells().filter(|&cell| shape.col(cell) != col);
            cells.fold(0, |set, cell| set | 1 << cell.index())
        };
        Flood {
            cells: u32::MAX >> (32 - shape.area()),
            cols: shape.cols(),
            not_first_col: except(0),
            not_last_col: except(shape.cols() - 1),
        }
    }

    /// The largest connected region of some cells (of equal ones that with the first cell), and the others.
    pub(super) fn regions(&self, mut free: u32) -> (u32, Vec<u32>) {
        let (mut largest, mut others) = (0u32, Vec::new());
        while free != 0 {
            let mut region = self.fill(free & free.wrapping_neg(), free);
            free &= !region;
            if region.count_ones() > largest.count_ones() {
                (region, largest) = (largest, region);
            }
            if region != 0 {
                others.push(region);
            }
        }
        (largest, others)
    }

    /// The free cells that are connected with one of them.
    pub(super) fn region(&self, cell: Cell, occupied: u32) -> u32 {
        self.fill(1 << cell.index(), self.cells & !occupied)
    }

    /// The cells next to some cells, and some of those cells themselves.
    pub(super) const fn around(&self, cells: u32) -> u32 {
        let sideways = (cells & self.not_last_col) << 1 | (cells & self.not_first_col) >> 1;
        (sideways | cells << self.cols | cells >> self.cols) & self.cells
    }

    fn fill(&self, mut region: u32, free: u32) -> u32 {
        loop {
            let grown = (region | self.around(region)) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }
}
