//! Python's exceptions: wrong input is a `ValueError` with the library's text, a limit is `taquin.LimitReached`.

use crate::solution::Stats;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::fmt::Display;
use taquin_app::exit::{Exit, Failure};
use taquin_app::option::OptionError;

/// A `ValueError` with this text.
pub(crate) fn value_error(text: impl Display) -> PyErr {
    PyValueError::new_err(text.to_string())
}

/// The exception for a failure of the app.
pub(crate) fn failure(py: Python<'_>, failure: &Failure) -> PyErr {
    match failure {
        Failure::Interrupted => PyKeyboardInterrupt::new_err(()),
        Failure::Unsolvable | Failure::UnsolvableLarge { .. } => unsolvable(py, None),
        _ if failure.exit() == Exit::Limit => Limit {
            reason: match failure {
                Failure::Option(OptionError::CensusMemory(_) | OptionError::MachineMemory) => {
                    "memory"
                }
                _ => "search",
            },
            ..Limit::default()
        }
        .error(py, &failure.to_string()),
        _ if failure.exit() == Exit::Internal => PyOSError::new_err(failure.to_string()),
        _ => value_error(failure),
    }
}

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    let class = py.import("taquin._errors")?.getattr(name)?;
    Ok(class.cast_into::<PyType>()?)
}

fn instance(py: Python<'_>, name: &str, text: &str, fields: &Bound<'_, PyDict>) -> PyErr {
    match class(py, name).and_then(|class| class.call((text,), Some(fields))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// `taquin.Unsolvable`. `board` is the number of the board in its batch.
pub(crate) fn unsolvable(py: Python<'_>, board: Option<usize>) -> PyErr {
    let text = Failure::Unsolvable.to_string();
    let advice = "`Board.explain()` says why";
    let text = match board {
        Some(number) => format!("board {number} is {text} ({advice})"),
        None => format!("{text} ({advice})"),
    };
    instance(py, "Unsolvable", &text, &PyDict::new(py))
}

/// What is known when a limit is reached.
#[derive(Default)]
pub(crate) struct Limit {
    /// `time`, `memory`, `max-length` or `search`.
    pub(crate) reason: &'static str,
    pub(crate) lower_bound: Option<u64>,
    /// The best answer so far: a `Solution`, boards, …
    pub(crate) best: Option<Py<PyAny>>,
    pub(crate) stats: Option<Stats>,
}

impl Limit {
    /// `taquin.LimitReached`.
    pub(crate) fn error(self, py: Python<'_>, text: &str) -> PyErr {
        let fields = || -> PyResult<Bound<'_, PyDict>> {
            let fields = PyDict::new(py);
            fields.set_item("reason", self.reason)?;
            fields.set_item("lower_bound", self.lower_bound)?;
            fields.set_item("best", self.best)?;
            fields.set_item("stats", self.stats)?;
            Ok(fields)
        };
        match fields() {
            Ok(fields) => instance(py, "LimitReached", text, &fields),
            Err(error) => error,
        }
    }
}
