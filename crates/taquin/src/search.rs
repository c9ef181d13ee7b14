//! Searches, one per file. They know spaces and heuristics, and no puzzle.
//!
//! All have the same counters ([`Stats`]), report to the same [`Observer`], and return a path that the caller replays
//! ([`Problem::certify`](crate::puzzle::Problem::certify)).
//!
//! ```
//! use std::ops::ControlFlow;
//! use taquin::heuristic::Manhattan;
//! use taquin::search::{Ended, Event, Observer, Priority, best_first, shortest};
//! use taquin::space::{MoveOrder, Packed16, Space};
//! use taquin::{Goal, Problem};
//!
//! /// Stops a search after some states.
//! struct Limit(u64);
//!
//! impl<S: Space> Observer<S> for Limit {
//!     fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()> {
//!         match event {
//!             Event::Selected(_) if self.0 == 0 => return ControlFlow::Break(()),
//!             Event::Selected(_) => self.0 -= 1,
//!             _ => {}
//!         }
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let problem = Problem::new("8 1 3/4 0 2/7 6 5".parse()?, Goal::Last)?;
//! let space = Packed16::new(&problem, MoveOrder::default()).expect("a 3×3 board fits in 64 bits");
//! let manhattan = Manhattan::new(problem.goal().shape());
//! let stopped = best_first(&space, &manhattan, Priority::AStar, &mut Limit(3)).ended;
//! assert!(matches!(stopped, Ended::Stopped { at_least: 10.. }));
//! let Ended::Found(path) = best_first(&space, &manhattan, Priority::AStar, &mut ()).ended else {
//!     unreachable!("without a limit a search finds the goal");
//! };
//! let all = shortest(&space, &manhattan, path.len() as u32, &mut ());
//! assert!(all.paths(10).contains(&path));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best_first;
mod bfs;
mod bidirectional;
mod idastar;
mod lookahead;
mod nbs;
mod nodes;
mod shortest;

pub use crate::containers::Growth;
pub use best_first::{Priority, Weight, best_first};
pub use bfs::bfs;
pub use bidirectional::bidirectional_bfs;
pub(crate) use idastar::MAX_BOUND;
pub use idastar::idastar;
pub use nbs::nbs;
pub use shortest::{Shortest, shortest};

use crate::space::Space;
use std::ops::ControlFlow;

/// The counters of a search. Their definitions are the same for every search.
///
/// ```
/// use taquin::{Algorithm, Goal, HeuristicKind, Problem, Search};
/// let problem = Problem::new("1 2 3/4 0 6/7 5 8".parse()?, Goal::Last)?;
/// let search = Search::new(&problem).algorithm(Algorithm::AStar);
/// let stats = search.heuristic(HeuristicKind::Manhattan).run()?.stats;
/// // The start, the board between, and the goal.
/// assert_eq!(stats.selected, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// States taken from the open list: 42's complexity in time. In IDA*, states expanded, counted again in each
    /// iteration.
    pub selected: u64,
    /// States generated as children; the start is not counted.
    pub generated: u64,
    /// Closed states that were reopened because a shorter path to them was found.
    pub reopened: u64,
    /// Generated states that were known already.
    pub duplicates: u64,
    /// The maximum number of states held at once: 42's complexity in size. In IDA*, the states of the current path.
    pub peak_states: u64,
    /// The maximum memory held at once, in bytes.
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

    /// The counters of two searches that ran one after the other.
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

    /// The counters of two searches that ran at the same time.
    pub fn beside(&self, other: &Stats) -> Stats {
        Stats {
            peak_states: self.peak_states + other.peak_states,
            peak_bytes: self.peak_bytes + other.peak_bytes,
            ..self.followed_by(other)
        }
    }
}

/// The counters of one iteration of IDA*. Those of a search are the sums over its iterations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IterationStats {
    /// The bound on g + h.
    pub bound: u32,
    /// States expanded.
    pub expanded: u64,
    /// States generated as children.
    pub generated: u64,
}

impl IterationStats {
    /// The iteration with this bound, between two moments of a search.
    pub const fn between(bound: u32, before: &Stats, after: &Stats) -> IterationStats {
        IterationStats {
            bound,
            expanded: after.selected - before.selected,
            generated: after.generated - before.generated,
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended<M> {
    /// A path from the start to the goal.
    Found(Vec<M>),
    /// There is no path (within the allowed length).
    Exhausted,
    /// The observer stopped it.
    Stopped {
        /// A proven lower bound on the length of a path.
        at_least: u32,
    },
}

/// How a search ended, and its counters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome<M> {
    /// How it ended.
    pub ended: Ended<M>,
    /// Its counters.
    pub stats: Stats,
    /// A path that was found before the search was stopped; it need not be a shortest one.
    pub best: Option<Vec<M>>,
}

impl<M> Outcome<M> {
    /// An outcome without a path besides that of `ended`.
    pub const fn new(ended: Ended<M>, stats: Stats) -> Outcome<M> {
        Outcome {
            ended,
            stats,
            best: None,
        }
    }
}

/// An event of a search.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a, S: Space> {
    /// A chance to check the clock and other limits: every few hundred states, less often in IDA*.
    Tick {
        /// The counters so far. `peak_bytes` includes what the search will hold before the next tick, so that a limit can
        /// stop it in time; it is `u64::MAX` if the system has no more memory, and the search stops then.
        stats: &'a Stats,
        /// A proven lower bound on the length of a path.
        at_least: u32,
    },
    /// A state was added to the open list.
    Opened(Visit<'a, S>),
    /// A state was taken from the open list; in IDA*, entered.
    Selected(Visit<'a, S>),
    /// IDA* begins an iteration with this bound.
    Bound(u32),
    /// IDA* has ended an iteration without a path, and goes on with the next one.
    Iterated(IterationStats),
    /// A search from both ends goes on at this end: the states that follow are those of its space.
    Side(Side),
}

/// An end of a search from both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// From the start to the goal.
    Forward,
    /// From the goal to the start.
    Backward,
}

/// A state and how it was reached.
#[derive(Debug)]
#[non_exhaustive]
pub struct Visit<'a, S: Space> {
    /// The state.
    pub state: &'a S::State,
    /// The move that led to it.
    pub last: Option<S::Move>,
    /// The number of moves from the start.
    pub g: u32,
    /// The lower bound on the number of moves to the goal.
    pub h: u32,
}

/// Receives the events of a search and may stop it. Deadlines, memory limits, progress, Ctrl-C and traces are all
/// observers.
pub trait Observer<S: Space> {
    /// Receives an event; `Break` stops the search.
    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()>;
}

/// Lets a search run to its end.
impl<S: Space> Observer<S> for () {
    #[inline(always)]
    fn observe(&mut self, _: Event<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Selected states between two ticks: few enough that the states of a large board stay within a memory limit.
const TICK: u64 = 256;

/// The states that are added between two ticks, at most: a board has up to four moves.
const AHEAD: usize = 4 * TICK as usize;

/// Reports a tick with what the search will hold before the next one, and reserves that.
fn tick_ahead<S: Space>(
    observer: &mut impl Observer<S>,
    (stats, at_least): (&Stats, u32),
    bytes: usize,
    reserve: impl FnOnce() -> bool,
) -> ControlFlow<()> {
    let peak_bytes = stats.peak_bytes.max(bytes as u64);
    let ahead = &Stats {
        peak_bytes,
        ..*stats
    };
    observer.observe(Event::Tick {
        stats: ahead,
        at_least,
    })?;
    if reserve() {
        return ControlFlow::Continue(());
    }
    report_no_memory(observer, stats, at_least);
    ControlFlow::Break(())
}

/// The search stops because the system has no more memory.
#[cold]
fn report_no_memory<S: Space>(observer: &mut impl Observer<S>, stats: &Stats, at_least: u32) {
    let stats = &Stats {
        peak_bytes: u64::MAX,
        ..*stats
    };
    // It stops in any case.
    let _ = observer.observe(Event::Tick { stats, at_least });
}
