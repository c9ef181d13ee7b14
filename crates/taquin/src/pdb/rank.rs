//! An index of the placements of a pattern's tiles.
//!
//! 1. The occupied cells are a set S. Its rank among the sets of as many cells is the sum of C(c, i + 1) over its cells
//!    in rising order, c the i-th of them (colexicographic). The sum is looked up in two parts, because the terms of the
//!    upper cells depend on the lower ones only through their count.
//! 2. The free cells form connected regions, and the blank is in one of them: a *vertex* is a set with a region. The
//!    vertices of a set are consecutive, that of the largest region first.
//! 3. The tiles in reading order are a permutation; its rank is from 0 to k! − 1.
//! 4. The entry is vertex · k! (rounded up to whole words) + rank(order).
//!
//! A tile that moves sideways passes no other: only S changes. One that moves up or down may pass up to *cols* − 1 others:
//! the order changes by a permutation that depends only on its places before and after, which is looked up.

use super::Bytes;
use super::regions::Flood;
use super::successors::Successors;
use crate::puzzle::{Cell, Move, Shape};
use crate::support::bits::SetBits;
use crate::support::permutation;
use std::sync::{Arc, OnceLock};

/// The most cells of a shape whose regions fit in one word.
const SMALL: usize = 16;
/// The cells of the lower part of a set on small shapes, and on large ones: the tables stay in the fastest caches.
const SMALL_PART: u32 = 8;
const LARGE_PART: u32 = 13;
/// The cells of the upper part on large shapes.
const UPPER_PART: u32 = 12;
/// The lowest bit of the count, which is stored above the part of the rank.
const COUNT: u32 = 24;
/// A set with more than two regions.
const MANY: u64 = 1 << 31;
/// A tile passes fewer others than this.
const MOST_PASSED: usize = 8;

/// Where a pattern's tiles are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The occupied cells, one bit each.
    pub(crate) set: u32,
    /// The rank of the order in which the tiles occupy them.
    pub(crate) order: u16,
}

/// A tile moves from one cell to the next.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TileStep {
    /// Both cells, one bit each.
    flip: u32,
    /// The cells before both of them, one bit each.
    below: u32,
    /// The cells between them in reading order, one bit each.
    between: u32,
    /// 1 if the tile moves to the later cell, else 0.
    rises: u8,
    /// The cell that it leaves: the blank's cell after the move.
    from: u8,
}

impl TileStep {
    /// The step from one cell to another.
    pub(crate) const fn new(from: usize, to: usize) -> TileStep {
        let (low, high) = if from < to { (from, to) } else { (to, from) };
        let below = (1 << low) - 1;
        TileStep {
            flip: 1 << from | 1 << to,
            below,
            between: ((1 << high) - 1) & !(below | 1 << low),
            rises: (from < to) as u8,
            from: from as u8,
        }
    }

    /// The cell that the tile leaves.
    #[inline(always)]
    pub(crate) const fn from(self) -> u32 {
        self.from as u32
    }

    /// The index of the change of order on a set of occupied cells.
    #[inline(always)]
    fn turn(self, set: u32) -> usize {
        let first = (set & self.below).count_ones();
        let passed = (set & self.between).count_ones();
        turn(first, passed, self.rises)
    }
}

impl Placement {
    /// The tiles of a pattern on these cells; the tiles are in the order of their homes.
    pub fn new(cells: &[Cell]) -> Placement {
        let cells: Vec<usize> = cells.iter().map(|cell| cell.index()).collect();
        Placement::at(&cells)
    }

    /// The same with the cells as indices.
    pub(crate) fn at(cells: &[usize]) -> Placement {
        let mut tiles: Vec<u8> = (0..cells.len() as u8).collect();
        tiles.sort_by_key(|&tile| cells[usize::from(tile)]);
        Placement {
            set: cells.iter().fold(0, |set, &cell| set | 1 << cell),
            order: permutation::rank(tiles) as u16,
        }
    }
}

/// The numbering of the placements of some tiles on a shape.
///
/// Some arrays are longer than needed, so that lookups need no bounds check.
#[derive(Clone, Debug)]
pub struct PatternIndex {
    shape: Shape,
    tiles: usize,
    orders: usize,
    /// For the lower cells of a set: their part of the rank, and above [`COUNT`] their number.
    low: Box<[u32; 1 << LARGE_PART]>,
    /// For each number of lower cells and for the upper cells: their part of the rank.
    high: Box<[u32; 16 << UPPER_PART]>,
    /// For each set, its regions.
    regions: Vec<Regions>,
    /// The vertices' regions, set by set.
    vertices: Vec<u32>,
    /// For the tiles before a moving one, those it passes, and whether it rises: where in `passed` the order's change
    /// begins.
    turns: Box<[u32; 256]>,
    /// For each order, the order after a tile has passed some others.
    passed: Vec<u16>,
    /// Computed when a search needs them.
    successors: OnceLock<Arc<Successors>>,
}

/// The regions of a set. The highest bits have the first vertex (16 bits for small shapes, else 32). On small shapes,
/// the bits below have three bits per cell: its region. On others they have the free cells outside the largest region,
/// and [`MANY`].
#[derive(Clone, Copy, Debug)]
struct Regions(u64);

impl PatternIndex {
    /// For patterns with this number of tiles.
    pub fn new(shape: Shape, tiles: usize) -> PatternIndex {
        let (lower, upper) = if shape.area() <= SMALL {
            (SMALL_PART, SMALL_PART)
        } else {
            (LARGE_PART, UPPER_PART)
        };
        let high = (0..=tiles).flat_map(|before| shares(lower, upper, before));
        let mut index = PatternIndex {
            shape,
            tiles,
            orders: permutation::factorial(tiles),
            low: padded(shares(0, lower, 0)),
            high: padded(high.collect()),
            regions: Vec::new(),
            vertices: Vec::new(),
            turns: padded(Vec::new()),
            passed: Vec::new(),
            successors: OnceLock::new(),
        };
        index.divide();
        index.turn();
        index
    }

    /// Finds the regions of every set.
    fn divide(&mut self) {
        let flood = Flood::new(self.shape);
        for set in self.sets() {
            let (largest, others) = flood.regions(self.free(set));
            let first = self.vertices.len() as u64;
            self.vertices.push(largest);
            self.vertices.extend(&others);
            self.regions.push(Regions(if self.shape.area() <= SMALL {
                let regions = (1..).zip(others);
                let code = |region: u32, number: u64| {
                    SetBits::of(region)
                        .map(|cell| number << (3 * cell))
                        .sum::<u64>()
                };
                first << 48
                    | regions
                        .map(|(number, region)| code(region, number))
                        .sum::<u64>()
            } else {
                let many = if others.len() > 1 { MANY } else { 0 };
                first << 32 | many | u64::from(self.free(set) & !largest)
            }));
        }
    }

    /// Tabulates how orders change when a tile passes others: one more than in a row that was tabulated before.
    fn turn(&mut self) {
        let (orders, tiles) = (self.orders, self.tiles);
        let exchange = |place| {
            let exchanged = |order| permutation::exchanged(order, tiles, place) as u16;
            (0..orders).map(exchanged).collect()
        };
        let exchanges: Vec<Vec<u16>> = (0..self.tiles - 1).map(exchange).collect();
        self.passed = (0..self.orders as u16).collect();
        for first in 0..self.tiles {
            for passed in 1..(self.shape.cols() as usize).min(self.tiles - first) {
                for rises in [false, true] {
                    let row = |passed| turn(first as u32, passed as u32, rises.into());
                    let fewer = self.turns[row(passed - 1)] as usize;
                    let exchange = &exchanges[first + passed - 1];
                    self.turns[row(passed)] = self.passed.len() as u32;
                    for order in 0..self.orders {
                        let after = if rises {
                            exchange[usize::from(self.passed[fewer + order])]
                        } else {
                            self.passed[fewer + usize::from(exchange[order])]
                        };
                        self.passed.push(after);
                    }
                }
            }
        }
    }

    /// The shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of tiles.
    pub const fn tiles(&self) -> usize {
        self.tiles
    }

    /// The number of orders of the tiles.
    pub const fn orders(&self) -> usize {
        self.orders
    }

    /// The number of vertices: sets of occupied cells with a region for the blank.
    pub const fn vertices(&self) -> usize {
        self.vertices.len()
    }

    /// The number of words, of 64 entries each, that a vertex has in a table.
    pub const fn words(&self) -> usize {
        self.orders.div_ceil(64)
    }

    /// The size of a table in bytes, with one bit per entry.
    pub const fn bytes(&self) -> usize {
        8 * self.words() * self.vertices()
    }

    /// The number of entries: placements with a region for the blank.
    pub const fn entries(&self) -> usize {
        self.vertices() * self.orders
    }

    fn free(&self, set: u32) -> u32 {
        !set & (u32::MAX >> (32 - self.shape.area()))
    }

    /// Every set of as many cells as there are tiles, in the order of their ranks, which is the order of the numbers.
    fn sets(&self) -> impl Iterator<Item = u32> + use<> {
        let cells = self.shape.area();
        let first: u32 = (1 << self.tiles) - 1;
        let following = |&set: &u32| {
            let lowest = set & set.wrapping_neg();
            let carried = set + lowest;
            Some(carried | ((carried ^ set) / lowest) >> 2)
        };
        std::iter::successors(Some(first), following).take_while(move |set| set >> cells == 0)
    }

    /// All vertices in the order of their numbers: the occupied cells, and the region.
    pub(super) fn all_vertices(&self) -> impl Iterator<Item = (u32, u32)> {
        let ends = self
            .regions
            .iter()
            .skip(1)
            .map(|&regions| self.first_vertex(regions));
        let ends = ends.chain([self.vertices.len()]);
        let sets = self.sets().zip(&self.regions).zip(ends);
        sets.flat_map(|((set, &regions), end)| {
            let regions = &self.vertices[self.first_vertex(regions)..end];
            regions.iter().map(move |&region| (set, region))
        })
    }

    const fn first_vertex(&self, regions: Regions) -> usize {
        (regions.0 >> if self.shape.area() <= SMALL { 48 } else { 32 }) as usize
    }

    /// The rank of a set of occupied cells, with these numbers of cells in the lower and the upper part.
    #[inline(always)]
    fn rank_set(&self, set: u32, lower: u32, upper: u32) -> usize {
        let low = self.low[(set & ((1 << lower) - 1)) as usize % (1 << LARGE_PART)];
        let high =
            self.high[((low >> COUNT) << upper | set >> lower) as usize % (16 << UPPER_PART)];
        (low.wrapping_add(high) & ((1 << COUNT) - 1)) as usize
    }

    /// The vertex of a set in whose region a free cell is.
    #[inline(always)]
    pub(crate) fn vertex(&self, set: u32, blank: u32) -> usize {
        if self.shape.area() <= SMALL {
            self.small_vertex(set, blank)
        } else {
            self.large_vertex(set, blank)
        }
    }

    /// The vertex, for shapes of up to 16 cells.
    #[inline(always)]
    pub(crate) fn small_vertex(&self, set: u32, blank: u32) -> usize {
        let regions = self.regions[self.rank_set(set, SMALL_PART, SMALL_PART)].0;
        (regions >> 48) as usize + (regions >> (3 * blank) & 7) as usize
    }

    /// The vertex, for shapes of more than 16 cells.
    #[inline(always)]
    pub(crate) fn large_vertex(&self, set: u32, blank: u32) -> usize {
        let regions = self.regions[self.rank_set(set, LARGE_PART, UPPER_PART)];
        let (first, is_outside) = (
            (regions.0 >> 32) as usize,
            (regions.0 >> blank & 1) as usize,
        );
        if !(is_outside == 1 && regions.0 & MANY != 0) {
            first + is_outside
        } else {
            self.one_of_many(first, blank)
        }
    }

    #[cold]
    fn one_of_many(&self, first: usize, blank: u32) -> usize {
        let region = self.vertices[first..]
            .iter()
            .position(|region| region >> blank & 1 == 1);
        first + region.expect("every free cell is in a region")
    }

    /// The placement after a tile has moved.
    #[inline(always)]
    pub(crate) fn after(&self, placement: Placement, step: TileStep) -> Placement {
        let turn = self.turns[step.turn(placement.set) % 256];
        Placement {
            set: placement.set ^ step.flip,
            order: self.passed[turn as usize + usize::from(placement.order)],
        }
    }

    /// The bytes of the words that say where each move leads.
    pub(crate) fn successor_bytes(&self) -> usize {
        Successors::bytes_of(self)
    }

    /// Where each move leads; `relocate` may move the words to faster memory when they are made.
    pub(super) fn successors(
        &self,
        relocate: &mut dyn FnMut(&[u8]) -> Option<Bytes>,
    ) -> &Arc<Successors> {
        let make = || Arc::new(Successors::new(&[self], relocate));
        self.successors.get_or_init(make)
    }

    /// The number of ways in which a move changes the order, of which the first leaves it as it is.
    pub(super) fn turn_count(&self) -> usize {
        self.passed.len() / self.orders
    }

    /// For each way in which a move changes the order, for each order, the order after it.
    pub(super) fn all_turns(&self) -> &[u16] {
        &self.passed
    }

    /// How a move changes the order, by number.
    pub(super) fn turn_of(&self, set: u32, step: TileStep) -> usize {
        self.turns[step.turn(set)] as usize / self.orders
    }

    /// For each order, the order after a tile has passed `passed` others; `first` tiles are before all of them.
    pub(super) fn turned(&self, first: usize, passed: usize, rises: bool) -> &[u16] {
        let turn = self.turns[turn(first as u32, passed as u32, rises.into())];
        &self.passed[turn as usize..][..self.orders]
    }

    /// The number of the entry for a placement with the blank at a free cell.
    pub fn entry(&self, placement: Placement, blank: Cell) -> usize {
        self.entry_at(placement, blank.index() as u32)
    }

    /// The same with the blank's cell as an index.
    #[inline(always)]
    pub(crate) fn entry_at(&self, placement: Placement, blank: u32) -> usize {
        self.vertex(placement.set, blank) * (64 * self.words()) + usize::from(placement.order)
    }

    /// For each cell, the cells next to it.
    pub(super) fn neighbours(&self) -> Vec<u32> {
        let next_to = |cell| {
            let sources = Move::ALL.into_iter();
            let cells = sources.filter_map(|m| self.shape.source(cell, m));
            cells.fold(0, |set, cell| set | 1 << cell.index())
        };
        self.shape.cells().map(next_to).collect()
    }
}

/// The index of a turn.
#[inline(always)]
const fn turn(first: u32, passed: u32, rises: u8) -> usize {
    ((first * MOST_PASSED as u32 + passed) * 2 + rises as u32) as usize
}

fn padded<const N: usize>(mut values: Vec<u32>) -> Box<[u32; N]> {
    values.resize(N, 0);
    values.try_into().expect("the length was set")
}

/// For each set of the `cells` from `first` on, with `before` lower cells in other parts: its part of the rank, and the
/// total number of cells.
fn shares(first: u32, cells: u32, before: usize) -> Vec<u32> {
    let share = |set: u32| -> u32 {
        let rank = permutation::rank_set(set, first as usize, before);
        rank | (before as u32 + set.count_ones()) << COUNT
    };
    (0..1 << cells).map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows, columns, tiles.
    const INDICES: [(u32, u32, usize); 7] = [
        (2, 3, 2),
        (3, 3, 4),
        (4, 4, 7),
        (3, 6, 8),
        (3, 7, 7),
        (2, 12, 8),
        (5, 5, 8),
    ];

    #[test]
    fn sets_are_ranked_in_order() {
        for (rows, cols, tiles) in INDICES {
            let shape = Shape::new(rows, cols).unwrap();
            let index = PatternIndex::new(shape, tiles);
            let (lower, upper) = if shape.area() <= SMALL {
                (8, 8)
            } else {
                (13, 12)
            };
            let ranks = index.sets().map(|set| index.rank_set(set, lower, upper));
            assert!(ranks.eq(0..index.regions.len()));
        }
    }

    #[test]
    fn every_vertex_has_its_own_number() {
        for (rows, cols, tiles) in INDICES {
            let index = PatternIndex::new(Shape::new(rows, cols).unwrap(), tiles);
            for (number, (set, region)) in index.all_vertices().enumerate() {
                for blank in SetBits::of(region) {
                    assert_eq!(index.vertex(set, blank as u32), number);
                }
                let others = index.free(set) & !region;
                for blank in SetBits::of(others) {
                    assert_ne!(index.vertex(set, blank as u32), number);
                }
            }
        }
    }

    #[test]
    fn a_move_changes_the_order_as_placing_anew_does() {
        let cases: [(u32, u32, &[usize]); 6] = [
            (4, 4, &[6, 1, 4, 2]),
            (4, 4, &[15, 9, 10, 3]),
            (5, 5, &[24, 0, 12, 7, 18, 3, 16, 8]),
            (5, 5, &[20, 21, 22, 23, 19, 18, 17, 16]),
            (2, 12, &[3, 4, 5, 6, 7, 8, 9, 10]),
            (2, 12, &[20, 9, 18, 7, 17, 6, 13, 4]),
        ];
        for (rows, cols, cells) in cases {
            let index = PatternIndex::new(Shape::new(rows, cols).unwrap(), cells.len());
            let (placement, neighbours) = (Placement::at(cells), index.neighbours());
            for (tile, &from) in cells.iter().enumerate() {
                for to in SetBits::of(neighbours[from] & !placement.set) {
                    let mut after = cells.to_vec();
                    after[tile] = to;
                    assert_eq!(
                        index.after(placement, TileStep::new(from, to)),
                        Placement::at(&after)
                    );
                }
            }
        }
    }
}
