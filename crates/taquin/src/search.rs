//! Searches: one file for each. They know spaces and heuristics, and no puzzle.
//!
//! All count the same things ([`Stats`]), tell the same observer what they do, and give a path that the caller replays
//! ([`Problem::certify`](crate::puzzle::Problem::certify)).

mod best_first;
mod bfs;
mod bidirectional;
mod idastar;
mod nbs;
mod nodes;
mod shortest;

pub use best_first::{Priority, Weight, best_first};
pub use bfs::bfs;
pub use bidirectional::bidirectional_bfs;
pub use idastar::{MAX_BOUND, idastar};
pub use nbs::nbs;
pub use shortest::{Shortest, shortest};

use crate::space::Space;
use std::ops::ControlFlow;

/// What a search did. The definitions are the same for every search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// States taken from the open set: 42's complexity in time. In IDA*, states expanded, again in each round.
    pub selected: u64,
    /// Children made, the start not counted.
    pub generated: u64,
    /// Closed states that were opened again because a shorter way to them was found.
    pub reopened: u64,
    /// Children that were known already.
    pub duplicates: u64,
    /// The most states held at once: 42's complexity in size. In IDA*, the states of the current path.
    pub peak_states: u64,
    /// The most memory held at once, in bytes.
    pub peak_bytes: u64,
}

impl Stats {
    /// The counts in the order in which they are declared, for files and messages.
    pub const fn to_array(self) -> [u64; 6] {
        [
            self.selected,
            self.generated,
            self.reopened,
            self.duplicates,
            self.peak_states,
            self.peak_bytes,
        ]
    }

    /// The inverse of [`Stats::to_array`].
    pub const fn from_array(counts: [u64; 6]) -> Stats {
        let [
            selected,
            generated,
            reopened,
            duplicates,
            peak_states,
            peak_bytes,
        ] = counts;
        Stats {
            selected,
            generated,
            reopened,
            duplicates,
            peak_states,
            peak_bytes,
        }
    }

    /// What two searches did, one after the other.
    pub fn followed_by(&self, later: &Stats) -> Stats {
        Stats {
            selected: self.selected + later.selected,
            generated: self.generated + later.generated,
            reopened: self.reopened + later.reopened,
            duplicates: self.duplicates + later.duplicates,
            peak_states: self.peak_states.max(later.peak_states),
            peak_bytes: self.peak_bytes.max(later.peak_bytes),
        }
    }

    /// What two searches did, side by side.
    pub fn beside(&self, other: &Stats) -> Stats {
        Stats {
            peak_states: self.peak_states + other.peak_states,
            peak_bytes: self.peak_bytes + other.peak_bytes,
            ..self.followed_by(other)
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended<M> {
    /// A path from the start to the goal.
    Found(Vec<M>),
    /// There is none (within the length that was allowed).
    Exhausted,
    /// The observer stopped it.
    Stopped {
        /// No path is shorter.
        at_least: u32,
    },
}

/// How a search ended, and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome<M> {
    /// How it ended.
    pub ended: Ended<M>,
    /// What it did.
    pub stats: Stats,
    /// A path that was found before the search was stopped; it need not be a shortest one.
    pub best: Option<Vec<M>>,
}

impl<M> Outcome<M> {
    /// An outcome without a path beside that of `ended`.
    pub const fn new(ended: Ended<M>, stats: Stats) -> Outcome<M> {
        Outcome {
            ended,
            stats,
            best: None,
        }
    }
}

/// Something that happened in a search.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a, S: Space> {
    /// Time to look at the clock: happens every few hundred states, more in IDA*.
    Tick {
        /// What was done so far; `peak_bytes` is up to date.
        stats: &'a Stats,
        /// No path is shorter.
        at_least: u32,
    },
    /// A state was put into the open set.
    Opened(Visit<'a, S>),
    /// A state was taken from the open set; in IDA*, entered.
    Selected(Visit<'a, S>),
    /// IDA* begins a round with this bound.
    Bound(u32),
}

/// A state with how it was reached.
#[derive(Debug)]
#[non_exhaustive]
pub struct Visit<'a, S: Space> {
    /// The state.
    pub state: &'a S::State,
    /// The move that led to it.
    pub last: Option<S::Move>,
    /// The moves so far.
    pub g: u32,
    /// The bound on the moves left.
    pub h: u32,
}

/// Told what a search does; may stop it. Deadlines, memory limits, progress, Ctrl-C and traces are all observers.
pub trait Observer<S: Space> {
    /// `Break` stops the search.
    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()>;
}

/// Lets a search run.
impl<S: Space> Observer<S> for () {
    #[inline(always)]
    fn observe(&mut self, _: Event<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// How many selected states pass between two ticks: few enough that those of a large board stay within a memory limit.
const TICK: u64 = 256;
