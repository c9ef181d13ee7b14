//! Boards that lie on their side: at least as wide as high.

use crate::puzzle::{Board, Cell, Shape, Tile};

/// A goal, and how boards for it are turned so that they are at least as wide as high.
#[derive(Debug)]
pub(super) struct Frame {
    goal: Board,
    shape: Shape,
    blank: Cell,
    /// Rows and columns are exchanged.
    is_turned: bool,
}

impl Frame {
    pub(super) fn new(goal: &Board) -> Frame {
        let outer = goal.shape();
        let is_turned = outer.rows() > outer.cols();
        let mut frame = Frame {
            goal: goal.clone(),
            shape: outer,
            blank: goal.blank(),
            is_turned,
        };
        if is_turned {
            frame.shape = Shape::new(outer.cols(), outer.rows()).expect("it has as many cells");
            let inner = frame.shape.cells();
            let blank = inner
                .into_iter()
                .find(|&cell| frame.outer(cell) == goal.blank());
            frame.blank = blank.expect("every cell has its place");
        }
        frame
    }

    /// The shape as it lies.
    pub(super) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Where the blank belongs.
    pub(super) const fn blank(&self) -> Cell {
        self.blank
    }

    /// The board with these homes in its cells, as it stands.
    pub(super) fn board(&self, homes: &[usize]) -> Board {
        let mut tiles = vec![Tile::BLANK; homes.len()];
        for (cell, &home) in self.shape.cells().zip(homes) {
            let home = self.shape.at(home).expect("a home is a cell");
            tiles[self.outer(cell).index()] = self.goal.tile(self.outer(home));
        }
        Board::new(self.goal.shape(), tiles).expect("every home has its tile")
    }

    /// The cell of the board as it stands.
    fn outer(&self, inner: Cell) -> Cell {
        let (row, col) = (self.shape.row(inner), self.shape.col(inner));
        let (row, col) = if self.is_turned {
            (col, row)
        } else {
            (row, col)
        };
        let cell = self.goal.shape().cell(row, col);
        cell.expect("rows and columns are exchanged")
    }
}
