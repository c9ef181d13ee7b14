//! A Python function as heuristic: of one board, or of a numpy array of boards.

use crate::board::Board;
use crate::error::value_error;
use crate::read::{parse, type_name};
use numpy::{IntoPyArray, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyString;
use taquin::notation;
use taquin::solve::{BoardEstimator, HeuristicKind};

/// The largest estimate: far more moves than any board that can be searched needs.
const MOST_MOVES: f64 = 1e6;
/// An estimate this close above a whole number is a rounding error.
const ROUNDING: f64 = 1e-9;
/// The largest board whose tiles fit in bytes.
const BYTE_CELLS: usize = 256;

/// A function that estimates boards.
pub(crate) struct PythonHeuristic<'py> {
    function: Bound<'py, PyAny>,
    is_batched: bool,
    name: String,
    /// The number of boards that it was asked for.
    pub(crate) evaluated: u64,
    /// Why it could not go on.
    error: Option<PyErr>,
}

impl<'py> PythonHeuristic<'py> {
    /// The heuristic of an option: `None` if it is a name, or missing.
    pub(crate) fn of(value: Option<Bound<'py, PyAny>>) -> PyResult<Option<PythonHeuristic<'py>>> {
        let Some(value) = value.filter(|value| !value.is_instance_of::<PyString>()) else {
            return Ok(None);
        };
        if !value.is_callable() {
            return Err(pyo3::exceptions::PyTypeError::new_err(format!(
                "heuristic: must be a name, a function of a board, or taquin.batched(function of an array), not {}",
                type_name(&value)
            )));
        }
        let batched = value.getattr_opt("_taquin_batched")?;
        let is_batched = batched.is_some_and(|mark| mark.is_truthy().unwrap_or(false));
        let name = value.getattr_opt("__name__")?;
        let name = name.and_then(|name| name.extract().ok());
        Ok(Some(PythonHeuristic {
            name: name.unwrap_or_else(|| type_name(&value)),
            function: value,
            is_batched,
            evaluated: 0,
            error: None,
        }))
    }

    /// The name of the function.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The exception that ended the last search, if one did.
    pub(crate) fn finish(&mut self) -> PyResult<()> {
        self.error.take().map_or(Ok(()), Err)
    }

    /// What the function says about boards.
    pub(crate) fn ask(&mut self, boards: &[taquin::Board]) -> PyResult<Vec<f64>> {
        self.evaluated += boards.len() as u64;
        if self.is_batched {
            return self.ask_batch(boards);
        }
        let answers = boards.iter().map(|board| self.ask_one(board.clone()));
        answers.map(|answer| Ok(answer?.1)).collect()
    }

    /// The board as Python sees it, and what a function of one board says about it.
    fn ask_one(&self, board: taquin::Board) -> PyResult<(Bound<'py, Board>, f64)> {
        let py = self.function.py();
        let board = Bound::new(py, Board(board))?;
        let answer = self.function.call1((&board,))?;
        // A function that is written in C never looks for signals.
        py.check_signals()?;
        let Ok(h) = answer.extract::<f64>() else {
            return Err(self.not_a_number(&board.get().0, &answer));
        };
        let h = self.finite(&board.get().0, h)?;
        Ok((board, h))
    }

    fn ask_batch(&self, boards: &[taquin::Board]) -> PyResult<Vec<f64>> {
        let array = array_of(self.function.py(), boards)?;
        let answer = self.function.call1((array,))?;
        let answers = self.numbers(&answer)?;
        if answers.len() != boards.len() {
            return Err(value_error(format_args!(
                "the heuristic {} returned {} estimates for {} boards: it must return one for each",
                self.name,
                answers.len(),
                boards.len()
            )));
        }
        let checked = boards.iter().zip(answers);
        checked.map(|(board, h)| self.finite(board, h)).collect()
    }

    /// An array, or anything that numpy makes an array of, as numbers.
    fn numbers(&self, answer: &Bound<'py, PyAny>) -> PyResult<Vec<f64>> {
        let numpy = answer.py().import("numpy")?;
        let array = numpy.call_method1("asarray", (answer,));
        let array = array.and_then(|array| array.call_method1("astype", ("float64",)));
        let flat = array.and_then(|array| array.extract::<PyReadonlyArray1<'_, f64>>());
        match flat {
            Ok(flat) => Ok(flat.as_array().to_vec()),
            Err(_) => Err(value_error(format_args!(
                "the heuristic {} returned {}: it must return a one-dimensional array of numbers, one for each board",
                self.name,
                type_name(answer)
            ))),
        }
    }

    fn not_a_number(&self, board: &taquin::Board, answer: &Bound<'py, PyAny>) -> PyErr {
        value_error(format_args!(
            "the heuristic {} returned {} for {}: it must return a number",
            self.name,
            answer
                .repr()
                .map_or_else(|_| type_name(answer), |repr| repr.to_string()),
            notation::slashes(board)
        ))
    }

    fn finite(&self, board: &taquin::Board, h: f64) -> PyResult<f64> {
        if h.is_finite() {
            return Ok(h);
        }
        Err(value_error(format_args!(
            "the heuristic {} returned {h} for {}: it must return a finite number",
            self.name,
            notation::slashes(board)
        )))
    }

    /// Whole numbers of moves: a shortest path has one, so the next one is a lower bound too.
    fn moves(&mut self, boards: &[taquin::Board]) -> PyResult<Vec<u32>> {
        let answers = self.ask(boards)?;
        let judged = boards.iter().zip(answers);
        judged.map(|(board, h)| self.whole(board, h)).collect()
    }

    fn whole(&self, board: &taquin::Board, h: f64) -> PyResult<u32> {
        if h <= MOST_MOVES {
            return Ok((h - ROUNDING).ceil().max(0.0) as u32);
        }
        Err(value_error(format_args!(
            "the heuristic {} returned {h} for {}: more moves than any board needs that can be searched",
            self.name,
            notation::slashes(board)
        )))
    }

    /// The answer, unless there is an exception, which ends the search.
    fn kept<T>(&mut self, answer: PyResult<T>) -> Option<T> {
        answer.map_err(|error| self.error = Some(error)).ok()
    }
}

impl BoardEstimator for PythonHeuristic<'_> {
    fn estimate(&mut self, boards: &[taquin::Board]) -> Option<Vec<u32>> {
        if self.error.is_some() {
            return None;
        }
        let moves = self.moves(boards);
        self.kept(moves)
    }

    fn estimate_one(&mut self, board: taquin::Board) -> Option<u32> {
        if self.is_batched {
            return self.estimate(&[board])?.pop();
        }
        if self.error.is_some() {
            return None;
        }
        self.evaluated += 1;
        let h = self.ask_one(board);
        let h = h.and_then(|(board, h)| self.whole(&board.get().0, h));
        self.kept(h)
    }

    fn wants_batches(&self) -> bool {
        self.is_batched
    }
}

/// Names of heuristics, and the one function that may be among them.
pub(crate) type Heuristics<'py> = (Vec<HeuristicKind>, Option<PythonHeuristic<'py>>);

/// The heuristics of a list. `option` is the name of the option.
pub(crate) fn listed<'py>(
    option: &str,
    list: impl IntoIterator<Item = PyResult<Bound<'py, PyAny>>>,
) -> PyResult<Heuristics<'py>> {
    let (mut kinds, mut own) = (Vec::new(), None);
    for heuristic in list {
        let heuristic = heuristic?;
        if let Ok(name) = heuristic.cast::<PyString>() {
            kinds.push(parse(option, &name.to_cow()?)?);
        } else if own.is_some() {
            return Err(value_error(format_args!(
                "{option}: only one of them can be a Python function"
            )));
        } else {
            own = PythonHeuristic::of(Some(heuristic))?;
        }
    }
    Ok((kinds, own))
}

/// Boards as an array of one row each: uint8, or uint32 for boards of more than 256 cells.
fn array_of<'py>(py: Python<'py>, boards: &[taquin::Board]) -> PyResult<Bound<'py, PyAny>> {
    let cells = boards.first().map_or(0, |board| board.shape().area());
    let numbers = boards
        .iter()
        .flat_map(|board| board.tiles())
        .map(|tile| tile.number());
    let sides = [boards.len(), cells];
    if cells <= BYTE_CELLS {
        let tiles: Vec<u8> = numbers.map(|number| number as u8).collect();
        return Ok(tiles.into_pyarray(py).reshape(sides)?.into_any());
    }
    let tiles: Vec<u32> = numbers.collect();
    Ok(tiles.into_pyarray(py).reshape(sides)?.into_any())
}
