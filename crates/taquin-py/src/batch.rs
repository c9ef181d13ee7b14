//! Many boards at once: numpy arrays of one row per board, on all cores, with the interpreter released.
//!
//! `python/taquin/_batch.py` prepares the arrays: contiguous, of the right types and lengths. Actions are numbered 0 (U),
//! 1 (D), 2 (L), 3 (R), and say where the tile goes unless `convention` is `"blank"`.

mod distance;
mod heuristics;
mod kernels;
mod labels;
mod random;
mod ranks;
mod run;
mod vectors;

use crate::error::value_error;
use crate::options;
use crate::read::{self, flag, goal, item, text, whole};
pub(crate) use distance::BoardsAtDistance;
use heuristics::Estimates;
use kernels::{Distances, Illegal, Rows, Steps};
use labels::Labels;
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use random::{BLOCK, Walking, Walks};
use ranks::Ranks;
use run::Crew;
use taquin::census::distance_table::DistanceTable;
use taquin::solve::HeuristicKind;
use taquin::{Board, Shape};

/// Rows of a block for work that takes nanoseconds per row.
const MANY: usize = 1 << 14;
/// Rows of a block for work that takes about a microsecond per row.
const SOME: usize = 1 << 8;
/// A thread costs more than it saves if it has fewer rows than this of work that takes nanoseconds per row.
const MANY_FOR_A_THREAD: usize = 1 << 15;
/// The same for work that takes about a microsecond per row.
const SOME_FOR_A_THREAD: usize = 1 << 9;

/// The shape of the boards.
fn shape(options: &Bound<'_, PyDict>) -> PyResult<Shape> {
    match item(options, "shape")? {
        Some(shape) => read::shape(&shape),
        None => Err(value_error("shape: is missing")),
    }
}

fn goal_of(options: &Bound<'_, PyDict>) -> PyResult<Board> {
    let shape = shape(options)?;
    match item(options, "goal")? {
        Some(object) => goal(&object, shape),
        None => Ok(taquin::Goal::Last.board(shape)),
    }
}

fn convention(options: &Bound<'_, PyDict>) -> PyResult<bool> {
    read::is_blank(&text(options, "convention")?.unwrap_or_else(|| "tile".into()))
}

/// Threads for work that takes at most about a microsecond per row: one for each `enough` rows.
fn quick<'py>(options: &Bound<'py, PyDict>, rows: usize, enough: usize) -> PyResult<Crew<'py>> {
    let most = rows / enough;
    // How many cores there are is not asked for few rows: that takes longer than thousands of them.
    let threads = match item(options, "threads")? {
        None if most <= 1 => 1,
        _ => options::threads(options)?.min(most).max(1),
    };
    Ok(Crew {
        threads,
        progress: None,
        is_slow: false,
    })
}

/// Threads for work that may take long: searches and walks.
fn slow<'py>(options: &Bound<'py, PyDict>) -> PyResult<Crew<'py>> {
    Ok(Crew {
        threads: options::threads(options)?,
        progress: item(options, "progress")?,
        is_slow: true,
    })
}

/// The rows in blocks.
fn blocks(tiles: &[u8], cells: usize, rows: usize) -> impl Iterator<Item = Rows<'_>> {
    let blocks = tiles.chunks(cells * rows).enumerate();
    blocks.map(move |(number, tiles)| Rows {
        tiles,
        cells,
        first: number * rows,
    })
}

/// Makes one move on each board.
#[pyfunction]
pub(crate) fn apply(
    py: Python<'_>,
    boards: PyReadonlyArray2<'_, u8>,
    actions: PyReadonlyArray1<'_, u8>,
    mut out: PyReadwriteArray2<'_, u8>,
    options: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let shape = shape(options)?;
    let steps = Steps::new(shape, convention(options)?);
    let illegal = match text(options, "illegal")?.as_deref() {
        None | Some("error") => Illegal::Error,
        Some("stay") => Illegal::Stay,
        Some(other) => {
            return Err(value_error(format_args!(
                "illegal: `{other}` is neither `error` nor `stay`"
            )));
        }
    };
    let cells = shape.area();
    let (tiles, actions) = (boards.as_slice()?, actions.as_slice()?);
    let blocks = blocks(tiles, cells, MANY);
    let blocks = blocks
        .zip(actions.chunks(MANY))
        .zip(out.as_slice_mut()?.chunks_mut(MANY * cells));
    let crew = quick(options, actions.len(), MANY_FOR_A_THREAD)?;
    crew.run(py, blocks, |((rows, actions), out), _| {
        kernels::apply(rows, actions, out, &steps, illegal)
    })
}

/// Makes every move on each board.
#[pyfunction]
pub(crate) fn expand(
    py: Python<'_>,
    boards: PyReadonlyArray2<'_, u8>,
    mut out: PyReadwriteArray2<'_, u8>,
    mut mask: PyReadwriteArray2<'_, bool>,
    options: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let shape = shape(options)?;
    let steps = Steps::new(shape, convention(options)?);
    let cells = shape.area();
    let tiles = boards.as_slice()?;
    let blocks = blocks(tiles, cells, MANY / 4);
    let blocks = blocks
        .zip(out.as_slice_mut()?.chunks_mut(MANY * cells))
        .zip(mask.as_slice_mut()?.chunks_mut(MANY));
    let crew = quick(options, tiles.len() / cells, MANY_FOR_A_THREAD)?;
    crew.run(py, blocks, |((rows, out), mask), _| {
        kernels::expand(rows, out, mask, &steps)
    })
}

/// The estimates of a built-in heuristic.
#[pyfunction]
pub(crate) fn estimates(
    py: Python<'_>,
    boards: PyReadonlyArray2<'_, u8>,
    mut out: PyReadwriteArray1<'_, i32>,
    options: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let goal = goal_of(options)?;
    let kind: HeuristicKind =
        read::named(options, "heuristic")?.unwrap_or(HeuristicKind::Manhattan);
    let (cells, tiles) = (goal.shape().area(), boards.as_slice()?);
    let rows = tiles.len() / cells;
    let out = out.as_slice_mut()?;
    if kind == HeuristicKind::Manhattan {
        let distances = Distances::new(&goal);
        let blocks = blocks(tiles, cells, MANY).zip(out.chunks_mut(MANY));
        let crew = quick(options, rows, MANY_FOR_A_THREAD)?;
        return crew.run(py, blocks, |(rows, out), _| distances.sum(rows, out));
    }
    let estimates = Estimates::new(py, kind, &goal, options::threads(options)?)?;
    let blocks = blocks(tiles, cells, SOME).zip(out.chunks_mut(SOME));
    let crew = quick(options, rows, SOME_FOR_A_THREAD)?;
    crew.run(py, blocks, |(rows, out), _| estimates.of(rows, out))
}

/// Optimal lengths and, if there is a mask, all optimal actions.
#[pyfunction]
#[pyo3(signature = (boards, lengths, mask, options))]
pub(crate) fn optimal(
    py: Python<'_>,
    boards: PyReadonlyArray2<'_, u8>,
    mut lengths: PyReadwriteArray1<'_, i32>,
    mask: Option<PyReadwriteArray2<'_, bool>>,
    options: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let goal = goal_of(options)?;
    let labels = Labels::new(&goal, options::metric(options)?, convention(options)?);
    let (cells, tiles) = (goal.shape().area(), boards.as_slice()?);
    let is_looked_up = cells <= DistanceTable::MAX_CELLS;
    // Hard boards take seconds each: whoever is free takes the next one.
    let rows = if is_looked_up { SOME } else { 1 };
    let blocks = blocks(tiles, cells, rows).zip(lengths.as_slice_mut()?.chunks_mut(rows));
    let crew = if is_looked_up {
        Crew {
            progress: item(options, "progress")?,
            ..quick(options, tiles.len() / cells, SOME_FOR_A_THREAD)?
        }
    } else {
        slow(options)?
    };
    match mask {
        None => crew.run(py, blocks, |(rows, lengths), flag| {
            labels.of(rows, lengths, None, flag)
        }),
        Some(mut mask) => {
            let blocks = blocks.zip(mask.as_slice_mut()?.chunks_mut(4 * rows));
            crew.run(py, blocks, |((rows, lengths), mask), flag| {
                labels.of(rows, lengths, Some(mask), flag)
            })
        }
    }
}

/// Uniformly random boards.
#[pyfunction]
pub(crate) fn random_boards(
    py: Python<'_>,
    mut out: PyReadwriteArray2<'_, u8>,
    options: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let goal = goal_of(options)?;
    let seed = whole(options, "seed", u64::MAX)?.unwrap_or(0);
    let out = out.as_slice_mut()?;
    let rows = out.len() / goal.shape().area();
    let crew = quick(options, rows, SOME_FOR_A_THREAD)?;
    let blocks = out.chunks_mut(BLOCK * goal.shape().area()).enumerate();
    crew.run(py, blocks, |(block, out), _| {
        Ok(random::boards(&goal, seed, block, out))
    })
}

/// The arrays of random walks.
#[derive(FromPyObject)]
pub(crate) struct WalkArrays<'py> {
    #[pyo3(item)]
    starts: PyReadonlyArray2<'py, u8>,
    #[pyo3(item)]
    steps: PyReadonlyArray1<'py, u64>,
    #[pyo3(item)]
    out: PyReadwriteArray2<'py, u8>,
    #[pyo3(item)]
    actions: Option<PyReadwriteArray2<'py, u8>>,
}

/// Random walks.
#[pyfunction]
pub(crate) fn random_walks(
    py: Python<'_>,
    arrays: WalkArrays<'_>,
    options: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let shape = shape(options)?;
    let walking = Walking {
        shape,
        seed: whole(options, "seed", u64::MAX)?.unwrap_or(0),
        may_undo: flag(options, "undo")?,
        is_blank: convention(options)?,
    };
    let WalkArrays {
        starts,
        steps,
        mut out,
        actions,
    } = arrays;
    let (starts, steps) = (starts.as_slice()?, steps.as_slice()?);
    let (cells, walks) = (shape.area(), steps.len());
    let crew = slow(options)?;
    let is_one = starts.len() == cells;
    let out = out.as_slice_mut()?;
    let boards_len = out.len().checked_div(walks).unwrap_or(1);
    let mut actions = actions;
    let mut taken = match &mut actions {
        Some(actions) => actions.as_slice_mut()?,
        None => &mut [],
    };
    let actions_len = taken.len().checked_div(walks).unwrap_or(0);
    let has_actions = item(options, "full")?.is_some();
    let blocks = out
        .chunks_mut((BLOCK * boards_len).max(1))
        .zip(steps.chunks(BLOCK))
        .enumerate();
    let blocks = blocks.map(|(block, (out, steps))| {
        let (now, later) = std::mem::take(&mut taken).split_at_mut(steps.len() * actions_len);
        taken = later;
        let first = block * BLOCK * cells;
        Walks {
            block,
            starts: if is_one {
                starts
            } else {
                &starts[first..first + steps.len() * cells]
            },
            is_one,
            steps,
            out,
            actions: has_actions.then_some(now),
        }
    });
    crew.run(py, blocks, |walks, flag| walking.walk(walks, flag))
}

fn ranks(options: &Bound<'_, PyDict>) -> PyResult<Ranks> {
    let shape = shape(options)?;
    if shape.area() > ranks::MAX_CELLS {
        return Err(value_error(format_args!(
            "boards of up to {} cells have numbers of 64 bits; these are {shape}",
            ranks::MAX_CELLS
        )));
    }
    let goal = item(options, "goal")?
        .map(|object| goal(&object, shape))
        .transpose()?;
    Ok(Ranks::new(shape, goal.as_ref()))
}

/// The numbers of boards.
#[pyfunction]
pub(crate) fn rank(
    py: Python<'_>,
    boards: PyReadonlyArray2<'_, u8>,
    mut out: PyReadwriteArray1<'_, u64>,
    options: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let (ranks, cells) = (ranks(options)?, shape(options)?.area());
    let tiles = boards.as_slice()?;
    let blocks = blocks(tiles, cells, SOME).zip(out.as_slice_mut()?.chunks_mut(SOME));
    quick(options, tiles.len() / cells, SOME_FOR_A_THREAD)?.run(py, blocks, |(rows, out), _| {
        for ((number, row), rank) in rows.numbered().zip(out) {
            *rank = ranks.rank(number, row)?;
        }
        Ok(rows.len())
    })
}

/// The boards of numbers.
#[pyfunction]
pub(crate) fn unrank(
    py: Python<'_>,
    numbers: PyReadonlyArray1<'_, u64>,
    mut out: PyReadwriteArray2<'_, u8>,
    options: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let (ranks, shape) = (ranks(options)?, shape(options)?);
    let numbers = numbers.as_slice()?;
    let count = ranks.count();
    if let Some((place, number)) = numbers
        .iter()
        .enumerate()
        .find(|(_, number)| **number >= count)
    {
        return Err(value_error(format_args!(
            "rank {place}: there is no board {number}: the {} boards of {shape} are numbered from 0 to {}",
            count,
            count - 1
        )));
    }
    let blocks = numbers
        .chunks(SOME)
        .zip(out.as_slice_mut()?.chunks_mut(SOME * shape.area()));
    quick(options, numbers.len(), SOME_FOR_A_THREAD)?.run(py, blocks, |(numbers, out), _| {
        let rows = out.chunks_exact_mut(shape.area());
        numbers
            .iter()
            .zip(rows)
            .for_each(|(&number, row)| ranks.unrank(number, row));
        Ok(numbers.len())
    })
}
