//! Weights for a shape from those for another one.
//!
//! A feature of a larger board becomes one of a smaller board when rows and columns that none of its cells lies in are
//! removed, and one of a larger board when rows and columns are inserted. Its weight is the mean over all ways to do so.
//! As rows and columns are treated alike and separately, a weight is looked up by the rows of its cells, then by their
//! columns.

use crate::puzzle::Shape;

/// Calls `put` with the weight of every feature of `K` cells on boards of the shape `to`; `weight` has those for `from`.
pub(super) fn grow<const K: usize>(
    from: Shape,
    to: Shape,
    weight: impl Fn([usize; K]) -> f32,
    mut put: impl FnMut([usize; K], f32),
) {
    let by_rows = Ways::<K>::new(from.rows() as usize, to.rows() as usize);
    let by_cols = Ways::<K>::new(from.cols() as usize, to.cols() as usize);
    let source: Vec<f32> = by_rows
        .tuples(by_rows.from)
        .flat_map(|rows| by_cols.tuples(by_cols.from).map(move |cols| (rows, cols)))
        .map(|(rows, cols)| weight(cells(rows, cols, from)))
        .collect();
    let length = by_cols.from.pow(K as u32);
    let mut line = vec![0.0; length];
    for (number, rows) in by_rows.tuples(by_rows.to).enumerate() {
        let row_ways = by_rows.of(number);
        line.fill(0.0);
        for &way in row_ways {
            let values = &source[way as usize * length..][..length];
            line.iter_mut()
                .zip(values)
                .for_each(|(sum, value)| *sum += value);
        }
        for (number, cols) in by_cols.tuples(by_cols.to).enumerate() {
            let col_ways = by_cols.of(number);
            let sum: f32 = col_ways.iter().map(|&way| line[way as usize]).sum();
            put(
                cells(rows, cols, to),
                sum / (row_ways.len() * col_ways.len()) as f32,
            );
        }
    }
}

pub(super) fn cells<const K: usize>(rows: [u8; K], cols: [u8; K], shape: Shape) -> [usize; K] {
    let mut cells = [0; K];
    for (cell, (row, col)) in cells.iter_mut().zip(rows.into_iter().zip(cols)) {
        *cell = usize::from(row) * shape.cols() as usize + usize::from(col);
    }
    cells
}

/// For every tuple of `K` lines of one length: the tuples of another length that it can become.
pub(super) struct Ways<const K: usize> {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The indices of the tuples, one list after the other.
    ways: Vec<u32>,
    begins: Vec<usize>,
}

impl<const K: usize> Ways<K> {
    pub(super) fn new(from: usize, to: usize) -> Ways<K> {
        let mut all = Ways {
            from,
            to,
            ways: Vec::new(),
            begins: vec![0],
        };
        let maps = maps(from, to);
        for tuple in all.tuples(to) {
            for map in &maps {
                let mapped = tuple.map(|line| map[usize::from(line)]);
                if mapped.iter().all(Option::is_some) {
                    let index = mapped
                        .iter()
                        .flatten()
                        .fold(0, |index, line| index * from + line);
                    all.ways.push(index as u32);
                }
            }
            all.begins.push(all.ways.len());
        }
        all
    }

    /// All tuples of lines of a length, in order.
    pub(super) fn tuples(&self, lines: usize) -> impl Iterator<Item = [u8; K]> + use<K> {
        (0..lines.pow(K as u32)).map(move |mut index| {
            let mut tuple = [0; K];
            for line in tuple.iter_mut().rev() {
                *line = (index % lines) as u8;
                index /= lines;
            }
            tuple
        })
    }

    /// What the tuple of a number can become.
    pub(super) fn of(&self, number: usize) -> &[u32] {
        &self.ways[self.begins[number]..self.begins[number + 1]]
    }
}

/// The ways in which `to` lines become `from` lines: for each line its new place, or `None` if it is removed.
fn maps(from: usize, to: usize) -> Vec<Vec<Option<usize>>> {
    if to >= from {
        // A set of lines is kept.
        let kept = (0u32..1 << to).filter(|kept| kept.count_ones() as usize == from);
        kept.map(|kept| {
            let place = |line: usize| (kept & ((1 << line) - 1)).count_ones() as usize;
            (0..to)
                .map(|line| (kept >> line & 1 == 1).then(|| place(line)))
                .collect()
        })
        .collect()
    } else {
        // A set of places is filled.
        let filled = (0u32..1 << from).filter(|filled| filled.count_ones() as usize == to);
        filled
            .map(|filled| {
                (0..from)
                    .filter(|place| filled >> place & 1 == 1)
                    .map(Some)
                    .collect()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_removed_and_inserted_everywhere() {
        assert_eq!(
            maps(2, 3),
            [
                [Some(0), Some(1), None],
                [Some(0), None, Some(1)],
                [None, Some(0), Some(1)]
            ]
        );
        assert_eq!(
            maps(3, 2),
            [[Some(0), Some(1)], [Some(0), Some(2)], [Some(1), Some(2)]]
        );
        assert_eq!(maps(3, 3), [[Some(0), Some(1), Some(2)]]);
    }

    #[test]
    fn a_weight_is_the_mean_over_all_ways() {
        let shape = |rows, cols| Shape::new(rows, cols).expect("a shape");
        let mut found = Vec::new();
        // The weight of a pair of cells is their indices as decimal digits.
        let weight = |[a, b]: [usize; 2]| (10 * a + b) as f32;
        grow(shape(2, 2), shape(2, 3), weight, |cells, weight| {
            found.push((cells, weight))
        });
        assert_eq!(found.len(), 36);
        // Columns 0 and 2 stay when column 1 is removed: cells 0 and 5 become 0 and 3.
        assert!(found.contains(&([0, 5], 3.0)));
        // Column 1 alone: it becomes column 0 or column 1.
        assert!(found.contains(&([1, 4], (2.0 + 13.0) / 2.0)));
    }
}
