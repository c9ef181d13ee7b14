//! Patterns that are symmetric to each other share a table.

use super::Pattern;
use super::regions::Flood;
use crate::puzzle::{Cell, Shape, Symmetry};

/// For each cell, its image under a symmetry, for hot loops.
pub(crate) type CellMap = [u8; Pattern::MAX_CELLS];

/// The maps of all symmetries of a shape: the identity first, for squares the transposition second.
pub(crate) fn symmetries(shape: Shape) -> impl Iterator<Item = CellMap> {
    Symmetry::all(shape).map(move |symmetry| {
        let mut cells = [0; Pattern::MAX_CELLS];
        for cell in shape.cells() {
            cells[cell.index()] = symmetry.cell(shape, cell).index() as u8;
        }
        cells
    })
}

impl Pattern {
    /// The pattern whose table serves this one, and the map from this pattern's cells to that one's: of all images under
    /// the symmetries, the first. Where in its region the blank's home is makes no difference to a table.
    pub(crate) fn canonical(&self) -> (Pattern, CellMap) {
        let images = symmetries(self.shape).map(|map| (self.image(&map), map));
        let first = images.min_by(|(a, _), (b, _)| (&a.homes, a.blank).cmp(&(&b.homes, b.blank)));
        first.expect("the identity is a symmetry")
    }

    /// The image of the pattern under a symmetry, with the blank's home at the first cell of its region.
    fn image(&self, map: &CellMap) -> Pattern {
        let image = |cell: Cell| {
            let image = self.shape.at(map[cell.index()].into());
            image.expect("a symmetry keeps cells on the board")
        };
        let mut homes: Vec<Cell> = self.homes.iter().copied().map(image).collect();
        homes.sort();
        let occupied = homes.iter().fold(0, |set, home| set | 1u32 << home.index());
        let region = Flood::new(self.shape).region(image(self.blank), occupied);
        let first = self.shape.at(region.trailing_zeros() as usize);
        Pattern {
            shape: self.shape,
            blank: first.expect("a region has a cell"),
            homes,
        }
    }
}
