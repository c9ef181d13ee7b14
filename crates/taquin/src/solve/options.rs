//! What a caller may ask of a search, as plain data, and why it may be refused.

use super::{Algorithm, HeuristicKind, TableSize};
use crate::census::distance_table::DistanceTable;
use crate::large::MAX_SHORTEN_CELLS as MAX_CELLS;
use crate::puzzle::{Metric, Shape};
use crate::slide_metric::SlideTables;
use crate::space::MoveOrder;

/// The options of a [`Search`](super::Search), for programs that carry them around. What is `None` is chosen.
///
/// ```
/// use taquin::{Goal, Metric, Problem, Search, SearchOptions};
/// let mut options = SearchOptions::default();
/// options.metric = Metric::MultiTile;
/// let problem = Problem::new("1 2 3/0 4 6/7 5 8".parse()?, Goal::Last)?;
/// let report = Search::new(&problem).options(options).run()?;
/// assert_eq!(report.lower_bound, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct SearchOptions {
    /// The algorithm.
    pub algorithm: Option<Algorithm>,
    /// The heuristic.
    pub heuristic: Option<HeuristicKind>,
    /// The pattern databases of IDA*: without it small ones, and large ones where they pay.
    pub table_size: Option<TableSize>,
    /// The order in which moves are tried.
    pub order: MoveOrder,
    /// Longer solutions are not looked for.
    pub max_length: Option<u32>,
    /// Only a shortest solution will do: no time goes into others, and neither an effort nor the observer's budget
    /// ends the search.
    pub only_shortest: bool,
    /// The number of threads that build tables and search with them; 0 and 1 start none.
    pub threads: usize,
    /// What counts as one move.
    pub metric: Metric,
    /// Find all shortest solutions, and list at most this many.
    pub all_shortest: Option<usize>,
    /// The number of boards that may be generated where solutions get shorter and shorter. The same effort gives the same
    /// moves, on every machine and with any number of threads; without it the observer's budget decides, or
    /// [`DEFAULT_EFFORT`](super::DEFAULT_EFFORT).
    pub effort: Option<u64>,
    /// Another seed breaks ties in [`Algorithm::Beam`] in another way.
    pub seed: u64,
    /// The memory in bytes that the moves of a solution may take before [`Search::is_streamed`](super::Search::is_streamed)
    /// says that they are too many; without it any number is kept.
    pub memory: Option<u64>,
}

impl SearchOptions {
    /// Whether IDA* with these options looks boards up in pattern databases.
    pub(super) fn uses_patterns(&self, shape: Shape) -> bool {
        matches!(self.heuristic, None | Some(HeuristicKind::Patterns))
            && HeuristicKind::Patterns.fits(shape)
    }

    /// Whether a solution of this length is short enough.
    pub(super) fn allows(&self, length: usize) -> bool {
        self.max_length
            .is_none_or(|longest| length <= longest as usize)
    }
}

/// Why a search cannot be run with its options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// The heuristic has no table for the shape.
    #[error("{heuristic} is for boards of {}, and this one is {shape}", heuristic.shapes())]
    Unfit {
        /// The heuristic.
        heuristic: HeuristicKind,
        /// The shape.
        shape: Shape,
    },
    /// All shortest solutions from an algorithm that does not prove that its solution is shortest.
    #[error("{algorithm} does not find shortest solutions, so it cannot tell all of them")]
    NotShortest {
        /// The algorithm.
        algorithm: Algorithm,
    },
    /// The shape has too many boards for a table of them all.
    #[error(
        "a table of all boards is for up to {} cells, and this one is {shape}",
        DistanceTable::MAX_CELLS
    )]
    NoTable {
        /// The shape.
        shape: Shape,
    },
    /// There are no pattern databases of the size for the shape.
    #[error("there are no {size} pattern databases for {shape} boards")]
    NoPatterns {
        /// The size.
        size: TableSize,
        /// The shape.
        shape: Shape,
    },
    /// A size of pattern databases, or a search that goes on, with another algorithm, heuristic or metric.
    #[error(
        "only IDA* with pattern databases, in the single-tile metric, has a size of tables and can go on"
    )]
    NotPatterns,
    /// Too many cells for the multi-tile metric.
    #[error(
        "the multi-tile metric is for boards of up to {} cells, and this one is {shape}",
        SlideTables::MAX_CELLS
    )]
    Metric {
        /// The shape.
        shape: Shape,
    },
    /// The multi-tile metric has its own search and tables.
    #[error(
        "the multi-tile metric has its own search: leave the algorithm and the heuristic to auto"
    )]
    MetricSearch,
    /// All shortest solutions are for single-tile moves.
    #[error("all shortest solutions are found in the single-tile metric only")]
    MetricAllShortest,
    /// The searches number cells in 16 bits. [`Algorithm::Construct`] solves boards of any size.
    #[error("a {shape} board is too large to search (at most {MAX_CELLS} cells)")]
    TooLarge {
        /// The shape.
        shape: Shape,
    },
    /// A streamed solution is neither one of all shortest ones nor of a given length.
    #[error(
        "all shortest solutions and a maximum length are for boards of up to {MAX_CELLS} cells, and this one is {shape}"
    )]
    NotStreamed {
        /// The shape.
        shape: Shape,
    },
}
