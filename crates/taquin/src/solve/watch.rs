//! Forwards the events of all attempts of one search to the observer, and stops an attempt when its budget is spent.

use super::{
    Algorithm, DEFAULT_EFFORT, Phase, SearchObserver, SearchOptions, Step, Tick, VisitedBoard,
};
use crate::large::{self, Pace};
use crate::pdb::engine::{EngineProgress, Views};
use crate::puzzle::{Board, Metric, Move};
use crate::search::{Event, IterationStats, Observer, Side, Stats, Visit};
use crate::space::{Arrangement, Space, board_of};
use crate::support::memory::is_available;
use std::ops::ControlFlow;

/// Beside its tables, a search needs some more: threads, an automaton, queues.
const HEADROOM: u64 = 24 << 20;

/// Whether the system has memory for tables of this size and a search with them.
fn has_memory(bytes: u64) -> bool {
    usize::try_from(bytes.saturating_add(HEADROOM)).is_ok_and(is_available)
}

/// The link between the searches and the caller's observer.
pub(super) struct Watcher<'a> {
    observer: &'a mut dyn SearchObserver,
    wants_steps: bool,
    /// The goal of the states: the board in which every tile is at home.
    goal: Board,
    /// The goal of the backward side's states, in a search from both ends.
    backward_goal: Option<Board>,
    side: Side,
    /// The lower bound that earlier attempts proved.
    lower_bound: u32,
    /// The counters of earlier attempts.
    before: Stats,
    /// The boards that an attempt may generate.
    budget: Option<u64>,
    /// The observer's budget at the beginning, until it is used; `None` without a budget.
    first_spent: Option<f64>,
    limit: Limit,
    metric: Metric,
    /// Boards of earlier attempts that do not count towards the effort.
    forgiven: u64,
    /// An attempt ends when this much of the budget is spent, from 0 to 1.
    share: Option<f64>,
    is_spent: bool,
    longest: Option<u32>,
    /// States are selected by rising g + h, so a state beyond the maximum length ends the search.
    in_order: bool,
    is_too_long: bool,
    /// The length of the best solution that the observer knows.
    best: Option<usize>,
    phase: Phase,
    iterations: Vec<IterationStats>,
    /// The bound of an iteration that has begun and not ended.
    open_iteration: Option<u32>,
    /// How many iterations earlier attempts had.
    earlier_iterations: usize,
}

/// What ends a search that could continue indefinitely.
#[derive(Clone, Copy)]
enum Limit {
    /// The total number of boards that may be generated.
    Effort(u64),
    /// The observer's budget.
    Budget,
    /// Only the observer.
    None,
}

impl<'a> Watcher<'a> {
    pub(super) fn new(
        goal: &Board,
        options: &SearchOptions,
        observer: &'a mut dyn SearchObserver,
    ) -> Watcher<'a> {
        let first_spent = if options.only_shortest {
            None
        } else {
            observer.budget_spent()
        };
        let limit = match (options.effort, first_spent) {
            _ if options.only_shortest => Limit::None,
            (Some(effort), _) => Limit::Effort(effort),
            (None, Some(_)) => Limit::Budget,
            (None, None) => Limit::Effort(DEFAULT_EFFORT),
        };
        Watcher {
            wants_steps: observer.wants_steps(),
            observer,
            goal: goal.clone(),
            backward_goal: None,
            side: Side::Forward,
            lower_bound: 0,
            before: Stats::default(),
            budget: None,
            first_spent,
            limit,
            metric: options.metric,
            forgiven: 0,
            share: None,
            is_spent: false,
            longest: None,
            in_order: false,
            is_too_long: false,
            best: None,
            phase: Phase::Search,
            iterations: Vec::new(),
            open_iteration: None,
            earlier_iterations: 0,
        }
    }

    /// Whether the observer wants every step.
    pub(super) const fn wants_steps(&self) -> bool {
        self.wants_steps
    }

    /// An attempt begins that may generate this many states.
    pub(super) const fn set_budget(&mut self, budget: Option<u64>) {
        self.budget = budget;
        self.is_spent = false;
    }

    /// From now on an attempt ends when this share of the budget is spent, from 0 to 1.
    pub(super) const fn set_share(&mut self, share: Option<f64>) {
        self.share = share;
    }

    /// An attempt checks its limits only every few hundred states: what earlier ones spent beyond their share of the
    /// effort does not count.
    pub(super) fn forgive_beyond(&mut self, share: f64) {
        let most = self.effort().unwrap_or(0) as f64 * share;
        self.forgiven = self.before.generated.saturating_sub(most as u64);
    }

    /// The number of boards that may still be generated, if the effort is limited.
    pub(super) fn effort_left(&self) -> Option<u64> {
        let counted = self.before.generated - self.forgiven;
        Some(self.effort()?.saturating_sub(counted))
    }

    /// The number of boards that may be generated in total, if the effort is limited.
    pub(super) const fn effort(&self) -> Option<u64> {
        match self.limit {
            Limit::Effort(effort) => Some(effort),
            Limit::Budget | Limit::None => None,
        }
    }

    /// The share of the budget that is spent, from 0 to 1.
    pub(super) fn spent(&mut self, stats: &Stats) -> f64 {
        match self.limit {
            Limit::None => 0.0,
            Limit::Budget => {
                let first = self.first_spent.take();
                first
                    .or_else(|| self.observer.budget_spent())
                    .unwrap_or(0.0)
            }
            Limit::Effort(0) => 1.0,
            Limit::Effort(effort) => {
                let generated = self.before.generated + stats.generated - self.forgiven;
                generated as f64 / effort as f64
            }
        }
    }

    /// A solution became shorter, or might soon.
    pub(super) fn shortened(&mut self, seen: &large::ShortenProgress<'_>) -> Pace {
        let length = self.metric.length(seen.moves);
        if self.best.is_none_or(|best| length < best) {
            self.best = Some(length);
            self.observer.improved(seen.moves);
        }
        // With several threads and an effort, the first of several shortest solutions is not deterministic: the search
        // continues.
        let is_shortest = length <= self.lower_bound as usize && self.effort().is_none();
        let is_over =
            is_shortest || self.effort_left() == Some(0) || self.keep_share(&seen.stats).is_break();
        let is_stopped = self.tick(&seen.stats, 0).is_break();
        if is_stopped || is_over {
            Pace::Stop
        } else {
            Pace::Spent(self.spent(&seen.stats))
        }
    }

    /// Sets the goal of the next attempt's states.
    pub(super) fn set_goal(&mut self, goal: &Board) {
        self.goal = goal.clone();
        self.side = Side::Forward;
    }

    /// Sets the goal of the states of the backward side, which is the start.
    pub(super) fn set_backward_goal(&mut self, start: &Board) {
        self.backward_goal = Some(start.clone());
    }

    /// Whether the attempt was stopped because its budget was spent.
    pub(super) const fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Begins an attempt that may stop as soon as it is known that no solution has this length.
    pub(super) fn set_longest(&mut self, longest: Option<u32>, algorithm: Algorithm) {
        self.longest = longest;
        self.in_order = matches!(algorithm, Algorithm::AStar | Algorithm::UniformCost);
        self.is_too_long = false;
    }

    /// Whether the attempt was stopped because no solution is short enough.
    pub(super) const fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    /// Ticks while tables are built.
    pub(super) fn wait(&mut self) -> ControlFlow<()> {
        self.keep_share(&Stats::default())?;
        self.phase = Phase::Tables;
        let flow = self.tick(&Stats::default(), 0);
        self.phase = Phase::Search;
        flow
    }

    /// Ticks before tables are built that hold this many bytes. If the system does not have them, it says that there is no end
    /// to the memory needed, and stops.
    pub(super) fn hold(&mut self, bytes: u64) -> ControlFlow<()> {
        let is_there = has_memory(bytes);
        let stats = Stats {
            peak_bytes: if is_there { bytes } else { u64::MAX },
            ..Stats::default()
        };
        self.phase = Phase::Tables;
        let flow = self.tick(&stats, 0);
        self.phase = Phase::Search;
        if is_there {
            flow
        } else {
            ControlFlow::Break(())
        }
    }

    /// Whether tables that hold this many bytes may be built.
    pub(super) fn allows(&mut self, bytes: u64) -> bool {
        self.observer.allows_bytes(bytes) && has_memory(bytes)
    }

    /// The most memory in bytes that the observer allows; `None` if it allows all that a computer has.
    pub(super) fn memory(&mut self) -> Option<u64> {
        let most = (0..40).rev().fold(0u64, |bytes, bit| {
            let more = bytes | 1 << bit;
            if self.observer.allows_bytes(more) {
                more
            } else {
                bytes
            }
        });
        (most < (1 << 40) - 1).then_some(most)
    }

    /// Reports the progress of an attempt that cannot be resumed.
    pub(super) fn advance(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        if self.budget.is_some_and(|budget| stats.generated > budget) {
            self.is_spent = true;
            return ControlFlow::Break(());
        }
        if self.longest.is_some_and(|longest| lower_bound > longest) {
            self.is_too_long = true;
            return ControlFlow::Break(());
        }
        self.keep_share(stats)?;
        self.tick(stats, lower_bound)
    }

    /// Reports a point from which a later search can resume.
    pub(super) fn checkpoint(&mut self, progress: &EngineProgress) {
        self.observer.checkpoint(progress);
    }

    /// The next iterations of IDA* use these views.
    pub(super) fn choose_views(&mut self, views: Views) {
        self.observer.views_chosen(views);
    }

    /// An iteration of IDA* begins.
    pub(super) fn begin_iteration(&mut self, bound: u32) {
        self.open_iteration = Some(bound);
        self.observer.iteration_begins(bound);
    }

    /// An iteration of IDA* has ended.
    pub(super) fn end_iteration(&mut self, iteration: &IterationStats) {
        self.open_iteration = None;
        self.iterations.push(*iteration);
        self.observer.iteration_ends(iteration);
    }

    /// Ends the last iteration of an attempt with these counters.
    fn end_last_iteration(&mut self, stats: &Stats) {
        if let Some(bound) = self.open_iteration {
            let mut before = Stats::default();
            for iteration in &self.iterations[self.earlier_iterations..] {
                before.selected += iteration.expanded;
                before.generated += iteration.generated;
            }
            self.end_iteration(&IterationStats::between(bound, &before, stats));
        }
        self.earlier_iterations = self.iterations.len();
    }

    /// The iterations of all attempts so far.
    pub(super) fn take_iterations(&mut self) -> Vec<IterationStats> {
        std::mem::take(&mut self.iterations)
    }

    /// Whether the share of the budget for the attempts so far is spent.
    pub(super) fn is_share_spent(&mut self) -> bool {
        self.share
            .is_some_and(|share| self.spent(&Stats::default()) >= share)
    }

    fn keep_share(&mut self, stats: &Stats) -> ControlFlow<()> {
        if let Some(share) = self.share
            && self.spent(stats) >= share
        {
            self.is_spent = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn tick(&mut self, stats: &Stats, at_least: u32) -> ControlFlow<()> {
        self.observer.tick(&Tick {
            stats: self.before.followed_by(stats),
            lower_bound: at_least.max(self.lower_bound),
            best: self.best,
            phase: self.phase,
        })
    }

    /// The larger of the lower bounds of this attempt and the earlier ones.
    pub(super) fn keep_bound(&mut self, lower_bound: u32) -> u32 {
        self.lower_bound = self.lower_bound.max(lower_bound);
        self.lower_bound
    }

    /// Adds the counters of a finished attempt; returns the sum.
    pub(super) fn finish(&mut self, stats: &Stats) -> Stats {
        self.end_last_iteration(stats);
        self.before = self.before.followed_by(stats);
        self.before
    }

    #[inline(always)]
    fn step(
        &mut self,
        state: &impl Arrangement,
        visit: (Option<Move>, u32, u32),
        step: fn(VisitedBoard) -> Step,
    ) -> ControlFlow<()> {
        if self.wants_steps {
            self.report_step(state, visit, step)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Reports a step to an observer that wants to see boards.
    #[cold]
    fn report_step(
        &mut self,
        state: &impl Arrangement,
        visit: (Option<Move>, u32, u32),
        step: fn(VisitedBoard) -> Step,
    ) -> ControlFlow<()> {
        let goal = match (self.side, &self.backward_goal) {
            (Side::Backward, Some(start)) => start,
            _ => &self.goal,
        };
        let board = board_of(state, goal);
        let (last, g, h) = visit;
        self.observer.step(step(VisitedBoard { board, last, g, h }))
    }
}

impl<S> Observer<S> for Watcher<'_>
where
    S: Space<Move = Move>,
    S::State: Arrangement,
{
    // Every caller passes one kind of event, of which little is left after inlining. Left to itself, the compiler stops
    // inlining when the library has fewer or more copies of the searches: a fifth more instructions in IDA*.
    #[inline(always)]
    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()> {
        match event {
            Event::Tick { stats, at_least } => self.advance(stats, at_least),
            Event::Selected(Visit { state, last, g, h }) => {
                if self.in_order && self.longest.is_some_and(|longest| g + h > longest) {
                    self.is_too_long = true;
                    return ControlFlow::Break(());
                }
                self.step(state, (last, g, h), Step::Selected)
            }
            Event::Opened(Visit { state, last, g, h }) => {
                self.step(state, (last, g, h), Step::Opened)
            }
            Event::Bound(bound) => {
                self.begin_iteration(bound);
                if self.wants_steps {
                    self.observer.step(Step::Bound(bound))
                } else {
                    ControlFlow::Continue(())
                }
            }
            Event::Iterated(iteration) => {
                self.end_iteration(&iteration);
                ControlFlow::Continue(())
            }
            Event::Side(side) => {
                self.side = side;
                if self.wants_steps {
                    self.observer.step(Step::Side(side))
                } else {
                    ControlFlow::Continue(())
                }
            }
        }
    }
}
