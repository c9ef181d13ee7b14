//! The help of options that several commands have: one text for each option, so that it means the same everywhere.
//!
//! A test walks all commands and compares the texts.

pub(crate) const ALGORITHM: &str = "Search algorithm; auto chooses one for the board";
pub(crate) const TRACED_ALGORITHM: &str = "Search algorithm; auto is A*";
pub(crate) const TRACED_HEURISTIC: &str = "Heuristic; auto is Manhattan distance";
pub(crate) const BOARD: &str = "Board, file with a board, or - for standard input";
pub(crate) const BOARDS: &str = "Boards, files with boards, or - for standard input";
pub(crate) const COMPACT: &str =
    "Write one word per slide, with counts: L U R2; tile numbers become clicks";
pub(crate) const COUNT: &str = "Number of boards";
pub(crate) const CSV: &str = "Write CSV: a line of column names, then one line per result";
pub(crate) const DEPTH: &str = "Go at most N moves deep";
pub(crate) const EFFORT: &str = "Generate at most N boards instead of setting a time limit; the result is the same on every machine";
pub(crate) const FORCE: &str = "Rebuild tables that already exist";
pub(crate) const GOAL: &str = "Goal to reach: last, first, snail, or a board [default: the goal in the input if it has one, else last]";
pub(crate) const GOAL_OF_SHAPE: &str =
    "Goal to reach: last, first, snail, or a board [default: last]";
pub(crate) const GROUPS: &str = "Groups of tiles with a pattern database each: sizes (6-6-3, 5-5-5), or lists of tiles, numbered as in the goal (1,2,3/4,5,6/7,8)";
pub(crate) const HEURISTIC: &str = "Heuristic; auto chooses the strongest for the board";
pub(crate) const HEURISTIC_COMMAND: &str =
    "Your own heuristic: a command that reads boards, one per line, and prints one number per line";
pub(crate) const ITERATIONS: &str =
    "Print the boards expanded and generated in each iteration of IDA*";
pub(crate) const JSON: &str = "Write JSON, one object per line";
pub(crate) const LIMIT: &str = "Fail if there are more than N boards";
pub(crate) const MAX_LENGTH: &str = "Reject solutions longer than N moves";
pub(crate) const MEMORY: &str = "Limit the memory of the search (500M, 2G)";
pub(crate) const METRIC: &str =
    "What counts as one move: stm, a single tile (the default); mtm, a whole line of tiles";
pub(crate) const MOVES: &str = "Moves, file with moves, or - for standard input";
pub(crate) const MOVES_AS: &str = "How to write moves: as directions of the tile (the default), directions of the blank, tile numbers, or clicks on tiles";
pub(crate) const MOVES_FROM: &str = "How to read moves: as directions of the tile, directions of the blank, tile numbers, or clicks on tiles [default: numbers if there are only numbers, else tile]";
pub(crate) const OPTIMAL_LENGTH: &str =
    "Generate boards whose shortest solutions have exactly N moves, on up to 16 cells";
pub(crate) const ORDER: &str = "Order in which moves are tried: the letters U, D, L and R";
pub(crate) const PLOT: &str = "Draw a histogram in the terminal";
#[cfg(feature = "cluster")]
pub(crate) const SCRATCH: &str =
    "Keep partitions in memory-mapped files in this directory, for jobs larger than memory";
pub(crate) const SEED: &str = "Seed for random choices";
pub(crate) const SHAPE: &str = "Shape of the board: 3x4 has 3 rows and 4 columns";
pub(crate) const SIZE: &str = "Side length of a square board [default: 4]";
pub(crate) const STATES: &str = "Print every board from the start to the goal";
pub(crate) const SVG: &str = "Write an SVG picture";
pub(crate) const TIME: &str =
    "Stop after this time (500ms, 10s, 2m, 1h) and report what is known so far";
pub(crate) const TO: &str = "Notation in which to write boards";
#[cfg(feature = "serve")]
pub(crate) const URL: &str =
    "The address under which others reach the page; the links that it copies begin with it";
pub(crate) const WEIGHT: &str = "Weight of weighted-astar: its solutions are at most this many times as long as the shortest [default: 2]";
