//! Random numbers and random boards from a seed.

/// Random numbers (splitmix64: Steele, Lea and Flood, OOPSLA 2014).
pub(crate) struct Random(u64);

impl Random {
    /// The numbers that belong to a seed and to what they are for.
    pub(crate) fn new(seed: u64, purpose: &[u64]) -> Random {
        let mut random = Random(seed);
        for part in purpose {
            random.0 = random.next() ^ part;
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 up to, not including, `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A random solvable board of `side` × `side` cells whose blank belongs at `blank_home`.
    pub(crate) fn board(&mut self, side: usize, blank_home: usize) -> Board {
        let area = side * side;
        let mut tiles: Vec<u8> = (0..area as u8).collect();
        self.shuffle(&mut tiles);
        let blank = tiles
            .iter()
            .position(|&home| usize::from(home) == blank_home);
        let blank = blank.expect("the blank is on the board");
        let steps =
            (blank / side).abs_diff(blank_home / side) + (blank % side).abs_diff(blank_home % side);
        // Every move exchanges two cells, so their number is even if the number of exchanges is.
        if is_odd(&tiles) != (steps % 2 == 1) {
            let mut others = (0..area).filter(|&cell| cell != blank);
            let (a, b) = (others.next(), others.next());
            tiles.swap(a.expect("a tile"), b.expect("another tile"));
        }
        Board { tiles, blank }
    }
}

/// The home of the tile at each cell, and the blank's cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) tiles: Vec<u8>,
    pub(crate) blank: usize,
}

/// Whether a permutation is odd.
fn is_odd(tiles: &[u8]) -> bool {
    let mut seen = vec![false; tiles.len()];
    let mut is_odd = false;
    for start in 0..tiles.len() {
        let mut cell = start;
        while !seen[cell] {
            seen[cell] = true;
            cell = usize::from(tiles[cell]);
            // A cycle of n cells is n − 1 exchanges: every cell but the first counts.
            is_odd ^= cell != start;
        }
    }
    is_odd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_of_even_length_are_odd() {
        assert!(!is_odd(&[0, 1, 2]));
        assert!(is_odd(&[1, 0, 2]));
        assert!(!is_odd(&[1, 2, 0]));
        assert!(!is_odd(&[1, 0, 3, 2]));
    }

    #[test]
    fn boards_depend_on_seed_and_purpose_only() {
        let board = |seed, purpose: &[u64]| Random::new(seed, purpose).board(5, 24);
        assert_eq!(board(1, &[2, 3]), board(1, &[2, 3]));
        assert_ne!(board(1, &[2, 3]), board(1, &[3, 2]));
        assert_ne!(board(1, &[2, 3]), board(2, &[2, 3]));
    }
}
