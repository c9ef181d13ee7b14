//! Pattern databases: exact distances for a few tiles at a time, kept in a table.
//!
//! A *pattern* is a set of tiles. Its table says, for every placement of those tiles, how many moves *of those tiles* it
//! takes at least to bring them home, wherever the blank is and whatever the other tiles do. Since a move moves one tile,
//! the values of patterns that share no tile may be added (Korf & Felner, *Artificial Intelligence* 134, 2002).
//!
//! A placement is numbered in two steps ([`rank`](PatternIndex)): which cells are occupied, and in which order the tiles
//! stand there when read like a book. A move sideways changes only the first.

mod build;
mod graph;
mod rank;

pub use build::{BuildStopped, build};
pub use rank::PatternIndex;

use crate::shape::{Cell, Shape};

/// The most tiles of a pattern.
pub const MAX_TILES: usize = 8;
/// The most cells of a board.
pub const MAX_CELLS: usize = 25;

/// Some tiles of a goal, each known by the cell where it belongs, and where the blank belongs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    shape: Shape,
    blank: Cell,
    /// In reading order.
    homes: Vec<Cell>,
}

/// Why cells make no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// The shape has too many cells.
    #[error("pattern databases are for boards of up to {MAX_CELLS} cells, and this one is {0}")]
    Shape(Shape),
    /// Too few or too many tiles.
    #[error("a pattern has 1 to {MAX_TILES} tiles, and this one {0}")]
    Size(usize),
    /// The blank's cell, a cell twice, or none of the shape.
    #[error("cell {0} is no home of a tile, or was named twice")]
    Home(usize),
}

impl Pattern {
    /// The tiles that belong at `homes` when the blank belongs at `blank`.
    pub fn new(shape: Shape, blank: Cell, homes: &[Cell]) -> Result<Pattern, PatternError> {
        if shape.area() > MAX_CELLS {
            return Err(PatternError::Shape(shape));
        }
        if homes.is_empty() || homes.len() > MAX_TILES {
            return Err(PatternError::Size(homes.len()));
        }
        let mut homes = homes.to_vec();
        homes.sort();
        let twice = homes
            .windows(2)
            .find(|pair| pair[0] == pair[1])
            .map(|pair| pair[0]);
        let wrong = homes
            .iter()
            .copied()
            .find(|&home| home == blank || home.index() >= shape.area());
        match twice.or(wrong) {
            Some(home) => Err(PatternError::Home(home.index())),
            None => Ok(Pattern {
                shape,
                blank,
                homes,
            }),
        }
    }

    /// The shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Where the blank belongs.
    pub const fn blank(&self) -> Cell {
        self.blank
    }

    /// Where the tiles belong, in reading order.
    pub fn homes(&self) -> &[Cell] {
        &self.homes
    }

    /// The entries of its table, a byte each.
    pub fn entries(&self) -> usize {
        PatternIndex::new(self.shape, self.homes.len()).entries()
    }
}

/// The table of a pattern.
#[derive(Clone, Debug)]
pub struct Database {
    pattern: Pattern,
    index: PatternIndex,
    distances: Vec<u8>,
}

impl Database {
    /// The pattern.
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// How placements are numbered.
    pub const fn index(&self) -> &PatternIndex {
        &self.index
    }

    /// The least number of moves of the pattern's tiles, by number of the placement.
    #[inline(always)]
    pub fn distance(&self, placement: usize) -> u8 {
        self.distances[placement]
    }

    /// All distances.
    pub fn distances(&self) -> &[u8] {
        &self.distances
    }
}
