//! Boards at a distance from a goal, from a source that can be kept: listing them takes up to seconds, drawing some does not.

use super::goal_of;
use crate::error::{failure, value_error};
use crate::interrupt::{Flag, in_background, in_background_with};
use crate::read::{item, whole};
use crate::{options, tables};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use taquin::tools::generate::{AtDistance, Distance, Generator, NoBoards};
use taquin_app::limits::Limits;

/// Up to this many boards of a census are kept as rows; finding one in the census looks at all of them.
const KEPT: u64 = 1 << 17;
/// The most boards of a census that are kept as rows if many are drawn.
const MOST_KEPT: u64 = 4_000_000;
/// So few boards are drawn from a list without a thread that looks for signals.
const FEW: u64 = 1 << 12;
/// How many boards are listed before the flag is looked at again.
const LOOKED_AT: usize = 1 << 12;

/// All boards at a distance from a goal; see `taquin.boards_at_distance`.
#[pyclass(frozen, module = "taquin._taquin")]
pub(crate) struct BoardsAtDistance {
    cells: usize,
    /// Whether drawing goes through a census.
    is_counted: bool,
    source: Mutex<Source>,
}

struct Source {
    boards: AtDistance,
    /// The tiles of all boards, row after row, in the order in which they are drawn.
    rows: Option<Vec<u8>>,
}

#[pymethods]
impl BoardsAtDistance {
    /// Options: `shape`, `goal`, `metric`, `d`, `threads`.
    #[new]
    fn new(py: Python<'_>, options: &Bound<'_, PyDict>) -> PyResult<BoardsAtDistance> {
        let goal = goal_of(options)?;
        let metric = options::metric(options)?;
        let threads = options::threads(options)?;
        let d = Distance::Exactly(whole(options, "d", u32::MAX.into())?.unwrap_or(0) as u32);
        let (shape, is_counted) = (goal.shape(), AtDistance::is_counted(goal.shape()));
        if is_counted {
            let memory = Limits::default().memory;
            let allowed = taquin_app::census::check_memory(shape, metric, memory);
            allowed.map_err(|error| failure(py, &error))?;
        }
        let found = in_background(py, |flag| {
            AtDistance::new(&goal, d, metric, threads, &|| flag.is_raised())
        })?;
        let boards = found.map_err(value_error)?.with_tables(tables());
        Ok(BoardsAtDistance {
            cells: shape.area(),
            is_counted,
            source: Mutex::new(Source { boards, rows: None }),
        })
    }

    /// The tiles of all boards, row after row; `None` if there are more than `most`, or it is not known how many.
    fn all<'py>(&self, py: Python<'py>, most: u64) -> PyResult<Option<Bound<'py, PyArray1<u8>>>> {
        let found = in_background(py, |flag| {
            let source = self.source();
            match source.boards.count() {
                Some(count) if count <= most => rows(&source.boards, flag),
                _ => Ok(None),
            }
        })?;
        let rows = found.map_err(value_error)?;
        Ok(rows.map(|rows| rows.into_pyarray(py)))
    }

    /// The tiles of boards that are drawn at random, row after row. The same seed draws the same boards whatever was drawn
    /// before. Options: `n`, `seed`, `progress`.
    fn draw<'py>(
        &self,
        py: Python<'py>,
        options: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let n = whole(options, "n", 1 << 40)?.unwrap_or(1);
        let seed = whole(options, "seed", u64::MAX)?.unwrap_or(0);
        let progress = item(options, "progress")?.map(Bound::unbind);
        let draw = |flag: &Flag, done: &AtomicUsize| {
            let mut source = self.source();
            self.keep_rows(&mut source, n, flag)?;
            let mut generator = Generator::new(seed);
            // Not reserved at once: whoever asks for too many can still press Ctrl-C.
            let mut drawn = Vec::new();
            for _ in 0..n {
                source.draw(self.cells, &mut generator, flag, &mut drawn)?;
                done.fetch_add(1, Ordering::Relaxed);
                if flag.is_raised() {
                    return Err(NoBoards::Stopped);
                }
            }
            Ok(drawn)
        };
        // A thread costs more than drawing few boards from a list.
        let drawn = if progress.is_none() && n <= FEW && py.detach(|| self.is_listed()) {
            py.detach(|| draw(&Flag::default(), &AtomicUsize::new(0)))
        } else {
            in_background_with(py, progress.as_ref(), draw)?
        };
        let drawn = drawn.map_err(value_error)?;
        Ok(drawn.into_pyarray(py))
    }
}

impl BoardsAtDistance {
    /// A thread that panicked has drawn nothing that later draws could see.
    fn source(&self) -> MutexGuard<'_, Source> {
        self.source.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether each board is drawn from a list, without a look at the others.
    fn is_listed(&self) -> bool {
        let source = self.source();
        source.rows.is_some() || !self.is_counted && source.boards.count().is_some()
    }

    /// Makes the rows if that is faster than drawing from a census.
    fn keep_rows(&self, source: &mut Source, n: u64, flag: &Flag) -> Result<(), NoBoards> {
        source.boards.restart();
        let most = KEPT.max(MOST_KEPT.min(n.saturating_mul(16)));
        let count = source.boards.count().filter(|&count| count <= most);
        if self.is_counted && source.rows.is_none() && count.is_some() {
            source.rows = rows(&source.boards, flag)?;
        }
        Ok(())
    }
}

impl Source {
    /// Adds the tiles of one board. A board has the same place in the rows as in the source, so both draw the same one.
    fn draw(
        &mut self,
        cells: usize,
        generator: &mut Generator,
        flag: &Flag,
        drawn: &mut Vec<u8>,
    ) -> Result<(), NoBoards> {
        match &self.rows {
            Some(rows) => {
                let place = generator.below(rows.len() / cells);
                drawn.extend_from_slice(&rows[place * cells..][..cells]);
            }
            None => {
                let board = self.boards.draw(generator, &|| flag.is_raised())?;
                drawn.extend(board.tiles().iter().map(|tile| tile.number() as u8));
            }
        }
        Ok(())
    }
}

/// The tiles of all boards, if they are known.
fn rows(boards: &AtDistance, flag: &Flag) -> Result<Option<Vec<u8>>, NoBoards> {
    let Some(boards) = boards.boards() else {
        return Ok(None);
    };
    let mut rows = Vec::new();
    for (number, board) in boards.enumerate() {
        if number % LOOKED_AT == 0 && flag.is_raised() {
            return Err(NoBoards::Stopped);
        }
        rows.extend(board.tiles().iter().map(|tile| tile.number() as u8));
    }
    Ok(Some(rows))
}
