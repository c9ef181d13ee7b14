//! The estimate for one goal.

use super::table::PairTable;

/// Estimates the number of moves to a goal whose blank is at one cell.
///
/// With h and c the home and the cell of a tile, b and g the blank's cell and home, the estimate is
/// Σ U(h, c) + Σ W(h, c, h′, c′) over all pairs of tiles + Σ B(b, c, h) + Σ B(g, h, c) + E(b, g).
/// It is not a lower bound.
#[derive(Debug)]
pub struct Evaluation<'a> {
    table: &'a PairTable,
    /// By home and cell: U(h, c) + B(g, h, c).
    tiles: Vec<i32>,
    /// By the blank's cell.
    ends: Vec<i32>,
}

impl<'a> Evaluation<'a> {
    /// The estimate for boards whose blank belongs at `blank_home`. `steep`, in sixteenths of a move, is multiplied with
    /// the square of every tile's distance from home and added.
    pub fn new(table: &'a PairTable, blank_home: usize, steep: f64) -> Evaluation<'a> {
        let shape = table.shape();
        let area = shape.area();
        let cols = shape.cols() as usize;
        let distance =
            |a: usize, b: usize| (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols);
        let tile = |home, cell| {
            let squared = (steep * distance(home, cell).pow(2) as f64).round() as i32;
            let from_goal = if home == blank_home {
                0
            } else {
                table.blank([blank_home, home, cell])
            };
            i32::from(table.tile(home, cell)) + i32::from(from_goal) + squared
        };
        Evaluation {
            table,
            tiles: (0..area * area)
                .map(|index| tile(index / area, index % area))
                .collect(),
            ends: (0..area)
                .map(|blank| table.ends(blank, blank_home).into())
                .collect(),
        }
    }

    /// The table of the weights.
    pub const fn table(&self) -> &'a PairTable {
        self.table
    }

    /// The estimate in sixteenths of a move, from scratch. `tiles` has the home of the tile at each cell, with the
    /// blank's home at the blank's cell.
    pub fn of(&self, tiles: &[u8], blank: usize) -> i32 {
        let stride = self.table.stride();
        let places = || {
            tiles
                .iter()
                .map(|&home| usize::from(home))
                .enumerate()
                .filter(|&(cell, _)| cell != blank)
        };
        let mut sum = self.ends[blank];
        for (cell, home) in places() {
            sum += self.tile(home, cell) + i32::from(self.table.blank([blank, cell, home]));
            let row = self.table.pair_rows(home, cell);
            let others = places().take_while(|&(other, _)| other < cell);
            sum += others
                .map(|(other, home)| i32::from(row[other * stride + home]))
                .sum::<i32>();
        }
        sum
    }

    #[inline(always)]
    fn tile(&self, home: usize, cell: usize) -> i32 {
        self.tiles[home * self.table.shape().area() + cell]
    }

    /// The part of a step's change that is the same on every board: `tile` goes from one cell to the blank's.
    #[inline]
    pub(super) fn step(&self, tile: usize, from: usize, to: usize) -> i32 {
        self.tile(tile, to) - self.tile(tile, from) + self.ends[from] - self.ends[to]
            + i32::from(self.table.blank([from, to, tile]))
            - i32::from(self.table.blank([to, from, tile]))
    }

    /// How much each tile elsewhere adds to that, by its cell and home.
    pub(super) fn step_rows(&self, tile: usize, from: usize, to: usize, rows: &mut [i16]) {
        let sources = self.sources(tile, from, to);
        let sources = sources.map(|source| &source[..rows.len()]);
        for (index, row) in rows.iter_mut().enumerate() {
            *row = i16::from(sources[0][index]) - i16::from(sources[1][index])
                + i16::from(sources[2][index])
                - i16::from(sources[3][index]);
        }
        let stride = self.table.stride();
        for cell in [from, to] {
            rows[cell * stride..][..stride].fill(0);
        }
    }

    /// The same for one board, without the rows.
    #[inline]
    pub(super) fn step_sum(&self, tile: usize, from: usize, to: usize, tiles: &[u8]) -> i32 {
        let sources = self.sources(tile, from, to);
        let stride = self.table.stride();
        let mut sum = 0;
        for (cell, &home) in tiles.iter().enumerate() {
            if cell != from && cell != to {
                let index = cell * stride + usize::from(home);
                sum += i32::from(sources[0][index]) - i32::from(sources[1][index])
                    + i32::from(sources[2][index])
                    - i32::from(sources[3][index]);
            }
        }
        sum
    }

    /// The weights that a step adds, subtracts, adds and subtracts.
    #[inline]
    fn sources(&self, tile: usize, from: usize, to: usize) -> [&[i8]; 4] {
        let table = self.table;
        [
            table.pair_rows(tile, to),
            table.pair_rows(tile, from),
            table.blank_rows(from),
            table.blank_rows(to),
        ]
    }
}
