//! The compiled half of the Python package `taquin`; the other half is in `python/taquin`.
//!
//! - `error`: Python's exceptions. `interrupt`: Ctrl-C while the interpreter is released.
//! - `read`: boards, goals and shapes from whatever Python passes. `options`: the options of a search.
//! - `board`, `solution`: the two classes that are not written in Python. `classic`: those of the textbook.
//! - `heuristic`: a Python function as heuristic. `search`: solve, compare, trace. `tools`: the other questions.
//! - `batch`: many boards at once, in numpy arrays.
//!
//! Functions return objects as JSON where the program `taquin` has the same object; `python/taquin/_results.py` turns
//! them into dataclasses, so that field names are the same everywhere.

mod error;

mod interrupt;

mod read;

mod options;

mod board;

mod solution;

mod classic;

mod heuristic;

mod search;

mod tools;

mod batch;

use pyo3::prelude::*;
use std::sync::OnceLock;
use taquin::Tables;

/// The tables that all calls share: what one builds, the next one finds.
fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(taquin_app::store::tables)
}

/// The compiled half of the package; use `import taquin`.
#[pymodule]
mod _taquin {
    #[pymodule_export]
    use super::batch::{
        BoardsAtDistance, apply, estimates, expand, optimal, random_boards, random_walks, rank,
        unrank,
    };
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::classic::{ClassicBoard, ClassicSolver};
    #[pymodule_export]
    use super::search::{compare, solve, trace};
    #[pymodule_export]
    use super::solution::{Iteration, Solution, Stats};
    #[pymodule_export]
    use super::tools::{audit, census, generate, names, verify};
}
