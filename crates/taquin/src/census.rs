//! Whole state spaces: how many boards are at each distance from a goal, and which.
//!
//! Boards are numbered as in [`distance_table`]: by the cell of the blank and the pair of orders, of which only one can be
//! reached. A *map* has one bit per pair for one cell of the blank; the bit is set once the board has been reached. No
//! frontier is stored: every neighbour of a board that was reached in an earlier level is set already. So a level updates
//! each map from the maps of the neighbouring cells as a whole, and the bits that are set for the first time are the new
//! level.
//!
//! - A horizontal move does not change the order: 64 boards are updated by one `or`.
//! - A vertical move takes a tile past some others, which changes a few digits of the order's number: whole runs of the
//!   map move to other places, or bits move within words (`turn.rs`).
//! - With single-tile moves the cells have two colours, as on a chessboard: a level reads the maps of one colour and
//!   writes those of the other. The previous version of the written maps is kept to tell what is new: 1.5 bits per board.
//!   With multi-tile moves a level reads and writes all maps: 2 bits per board.
//!
//! A shape that is taller than wide is transposed, because then fewer moves change the order.
//!
//! Maps can be divided into *shares*, one per worker ([`CensusShare`]): the leading digits of the order decide which share
//! has a word, and only moves that change these digits move words from one share to another. [`Census`] is a single share
//! that has everything.

pub mod distance_table;
mod frame;
mod level;
mod needs;
mod newest;
mod numbers;
mod packets;
mod plan;
mod share;
mod slide;
mod turn;

#[doc(hidden)]
pub use crate::support::levels::{LevelShare, Section, ShareError};
#[doc(hidden)]
pub use needs::CensusNeeds;
pub use plan::CensusPlan;
#[doc(hidden)]
pub use share::CensusShare;

use crate::puzzle::{Board, Metric, Shape};
use crate::support::bits::SetBits;
use crate::support::parallel::Executor;
use frame::Frame;
use numbers::Numbers;
use plan::map_words;
use std::sync::Arc;

/// All boards from which a goal can be reached, level by level.
///
/// ```
/// use taquin::{Goal, Metric, Shape, census::Census};
/// let goal = Goal::Last.board(Shape::new(2, 2)?);
/// let mut census = Census::new(&goal, Metric::SingleTile, 1)?;
/// let mut counts = vec![census.count()];
/// while census.next_level(&|| false)? {
///     counts.push(census.count());
/// }
/// assert_eq!(counts, [1, 2, 2, 2, 2, 2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Census {
    share: CensusShare<Vec<u64>>,
    threads: usize,
    count: u64,
    /// The boards of all levels so far.
    reached: u64,
    is_stopped: bool,
}

/// Why a census cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The boards of the shape cannot be numbered in 64 bits.
    #[error(
        "a census is limited to {cells} cells, or {line} in a line; {0} has more",
        cells = Census::MAX_CELLS,
        line = Census::MAX_LINE
    )]
    Shape(Shape),
    /// There is not enough memory.
    #[error("there is not enough memory for the {bytes:.0} bytes of a census of {shape}")]
    Memory {
        /// The shape.
        shape: Shape,
        /// What the census needs, approximately.
        bytes: f64,
    },
}

/// The caller stopped a census.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the census was complete")]
pub struct CensusStopped;

impl Census {
    /// The most cells of a shape with at least two rows and columns: their boards are numbered in 64 bits.
    pub const MAX_CELLS: usize = 16;
    /// The most cells of a shape with a single row or column.
    pub const MAX_LINE: usize = 4096;

    /// Begins with level 0, which is the goal.
    pub fn new(goal: &Board, metric: Metric, threads: usize) -> Result<Census, CensusError> {
        let outer = goal.shape();
        if !Census::is_for(outer) {
            return Err(CensusError::Shape(outer));
        }
        let shape = Frame::new(goal).shape();
        // The turns of a large shape take minutes to compute, so the memory is reserved before them.
        let maps = empty_maps(map_words(shape, metric, Numbers::new(shape).words()));
        let maps = maps.ok_or_else(|| CensusError::Memory {
            shape: outer,
            bytes: Census::bytes(outer, metric),
        })?;
        let plan = Arc::new(CensusPlan::new(goal, metric)?);
        Ok(Census {
            share: CensusShare::new(plan, 0, 1, maps),
            threads,
            count: 1,
            reached: 1,
            is_stopped: false,
        })
    }

    /// Whether the boards of a shape can be numbered, regardless of memory.
    pub fn is_for(shape: Shape) -> bool {
        let most = if shape.is_line() {
            Census::MAX_LINE
        } else {
            Census::MAX_CELLS
        };
        shape.area() <= most
    }

    /// The memory in bytes that a census needs, approximately.
    pub fn bytes(shape: Shape, metric: Metric) -> f64 {
        let needs = CensusPlan::needs(shape, metric, 1).ok();
        // The constant is for what is not part of a map.
        let needs = needs.filter(|_| !shape.is_line());
        needs.map_or(24.0 * shape.area() as f64, |needs| {
            needs.share_bytes + needs.plan_bytes + 4e6
        })
    }

    /// The distance of the newest level from the goal.
    pub const fn distance(&self) -> u32 {
        self.share.distance()
    }

    /// The number of boards in the newest level.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The number of boards in all levels together.
    pub fn boards(&self) -> u64 {
        self.share.plan().boards()
    }

    /// Makes the next level. Returns false if there is none: the newest level is the farthest.
    ///
    /// `stop` is called about once per millisecond.
    ///
    /// # Errors
    ///
    /// If `stop` returned true, now or in an earlier call. The boards of the newest level are lost then.
    pub fn next_level(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Result<bool, CensusStopped> {
        if self.reached == self.boards() {
            return Ok(false);
        }
        if self.is_stopped {
            return Err(CensusStopped);
        }
        let mut executor = Executor::Threads(self.threads, stop);
        if !self.share.advance_on(&mut executor) {
            self.is_stopped = true;
            return Err(CensusStopped);
        }
        let new = self.share.finish();
        self.count = new.expect("a single share needs no other pass");
        self.reached += self.count;
        Ok(true)
    }

    /// The boards of the newest level, always in the same order.
    pub fn newest(&self) -> impl Iterator<Item = Board> {
        self.share.newest()
    }

    /// The boards at these places of [`newest`](Census::newest). The places are in rising order.
    pub fn newest_at(&self, places: &[u64]) -> Vec<Board> {
        let mut boards = Vec::with_capacity(places.len());
        let mut passed = 0;
        for (cell, words) in self.share.new_words() {
            for (number, word) in words.enumerate() {
                let end = passed + u64::from(word.count_ones());
                while let Some(&place) = places.get(boards.len())
                    && place < end
                {
                    let bit = SetBits::of(word).nth((place - passed) as usize);
                    let bit = bit.expect("the place is before the end of the word");
                    boards.push(self.share.plan().board(cell, number, bit));
                }
                passed = end;
            }
        }
        boards
    }
}

/// Maps with these numbers of words and no board, if there is memory for all of them.
fn empty_maps<const MAPS: usize>(words: [usize; MAPS]) -> Option<[Vec<u64>; MAPS]> {
    let mut maps = [const { Vec::new() }; MAPS];
    for (map, &words) in maps.iter_mut().zip(&words) {
        map.try_reserve_exact(words).ok()?;
    }
    for (map, &words) in maps.iter_mut().zip(&words) {
        map.resize(words, 0);
    }
    Some(maps)
}
