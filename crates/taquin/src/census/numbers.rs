//! How the bits of a map are numbered.
//!
//! 1. The order of a board's tiles has a number with one digit per tile, as in [`distance_table`](crate::census::distance_table).
//! 2. Of orders 2k and 2k + 1, only one can be reached with the blank at a given cell: k is the *pair*.
//! 3. The last five tiles have 120 orders, 60 pairs: these are the bits of a word. The digits before them number the words.
//! 4. The leading digits, those at which every vertical move that begins there moves whole words, number the *units*. A move
//!    that begins at a later digit stays in its unit: maps are divided between units and nowhere else.
//!
//! On a line no tile passes another: there is a single order.

use crate::census::distance_table::orders::parities;
use crate::puzzle::Shape;
use crate::support::permutation::factorial;
use std::ops::Range;

/// The tiles whose orders are in one word.
const LOW: usize = 5;

/// How the pairs of a shape are numbered.
#[derive(Debug)]
pub(super) struct Numbers {
    tiles: usize,
    /// The cells of the shape.
    cells: usize,
    /// The tiles whose orders are in one word: [`LOW`], or all if there are fewer.
    low: usize,
    words: usize,
    /// The number of bits of a word that stand for pairs.
    bits: usize,
    /// The digits that number the units.
    leading: usize,
}

impl Numbers {
    pub(super) fn new(shape: Shape) -> Numbers {
        let tiles = Numbers::tiles_of(shape);
        let low = tiles.min(LOW);
        Numbers {
            tiles,
            cells: shape.area(),
            low,
            words: Numbers::words_of(shape),
            bits: factorial(low).div_ceil(2),
            leading: (tiles + 1).saturating_sub(low + shape.cols() as usize),
        }
    }

    /// The number of words in a map of this shape.
    pub(super) fn words_of(shape: Shape) -> usize {
        let tiles = Numbers::tiles_of(shape);
        factorial(tiles) / factorial(tiles.min(LOW))
    }

    /// On a line there is only the first order: no digit ever changes.
    fn tiles_of(shape: Shape) -> usize {
        if shape.is_line() { 0 } else { shape.area() - 1 }
    }

    /// The number of tiles whose order can change.
    pub(super) const fn tiles(&self) -> usize {
        self.tiles
    }

    /// The tiles whose orders are in one word.
    pub(super) const fn low(&self) -> usize {
        self.low
    }

    /// The number of words in a map.
    pub(super) const fn words(&self) -> usize {
        self.words
    }

    /// The number of bits of a word that stand for pairs.
    pub(super) const fn bits(&self) -> usize {
        self.bits
    }

    /// A word with all of these bits.
    pub(super) const fn full(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// The digits that number the units.
    pub(super) const fn leading(&self) -> usize {
        self.leading
    }

    /// The number of units.
    pub(super) fn units(&self) -> usize {
        (self.tiles - self.leading + 1..=self.tiles).product()
    }

    /// For each word of these units, whether the digits before those of its bits are an odd order.
    pub(super) fn parities(&self, units: Range<usize>) -> Vec<bool> {
        let rest = self.tiles - self.leading;
        let within = parities(self.low + 1..=rest);
        let mut odd = Vec::with_capacity(units.len() * within.len());
        for mut unit in units {
            let mut sum = 0;
            for radix in rest + 1..=self.tiles {
                sum += unit % radix;
                unit /= radix;
            }
            odd.extend(within.iter().map(|odd| odd ^ (sum % 2 == 1)));
        }
        odd
    }

    /// The number of boards that can be reached.
    pub(super) const fn reachable(&self) -> u64 {
        (self.cells * self.words * self.bits) as u64
    }

    /// The pair that a bit stands for.
    pub(super) const fn pair(&self, word: usize, bit: usize) -> usize {
        word * self.bits + bit
    }

    /// For each cell, the home of what lies there, with the odd or the even order of a pair.
    pub(super) fn homes(&self, pair: usize, odd: bool, home: usize, blank: usize) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.cells).filter(|&cell| cell != home).collect();
        let mut homes: Vec<usize> = self
            .digits(pair, odd)
            .into_iter()
            .map(|digit| left.remove(digit))
            .collect();
        homes.append(&mut left);
        homes.insert(blank, home);
        homes
    }

    /// The digits of a pair's odd or even order, one per tile.
    fn digits(&self, mut pair: usize, odd: bool) -> Vec<usize> {
        let mut digits = vec![0; self.tiles];
        for radix in 3..=self.tiles {
            digits[self.tiles - radix] = pair % radix;
            pair /= radix;
        }
        let is_odd = digits.iter().sum::<usize>() % 2 == 1;
        if self.tiles >= 2 {
            digits[self.tiles - 2] = usize::from(is_odd != odd);
        }
        digits
    }
}
