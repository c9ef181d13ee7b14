//! Estimates of a heuristic for boards, without a search.

use super::heuristic_kind::{BuiltHeuristic, HeuristicUse};
use super::tables::{Goal, check_fits};
use super::watch::Watcher;
use super::{HeuristicKind, SearchObserver, SearchOptions, Tables, TablesError};
use crate::heuristic::Heuristic;
use crate::puzzle::{Board, Problem};
use crate::space::{MoveOrder, Packed16, Packed25, PackedState, Space, Wide};

/// A built-in heuristic for one goal, with its tables.
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin::{Goal, HeuristicKind, Shape, Tables, Tick, tools::audit::Survey, Metric};
/// let goal = Goal::Last.board(Shape::new(2, 3)?);
/// let go_on = &mut |_: &Tick| ControlFlow::Continue(());
/// let estimator = Tables::default().estimator(&goal, HeuristicKind::Manhattan, 1, go_on)?;
/// let survey = Survey::every(&goal, Metric::SingleTile).expect("2×3 boards can all be listed");
/// let estimates = survey.states().map(|state| estimator.estimate(&state));
/// assert_eq!(estimates.max(), Some(12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Estimator {
    built: BuiltHeuristic,
    goal: Board,
}

impl Tables {
    /// A heuristic for a goal; its tables are found or built on `threads` threads.
    pub fn estimator(
        &self,
        goal: &Board,
        heuristic: HeuristicKind,
        threads: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<Estimator, TablesError> {
        check_fits(heuristic, goal.shape())?;
        let mut watcher = Watcher::new(goal, &SearchOptions::default(), observer);
        let built = BuiltHeuristic::new(heuristic, Goal::of(goal), self, threads, &mut watcher)?;
        let goal = goal.clone();
        Ok(Estimator { built, goal })
    }
}

impl Estimator {
    /// The estimate of a state, whose tiles carry the cell where they belong in the goal.
    pub fn estimate(&self, state: &PackedState<u64>) -> u32 {
        self.built.with::<Packed16, _>(None, Estimate(state))
    }

    /// The estimate of a board of the goal's shape, solvable or not. For tables and traces: a search has its estimates more
    /// cheaply.
    ///
    /// # Panics
    ///
    /// If the board has another shape.
    pub fn estimate_board(&self, board: &Board) -> u32 {
        let problem = Problem::unchecked(board.clone(), self.goal.clone());
        let order = MoveOrder::default();
        if let Some(space) = Packed16::new(&problem, order) {
            self.built
                .with::<Packed16, _>(None, Estimate(&space.start()))
        } else if let Some(space) = Packed25::new(&problem, order) {
            self.built
                .with::<Packed25, _>(None, Estimate(&space.start()))
        } else {
            let space = Wide::new(&problem, order).expect("a heuristic's board can be searched");
            self.built.with::<Wide, _>(None, Estimate(&space.start()))
        }
    }

    /// The groups of its pattern databases, such as `6-6-3`.
    pub fn groups(&self) -> Option<String> {
        self.built.groups()
    }
}

/// The estimate of one state.
struct Estimate<'a, State>(&'a State);

impl<S: Space> HeuristicUse<S> for Estimate<'_, S::State> {
    type Output = u32;

    fn run<H: Heuristic<S>>(self, h: &H, _: Option<&H>) -> u32 {
        h.estimate(h.start(self.0))
    }
}
