//! Passes on to the observer what happens in the attempts of one search, and stops an attempt when its budget is spent.

use super::{Algorithm, DEFAULT_EFFORT, SearchObserver, SearchOptions, Step, Tick, VisitedBoard};
use crate::large::{self, Pace};
use crate::pdb::engine::EngineProgress;
use crate::puzzle::{Board, Move};
use crate::search::{Event, Observer, Stats, Visit};
use crate::space::{Arrangement, Space, board_of};
use std::ops::ControlFlow;

/// Stands between the searches and the caller's observer.
pub(super) struct Watcher<'a> {
    observer: &'a mut dyn SearchObserver,
    wants_steps: bool,
    /// The board in which every tile of a state is at home.
    goal: Board,
    /// No solution is shorter, as far as earlier attempts know.
    lower_bound: u32,
    /// What earlier attempts did.
    before: Stats,
    /// The boards that an attempt may generate.
    budget: Option<u64>,
    /// What the observer's budget was at the beginning, until it is used; `None` without a budget.
    first_spent: Option<f64>,
    limit: Limit,
    /// Boards of earlier attempts that do not count.
    forgiven: u64,
    /// An attempt ends when this much is spent, from 0 to 1.
    share: Option<f64>,
    is_spent: bool,
    longest: Option<u32>,
    /// States are selected by rising g + h, so that one beyond the longest ends the search.
    in_order: bool,
    is_too_long: bool,
}

/// What ends a search that could go on for ever.
#[derive(Clone, Copy)]
enum Limit {
    /// The boards that may be generated in all.
    Effort(u64),
    /// The observer's budget.
    Budget,
    /// Nothing: only the observer's tick stops it.
    None,
}

impl<'a> Watcher<'a> {
    pub(super) fn new(
        goal: &Board,
        options: &SearchOptions,
        observer: &'a mut dyn SearchObserver,
    ) -> Watcher<'a> {
        let first_spent = match options.only_shortest {
            true => None,
            false => observer.budget_spent(),
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
            lower_bound: 0,
            before: Stats::default(),
            budget: None,
            first_spent,
            limit,
            forgiven: 0,
            share: None,
            is_spent: false,
            longest: None,
            in_order: false,
            is_too_long: false,
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

    /// From now on an attempt ends when this much is spent of what may be spent, from 0 to 1.
    pub(super) const fn set_share(&mut self, share: Option<f64>) {
        self.share = share;
    }

    /// An attempt looks at its limits only every few hundred states: what earlier ones spent beyond a share of the effort
    /// does not count.
    pub(super) fn forgive_beyond(&mut self, share: f64) {
        let most = self.effort().unwrap_or(0) as f64 * share;
        self.forgiven = self.before.generated.saturating_sub(most as u64);
    }

    /// The boards that may still be generated, if boards are what counts.
    pub(super) fn effort_left(&self) -> Option<u64> {
        let counted = self.before.generated - self.forgiven;
        Some(self.effort()?.saturating_sub(counted))
    }

    /// The boards that may be generated in all, if boards are what counts.
    pub(super) const fn effort(&self) -> Option<u64> {
        match self.limit {
            Limit::Effort(effort) => Some(effort),
            Limit::Budget | Limit::None => None,
        }
    }

    /// How much is spent of what may be spent, from 0 to 1.
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
    pub(super) fn shortened(&mut self, seen: &large::ShortenProgress) -> Pace {
        // Where threads share an effort, chance decides which of several shortest ones is seen first: it goes on.
        let is_shortest = seen.length <= self.lower_bound as usize && self.effort().is_none();
        let is_over = is_shortest || self.effort_left() == Some(0);
        let is_stopped = self.tick(&seen.stats, 0, Some(seen.length)).is_break();
        match is_stopped || is_over {
            true => Pace::Stop,
            false => Pace::Spent(self.spent(&seen.stats)),
        }
    }

    /// The attempt that begins goes from this board's arrangement: its states are numbered by it.
    pub(super) fn set_goal(&mut self, goal: &Board) {
        self.goal = goal.clone();
    }

    /// Whether the attempt was stopped because its budget was spent.
    pub(super) const fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// An attempt begins that may stop as soon as there is no solution of this length.
    pub(super) fn set_longest(&mut self, longest: Option<u32>, algorithm: Algorithm) {
        self.longest = longest;
        self.in_order = matches!(algorithm, Algorithm::AStar | Algorithm::UniformCost);
        self.is_too_long = false;
    }

    /// Whether the attempt was stopped because no solution is short enough.
    pub(super) const fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    /// Time passes while tables are built.
    pub(super) fn wait(&mut self) -> ControlFlow<()> {
        self.keep_share(&Stats::default())?;
        self.tick(&Stats::default(), 0, None)
    }

    /// An attempt that cannot go on elsewhere has come this far.
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
        self.tick(stats, lower_bound, None)
    }

    /// A later search can go on from here.
    pub(super) fn checkpoint(&mut self, progress: &EngineProgress) {
        self.observer.checkpoint(progress);
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

    fn tick(&mut self, stats: &Stats, at_least: u32, best: Option<usize>) -> ControlFlow<()> {
        self.observer.tick(&Tick {
            stats: self.before.followed_by(stats),
            lower_bound: at_least.max(self.lower_bound),
            best,
        })
    }

    /// The lower bound that an attempt proved, or an earlier one if that is better.
    pub(super) fn keep_bound(&mut self, lower_bound: u32) -> u32 {
        self.lower_bound = self.lower_bound.max(lower_bound);
        self.lower_bound
    }

    /// Adds a finished attempt to what was done; gives what was done in all.
    pub(super) fn finish(&mut self, stats: &Stats) -> Stats {
        self.before = self.before.followed_by(stats);
        self.before
    }

    fn step(
        &mut self,
        state: &impl Arrangement,
        visit: (Option<Move>, u32, u32),
        step: fn(VisitedBoard) -> Step,
    ) -> ControlFlow<()> {
        if !self.wants_steps {
            return ControlFlow::Continue(());
        }
        let board = board_of(state, &self.goal);
        let (last, g, h) = visit;
        self.observer.step(step(VisitedBoard { board, last, g, h }))
    }
}

impl<S> Observer<S> for Watcher<'_>
where
    S: Space<Move = Move>,
    S::State: Arrangement,
{
    #[inline]
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
            Event::Bound(bound) => match self.wants_steps {
                true => self.observer.step(Step::Bound(bound)),
                false => ControlFlow::Continue(()),
            },
        }
    }
}
