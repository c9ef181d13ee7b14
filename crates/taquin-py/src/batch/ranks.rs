//! Boards by number: among all arrangements, or among those from which a goal can be reached.
//!
//! All arrangements are in lexicographic order, as `itertools.permutations` lists them. Solvable boards are numbered by the
//! cell of the blank and then by the order of the tiles: of two orders that differ in the last two tiles, exactly one can be
//! solved, so half the rank of the order is enough.

use super::kernels::{is_permutation, not_a_board};
use super::run::{Fault, Wrong};
use taquin::{Board, Shape};

/// 20! is the largest factorial in 64 bits.
pub(crate) const MAX_CELLS: usize = 20;

/// How boards are numbered.
pub(crate) struct Ranks {
    shape: Shape,
    /// The goal cell of each tile, if only solvable boards are numbered.
    homes: Option<Vec<u8>>,
    blank_home: usize,
}

const fn factorial(n: usize) -> u64 {
    let (mut product, mut factor) = (1, 2);
    while factor <= n {
        product *= factor as u64;
        factor += 1;
    }
    product
}

/// The lexicographic rank of different numbers below 32.
fn rank(items: impl Iterator<Item = u8> + Clone) -> u64 {
    let mut later = items.clone().fold(0u32, |set, item| set | 1 << item);
    let mut rank = 0;
    for item in items {
        let smaller = (later & ((1 << item) - 1)).count_ones();
        rank = rank * u64::from(later.count_ones()) + u64::from(smaller);
        later &= !(1 << item);
    }
    rank
}

/// Turns a rank into the arrangement of these numbers, which are in rising order.
fn unrank(mut rank: u64, mut left: Vec<u8>) -> Vec<u8> {
    let mut items = Vec::with_capacity(left.len());
    for after in (0..left.len()).rev() {
        let following = factorial(after);
        items.push(left.remove((rank / following) as usize));
        rank %= following;
    }
    items
}

fn is_odd(items: &[u8]) -> bool {
    let later = |(place, &item): (usize, &u8)| {
        items[place + 1..]
            .iter()
            .filter(|&&other| other < item)
            .count()
    };
    items.iter().enumerate().map(later).sum::<usize>() % 2 == 1
}

impl Ranks {
    pub(crate) fn new(shape: Shape, goal: Option<&Board>) -> Ranks {
        let homes = goal.map(|goal| {
            goal.places()
                .iter()
                .map(|cell| cell.index() as u8)
                .collect()
        });
        Ranks {
            shape,
            homes,
            blank_home: goal.map_or(0, |goal| goal.blank().index()),
        }
    }

    /// How many boards there are.
    pub(crate) fn count(&self) -> u64 {
        let cells = self.shape.area();
        match self.homes {
            None => factorial(cells),
            Some(_) if self.shape.is_line() => cells as u64,
            Some(_) => cells as u64 * self.pairs(),
        }
    }

    /// How many pairs of orders there are.
    fn pairs(&self) -> u64 {
        (factorial(self.shape.area() - 1) / 2).max(1)
    }

    pub(crate) fn rank(&self, number: usize, row: &[u8]) -> Result<u64, Wrong> {
        if !is_permutation(row) {
            return Err(not_a_board(number, row, self.shape));
        }
        let Some(homes) = &self.homes else {
            return Ok(rank(row.iter().copied()));
        };
        let blank = row
            .iter()
            .position(|&tile| tile == 0)
            .expect("a board has a blank");
        let tiles = row.iter().filter(|&&tile| tile != 0);
        let order: Vec<u8> = tiles.map(|&tile| homes[usize::from(tile)]).collect();
        let unsolvable = Err(Wrong {
            row: number,
            fault: Fault::Unsolvable,
        });
        if self.shape.is_line() {
            return if order.is_sorted() {
                Ok(blank as u64)
            } else {
                unsolvable
            };
        }
        if is_odd(&order) != self.must_be_odd(blank) {
            return unsolvable;
        }
        Ok(blank as u64 * self.pairs() + rank(order.into_iter()) / 2)
    }

    /// The parity of the order of solvable boards with the blank at this cell.
    fn must_be_odd(&self, blank: usize) -> bool {
        let cols = self.shape.cols() as usize;
        // A move along a row keeps the order; a move along a column takes a tile past `cols` - 1 others.
        let rows = (blank / cols).abs_diff(self.blank_home / cols);
        (rows * (cols - 1)) % 2 == 1
    }

    pub(crate) fn unrank(&self, rank: u64, row: &mut [u8]) {
        let cells = row.len();
        let Some(homes) = &self.homes else {
            row.copy_from_slice(&unrank(rank, (0..cells as u8).collect()));
            return;
        };
        let mut tile_of = vec![0; cells];
        (0..)
            .zip(homes)
            .for_each(|(tile, &home)| tile_of[usize::from(home)] = tile);
        let others: Vec<u8> = (0..cells as u8)
            .filter(|&home| usize::from(home) != self.blank_home)
            .collect();
        let (blank, order) = if self.shape.is_line() {
            (rank as usize, others)
        } else {
            let blank = (rank / self.pairs()) as usize;
            let mut order = unrank(rank % self.pairs() * 2, others);
            if is_odd(&order) != self.must_be_odd(blank) {
                order.swap(cells - 3, cells - 2);
            }
            (blank, order)
        };
        row[blank] = 0;
        let rest = (0..cells).filter(|&cell| cell != blank);
        rest.zip(order)
            .for_each(|(cell, home)| row[cell] = tile_of[usize::from(home)]);
    }
}
