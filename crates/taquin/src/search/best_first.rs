//! Best-first search: always expand the open state that looks best.
//!
//! The definition of "best" gives the four textbook searches (Hart, Nilsson & Raphael 1968; Pohl 1970):
//!
//! | search | smallest first | the path is |
//! |---|---|---|
//! | uniform-cost | g | shortest |
//! | A* | g + h | shortest if h never overestimates |
//! | weighted A* | g + w·h | at most w times the shortest if h never overestimates |
//! | greedy | h | any |
//!
//! A closed state is reopened when a shorter path to it is found (not in greedy search), so A* is correct for
//! inconsistent heuristics too.
//! The goal is tested when a state is *selected*, never before: other open states may still lead to a shorter path. Ties
//! go to the larger g (not in greedy search), then to the state added last. Memory grows with every state ever generated.

use super::lookahead::{Root, children, unknown};
use super::nodes::{Nodes, Offer, Reopen};
use super::{
    AHEAD, Ended, Event, Observer, Outcome, Stats, TICK, Visit, report_no_memory, tick_ahead,
};
use crate::containers::BucketQueue;
use crate::heuristic::Heuristic;
use crate::space::Space;
use std::ops::ControlFlow;

/// The most open states below which to look for states to announce to a heuristic that estimates many at once.
const MOST_ROOTS: usize = 128;

/// How much more a move left counts than a move made: at least 1, in hundredths.
///
/// ```
/// use taquin::Weight;
/// let weight = Weight::new(1.5).expect("1.5 lies between 1 and 1000");
/// assert_eq!(weight.weigh(10, 6), 19);
/// assert_eq!(weight.shortest(30), 20);
/// assert_eq!(Weight::new(0.9), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight(u32);

impl Weight {
    /// The largest weight.
    pub const MAX: f64 = 1000.0;
    /// The weight 2.
    pub const DEFAULT: Weight = Weight(200);

    /// A weight from 1 to [`Weight::MAX`], rounded to hundredths.
    pub fn new(weight: f64) -> Option<Weight> {
        (1.0..=Weight::MAX)
            .contains(&weight)
            .then(|| Weight((weight * 100.0).round() as u32))
    }

    /// The weight as a number.
    pub fn get(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// g + w·h, rounded down.
    #[inline(always)]
    pub fn weigh(self, g: u32, h: u32) -> u32 {
        let weighted = u64::from(h) * u64::from(self.0) / 100;
        g.saturating_add(u32::try_from(weighted).unwrap_or(u32::MAX))
    }

    /// The least length that the shortest path can have when one of this length is within the weight of it.
    pub const fn shortest(self, length: u32) -> u32 {
        (length as u64 * 100).div_ceil(self.0 as u64) as u32
    }
}

/// Which open state is selected first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Smallest g: uniform-cost search.
    Cost,
    /// Smallest h: greedy search.
    Greedy,
    /// Smallest g + h: A*.
    AStar,
    /// Smallest g + w·h, rounded down: weighted A*.
    Weighted(Weight),
}

impl Priority {
    /// The numbers to order by: the smallest first one, then the largest second one.
    #[inline(always)]
    fn of(self, g: u32, h: u32) -> (u32, u32) {
        match self {
            Priority::Cost => (g, 0),
            Priority::Greedy => (h, 0),
            Priority::AStar => (g + h, g),
            Priority::Weighted(weight) => (weight.weigh(g, h), g),
        }
    }

    /// Greedy search guarantees nothing about the length, and reopening would cost it most of its time.
    const fn reopen(self) -> Reopen {
        match self {
            Priority::Greedy => Reopen::No,
            Priority::Cost | Priority::AStar | Priority::Weighted(_) => Reopen::Yes,
        }
    }

    /// A lower bound on the shortest path when the first number of the best open state is `f`.
    fn at_least(self, f: u32) -> u32 {
        match self {
            Priority::Cost | Priority::AStar => f,
            Priority::Greedy => 0,
            Priority::Weighted(Weight(hundredths)) => {
                (u64::from(f) * 100 / u64::from(hundredths)) as u32
            }
        }
    }
}

/// Finds a path, selecting open states by `priority`.
pub fn best_first<S, H>(
    space: &S,
    heuristic: &H,
    priority: Priority,
    observer: &mut impl Observer<S>,
) -> Outcome<S::Move>
where
    S: Space,
    H: Heuristic<S>,
{
    let mut stats = Stats::default();
    let ended = Search {
        space,
        heuristic,
        priority,
        observer,
        stats: &mut stats,
        nodes: Nodes::new(),
        open: BucketQueue::new(),
    }
    .run();
    Outcome::new(ended, stats)
}

struct Search<'a, S: Space, H, O> {
    space: &'a S,
    heuristic: &'a H,
    priority: Priority,
    observer: &'a mut O,
    stats: &'a mut Stats,
    nodes: Nodes<S>,
    /// Numbers of nodes. A node that was improved is added again, and its older entry is stale.
    open: BucketQueue<u32>,
}

impl<S, H, O> Search<'_, S, H, O>
where
    S: Space,
    H: Heuristic<S>,
    O: Observer<S>,
{
    fn run(mut self) -> Ended<S::Move> {
        let start = self.space.start();
        let h = self.heuristic.estimate(self.heuristic.start(&start));
        // The start's own estimate is the bound until a better one is known.
        let mut at_least = self.priority.at_least(h);
        if self.enter(&start, 0, h, None).is_break() {
            return Ended::Stopped { at_least };
        }
        while let Some((f, _, number)) = self.open.pop() {
            let node = self.nodes.get_mut(number);
            if std::mem::replace(&mut node.closed, true) {
                continue;
            }
            let (g, last) = (node.g, node.last);
            let state = self.space.state(&node.key);
            let memo = self.heuristic.start(&state);
            at_least = at_least.max(self.priority.at_least(f));
            self.stats.selected += 1;
            let h = self.heuristic.estimate(memo);
            let state = &state;
            let visit = Visit { state, last, g, h };
            if self.select(visit, at_least).is_break() {
                return self.stopped(at_least);
            }
            if self.space.is_goal(state) {
                self.remember_peaks();
                return Ended::Found(self.nodes.path(self.space, state));
            }
            if self.expand(state, last, g, memo).is_break() {
                return self.stopped(at_least);
            }
        }
        self.remember_peaks();
        Ended::Exhausted
    }

    fn stopped(&mut self, at_least: u32) -> Ended<S::Move> {
        self.remember_peaks();
        if self.open.is_broken() {
            report_no_memory(self.observer, self.stats, at_least);
        }
        Ended::Stopped { at_least }
    }

    /// Reports to the observer that a state was selected and, periodically, a tick.
    #[inline]
    fn select(&mut self, visit: Visit<'_, S>, at_least: u32) -> ControlFlow<()> {
        if self.stats.selected.is_multiple_of(TICK) {
            self.remember_peaks();
            let Search { nodes, open, .. } = self;
            let bytes = nodes.bytes_with(AHEAD) + open.bytes_with_more();
            tick_ahead(self.observer, (self.stats, at_least), bytes, || {
                nodes.reserve(AHEAD).is_ok()
            })?;
        }
        self.observer.observe(Event::Selected(visit))
    }

    fn expand(
        &mut self,
        state: &S::State,
        last: Option<S::Move>,
        g: u32,
        memo: H::Memo,
    ) -> ControlFlow<()> {
        if H::BATCHES && self.heuristic.wants_prefetch() {
            self.prefetch(state, last);
        }
        for &m in self.space.moves(state, last) {
            let child = self.space.step(state, m);
            let h = self
                .heuristic
                .estimate(self.heuristic.after(memo, state, m, &child));
            self.stats.generated += 1;
            self.enter(&child, g + 1, h, Some(m))?;
        }
        ControlFlow::Continue(())
    }

    /// Announces the children of a state, then what is not known below them, and below the states that are next in the
    /// queue.
    #[cold]
    fn prefetch(&self, state: &S::State, last: Option<S::Move>) {
        let needed = children(self.space, state, last);
        let next = self.open.in_order().map(|&number| self.nodes.get(number));
        let next = next.filter(|node| !node.closed);
        let next = next.map(|node| (self.space.state(&node.key), node.last));
        let roots = std::iter::once((state.clone(), last)).chain(next);
        let roots = roots.take(MOST_ROOTS).map(|(state, last)| Root {
            left: self.heuristic.known(&state).unwrap_or(0),
            state,
            last,
            after: None,
        });
        let mut likely = unknown(self.space, self.heuristic, roots.collect());
        self.heuristic.prefetch(&needed, &mut likely);
    }

    #[inline]
    fn enter(
        &mut self,
        state: &S::State,
        g: u32,
        h: u32,
        last: Option<S::Move>,
    ) -> ControlFlow<()> {
        let number = match self
            .nodes
            .offer(self.space.key(state), g, last, self.priority.reopen())
        {
            Offer::New(number) => number,
            Offer::Known => {
                self.stats.duplicates += 1;
                return ControlFlow::Continue(());
            }
            Offer::Improved(number) => {
                self.stats.duplicates += 1;
                number
            }
            Offer::Reopened(number) => {
                self.stats.duplicates += 1;
                self.stats.reopened += 1;
                number
            }
        };
        let (f, tie) = self.priority.of(g, h);
        self.open.push(f, tie, number);
        if self.open.is_broken() {
            return ControlFlow::Break(());
        }
        self.observer
            .observe(Event::Opened(Visit { state, last, g, h }))
    }

    fn remember_peaks(&mut self) {
        let bytes = (self.nodes.bytes() + self.open.bytes()) as u64;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        self.stats.peak_states = self.nodes.len() as u64;
    }
}
