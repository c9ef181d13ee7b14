//! The one place that chooses: space × heuristic × search for a problem.
//!
//! A [`Search`] says what the caller wants; what it leaves open is chosen here. The answer has been replayed, and says
//! what it guarantees.

mod algorithm;
mod auto;
mod beam;
mod engine;
mod estimator;
mod exhaust;
mod external;
mod generic;
mod heuristic_kind;
mod observer;
mod options;
mod own_patterns;
mod report;
mod search;
mod slides;
mod staged;
mod stream;
mod tables;
mod watch;

pub use crate::large::MAX_SHORTEN_CELLS as MAX_CELLS;
pub use algorithm::Algorithm;
pub use beam::{lower_bound, lower_bound_in};
pub use estimator::Estimator;
pub use exhaust::exhaust;
pub use external::BoardEstimator;
pub use heuristic_kind::HeuristicKind;
pub use observer::{Phase, SearchObserver, Step, Tick, VisitedBoard};
pub use options::{OptionsError, SearchInput, SearchOptions};
pub use report::{AllShortest, Answer, Guarantee, Overestimate, Report};
pub use search::Search;
pub use stream::Stream;
pub use tables::{GoalTables, TableSize, TableStore, Tables, TablesError};

/// Shortest solutions of larger boards are mostly out of reach.
pub const SHORTEST_CELLS: usize = 16;

/// The number of boards generated for a large board if neither the options nor the observer's budget says otherwise.
const DEFAULT_EFFORT: u64 = 50_000_000;
