//! The classes of the textbook: `taquin.classic.Board` and `taquin.classic.Solver` are built on these.

use crate::error::value_error;
use crate::interrupt::in_background;
use crate::read;
use pyo3::prelude::*;
use taquin::tools::classic::{Check, ClassicBoard as Inner, Solver};

/// An n × n board of the textbook.
#[pyclass(frozen, module = "taquin._taquin")]
#[derive(Clone)]
pub(crate) struct ClassicBoard(Inner);

fn inner(board: &taquin::Board) -> PyResult<Inner> {
    let rows: Vec<Vec<u32>> = board
        .rows()
        .map(|row| row.iter().map(|tile| tile.number()).collect())
        .collect();
    Inner::new(&rows).map_err(value_error)
}

#[pymethods]
impl ClassicBoard {
    #[new]
    fn new(tiles: &Bound<'_, PyAny>) -> PyResult<ClassicBoard> {
        Ok(ClassicBoard(inner(&read::board(tiles, None, None)?)?))
    }

    /// The n of n × n.
    fn dimension(&self) -> u32 {
        self.0.dimension()
    }

    /// The tile in a row and a column, counted from 0.
    fn tile_at(&self, row: i64, col: i64) -> PyResult<u32> {
        let cell = u32::try_from(row).ok().zip(u32::try_from(col).ok());
        let tile = cell.and_then(|(row, col)| self.0.tile_at(row, col));
        tile.ok_or_else(|| value_error(format_args!("row {row}, column {col} is not on the board")))
    }

    /// The number of tiles out of place.
    fn hamming(&self) -> u32 {
        self.0.hamming()
    }

    /// The sum of the distances of the tiles from their goal cells.
    fn manhattan(&self) -> u32 {
        self.0.manhattan()
    }

    /// Whether every tile is in place.
    fn is_goal(&self) -> bool {
        self.0.is_goal()
    }

    fn neighbors_of(&self) -> Vec<ClassicBoard> {
        self.0.neighbors().map(ClassicBoard).collect()
    }

    fn twin_of(&self) -> ClassicBoard {
        ClassicBoard(self.0.twin())
    }

    /// The rows, from top to bottom.
    fn rows(&self) -> Vec<Vec<u32>> {
        let side = self.0.dimension();
        let row = |row| {
            (0..side)
                .filter_map(|col| self.0.tile_at(row, col))
                .collect()
        };
        (0..side).map(row).collect()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<ClassicBoard>()
            .is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}

/// A shortest solution as the textbook finds it.
#[pyclass(frozen, module = "taquin._taquin")]
pub(crate) struct ClassicSolver(Solver);

#[pymethods]
impl ClassicSolver {
    #[new]
    fn new(py: Python<'_>, initial: &ClassicBoard) -> PyResult<ClassicSolver> {
        let solver = in_background(py, |flag| {
            Solver::until(&initial.0, Check::Lockstep, &|| flag.is_raised())
        })?;
        // Only a signal stops it, and that is an exception.
        Ok(ClassicSolver(solver.ok_or_else(|| value_error("stopped"))?))
    }

    /// The boards from the initial one to the goal; `None` if there is no solution.
    fn boards(&self) -> Option<Vec<ClassicBoard>> {
        let boards = self.0.solution()?;
        Some(boards.iter().cloned().map(ClassicBoard).collect())
    }
}
