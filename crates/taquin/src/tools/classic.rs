//! The 8-puzzle as a textbook presents it: [`ClassicBoard`] and [`Solver`] of the course that goes with Sedgewick & Wayne,
//! *Algorithms*, 4th edition.
//!
//! ```
//! use taquin::tools::classic::{ClassicBoard, Solver};
//! let initial = ClassicBoard::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
//! assert_eq!(initial.dimension(), 3);
//! assert_eq!((initial.hamming(), initial.manhattan()), (4, 4));
//! assert_eq!(initial.to_string(), "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n");
//! assert_eq!(initial.neighbors().count(), 2);
//!
//! let solver = Solver::new(&initial);
//! assert!(solver.is_solvable());
//! assert_eq!(solver.moves(), Some(4));
//! for board in solver.solution().unwrap_or_default() {
//!     println!("{board}");
//! }
//! assert!(!Solver::new(&initial.twin()).is_solvable());
//! # Ok::<(), taquin::tools::classic::RowsError>(())
//! ```
//!
//! It is meant to be read and compared with other programs, not to be fast: a board is an object, duplicate states are
//! not detected, and memory grows with every node. For hard boards use [`search`](crate::search).

use crate::containers::BucketQueue;
use crate::notation::{self, Dialect};
use crate::puzzle::{self, BoardError, Goal, Shape, ShapeError, Tile, solvability};
use std::fmt;

/// An n × n board, at least 2 × 2. Its goal has the blank last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClassicBoard(puzzle::Board);

/// Why rows are not a valid board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowsError {
    /// Fewer than two rows.
    #[error("a board has at least 2 rows, found {rows}")]
    TooFewRows {
        /// The number of rows.
        rows: usize,
    },
    /// A row whose length is not the number of rows.
    #[error("row {row} has {found} tiles where a board of {rows} rows has {rows}")]
    NotSquare {
        /// The number of the row, from 1.
        row: usize,
        /// The number of its tiles.
        found: usize,
        /// The number of rows.
        rows: usize,
    },
    /// Too many cells.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Tiles that are missing, repeated or out of range.
    #[error(transparent)]
    Tiles(#[from] BoardError),
}

impl ClassicBoard {
    /// A board from its rows; 0 is the blank.
    pub fn new<Row: AsRef<[u32]>>(rows: &[Row]) -> Result<ClassicBoard, RowsError> {
        let side = rows.len();
        if side < 2 {
            return Err(RowsError::TooFewRows { rows: side });
        }
        let lengths = rows.iter().map(|row| row.as_ref().len());
        if let Some((row, found)) = (1..).zip(lengths).find(|&(_, found)| found != side) {
            let rows = side;
            return Err(RowsError::NotSquare { row, found, rows });
        }
        let shape = Shape::square(u32::try_from(side).unwrap_or(u32::MAX))?;
        let tiles = rows.iter().flat_map(|row| row.as_ref());
        let tiles = tiles.copied().map(Tile::new).collect();
        Ok(ClassicBoard(puzzle::Board::new(shape, tiles)?))
    }

    /// The n of n × n.
    pub const fn dimension(&self) -> u32 {
        self.0.shape().rows()
    }

    /// The tile in this row and column, both counted from 0; the blank is 0.
    pub fn tile_at(&self, row: u32, col: u32) -> Option<u32> {
        let cell = self.0.shape().cell(row, col)?;
        Some(self.0.tile(cell).number())
    }

    /// The number of tiles that are not at their goal cells.
    pub fn hamming(&self) -> u32 {
        self.distances().map(|steps| steps.min(1)).sum()
    }

    /// The sum of the tiles' distances to their goal cells, along rows and columns.
    pub fn manhattan(&self) -> u32 {
        self.distances().sum()
    }

    /// The distance of each tile to its goal cell. Tile 1 belongs in the first cell.
    fn distances(&self) -> impl Iterator<Item = u32> {
        let shape = self.0.shape();
        let tiles = shape.cells().zip(self.0.tiles());
        tiles.filter_map(move |(cell, tile)| {
            let home = shape.at(tile.number().checked_sub(1)? as usize)?;
            Some(shape.distance(cell, home))
        })
    }

    /// Whether every tile is at its goal cell.
    pub fn is_goal(&self) -> bool {
        self.hamming() == 0
    }

    /// The boards one move away.
    pub fn neighbors(&self) -> impl Iterator<Item = ClassicBoard> {
        self.0.moves().iter().map(|m| {
            let mut neighbor = self.0.clone();
            neighbor.play_unchecked(m);
            ClassicBoard(neighbor)
        })
    }

    /// The board with its first two tiles in reading order swapped: solvable exactly if this one is not.
    pub fn twin(&self) -> ClassicBoard {
        ClassicBoard(solvability::twin(&self.0).expect("a board from 2 × 2 on has three tiles"))
    }
}

/// As the course's `toString`: the dimension, then each tile in two columns and a space.
impl fmt::Display for ClassicBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::write_layout(&self.0, Dialect::Princeton).map_err(|_| fmt::Error)?)
    }
}

/// How a solver detects that a board cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// By search alone: A* on the board and on its twin, exactly one of which ends.
    Lockstep,
    /// By the parity of the permutation, before the search.
    Parity,
}

/// A shortest solution of a board, or the result that there is none.
#[derive(Clone, Debug)]
pub struct Solver {
    solution: Option<Vec<ClassicBoard>>,
}

impl Solver {
    /// Solves a board as the course requires, in lockstep with its twin.
    pub fn new(initial: &ClassicBoard) -> Solver {
        Solver::with(initial, Check::Lockstep)
    }

    /// Solves a board, with a choice of how unsolvable ones are detected.
    pub fn with(initial: &ClassicBoard, check: Check) -> Solver {
        let solver = Solver::until(initial, check, &|| false);
        solver.expect("nothing stops it")
    }

    /// The same, until `stop` returns true; it is asked before every expansion. `None` if it was stopped.
    pub fn until(initial: &ClassicBoard, check: Check, stop: &dyn Fn() -> bool) -> Option<Solver> {
        let goal = Goal::Last.board(initial.0.shape());
        let mut search = Search::default();
        match check {
            Check::Parity if solvability::reachable(&initial.0, &goal) != Ok(true) => {
                return Some(Solver { solution: None });
            }
            Check::Parity => {}
            Check::Lockstep => search.enqueue(initial.twin(), Origin::Twin, None),
        }
        search.enqueue(initial.clone(), Origin::Initial, None);
        let solution = search.run(stop)?;
        Some(Solver { solution })
    }

    /// Whether the board can be solved.
    pub const fn is_solvable(&self) -> bool {
        self.solution.is_some()
    }

    /// The moves of a shortest solution; `None` (the course's -1) if there is none.
    pub fn moves(&self) -> Option<usize> {
        self.solution().map(|boards| boards.len() - 1)
    }

    /// The boards of a shortest solution, from the initial one to the goal.
    pub fn solution(&self) -> Option<&[ClassicBoard]> {
        self.solution.as_deref()
    }
}

/// The board that a search node descends from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Initial,
    Twin,
}

/// A board with the path to it and its distance, which is computed only once.
#[derive(Debug)]
struct Node {
    board: ClassicBoard,
    origin: Origin,
    previous: Option<usize>,
    moves: u32,
    manhattan: u32,
}

/// A* on one board or on two at the same time: one queue serves both, so their priorities decide which is expanded.
#[derive(Debug, Default)]
struct Search {
    nodes: Vec<Node>,
    /// Numbers of nodes by moves + Manhattan distance; among equals, those with more moves first.
    open: BucketQueue<usize>,
}

impl Search {
    /// The boards from the initial one to the goal, none if the twin reaches its goal first; `None` if it was stopped.
    fn run(mut self, stop: &dyn Fn() -> bool) -> Option<Option<Vec<ClassicBoard>>> {
        while let Some((_, _, number)) = self.open.pop() {
            if stop() {
                return None;
            }
            let node = &self.nodes[number];
            if node.manhattan == 0 {
                let is_initial = node.origin == Origin::Initial;
                return Some(is_initial.then(|| self.path_to(number)));
            }
            self.expand(number);
        }
        Some(None)
    }

    /// Enqueues the neighbors, but not the board from which this one came (the course's critical optimisation).
    fn expand(&mut self, number: usize) {
        let node = &self.nodes[number];
        let origin = node.origin;
        let before = node.previous.map(|previous| &self.nodes[previous].board);
        let neighbors = node.board.neighbors();
        let new: Vec<ClassicBoard> = neighbors.filter(|board| Some(board) != before).collect();
        for board in new {
            self.enqueue(board, origin, Some(number));
        }
    }

    fn enqueue(&mut self, board: ClassicBoard, origin: Origin, previous: Option<usize>) {
        let node = Node {
            moves: previous.map_or(0, |number| self.nodes[number].moves + 1),
            manhattan: board.manhattan(),
            board,
            origin,
            previous,
        };
        let priority = node.moves + node.manhattan;
        self.open.push(priority, node.moves, self.nodes.len());
        self.nodes.push(node);
    }

    fn path_to(&self, number: usize) -> Vec<ClassicBoard> {
        let back = std::iter::successors(Some(number), |&number| self.nodes[number].previous);
        let mut boards: Vec<ClassicBoard> = back
            .map(|number| self.nodes[number].board.clone())
            .collect();
        boards.reverse();
        boards
    }
}
