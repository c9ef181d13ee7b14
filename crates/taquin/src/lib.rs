//! The sliding-tile puzzle (8-, 15-, 24-puzzle, any rectangle).
//!
//! The modules stand in the order in which a puzzle flows through them; each uses only earlier ones:
//!
//! 1. [`shape`]: rectangles, cells, moves.
//! 2. [`board`]: one arrangement of numbered tiles. [`goal`]: the usual arrangements to reach.
//!    [`labels`]: arrangements of printing characters that may repeat.
//! 3. [`notation`]: text to boards and moves, and back.
//! 4. [`solvability`]: whether a goal can be reached, and the argument.
//! 5. [`problem`]: a start with a reachable goal; a solution that has been replayed. [`metric`]: what counts as one move.
//! 6. [`table`] and [`queue`]: containers of our own, which know nothing of puzzles.
//! 7. [`space`]: a problem as a graph. [`automaton`]: which sequences of moves repeat others. [`pdb`]: pattern databases.
//!    [`heuristic`]: lower bounds on the moves left. [`whole`]: the distance of every board of a small shape.
//!    [`census`]: how many boards are at each distance. [`multi`]: the fewest slides, when a line of tiles may move at once.
//! 8. [`search`]: ways to the goal. [`shortest`]: all the shortest of them. [`engine`]: the fast optimal search with
//!    pattern databases. [`large`]: some solution of any board, at once. [`solve`]: chooses.
//! 9. [`analyse`]: judges somebody's moves. [`audit`]: whether a heuristic keeps its promises. [`tree`]: boards within some
//!    moves. [`classic`]: the textbook's board and solver. [`generate`]: random boards by explicit seed,
//!    among all or at an exact distance.
//!
//! The library does no input or output and reads no clock; it starts threads only where it is asked for several.

#![forbid(unsafe_code)]

pub mod shape;

pub mod board;

pub mod goal;

pub mod labels;

pub mod notation;

pub mod solvability;

pub mod problem;

pub mod metric;

pub mod table;

pub mod queue;

pub mod space;

pub mod automaton;

pub mod pdb;

pub mod heuristic;

pub mod whole;

pub mod census;

pub mod multi;

pub mod search;

pub mod shortest;

pub mod engine;

pub mod large;

pub mod solve;

pub mod analyse;

pub mod audit;

pub mod tree;

pub mod classic;

pub mod generate;

/// The README's examples, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
