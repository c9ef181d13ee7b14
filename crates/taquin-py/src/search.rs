//! `solve`, `compare` and `trace`: searches by name, under limits.

use crate::board::Board;
use crate::error::{Limit, failure, unsolvable, value_error};
use crate::heuristic::{PythonHeuristic, listed};
use crate::interrupt::Watch;
use crate::read::{flag, goal, item, whole};
use crate::solution::{Solution, Stats};
use crate::{options, tables};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::Problem;
use taquin::solve::{Algorithm, Answer, HeuristicKind, Search, SearchOptions};
use taquin_app::compare::CompareOptions;
use taquin_app::limits::{Client, Guard, Limits, Reason};
use taquin_app::output::json;
use taquin_app::plan::{allows_effort, usage_error};
use taquin_app::search::{CommandUse, Searched, search_under, stream};
use taquin_app::trace::TraceOptions;
use taquin_app::trace::recording::Recording;

/// Solves a board; see `taquin.solve`.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    board: &Board,
    options: &Bound<'_, PyDict>,
) -> PyResult<Solution> {
    let problem = problem(py, board, options)?;
    let mut plan = options::search(options)?;
    let list = whole(options, "list", 1_000_000)?.unwrap_or(10);
    plan.all_shortest = flag(options, "all_optimal")?.then_some(list as usize);
    let limits = options::limits(options)?;
    let mut own = PythonHeuristic::of(item(options, "heuristic")?)?;
    if own.is_none() && stream::is_streamed(&problem, &plan, &limits) {
        return Err(value_error(format_args!(
            "the solution of a {} board is too long for Python to hold; the program `taquin solve` writes it while it is found",
            problem.start().shape()
        )));
    }
    let searched = run(py, &problem, &plan, &limits, own.as_mut())?;
    answer(py, &problem, &plan, searched)
}

/// The problem of a board and the option `goal`.
fn problem(py: Python<'_>, board: &Board, options: &Bound<'_, PyDict>) -> PyResult<Problem> {
    let start = &board.0;
    let goal = match item(options, "goal")? {
        Some(object) => goal(&object, start.shape())?,
        None => taquin::Goal::Last.board(start.shape()),
    };
    // Both have the same shape, so this is the only error.
    Problem::new(start.clone(), goal).map_err(|_| unsolvable(py, None))
}

/// One search, during which other Python threads run, unless its heuristic is Python's.
fn run(
    py: Python<'_>,
    problem: &Problem,
    plan: &SearchOptions,
    limits: &Limits,
    own: Option<&mut PythonHeuristic<'_>>,
) -> PyResult<Searched> {
    let shape = problem.start().shape();
    allows_effort(plan, shape).map_err(|error| failure(py, &error))?;
    let limits = limits.for_board(shape, plan);
    let watch = Watch::new();
    let searched = match own {
        None => py.detach(|| {
            let guard = Guard::of(&limits, Some(&watch));
            search_under(guard, tables(), problem, plan)
        }),
        Some(own) => {
            let mut guard = Guard::of(&limits, Some(&watch));
            let before = own.evaluated;
            let search = Search::new(problem).options(*plan).tables(tables());
            let report = search.estimator(&mut *own).observe(&mut guard).run();
            own.finish()?;
            report.map_err(usage_error).map(|report| Searched {
                command: Some(CommandUse {
                    command: own.name().into(),
                    evaluated: own.evaluated - before,
                }),
                ..Searched::new(report, plan.order, guard)
            })
        }
    };
    watch.finish()?;
    searched.map_err(|error| failure(py, &error))
}

/// The solution of a search, or the limit that it reached.
fn answer(
    py: Python<'_>,
    problem: &Problem,
    plan: &SearchOptions,
    searched: Searched,
) -> PyResult<Solution> {
    let (stats, lower_bound) = (Stats::of(&searched), searched.report.lower_bound);
    let (reason, misses_some) = (searched.why_unsolved(), searched.misses_some());
    let is_too_long = matches!(searched.report.answer, Answer::TooLong);
    let best = Solution::of(problem.goal(), plan.metric, searched);
    match best {
        Some(solution) if !misses_some => return Ok(solution),
        _ => {}
    }
    let text = match (&best, plan.max_length) {
        (Some(_), _) => format!(
            "stopped ({reason}) before all shortest solutions were found; `best` has those so far"
        ),
        (None, Some(most)) if is_too_long => {
            format!("no solution has at most {most} moves: at least {lower_bound} are needed")
        }
        (None, _) => format!(
            "stopped ({reason}) before a solution was found: at least {lower_bound} moves are needed"
        ),
    };
    let best = best.map(|best| Py::new(py, best)).transpose()?;
    let limit = Limit {
        reason,
        lower_bound: Some(lower_bound.into()),
        best: best.map(Py::into_any),
        stats: Some(stats),
    };
    Err(limit.error(py, &text))
}

/// Compares searches and heuristics on a board; see `taquin.compare`. Returns one JSON object per search.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    board: &Board,
    options: &Bound<'_, PyDict>,
) -> PyResult<Vec<String>> {
    let problem = problem(py, board, options)?;
    let weight = options::weight(options)?;
    let (heuristics, mut own) = match item(options, "heuristics")? {
        Some(list) => listed("heuristics", list.try_iter()?)?,
        None => (Vec::new(), None),
    };
    let compare = CompareOptions {
        algorithms: algorithms(options, weight)?,
        heuristics,
        has_groups: false,
        has_command: own.is_some(),
        weight: weight.unwrap_or(taquin::Weight::DEFAULT),
        order: options::order(options)?,
        threads: options::threads(options)?,
        limits: Limits {
            // As `taquin compare` does, unless the caller says otherwise.
            time: options::time(options)?.or(Some(std::time::Duration::from_secs(10))),
            ..options::limits(options)?
        },
    };
    let plans = compare.plans(problem.start().shape());
    let mut plans = plans.map_err(|error| failure(py, &error))?;
    if own.is_some() && compare.heuristics.is_empty() {
        // A list that has only a function: no built-in heuristic is asked for.
        plans.retain(|plan| {
            let is_used = plan.algorithm.is_some_and(Algorithm::uses_heuristic);
            !is_used || plan.heuristic == Some(HeuristicKind::External)
        });
    }
    let mut rows = Vec::new();
    for plan in plans {
        let asked = own
            .as_mut()
            .filter(|_| plan.heuristic == Some(HeuristicKind::External));
        let searched = run(py, &problem, &plan, &compare.limits, asked)?;
        debug_assert!(searched.reason != Some(Reason::Interrupted));
        rows.push(to_json(&json::compare(
            problem.start(),
            problem.goal(),
            &searched,
        ))?);
    }
    Ok(rows)
}

fn algorithms(
    options: &Bound<'_, PyDict>,
    weight: Option<taquin::Weight>,
) -> PyResult<Vec<Algorithm>> {
    let Some(list) = item(options, "algorithms")? else {
        return Ok(Vec::new());
    };
    let names = list.try_iter()?.map(|name| name?.extract::<String>());
    names
        .map(|name| {
            let algorithm = crate::read::parse("algorithms", &name?)?;
            Ok(options::weighted(algorithm, weight))
        })
        .collect()
}

/// A search step by step, as JSON; see `taquin.trace`.
#[pyfunction]
pub(crate) fn trace(
    py: Python<'_>,
    board: &Board,
    options: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let problem = problem(py, board, options)?;
    let plan = options::search(options)?;
    if plan.heuristic == Some(HeuristicKind::External) {
        return Err(value_error(
            "heuristic: trace shows searches with built-in heuristics",
        ));
    }
    let shown = TraceOptions::of(plan).map_err(|error| failure(py, &error))?;
    let steps = whole(options, "steps", 1_000_000)?.unwrap_or(200) as usize;
    let watch = Watch::new();
    let recorded = py.detach(|| Recording::of(&problem, shown, steps, &|| watch.is_gone()));
    watch.finish()?;
    let recorded = recorded.map_err(|error| failure(py, &usage_error(error)))?;
    to_json(&json::steps(&problem, &recorded))
}

/// An object as JSON.
pub(crate) fn to_json(object: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(object).map_err(value_error)
}
