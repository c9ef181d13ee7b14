//! Estimates of a heuristic for boards, without a search.

use super::heuristic_kind::{BuiltHeuristic, HeuristicUse};
use super::tables::{Goal, check_fits};
use super::watch::Watcher;
use super::{HeuristicKind, SearchObserver, SearchOptions, Tables, TablesError};
use crate::heuristic::Heuristic;
use crate::puzzle::Board;
use crate::space::{Packed16, PackedState};

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
pub struct Estimator(BuiltHeuristic);

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
        Ok(Estimator(built))
    }
}

impl Estimator {
    /// The estimate of a state, whose tiles carry the cell where they belong in the goal.
    pub fn estimate(&self, state: &PackedState<u64>) -> u32 {
        self.0.with(None, Estimate(state))
    }
}

/// The estimate of one state.
struct Estimate<'a>(&'a PackedState<u64>);

impl HeuristicUse<Packed16> for Estimate<'_> {
    type Output = u32;

    fn run<H: Heuristic<Packed16>>(self, h: &H, _: Option<&H>) -> u32 {
        h.estimate(h.start(self.0))
    }
}
