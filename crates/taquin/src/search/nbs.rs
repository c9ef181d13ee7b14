//! NBS, bidirectional heuristic search front to end (Chen, Holte, Zilles & Sturtevant, IJCAI 2017).
//!
//! Finds a shortest path if neither heuristic overestimates. It expands pairs: one state of each side whose lower bound
//! max(f forward, f backward, g forward + g backward + 1) is least over all pairs, and so never more than twice the
//! states that any search of this kind must expand. It stops when that bound reaches the best path found.
//!
//! Each side keeps its open states in two queues: those waiting, by f, and those ready, by g, whose f is not above the
//! bound. The bound rises only when no pair under it is left. Ties go to the state added last.

use super::bidirectional::joined;
use super::nodes::{Nodes, Offer, Reopen};
use super::{
    AHEAD, Ended, Event, Observer, Outcome, Side as End, Stats, TICK, Visit, report_no_memory,
    tick_ahead,
};
use crate::containers::BucketQueue;
use crate::heuristic::Heuristic;
use crate::space::{Reversible, Space};
use std::ops::ControlFlow;

/// Every move costs this much.
const MOVE: u32 = 1;

/// Finds a shortest path. `forward` bounds the moves to the goal, `backward` those to the start.
pub fn nbs<S, H>(
    space: &S,
    forward: &H,
    backward: &H,
    observer: &mut impl Observer<S>,
) -> Outcome<S::Move>
where
    S: Reversible,
    H: Heuristic<S>,
{
    let back = space.reversed();
    let mut search = Search {
        forward: Side::new(space, forward),
        backward: Side::new(&back, backward),
        bound: 0,
        best: None,
    };
    let ended = search.run(observer);
    let best = match &ended {
        Ended::Stopped { .. } => search.best.as_ref().map(|(_, key)| search.path(key)),
        _ => None,
    };
    let Search {
        mut forward,
        mut backward,
        ..
    } = search;
    forward.remember_peaks();
    backward.remember_peaks();
    let stats = forward.stats.beside(&backward.stats);
    Outcome { ended, stats, best }
}

struct Search<'a, S: Space, H> {
    forward: Side<'a, S, H>,
    backward: Side<'a, S, H>,
    /// A proven lower bound on the length of a path.
    bound: u32,
    /// The length of the shortest path found, and the forward side's key of its meeting point.
    best: Option<(u32, S::Key)>,
}

impl<S, H> Search<'_, S, H>
where
    S: Reversible,
    H: Heuristic<S>,
{
    fn run(&mut self, observer: &mut impl Observer<S>) -> Ended<S::Move> {
        let start = self.forward.space.start();
        if self.forward.space.is_goal(&start) {
            self.forward.stats.selected = 1;
            return Ended::Found(Vec::new());
        }
        loop {
            let at_least = self.bound;
            let is_left = self.prepare();
            if self.forward.is_broken() || self.backward.is_broken() {
                let stats = &self.forward.stats.beside(&self.backward.stats);
                report_no_memory(observer, stats, at_least);
                return Ended::Stopped { at_least };
            }
            if !is_left {
                break;
            }
            if self
                .best
                .as_ref()
                .is_some_and(|&(length, _)| length <= self.bound)
            {
                break;
            }
            let expanded = self.tick(observer).is_continue()
                && observer.observe(Event::Side(End::Forward)).is_continue()
                && self
                    .forward
                    .expand(observer, &self.backward, &mut self.best, |key, _| {
                        key.clone()
                    })
                && observer.observe(Event::Side(End::Backward)).is_continue()
                && self
                    .backward
                    .expand(observer, &self.forward, &mut self.best, |_, other| other);
            if !expanded {
                return Ended::Stopped {
                    at_least: self.bound,
                };
            }
        }
        match &self.best {
            None => Ended::Exhausted,
            Some((_, key)) => Ended::Found(self.path(key)),
        }
    }

    fn tick(&mut self, observer: &mut impl Observer<S>) -> ControlFlow<()> {
        // One more, so that it does not tick before the first pair.
        if !(self.forward.stats.selected + 1).is_multiple_of(TICK) {
            return ControlFlow::Continue(());
        }
        self.forward.remember_peaks();
        self.backward.remember_peaks();
        let stats = &self.forward.stats.beside(&self.backward.stats);
        let Search {
            forward, backward, ..
        } = self;
        let bytes = forward.bytes_with_more() + backward.bytes_with_more();
        tick_ahead(observer, (stats, self.bound), bytes, || {
            forward.reserve() && backward.reserve()
        })
    }

    fn path(&self, key: &S::Key) -> Vec<S::Move> {
        let (space, back) = (self.forward.space, self.backward.space);
        let state = space.state(key);
        let other = back.state(&space.reversed_key(key));
        joined::<S>(
            self.forward.nodes.path(space, &state),
            &self.backward.nodes.path(back, &other),
        )
    }

    /// Makes the pair with the smallest bound the first of the ready ones. False if there is no pair.
    fn prepare(&mut self) -> bool {
        loop {
            self.forward.make_ready(self.bound);
            self.backward.make_ready(self.bound);
            let (Some(forward), Some(backward)) = (self.forward.least(), self.backward.least())
            else {
                return false;
            };
            let together = match (forward.ready_g, backward.ready_g) {
                (Some(a), Some(b)) if a + b + MOVE <= self.bound => return true,
                (Some(a), Some(b)) => a + b + MOVE,
                _ => u32::MAX,
            };
            self.bound = together.min(forward.waiting_f).min(backward.waiting_f);
        }
    }
}

/// One direction.
struct Side<'a, S: Space, H> {
    space: &'a S,
    heuristic: &'a H,
    nodes: Nodes<S>,
    /// Open states by f. A state that was improved is added again, and its older entry is stale.
    waiting: BucketQueue<u32>,
    /// Open states by g, whose f is not above the bound.
    ready: BucketQueue<u32>,
    stats: Stats,
}

/// The smallest values of a side.
struct Least {
    ready_g: Option<u32>,
    /// `u32::MAX` if none waits.
    waiting_f: u32,
}

impl<'a, S, H> Side<'a, S, H>
where
    S: Reversible,
    H: Heuristic<S>,
{
    fn new(space: &'a S, heuristic: &'a H) -> Side<'a, S, H> {
        let mut side = Side {
            space,
            heuristic,
            nodes: Nodes::new(),
            waiting: BucketQueue::new(),
            ready: BucketQueue::new(),
            stats: Stats::default(),
        };
        let start = space.start();
        let h = heuristic.estimate(heuristic.start(&start));
        side.nodes.offer(space.key(&start), 0, None, Reopen::Yes);
        side.waiting.push(h, 0, 0);
        side
    }

    /// Whether an entry of a queue, added when its state was `g` moves away, is not stale.
    fn is_current(&self, number: u32, g: u32) -> bool {
        let node = self.nodes.get(number);
        !node.closed && node.g == g
    }

    /// Moves the waiting states whose f is not above the bound to the ready ones.
    fn make_ready(&mut self, bound: u32) {
        while let Some((f, g, &number)) = self.waiting.peek() {
            let current = self.is_current(number, g);
            if current && f > bound {
                return;
            }
            self.waiting.pop();
            if current {
                self.ready.push(g, 0, number);
            }
        }
    }

    /// `None` if no state is open.
    fn least(&mut self) -> Option<Least> {
        while let Some((g, _, &number)) = self.ready.peek() {
            if self.is_current(number, g) {
                break;
            }
            self.ready.pop();
        }
        let ready_g = self.ready.peek().map(|(g, ..)| g);
        let waiting_f = self.waiting.peek().map_or(u32::MAX, |(f, ..)| f);
        (ready_g.is_some() || waiting_f < u32::MAX).then_some(Least { ready_g, waiting_f })
    }

    /// Expands the first ready state. `meeting` picks the forward side's key from this side's and the other's.
    /// False if the observer wants to stop.
    fn expand(
        &mut self,
        observer: &mut impl Observer<S>,
        other: &Side<'_, S, H>,
        best: &mut Option<(u32, S::Key)>,
        meeting: impl Fn(&S::Key, S::Key) -> S::Key,
    ) -> bool {
        let Some((_, _, number)) = self.ready.pop() else {
            return true;
        };
        let node = self.nodes.get_mut(number);
        node.closed = true;
        let (g, last) = (node.g, node.last);
        let state = self.space.state(&node.key);
        let memo = self.heuristic.start(&state);
        let h = self.heuristic.estimate(memo);
        self.stats.selected += 1;
        let mut flow = observer.observe(Event::Selected(Visit {
            state: &state,
            last,
            g,
            h,
        }));
        for &m in self.space.moves(&state, last) {
            let child = self.space.step(&state, m);
            let h = self
                .heuristic
                .estimate(self.heuristic.after(memo, &state, m, &child));
            self.stats.generated += 1;
            let g = g + MOVE;
            // A path through this state would not be shorter than the known one.
            if best.as_ref().is_some_and(|&(length, _)| g + h >= length) {
                continue;
            }
            let key = self.space.key(&child);
            if !self.enter(&key, g, h, m) {
                continue;
            }
            if flow.is_continue() {
                flow = observer.observe(Event::Opened(Visit {
                    state: &child,
                    last: Some(m),
                    g,
                    h,
                }));
            }
            let theirs = self.space.reversed_key(&key);
            if let Some(met) = other.nodes.find(&theirs) {
                let length = g + other.nodes.get(met).g;
                if best.as_ref().is_none_or(|&(known, _)| length < known) {
                    *best = Some((length, meeting(&key, theirs)));
                }
            }
        }
        flow.is_continue()
    }

    /// Whether the state is new or nearer than it was.
    fn enter(&mut self, key: &S::Key, g: u32, h: u32, m: S::Move) -> bool {
        let offer = self.nodes.offer(key.clone(), g, Some(m), Reopen::Yes);
        self.stats.duplicates += u64::from(!matches!(offer, Offer::New(_)));
        self.stats.reopened += u64::from(matches!(offer, Offer::Reopened(_)));
        match offer {
            Offer::Known => false,
            Offer::New(number) | Offer::Improved(number) | Offer::Reopened(number) => {
                self.waiting.push(g + h, g, number);
                true
            }
        }
    }

    /// What it will hold before the next tick.
    fn bytes_with_more(&self) -> usize {
        let queues = self.waiting.bytes_with_more() + self.ready.bytes_with_more();
        self.nodes.bytes_with(AHEAD) + queues
    }

    /// Reserves that; false if there is not enough memory.
    fn reserve(&mut self) -> bool {
        self.nodes.reserve(AHEAD).is_ok()
    }

    const fn is_broken(&self) -> bool {
        self.waiting.is_broken() || self.ready.is_broken()
    }

    fn remember_peaks(&mut self) {
        let bytes = self.nodes.bytes() + self.waiting.bytes() + self.ready.bytes();
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64);
        self.stats.peak_states = self.nodes.len() as u64;
    }
}
