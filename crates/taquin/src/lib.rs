//! The sliding-tile puzzle (8-, 15-, 24-puzzle, any rectangle).
//!
//! The modules are in the order in which a puzzle flows through them; each uses only earlier ones:
//!
//! 0. [`support`]: bits, ranks, hashes and threads; it knows nothing of puzzles. [`names`]: how users spell algorithms,
//!    heuristics and metrics.
//! 1. [`puzzle`]: shapes, boards, goals, solvability, problems and solutions.
//! 2. [`notation`]: text to boards and moves, and back.
//! 3. [`containers`]: a hash table and a bucket queue that know nothing of puzzles.
//! 4. [`space`]: a problem as a graph. [`heuristic`]: lower bounds on the moves left. [`search`]: paths to the goal.
//! 5. [`pdb`]: pattern databases, and the fast optimal search over them. [`census`]: whole state spaces.
//!    [`slide_metric`]: the fewest slides, when a line of tiles may move at once. [`large`]: boards too large for
//!    shortest solutions.
//! 6. [`solve`]: chooses among all of these.
//! 7. [`tools`]: judging moves, auditing heuristics, generating boards, the textbook's board and solver.
//!
//! The library does no input or output and reads no clock. It starts threads only when asked for several.

#![forbid(unsafe_code)]

// A blank line between them keeps rustfmt from sorting them: the order is the flow, which a test enforces.

#[doc(hidden)]
pub mod support;

pub mod names;

pub mod puzzle;

pub mod notation;

#[doc(hidden)]
pub mod containers;

pub mod space;

pub mod heuristic;

pub mod search;

pub mod pdb;

pub mod census;

pub mod slide_metric;

pub mod large;

pub mod solve;

pub mod tools;

pub use pdb::{EngineProgress, Partition};
pub use puzzle::{
    Board, BoardError, BoardFault, Cell, Direction, Goal, IllegalMove, IntoGoal, LabelError,
    LabelFault, Labels, Metric, Move, MoveSet, Problem, ProblemError, Replay, ReplayError, Shape,
    ShapeError, Slide, Solution, Tile, solvability,
};
pub use search::{Stats, Weight};
pub use solve::{
    Algorithm, AllShortest, Answer, BoardEstimator, Guarantee, HeuristicKind, OptionsError, Report,
    Search, SearchObserver, SearchOptions, Step, Stream, TableSize, Tables, Tick, VisitedBoard,
};
pub use space::MoveOrder;

/// The README's examples, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
