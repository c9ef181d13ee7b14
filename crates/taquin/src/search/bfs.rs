//! Breadth-first search: all states one move away, then all two moves away, and so on.
//!
//! Finds a shortest path and needs no heuristic. Every state met is kept in a [`Table`] with its depth and the move
//! that led to it; up to 16 cells that is 16 bytes per slot. The goal is recognised as soon as it is generated, which is
//! correct here because no later path can be shorter. To search from the goal, pass the reversed space.

use super::{AHEAD, Ended, Event, Observer, Outcome, Stats, TICK, Visit, tick_ahead};
use crate::containers::reserve::{bytes_of, bytes_with, reserve};
use crate::containers::{Growth, Table};
use crate::space::Space;
use std::ops::ControlFlow;

/// Finds a shortest path of at most `max_length` moves.
pub fn bfs<S: Space>(
    space: &S,
    max_length: Option<u32>,
    growth: Growth,
    observer: &mut impl Observer<S>,
) -> Outcome<S::Move> {
    let mut front = Front::new(space, growth);
    let ended = if space.is_goal(&space.start()) {
        front.stats.selected = 1;
        Ended::Found(Vec::new())
    } else {
        loop {
            if front.is_exhausted() || max_length.is_some_and(|length| front.depth >= length) {
                break Ended::Exhausted;
            }
            let at_least = front.depth + 1;
            let is_goal = |state: &S::State| space.is_goal(state);
            match front.expand(observer, at_least, &Stats::default(), is_goal) {
                Level::Done => {}
                Level::Met(goal) => break Ended::Found(front.path(&goal)),
                Level::Stopped => break Ended::Stopped { at_least },
            }
        }
    };
    front.remember_peaks();
    Outcome::new(ended, front.stats)
}

/// What is stored for a state in addition to its key: eight bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached<M> {
    /// Not needed for a path, but it gives the distance of a state without following one.
    depth: u32,
    /// The move that led to it; none for the start.
    last: Option<M>,
}

/// All states within some number of moves, and the frontier: those at exactly that distance.
#[derive(Debug)]
pub(super) struct Front<'a, S: Space> {
    pub(super) space: &'a S,
    table: Table<S::Key, Reached<S::Move>>,
    frontier: Vec<S::Key>,
    /// The memory of the level being expanded, in addition to the frontier.
    expanding: usize,
    pub(super) depth: u32,
    pub(super) stats: Stats,
}

/// How the expansion of a level ended.
pub(super) enum Level<State> {
    Done,
    Met(State),
    Stopped,
}

impl<'a, S: Space> Front<'a, S> {
    pub(super) fn new(space: &'a S, growth: Growth) -> Front<'a, S> {
        let mut table = Table::new(growth);
        let key = space.key(&space.start());
        table.insert_new(
            key.clone(),
            Reached {
                depth: 0,
                last: None,
            },
        );
        Front {
            space,
            table,
            frontier: vec![key],
            expanding: 0,
            depth: 0,
            stats: Stats::default(),
        }
    }

    pub(super) const fn is_exhausted(&self) -> bool {
        self.frontier.is_empty()
    }

    pub(super) const fn width(&self) -> usize {
        self.frontier.len()
    }

    pub(super) fn contains(&self, key: &S::Key) -> bool {
        self.table.get(key).is_some()
    }

    /// Expands one level, or ends at the first new state for which `meets` holds. The counters in ticks are those of this
    /// side and of `elsewhere`.
    pub(super) fn expand(
        &mut self,
        observer: &mut impl Observer<S>,
        at_least: u32,
        elsewhere: &Stats,
        mut meets: impl FnMut(&S::State) -> bool,
    ) -> Level<S::State> {
        self.expanding = bytes_of(&self.frontier);
        let frontier = std::mem::take(&mut self.frontier);
        self.depth += 1;
        for key in &frontier {
            let state = self.space.state(key);
            let reached = *self.table.get(key).expect("the frontier is in the table");
            self.stats.selected += 1;
            if self.tick(observer, at_least, elsewhere).is_break()
                || select(observer, &state, reached).is_break()
            {
                return Level::Stopped;
            }
            for &m in self.space.moves(&state, reached.last) {
                let child = self.space.step(&state, m);
                let key = self.space.key(&child);
                let (depth, last) = (self.depth, Some(m));
                self.stats.generated += 1;
                if !self.table.insert_new(key.clone(), Reached { depth, last }) {
                    self.stats.duplicates += 1;
                    continue;
                }
                self.frontier.push(key);
                let visit = Visit {
                    state: &child,
                    last,
                    g: depth,
                    h: 0,
                };
                if observer.observe(Event::Opened(visit)).is_break() {
                    return Level::Stopped;
                }
                if meets(&child) {
                    return Level::Met(child);
                }
            }
        }
        self.remember_peaks();
        Level::Done
    }

    fn tick(
        &mut self,
        observer: &mut impl Observer<S>,
        at_least: u32,
        elsewhere: &Stats,
    ) -> ControlFlow<()> {
        if !self.stats.selected.is_multiple_of(TICK) {
            return ControlFlow::Continue(());
        }
        self.remember_peaks();
        let stats = &self.stats.beside(elsewhere);
        let own = self.table.bytes_with(AHEAD) + bytes_with(&self.frontier, AHEAD) + self.expanding;
        let bytes = own + elsewhere.peak_bytes as usize;
        tick_ahead(observer, (stats, at_least), bytes, || {
            let table = self.table.reserve(AHEAD);
            table.is_ok() && reserve(&mut self.frontier, AHEAD).is_ok()
        })
    }

    pub(super) fn remember_peaks(&mut self) {
        let bytes = self.table.bytes() + bytes_of(&self.frontier) + self.expanding;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64);
        self.stats.peak_states = self.table.len() as u64;
    }

    /// The moves that led from the start to a state, by stepping back.
    pub(super) fn path(&self, state: &S::State) -> Vec<S::Move> {
        let mut moves = Vec::new();
        let mut state = state.clone();
        loop {
            let reached = self.table.get(&self.space.key(&state));
            let Some(last) = reached.expect("every state on a path is in the table").last else {
                moves.reverse();
                return moves;
            };
            moves.push(last);
            state = self.space.step(&state, S::opposite(last));
        }
    }
}

fn select<S: Space>(
    observer: &mut impl Observer<S>,
    state: &S::State,
    reached: Reached<S::Move>,
) -> ControlFlow<()> {
    let Reached { depth: g, last } = reached;
    observer.observe(Event::Selected(Visit {
        state,
        last,
        g,
        h: 0,
    }))
}
