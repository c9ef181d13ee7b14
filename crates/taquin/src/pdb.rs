//! Pattern databases: exact distances for a few tiles at a time, kept in a table.
//!
//! A *pattern* is a set of tiles. Its table says, for every placement of those tiles and every region that they leave to
//! the blank, how many moves *of those tiles* it takes at least to bring them home, whatever the other tiles do. Since a
//! move moves one tile, the values of patterns that share no tile may be added (Korf & Felner, *Artificial Intelligence*
//! 134, 2002).
//!
//! Neighbours differ by exactly one, and a move changes the parity. So of each distance **one bit** is kept, the second
//! lowest: with the parity, which the occupied cells tell, it says whether a move led closer or away. The distance of the
//! first board of a search is counted by walking home.
//!
//! How entries are numbered is told in [`PatternIndex`], how they are found in `levels`.

pub mod engine;
mod format;
mod graph;
mod levels;
mod partition;
mod plan;
mod rank;
mod regions;
mod share;
mod side;
mod sum;
mod symmetry;

pub use format::{FormatError, HEADER_BYTES, checksum_of, header, open};
pub use levels::BuildStopped;
pub use partition::{Partition, PartitionError};
pub use plan::{BuildNeeds, BuildPlan};
pub use rank::{PatternIndex, Placement, Slide};
pub use share::{BuildShare, Section, ShareError};
pub use sum::{Databases, PatternMemo, PatternSum};
pub(crate) use sum::{MAX_GROUPS, Slot};

use crate::puzzle::{Cell, Shape};
use crate::support::bits::SetBits;
pub(crate) use symmetry::{CellMap, symmetries};

use graph::Sides;
use levels::{put, walk};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

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
    /// The shape has too many cells, or is a line.
    #[error(
        "pattern databases are for boards of up to {MAX_CELLS} cells in two rows or more, and this one is {0}"
    )]
    Shape(Shape),
    /// Too few or too many tiles.
    #[error("a pattern has 1 to {MAX_TILES} tiles and leaves two others, and this one has {0}")]
    Size(usize),
    /// The blank's cell, a cell twice, or none of the shape.
    #[error("cell {0} is no home of a tile, or was named twice")]
    Home(usize),
}

impl Pattern {
    /// The tiles that belong at `homes` when the blank belongs at `blank`.
    pub fn new(shape: Shape, blank: Cell, homes: &[Cell]) -> Result<Pattern, PatternError> {
        if shape.area() > MAX_CELLS || shape.is_line() {
            return Err(PatternError::Shape(shape));
        }
        // With two tiles left out every arrangement of the pattern's is within reach.
        if homes.is_empty() || homes.len() > MAX_TILES || homes.len() + 3 > shape.area() {
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

    /// Where the tiles are at home, and the entry's number.
    pub(crate) fn goal(&self) -> Placement {
        Placement::new(
            &self
                .homes
                .iter()
                .map(|home| home.index())
                .collect::<Vec<_>>(),
        )
    }
}

/// The bits of a table, wherever they are kept.
pub type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The table of a pattern.
#[derive(Clone)]
pub struct Database {
    pattern: Pattern,
    index: Arc<PatternIndex>,
    /// From `first_byte` on a bit an entry, the lowest of a byte first.
    bytes: Bytes,
    first_byte: usize,
}

/// How far a placement is from home, as far as a table tells by one look: modulo four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Class(pub(crate) u8);

impl Class {
    /// Whether it is one more than another.
    pub const fn is_after(self, before: Class) -> bool {
        (before.0 + 1) & 3 == self.0
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database")
            .field("pattern", &self.pattern)
            .finish_non_exhaustive()
    }
}

impl Database {
    /// Builds the table of a pattern on so many threads. `on_level` is told how many entries each level added, and may
    /// stop the construction.
    pub fn build(
        pattern: &Pattern,
        index: &Arc<PatternIndex>,
        threads: usize,
        on_level: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Database, BuildStopped> {
        let sides = Sides::new(index);
        let mut table = [0, 1].map(|side| vec![0; index.words() * sides.vertices[side].len()]);
        let set = |level: u32, table: &mut [u64], new: &[u64]| {
            put(level, table, new);
            true
        };
        walk(pattern, index, threads, &mut table, &sides, set, on_level)?;
        let mut bytes = vec![0; index.bytes()];
        for (vertices, words) in sides.vertices.iter().zip(&table) {
            for (&vertex, words) in vertices.iter().zip(words.chunks(index.words())) {
                let place = 8 * index.words() * vertex as usize;
                let bytes = bytes[place..].chunks_exact_mut(8);
                bytes
                    .zip(words)
                    .for_each(|(bytes, word)| bytes.copy_from_slice(&word.to_le_bytes()));
            }
        }
        Ok(Database {
            pattern: pattern.clone(),
            index: Arc::clone(index),
            bytes: Arc::new(bytes),
            first_byte: 0,
        })
    }

    /// The same table with its bits where `relocate` puts them.
    pub(crate) fn relocated(
        &self,
        relocate: &mut dyn FnMut(&[u8]) -> Option<Bytes>,
    ) -> Option<Database> {
        let bytes = relocate(self.bits())?;
        Some(Database {
            bytes,
            first_byte: 0,
            ..self.clone()
        })
    }

    /// Checks every entry: that it is reached from the goal, that it differs by one from each neighbour, and that it has a
    /// smaller neighbour unless it is the goal. No other table has these properties.
    pub fn verify(
        &self,
        threads: usize,
        on_level: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<bool, BuildStopped> {
        let (index, sides) = (&self.index, Sides::new(&self.index));
        let words = |&vertex: &u32| {
            let place = 8 * index.words() * vertex as usize;
            let bytes = self.bits()[place..][..8 * index.words()].chunks_exact(8);
            bytes.map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
        };
        let mut table =
            [0, 1].map(|side: usize| sides.vertices[side].iter().flat_map(words).collect());
        // What is reached at a level has neighbours of the level before, and none lower; the table must say so too.
        let same = |level: u32, table: &mut [u64], new: &[u64]| {
            let expected = if level & 2 == 2 { u64::MAX } else { 0 };
            table
                .iter()
                .zip(new)
                .all(|(word, new)| (word ^ expected) & new == 0)
        };
        let walked = walk(
            &self.pattern,
            index,
            threads,
            &mut table,
            &sides,
            same,
            on_level,
        )?;
        Ok(!walked.objected && walked.entries == index.entries() as u64)
    }

    /// The pattern.
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// How entries are numbered.
    pub const fn index(&self) -> &Arc<PatternIndex> {
        &self.index
    }

    /// A bit for each entry, in whole bytes, the lowest first.
    pub fn bits(&self) -> &[u8] {
        &(*self.bytes).as_ref()[self.first_byte..]
    }

    /// The distance of a placement modulo four, with the blank at a free cell.
    pub fn class(&self, placement: Placement, blank: u32) -> Class {
        let entry = self.index.entry(placement, blank);
        let bit = self.bits()[entry / 8] >> (entry % 8) & 1;
        Class(bit << 1 | self.parity(placement.set))
    }

    /// The parity of the distance: each move of a tile changes that of its row and column.
    fn parity(&self, set: u32) -> u8 {
        let sum = |set: u32| {
            let cells = SetBits::of(set).map(|cell| cell as u32);
            cells
                .map(|cell| cell / self.pattern.shape.cols() + cell % self.pattern.shape.cols())
                .sum::<u32>()
        };
        ((sum(set) + sum(self.pattern.goal().set)) % 2) as u8
    }

    /// The least number of moves of the pattern's tiles, with the blank at a free cell. None if the table is damaged.
    pub fn distance(&self, mut placement: Placement, mut blank: u32) -> Option<u32> {
        let (goal, home) = (self.pattern.goal(), self.pattern.blank.index() as u32);
        let neighbours = self.index.neighbours();
        for distance in 0..=MAX_DISTANCE {
            let vertex = self.index.vertex(placement.set, blank);
            if placement == goal && vertex == self.index.vertex(goal.set, home) {
                return Some(distance);
            }
            let wanted = Class(self.class(placement, blank).0.wrapping_sub(1) & 3);
            (placement, blank) = SetBits::of(placement.set)
                .flat_map(|from| {
                    SetBits::of(neighbours[from] & !placement.set).map(move |to| (from, to))
                })
                .filter(|&(_, to)| self.index.vertex(placement.set, to as u32) == vertex)
                .map(|(from, to)| {
                    (
                        self.index.after(placement, Slide::new(from, to)),
                        from as u32,
                    )
                })
                .find(|&(next, blank)| self.class(next, blank) == wanted)?;
        }
        None
    }
}

/// More than any pattern needs.
const MAX_DISTANCE: u32 = 250;
