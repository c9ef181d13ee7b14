//! One arrangement of tiles: every tile of the shape once, and one blank.

use crate::puzzle::{Cell, Move, MoveSet, Shape};
use std::collections::HashMap;
use std::fmt;

/// A label on a board: a numbered tile, or the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u32);

impl Tile {
    /// The blank, written 0.
    pub const BLANK: Tile = Tile(0);

    /// The tile with this number; 0 is the blank.
    pub const fn new(number: u32) -> Tile {
        Tile(number)
    }

    /// The number on the tile; 0 for the blank.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Whether this is the blank.
    pub const fn is_blank(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An arrangement of the tiles 1 to *n* − 1 and one blank on the *n* cells of a shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Shape,
    blank: Cell,
    tiles: Box<[Tile]>,
}

impl Board {
    /// A board from its tiles in reading order.
    ///
    /// ```
    /// use taquin::{Board, Shape, Tile};
    /// let shape = Shape::new(2, 2)?;
    /// assert!(Board::new(shape, [3, 2, 0, 1].map(Tile::new).to_vec()).is_ok());
    /// assert!(Board::new(shape, [3, 2, 2, 1].map(Tile::new).to_vec()).is_err());
    /// # Ok::<(), taquin::ShapeError>(())
    /// ```
    pub fn new(shape: Shape, tiles: Vec<Tile>) -> Result<Board, BoardError> {
        if tiles.len() != shape.area() {
            return Err(BoardError::Count {
                found: tiles.len(),
                shape,
            });
        }
        let faults = faults(shape, tiles.iter().map(|&tile| Some(tile)));
        if !faults.is_empty() {
            return Err(BoardError::Faults(faults));
        }
        let blank = tiles.iter().position(|tile| tile.is_blank());
        Ok(Board {
            shape,
            blank: blank
                .and_then(|index| shape.at(index))
                .expect("tiles without faults have a blank"),
            tiles: tiles.into(),
        })
    }

    /// The tiles of this board in another order: the tile at a cell is the one that was at `from` that cell. `from` names
    /// every cell once.
    pub(crate) fn rearranged(&self, from: impl Fn(usize) -> usize) -> Board {
        let tiles: Box<[Tile]> = (0..self.tiles.len())
            .map(|cell| self.tiles[from(cell)])
            .collect();
        debug_assert!(faults(self.shape, tiles.iter().map(|&tile| Some(tile))).is_empty());
        let blank = tiles.iter().position(|tile| tile.is_blank());
        Board {
            shape: self.shape,
            blank: blank
                .and_then(|index| self.shape.at(index))
                .expect("every cell is named once, so the blank is there"),
            tiles,
        }
    }

    /// The shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Where the blank is.
    pub const fn blank(&self) -> Cell {
        self.blank
    }

    /// The tile at a cell of this board's shape.
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell.index()]
    }

    /// All tiles, the blank included, in reading order.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[Tile]> {
        self.tiles.chunks(self.shape.cols() as usize)
    }

    /// For each tile number, the cell of that tile; entry 0 is the blank's cell.
    pub fn places(&self) -> Vec<Cell> {
        let mut places = vec![self.blank; self.tiles.len()];
        for (cell, tile) in self.shape.cells().zip(&self.tiles) {
            places[tile.number() as usize] = cell;
        }
        places
    }

    /// The moves that are possible now.
    pub fn moves(&self) -> MoveSet {
        self.shape.moves(self.blank)
    }

    /// Makes a move. If no tile can make it, returns an error and leaves the board unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.moves().contains(m) {
            return Err(IllegalMove { m });
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Undoes the move `m` that was played last.
    pub fn undo(&mut self, m: Move) -> Result<(), IllegalMove> {
        self.play(m.opposite())
    }

    /// Makes a move from [`Board::moves`]. Any other move breaks the board or panics.
    pub fn play_unchecked(&mut self, m: Move) {
        debug_assert!(self.moves().contains(m), "{m} is not possible");
        let source = self.shape.source_unchecked(self.blank, m);
        self.tiles.swap(self.blank.index(), source.index());
        self.blank = source;
    }

    /// The board with the tiles of two cells swapped. No sequence of moves does this.
    pub fn with_swap(&self, a: Cell, b: Cell) -> Board {
        let mut board = self.clone();
        board.tiles.swap(a.index(), b.index());
        if self.blank == a {
            board.blank = b;
        } else if self.blank == b {
            board.blank = a;
        }
        board
    }
}

/// The error for a move that no tile can make because the blank is at that edge.
///
/// ```
/// use taquin::{Board, Move};
/// let mut board: Board = "1 2/3 0".parse()?;
/// let refused = board.play(Move::Up).unwrap_err();
/// assert_eq!(refused.m, Move::Up);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no tile can move {m}: the blank is at the edge")]
#[non_exhaustive]
pub struct IllegalMove {
    /// The requested move.
    pub m: Move,
}

/// Why a list of tiles is not a board.
///
/// ```
/// use taquin::{Board, BoardError, BoardFault, Shape, Tile};
/// let refused = Board::new(Shape::new(2, 2)?, [3, 2, 2, 1].map(Tile::new).to_vec()).unwrap_err();
/// assert_eq!(refused.to_string(), "tile 2 appears twice; missing: 0");
/// let BoardError::Faults(faults) = refused else {
///     panic!("the number of tiles is right");
/// };
/// assert_eq!(faults[1], BoardFault::Missing(vec![Tile::BLANK]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The number of tiles is not the number of cells.
    #[error("a {shape} board has {} cells, found {found}", shape.area())]
    Count {
        /// The number of tiles.
        found: usize,
        /// The requested shape.
        shape: Shape,
    },
    /// Some tiles are wrong; all of them are listed.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Faults(Vec<BoardFault>),
}

/// One error in the tiles of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardFault {
    /// A number that no tile of the shape has.
    #[error("there is no tile {tile}")]
    OutOfRange {
        /// Its cell.
        cell: Cell,
        /// The number.
        tile: Tile,
    },
    /// A tile, or the blank, that appears twice.
    #[error("tile {tile} appears twice")]
    Repeated {
        /// Where it appears again.
        cell: Cell,
        /// Where it appeared first.
        first: Cell,
        /// The tile.
        tile: Tile,
    },
    /// Tiles that do not appear, in ascending order; the blank is tile 0.
    #[error("missing: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Missing(Vec<Tile>),
}

/// All errors in the tiles of a board, in reading order.
///
/// `None` stands for a tile that could not be read. If there is one, missing tiles are not reported.
pub(crate) fn faults(
    shape: Shape,
    tiles: impl ExactSizeIterator<Item = Option<Tile>>,
) -> Vec<BoardFault> {
    let complete = tiles.len() == shape.area();
    let mut unread = false;
    // A size that was read may claim far more cells than there are tiles: allocate only for the tiles.
    let mut seen: Vec<Option<Cell>> = vec![None; shape.area().min(4 * tiles.len() + 64)];
    let mut seen_beyond: HashMap<Tile, Cell> = HashMap::new();
    let mut faults = Vec::new();
    for (cell, tile) in shape.cells().zip(tiles) {
        let Some(tile) = tile else {
            unread = true;
            continue;
        };
        let number = tile.number() as usize;
        if number >= shape.area() {
            faults.push(BoardFault::OutOfRange { cell, tile });
            continue;
        }
        let first = match seen.get_mut(number) {
            Some(seen) => *seen.get_or_insert(cell),
            None => *seen_beyond.entry(tile).or_insert(cell),
        };
        if first != cell {
            faults.push(BoardFault::Repeated { cell, first, tile });
        }
    }
    if complete && !unread {
        let missing: Vec<Tile> = (0u32..)
            .zip(&seen)
            .filter(|(_, first)| first.is_none())
            .map(|(number, _)| Tile(number))
            .collect();
        if !missing.is_empty() {
            faults.push(BoardFault::Missing(missing));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: u32, cols: u32, tiles: &[u32]) -> Result<Board, BoardError> {
        let shape = Shape::new(rows, cols).unwrap();
        Board::new(shape, tiles.iter().map(|&n| Tile(n)).collect())
    }

    #[test]
    fn every_fault_is_reported() {
        let Err(BoardError::Faults(faults)) = board(2, 3, &[1, 1, 9, 0, 0, 4]) else {
            panic!("a list of tiles with five faults is not a board");
        };
        let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            words,
            [
                "tile 1 appears twice",
                "there is no tile 9",
                "tile 0 appears twice",
                "missing: 2, 3, 5"
            ]
        );
    }

    #[test]
    fn a_swap_of_the_blank_moves_the_blank() {
        let start = board(2, 2, &[1, 2, 3, 0]).unwrap();
        let cells: Vec<Cell> = start.shape().cells().collect();
        for &a in &cells {
            for &b in &cells {
                let swapped = start.with_swap(a, b);
                assert!(swapped.tile(swapped.blank()).is_blank());
            }
        }
    }
}
