//! Which features of a board share a weight.
//!
//! A feature is one to four cells. Two features have the same weight if a symmetry of the shape maps one onto the other,
//! if they are the same pair of tiles in another order, or if one is the other seen from the goal: from there, a tile's
//! home is its cell, and its cell is its home.

use super::weights::TiedWeights;
use crate::puzzle::{Cell, Shape};

/// The orders of the cells (home, cell, cell of the other, home of the other) that mean the same pair of tiles.
const PAIR_ORDERS: [[usize; 4]; 4] = [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1]];
/// The same for (home, cell) of one tile, and for the two ends of the blank's way.
const TILE_ORDERS: [[usize; 2]; 2] = [[0, 1], [1, 0]];
/// The blank's cell, the cell of a tile, its home: the board seen from the goal has features of its own.
const BLANK_ORDERS: [[usize; 3]; 1] = [[0, 1, 2]];

/// The number of the weight of each feature. Number 0 is for pairs that cannot exist; its weight is always 0.
#[derive(Clone, Debug)]
pub struct Classes {
    shape: Shape,
    tiles: Vec<u32>,
    ends: Vec<u32>,
    blanks: Vec<u32>,
    pairs: Vec<u32>,
    count: [usize; 4],
}

/// The four kinds of features, in the order in which their weights are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tiles,
    Ends,
    Blanks,
    Pairs,
}

impl Classes {
    /// The classes for boards of a shape. Takes 4 bytes per pair of a home and a cell, squared.
    pub fn new(shape: Shape) -> Classes {
        let area = shape.area();
        let mut next = 1;
        let mut count = [0; 4];
        let mut tables = Vec::new();
        for (kind, cells) in [
            (Kind::Tiles, 2),
            (Kind::Ends, 2),
            (Kind::Blanks, 3),
            (Kind::Pairs, 4),
        ] {
            let mut table = vec![0; area.pow(cells)];
            for_each_class(shape, kind, |features| {
                for feature in features {
                    table[feature
                        .iter()
                        .fold(0, |index, &cell| index * area + usize::from(cell))] = next;
                }
                next += 1;
                count[kind as usize] += 1;
            });
            tables.push(table);
        }
        let [tiles, ends, blanks, pairs] = tables.try_into().expect("there are four kinds");
        Classes {
            shape,
            tiles,
            ends,
            blanks,
            pairs,
            count,
        }
    }

    /// The shape of the boards.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// How many numbers there are, including 0.
    pub fn len(&self) -> usize {
        1 + self.count.iter().sum::<usize>()
    }

    /// Always false: number 0 always exists.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Weights in moves of single tiles, by home and cell; all others are 0.
    pub fn tile_weights(&self, weight: impl Fn(Cell, Cell) -> f32) -> Vec<f32> {
        let mut weights = vec![0.0; self.len()];
        let homes = self
            .shape
            .cells()
            .flat_map(|home| self.shape.cells().map(move |cell| (home, cell)));
        for ((home, cell), &number) in homes.zip(&self.tiles) {
            weights[number as usize] = weight(home, cell);
        }
        weights
    }

    /// The weights as they are stored; `weights` are in moves, by number.
    pub fn rounded(&self, weights: &[f32]) -> TiedWeights {
        assert_eq!(weights.len(), self.len(), "there is one weight per number");
        TiedWeights::rounded(self.shape.rows(), &self.count, &weights[1..])
    }

    /// Calls `visit` with the number of every feature of a board: `tiles` has the home of the tile at each cell, with
    /// the blank's home at the blank's cell.
    pub fn for_each(&self, tiles: &[u8], blank: usize, mut visit: impl FnMut(u32)) {
        let area = self.shape.area();
        let blank_home = usize::from(tiles[blank]);
        visit(self.ends[blank * area + blank_home]);
        for (cell, &home) in tiles.iter().enumerate().filter(|&(cell, _)| cell != blank) {
            let home = usize::from(home);
            visit(self.tiles[home * area + cell]);
            visit(self.blanks[(blank * area + cell) * area + home]);
            visit(self.blanks[(blank_home * area + home) * area + cell]);
            let row = &self.pairs[(home * area + cell) * area * area..][..area * area];
            for (other, &other_home) in tiles.iter().enumerate().take(cell) {
                if other != blank {
                    visit(row[other * area + usize::from(other_home)]);
                }
            }
        }
    }

    /// The number of every feature of a kind.
    pub(super) fn numbers(&self, kind: Kind) -> &[u32] {
        match kind {
            Kind::Tiles => &self.tiles,
            Kind::Ends => &self.ends,
            Kind::Blanks => &self.blanks,
            Kind::Pairs => &self.pairs,
        }
    }
}

/// Calls `visit` once per class of features of a kind, always in the same order, with all its features.
pub(super) fn for_each_class(shape: Shape, kind: Kind, mut visit: impl FnMut(&[&[u8]])) {
    fn each<const K: usize>(
        shape: Shape,
        orders: &[[usize; K]],
        visit: &mut impl FnMut(&[&[u8]]),
        is_possible: impl Fn(&[u8; K]) -> bool,
    ) {
        for_each_orbit(shape, orders, is_possible, |orbit| {
            let mut features: [&[u8]; 32] = [&[]; 32];
            for (feature, cells) in features.iter_mut().zip(orbit) {
                *feature = cells;
            }
            visit(&features[..orbit.len()]);
        });
    }
    match kind {
        Kind::Tiles | Kind::Ends => each(shape, &TILE_ORDERS, &mut visit, |_| true),
        Kind::Blanks => each(shape, &BLANK_ORDERS, &mut visit, |[blank, cell, _]| {
            blank != cell
        }),
        Kind::Pairs => each(shape, &PAIR_ORDERS, &mut visit, is_pair),
    }
}

/// Whether two tiles can have these homes and cells.
pub(super) const fn is_pair(&[home, cell, other, other_home]: &[u8; 4]) -> bool {
    home != other_home && cell != other
}

/// Calls `visit` once per orbit of features under the symmetries of the shape and the given orders.
pub(super) fn for_each_orbit<const K: usize>(
    shape: Shape,
    orders: &[[usize; K]],
    is_possible: impl Fn(&[u8; K]) -> bool,
    mut visit: impl FnMut(&[[u8; K]]),
) {
    let area = shape.area();
    let turns = symmetries(shape);
    let index = |cells: &[u8; K]| {
        cells
            .iter()
            .fold(0, |index, &cell| index * area + usize::from(cell))
    };
    let mut seen = vec![0u64; area.pow(K as u32).div_ceil(64)];
    let mut cells = [0; K];
    let mut orbit = Vec::with_capacity(32);
    for feature in 0..area.pow(K as u32) {
        if seen[feature / 64] >> (feature % 64) & 1 == 0 && is_possible(&cells) {
            orbit.clear();
            for turn in &turns {
                let turned = cells.map(|cell| turn[usize::from(cell)]);
                for order in orders {
                    let image = order.map(|place| turned[place]);
                    let place = index(&image);
                    // A feature may be its own image.
                    if seen[place / 64] >> (place % 64) & 1 == 0 {
                        seen[place / 64] |= 1 << (place % 64);
                        orbit.push(image);
                    }
                }
            }
            visit(&orbit);
        }
        for cell in cells.iter_mut().rev() {
            *cell += 1;
            if usize::from(*cell) < area {
                break;
            }
            *cell = 0;
        }
    }
}

/// The symmetries of a shape as permutations of its cells: eight for squares, four for other rectangles.
fn symmetries(shape: Shape) -> Vec<Vec<u8>> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let turned = |is_swapped: bool, flips: u32| {
        let turn = |cell: u32| {
            let (row, col) = (cell / cols, cell % cols);
            let row = if flips & 1 == 0 { row } else { rows - 1 - row };
            let col = if flips & 2 == 0 { col } else { cols - 1 - col };
            (if is_swapped {
                col * cols + row
            } else {
                row * cols + col
            }) as u8
        };
        (0..rows * cols).map(turn).collect()
    };
    let swaps: &[bool] = if shape.is_square() {
        &[false, true]
    } else {
        &[false]
    };
    let all = swaps
        .iter()
        .flat_map(|&swap| (0..4).map(move |flips| (swap, flips)));
    all.map(|(swap, flips)| turned(swap, flips)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As counted by Burnside's lemma, with one for number 0.
    #[test]
    fn classes_are_as_many_as_expected() {
        let count = |side| Classes::new(Shape::square(side).expect("a shape")).len();
        assert_eq!(count(5), 1 + 13_628);
        assert_eq!(count(6), 1 + 56_232);
    }

    #[test]
    fn orbits_cover_every_feature_once() {
        for (rows, cols) in [(3, 3), (3, 4)] {
            let shape = Shape::new(rows, cols).expect("a shape");
            let mut count = 0;
            for_each_class(shape, Kind::Pairs, |features| {
                assert!(features.len() <= if rows == cols { 32 } else { 16 });
                count += features.len();
            });
            let pairs = shape.area() * (shape.area() - 1);
            assert_eq!(count, pairs * pairs);
        }
    }
}
