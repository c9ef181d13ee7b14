//! `verify`, `census`, `generate` and `audit`: the app's answers as JSON.

use crate::board::Board;
use crate::error::{Limit, failure, value_error};
use crate::heuristic::{Heuristics, PythonHeuristic, listed};
use crate::interrupt::{Watch, in_background};
use crate::read::{flag, goal, item, named, type_name, whole};
use crate::search::to_json;
use crate::{options, tables};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use taquin::Goal;
use taquin::notation::{self, Dialect, MoveLetters};
use taquin::solve::{Algorithm, HeuristicKind};
use taquin::tools::audit::Survey;
use taquin_app::audit::AuditOptions;
use taquin_app::census::CensusOptions;
use taquin_app::exit::Failure;
use taquin_app::generate::{GenerateOptions, any_seed};
use taquin_app::limits::{Guard, Limits};
use taquin_app::output::json;
use taquin_app::verify::{Claims, Given, JudgeOptions};

/// The goal of a call about a whole shape: the option `goal`, of the option `shape`.
fn goal_of(options: &Bound<'_, PyDict>) -> PyResult<taquin::Board> {
    let shape = item(options, "shape")?
        .map(|shape| crate::read::shape(&shape))
        .transpose()?;
    match (item(options, "goal")?, shape) {
        (Some(object), Some(shape)) => goal(&object, shape),
        (Some(object), None) if object.is_instance_of::<Board>() => {
            crate::read::board(&object, None, None)
        }
        (_, None) => Err(value_error(
            "shape: is missing, and the goal is not a board that has one",
        )),
        (None, Some(shape)) => Ok(Goal::Last.board(shape)),
    }
}

/// The names of a kind: `algorithms`, `heuristics` or `notations`.
#[pyfunction]
pub(crate) fn names(kind: &str) -> PyResult<Vec<&'static str>> {
    Ok(match kind {
        "algorithms" => Algorithm::ALL.map(Algorithm::name).into(),
        "heuristics" => HeuristicKind::ALL.map(HeuristicKind::name).into(),
        "notations" => Dialect::ALL.map(Dialect::name).into(),
        _ => return Err(value_error(format_args!("there are no names of {kind}"))),
    })
}

/// Judges moves; see `taquin.verify`.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    board: &Board,
    moves: &str,
    options: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let start = board.0.clone();
    let shape = start.shape();
    let goal = match item(options, "goal")? {
        Some(object) => goal(&object, shape)?,
        None => Goal::Last.board(shape),
    };
    let metric = options::metric(options)?;
    let letters: Option<MoveLetters> = named(options, "convention")?;
    let letters = letters.unwrap_or_else(|| MoveLetters::detect(moves, metric));
    let played = notation::read_played(moves, Some(letters), &start);
    let given = Given {
        name: String::new(),
        start,
        goal,
        played: Some(played.map_err(|error| value_error(format_args!("moves: {error}")))?),
        broken: None,
        metric,
        claims: Claims::default(),
        is_default_goal: item(options, "goal")?.is_none(),
    };
    let watch = Watch::new();
    let (time, threads) = (options::time(options)?, options::threads(options)?);
    let judged = py.detach(|| {
        let judge = JudgeOptions {
            time,
            threads,
            client: Some(&watch),
        };
        judge.judge(tables(), given)
    });
    watch.finish()?;
    to_json(&json::verify(&judged.map_err(|error| failure(py, &error))?))
}

/// Counts the boards at each distance; see `taquin.census`.
#[pyfunction]
pub(crate) fn census(py: Python<'_>, options: &Bound<'_, PyDict>) -> PyResult<String> {
    let goal = goal_of(options)?;
    let limits = options::limits(options)?;
    let (metric, threads) = (options::metric(options)?, options::threads(options)?);
    let list_farthest = flag(options, "list_farthest")?;
    let counted = in_background(py, |client| {
        let census = CensusOptions {
            metric,
            list_farthest,
            time: limits.time,
            memory: limits.memory,
            threads,
            client: Some(client),
        };
        census.count(goal)
    })?;
    to_json(&json::census(
        &counted.map_err(|error| failure(py, &error))?,
    ))
}

/// Generates boards; see `taquin.generate`. `LimitReached` has the boards that were found in time.
#[pyfunction]
pub(crate) fn generate(py: Python<'_>, options: &Bound<'_, PyDict>) -> PyResult<Vec<Board>> {
    let goal = goal_of(options)?;
    let seed = whole(options, "seed", u64::MAX)?;
    let wanted = GenerateOptions {
        count: whole(options, "count", 1 << 32)?.unwrap_or(1),
        unsolvable: flag(options, "unsolvable")?,
        walk: whole(options, "walk", 1 << 40)?,
        optimal_length: whole(options, "optimal_length", u32::MAX.into())?
            .map(|length| length as u32),
        hardest: flag(options, "hardest")?,
        unique: flag(options, "unique")?,
        metric: options::metric(options)?,
        distinct: flag(options, "distinct")?,
        solve: false,
        is_compact: false,
        limits: options::limits(options)?,
        threads: options::threads(options)?,
        client: None,
    };
    wanted.check(&goal).map_err(|error| failure(py, &error))?;
    let (mut boards, count, has_time) = (Vec::new(), wanted.count, wanted.limits.time.is_some());
    let made = in_background(py, |client| {
        let wanted = GenerateOptions {
            client: Some(client),
            ..wanted
        };
        let seed = || seed.unwrap_or_else(any_seed);
        wanted.each(&goal, seed, tables(), &mut |made| {
            boards.push(Board(made.board.clone()));
            Ok(())
        })
    })?;
    let made = match made {
        // The time ended before the first board.
        Err(Failure::Limit(_)) if has_time => 0,
        made => made.map_err(|error| failure(py, &error))?,
    };
    if made == count {
        return Ok(boards);
    }
    let limit = Limit {
        reason: "time",
        best: Some(boards.into_pyobject(py)?.unbind()),
        ..Limit::default()
    };
    Err(limit.error(
        py,
        &format!("the time limit was reached: {made} of {count} boards found; `best` has them"),
    ))
}

/// Judges a heuristic; see `taquin.audit`.
#[pyfunction]
pub(crate) fn audit(py: Python<'_>, options: &Bound<'_, PyDict>) -> PyResult<String> {
    let goal = goal_of(options)?;
    if goal.shape().area() > Survey::MAX_CELLS {
        return Err(value_error(format_args!(
            "an audit supports boards of up to {} cells; these are {}",
            Survey::MAX_CELLS,
            goal.shape()
        )));
    }
    let (heuristics, mut own) = heuristic(options)?;
    let wanted = AuditOptions {
        heuristics,
        command: own.as_ref().map(|own| own.name().into()),
        dialect: Dialect::Slash,
        metric: options::metric(options)?,
        samples: whole(options, "samples", 1 << 20)?.map(|samples| samples as u32),
        seed: whole(options, "seed", u64::MAX)?.unwrap_or(0),
        threads: options::threads(options)?,
    };
    let limits = Limits {
        time: options::time(options)?,
        memory: u64::MAX,
    };
    let watch = Watch::new();
    let mut error = None;
    let audit = match &mut own {
        None => py.detach(|| {
            let guard = &mut Guard::of(&limits, Some(&watch));
            wanted.run(goal, tables(), guard)
        }),
        Some(own) => {
            let guard = &mut Guard::of(&limits, Some(&watch));
            let mut ask = |survey: &Survey, guard: &mut Guard<'_>| {
                ask_all(own, survey, guard).map_err(|raised| {
                    error = Some(raised);
                    Failure::Interrupted
                })
            };
            wanted.run_with(goal, tables(), guard, Some(&mut ask))
        }
    };
    if let Some(error) = error {
        return Err(error);
    }
    watch.finish()?;
    let audit = audit.map_err(|error| failure(py, &error))?;
    let audited = audit.audited.first().expect("one heuristic was asked for");
    to_json(&json::audit(&audit, audited))
}

/// What a Python function says about the boards of a survey; fewer if the guard stops it.
fn ask_all(
    own: &mut PythonHeuristic<'_>,
    survey: &Survey,
    guard: &mut Guard<'_>,
) -> PyResult<Vec<f64>> {
    let boards: Vec<taquin::Board> = survey.boards().collect();
    let mut said = Vec::with_capacity(boards.len());
    for some in boards.chunks(256) {
        if guard.check_estimated(said.len(), boards.len()).is_break() {
            break;
        }
        said.extend(own.ask(some)?);
    }
    Ok(said)
}

/// The option `heuristic`: a name or a function.
fn heuristic<'py>(options: &Bound<'py, PyDict>) -> PyResult<Heuristics<'py>> {
    match item(options, "heuristic")? {
        Some(given) if given.is_instance_of::<PyString>() || given.is_callable() => {
            listed("heuristic", [Ok(given)])
        }
        given => Err(PyTypeError::new_err(format!(
            "heuristic: must be one name or one function, not {}",
            given.map_or_else(|| "None".into(), |given| type_name(&given))
        ))),
    }
}
