//! The puzzle itself: shapes, boards, goals, what counts as a move, whether a goal can be reached, and solutions.
//!
//! Nothing here knows how to search. A [`Problem`] is a start with a reachable goal, and a [`Solution`] has been
//! replayed: neither can be constructed otherwise.

mod board;
mod goal;
mod labels;
mod metric;
mod moves;
mod problem;
mod shape;
pub mod solvability;
mod symmetry;

pub(crate) use board::faults as board_faults;
pub use board::{Board, BoardError, BoardFault, IllegalMove, Tile};
pub use goal::Goal;
pub(crate) use labels::faults as label_faults;
pub use labels::{LabelError, LabelFault, Labels};
pub use metric::{Metric, Slide};
pub use moves::{Direction, Move, MoveSet};
pub use problem::{IntoGoal, Problem, ProblemError, Replay, ReplayError, Solution};
pub use shape::{Cell, Shape, ShapeError};
pub use symmetry::Symmetry;
