//! Boards rotated and reflected so that the shape is at least as wide as high and the blank's goal cell lies in its
//! upper left quarter.
//!
//! Goals that differ by a symmetry share tables this way, and patterns need to be chosen for few goal cells only.

use crate::puzzle::{Board, Cell, Move, Problem, Shape, Symmetry};

use super::tracks::Axis;

/// A shape and the blank's goal cell, after the symmetry is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) home: usize,
}

impl Frame {
    /// For each cell of a shape, its image under the symmetry.
    pub(super) fn new(shape: Shape, home: Cell) -> (Frame, Vec<usize>) {
        let mut symmetry = Symmetry::IDENTITY;
        if 2 * shape.row(home) >= shape.rows() {
            symmetry = symmetry.then(Symmetry::FLIP_ROWS);
        }
        if 2 * shape.col(home) >= shape.cols() {
            symmetry = symmetry.then(Symmetry::FLIP_COLS);
        }
        let upper_left = symmetry.cell(shape, home);
        let is_below_diagonal = shape.row(upper_left) > shape.col(upper_left);
        if shape.rows() > shape.cols() || shape.is_square() && is_below_diagonal {
            symmetry = symmetry.then(Symmetry::TRANSPOSE);
        }
        let place = |cell| symmetry.cell(shape, cell).index();
        let turned = symmetry.shape(shape);
        let frame = Frame {
            rows: turned.rows() as usize,
            cols: turned.cols() as usize,
            home: place(home),
        };
        (frame, shape.cells().map(place).collect())
    }

    /// Whether the frame is symmetric under exchange of rows and columns.
    pub(super) const fn is_symmetric(&self) -> bool {
        self.rows == self.cols && self.home / self.cols == self.home % self.cols
    }

    /// A cell with row and column exchanged.
    pub(super) const fn mirrored(&self, cell: usize) -> usize {
        cell % self.cols * self.rows + cell / self.cols
    }

    /// The place of a cell along an axis.
    pub(super) const fn place(&self, axis: Axis, cell: usize) -> usize {
        match axis {
            Axis::Row => cell % self.cols,
            Axis::Column => cell / self.cols,
        }
    }

    /// The cell at another place along an axis.
    const fn at(&self, axis: Axis, cell: usize, place: usize) -> usize {
        match axis {
            Axis::Row => cell / self.cols * self.cols + place,
            Axis::Column => place * self.cols + cell % self.cols,
        }
    }
}

/// The start of a problem in a frame. Tiles are identified by their goal cells.
pub(super) struct Start<'a> {
    problem: &'a Problem,
    frame: &'a Frame,
    /// For each cell of the frame, the cell of the board.
    cells: Vec<Cell>,
    pub(super) blank: usize,
    /// For each goal cell, the cell where its tile is.
    pub(super) places: Vec<usize>,
}

impl<'a> Start<'a> {
    /// The start; `None` if the problem's goal does not belong to the frame.
    pub(super) fn new(problem: &'a Problem, frame: &'a Frame) -> Option<Start<'a>> {
        let goal = problem.goal();
        let (own_frame, turned) = Frame::new(goal.shape(), goal.blank());
        if own_frame != *frame {
            return None;
        }
        let mut cells = vec![goal.blank(); turned.len()];
        for (cell, &place) in goal.shape().cells().zip(&turned) {
            cells[place] = cell;
        }
        let mut places = vec![0; turned.len()];
        for (home, place) in goal.places().into_iter().zip(problem.start().places()) {
            places[turned[home.index()]] = turned[place.index()];
        }
        Some(Start {
            problem,
            frame,
            cells,
            blank: places[frame.home],
            places,
        })
    }

    /// The moves of the slides that take the blank to these positions, along one axis first and then alternating.
    pub(super) fn moves(&self, first: Axis, path: &[u8]) -> Vec<Move> {
        let shape = self.problem.start().shape();
        let (mut axis, mut blank) = (first, self.blank);
        let mut moves = Vec::new();
        for &place in path {
            let next = self.frame.at(axis, blank, place.into());
            let (mut from, to) = (self.cells[blank], self.cells[next]);
            while from != to {
                let nearer = |m: &Move| {
                    shape.distance(shape.source_unchecked(from, *m), to) < shape.distance(from, to)
                };
                let m = shape
                    .moves(from)
                    .iter()
                    .find(nearer)
                    .expect("two cells of a line are joined by moves");
                from = shape.source_unchecked(from, m);
                moves.push(m);
            }
            (axis, blank) = (axis.other(), next);
        }
        moves
    }

    /// Whether the slides lead to the goal.
    pub(super) fn reaches_goal(&self, first: Axis, path: &[u8]) -> bool {
        let mut board: Board = self.problem.start().clone();
        for m in self.moves(first, path) {
            board.play_unchecked(m);
        }
        board == *self.problem.goal()
    }
}
