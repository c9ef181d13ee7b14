//! The standard goals.

use crate::names::{NameKind, UnknownName, find};
use crate::puzzle::{Board, Cell, Shape, Tile};
use std::fmt;
use std::str::FromStr;

/// A standard goal, defined for every shape.
///
/// ```
/// use taquin::{Board, Goal};
/// let board: Board = "1 2 3/8 0 4/7 6 5".parse()?;
/// assert_eq!(Goal::Snail.board(board.shape()), board);
/// assert_eq!("Spiral".parse(), Ok(Goal::Snail));
/// # Ok::<(), taquin::notation::ReadErrors>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// 1 2 3 … in reading order, the blank last.
    Last,
    /// The blank first, then 1 2 3 … in reading order (Korf's goal).
    First,
    /// 1 2 3 … in a clockwise spiral towards the middle, the blank at its end (the 42 school's goal).
    Snail,
}

impl Goal {
    /// All standard goals.
    pub const ALL: [Goal; 3] = [Goal::Last, Goal::First, Goal::Snail];

    /// All its names; the first is the one that is printed. Parsing ignores case, spaces, `-` and `_`.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Goal::Last => &["last"],
            Goal::First => &["first"],
            Goal::Snail => &["snail", "spiral"],
        }
    }

    /// The name that is printed.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The goal as a board of this shape.
    pub fn board(self, shape: Shape) -> Board {
        let cells = shape.area() as u32;
        let tiles = match self {
            Goal::Last => (1..cells).chain([0]).map(Tile::new).collect(),
            Goal::First => (0..cells).map(Tile::new).collect(),
            Goal::Snail => snail(shape),
        };
        Board::new(shape, tiles).expect("a standard goal has every tile once")
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Goal {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Goal, UnknownName> {
        find(text, NameKind::Goal, &Goal::ALL, Goal::names)
    }
}

fn snail(shape: Shape) -> Vec<Tile> {
    let mut tiles = vec![Tile::BLANK; shape.area()];
    for (number, cell) in (1..shape.area() as u32).zip(spiral(shape)) {
        tiles[cell.index()] = Tile::new(number);
    }
    tiles
}

/// The cells of a shape in a clockwise spiral from the top left corner inwards.
fn spiral(shape: Shape) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(shape.area());
    let mut take = |row, col| cells.extend(shape.cell(row, col));
    let (mut top, mut bottom) = (0, shape.rows());
    let (mut left, mut right) = (0, shape.cols());
    while top < bottom && left < right {
        (left..right).for_each(|col| take(top, col));
        (top + 1..bottom).for_each(|row| take(row, right - 1));
        if bottom - top > 1 {
            (left..right - 1)
                .rev()
                .for_each(|col| take(bottom - 1, col));
        }
        if right - left > 1 {
            (top + 1..bottom - 1).rev().for_each(|row| take(row, left));
        }
        (top, bottom, left, right) = (top + 1, bottom - 1, left + 1, right - 1);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snails_are_those_of_the_42_assignment() {
        let cases: [(u32, u32, &[u32]); 7] = [
            (1, 1, &[0]),
            (2, 2, &[1, 2, 0, 3]),
            (3, 3, &[1, 2, 3, 8, 0, 4, 7, 6, 5]),
            (
                4,
                4,
                &[1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7],
            ),
            (2, 4, &[1, 2, 3, 4, 0, 7, 6, 5]),
            (4, 2, &[1, 2, 0, 3, 7, 4, 6, 5]),
            (1, 4, &[1, 2, 3, 0]),
        ];
        for (rows, cols, tiles) in cases {
            let board = Goal::Snail.board(Shape::new(rows, cols).unwrap());
            let numbers: Vec<u32> = board.tiles().iter().map(|t| t.number()).collect();
            assert_eq!(numbers, tiles, "{rows}×{cols}");
        }
    }

    #[test]
    fn a_spiral_visits_every_cell_once() {
        for rows in 1..=9 {
            for cols in 1..=9 {
                let shape = Shape::new(rows, cols).unwrap();
                let mut cells = spiral(shape);
                cells.sort();
                assert!(cells.into_iter().eq(shape.cells()), "{shape}");
            }
        }
    }
}
