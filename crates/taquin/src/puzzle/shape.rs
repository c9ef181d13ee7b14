//! Rectangles, the places in them, and the four ways a tile can move.

use std::fmt;

/// A rectangle of cells, from 1×1 up to [`Shape::MAX_CELLS`] cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u32,
    cols: u32,
}

/// Asked for a shape without cells, or with more than [`Shape::MAX_CELLS`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{rows}×{cols} is no shape for a board (1×1 up to {} cells)",
    Shape::MAX_CELLS
)]
pub struct ShapeError {
    rows: u32,
    cols: u32,
}

impl Shape {
    /// The most cells a shape may have: 4096 × 4096.
    ///
    /// It bounds what a size in somebody's file can make the program do.
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

    /// The square shape with this many cells in all, if there is one.
    pub fn square_of_area(cells: usize) -> Option<Shape> {
        let side = u32::try_from(cells.isqrt()).ok()?;
        let shape = Shape::square(side).ok()?;
        (shape.area() == cells).then_some(shape)
    }

    /// How many rows.
    pub const fn rows(self) -> u32 {
        self.rows
    }

    /// How many columns.
    pub const fn cols(self) -> u32 {
        self.cols
    }

    /// How many cells in all.
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

    /// The cell at this place in reading order.
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

    /// Steps between two cells along rows and columns.
    pub const fn distance(self, a: Cell, b: Cell) -> u32 {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }

    /// Where the tile stands that makes move `m` when the blank is at `blank`.
    ///
    /// A tile that moves up comes from the cell below the blank.
    pub fn source(self, blank: Cell, m: Move) -> Option<Cell> {
        self.moves(blank)
            .contains(m)
            .then(|| self.source_unchecked(blank, m))
    }

    /// [`Shape::source`] for a move that is known to be possible.
    pub fn source_unchecked(self, blank: Cell, m: Move) -> Cell {
        Cell(match m {
            Move::Up => blank.0 + self.cols,
            Move::Down => blank.0 - self.cols,
            Move::Left => blank.0 + 1,
            Move::Right => blank.0 - 1,
        })
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

/// A place on a board. Never interchangeable with the [`Tile`](crate::puzzle::Tile) that lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    /// The place in reading order, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The direction in which a **tile** moves (into the blank).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Move {
    /// The tile below the blank moves up.
    Up,
    /// The tile above the blank moves down.
    Down,
    /// The tile to the right of the blank moves left.
    Left,
    /// The tile to the left of the blank moves right.
    Right,
}

impl Move {
    /// All four, in the order used everywhere unless a caller chooses another.
    pub const ALL: [Move; 4] = [Move::Up, Move::Down, Move::Left, Move::Right];

    /// The move that takes this one back; also the direction in which the *blank* goes.
    pub const fn opposite(self) -> Move {
        match self {
            Move::Up => Move::Down,
            Move::Down => Move::Up,
            Move::Left => Move::Right,
            Move::Right => Move::Left,
        }
    }

    /// Makes moves those of the way back.
    pub fn turn_round(moves: &mut [Move]) {
        moves.reverse();
        moves.iter_mut().for_each(|m| *m = m.opposite());
    }

    /// A number from 0 to 3, the place in [`Move::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Move::Up => "up",
            Move::Down => "down",
            Move::Left => "left",
            Move::Right => "right",
        })
    }
}

/// A set of moves: four bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveSet(u8);

impl MoveSet {
    /// No move.
    pub const EMPTY: MoveSet = MoveSet(0);

    /// Adds a move.
    pub const fn insert(&mut self, m: Move) {
        self.0 |= 1 << m as u8;
    }

    /// The set without `m`.
    pub const fn without(self, m: Move) -> MoveSet {
        MoveSet(self.0 & !(1 << m as u8))
    }

    /// Whether `m` is in the set.
    pub const fn contains(self, m: Move) -> bool {
        self.0 >> m as u8 & 1 == 1
    }

    /// How many moves.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no move is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The moves, in the order of [`Move::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Move> {
        Move::ALL.into_iter().filter(move |&m| self.contains(m))
    }
}

impl FromIterator<Move> for MoveSet {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveSet {
        let mut set = MoveSet::EMPTY;
        moves.into_iter().for_each(|m| set.insert(m));
        set
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

    #[test]
    fn a_move_set_is_the_set_of_its_moves() {
        for bits in 0..16u8 {
            let set = MoveSet(bits);
            assert_eq!(set.iter().collect::<MoveSet>(), set);
            assert_eq!(set.iter().count(), set.len());
            for m in Move::ALL {
                assert!(!set.without(m).contains(m));
            }
        }
    }
}
