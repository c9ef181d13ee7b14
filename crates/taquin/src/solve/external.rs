//! Searches with a heuristic of the caller.
//!
//! Nothing is known of such a heuristic, so its searches prove nothing: the lower bound of the report comes from the
//! library's own heuristics, or from the table of all boards where there is one. If a board on a known path is
//! estimated to be farther from the goal than that path is long, the report names it.

use super::generic::Attempt;
use super::report::Method;
use super::search::Run;
use super::tables::Goal;
use super::watch::Watcher;
use super::{
    Algorithm, Answer, Guarantee, HeuristicKind, OptionsError, Overestimate, Report, lower_bound,
};
use crate::heuristic::{BatchEstimator, Batched, only};
use crate::puzzle::{Board, Metric, Move, Solution};
use crate::search::{Event, Observer, Priority, best_first, idastar};
use crate::space::{Arrangement, Packed16, Packed25, Space, Wide, board_of};
use std::cell::Cell;
use std::ops::ControlFlow;

/// Estimates boards for a [`Search`](super::Search): a formula, a model, a program.
///
/// A closure is an estimator:
///
/// ```
/// use taquin::{Algorithm, Board, Goal, Problem, Search};
/// let problem = Problem::new("8 1 3/4 0 2/7 6 5".parse()?, Goal::Last)?;
/// let goal = problem.goal().clone();
/// let misplaced = |board: &Board| {
///     let pairs = board.tiles().iter().zip(goal.tiles());
///     pairs.filter(|(tile, wanted)| !tile.is_blank() && tile != wanted).count() as u32
/// };
/// let report = Search::new(&problem)
///     .algorithm(Algorithm::IdaStar)
///     .estimator(&mut |boards: &[Board]| Some(boards.iter().map(misplaced).collect()))
///     .run()?;
/// assert_eq!(report.solution().map(|solution| solution.moves().len()), Some(14));
/// assert!(report.overestimate.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait BoardEstimator {
    /// One estimate for each board, in order; `None` stops the search.
    fn estimate(&mut self, boards: &[Board]) -> Option<Vec<u32>>;

    /// The estimate of one board: what `estimate` says about it, unless there is a faster way.
    fn estimate_one(&mut self, board: Board) -> Option<u32> {
        only(self.estimate(&[board])?)
    }

    /// Whether many boards at once cost less than one after the other. If so, the default, boards that the search will
    /// probably need are estimated before it does; otherwise only those that it needs.
    fn wants_batches(&self) -> bool {
        true
    }
}

impl<F: FnMut(&[Board]) -> Option<Vec<u32>>> BoardEstimator for F {
    fn estimate(&mut self, boards: &[Board]) -> Option<Vec<u32>> {
        self(boards)
    }
}

/// An estimator of boards as one of states.
struct OfStates<'a> {
    estimator: &'a mut dyn BoardEstimator,
    goal: &'a Board,
}

impl<State: Arrangement> BatchEstimator<State> for OfStates<'_> {
    fn estimate(&mut self, states: &[State]) -> Option<Vec<u32>> {
        let boards = states.iter().map(|state| board_of(state, self.goal));
        self.estimator.estimate(&boards.collect::<Vec<Board>>())
    }

    fn estimate_one(&mut self, state: &State) -> Option<u32> {
        self.estimator.estimate_one(board_of(state, self.goal))
    }
}

impl Run<'_> {
    /// A search with the caller's heuristic; A* unless the options say otherwise.
    pub(super) fn external(
        &mut self,
        estimator: &mut dyn BoardEstimator,
    ) -> Result<Report, OptionsError> {
        let algorithm = self.options.algorithm.unwrap_or(Algorithm::AStar);
        let options = &self.options;
        if !algorithm.takes_estimator()
            || options.metric != Metric::SingleTile
            || options.all_shortest.is_some()
        {
            return Err(OptionsError::External);
        }
        let (problem, order) = (self.problem, options.order);
        let mut report = if let Some(space) = Packed16::new(problem, order) {
            self.external_over(&space, algorithm, estimator)
        } else if let Some(space) = Packed25::new(problem, order) {
            self.external_over(&space, algorithm, estimator)
        } else if let Some(space) = Wide::new(problem, order) {
            self.external_over(&space, algorithm, estimator)
        } else {
            let shape = problem.start().shape();
            return Err(OptionsError::TooLarge { shape });
        };
        self.judge(&mut report, estimator);
        Ok(report)
    }

    fn external_over<S>(
        &mut self,
        space: &S,
        algorithm: Algorithm,
        estimator: &mut dyn BoardEstimator,
    ) -> Report
    where
        S: Space<Move = Move>,
        S::State: Arrangement,
    {
        let wants_batches = estimator.wants_batches();
        let mut of_states = OfStates {
            estimator,
            goal: self.problem.goal(),
        };
        let h = Batched::new(space, &mut of_states);
        let h = if wants_batches { h } else { h.one_by_one() };
        let mut stopping = Stopping {
            watcher: &mut self.watcher,
            has_failed: h.has_failed(),
        };
        let outcome = match algorithm {
            Algorithm::IdaStar => idastar(space, &h, None, &mut stopping),
            algorithm => {
                let priority = match algorithm {
                    Algorithm::Greedy => Priority::Greedy,
                    Algorithm::WeightedAStar(weight) => Priority::Weighted(weight),
                    _ => Priority::AStar,
                };
                best_first(space, &h, priority, &mut stopping)
            }
        };
        let method = Method::new(algorithm, HeuristicKind::External);
        Attempt::new(self.problem, &self.options, method).report(outcome, 0, &mut self.watcher)
    }

    /// Replaces what only an admissible heuristic would prove, and looks for a board that is overestimated.
    fn judge(&mut self, report: &mut Report, estimator: &mut dyn BoardEstimator) {
        let (goal, options) = (Goal::of(self.problem.goal()), &self.options);
        let table = if Algorithm::Table.fits(goal.shape) {
            self.tables
                .distances(goal, options.metric, &mut self.watcher)
                .ok()
        } else {
            None
        };
        let shortest = table.map(|table| table.solution(self.problem, options.order));
        let bound = match &shortest {
            Some(shortest) => shortest.moves().len() as u64,
            None => lower_bound(self.problem),
        };
        report.lower_bound = u32::try_from(bound).unwrap_or(u32::MAX);
        match &mut report.answer {
            Answer::Solved(solution, guarantee) => {
                let is_shortest = solution.moves().len() as u64 == bound;
                *guarantee = if is_shortest {
                    Guarantee::Optimal
                } else {
                    Guarantee::None
                };
                let paths = [shortest.as_ref(), Some(solution)];
                let mut paths = paths.into_iter().flatten();
                report.overestimate = paths.find_map(|path| overestimate(path, estimator));
            }
            Answer::TooLong => report.answer = Answer::Stopped,
            Answer::Stopped => {}
        }
    }
}

/// The first board of a path that is estimated to be farther from the goal than the path is.
fn overestimate(path: &Solution, estimator: &mut dyn BoardEstimator) -> Option<Overestimate> {
    let boards: Vec<Board> = path.boards().collect();
    let estimates = estimator.estimate(&boards)?;
    let left = (0..=path.moves().len() as u32).rev();
    let mut judged = boards.into_iter().zip(estimates).zip(left);
    let found = judged.find(|((_, estimate), left)| estimate > left);
    found.map(|((board, estimate), at_most)| Overestimate {
        board,
        estimate,
        at_most,
    })
}

/// Stops a search when its heuristic cannot go on, and hides the lower bounds that it does not prove.
struct Stopping<'a, 'w> {
    watcher: &'a mut Watcher<'w>,
    has_failed: &'a Cell<bool>,
}

impl<S> Observer<S> for Stopping<'_, '_>
where
    S: Space<Move = Move>,
    S::State: Arrangement,
{
    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()> {
        if self.has_failed.get() {
            return ControlFlow::Break(());
        }
        let event = match event {
            Event::Tick { stats, .. } => Event::Tick { stats, at_least: 0 },
            event => event,
        };
        Observer::<S>::observe(self.watcher, event)
    }
}
