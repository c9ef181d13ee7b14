//! Rectangles and the cells in them.

use super::{Direction, Move, MoveSet};
use std::fmt;

/// A rectangle of cells, from 1×1 up to [`Shape::MAX_CELLS`] cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u32,
    cols: u32,
}

/// The requested shape has no cells, or more than [`Shape::MAX_CELLS`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{rows}×{cols} is not a valid board shape: a board has 1 to {} cells",
    Shape::MAX_CELLS
)]
pub struct ShapeError {
    rows: u32,
    cols: u32,
}

impl Shape {
    /// The most cells a shape may have: 4096 × 4096.
    ///
    /// It bounds the work that a size read from a file can cause.
    pub const MAX_CELLS: u32 = 1 << 24;

    /// A shape of `rows` × `cols` cells.
    pub fn new(rows: u32, cols: u32) -> Result<Shape, ShapeError> {
        match rows.checked_mul(cols) {
            Some(1..=Shape::MAX_CELLS) => Ok(Shape { rows, cols }),
            _ => Err(ShapeError { rows, cols }),
        }
    }

    /// The square shape of `side` × `side` cells.
    pub fn square(side: u32) -> Result<Shape, ShapeError> {
        Shape::new(side, side)
    }

    /// The square shape with this many cells, if there is one.
    pub fn square_of_area(cells: usize) -> Option<Shape> {
        let side = u32::try_from(cells.isqrt()).ok()?;
        let shape = Shape::square(side).ok()?;
        (shape.area() == cells).then_some(shape)
    }

    /// The shape with rows and columns swapped.
    #[must_use]
    pub const fn transposed(self) -> Shape {
        Shape {
            rows: self.cols,
            cols: self.rows,
        }
    }

    /// How many rows.
    pub const fn rows(self) -> u32 {
        self.rows
    }

    /// How many columns.
    pub const fn cols(self) -> u32 {
        self.cols
    }

    /// The number of cells.
    pub const fn area(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Whether the shape has as many rows as columns.
    pub const fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// Whether the shape has a single row or a single column, so that no tile can pass another.
    pub const fn is_line(self) -> bool {
        self.rows == 1 || self.cols == 1
    }

    /// All cells in reading order.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.rows * self.cols).map(Cell)
    }

    /// The cell in this row and column, both counted from 0.
    pub fn cell(self, row: u32, col: u32) -> Option<Cell> {
        (row < self.rows && col < self.cols).then(|| Cell(row * self.cols + col))
    }

    /// The cell at this position in reading order.
    pub fn at(self, index: usize) -> Option<Cell> {
        (index < self.area()).then_some(Cell(index as u32))
    }

    /// The last cell in reading order.
    pub const fn last(self) -> Cell {
        Cell(self.rows * self.cols - 1)
    }

    /// The row of a cell, counted from 0.
    pub const fn row(self, cell: Cell) -> u32 {
        cell.0 / self.cols
    }

    /// The column of a cell, counted from 0.
    pub const fn col(self, cell: Cell) -> u32 {
        cell.0 % self.cols
    }

    /// The number of steps between two cells along rows and columns.
    pub const fn distance(self, a: Cell, b: Cell) -> u32 {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }

    /// The cell next to `cell` in a direction; `None` beyond the edge.
    pub fn neighbour(self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.source(cell, direction.tile_move())
    }

    /// The cell of the tile that makes move `m` when the blank is at `blank`; `None` if the blank is at that edge.
    ///
    /// A tile that moves up comes from the cell below the blank.
    pub fn source(self, blank: Cell, m: Move) -> Option<Cell> {
        self.moves(blank)
            .contains(m)
            .then(|| self.source_unchecked(blank, m))
    }

    /// [`Shape::source`] for a move that is known to be possible.
    pub const fn source_unchecked(self, blank: Cell, m: Move) -> Cell {
        Cell(blank.0.wrapping_add_signed(self.blank_offsets()[m.index()]))
    }

    /// By how much each of [`Move::ALL`] changes the index of the blank's cell.
    ///
    /// A tile that moves up leaves the blank one row below.
    #[inline(always)]
    pub const fn blank_offsets(self) -> [i32; 4] {
        let cols = self.cols as i32;
        [cols, -cols, 1, -1]
    }

    /// The moves that are possible when the blank is at `blank`.
    pub fn moves(self, blank: Cell) -> MoveSet {
        let (row, col) = (self.row(blank), self.col(blank));
        let mut moves = MoveSet::EMPTY;
        if row + 1 < self.rows {
            moves.insert(Move::Up);
        }
        if row > 0 {
            moves.insert(Move::Down);
        }
        if col + 1 < self.cols {
            moves.insert(Move::Left);
        }
        if col > 0 {
            moves.insert(Move::Right);
        }
        moves
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.rows, self.cols)
    }
}

/// A position on a board. Never interchangeable with the [`Tile`](crate::puzzle::Tile) that lies there.
///
/// ```
/// use taquin::Shape;
/// let shape = Shape::new(3, 4)?;
/// let cell = shape.cell(1, 2).expect("the shape has row 1 and column 2");
/// assert_eq!(cell.index(), 6);
/// assert_eq!(shape.cell(3, 0), None);
/// # Ok::<(), taquin::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    /// The position in reading order, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_without_cells_or_with_too_many_are_refused() {
        for (rows, cols) in [(0, 0), (0, 5), (5, 0), (4097, 4096), (u32::MAX, u32::MAX)] {
            assert!(Shape::new(rows, cols).is_err(), "{rows}×{cols}");
        }
        assert!(Shape::new(1, 1).is_ok());
        assert!(Shape::new(4096, 4096).is_ok());
        assert!(Shape::new(1, Shape::MAX_CELLS).is_ok());
    }

    #[test]
    fn only_perfect_squares_are_square_areas() {
        assert_eq!(Shape::square_of_area(9), Shape::square(3).ok());
        for cells in [0, 2, 8, 10, (1 << 24) + 1, usize::MAX] {
            assert_eq!(Shape::square_of_area(cells), None, "{cells}");
        }
    }
}
