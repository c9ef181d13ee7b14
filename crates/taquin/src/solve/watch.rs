//! What the caller is told while a search runs.

use super::{Algorithm, DEFAULT_EFFORT};
use crate::large::{self, Pace};
use crate::puzzle::{Board, Move};
use crate::search::{Event, Observer, Stats, Visit};
use crate::space::{Arrangement, Space, board_of};
use std::ops::ControlFlow;

/// A step of a search, for those who want to see it.
#[derive(Clone, Debug)]
pub enum Step {
    /// A board was put into the open set.
    Opened(Seen),
    /// A board was taken from the open set; in IDA*, entered.
    Selected(Seen),
    /// A round of IDA* begins.
    Bound(u32),
}

/// A board with how it was reached.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The board.
    pub board: Board,
    /// The move that led to it.
    pub last: Option<Move>,
    /// The moves so far.
    pub g: u32,
    /// The bound on the moves left.
    pub h: u32,
}

/// Told now and then what was done and what is the lower bound; may stop the search.
pub type OnTick<'a> = dyn FnMut(&Stats, u32) -> ControlFlow<()> + 'a;
/// Told the length of the best solution so far, if there is one; says how much is spent of what the caller has, from 0 to 1.
pub type OnPace<'a> = dyn FnMut(Option<usize>) -> f64 + 'a;
/// Told every step; may stop the search.
pub type OnStep<'a> = dyn FnMut(Step) -> ControlFlow<()> + 'a;

/// Passes on what happens in one search or several, and stops a search when its budget is spent.
pub(super) struct Watcher<'a, 'f> {
    on_tick: &'a mut OnTick<'f>,
    on_step: Option<&'a mut OnStep<'f>>,
    /// The board in which every tile of a state is at home.
    goal: Board,
    /// No solution is shorter, as far as earlier searches know.
    lower_bound: u32,
    /// What earlier searches did.
    before: Stats,
    budget: Option<u64>,
    /// How much is spent, in all searches together, is for the caller to say, unless there is an effort.
    pace: Option<&'a mut OnPace<'f>>,
    effort: Option<u64>,
    /// Boards of earlier searches that do not count.
    forgiven: u64,
    /// The search ends when so much is spent, from 0 to 1.
    share: Option<f64>,
    is_spent: bool,
    longest: Option<u32>,
    /// States are selected by rising g + h, so that one beyond the longest ends the search.
    in_order: bool,
    is_too_long: bool,
}

impl<'a, 'f> Watcher<'a, 'f> {
    pub(super) fn new(
        goal: &Board,
        on_tick: &'a mut OnTick<'f>,
        on_step: Option<&'a mut OnStep<'f>>,
    ) -> Self {
        Watcher {
            on_tick,
            on_step,
            goal: goal.clone(),
            lower_bound: 0,
            before: Stats::default(),
            budget: None,
            pace: None,
            effort: None,
            forgiven: 0,
            share: None,
            is_spent: false,
            longest: None,
            in_order: false,
            is_too_long: false,
        }
    }

    /// A search begins that may generate so many states.
    pub(super) const fn set_budget(&mut self, budget: Option<u64>) {
        self.budget = budget;
        self.is_spent = false;
    }

    /// From now on a search ends when so much is spent of what may be spent, from 0 to 1.
    pub(super) const fn set_share(&mut self, share: Option<f64>) {
        self.share = share;
    }

    /// The boards that may be generated in all; without it the caller's pace decides.
    pub(super) const fn set_effort(&mut self, effort: Option<u64>) {
        self.effort = effort;
    }

    /// A search looks at its limits only now and then: what earlier ones spent beyond a share of the effort does not count.
    pub(super) fn forgive_beyond(&mut self, share: f64) {
        let most = self.effort().unwrap_or(0) as f64 * share;
        self.forgiven = self.before.generated.saturating_sub(most as u64);
    }

    /// The boards that may still be generated, if boards are what counts.
    pub(super) fn effort_left(&self) -> Option<u64> {
        let counted = self.before.generated - self.forgiven;
        Some(self.effort()?.saturating_sub(counted))
    }

    /// Who knows how much is spent.
    pub(super) fn set_pace(&mut self, pace: &'a mut OnPace<'f>) {
        self.pace = Some(pace);
    }

    /// Whether only boards count, and not time.
    pub(super) const fn effort(&self) -> Option<u64> {
        match (&self.pace, self.effort) {
            (None, None) => Some(DEFAULT_EFFORT),
            (_, effort) => effort,
        }
    }

    /// How much is spent of what may be spent, from 0 to 1.
    pub(super) fn spent(&mut self, stats: &Stats, best: Option<usize>) -> f64 {
        let told = self.pace.as_mut().map(|pace| pace(best));
        match (self.effort(), told) {
            (None, Some(told)) => told,
            (Some(0), _) | (None, None) => 1.0,
            (Some(effort), _) => {
                let generated = self.before.generated + stats.generated - self.forgiven;
                generated as f64 / effort as f64
            }
        }
    }

    /// A solution became shorter, or might soon.
    pub(super) fn shortened(&mut self, seen: &large::ShortenProgress) -> Pace {
        let spent = self.spent(&seen.stats, Some(seen.length));
        // Where threads share an effort, chance decides which of several shortest ones is seen first: it goes on.
        let is_shortest = seen.length <= self.lower_bound as usize && self.effort().is_none();
        let is_over = is_shortest || self.effort_left() == Some(0);
        match self.tell(&seen.stats, 0).is_break() || is_over {
            true => Pace::Stop,
            false => Pace::Spent(spent),
        }
    }

    /// The search that begins goes from this board's arrangement: its states are numbered by it.
    pub(super) fn set_goal(&mut self, goal: &Board) {
        self.goal = goal.clone();
    }

    /// Whether the search was stopped because its budget was spent.
    pub(super) const fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// A search begins that may stop as soon as there is no solution of this length.
    pub(super) fn set_longest(&mut self, longest: Option<u32>, algorithm: Algorithm) {
        self.longest = longest;
        self.in_order = matches!(algorithm, Algorithm::AStar | Algorithm::UniformCost);
        self.is_too_long = false;
    }

    /// Whether the search was stopped because no solution is short enough.
    pub(super) const fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    /// Time passes while tables are built.
    pub(super) fn wait(&mut self) -> ControlFlow<()> {
        self.keep_share(&Stats::default())?;
        self.tell(&Stats::default(), 0)
    }

    fn keep_share(&mut self, stats: &Stats) -> ControlFlow<()> {
        if let Some(share) = self.share
            && self.spent(stats, None) >= share
        {
            self.is_spent = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, stats: &Stats, at_least: u32) -> ControlFlow<()> {
        (self.on_tick)(
            &self.before.followed_by(stats),
            at_least.max(self.lower_bound),
        )
    }

    /// The lower bound that a search proved, or an earlier one if that is better.
    pub(super) fn keep_bound(&mut self, lower_bound: u32) -> u32 {
        self.lower_bound = self.lower_bound.max(lower_bound);
        self.lower_bound
    }

    /// Adds a finished search to what was done; gives what was done in all.
    pub(super) fn finish(&mut self, stats: &Stats) -> Stats {
        self.before = self.before.followed_by(stats);
        self.before
    }

    fn step(
        &mut self,
        state: &impl Arrangement,
        visit: (Option<Move>, u32, u32),
        step: fn(Seen) -> Step,
    ) -> ControlFlow<()> {
        let Some(on_step) = &mut self.on_step else {
            return ControlFlow::Continue(());
        };
        let board = board_of(state, &self.goal);
        let (last, g, h) = visit;
        on_step(step(Seen { board, last, g, h }))
    }
}

impl<S> Observer<S> for Watcher<'_, '_>
where
    S: Space<Move = Move>,
    S::State: Arrangement,
{
    #[inline]
    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()> {
        match event {
            Event::Tick { stats, at_least } => {
                if self.budget.is_some_and(|budget| stats.generated > budget) {
                    self.is_spent = true;
                    return ControlFlow::Break(());
                }
                if self.longest.is_some_and(|longest| at_least > longest) {
                    self.is_too_long = true;
                    return ControlFlow::Break(());
                }
                self.keep_share(stats)?;
                self.tell(stats, at_least)
            }
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
            Event::Bound(bound) => match &mut self.on_step {
                Some(on_step) => on_step(Step::Bound(bound)),
                None => ControlFlow::Continue(()),
            },
        }
    }
}
