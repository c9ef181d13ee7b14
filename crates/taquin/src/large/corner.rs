//! The small exact tables at the end of every line and at the end of the board.

use crate::puzzle::Direction;

/// The cells of a corner: two of the line that is being finished, and the two rows of two behind them.
pub(super) const CELLS: usize = 6;

/// The most moves that both tiles need.
pub(super) const LONGEST_TURN: u64 = 18;

/// The positions of a line's last two tiles and the blank in a corner, each a number below [`CELLS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trio {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) blank: usize,
}

impl Trio {
    fn index(self) -> usize {
        (self.first * CELLS + self.second) * CELLS + self.blank
    }

    /// Moves the blank; the tile on its new cell takes its old one.
    fn with_blank(self, to: usize) -> Trio {
        let moved = |cell| if cell == to { self.blank } else { cell };
        Trio {
            first: moved(self.first),
            second: moved(self.second),
            blank: to,
        }
    }
}

/// For every trio, the blank's next cell on a shortest path to both tiles at home (cells 0 and 1).
///
/// Cells 2k and 2k + 1 are side by side, k steps behind the line. The other tiles on the six cells are not
/// distinguished, so each of the 120 trios can be solved.
pub(super) struct Corner {
    next: [u8; CELLS * CELLS * CELLS],
    moves: [u8; CELLS * CELLS * CELLS],
}

const UNSEEN: u8 = u8::MAX;

impl Corner {
    pub(super) fn new() -> Corner {
        let mut corner = Corner {
            next: [UNSEEN; CELLS * CELLS * CELLS],
            moves: [0; CELLS * CELLS * CELLS],
        };
        let homes = (2..CELLS).map(|blank| Trio {
            first: 0,
            second: 1,
            blank,
        });
        let mut queue: Vec<Trio> = homes.collect();
        for home in &queue {
            corner.next[home.index()] = home.blank as u8;
        }
        let mut done = 0;
        while let Some(&trio) = queue.get(done) {
            done += 1;
            for to in neighbours(trio.blank) {
                let before = trio.with_blank(to);
                if corner.next[before.index()] == UNSEEN {
                    corner.next[before.index()] = trio.blank as u8;
                    corner.moves[before.index()] = corner.moves[trio.index()] + 1;
                    queue.push(before);
                }
            }
        }
        corner
    }

    /// The blank's next cell, or `None` if both tiles are at home.
    pub(super) fn next(&self, trio: Trio) -> Option<usize> {
        (self.moves[trio.index()] > 0).then(|| usize::from(self.next[trio.index()]))
    }
}

/// The neighbours of a cell, in a corner of three rows of two.
fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let beside = [Some(cell ^ 1), cell.checked_sub(2), Some(cell + 2)];
    beside.into_iter().flatten().filter(|&to| to < CELLS)
}

/// The blank's directions that bring the tiles of at most six cells home in the fewest moves.
///
/// `tiles` has, for each cell of a rectangle of `cols` columns in reading order, the home of its tile or of the blank.
/// Breadth-first; there are at most 360 arrangements.
pub(super) fn last_cells(cols: usize, tiles: &[usize], blank: usize) -> Vec<Direction> {
    let start = Arrangement::of(tiles);
    let solved = Arrangement::of(&(0..tiles.len()).collect::<Vec<_>>());
    let mut seen = vec![start];
    // For every visited arrangement: the blank's cell, the arrangement before, and the direction from there.
    let mut from = vec![(blank, 0, Direction::Up)];
    let mut done = 0;
    while seen.get(done).expect("a problem is reachable") != &solved {
        let blank = from[done].0;
        for direction in Direction::ALL {
            if let Some(to) = step(cols, tiles.len(), blank, direction) {
                let after = seen[done].with_swap(blank, to);
                if !seen.contains(&after) {
                    seen.push(after);
                    from.push((to, done, direction));
                }
            }
        }
        done += 1;
    }
    let mut path = Vec::new();
    while done > 0 {
        path.push(from[done].2);
        done = from[done].1;
    }
    path.reverse();
    path
}

/// Which tile is on each of a few cells, four bits per cell.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Arrangement(u32);

impl Arrangement {
    fn of(tiles: &[usize]) -> Arrangement {
        let bits = tiles
            .iter()
            .zip(0..)
            .map(|(&tile, cell)| (tile as u32) << (4 * cell));
        Arrangement(bits.sum())
    }

    fn with_swap(self, a: usize, b: usize) -> Arrangement {
        let differing = (self.0 >> (4 * a) ^ self.0 >> (4 * b)) & 15;
        Arrangement(self.0 ^ differing << (4 * a) ^ differing << (4 * b))
    }
}

fn step(cols: usize, cells: usize, cell: usize, direction: Direction) -> Option<usize> {
    match direction {
        Direction::Up => cell.checked_sub(cols),
        Direction::Down => Some(cell + cols).filter(|&to| to < cells),
        Direction::Left => (!cell.is_multiple_of(cols)).then(|| cell - 1),
        Direction::Right => (!(cell + 1).is_multiple_of(cols)).then_some(cell + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_corner_is_turned_in() {
        let corner = Corner::new();
        let mut longest = 0;
        for index in 0..CELLS * CELLS * CELLS {
            let (first, second, blank) = (index / 36, index / 6 % 6, index % 6);
            if first == second || first == blank || second == blank {
                continue;
            }
            let mut trio = Trio {
                first,
                second,
                blank,
            };
            let mut moves = 0;
            while let Some(next) = corner.next(trio) {
                assert!(neighbours(trio.blank).any(|cell| cell == next));
                trio = trio.with_blank(next);
                moves += 1;
            }
            assert_eq!((trio.first, trio.second), (0, 1));
            longest = longest.max(moves);
        }
        assert_eq!(longest, LONGEST_TURN);
    }

    #[test]
    fn the_last_six_cells_need_at_most_21_moves() {
        // Every arrangement from which the solved one is reached is reached from it: one walk visits many of them.
        let (mut tiles, mut blank) = ((0..6).collect::<Vec<_>>(), 5);
        let mut longest = 0;
        let mut chance = 1u32;
        for _ in 0..2000 {
            chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if let Some(to) = step(3, 6, blank, Direction::ALL[(chance >> 30) as usize]) {
                tiles.swap(blank, to);
                blank = to;
                longest = longest.max(last_cells(3, &tiles, blank).len());
            }
        }
        assert!((18..=21).contains(&longest), "{longest}");
    }
}
