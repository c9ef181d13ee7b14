//! The score by which the beam ranks boards: an estimate of the distance to the goal, not a lower bound.
//!
//! A board's score is the sum of three terms, all updated incrementally:
//!
//! 1. Each tile's distance to its home, to a power above one: tiles far from home move first, and none is left behind.
//! 2. Reversed pairs: two tiles in the row, or column, where both belong, in the wrong order. On long lines only pairs
//!    a few cells apart count; others have space to pass each other.
//! 3. Rings: tiles in a cycle in which each is at the home of the next. Their distances are small, yet rotating a ring
//!    by one takes many moves. Without this term a search often ends with two rings of four tiles.

use super::lattice::Lattice;

/// The score of one step of distance.
const UNIT: f64 = 16.0;

/// How the distances by rows and by columns are combined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Norm {
    /// (rows + columns)^p.
    Sum,
    /// rows^p + columns^p.
    Axes,
}

/// The weights, in steps of one tile.
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

/// In longer lines pairs count up to this number of cells apart.
const REACH: usize = 3;

/// Boards whose rows and columns together are more than this are long.
const LONG: usize = 8000;

/// Longer rings are ignored.
const LONGEST_RING: usize = 12;

impl<'a> Score<'a> {
    pub(super) fn new(lattice: &'a Lattice, weights: Weights) -> Score<'a> {
        // Squares of the distances on the longest boards would overflow.
        let is_long = lattice.rows() + lattice.cols() > LONG;
        let power = if is_long {
            weights.power.min(1.5)
        } else {
            weights.power
        };
        let (rows, cols) = (lattice.rows(), lattice.cols());
        // Every stretch creates a score: a power is computed once, not for each cell.
        let powers: Vec<f64> = (0..rows + cols)
            .map(|steps| UNIT * (steps as f64).powf(power))
            .collect();
        let distance = |rows: usize, cols: usize| match weights.norm {
            Norm::Sum => powers[rows + cols],
            Norm::Axes => powers[rows] + powers[cols],
        };
        let distances = (0..rows)
            .flat_map(|row| (0..cols).map(move |col| (row, col)))
            .map(|(row, col)| distance(row, col).round() as i32)
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

    /// The score of a distance.
    pub(super) const fn of_steps(steps: f64) -> f64 {
        UNIT * steps
    }

    /// The score, computed from scratch.
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

    /// How much the score rises when `tile` moves from one cell to the next, which is empty.
    #[inline(always)]
    pub(super) fn change(&self, tiles: &[u16], tile: usize, from: usize, to: usize) -> i64 {
        let lattice = self.lattice;
        let mut change = self.distance(tile, to) - self.distance(tile, from);
        // Along its own line a tile passes no other, but it may come into range of one.
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

    /// The number of tiles with which a tile at `cell` is a reversed pair in its row; the cell `hole` is empty.
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

    /// The smallest cell of the ring that includes the tile at `cell`, if there is one; the cell `hole` is empty.
    fn ring(&self, tiles: &[u16], tile: usize, cell: usize, hole: usize) -> Option<usize> {
        let (mut at, mut home, mut smallest) = (cell, tile, cell);
        for length in 1..=LONGEST_RING {
            if home == hole || self.lattice.distance(at, home) != 1 {
                return None;
            }
            if home == cell {
                // Two exchanged tiles are a reversed pair.
                return (length > 2).then_some(smallest);
            }
            smallest = smallest.min(home);
            (at, home) = (home, usize::from(tiles[home]));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::large::lattice::Position;
    use crate::puzzle::{Move, Shape};

    /// A random walk compares the incremental score with the score from scratch.
    #[test]
    fn the_change_is_the_difference() {
        for (rows, cols, norm) in [
            (3, 3, Norm::Sum),
            (5, 4, Norm::Axes),
            (14, 2, Norm::Sum),
            (3, 15, Norm::Axes),
        ] {
            let lattice = Lattice::new(Shape::new(rows, cols).unwrap());
            let weights = Weights {
                norm,
                power: 1.5,
                pair: 3.0,
                ring: 7.0,
            };
            let score = Score::new(&lattice, weights);
            let cells = lattice.shape().area();
            let mut board = Position {
                tiles: (0..cells as u16).collect(),
                blank: cells - 1,
            };
            let (mut lot, mut sum) = (1u64, 0);
            for _ in 0..3000 {
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let m = Move::ALL[(lot >> 60) as usize % 4];
                if !lattice.allows(board.blank, m) {
                    continue;
                }
                let from = lattice.next(board.blank, m);
                let tile = usize::from(board.tiles[from]);
                sum += score.change(&board.tiles, tile, from, board.blank);
                board.play(&lattice, &[m]);
                assert_eq!(sum, score.of(&board.tiles, board.blank));
            }
        }
    }

    #[test]
    fn a_ring_counts_once_and_an_exchange_is_a_pair() {
        let lattice = Lattice::new(Shape::new(3, 3).unwrap());
        let none = Weights {
            norm: Norm::Sum,
            power: 1.0,
            pair: 0.0,
            ring: 0.0,
        };
        let count = |weights, tiles: [u16; 9]| Score::new(&lattice, weights).of(&tiles, 8);
        let [ring, pair] = [
            Weights {
                ring: 100.0,
                ..none
            },
            Weights {
                pair: 100.0,
                ..none
            },
        ];
        let turned = [3, 0, 2, 4, 1, 5, 6, 7, 8];
        assert_eq!(count(ring, turned) - count(none, turned), 1600);
        let exchanged = [1, 0, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(count(ring, exchanged), count(none, exchanged));
        assert_eq!(count(pair, exchanged) - count(none, exchanged), 1600);
    }
}
