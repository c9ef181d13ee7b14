//! Every shortest solution: how many there are, how they begin, and what they are.
//!
//! The length is known from a search. A depth-first search under just that bound finds every path. Many paths lead
//! through the same states, so the result for a state is stored: the number of solutions from it, or that there is none
//! with that number of moves left. A state is searched again only if it is reached with more moves left and had none.
//!
//! Time is at most that of the last iteration of IDA*, run to its end. Memory holds every state on a shortest solution,
//! and dead ends that took some work to find: a few megabytes for most 4×4 boards. Only the move that undoes the last one
//! may be left out; rules that drop one of two paths to the same state would drop solutions.

use crate::containers::{Growth, Table};
use crate::heuristic::Heuristic;
use crate::search::{MAX_BOUND, Observer, Stats, tick_ahead};
use crate::space::Space;

/// States between two ticks: a table that grows by fewer than a hundred bytes each stays near its limit.
const TICK: u64 = 1 << 12;

/// A dead end is stored if more states than this were visited below it. On Korf's first 30 boards with pattern databases,
/// storing all took a third more time and 16 times the memory; a limit of 8 took a fifth more time, 512 a tenth
/// (decision 12).
const WORTH_KEEPING: u64 = 64;

/// All shortest solutions of a space.
#[derive(Debug)]
pub struct Shortest<'a, S: Space> {
    space: &'a S,
    length: u32,
    /// The states on shortest solutions but the last.
    ways: Table<S::Key, Ways>,
    start: Ways,
    is_complete: bool,
    stats: Stats,
}

/// How shortest solutions continue from a state.
#[derive(Clone, Copy, Debug)]
struct Ways {
    /// No puzzle is known to have more than fits here.
    count: u128,
    /// The moves with which they continue: one bit for each position in the list of all moves from the state.
    moves: u64,
}

impl Ways {
    const NONE: Ways = Ways { count: 0, moves: 0 };

    fn add<S: Space>(&mut self, space: &S, state: &S::State, m: S::Move, count: u128) {
        if count > 0 {
            self.count = self.count.saturating_add(count);
            self.moves |= bit(space, state, m);
        }
    }

    fn contains<S: Space>(&self, space: &S, state: &S::State, m: S::Move) -> bool {
        self.moves & bit(space, state, m) != 0
    }
}

/// The bit that stands for a move from a state.
fn bit<S: Space>(space: &S, state: &S::State, m: S::Move) -> u64 {
    let moves = space.moves(state, None);
    let position = moves.iter().position(|&other| other == m);
    let position = position.expect("the list of all moves has every move");
    assert!(position < 64, "a state has at most 64 moves");
    1 << position
}

/// Finds every solution of `length` moves, which must be the length of the shortest.
///
/// The observer receives only ticks; when it stops the search, what was found so far is kept.
///
/// # Panics
///
/// If a state has more than 64 moves.
pub fn shortest<'a, S, H>(
    space: &'a S,
    heuristic: &H,
    length: u32,
    observer: &mut impl Observer<S>,
) -> Shortest<'a, S>
where
    S: Space,
    H: Heuristic<S>,
{
    let mut search = Search {
        space,
        heuristic,
        observer,
        length,
        settled: Table::new(Growth::Twofold),
        ways: Table::new(Growth::Twofold),
        // Each move takes a frame of the stack.
        is_stopped: length > MAX_BOUND,
        stats: Stats::default(),
    };
    let start = space.start();
    let found = if length == 0 {
        Ways {
            count: u128::from(space.is_goal(&start)),
            moves: 0,
        }
    } else {
        search.visit(&start, heuristic.start(&start), length, None)
    };
    search.remember_peaks();
    Shortest {
        space,
        length,
        ways: search.ways,
        start: found,
        is_complete: !search.is_stopped,
        stats: search.stats,
    }
}

impl<S: Space> Shortest<'_, S> {
    /// Their number; if the search was stopped, the number of those found.
    pub const fn count(&self) -> u128 {
        self.start.count
    }

    /// Whether the search was not stopped.
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The moves with which they begin, in the order in which the space tries moves.
    pub fn first_moves(&self) -> impl Iterator<Item = S::Move> {
        let start = self.space.start();
        let moves = self.space.moves(&start, None).to_vec();
        moves
            .into_iter()
            .filter(move |&m| self.start.contains(self.space, &start, m))
    }

    /// The counters of the search.
    pub const fn stats(&self) -> &Stats {
        &self.stats
    }

    /// At most `at_most` of them, in the order in which the space tries moves.
    pub fn paths(&self, at_most: usize) -> Vec<Vec<S::Move>> {
        let mut listing = Listing {
            at_most,
            path: Vec::with_capacity(self.length as usize),
            paths: Vec::new(),
        };
        if self.count() > 0 {
            self.collect(&self.space.start(), self.start, &mut listing);
        }
        listing.paths
    }

    fn collect(&self, state: &S::State, ways: Ways, listing: &mut Listing<S::Move>) {
        if listing.paths.len() == listing.at_most {
            return;
        }
        if listing.path.len() == self.length as usize {
            listing.paths.push(listing.path.clone());
            return;
        }
        let moves = self.space.moves(state, listing.path.last().copied());
        for &m in moves
            .iter()
            .filter(|&&m| ways.contains(self.space, state, m))
        {
            let child = self.space.step(state, m);
            let ways = self.ways.get(&self.space.key(&child)).copied();
            listing.path.push(m);
            self.collect(&child, ways.unwrap_or(Ways::NONE), listing);
            listing.path.pop();
        }
    }
}

/// The solutions listed so far.
struct Listing<M> {
    at_most: usize,
    /// The moves to the current state.
    path: Vec<M>,
    paths: Vec<Vec<M>>,
}

/// What is known about a state. The flag's spare bit patterns mark the table's empty slots.
#[derive(Clone, Copy, Debug)]
struct Settled {
    /// It holds with this number of moves left, and with fewer.
    left: u32,
    /// Whether some path of exactly this length leads to the goal.
    is_on_the_way: bool,
}

struct Search<'a, S: Space, H, O> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    length: u32,
    settled: Table<S::Key, Settled>,
    ways: Table<S::Key, Ways>,
    is_stopped: bool,
    stats: Stats,
}

impl<S, H, O> Search<'_, S, H, O>
where
    S: Space,
    H: Heuristic<S>,
    O: Observer<S>,
{
    /// Searches everything below a state with `left` moves left, at least one.
    fn visit(&mut self, state: &S::State, memo: H::Memo, left: u32, last: Option<S::Move>) -> Ways {
        let before = self.stats.selected;
        self.stats.selected += 1;
        if self.stats.selected.is_multiple_of(TICK) {
            self.tick();
        }
        let mut ways = Ways::NONE;
        for &m in self.space.moves(state, last) {
            if self.is_stopped {
                break;
            }
            let child = self.space.step(state, m);
            let memo = self.heuristic.after(memo, state, m, &child);
            self.stats.generated += 1;
            if self.heuristic.estimate(memo) < left {
                let count = self.count(&child, memo, left - 1, m);
                ways.add(self.space, state, m, count);
            }
        }
        if ways.count > 0 || self.stats.selected - before > WORTH_KEEPING {
            self.settle(self.space.key(state), left, ways);
        }
        ways
    }

    /// The number of solutions from a state with `left` moves left.
    fn count(&mut self, state: &S::State, memo: H::Memo, left: u32, last: S::Move) -> u128 {
        if left == 0 {
            return u128::from(self.space.is_goal(state));
        }
        let key = self.space.key(state);
        match self.settled.get(&key) {
            Some(settled) if settled.left >= left => {
                self.stats.duplicates += 1;
                // With fewer moves left than a shortest solution needs there is none.
                let is_on_the_way = settled.is_on_the_way && settled.left == left;
                let ways = self.ways.get(&key).filter(|_| is_on_the_way);
                ways.map_or(0, |ways| ways.count)
            }
            _ => self.visit(state, memo, left, Some(last)).count,
        }
    }

    /// Stores the result for a state. After a stop, only the solutions found are known.
    fn settle(&mut self, key: S::Key, left: u32, ways: Ways) {
        let is_on_the_way = ways.count > 0;
        if is_on_the_way {
            self.ways.insert_new(key.clone(), ways);
        }
        if !self.is_stopped {
            let settled = Settled {
                left,
                is_on_the_way,
            };
            self.settled.put(key, settled);
        }
    }

    #[cold]
    fn tick(&mut self) {
        self.remember_peaks();
        let Search { settled, ways, .. } = self;
        let more = TICK as usize;
        let bytes = settled.bytes_with(more) + ways.bytes_with(more);
        let flow = tick_ahead(self.observer, (&self.stats, self.length), bytes, || {
            settled.reserve(more).is_ok() && ways.reserve(more).is_ok()
        });
        self.is_stopped |= flow.is_break();
    }

    fn remember_peaks(&mut self) {
        self.stats.peak_states = self.settled.len() as u64;
        self.stats.peak_bytes = (self.settled.bytes() + self.ways.bytes()) as u64;
    }
}
