//! The weights of all pairs for a shape from those for another one: the same as [`grow`](super::grow::grow) for four cells,
//! many times as fast.
//!
//! Sums are made for whole lines of features at a time, a mirrored board has the same weights, and threads work on
//! different columns of the first tile's home.

use super::grow::{Ways, cells};
use super::table::PairTable;
use crate::puzzle::Shape;
use crate::support::parallel;

/// Writes the weights for boards of the shape `to` in the order of a [`PairTable`] whose rows have this `stride`.
pub(super) fn grow_pairs(
    from: &PairTable,
    to: Shape,
    stride: usize,
    pairs: &mut [i8],
    threads: usize,
) {
    let by_rows = Ways::new(from.shape().rows() as usize, to.rows() as usize);
    let by_cols = Ways::new(from.shape().cols() as usize, to.cols() as usize);
    let source: Vec<i8> = by_cols
        .tuples(by_cols.from)
        .flat_map(|cols| by_rows.tuples(by_rows.from).map(move |rows| (rows, cols)))
        .map(|(rows, cols)| from.pair(cells(rows, cols, from.shape())))
        .collect();
    let growth = Growth {
        by_rows,
        by_cols,
        source,
        to,
        stride,
    };
    let mut columns: Vec<Vec<&mut [i8]>> = (0..to.cols()).map(|_| Vec::new()).collect();
    let homes = pairs.chunks_exact_mut(to.area() * to.area() * stride);
    for (home, weights) in homes.enumerate() {
        columns[home % to.cols() as usize].push(weights);
    }
    parallel::for_each(threads, columns.into_iter().enumerate(), |(col, homes)| {
        growth.fill(col, homes);
    });
}

/// The memory that the growth takes besides both tables, in bytes.
pub(super) fn grow_bytes(from: Shape, to: Shape, threads: usize) -> u64 {
    let row_tuples = (from.rows() as u64).pow(4);
    let of_column = row_tuples * u64::from(to.cols()).pow(3) * size_of::<i16>() as u64;
    row_tuples * u64::from(from.cols()).pow(4) + threads.max(1) as u64 * of_column
}

/// What the threads share.
struct Growth {
    by_rows: Ways<4>,
    by_cols: Ways<4>,
    /// By the columns of the four cells, then by their rows.
    source: Vec<i8>,
    to: Shape,
    stride: usize,
}

impl Growth {
    /// The weights of the pairs whose first tile has its home in a column; `homes` are the parts of the table for that
    /// column's cells.
    fn fill(&self, col: usize, mut homes: Vec<&mut [i8]>) {
        let lines = self.by_rows.to;
        // The columns of the other three cells.
        let tuples = self.by_cols.to.pow(3);
        let first = col * tuples;
        let source = self.sums_over_columns(first..first + tuples);
        let col_ways: Vec<i32> = (first..first + tuples)
            .map(|tuple| self.by_cols.of(tuple).len() as i32)
            .collect();
        let mut sums = vec![0i32; tuples];
        let mut weights = vec![0i8; tuples];
        // The rows of the first home up to the middle: the others are mirrored.
        let half = lines.div_ceil(2) * lines.pow(3);
        for (number, rows) in self.by_rows.tuples(lines).take(half).enumerate() {
            let row_ways = self.by_rows.of(number);
            sums.fill(0);
            for &way in row_ways {
                let values = &source[way as usize * tuples..][..tuples];
                for (sum, &value) in sums.iter_mut().zip(values) {
                    *sum += i32::from(value);
                }
            }
            for (weight, (sum, ways)) in weights.iter_mut().zip(sums.iter().zip(&col_ways)) {
                *weight = nearest(*sum as f32 / (row_ways.len() as i32 * ways) as f32);
            }
            let mirrored = rows.map(|row| lines as u8 - 1 - row);
            self.put(rows, &weights, homes[usize::from(rows[0])]);
            if mirrored[0] != rows[0] {
                self.put(mirrored, &weights, homes[usize::from(mirrored[0])]);
            }
        }
    }

    /// For some tuples of columns: the sums over what their columns can become, by rows of the smaller or larger board,
    /// then by tuple. A sum of at most 84 weights of 8 bits fits in 16.
    fn sums_over_columns(&self, tuples: std::ops::Range<usize>) -> Vec<i16> {
        let (count, length) = (tuples.len(), self.by_rows.from.pow(4));
        let mut sums = vec![0i16; length];
        let mut transposed = vec![0i16; length * count];
        for (place, tuple) in tuples.enumerate() {
            sums.fill(0);
            for &way in self.by_cols.of(tuple) {
                let values = &self.source[way as usize * length..][..length];
                for (sum, &value) in sums.iter_mut().zip(values) {
                    *sum += i16::from(value);
                }
            }
            let places = transposed[place..].iter_mut().step_by(count);
            places.zip(&sums).for_each(|(place, &sum)| *place = sum);
        }
        transposed
    }

    /// Writes the weights for one tuple of rows into the part of the table for the first home.
    fn put(&self, [_, cell, other, other_home]: [u8; 4], weights: &[i8], table: &mut [i8]) {
        let (area, cols) = (self.to.area(), self.to.cols() as usize);
        let [cell, other, other_home] =
            [cell, other, other_home].map(|row| usize::from(row) * cols);
        for (place, line) in weights.chunks_exact(cols).enumerate() {
            let row = (cell + place / cols) * area + other + place % cols;
            table[row * self.stride + other_home..][..cols].copy_from_slice(line);
        }
    }
}

/// The nearest whole number; of two, the one farther from zero. (`f32::round` is a call where the processor has no
/// instruction for it.)
fn nearest(weight: f32) -> i8 {
    (weight + 0.5_f32.copysign(weight)) as i8
}

#[cfg(test)]
mod tests {
    use super::super::classes::Classes;
    use super::super::grow::grow;
    use super::*;

    /// Weights without any pattern.
    fn random_table(side: u32) -> PairTable {
        let classes = Classes::new(Shape::square(side).expect("a shape"));
        let mut lot = 1u64;
        let weights = (0..classes.len()).map(|_| {
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((lot >> 40) as i32 % 255 - 127) as f32 / 16.0
        });
        PairTable::new(&classes.rounded(&weights.collect::<Vec<f32>>()))
    }

    #[test]
    fn fast_and_slow_growth_are_equal() {
        let from = random_table(4);
        // Larger and smaller, with an odd and an even number of rows, on one thread and on several.
        for (rows, cols, threads) in [(5, 5, 1), (4, 6, 2), (6, 3, 3), (3, 5, 1)] {
            let to = Shape::new(rows, cols).expect("a shape");
            let (area, stride) = (to.area(), 32);
            let mut pairs = vec![0; area * area * area * stride];
            grow_pairs(&from, to, stride, &mut pairs, threads);
            grow::<4>(
                from.shape(),
                to,
                |cells| from.pair(cells).into(),
                |[home, cell, other, other_home], weight| {
                    let row = (home * area + cell) * area + other;
                    assert_eq!(pairs[row * stride + other_home], weight.round() as i8);
                },
            );
        }
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        let weights = [-1.5, -0.5, -0.49, 0.0, 0.49, 0.5, 1.5, 126.6];
        assert_eq!(weights.map(nearest), [-2, -1, 0, 0, 0, 1, 2, 127]);
    }
}
