//! Turned and mirrored patterns share a table.

use super::{MAX_CELLS, Pattern};
use crate::puzzle::{Cell, Shape};

/// For each cell the cell that it is seen as.
pub(crate) type CellMap = [u8; MAX_CELLS];

/// For each symmetry of a shape where it takes every cell; the one that does nothing first, the mirror image along the
/// diagonal second.
pub(crate) fn symmetries(shape: Shape) -> impl Iterator<Item = CellMap> {
    let turns = if shape.is_square() { 8 } else { 4 };
    let order = [0, 4, 1, 2, 3, 5, 6, 7];
    let turns = order.into_iter().filter(move |&turn| turn < turns);
    turns.map(move |turn| {
        let mut cells = [0; MAX_CELLS];
        for cell in shape.cells() {
            let (mut row, mut col) = (shape.row(cell), shape.col(cell));
            if turn & 1 == 1 {
                row = shape.rows() - 1 - row;
            }
            if turn & 2 == 2 {
                col = shape.cols() - 1 - col;
            }
            if turn & 4 == 4 {
                (row, col) = (col, row);
            }
            cells[cell.index()] = (row * shape.cols() + col) as u8;
        }
        cells
    })
}

impl Pattern {
    /// The pattern whose table serves this one, and as what that table sees each cell: of all turned and mirrored ones
    /// the first. Where the blank's home lies in its region makes no difference to a table.
    pub(crate) fn canonical(&self) -> (Pattern, CellMap) {
        let images = symmetries(self.shape).map(|map| (self.seen(&map), map));
        let first = images.min_by(|(a, _), (b, _)| (&a.homes, a.blank).cmp(&(&b.homes, b.blank)));
        first.expect("doing nothing is a symmetry")
    }

    /// The pattern through a symmetry, the blank's home at the first cell of its region.
    fn seen(&self, map: &CellMap) -> Pattern {
        let see = |cell: Cell| {
            let seen = self.shape.at(map[cell.index()].into());
            seen.expect("a symmetry keeps cells on the board")
        };
        let mut homes: Vec<Cell> = self.homes.iter().copied().map(see).collect();
        homes.sort();
        let occupied = homes.iter().fold(0, |set, home| set | 1u32 << home.index());
        let region = super::regions::Flood::new(self.shape).region(see(self.blank), occupied);
        let first = self.shape.at(region.trailing_zeros() as usize);
        Pattern {
            shape: self.shape,
            blank: first.expect("a region has a cell"),
            homes,
        }
    }
}
