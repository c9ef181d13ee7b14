//! How many boards a shape has, computed without enumerating them.

use std::fmt;
use taquin::notation;
use taquin::{Cell, Move, Shape};

/// Numbers of larger shapes have more than 35,660 digits, and are given approximately.
const MAX_EXACT: u32 = 10_000;
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
    /// Counts also the sequences of up to `depth` moves, at most [`MAX_DEPTH`], that begin with the blank at a cell.
    pub fn with_sequences(mut self, start: Cell, depth: u32) -> Count {
        self.sequences = Some(sequences(self.shape, start, depth));
        self
    }

    /// The counts for a shape.
    pub fn new(shape: Shape) -> Count {
        let (cells, line) = (shape.area() as u32, shape.is_line());
        let mut cells_with_moves = [0; 5];
        let mut pairs = 0;
        for cell in shape.cells() {
            let moves = shape.moves(cell).len();
            cells_with_moves[moves] += 1;
            pairs += moves as u32;
        }
        let at_a_cell = if line {
            Natural::factorial(1)
        } else {
            Natural::half_factorial(cells - 1)
        };
        Count {
            shape,
            boards: Natural::factorial(cells),
            solvable: at_a_cell.times(cells),
            unsolvable: if line {
                Natural::factorial(cells).minus(cells)
            } else {
                Natural::half_factorial(cells)
            },
            groups: if line {
                Natural::factorial(cells - 1)
            } else {
                Natural::factorial(2)
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

/// What to count: the boards of a shape, or a formula for all shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// The boards of one shape.
    Shape(Shape),
    /// Boards of n × n cells, for every n.
    Squares,
    /// Boards of m × n cells, for every m and n.
    Rectangles,
}

/// Reads what to count: a shape (`3x4`, `4` or `4^2`), or `n^2` or `mxn` for the formulas.
pub fn counting(text: &str) -> Result<Counting, String> {
    let plain = text
        .trim()
        .to_lowercase()
        .replace(['×', '*'], "x")
        .replace('²', "^2");
    match plain.as_str() {
        "n" | "n^2" | "nxn" => return Ok(Counting::Squares),
        "mxn" | "nxm" | "mn" | "rowsxcols" => return Ok(Counting::Rectangles),
        _ => {}
    }
    let shape = plain.strip_suffix("^2").unwrap_or(&plain);
    let is_power = shape.len() < plain.len() && shape.contains('x');
    let shape = notation::read_shape(shape).ok().filter(|_| !is_power);
    shape.map(Counting::Shape).ok_or_else(|| {
        "a shape is ROWSxCOLS, such as 3x4, with at most 16777216 cells; n^2 and mxn give the formulas".into()
    })
}

/// The number of boards as a formula, with the numbers of small shapes.
#[derive(Debug)]
pub struct Formula {
    /// The number of cells: `n²` or `mn`.
    pub cells: &'static str,
    /// The cells as a factor: `(n²)` or `(mn)`.
    pub factor: &'static str,
    /// The number of pairs of adjacent cells.
    pub pairs: &'static str,
    /// The smallest shapes with their numbers.
    pub examples: Vec<Count>,
}

impl Formula {
    /// The formulas for squares or rectangles; `None` for one shape.
    pub fn of(counting: Counting) -> Option<Formula> {
        let shape = |(rows, cols)| Count::new(Shape::new(rows, cols).expect("these are shapes"));
        let (cells, factor, pairs, shapes) = match counting {
            Counting::Shape(_) => return None,
            Counting::Squares => (
                "n²",
                "(n²)",
                "2n(n − 1)",
                vec![(2, 2), (3, 3), (4, 4), (5, 5), (6, 6)],
            ),
            Counting::Rectangles => (
                "mn",
                "(mn)",
                "2mn − m − n",
                vec![(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (4, 5)],
            ),
        };
        Some(Formula {
            cells,
            factor,
            pairs,
            examples: shapes.into_iter().map(shape).collect(),
        })
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

/// A natural number of any size.
#[derive(Clone, Debug)]
pub enum Natural {
    /// All its digits, in groups of nine, least significant group first.
    Exact(Vec<u32>),
    /// Its logarithm to base 10, if it has too many digits.
    About(f64),
}

impl Natural {
    const GROUP: u64 = 1_000_000_000;

    fn product(numbers: impl Iterator<Item = u32>) -> Natural {
        let one = Natural::Exact(vec![1]);
        numbers.fold(one, |product, n| product.times(n))
    }

    fn factorial(n: u32) -> Natural {
        if n <= MAX_EXACT {
            Natural::product(1..=n)
        } else {
            Natural::About(log_factorial(n))
        }
    }

    /// n!/2, or 1 for n = 1.
    fn half_factorial(n: u32) -> Natural {
        if n <= MAX_EXACT {
            Natural::product(3..=n)
        } else {
            Natural::About(log_factorial(n) - 2f64.log10())
        }
    }

    /// The digits before the decimal point and three after it, and the power of ten, of a number with many digits.
    pub fn scientific(&self) -> (String, u64) {
        match self {
            Natural::Exact(_) => {
                let digits = self.to_string();
                let (first, rest) = digits.split_at(1);
                let rest: String = rest.chars().chain("000".chars()).take(3).collect();
                (format!("{first}.{rest}"), digits.len() as u64 - 1)
            }
            Natural::About(log) => {
                // Cut off like the digits of an exact number, not rounded.
                let thousandths = (10f64.powf(log.fract()) * 1000.0).floor() as u64;
                let (first, rest) = (thousandths / 1000, thousandths % 1000);
                (format!("{first}.{rest:03}"), log.floor() as u64)
            }
        }
    }

    fn times(&self, factor: u32) -> Natural {
        let known = match self {
            Natural::Exact(known) => known,
            Natural::About(log) => return Natural::About(log + f64::from(factor).log10()),
        };
        let mut carry = 0;
        let mut groups: Vec<u32> = Vec::with_capacity(known.len() + 2);
        for &group in known {
            carry += u64::from(group) * u64::from(factor);
            groups.push((carry % Natural::GROUP) as u32);
            carry /= Natural::GROUP;
        }
        while carry > 0 {
            groups.push((carry % Natural::GROUP) as u32);
            carry /= Natural::GROUP;
        }
        Natural::Exact(groups).trimmed()
    }

    /// Subtracts a number that is not larger.
    fn minus(mut self, number: u32) -> Natural {
        let mut borrowed = u64::from(number);
        let Natural::Exact(groups) = &mut self else {
            return self;
        };
        for group in groups {
            let lack = borrowed
                .saturating_sub(u64::from(*group))
                .div_ceil(Natural::GROUP);
            *group = (u64::from(*group) + lack * Natural::GROUP - borrowed) as u32;
            borrowed = lack;
        }
        self.trimmed()
    }

    fn trimmed(mut self) -> Natural {
        if let Natural::Exact(groups) = &mut self {
            while groups.len() > 1 && groups.last() == Some(&0) {
                groups.pop();
            }
        }
        self
    }
}

/// The logarithm of n! to base 10, by Stirling's series; right to eight digits after the point for n > 10,000.
fn log_factorial(n: u32) -> f64 {
    let n = f64::from(n);
    let natural = n * n.ln() - n + (std::f64::consts::TAU * n).ln() / 2.0 + 1.0 / (12.0 * n);
    natural / std::f64::consts::LN_10
}

/// All digits, or `1.234e5678`.
impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Natural::Exact(groups) = self else {
            let (digits, exponent) = self.scientific();
            return write!(f, "{digits}e{exponent}");
        };
        let mut groups = groups.iter().rev();
        write!(f, "{}", groups.next().unwrap_or(&0))?;
        groups.try_for_each(|group| write!(f, "{group:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_and_formulas_are_read() {
        let shape = |rows, cols| Ok(Counting::Shape(Shape::new(rows, cols).unwrap()));
        for (text, expected) in [
            ("3x4", shape(3, 4)),
            ("4", shape(4, 4)),
            ("4^2", shape(4, 4)),
            ("4²", shape(4, 4)),
            ("3*4", shape(3, 4)),
            ("n^2", Ok(Counting::Squares)),
            ("N²", Ok(Counting::Squares)),
            ("nxn", Ok(Counting::Squares)),
            ("m×n", Ok(Counting::Rectangles)),
        ] {
            assert_eq!(counting(text), expected, "{text}");
        }
        for wrong in ["", "3x4^2", "n^3", "4^3", "x", "0x4", "99999x99999"] {
            assert!(counting(wrong).is_err(), "{wrong}");
        }
    }

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
    fn very_large_numbers_are_given_approximately() {
        let shape = |rows, cols| Count::new(Shape::new(rows, cols).unwrap());
        assert_eq!(shape(4096, 4096).boards.to_string(), "8.214e113924437");
        assert_eq!(shape(4096, 4096).solvable.to_string(), "4.107e113924437");
        // The two ways agree where one ends and the other begins.
        let exact = Natural::product(1..=10_000).times(10_001).scientific();
        assert_eq!(exact, Natural::factorial(10_001).scientific());
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
