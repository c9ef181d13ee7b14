//! `taquin.Board`.

use crate::error::{failure, value_error};
use crate::interrupt::Watch;
use crate::read::{self, parse, type_name};
use crate::tables;
use numpy::{IntoPyArray, PyArray2};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use taquin::notation::{self, Dialect, MoveLetters};
use taquin::solvability::{reachable, twin};
use taquin::solve::{HeuristicKind, TablesError, Tick};
use taquin::{Goal, Move, ReplayError};
use taquin_app::check::{Detail, Verdict};
use taquin_app::output::{svg, text};
use taquin_app::plan::usage_error;

/// An arrangement of the tiles 1, 2, … and the blank, 0, on a rectangle. Boards cannot be changed, and can be keys.
///
/// `source` is a text in any notation, a list of rows, a list of tiles in reading order, a numpy array, or a board.
/// Tiles without rows make a square unless `shape` says otherwise. `notation` reads a text in one notation only.
///
/// >>> from taquin import Board
/// >>> board = Board("8 1 3/4 0 2/7 6 5")
/// >>> board
/// Board('8 1 3/4 0 2/7 6 5')
/// >>> board == Board([[8, 1, 3], [4, 0, 2], [7, 6, 5]]) == Board("8,1,3,4,x,2,7,6,5")
/// True
/// >>> Board([1, 2, 3, 4, 0, 5], shape=(2, 3))
/// Board('1 2 3/4 0 5')
/// >>> Board([[1, 2], [3, 3]])
/// Traceback (most recent call last):
/// ...
/// ValueError: tile 3 appears twice; missing: 0 (a 2×2 board uses 0 to 3 once each, 0 is the blank)
#[pyclass(frozen, module = "taquin")]
pub(crate) struct Board(pub(crate) taquin::Board);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (source, shape=None, *, notation=None))]
    fn new(
        source: &Bound<'_, PyAny>,
        shape: Option<&Bound<'_, PyAny>>,
        notation: Option<&str>,
    ) -> PyResult<Board> {
        let shape = shape.map(read::shape).transpose()?;
        let dialect = notation.map(|name| parse("notation", name)).transpose()?;
        Ok(Board(read::board(source, shape, dialect)?))
    }

    /// A standard goal: `"last"` (1 2 3 … 0), `"first"` (0 1 2 …) or `"snail"`.
    ///
    /// >>> from taquin import Board
    /// >>> Board.goal((3, 3))
    /// Board('1 2 3/4 5 6/7 8 0')
    /// >>> Board.goal("2x3", "first")
    /// Board('0 1 2/3 4 5')
    #[staticmethod]
    #[pyo3(signature = (shape, name="last"))]
    fn goal(shape: &Bound<'_, PyAny>, name: &str) -> PyResult<Board> {
        Ok(Board(
            parse::<Goal>("name", name)?.board(read::shape(shape)?),
        ))
    }

    /// The numbers of rows and columns.
    ///
    /// >>> from taquin import Board
    /// >>> Board("1 2 3/4 0 5").shape
    /// (2, 3)
    #[getter]
    fn shape(&self) -> (u32, u32) {
        (self.0.shape().rows(), self.0.shape().cols())
    }

    /// All tiles in reading order; the blank is 0.
    ///
    /// >>> from taquin import Board
    /// >>> Board("1 2 3/4 0 5").tiles
    /// (1, 2, 3, 4, 0, 5)
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.tiles().iter().map(|tile| tile.number()))
    }

    /// The rows as tuples, from top to bottom.
    ///
    /// >>> from taquin import Board
    /// >>> Board("1 2 3/4 0 5").rows
    /// ((1, 2, 3), (4, 0, 5))
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let row = |row: &[taquin::Tile]| PyTuple::new(py, row.iter().map(|tile| tile.number()));
        PyTuple::new(py, self.0.rows().map(row).collect::<PyResult<Vec<_>>>()?)
    }

    /// The row and the column of the blank, counted from 0.
    ///
    /// >>> from taquin import Board
    /// >>> Board("1 2 3/4 0 5").blank
    /// (1, 1)
    #[getter]
    fn blank(&self) -> (u32, u32) {
        let (shape, blank) = (self.0.shape(), self.0.blank());
        (shape.row(blank), shape.col(blank))
    }

    /// The letters of the moves that are possible, in the order U, D, L, R.
    ///
    /// A letter says where the tile goes; with `convention="blank"`, where the blank goes.
    ///
    /// >>> from taquin import Board
    /// >>> board = Board("1 2 3/4 5 6/7 8 0")
    /// >>> board.moves(), board.moves(convention="blank")
    /// ('DR', 'UL')
    #[pyo3(signature = (*, convention="tile"))]
    fn moves(&self, convention: &str) -> PyResult<String> {
        let is_blank = read::is_blank(convention)?;
        let moves = self.0.moves();
        let possible = |m: &Move| moves.contains(if is_blank { m.opposite() } else { *m });
        Ok(Move::ALL
            .iter()
            .filter(|m| possible(m))
            .map(|m| m.letter())
            .collect())
    }

    /// The board after one move or several.
    ///
    /// Letters say where the tile goes; with `convention="blank"`, where the blank goes; with `"numbers"`, `moves` has the
    /// numbers of the tiles that move, with `"clicks"` those of tiles that move together with all tiles up to the blank.
    ///
    /// >>> from taquin import Board
    /// >>> board = Board("1 2 3/4 0 6/7 5 8")
    /// >>> board.move("UL")
    /// Board('1 2 3/4 5 6/7 8 0')
    /// >>> board.move("UL") == board.move("DR", convention="blank") == board.move("5 8", convention="numbers")
    /// True
    /// >>> board.move("UU")
    /// Traceback (most recent call last):
    /// ...
    /// ValueError: move 2 (up) is not possible: the blank is at the edge
    #[pyo3(name = "move", signature = (moves, *, convention="tile"))]
    fn play(&self, moves: &str, convention: &str) -> PyResult<Board> {
        let letters: MoveLetters = parse("convention", convention)?;
        let moves = notation::read_moves_as(moves, letters, &self.0).map_err(value_error)?;
        let mut board = self.0.clone();
        for (place, m) in moves.into_iter().enumerate() {
            let played = board.play(m);
            played.map_err(|_| value_error(ReplayError::Illegal { place, m }))?;
        }
        Ok(Board(board))
    }

    /// The boards one move away, in the order of `moves()`.
    ///
    /// >>> from taquin import Board
    /// >>> board = Board("1 2/3 0")
    /// >>> dict(zip(board.moves(), board.neighbors()))
    /// {'D': Board('1 0/3 2'), 'R': Board('1 2/0 3')}
    fn neighbors(&self) -> Vec<Board> {
        let after = |m| {
            let mut board = self.0.clone();
            board.play_unchecked(m);
            Board(board)
        };
        self.0.moves().iter().map(after).collect()
    }

    /// The board with its first two tiles swapped, which is solvable exactly if this one is not. `None` if there are fewer
    /// than two tiles.
    ///
    /// >>> from taquin import Board
    /// >>> Board("1 2 3/4 5 6/7 8 0").twin()
    /// Board('2 1 3/4 5 6/7 8 0')
    fn twin(&self) -> Option<Board> {
        twin(&self.0).map(Board)
    }

    /// Whether moves lead from this board to the goal: `"last"`, `"first"`, `"snail"`, or a board.
    ///
    /// >>> from taquin import Board
    /// >>> Board("2 1 3/4 5 6/7 8 0").is_solvable()
    /// False
    /// >>> Board("2 1 3/4 5 6/7 8 0").is_solvable("2 1 3/4 5 6/7 0 8")
    /// True
    #[pyo3(signature = (goal=None))]
    fn is_solvable(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        reachable(&self.0, &self.goal_of(goal)?).map_err(value_error)
    }

    /// Why the board can or cannot be solved, as a text that a student can follow by hand.
    ///
    /// >>> from taquin import Board
    /// >>> print(Board("2 1/3 0").explain())  # doctest: +ELLIPSIS
    /// unsolvable
    /// <BLANKLINE>
    /// ...
    #[pyo3(signature = (goal=None))]
    fn explain(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let goal = self.goal_of(goal)?;
        let verdict = Verdict::new(self.0.clone(), goal, None).map_err(value_error)?;
        Ok(written(|out| text::check(out, &verdict, Detail::Argument)))
    }

    /// What a heuristic says about this board: a lower bound on the moves to the goal.
    ///
    /// The names are those of `taquin.heuristics()`.
    ///
    /// >>> from taquin import Board
    /// >>> board = Board("8 1 3/4 0 2/7 6 5")
    /// >>> board.heuristic("manhattan"), board.heuristic("linear-conflict"), board.heuristic("pdb")
    /// (10, 10, 14)
    #[pyo3(signature = (name, goal=None))]
    fn heuristic(
        &self,
        py: Python<'_>,
        name: &str,
        goal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let heuristic: HeuristicKind = parse("name", name)?;
        let goal = self.goal_of(goal)?;
        estimate(py, heuristic, &self.0, &goal)
    }

    /// What every heuristic that supports the shape says about this board, by name.
    ///
    /// >>> from taquin import Board
    /// >>> Board("8 1 3/4 0 2/7 6 5").heuristics()["manhattan"]
    /// 10
    #[pyo3(signature = (goal=None))]
    fn heuristics<'py>(
        &self,
        py: Python<'py>,
        goal: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let goal = self.goal_of(goal)?;
        let found = PyDict::new(py);
        let fitting = HeuristicKind::ALL.into_iter();
        for heuristic in fitting.filter(|kind| kind.fits(self.0.shape())) {
            found.set_item(heuristic.name(), estimate(py, heuristic, &self.0, &goal)?)?;
        }
        Ok(found)
    }

    /// The board in a notation: `"slash"`, `"grid"`, `"princeton"`, `"42"`, `"json"`, `"box"`, …
    ///
    /// The names are those of `taquin.notations()`.
    ///
    /// >>> from taquin import Board
    /// >>> Board("1 2/3 0").write("json")
    /// '[[1,2],[3,0]]'
    #[pyo3(signature = (notation="slash"))]
    fn write(&self, notation: &str) -> PyResult<String> {
        let dialect: Dialect = parse("notation", notation)?;
        let text = notation::write(&self.0, dialect).map_err(value_error)?;
        Ok(text.trim_end_matches('\n').into())
    }

    /// The tiles as a numpy array of rows: uint8, or uint32 for boards of more than 256 cells.
    ///
    /// >>> from taquin import Board
    /// >>> Board("1 2/3 0").numpy()
    /// array([[1, 2],
    ///        [3, 0]], dtype=uint8)
    fn numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (rows, cols) = (
            self.0.shape().rows() as usize,
            self.0.shape().cols() as usize,
        );
        let numbers = self.0.tiles().iter().map(|tile| tile.number());
        if self.0.shape().area() <= 256 {
            let tiles: Vec<u8> = numbers.map(|number| number as u8).collect();
            let array: Bound<'py, PyArray2<u8>> = reshaped(tiles.into_pyarray(py), [rows, cols])?;
            return Ok(array.into_any());
        }
        let tiles: Vec<u32> = numbers.collect();
        Ok(reshaped(tiles.into_pyarray(py), [rows, cols])?.into_any())
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(value_error(
                "a board has no array of its own: a copy is needed",
            ));
        }
        let array = self.numpy(py)?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __getitem__(&self, cell: &Bound<'_, PyAny>) -> PyResult<u32> {
        let (row, col) = cell.extract::<(i64, i64)>().map_err(|_| {
            PyTypeError::new_err(format!(
                "a board is indexed by board[row, col], not by {}; `tiles` and `rows` have all tiles",
                type_name(cell)
            ))
        })?;
        let shape = self.0.shape();
        // Negative indices count from the end, as everywhere in Python.
        let inside =
            |at: i64, side: u32| u32::try_from(if at < 0 { at + i64::from(side) } else { at }).ok();
        let cell = inside(row, shape.rows())
            .zip(inside(col, shape.cols()))
            .and_then(|(row, col)| shape.cell(row, col));
        let cell = cell.ok_or_else(|| {
            PyIndexError::new_err(format!("row {row}, column {col} is not on a {shape} board"))
        })?;
        Ok(self.0.tile(cell).number())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Board>()
            .is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        // Always with the same keys: equal boards have equal hashes in every process.
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        notation::slashes(&self.0)
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", notation::slashes(&self.0))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let class = slf.py().import("taquin")?.getattr("Board")?;
        Ok((class, (slf.get().__str__(),)))
    }

    /// A picture, which notebooks show; `None` for boards that are too large to be drawn.
    fn _repr_svg_(&self) -> Option<String> {
        svg::fits(self.0.shape(), 1).ok()?;
        Some(written(|out| svg::board(out, &self.0)))
    }
}

impl Board {
    fn goal_of(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<taquin::Board> {
        let shape = self.0.shape();
        goal.map_or_else(
            || Ok(Goal::Last.board(shape)),
            |goal| read::goal(goal, shape),
        )
    }
}

/// What a writer of the app writes, as a text.
pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("writing to memory does not fail");
    String::from_utf8(out).expect("writers write UTF-8")
}

fn reshaped<'py, T: numpy::Element>(
    flat: Bound<'py, numpy::PyArray1<T>>,
    sides: [usize; 2],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    use numpy::PyArrayMethods;
    flat.reshape(sides)
}

/// The estimate of a board; the tables of the heuristic are built if they are missing.
fn estimate(
    py: Python<'_>,
    heuristic: HeuristicKind,
    board: &taquin::Board,
    goal: &taquin::Board,
) -> PyResult<u32> {
    let watch = Watch::new();
    let built = py.detach(|| {
        let mut observer = |_: &Tick| watch.go_on();
        tables().estimator(goal, heuristic, taquin_app::plan::threads(), &mut observer)
    });
    watch.finish()?;
    match built {
        Ok(estimator) => Ok(py.detach(|| estimator.estimate_board(board))),
        Err(TablesError::Options(error)) => Err(failure(py, &usage_error(error))),
        Err(error) => Err(value_error(error)),
    }
}
