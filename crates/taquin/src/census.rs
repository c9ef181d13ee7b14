//! Whole state spaces: how many boards are at each distance from a goal, and which.
//!
//! Boards are numbered as in [`whole`](crate::census::distance_table): the cell of the blank, and the pair of orders of which one can be
//! reached; a *map* has a bit for each, set when the board has been met. The levels need no list of the last level's
//! boards: whatever is next to a board that was met earlier has been met itself by now. So a level takes every map from
//! the maps of the neighbouring cells as a whole, and what is set for the first time is the new level.
//!
//! - A move sideways changes no order: 64 boards are one `or`.
//! - A move up or down takes a tile past some others, which changes a few digits of the order's number: whole stretches
//!   of the map come to other places, or bits within words (`turn.rs`).
//! - With single-tile moves the blank's cells are of two colours, as on a chessboard, and a level reads one colour and
//!   writes the other. What the other was before stays beside it, to tell what is new: a bit and a half a board. With
//!   multi-tile moves a level reads and writes all: two bits a board.
//!
//! A shape that is higher than wide is turned on its side, because fewer moves change the order then.
//!
//! Maps can be cut into *shares* for as many workers ([`Share`]): the first digits of the order say whose a word is, and only
//! moves that change these digits bring words from one share to another. [`Census`] is one share that is the whole.

pub mod distance_table;
mod frame;
mod kept;
mod level;
mod needs;
mod numbers;
mod packets;
mod plan;
mod share;
mod slide;
mod turn;

pub use needs::CensusNeeds;
pub use packets::PacketError;
pub use plan::CensusPlan;
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
/// let mut census = Census::new(&goal, Metric::SingleTile, 1).unwrap();
/// let mut counts = vec![census.count()];
/// while census.next_level(&|| false) == Some(true) {
///     counts.push(census.count());
/// }
/// assert_eq!(counts, [1, 2, 2, 2, 2, 2, 1]);
/// # Ok::<(), taquin::ShapeError>(())
/// ```
#[derive(Debug)]
pub struct Census {
    share: CensusShare<Vec<u64>>,
    threads: usize,
    count: u64,
    /// The boards of all levels so far.
    met: u64,
    is_stopped: bool,
}

impl Census {
    /// Shapes of up to so many cells have their boards numbered in 64 bits.
    pub const MAX_CELLS: usize = 16;
    /// The longest line of cells.
    pub const MAX_LINE: usize = 4096;

    /// Level 0 is the goal. `None` if the shape is too large, or if there is not so much memory.
    pub fn new(goal: &Board, metric: Metric, threads: usize) -> Option<Census> {
        if !Census::is_for(goal.shape()) {
            return None;
        }
        let shape = Frame::new(goal).shape();
        // The turns of a large shape take minutes: first it is seen whether there is memory at all.
        let maps = empty_maps(map_words(shape, metric, Numbers::new(shape).words()))?;
        let plan = Arc::new(CensusPlan::new(goal, metric)?);
        Some(Census {
            share: CensusShare::new(plan, 0, 1, maps),
            threads,
            count: 1,
            met: 1,
            is_stopped: false,
        })
    }

    /// Whether the boards of a shape can be numbered, however much memory that takes.
    pub fn is_for(shape: Shape) -> bool {
        let most = match shape.is_line() {
            true => Census::MAX_LINE,
            false => Census::MAX_CELLS,
        };
        shape.area() <= most
    }

    /// The memory that a census takes, about.
    pub fn bytes(shape: Shape, metric: Metric) -> f64 {
        let needs = CensusPlan::needs(shape, metric, 1).filter(|_| !shape.is_line());
        // And some that belong to no map.
        needs.map_or(24.0 * shape.area() as f64, |needs| {
            needs.share_bytes + needs.plan_bytes + 4e6
        })
    }

    /// How far the newest level is from the goal.
    pub const fn distance(&self) -> u32 {
        self.share.distance()
    }

    /// How many boards the newest level has.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// How many boards all levels together have.
    pub fn boards(&self) -> u64 {
        self.share.plan().boards()
    }

    /// Goes on to the next level; false if the newest one is the farthest.
    ///
    /// `stop` is asked now and then. Once it has said so, the answer is `None` for ever, and the newest boards are lost.
    pub fn next_level(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Option<bool> {
        if self.met == self.boards() {
            return Some(false);
        }
        if self.is_stopped {
            return None;
        }
        let mut executor = Executor::Threads(self.threads, stop);
        if !self.share.advance_by(&mut executor) {
            self.is_stopped = true;
            return None;
        }
        let new = self.share.finish();
        self.count = new.expect("the whole waits for no other share");
        self.met += self.count;
        Some(true)
    }

    /// The boards of the newest level, the same ones in the same order every time.
    pub fn newest(&self) -> impl Iterator<Item = Board> {
        self.share.newest()
    }

    /// The boards at these places of the newest level, the places in rising order.
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

/// Maps of so many words without a board in them, if there is memory for all.
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
