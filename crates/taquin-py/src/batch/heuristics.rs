//! The estimates of a built-in heuristic for many boards.

use super::kernels::{Rows, board, is_permutation, not_a_board};
use super::run::Wrong;
use crate::error::{failure, value_error};
use crate::interrupt::Watch;
use crate::tables;
use pyo3::prelude::*;
use taquin::solve::{Estimator, HeuristicKind, TablesError, Tick};
use taquin::space::{MoveOrder, Packed16, Space, Word};
use taquin::{Board, Problem};
use taquin_app::plan::usage_error;

/// A heuristic with its tables.
pub(crate) struct Estimates {
    estimator: Estimator,
    goal: Board,
    /// The goal cell of each tile, and the space of boards that fit in a word.
    packed: Option<(Vec<usize>, Packed16)>,
}

impl Estimates {
    /// Finds or builds the tables.
    pub(crate) fn new(
        py: Python<'_>,
        heuristic: HeuristicKind,
        goal: &Board,
        threads: usize,
    ) -> PyResult<Estimates> {
        let watch = Watch::new();
        let built = py.detach(|| {
            let mut observer = |_: &Tick| watch.go_on();
            tables().estimator(goal, heuristic, threads, &mut observer)
        });
        watch.finish()?;
        let estimator = built.map_err(|error| match error {
            TablesError::Options(error) => failure(py, &usage_error(error)),
            error => value_error(error),
        })?;
        let solved = Problem::new(goal.clone(), goal).expect("a board can be reached from itself");
        let space = Packed16::new(&solved, MoveOrder::default());
        let homes = goal.places().iter().map(|cell| cell.index()).collect();
        Ok(Estimates {
            estimator,
            goal: goal.clone(),
            packed: space.map(|space| (homes, space)),
        })
    }

    /// The estimate of each board.
    pub(crate) fn of(&self, rows: Rows<'_>, out: &mut [i32]) -> Result<usize, Wrong> {
        for ((number, row), estimate) in rows.numbered().zip(out) {
            *estimate = self.estimate(number, row)? as i32;
        }
        Ok(rows.len())
    }

    fn estimate(&self, number: usize, row: &[u8]) -> Result<u32, Wrong> {
        let shape = self.goal.shape();
        let Some((homes, space)) = &self.packed else {
            return Ok(self.estimator.estimate_board(&board(number, row, shape)?));
        };
        if !is_permutation(row) {
            return Err(not_a_board(number, row, shape));
        }
        let key = u64::pack(row.iter().map(|&tile| homes[usize::from(tile)]));
        Ok(self.estimator.estimate(&space.state(&key)))
    }
}
