//! Orders of tiles and their numbers.

use crate::support::permutation::factorial;

/// The number of pairs of orders of some tiles.
pub(super) fn pairs(tiles: usize) -> usize {
    factorial(tiles).div_ceil(2)
}

/// For each number with digits of these radices (the last digit's radix first), whether the sum of its digits is odd.
/// With the radices from 1 to the number of tiles, that is whether an order is odd.
pub(crate) fn parities(radices: std::ops::RangeInclusive<usize>) -> Vec<bool> {
    let mut parities = vec![false];
    for digits in radices {
        let fewer = std::mem::take(&mut parities);
        for digit in 0..digits {
            parities.extend(fewer.iter().map(|odd| odd ^ (digit % 2 == 1)));
        }
    }
    parities
}

/// For each pair, the pair after a tile has moved up, and the pair after it has moved back down.
pub(super) struct Lift {
    pub(super) up: Vec<u16>,
    pub(super) down: Vec<u16>,
}

impl Lift {
    /// The tile at place `to` + `passed` of the order moves to place `to`. Of each pair, the order with this parity is
    /// used.
    pub(super) fn new(
        to: usize,
        passed: usize,
        parities: &[bool],
        odd: bool,
        tiles: usize,
    ) -> Lift {
        let after = tiles - to - passed - 1;
        let windows = factorial(tiles - to) / factorial(after);
        let lifted: Vec<usize> = (0..windows)
            .map(|window| lift(window, passed, after + 1))
            .collect();
        let block = factorial(after);
        let mut maps = Lift {
            up: vec![0; pairs(tiles)],
            down: vec![0; pairs(tiles)],
        };
        for first in (0..parities.len()).step_by(windows * block) {
            for (window, lifted) in lifted.iter().enumerate() {
                let (from, to) = (first + window * block, first + lifted * block);
                // Several orders are whole pairs; a single one is used if it has the parity of its pair.
                if block == 1 && parities[from] != odd {
                    continue;
                }
                for place in 0..block.div_ceil(2) {
                    maps.up[from / 2 + place] = (to / 2 + place) as u16;
                    maps.down[to / 2 + place] = (from / 2 + place) as u16;
                }
            }
        }
        maps
    }
}

/// How the digits of some neighbouring tiles change when the last of them moves to the front. Its digit has `radix`
/// possible values.
///
/// The tile's own digit grows by one for every tile passed that belongs before it. The others keep their digits, or
/// lose one because the tile belongs before them and is no longer later.
pub(crate) fn lift(window: usize, passed: usize, mut radix: usize) -> usize {
    let (mut front, mut before) = (window % radix, window / radix);
    let (mut lifted, mut weight) = (0, 1);
    for _ in 0..passed {
        let digit = before % (radix + 1);
        before /= radix + 1;
        let belongs_later = digit > front;
        lifted += weight * (digit - usize::from(belongs_later));
        front += usize::from(!belongs_later);
        weight *= radix;
        radix += 1;
    }
    lifted + weight * front
}
