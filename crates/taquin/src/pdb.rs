//! Pattern databases: tables with exact distances for a few tiles at a time.
//!
//! A *pattern* is a set of tiles. Its table gives, for every placement of those tiles and every region that they leave to
//! the blank, the least number of moves *of those tiles* that takes them to their goal cells, whatever the other tiles do.
//! A move moves one tile, so the values of patterns without a common tile may be added (Korf & Felner, *Artificial
//! Intelligence* 134, 2002).
//!
//! Neighbours differ by exactly one, and a move changes the parity. So a table stores **one bit** of each distance, the
//! second lowest: with the parity, which follows from the occupied cells, it says whether a move led closer or away. The
//! distance of the first board of a search is found by walking to the goal.
//!
//! [`PatternIndex`] describes the numbering of the entries, `levels` the construction.
//!
//! ```
//! use std::ops::ControlFlow;
//! use taquin::heuristic::Heuristic;
//! use taquin::pdb::{Databases, Partition, PatternSum};
//! use taquin::space::{MoveOrder, Packed16, Space};
//! use taquin::{Goal, Problem};
//!
//! let problem = Problem::new("8 1 3/4 0 2/7 6 5".parse()?, Goal::Last)?;
//! let (shape, blank) = (problem.goal().shape(), problem.goal().blank());
//! let partitions = Partition::small(shape, blank).expect("3×3 boards have pattern databases");
//! let mut databases = Databases::default();
//! databases.build(&partitions, 1, &mut |_| ControlFlow::Continue(()))?;
//! let sum = PatternSum::new(shape, blank, &partitions, &databases).expect("all tables are built");
//!
//! let space = Packed16::new(&problem, MoveOrder::default()).expect("a 3×3 board fits in 64 bits");
//! let memo = Heuristic::<Packed16>::start(&sum, &space.start());
//! // The shortest solution has 14 moves.
//! assert!((1..=14).contains(&Heuristic::<Packed16>::estimate(&sum, memo)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalogue;
#[doc(hidden)]
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
mod successors;
mod sum;
mod symmetry;

#[doc(hidden)]
pub use crate::support::levels::{LevelShare, Section, ShareError};
pub use catalogue::Catalogue;
pub use engine::{EngineProgress, Views};
pub use format::{FormatError, open};
#[doc(hidden)]
pub use format::{HEADER_BYTES, checksum_of, header};
pub use levels::BuildStopped;
pub use partition::{Partition, PartitionError};
pub use plan::{BuildNeeds, BuildPlan};
pub(crate) use rank::TileStep;
pub use rank::{PatternIndex, Placement};
#[doc(hidden)]
pub use share::BuildShare;
pub(crate) use successors::{LARGE_EDGES, SMALL_EDGES, Successor, Successors, edge};
pub use sum::{Databases, PatternMemo, PatternSum};
pub(crate) use sum::{MAX_GROUPS, Slot};

use crate::puzzle::{Cell, Shape};
use crate::support::bits::SetBits;
pub(crate) use symmetry::{CellMap, symmetries};

use levels::{Walk, put};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Some tiles of a goal, each identified by its goal cell (its *home*), and the blank's goal cell.
///
/// ```
/// use taquin::Shape;
/// use taquin::pdb::{Pattern, PatternError};
/// let shape = Shape::new(3, 3)?;
/// let [first, second] = [0, 1].map(|index| shape.at(index).unwrap());
/// let pattern = Pattern::new(shape, shape.last(), &[second, first])?;
/// assert_eq!(pattern.homes(), [first, second]);
/// let twice = Pattern::new(shape, shape.last(), &[first, first]);
/// assert_eq!(twice, Err(PatternError::Twice(first)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    shape: Shape,
    blank: Cell,
    /// In reading order.
    homes: Vec<Cell>,
}

/// Why cells are not a valid pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The shape has too many cells, or is a line.
    #[error(
        "pattern databases are limited to boards of {cells} cells with at least two rows and columns; this one is {0}",
        cells = Pattern::MAX_CELLS
    )]
    Shape(Shape),
    /// Too few or too many tiles.
    #[error(
        "a pattern has 1 to {tiles} tiles and leaves at least two others; this one has {0}",
        tiles = Pattern::MAX_TILES
    )]
    Size(usize),
    /// The blank's goal cell.
    #[error("cell {cell} is the goal cell of the blank, not of a tile", cell = .0.index())]
    Blank(Cell),
    /// A cell of a larger board.
    #[error("cell {cell} is not on the board; cells are counted from 0", cell = .0.index())]
    Outside(Cell),
    /// A cell that is named twice.
    #[error("cell {cell} is named twice; each tile belongs to one group", cell = .0.index())]
    Twice(Cell),
}

impl Pattern {
    /// The most tiles of a pattern.
    pub const MAX_TILES: usize = 8;
    /// The most cells of a board.
    pub const MAX_CELLS: usize = 25;

    /// The tiles that belong at `homes` when the blank belongs at `blank`.
    pub fn new(shape: Shape, blank: Cell, homes: &[Cell]) -> Result<Pattern, PatternError> {
        if shape.area() > Pattern::MAX_CELLS || shape.is_line() {
            return Err(PatternError::Shape(shape));
        }
        // With two tiles left out, every arrangement of the pattern's tiles can be reached.
        if homes.is_empty() || homes.len() > Pattern::MAX_TILES || homes.len() + 3 > shape.area() {
            return Err(PatternError::Size(homes.len()));
        }
        let mut homes = homes.to_vec();
        homes.sort();
        if let Some(pair) = homes.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PatternError::Twice(pair[0]));
        }
        if let Some(&home) = homes.iter().find(|home| home.index() >= shape.area()) {
            return Err(PatternError::Outside(home));
        }
        if homes.contains(&blank) {
            return Err(PatternError::Blank(blank));
        }
        Ok(Pattern {
            shape,
            blank,
            homes,
        })
    }

    /// The shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's goal cell.
    pub const fn blank(&self) -> Cell {
        self.blank
    }

    /// The goal cells of the tiles, in reading order.
    pub fn homes(&self) -> &[Cell] {
        &self.homes
    }

    /// The placement with all tiles at home.
    pub(crate) fn goal(&self) -> Placement {
        Placement::new(&self.homes)
    }
}

/// The bits of a table, stored in memory of any kind.
pub type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The table of a pattern.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
/// use taquin::Shape;
/// use taquin::pdb::{Database, Pattern, PatternIndex, Placement};
///
/// let shape = Shape::new(3, 3)?;
/// let [first, second] = [0, 1].map(|index| shape.at(index).unwrap());
/// let pattern = Pattern::new(shape, shape.last(), &[first, second])?;
/// let index = Arc::new(PatternIndex::new(shape, 2));
/// let go_on = &mut |_| ControlFlow::Continue(());
/// let database = Database::build(&pattern, &index, 1, go_on)?;
/// assert!(database.verify(1, go_on)?);
///
/// let at_home = Placement::new(&[first, second]);
/// assert_eq!(database.distance(at_home, shape.last()), Some(0));
/// // To change places, the two tiles need more moves than their distance of one each.
/// let exchanged = Placement::new(&[second, first]);
/// assert!(database.distance(exchanged, shape.last()) > Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Database {
    pattern: Pattern,
    index: Arc<PatternIndex>,
    /// From `first_byte` on, one bit per entry, the lowest of a byte first.
    bytes: Bytes,
    first_byte: usize,
    /// Whether its bits were moved to faster memory.
    is_relocated: bool,
}

/// The distance of a placement modulo four: what one lookup in a table gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Class(pub(crate) u8);

impl Class {
    /// Whether the distance is one more than another.
    pub(crate) const fn is_after(self, before: Class) -> bool {
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
    /// Builds the table of a pattern on this number of threads. `on_level` is called with the number of entries that each
    /// level added, and may stop the construction.
    pub fn build(
        pattern: &Pattern,
        index: &Arc<PatternIndex>,
        threads: usize,
        on_level: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Database, BuildStopped> {
        let walk = Walk::new(pattern, index, threads);
        let sides = &walk.sides;
        let mut table = [0, 1].map(|side| vec![0; index.words() * sides.vertices[side].len()]);
        let set = |level: u32, table: &mut [u64], new: &[u64]| {
            put(level, table, new);
            true
        };
        walk.run(&mut table, set, on_level)?;
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
            is_relocated: false,
        })
    }

    /// The same table, with its bits moved by `relocate`; `None` if they were moved before.
    pub(crate) fn relocated(
        &self,
        relocate: &mut dyn FnMut(&[u8]) -> Option<Bytes>,
    ) -> Option<Database> {
        if self.is_relocated {
            return None;
        }
        let bytes = relocate(self.bits())?;
        Some(Database {
            bytes,
            first_byte: 0,
            is_relocated: true,
            ..self.clone()
        })
    }

    /// Checks every entry: it is reached from the goal, differs by one from each neighbour, and has a smaller neighbour
    /// unless it is the goal. Only the correct table has these properties.
    pub fn verify(
        &self,
        threads: usize,
        on_level: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<bool, BuildStopped> {
        let index = &self.index;
        let walk = Walk::new(&self.pattern, index, threads);
        let words = |&vertex: &u32| {
            let place = 8 * index.words() * vertex as usize;
            let bytes = self.bits()[place..][..8 * index.words()].chunks_exact(8);
            bytes.map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
        };
        let mut table =
            [0, 1].map(|side: usize| walk.sides.vertices[side].iter().flat_map(words).collect());
        // The entries that a level reaches have neighbours in the previous level and none below it; the table must
        // agree.
        let same = |level: u32, table: &mut [u64], new: &[u64]| {
            let expected = if level & 2 == 2 { u64::MAX } else { 0 };
            table
                .iter()
                .zip(new)
                .all(|(word, new)| (word ^ expected) & new == 0)
        };
        let walked = walk.run(&mut table, same, on_level)?;
        Ok(!walked.objected && walked.entries == index.entries() as u64)
    }

    /// The pattern.
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The numbering of the entries.
    pub const fn index(&self) -> &Arc<PatternIndex> {
        &self.index
    }

    /// One bit per entry, in whole bytes, the lowest first.
    pub fn bits(&self) -> &[u8] {
        &(*self.bytes).as_ref()[self.first_byte..]
    }

    /// The same with the blank's cell as an index.
    pub(crate) fn class_at(&self, placement: Placement, blank: u32) -> Class {
        let entry = self.index.entry_at(placement, blank);
        let bit = self.bits()[entry / 8] >> (entry % 8) & 1;
        Class(bit << 1 | self.parity(placement.set))
    }

    /// The parity of the distance: each move of a tile changes that of its row and column.
    pub(crate) fn parity(&self, set: u32) -> u8 {
        let sum = |set: u32| {
            let cells = SetBits::of(set).map(|cell| cell as u32);
            cells
                .map(|cell| cell / self.pattern.shape.cols() + cell % self.pattern.shape.cols())
                .sum::<u32>()
        };
        ((sum(set) + sum(self.pattern.goal().set)) % 2) as u8
    }

    /// The least number of moves of the pattern's tiles, with the blank at a free cell. `None` if the table is damaged.
    pub fn distance(&self, placement: Placement, blank: Cell) -> Option<u32> {
        self.distance_at(placement, blank.index() as u32)
    }

    /// The same with the blank's cell as an index.
    pub(crate) fn distance_at(&self, mut placement: Placement, mut blank: u32) -> Option<u32> {
        let (goal, home) = (self.pattern.goal(), self.pattern.blank.index() as u32);
        let neighbours = self.index.neighbours();
        for distance in 0..=MAX_DISTANCE {
            let vertex = self.index.vertex(placement.set, blank);
            if placement == goal && vertex == self.index.vertex(goal.set, home) {
                return Some(distance);
            }
            let wanted = Class(self.class_at(placement, blank).0.wrapping_sub(1) & 3);
            (placement, blank) = SetBits::of(placement.set)
                .flat_map(|from| {
                    SetBits::of(neighbours[from] & !placement.set).map(move |to| (from, to))
                })
                .filter(|&(_, to)| self.index.vertex(placement.set, to as u32) == vertex)
                .map(|(from, to)| {
                    (
                        self.index.after(placement, TileStep::new(from, to)),
                        from as u32,
                    )
                })
                .find(|&(next, blank)| self.class_at(next, blank) == wanted)?;
        }
        None
    }
}

/// No pattern needs more moves.
const MAX_DISTANCE: u32 = 250;
