//! The textbook's way to notice that a board is unsolvable without arithmetic: A* on the board and on its twin in lockstep.
//!
//! The twin is the board with two tiles swapped. Exactly one of the two is solvable, so exactly one search ends. This is
//! the search of the course that goes with Sedgewick & Wayne, *Algorithms*, 4th edition, for any goal: the priority is the
//! moves made plus the Manhattan distance, and the only board that is not enqueued again is the one that a board came
//! from. It is meant to be watched, and its memory grows with every board.
//!
//! ```
//! use taquin::tools::lockstep::{Lockstep, LockstepSide};
//! use taquin::{Board, Goal};
//! let board: Board = "1 2 3/4 5 6/8 7 0".parse()?;
//! let goal = Goal::Last.board(board.shape());
//! let mut search = Lockstep::new(&board, &goal).expect("3×3 boards have twins");
//! let winner = loop {
//!     if search.step(LockstepSide::Board).is_some() {
//!         break LockstepSide::Board;
//!     }
//!     if search.step(LockstepSide::Twin).is_some() {
//!         break LockstepSide::Twin;
//!     }
//! };
//! assert_eq!(winner, LockstepSide::Twin);
//! # Ok::<(), taquin::notation::ReadErrors>(())
//! ```

use crate::puzzle::solvability::twin;
use crate::puzzle::{Board, Cell, Move};
use crate::solve::VisitedBoard;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// One of the two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockstepSide {
    /// The search of the board itself.
    Board,
    /// The search of its twin.
    Twin,
}

/// The two searches.
#[derive(Clone, Debug)]
pub struct Lockstep {
    board: Side,
    twin: Side,
}

/// A board in a queue.
#[derive(Clone, Debug)]
pub struct Enqueued {
    /// The board and how it was reached.
    pub seen: VisitedBoard,
    /// The number of boards enqueued before it.
    pub arrival: usize,
}

impl Enqueued {
    /// The moves made plus the Manhattan distance.
    pub const fn priority(&self) -> u32 {
        self.seen.g + self.seen.h
    }
}

impl Lockstep {
    /// Both searches, with the board and its twin enqueued. `None` for shapes with a single row or column, where the twin
    /// may be as unsolvable as the board.
    ///
    /// # Panics
    ///
    /// If the goal has another shape.
    pub fn new(board: &Board, goal: &Board) -> Option<Lockstep> {
        assert_eq!(board.shape(), goal.shape(), "a board has its goal's shape");
        let twin = twin(board).filter(|_| !board.shape().is_line())?;
        Some(Lockstep {
            board: Side::new(board.clone(), goal),
            twin: Side::new(twin, goal),
        })
    }

    /// Dequeues a board of one search and enqueues its neighbours. The moves of a shortest solution if it is the goal.
    pub fn step(&mut self, side: LockstepSide) -> Option<Vec<Move>> {
        match side {
            LockstepSide::Board => self.board.step(),
            LockstepSide::Twin => self.twin.step(),
        }
    }

    /// The boards in the queue of one search, the one that is dequeued next first.
    pub fn queue(&self, side: LockstepSide) -> impl ExactSizeIterator<Item = &Enqueued> {
        let side = self.side(side);
        side.open.iter().map(|entry| &side.nodes[entry.3].waiting)
    }

    /// How many boards one search has enqueued.
    pub const fn enqueued(&self, side: LockstepSide) -> usize {
        self.side(side).nodes.len()
    }

    /// How many boards one search has dequeued.
    pub fn dequeued(&self, side: LockstepSide) -> usize {
        let side = self.side(side);
        side.nodes.len() - side.open.len()
    }

    const fn side(&self, side: LockstepSide) -> &Side {
        match side {
            LockstepSide::Board => &self.board,
            LockstepSide::Twin => &self.twin,
        }
    }
}

#[derive(Clone, Debug)]
struct Node {
    waiting: Enqueued,
    previous: Option<usize>,
}

/// Priority, more moves first, the newest first, and the number of the node.
type Entry = (u32, Reverse<u32>, Reverse<usize>, usize);

#[derive(Clone, Debug)]
struct Side {
    /// Where each tile belongs, by its number.
    homes: Vec<Cell>,
    nodes: Vec<Node>,
    open: BTreeSet<Entry>,
}

impl Side {
    fn new(board: Board, goal: &Board) -> Side {
        let mut side = Side {
            homes: goal.places(),
            nodes: Vec::new(),
            open: BTreeSet::new(),
        };
        side.enqueue(board, None, None);
        side
    }

    fn step(&mut self) -> Option<Vec<Move>> {
        let (.., number) = self.open.pop_first()?;
        let seen = &self.nodes[number].waiting.seen;
        if seen.h == 0 {
            return Some(self.moves_to(number));
        }
        let (board, last) = (seen.board.clone(), seen.last);
        for m in board.moves().iter() {
            if Some(m.opposite()) != last {
                let mut next = board.clone();
                next.play_unchecked(m);
                self.enqueue(next, Some(m), Some(number));
            }
        }
        None
    }

    fn enqueue(&mut self, board: Board, last: Option<Move>, previous: Option<usize>) {
        let arrival = self.nodes.len();
        let g = previous.map_or(0, |previous| self.nodes[previous].waiting.seen.g + 1);
        let h = self.manhattan(&board);
        self.open
            .insert((g + h, Reverse(g), Reverse(arrival), arrival));
        let seen = VisitedBoard { board, last, g, h };
        self.nodes.push(Node {
            waiting: Enqueued { seen, arrival },
            previous,
        });
    }

    fn manhattan(&self, board: &Board) -> u32 {
        let shape = board.shape();
        let tiles = shape.cells().zip(board.tiles());
        let tiles = tiles.filter(|(_, tile)| !tile.is_blank());
        tiles
            .map(|(cell, tile)| shape.distance(cell, self.homes[tile.number() as usize]))
            .sum()
    }

    fn moves_to(&self, number: usize) -> Vec<Move> {
        let back = std::iter::successors(Some(number), |&number| self.nodes[number].previous);
        let mut moves: Vec<Move> = back
            .filter_map(|number| self.nodes[number].waiting.seen.last)
            .collect();
        moves.reverse();
        moves
    }
}
