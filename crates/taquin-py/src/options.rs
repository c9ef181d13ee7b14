//! The options of a search from the keyword arguments of a call.

use crate::error::{failure, value_error};
use crate::read::{item, named, text, type_name, whole};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::time::Duration;
use taquin::search::Weight;
use taquin::solve::{Algorithm, HeuristicKind, SearchOptions};
use taquin::{Metric, MoveOrder};
use taquin_app::exit::Failure;
use taquin_app::limits::{self, Limits};
use taquin_app::plan::{self, AUTO};

/// The name of an option that may be left to the library.
fn chosen<T: std::str::FromStr<Err: std::fmt::Display>>(
    options: &Bound<'_, PyDict>,
    name: &str,
) -> PyResult<Option<T>> {
    match text(options, name)? {
        Some(text) if text != AUTO => crate::read::parse(name, &text).map(Some),
        _ => Ok(None),
    }
}

/// The algorithm of this name, with a weight if it has one.
pub(crate) fn weighted(algorithm: Algorithm, weight: Option<Weight>) -> Algorithm {
    match (algorithm, weight) {
        (Algorithm::WeightedAStar(_), Some(weight)) => Algorithm::WeightedAStar(weight),
        (algorithm, _) => algorithm,
    }
}

/// The weight of weighted A*.
pub(crate) fn weight(options: &Bound<'_, PyDict>) -> PyResult<Option<Weight>> {
    let Some(value) = item(options, "weight")? else {
        return Ok(None);
    };
    let number = value.extract::<f64>().map_err(|_| {
        PyTypeError::new_err(format!(
            "weight: must be a number, not {}",
            type_name(&value)
        ))
    })?;
    let weight = plan::weight(&number.to_string());
    weight
        .map(Some)
        .map_err(|error| value_error(format_args!("weight: {error}")))
}

/// What to search with. A heuristic that is a Python function is not among these options.
pub(crate) fn search(options: &Bound<'_, PyDict>) -> PyResult<SearchOptions> {
    let py = options.py();
    let refuse = |error: Failure| failure(py, &error);
    let weight = weight(options)?;
    let algorithm: Option<Algorithm> = chosen(options, "algorithm")?;
    let mut search = SearchOptions::default();
    search.algorithm = algorithm.map(|algorithm| weighted(algorithm, weight));
    plan::check_weight(weight, search.algorithm.as_slice()).map_err(refuse)?;
    let is_own =
        item(options, "heuristic")?.is_some_and(|value| !value.is_instance_of::<PyString>());
    search.heuristic = if is_own {
        Some(HeuristicKind::External)
    } else {
        chosen(options, "heuristic")?
    };
    if search.heuristic.is_some() {
        plan::check_heuristic(search.algorithm.as_slice()).map_err(refuse)?;
    }
    search.metric = named(options, "metric")?.unwrap_or_default();
    search.order = order(options)?;
    search.max_length = whole(options, "max_length", u32::MAX.into())?.map(|length| length as u32);
    search.effort = whole(options, "effort", u64::MAX)?;
    search.seed = whole(options, "seed", u64::MAX)?.unwrap_or(0);
    search.threads = threads(options)?;
    Ok(search)
}

/// The order in which moves are tried.
pub(crate) fn order(options: &Bound<'_, PyDict>) -> PyResult<MoveOrder> {
    match text(options, "order")? {
        None => Ok(MoveOrder::default()),
        Some(text) => {
            plan::order(&text).map_err(|error| value_error(format_args!("order: {error}")))
        }
    }
}

/// The metric.
pub(crate) fn metric(options: &Bound<'_, PyDict>) -> PyResult<Metric> {
    Ok(named(options, "metric")?.unwrap_or_default())
}

/// The number of threads; by default one per core.
pub(crate) fn threads(options: &Bound<'_, PyDict>) -> PyResult<usize> {
    match whole(options, "threads", u16::MAX.into())? {
        Some(0) => Err(value_error(
            "threads: must be at least 1, or None for one per core",
        )),
        Some(threads) => Ok(threads as usize),
        None => Ok(plan::threads()),
    }
}

/// The limits of time and memory.
pub(crate) fn limits(options: &Bound<'_, PyDict>) -> PyResult<Limits> {
    let default = Limits::default();
    Ok(Limits {
        time: time(options)?,
        memory: memory(options)?.unwrap_or(default.memory),
    })
}

/// A time: seconds, or a text such as `"500ms"`.
pub(crate) fn time(options: &Bound<'_, PyDict>) -> PyResult<Option<Duration>> {
    let Some(value) = item(options, "time")? else {
        return Ok(None);
    };
    let wrong = |error: &dyn std::fmt::Display| value_error(format_args!("time: {error}"));
    if let Ok(text) = value.cast::<PyString>() {
        let time = limits::duration(&text.to_cow()?);
        return time.map(Some).map_err(|error| wrong(&error));
    }
    let seconds = value.extract::<f64>().map_err(|_| {
        PyTypeError::new_err(format!(
            "time: must be a number of seconds or a text such as '500ms', not {}",
            type_name(&value)
        ))
    })?;
    let time = Duration::try_from_secs_f64(seconds);
    time.map(Some)
        .map_err(|_| wrong(&format_args!("{seconds} is not a number of seconds from 0")))
}

/// An amount of memory: bytes, or a text such as `"2G"`.
pub(crate) fn memory(options: &Bound<'_, PyDict>) -> PyResult<Option<u64>> {
    match item(options, "memory")? {
        Some(value) if value.is_instance_of::<PyString>() => {
            let text = value.extract::<String>()?;
            let bytes = limits::bytes(&text);
            bytes
                .map(Some)
                .map_err(|error| value_error(format_args!("memory: {error}")))
        }
        _ => whole(options, "memory", u64::MAX),
    }
}
