//! IDA*: depth-first search under a rising bound on g + h (Korf, *Artificial Intelligence* 27, 1985).
//!
//! Finds a shortest path if the heuristic never overestimates. Memory grows only with the length of the path; states are
//! expanded again in every iteration, and once for every path that leads to them. The loop copies states instead of
//! undoing moves, prunes in the parent, and collects the path while returning: each of the three makes it about 1.5 times
//! as fast.

use super::lookahead::{Root, children, unknown};
use super::{Ended, Event, IterationStats, Observer, Outcome, Stats, Visit};
use crate::heuristic::Heuristic;
use crate::space::Space;
use std::ops::ControlFlow;

/// The largest bound, because each move takes a stack frame.
pub(crate) const MAX_BOUND: u32 = 4000;

/// Expanded states between two ticks: more than elsewhere, because each takes only nanoseconds.
const TICK: u64 = 1 << 16;

/// Finds a shortest path of at most `max_length` moves.
pub fn idastar<S, H>(
    space: &S,
    heuristic: &H,
    max_length: Option<u32>,
    observer: &mut impl Observer<S>,
) -> Outcome<S::Move>
where
    S: Space,
    H: Heuristic<S>,
{
    let start = space.start();
    let memo = heuristic.start(&start);
    let mut search = Search {
        space,
        heuristic,
        observer,
        stats: Stats::default(),
        bound: heuristic.estimate(memo),
        next: u32::MAX,
        path: Vec::new(),
        ahead: Vec::new(),
    };
    let ended = search.iterate(&start, memo, max_length.unwrap_or(u32::MAX));
    let mut stats = search.stats;
    // The longest path that the last bound allows.
    stats.peak_states = if stats.selected == 0 {
        0
    } else {
        u64::from(search.bound) + 1
    };
    stats.peak_bytes = stats.peak_states * (size_of::<S::State>() + size_of::<H::Memo>()) as u64;
    Outcome::new(ended, stats)
}

struct Search<'a, S: Space, H, O> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    stats: Stats,
    bound: u32,
    /// The smallest g + h that was pruned: the next bound.
    next: u32,
    /// The path, last move first, once the goal has been found.
    path: Vec<S::Move>,
    /// The states of the current path, for heuristics that estimate many states at once.
    ahead: Vec<(S::State, Option<S::Move>)>,
}

/// Why a depth-first search ends early.
enum Halt {
    Goal,
    Stopped,
}

impl<S, H, O> Search<'_, S, H, O>
where
    S: Space,
    H: Heuristic<S>,
    O: Observer<S>,
{
    fn iterate(&mut self, start: &S::State, memo: H::Memo, max_length: u32) -> Ended<S::Move> {
        if self.space.is_goal(start) {
            self.stats.selected = 1;
            return Ended::Found(Vec::new());
        }
        loop {
            if self.bound > max_length {
                return Ended::Exhausted;
            }
            if self.bound > MAX_BOUND || self.observer.observe(Event::Bound(self.bound)).is_break()
            {
                return Ended::Stopped {
                    at_least: self.bound,
                };
            }
            self.next = u32::MAX;
            let before = self.stats;
            match self.visit(start.clone(), memo, self.bound, None) {
                ControlFlow::Break(Halt::Goal) => {
                    self.path.reverse();
                    return Ended::Found(std::mem::take(&mut self.path));
                }
                ControlFlow::Break(Halt::Stopped) => {
                    return Ended::Stopped {
                        at_least: self.bound,
                    };
                }
                ControlFlow::Continue(()) if self.next == u32::MAX => return Ended::Exhausted,
                ControlFlow::Continue(()) => {
                    let iteration = IterationStats::between(self.bound, &before, &self.stats);
                    self.bound = self.next;
                    if self.observer.observe(Event::Iterated(iteration)).is_break() {
                        return Ended::Stopped {
                            at_least: self.bound,
                        };
                    }
                }
            }
        }
    }

    /// Searches everything below a state, with `left` moves until the bound.
    fn visit(
        &mut self,
        state: S::State,
        memo: H::Memo,
        left: u32,
        last: Option<S::Move>,
    ) -> ControlFlow<Halt> {
        self.stats.selected += 1;
        if self.stats.selected.is_multiple_of(TICK) {
            self.tick()?;
        }
        let h = self.heuristic.estimate(memo);
        let visit = Visit {
            state: &state,
            last,
            g: self.bound - left,
            h,
        };
        if self.observer.observe(Event::Selected(visit)).is_break() {
            return ControlFlow::Break(Halt::Stopped);
        }
        if H::BATCHES && self.heuristic.wants_prefetch() {
            self.prefetch(&state, left, last);
        }
        for &m in self.space.moves(&state, last) {
            let child = self.space.step(&state, m);
            let memo = self.heuristic.after(memo, &state, m, &child);
            let h = self.heuristic.estimate(memo);
            self.stats.generated += 1;
            if h >= left {
                self.next = self.next.min(self.bound - left + 1 + h);
                continue;
            }
            if h == 0 && self.space.is_goal(&child) {
                self.path.push(m);
                return ControlFlow::Break(Halt::Goal);
            }
            if let ControlFlow::Break(halt) = self.visit(child, memo, left - 1, Some(m)) {
                if let Halt::Goal = halt {
                    self.path.push(m);
                }
                return ControlFlow::Break(halt);
            }
        }
        ControlFlow::Continue(())
    }

    /// Announces the children of a state, then what is not known below them, and below the states that follow.
    #[cold]
    fn prefetch(&mut self, state: &S::State, left: u32, last: Option<S::Move>) {
        self.ahead.truncate((self.bound - left) as usize);
        self.ahead.push((state.clone(), last));
        let taken = self.ahead.iter().skip(1).map(|(_, last)| *last);
        let path = self.ahead.iter().zip(taken.chain([None]));
        let path: Vec<_> = path.zip((left..=self.bound).rev()).collect();
        let roots = path
            .into_iter()
            .rev()
            .map(|(((state, last), after), left)| Root {
                state: state.clone(),
                last: *last,
                after,
                left,
            });
        let mut likely = unknown(self.space, self.heuristic, roots.collect());
        let needed = children(self.space, state, last);
        self.heuristic.prefetch(&needed, &mut likely);
    }

    #[cold]
    fn tick(&mut self) -> ControlFlow<Halt> {
        let (stats, at_least) = (&self.stats, self.bound);
        match self.observer.observe(Event::Tick { stats, at_least }) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(Halt::Stopped),
        }
    }
}
