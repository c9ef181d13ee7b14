//! The cells of a shape with their rows and columns at hand, for boards of up to 65,536 cells.

use crate::shape::{Move, Shape};

/// A shape, for hot loops: no division finds a cell's row.
#[derive(Debug)]
pub(super) struct Lattice {
    shape: Shape,
    /// Row and column of every cell.
    spots: Vec<(u16, u16)>,
    /// How far the blank goes with each of [`Move::ALL`].
    strides: [isize; 4],
}

/// The cells are numbered in 16 bits.
pub(super) const MAX_CELLS: usize = 1 << 16;

impl Lattice {
    pub(super) fn new(shape: Shape) -> Lattice {
        debug_assert!(shape.area() <= MAX_CELLS, "{shape} has too many cells");
        let spot = |cell| (shape.row(cell) as u16, shape.col(cell) as u16);
        let cols = shape.cols() as isize;
        Lattice {
            shape,
            spots: shape.cells().map(spot).collect(),
            // A tile that moves up leaves the blank below.
            strides: [cols, -cols, 1, -1],
        }
    }

    pub(super) const fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) const fn rows(&self) -> usize {
        self.shape.rows() as usize
    }

    pub(super) const fn cols(&self) -> usize {
        self.shape.cols() as usize
    }

    #[inline(always)]
    pub(super) fn row(&self, cell: usize) -> usize {
        usize::from(self.spots[cell].0)
    }

    #[inline(always)]
    pub(super) fn col(&self, cell: usize) -> usize {
        usize::from(self.spots[cell].1)
    }

    /// Steps between two cells.
    #[inline(always)]
    pub(super) fn distance(&self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }

    /// Where the blank goes from `blank` when a tile makes the move; it must be possible.
    #[inline(always)]
    pub(super) const fn next(&self, blank: usize, m: Move) -> usize {
        blank.wrapping_add_signed(self.strides[m.index()])
    }

    /// Whether the move is possible.
    #[inline(always)]
    pub(super) fn allows(&self, blank: usize, m: Move) -> bool {
        match m {
            Move::Up => self.row(blank) + 1 < self.rows(),
            Move::Down => self.row(blank) > 0,
            Move::Left => self.col(blank) + 1 < self.cols(),
            Move::Right => self.col(blank) > 0,
        }
    }
}
