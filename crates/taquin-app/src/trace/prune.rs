//! Which children IDA* does not enter, because their g + h exceeds the bound.

use crate::exit::Failure;
use crate::plan::usage_error;
use std::ops::ControlFlow;
use taquin::solve::{Estimator, HeuristicKind, Tables, TablesError, Tick, VisitedBoard};
use taquin::{Board, Move};

/// A child that is not entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruned {
    /// The move that leads to it.
    pub m: Move,
    /// Its g + h.
    pub priority: u32,
}

/// The bound of the current iteration, and the estimates.
#[derive(Debug)]
pub struct Pruner {
    estimator: Estimator,
    bound: u32,
}

impl Pruner {
    /// Estimates distances to this goal as the search does.
    pub fn new(goal: &Board, heuristic: HeuristicKind, tables: &Tables) -> Result<Pruner, Failure> {
        Pruner::of(goal, heuristic, tables).map_err(|error| match error {
            TablesError::Options(error) => usage_error(error),
            _ => Failure::Interrupted,
        })
    }

    /// The same with the library's error.
    pub(crate) fn of(
        goal: &Board,
        heuristic: HeuristicKind,
        tables: &Tables,
    ) -> Result<Pruner, TablesError> {
        let go_on = &mut |_: &Tick| ControlFlow::Continue(());
        let estimator = tables.estimator(goal, heuristic, 1, go_on)?;
        Ok(Pruner {
            estimator,
            bound: 0,
        })
    }

    /// An iteration begins.
    pub const fn set_bound(&mut self, bound: u32) {
        self.bound = bound;
    }

    /// The children of a board that are not entered.
    pub fn pruned(&self, seen: &VisitedBoard) -> Vec<Pruned> {
        let moves = seen.board.moves();
        let children = moves.iter().filter(|m| Some(m.opposite()) != seen.last);
        let pruned = |m: Move| {
            let mut child = seen.board.clone();
            child.play_unchecked(m);
            let priority = seen.g + 1 + self.estimator.estimate_board(&child);
            (priority > self.bound).then_some(Pruned { m, priority })
        };
        children.filter_map(pruned).collect()
    }
}
