//! The symmetries of a rectangle: the ways to reflect and rotate a board.

use super::{Cell, Shape};

/// A reflection or rotation of a board, or neither: one of the eight symmetries of a square.
///
/// Only the four without an exchange of rows and columns keep the shape of a board that is not square.
///
/// ```
/// use taquin::{Shape, puzzle::Symmetry};
/// let shape = Shape::new(2, 3)?;
/// let upside_down = Symmetry::FLIP_ROWS;
/// assert_eq!(upside_down.cell(shape, shape.cell(0, 2).unwrap()), shape.cell(1, 2).unwrap());
/// assert_eq!(Symmetry::TRANSPOSE.shape(shape), Shape::new(3, 2)?);
/// assert_eq!(upside_down.then(upside_down), Symmetry::IDENTITY);
/// # Ok::<(), taquin::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Every cell stays where it is.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// The first row becomes the last.
    pub const FLIP_ROWS: Symmetry = Symmetry(1);
    /// The first column becomes the last.
    pub const FLIP_COLS: Symmetry = Symmetry(2);
    /// Rows become columns: the reflection along the main diagonal.
    pub const TRANSPOSE: Symmetry = Symmetry(4);

    /// The symmetries that keep a shape: eight for a square, four otherwise. The identity is the first; for a square,
    /// the transposition is the second.
    pub fn all(shape: Shape) -> impl Iterator<Item = Symmetry> {
        let order = [0, 4, 1, 2, 3, 5, 6, 7].into_iter().map(Symmetry);
        order.filter(move |symmetry| shape.is_square() || !symmetry.has(Symmetry::TRANSPOSE))
    }

    /// This symmetry, and then another one.
    #[must_use]
    pub const fn then(self, next: Symmetry) -> Symmetry {
        // The bits stand for flips that come before the transposition. To flip rows after it is to flip columns before.
        let flips = next.0 & 3;
        let flips = if self.has(Symmetry::TRANSPOSE) {
            flips >> 1 | (flips & 1) << 1
        } else {
            flips
        };
        Symmetry(self.0 ^ flips ^ (next.0 & Symmetry::TRANSPOSE.0))
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // Every symmetry undoes itself but the two rotations by a quarter, which undo each other.
        match self.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            _ => self,
        }
    }

    /// The shape of a board after this symmetry.
    pub fn shape(self, shape: Shape) -> Shape {
        if self.has(Symmetry::TRANSPOSE) {
            shape.transposed()
        } else {
            shape
        }
    }

    /// Where a cell of `shape` comes to lie. The result is a cell of [`Symmetry::shape`].
    pub fn cell(self, shape: Shape, cell: Cell) -> Cell {
        let (mut row, mut col) = (shape.row(cell), shape.col(cell));
        if self.has(Symmetry::FLIP_ROWS) {
            row = shape.rows() - 1 - row;
        }
        if self.has(Symmetry::FLIP_COLS) {
            col = shape.cols() - 1 - col;
        }
        if self.has(Symmetry::TRANSPOSE) {
            (row, col) = (col, row);
        }
        let image = self.shape(shape).cell(row, col);
        image.expect("a symmetry keeps cells on the board")
    }

    const fn has(self, part: Symmetry) -> bool {
        self.0 & part.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn images(shape: Shape, symmetry: Symmetry) -> Vec<Cell> {
        let cells = shape.cells();
        cells.map(|cell| symmetry.cell(shape, cell)).collect()
    }

    #[test]
    fn a_square_has_eight_symmetries_and_another_rectangle_four() {
        for (rows, cols, count) in [(3, 3, 8), (2, 3, 4), (4, 2, 4)] {
            let shape = Shape::new(rows, cols).unwrap();
            let mut all: Vec<Vec<Cell>> = Symmetry::all(shape).map(|s| images(shape, s)).collect();
            assert!(all[0].iter().copied().eq(shape.cells()));
            all.sort();
            all.dedup();
            assert_eq!(all.len(), count);
        }
    }

    #[test]
    fn composition_and_inverse_agree_with_the_images_of_cells() {
        let shape = Shape::new(3, 4).unwrap();
        for first in (0..8).map(Symmetry) {
            for second in (0..8).map(Symmetry) {
                let between = first.shape(shape);
                let one_by_one = images(shape, first)
                    .into_iter()
                    .map(|cell| second.cell(between, cell));
                assert!(one_by_one.eq(images(shape, first.then(second))));
            }
            assert_eq!(first.then(first.inverse()), Symmetry::IDENTITY);
        }
    }
}
