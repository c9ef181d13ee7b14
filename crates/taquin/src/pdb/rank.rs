//! Numbers for the placements of a pattern's tiles.
//!
//! 1. The occupied cells are a set S. Its rank among the sets of as many cells is the sum of C(c, i + 1) over its cells
//!    in rising order, c the i-th of them (colexicographic). The sum is looked up in two halves, because the terms of the
//!    upper cells depend on the lower ones only through their count.
//! 2. Read the tiles like a book: the k-th tile in reading order is one of the pattern's. That order is a permutation;
//!    its rank is from 0 to k! − 1.
//! 3. The number is rank(S) · k! + rank(order).
//!
//! A tile that moves sideways passes no other: only S changes. One that moves up or down may pass up to *cols* − 1 others:
//! the order changes by a permutation that depends only on its places before and after, which is looked up.

use crate::shape::Shape;

/// The cells of the lower half: a table of 2^13 entries stays in the first-level cache.
const LOW: usize = 13;

/// The numbering of the placements of some tiles on a shape.
#[derive(Clone, Debug)]
pub struct PatternIndex {
    tiles: usize,
    orders: usize,
    sets: usize,
    /// The rank's share of the lower cells.
    low: Vec<u32>,
    /// The rank's share of the upper cells, for each number of occupied lower cells.
    high: Vec<Vec<u32>>,
    /// `passed[from * tiles + to][order]`: the order after the tile in place `from` has moved to place `to`.
    passed: Vec<Vec<u16>>,
}

impl PatternIndex {
    /// For patterns of so many tiles.
    pub fn new(shape: Shape, tiles: usize) -> PatternIndex {
        let cells = shape.area();
        let (low_cells, high_cells) = (cells.min(LOW), cells.saturating_sub(LOW));
        let share = |set: usize, first_cell: usize, before: usize| -> u32 {
            let cells = (0..).zip(Bits(set as u32));
            cells
                .map(|(place, cell)| choose(first_cell + cell, before + place + 1))
                .sum()
        };
        let orders: Vec<Vec<u8>> = permutations(tiles);
        let passed = |from: usize, to: usize| match from == to
            || from.abs_diff(to) >= shape.cols() as usize
        {
            true => Vec::new(),
            false => orders
                .iter()
                .map(|order| rank(&moved(order, from, to)))
                .collect(),
        };
        PatternIndex {
            tiles,
            orders: orders.len(),
            sets: choose(cells, tiles) as usize,
            low: (0..1 << low_cells).map(|set| share(set, 0, 0)).collect(),
            high: (0..=tiles.min(low_cells))
                .map(|before| {
                    (0..1 << high_cells)
                        .map(|set| share(set, LOW, before))
                        .collect()
                })
                .collect(),
            passed: (0..tiles * tiles)
                .map(|pair| passed(pair / tiles, pair % tiles))
                .collect(),
        }
    }

    /// How many placements there are.
    pub const fn entries(&self) -> usize {
        self.sets * self.orders
    }

    /// How many tiles.
    pub const fn tiles(&self) -> usize {
        self.tiles
    }

    /// For each order the one after the tile in place `from` has moved to another place `to`.
    pub(super) fn passed(&self, from: usize, to: usize) -> &[u16] {
        &self.passed[from * self.tiles + to]
    }

    /// How many sets of cells.
    pub const fn sets(&self) -> usize {
        self.sets
    }

    /// How many orders.
    pub const fn orders(&self) -> usize {
        self.orders
    }

    /// The rank of a set of occupied cells.
    #[inline(always)]
    pub fn rank_set(&self, set: u32) -> usize {
        let (low, high) = (set & ((1 << LOW) - 1), set >> LOW);
        (self.low[low as usize] + self.high[low.count_ones() as usize][high as usize]) as usize
    }

    /// The number of a placement.
    #[inline(always)]
    pub fn number(&self, set: u32, order: u16) -> usize {
        self.rank_set(set) * self.orders + usize::from(order)
    }

    /// The order after a tile has moved from one cell to another. `set` is what was occupied before.
    #[inline(always)]
    pub fn order_after(&self, set: u32, order: u16, from: usize, to: usize) -> u16 {
        let below = |cell: usize| (1u32 << cell) - 1;
        let place = (set & below(from)).count_ones() as usize;
        let next = (set & !(1 << from) & below(to)).count_ones() as usize;
        match place == next {
            true => order,
            false => self.passed[place * self.tiles + next][usize::from(order)],
        }
    }

    /// The set and the order of a placement: the cell of each tile, tiles in the order of their homes.
    pub fn place(&self, cells: &[usize]) -> (u32, u16) {
        let mut tiles: Vec<u8> = (0..cells.len() as u8).collect();
        tiles.sort_by_key(|&tile| cells[usize::from(tile)]);
        let set = cells.iter().fold(0, |set, &cell| set | 1 << cell);
        (set, rank(&tiles))
    }
}

/// The places of the ones of a number, from the lowest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits(pub(super) u32);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (place < 32).then_some(place as usize)
    }
}

/// How many sets of `k` there are among `n`.
pub(super) fn choose(n: usize, k: usize) -> u32 {
    match k {
        0 => 1,
        _ if k > n => 0,
        _ => (0..k).fold(1u64, |product, i| product * (n - i) as u64 / (i + 1) as u64) as u32,
    }
}

/// All orders of `count` things, by rank.
fn permutations(count: usize) -> Vec<Vec<u8>> {
    let factorial: usize = (1..=count).product();
    (0..factorial).map(|rank| unrank(rank, count)).collect()
}

/// The order of a rank: the first digit (base count) says which of the things comes first, and so on.
fn unrank(mut rank: usize, count: usize) -> Vec<u8> {
    let mut left: Vec<u8> = (0..count as u8).collect();
    let mut order = Vec::with_capacity(count);
    for things in (1..=count).rev() {
        let following: usize = (1..things).product();
        order.push(left.remove(rank / following));
        rank %= following;
    }
    order
}

/// The rank of an order: for each thing the lower ones after it, in the factorial number system.
fn rank(order: &[u8]) -> u16 {
    let lower_after = |place: usize| {
        order[place..]
            .iter()
            .filter(|&&thing| thing < order[place])
            .count()
    };
    let places = 0..order.len();
    places.fold(0, |rank, place| {
        rank * (order.len() - place) as u16 + lower_after(place) as u16
    })
}

fn moved(order: &[u8], from: usize, to: usize) -> Vec<u8> {
    let mut order = order.to_vec();
    let thing = order.remove(from);
    order.insert(to, thing);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_ranks_are_each_others_inverse() {
        for count in 1..=6 {
            for (number, order) in permutations(count).iter().enumerate() {
                assert_eq!(usize::from(rank(order)), number);
            }
        }
    }

    #[test]
    fn every_placement_has_its_own_number() {
        for (rows, cols, tiles) in [(2, 3, 2), (3, 3, 3), (4, 4, 2), (5, 5, 2), (3, 5, 3)] {
            let shape = Shape::new(rows, cols).unwrap();
            let index = PatternIndex::new(shape, tiles);
            let mut seen = vec![false; index.entries()];
            let mut cells = vec![0; tiles];
            loop {
                let distinct = (0..tiles).all(|i| (0..i).all(|j| cells[i] != cells[j]));
                if distinct {
                    let (set, order) = index.place(&cells);
                    assert!(!std::mem::replace(
                        &mut seen[index.number(set, order)],
                        true
                    ));
                }
                let Some(tile) = (0..tiles)
                    .rev()
                    .find(|&tile| cells[tile] + 1 < shape.area())
                else {
                    break;
                };
                cells[tile] += 1;
                cells[tile + 1..].fill(0);
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }

    #[test]
    fn a_move_changes_the_order_as_placing_anew_does() {
        let shape = Shape::new(4, 4).unwrap();
        let index = PatternIndex::new(shape, 4);
        let cells = [1, 2, 4, 6];
        for cells in [cells, [6, 1, 4, 2], [15, 9, 10, 3], [8, 13, 12, 11]] {
            let (set, order) = index.place(&cells);
            for tile in 0..4 {
                let from = cells[tile];
                for to in [
                    from.wrapping_sub(4),
                    from + 4,
                    from + 1,
                    from.wrapping_sub(1),
                ] {
                    if to >= 16 || cells.contains(&to) {
                        continue;
                    }
                    let mut after = cells;
                    after[tile] = to;
                    let (_, expected) = index.place(&after);
                    assert_eq!(index.order_after(set, order, from, to), expected);
                }
            }
        }
    }
}
