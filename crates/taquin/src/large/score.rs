//! How far a board looks from its goal: what the beam ranks boards by. Not a lower bound.
//!
//! A board's score is the sum of three things, all kept up to date move by move:
//!
//! 1. Each tile's distance to its home, to a power above one: tiles far from home go first, and none is left behind.
//! 2. Reversed pairs: two tiles in the row, or column, where both belong, the wrong way round. Only pairs a few cells
//!    apart count where lines are long; others have room to sort themselves out.
//! 3. Rings: tiles that all lie on the home of the next one, round in a circle. Their distances are small, yet it takes
//!    long to turn a ring by one. Without this a search ends in a board with two rings of four tiles, time and again.

use super::lattice::Lattice;

/// What the distance of one step counts.
const UNIT: f64 = 16.0;

/// How the distances by rows and by columns are put together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Norm {
    /// (rows + columns)^p.
    Sum,
    /// rows^p + columns^p.
    Axes,
}

/// What counts how much, in steps of one tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weights {
    pub(super) norm: Norm,
    /// The power of the distances.
    pub(super) power: f64,
    /// A reversed pair.
    pub(super) pair: f64,
    /// A ring.
    pub(super) ring: f64,
}

/// The rule by which boards of one shape are scored.
#[derive(Debug)]
pub(super) struct Score<'a> {
    lattice: &'a Lattice,
    /// By rows apart times columns, plus columns apart.
    distances: Vec<i32>,
    pair: i64,
    ring: i64,
    /// Pairs farther apart do not count.
    reach: usize,
}

/// Pairs in lines up to this long count however far apart they are.
const SHORT_LINE: usize = 12;

/// In longer lines pairs count up to so many cells apart.
const REACH: usize = 3;

/// Longer rings are not looked for.
const LONGEST_RING: usize = 12;

impl<'a> Score<'a> {
    pub(super) fn new(lattice: &'a Lattice, weights: Weights) -> Score<'a> {
        let power = |steps: usize| UNIT * (steps as f64).powf(weights.power);
        let distance = |rows: usize, cols: usize| match weights.norm {
            Norm::Sum => power(rows + cols),
            Norm::Axes => power(rows) + power(cols),
        };
        let (rows, cols) = (lattice.rows(), lattice.cols());
        let distances = (0..rows)
            .flat_map(|row| (0..cols).map(move |col| distance(row, col).round() as i32))
            .collect();
        let side = rows.max(cols);
        Score {
            lattice,
            distances,
            pair: (UNIT * weights.pair) as i64,
            ring: (UNIT * weights.ring) as i64,
            reach: if side > SHORT_LINE { REACH } else { side },
        }
    }

    pub(super) const fn lattice(&self) -> &'a Lattice {
        self.lattice
    }

    /// The score of some steps of distance.
    pub(super) const fn of_steps(steps: f64) -> f64 {
        UNIT * steps
    }

    /// The score from scratch.
    pub(super) fn of(&self, tiles: &[u16], blank: usize) -> i64 {
        let places = || (0..tiles.len()).filter(|&cell| cell != blank);
        let tile = |cell: usize| usize::from(tiles[cell]);
        let distances: i64 = places().map(|cell| self.distance(tile(cell), cell)).sum();
        let both_ways = |cell| {
            self.row_pairs(tiles, tile(cell), cell, blank)
                + self.col_pairs(tiles, tile(cell), cell, blank)
        };
        let pairs: i64 = places().map(both_ways).sum();
        // A ring is counted at its smallest cell.
        let ring_begins = |&cell: &usize| {
            let ring = self.ring(tiles, tile(cell), cell, blank);
            ring.is_some_and(|smallest| smallest == cell)
        };
        let rings = places().filter(ring_begins).count() as i64;
        distances + self.pair * pairs / 2 + self.ring * rings
    }

    /// By how much the score rises when `tile` moves from one cell to the next, which is empty.
    #[inline(always)]
    pub(super) fn change(&self, tiles: &[u16], tile: usize, from: usize, to: usize) -> i64 {
        let lattice = self.lattice;
        let mut change = self.distance(tile, to) - self.distance(tile, from);
        // Along its own line a tile passes no other, but it may come within reach of one.
        let is_upright = lattice.col(from) == lattice.col(to);
        if is_upright || self.reach < lattice.cols() {
            change += self.pair
                * (self.row_pairs(tiles, tile, to, from) - self.row_pairs(tiles, tile, from, to));
        }
        if !is_upright || self.reach < lattice.rows() {
            change += self.pair
                * (self.col_pairs(tiles, tile, to, from) - self.col_pairs(tiles, tile, from, to));
        }
        if lattice.distance(tile, from) == 1 && self.ring(tiles, tile, from, to).is_some() {
            change -= self.ring;
        }
        if lattice.distance(tile, to) == 1 && self.ring(tiles, tile, to, from).is_some() {
            change += self.ring;
        }
        change
    }

    #[inline(always)]
    fn distance(&self, tile: usize, cell: usize) -> i64 {
        let lattice = self.lattice;
        let rows = lattice.row(tile).abs_diff(lattice.row(cell));
        let cols = lattice.col(tile).abs_diff(lattice.col(cell));
        i64::from(self.distances[rows * lattice.cols() + cols])
    }

    /// With how many tiles of its row a tile at `cell` makes a reversed pair; the cell `hole` is empty.
    #[inline]
    fn row_pairs(&self, tiles: &[u16], tile: usize, cell: usize, hole: usize) -> i64 {
        let lattice = self.lattice;
        let (row, col) = (lattice.row(cell), lattice.col(cell));
        if lattice.row(tile) != row {
            return 0;
        }
        let first = col.saturating_sub(self.reach);
        let last = (col + self.reach).min(lattice.cols() - 1);
        let begin = row * lattice.cols();
        let reversed = |&place: &usize| {
            let other = usize::from(tiles[place]);
            place != hole
                && place != cell
                && lattice.row(other) == row
                && (place < cell) != (other < tile)
        };
        (begin + first..=begin + last).filter(reversed).count() as i64
    }

    /// The same in its column.
    #[inline]
    fn col_pairs(&self, tiles: &[u16], tile: usize, cell: usize, hole: usize) -> i64 {
        let lattice = self.lattice;
        let (row, col) = (lattice.row(cell), lattice.col(cell));
        if lattice.col(tile) != col {
            return 0;
        }
        let first = row.saturating_sub(self.reach);
        let last = (row + self.reach).min(lattice.rows() - 1);
        let reversed = |&row: &usize| {
            let place = row * lattice.cols() + col;
            let other = usize::from(tiles[place]);
            place != hole
                && place != cell
                && lattice.col(other) == col
                && (place < cell) != (other < tile)
        };
        (first..=last).filter(reversed).count() as i64
    }

    /// The smallest cell of the ring in which a tile at `cell` lies, if it does; the cell `hole` is empty.
    fn ring(&self, tiles: &[u16], tile: usize, cell: usize, hole: usize) -> Option<usize> {
        let (mut at, mut home, mut smallest) = (cell, tile, cell);
        for length in 1..=LONGEST_RING {
            if home == hole || self.lattice.distance(at, home) != 1 {
                return None;
            }
            if home == cell {
                // Two tiles that have changed places are a reversed pair.
                return (length > 2).then_some(smallest);
            }
            smallest = smallest.min(home);
            (at, home) = (home, usize::from(tiles[home]));
        }
        None
    }
}
