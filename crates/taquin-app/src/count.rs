//! How many boards a shape has, computed without enumerating them.

use crate::exit::Failure;
use std::fmt;
use taquin::{Cell, Move, Shape};

/// Numbers of larger shapes have more than 35,660 digits.
const MAX_CELLS: usize = 10_000;
/// Sequences of this many moves are fewer than 4^60, which fits in 128 bits.
pub const MAX_DEPTH: u32 = 60;

/// The counts for a shape.
#[derive(Debug)]
pub struct Count {
    /// The shape.
    pub shape: Shape,
    /// All arrangements.
    pub boards: Natural,
    /// Arrangements from which a goal can be reached.
    pub solvable: Natural,
    /// The other arrangements.
    pub unsolvable: Natural,
    /// The solvable ones with the blank at a given cell.
    pub at_a_cell: Natural,
    /// The number of connected components: moves lead from a board to every board of its component and to no other.
    pub groups: Natural,
    /// Pairs of solvable boards that are one move apart.
    pub neighbours: Natural,
    /// The number of cells where the blank has no move, one, two, three, four.
    pub cells_with_moves: [usize; 5],
    /// The number of sequences of each length: all, and those that never undo the last move.
    pub sequences: Option<Vec<[u128; 2]>>,
}

impl Count {
    /// The counts for a shape, unless they have too many digits.
    pub fn of(shape: Shape) -> Result<Count, Failure> {
        match shape.area() <= MAX_CELLS {
            true => Ok(Count::new(shape)),
            false => Err(Failure::Usage(format!(
                "count is for shapes of up to {MAX_CELLS} cells: the number of {shape} boards has more than 35660 digits"
            ))),
        }
    }

    /// Counts also the sequences of up to `depth` moves, at most [`MAX_DEPTH`], that begin with the blank at a cell.
    pub fn with_sequences(mut self, start: Cell, depth: u32) -> Count {
        self.sequences = Some(sequences(self.shape, start, depth));
        self
    }

    fn new(shape: Shape) -> Count {
        let (cells, line) = (shape.area() as u32, shape.is_line());
        let mut cells_with_moves = [0; 5];
        let mut pairs = 0;
        for cell in shape.cells() {
            let moves = shape.moves(cell).len();
            cells_with_moves[moves] += 1;
            pairs += moves as u32;
        }
        let half = |n: u32| Natural::product(3..=n);
        let at_a_cell = if line {
            Natural::product(1..=1)
        } else {
            half(cells - 1)
        };
        Count {
            shape,
            boards: Natural::product(1..=cells),
            solvable: at_a_cell.times(cells),
            unsolvable: match line {
                true => Natural::product(1..=cells).minus(cells),
                false => half(cells),
            },
            groups: match line {
                true => Natural::product(1..=cells - 1),
                false => Natural::product(2..=2),
            },
            neighbours: at_a_cell.times(pairs / 2),
            at_a_cell,
            cells_with_moves,
            sequences: None,
        }
    }

    /// The mean number of moves that a solvable board allows.
    pub fn mean_moves(&self) -> f64 {
        let moves = self.cells_with_moves.iter().enumerate();
        let moves: usize = moves.map(|(moves, cells)| moves * cells).sum();
        moves as f64 / self.shape.area() as f64
    }
}

/// The number of sequences of 0, 1, … moves that begin with the blank at a cell: all, and those that never undo the last move.
fn sequences(shape: Shape, start: Cell, depth: u32) -> Vec<[u128; 2]> {
    // The number of sequences that end at each cell, by their last move.
    let mut ends = vec![[0u128; 4]; shape.area()];
    let mut all = vec![0u128; shape.area()];
    all[start.index()] = 1;
    let mut rows = vec![[1, 1]];
    for length in 1..=depth {
        let (mut next, mut next_all) = (vec![[0; 4]; ends.len()], vec![0; all.len()]);
        for cell in shape.cells() {
            for m in shape.moves(cell).iter() {
                let to = shape.source_unchecked(cell, m).index();
                next_all[to] += all[cell.index()];
                next[to][m.index()] += match length {
                    1 => all[cell.index()],
                    _ => others(&ends[cell.index()], m.opposite()),
                };
            }
        }
        (ends, all) = (next, next_all);
        rows.push([all.iter().sum(), ends.iter().flatten().sum()]);
    }
    rows
}

/// The sequences that end with a move other than this one.
fn others(ends: &[u128; 4], m: Move) -> u128 {
    ends.iter().sum::<u128>() - ends[m.index()]
}

/// A natural number of any size, in groups of nine digits, least significant group first.
#[derive(Clone, Debug)]
pub struct Natural(Vec<u32>);

impl Natural {
    const GROUP: u64 = 1_000_000_000;

    fn product(numbers: impl Iterator<Item = u32>) -> Natural {
        let one = Natural(vec![1]);
        numbers.fold(one, |product, n| product.times(n))
    }

    fn times(&self, factor: u32) -> Natural {
        let mut carry = 0;
        let mut groups: Vec<u32> = Vec::with_capacity(self.0.len() + 2);
        for &group in &self.0 {
            carry += u64::from(group) * u64::from(factor);
            groups.push((carry % Natural::GROUP) as u32);
            carry /= Natural::GROUP;
        }
        while carry > 0 {
            groups.push((carry % Natural::GROUP) as u32);
            carry /= Natural::GROUP;
        }
        Natural(groups).trimmed()
    }

    /// Subtracts a number that is not larger.
    fn minus(mut self, number: u32) -> Natural {
        let mut borrowed = u64::from(number);
        for group in &mut self.0 {
            let lack = borrowed
                .saturating_sub(u64::from(*group))
                .div_ceil(Natural::GROUP);
            *group = (u64::from(*group) + lack * Natural::GROUP - borrowed) as u32;
            borrowed = lack;
        }
        self.trimmed()
    }

    fn trimmed(mut self) -> Natural {
        while self.0.len() > 1 && self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups = self.0.iter().rev();
        write!(f, "{}", groups.next().unwrap_or(&0))?;
        groups.try_for_each(|group| write!(f, "{group:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_products_and_differences_are_correct() {
        let cases = [
            (0, "1"),
            (12, "479001600"),
            (13, "6227020800"),
            (25, "15511210043330985984000000"),
            (36, "371993326789901217467999448150835200000000"),
        ];
        for (n, digits) in cases {
            assert_eq!(Natural::product(1..=n).to_string(), digits);
        }
        for (n, less, digits) in [
            (2, 2, "0"),
            (13, 13, "6227020787"),
            (13, u32::MAX, "1932053505"),
        ] {
            assert_eq!(Natural::product(1..=n).minus(less).to_string(), digits);
        }
    }

    #[test]
    fn sequences_are_counted_as_by_enumeration() {
        fn walk(shape: Shape, blank: Cell, last: Option<Move>, left: u32, back: bool) -> u128 {
            if left == 0 {
                return 1;
            }
            let moves = shape.moves(blank);
            let moves = moves.iter().filter(|m| back || Some(m.opposite()) != last);
            moves
                .map(|m| {
                    walk(
                        shape,
                        shape.source_unchecked(blank, m),
                        Some(m),
                        left - 1,
                        back,
                    )
                })
                .sum()
        }
        for (rows, cols) in [(1, 1), (1, 4), (2, 2), (3, 3), (2, 5)] {
            let shape = Shape::new(rows, cols).unwrap();
            for start in shape.cells() {
                let rows = sequences(shape, start, 7);
                for (left, row) in (0..).zip(&rows) {
                    let known = [true, false].map(|back| walk(shape, start, None, left, back));
                    assert_eq!(*row, known, "{shape} {start:?} {left}");
                }
            }
        }
    }

    #[test]
    fn a_line_has_as_many_solvable_boards_as_cells() {
        let texts = |rows, cols| {
            let count = Count::new(Shape::new(rows, cols).unwrap());
            [count.boards, count.solvable, count.unsolvable, count.groups].map(|n| n.to_string())
        };
        assert_eq!(texts(1, 1), ["1", "1", "0", "1"]);
        assert_eq!(texts(1, 2), ["2", "2", "0", "1"]);
        assert_eq!(texts(5, 1), ["120", "5", "115", "24"]);
        assert_eq!(texts(2, 2), ["24", "12", "12", "2"]);
        assert_eq!(texts(3, 3), ["362880", "181440", "181440", "2"]);
    }
}
