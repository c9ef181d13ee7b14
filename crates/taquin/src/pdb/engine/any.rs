//! Searches of all sizes: the hot loop is compiled for several numbers of groups and cells, and one is chosen here.

use super::iterations::{self, EngineObserver, EngineProgress, EngineSearch};
use super::start::Start;
use super::subtrees::{self, ForeignTask, Iteration, TaskOutcome};
use crate::pdb::{MAX_GROUPS, PatternSum};
use crate::puzzle::{Move, Problem};
use crate::search::Outcome;
use crate::space::{Arrangement, Automaton, MoveOrder, Packed16, Packed25, Space};
use crate::support::SMALL;

/// What can be done with a [`Start`] of any size.
pub(super) trait AnyStart: Send + Sync {
    fn search(
        &self,
        search: &EngineSearch<'_>,
        pause: u64,
        observer: &mut dyn EngineObserver,
    ) -> Result<Outcome<Move>, EngineProgress>;

    fn first_bound(&self) -> u32;

    fn bounds(&self, from: u32, max_length: Option<u32>) -> Box<dyn Iterator<Item = u32>>;

    fn iteration(&self, bound: u32) -> Iteration;

    fn perform(
        &self,
        task: &[u8],
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<TaskOutcome, ForeignTask>;
}

impl<const V: usize, const G: usize, const N: usize> AnyStart for Start<'_, V, G, N> {
    fn search(
        &self,
        search: &EngineSearch<'_>,
        pause: u64,
        observer: &mut dyn EngineObserver,
    ) -> Result<Outcome<Move>, EngineProgress> {
        iterations::run(self, search, pause, observer)
    }

    fn first_bound(&self) -> u32 {
        Start::first_bound(self)
    }

    fn bounds(&self, from: u32, max_length: Option<u32>) -> Box<dyn Iterator<Item = u32>> {
        Box::new(Start::bounds(self, from, max_length))
    }

    fn iteration(&self, bound: u32) -> Iteration {
        subtrees::iteration(self, bound)
    }

    fn perform(
        &self,
        task: &[u8],
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<TaskOutcome, ForeignTask> {
        subtrees::perform(self, task, go_on)
    }
}

/// The start of a problem, with tables for its goal.
pub(super) fn start<'a>(
    problem: &Problem,
    sum: &'a PatternSum,
    automaton: &'a Automaton,
) -> Box<dyn AnyStart + 'a> {
    let order = MoveOrder::default();
    match Packed16::new(problem, order) {
        Some(space) => by_groups::<16>(&space.start(), sum, automaton),
        None => {
            let space = Packed25::new(problem, order).expect("tables are for up to 25 cells");
            by_groups::<32>(&space.start(), sum, automaton)
        }
    }
}

fn by_groups<'a, const N: usize>(
    start: &impl Arrangement,
    sum: &'a PatternSum,
    automaton: &'a Automaton,
) -> Box<dyn AnyStart + 'a> {
    let groups = sum.views().iter().map(|view| view.slots.len()).max();
    match (sum.views().len(), groups) {
        (3, _) if !SMALL => Box::new(Start::<3, MAX_GROUPS, N>::new(start, sum, automaton)),
        (4, _) if !SMALL => Box::new(Start::<4, MAX_GROUPS, N>::new(start, sum, automaton)),
        (_, Some(0..=3)) if SMALL && N == 16 => {
            Box::new(Start::<2, 3, N>::new(start, sum, automaton))
        }
        (_, Some(0..=3)) if SMALL => {
            Box::new(Start::<2, MAX_GROUPS, N>::new(start, sum, automaton))
        }
        (_, Some(0..=2)) => Box::new(Start::<2, 2, N>::new(start, sum, automaton)),
        (_, Some(3)) => Box::new(Start::<2, 3, N>::new(start, sum, automaton)),
        _ => Box::new(Start::<2, MAX_GROUPS, N>::new(start, sum, automaton)),
    }
}
