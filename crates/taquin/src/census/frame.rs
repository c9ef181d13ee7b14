//! Boards that are transposed if they are taller than wide.

use crate::puzzle::{Board, Cell, Shape, Symmetry, Tile};

/// A goal, and how its boards are transposed so that they are at least as wide as high.
#[derive(Debug)]
pub(super) struct Frame {
    goal: Board,
    shape: Shape,
    blank: Cell,
    /// From the frame's shape to the goal's. It is its own inverse.
    symmetry: Symmetry,
}

/// The symmetry after which a shape is at least as wide as high.
pub(super) fn lying(shape: Shape) -> Symmetry {
    if shape.rows() > shape.cols() {
        Symmetry::TRANSPOSE
    } else {
        Symmetry::IDENTITY
    }
}

impl Frame {
    pub(super) fn new(goal: &Board) -> Frame {
        let symmetry = lying(goal.shape());
        Frame {
            goal: goal.clone(),
            shape: symmetry.shape(goal.shape()),
            blank: symmetry.cell(goal.shape(), goal.blank()),
            symmetry,
        }
    }

    /// The shape of the frame.
    pub(super) const fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's goal cell.
    pub(super) const fn blank(&self) -> Cell {
        self.blank
    }

    /// The board, in the goal's shape, with these homes in the cells of the frame.
    pub(super) fn board(&self, homes: &[usize]) -> Board {
        let outer = |cell| self.symmetry.cell(self.shape, cell);
        let mut tiles = vec![Tile::BLANK; homes.len()];
        for (cell, &home) in self.shape.cells().zip(homes) {
            let home = self.shape.at(home).expect("a home is a cell");
            tiles[outer(cell).index()] = self.goal.tile(outer(home));
        }
        Board::new(self.goal.shape(), tiles).expect("every home has its tile")
    }
}
