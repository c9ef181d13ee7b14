//! A part of a board.

use super::lattice::Lattice;

/// A rectangle of cells, including its last row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) top: usize,
    pub(super) left: usize,
    pub(super) bottom: usize,
    pub(super) right: usize,
}

impl Window {
    pub(super) fn around(lattice: &Lattice, cells: &[usize]) -> Window {
        let rows = || cells.iter().map(|&cell| lattice.row(cell));
        let cols = || cells.iter().map(|&cell| lattice.col(cell));
        Window {
            top: rows().min().unwrap_or(0),
            left: cols().min().unwrap_or(0),
            bottom: rows().max().unwrap_or(0),
            right: cols().max().unwrap_or(0),
        }
    }

    pub(super) fn widened(self, lattice: &Lattice, margin: usize) -> Window {
        Window {
            top: self.top.saturating_sub(margin),
            left: self.left.saturating_sub(margin),
            bottom: (self.bottom + margin).min(lattice.rows() - 1),
            right: (self.right + margin).min(lattice.cols() - 1),
        }
    }

    pub(super) fn with(self, other: Window) -> Window {
        Window {
            top: self.top.min(other.top),
            left: self.left.min(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.max(other.right),
        }
    }

    /// Extended by some cells towards another cell.
    pub(super) fn towards(self, other: Window, by: usize) -> Window {
        Window {
            top: self.top.saturating_sub(by).max(other.top).min(self.top),
            left: self.left.saturating_sub(by).max(other.left).min(self.left),
            bottom: (self.bottom + by).min(other.bottom).max(self.bottom),
            right: (self.right + by).min(other.right).max(self.right),
        }
    }

    pub(super) const fn rows(self) -> usize {
        self.bottom - self.top + 1
    }

    pub(super) const fn cols(self) -> usize {
        self.right - self.left + 1
    }

    /// Whether a cell is in it.
    pub(super) fn holds(self, lattice: &Lattice, cell: usize) -> bool {
        (self.top..=self.bottom).contains(&lattice.row(cell))
            && (self.left..=self.right).contains(&lattice.col(cell))
    }

    /// Steps from a cell to the nearest cell of the window.
    pub(super) fn distance(self, lattice: &Lattice, cell: usize) -> usize {
        lattice.distance(cell, self.nearest(lattice, cell))
    }

    pub(super) fn nearest(self, lattice: &Lattice, cell: usize) -> usize {
        let row = lattice.row(cell).clamp(self.top, self.bottom);
        let col = lattice.col(cell).clamp(self.left, self.right);
        row * lattice.cols() + col
    }

    /// Its cells in reading order.
    pub(super) fn cells(self, lattice: &Lattice) -> impl Iterator<Item = usize> {
        let cols = lattice.cols();
        (self.top..=self.bottom)
            .flat_map(move |row| (self.left..=self.right).map(move |col| row * cols + col))
    }
}
