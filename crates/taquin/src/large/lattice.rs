//! Shapes and boards for the searches of large boards of up to 65,536 cells, with the row and column of each cell.

use crate::puzzle::{Move, Shape};

/// A shape for hot loops: finding a cell's row needs no division.
#[derive(Debug)]
pub(super) struct Lattice {
    shape: Shape,
    /// Row and column of every cell.
    spots: Vec<(u16, u16)>,
    /// The blank's offset for each of [`Move::ALL`].
    strides: [isize; 4],
}

/// Larger boards have solutions too long to keep, and cells that cannot be numbered in 16 bits.
pub const MAX_SHORTEN_CELLS: usize = 1 << 16;

/// The end of the path from which a search starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Start,
    Goal,
}

impl Lattice {
    pub(super) fn new(shape: Shape) -> Lattice {
        assert!(
            shape.area() <= MAX_SHORTEN_CELLS,
            "{shape} has too many cells"
        );
        let spot = |cell| (shape.row(cell) as u16, shape.col(cell) as u16);
        Lattice {
            shape,
            spots: shape.cells().map(spot).collect(),
            strides: shape.blank_offsets().map(|offset| offset as isize),
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

    /// The number of steps between two cells.
    #[inline(always)]
    pub(super) fn distance(&self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }

    /// The blank's cell after a move, which must be possible.
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

/// A board as the searches see it: the home of the tile at each cell, and where the blank is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) tiles: Vec<u16>,
    pub(super) blank: usize,
}

impl Position {
    /// The inverse problem: from the solved position to this one, with the tiles renamed.
    fn reversed(&self) -> Position {
        let mut tiles = vec![0; self.tiles.len()];
        for (cell, &home) in self.tiles.iter().enumerate() {
            tiles[usize::from(home)] = cell as u16;
        }
        Position {
            tiles,
            blank: usize::from(self.tiles[self.blank]),
        }
    }

    /// Where a search from one end begins.
    pub(super) fn from(&self, end: End) -> Position {
        match end {
            End::Start => self.clone(),
            End::Goal => self.reversed(),
        }
    }

    /// Makes moves, which must be possible.
    pub(super) fn play(&mut self, lattice: &Lattice, moves: &[Move]) {
        for &m in moves {
            let next = lattice.next(self.blank, m);
            self.tiles.swap(self.blank, next);
            self.blank = next;
        }
    }

    /// The problem of moving from here to a later position: each tile is identified by its cell there.
    pub(super) fn towards(&self, later: &Position) -> Position {
        let mut places = vec![0; later.tiles.len()];
        for (cell, &tile) in later.tiles.iter().enumerate() {
            places[usize::from(tile)] = cell as u16;
        }
        let tiles = self.tiles.iter().map(|&tile| places[usize::from(tile)]);
        Position {
            tiles: tiles.collect(),
            blank: self.blank,
        }
    }
}

impl End {
    /// The moves that a search from this end found, from the start to the goal.
    pub(super) fn forward(self, mut moves: Vec<Move>) -> Vec<Move> {
        if self == End::Goal {
            Move::turn_round(&mut moves);
        }
        moves
    }
}

/// What a tile at a cell adds to the hash of its board.
#[inline(always)]
pub(super) fn tile_key(tile: usize, cell: usize) -> u64 {
    let mixed = ((tile as u64) << 16 | cell as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}
