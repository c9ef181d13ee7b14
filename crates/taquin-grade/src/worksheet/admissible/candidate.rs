//! Formulas that may or may not be admissible.

use crate::worksheet::Level;
use crate::worksheet::heuristics::steps;
use serde::{Serialize, Serializer};
use taquin::solvability::{Disorder, DisorderRule};
use taquin::{Board, Cell};

/// A formula for the number of moves left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Candidate {
    /// Tiles that are not at home.
    Misplaced,
    /// The same with the blank.
    MisplacedWithBlank,
    /// Twice the tiles that are not at home.
    TwiceMisplaced,
    /// Steps to home.
    Manhattan,
    /// The same with the blank.
    ManhattanWithBlank,
    /// The sum of both.
    ManhattanPlusMisplaced,
    /// Half of the steps, rounded down.
    HalfManhattan,
    /// The largest number of steps of one tile.
    LongestWay,
    /// Straight lines to home.
    Euclidean,
    /// The larger of the distances in rows and in columns.
    Chebyshev,
    /// Tiles in a wrong row plus tiles in a wrong column.
    WrongRowsAndColumns,
    /// Pairs of tiles in the wrong order.
    Inversions,
    /// Steps to home, plus two for each pair of tiles that are reversed in their goal row.
    ManhattanPlusPairs,
    /// Always 1.
    One,
    /// The steps of the blank.
    BlankAlone,
}

/// The formulas for beginners, and all of them.
const EASY: usize = 8;
const ALL: [Candidate; 15] = [
    Candidate::Misplaced,
    Candidate::MisplacedWithBlank,
    Candidate::TwiceMisplaced,
    Candidate::Manhattan,
    Candidate::ManhattanPlusMisplaced,
    Candidate::LongestWay,
    Candidate::One,
    Candidate::BlankAlone,
    Candidate::ManhattanWithBlank,
    Candidate::HalfManhattan,
    Candidate::WrongRowsAndColumns,
    Candidate::Inversions,
    Candidate::Euclidean,
    Candidate::Chebyshev,
    Candidate::ManhattanPlusPairs,
];

impl Candidate {
    /// All formulas.
    pub const ALL: [Candidate; 15] = ALL;

    /// The formulas of a level.
    pub(super) fn of(level: Level) -> &'static [Candidate] {
        match level {
            Level::Easy => &ALL[..EASY],
            Level::Medium | Level::Hard => &ALL,
        }
    }

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Candidate::Misplaced => "misplaced",
            Candidate::MisplacedWithBlank => "misplaced-with-blank",
            Candidate::TwiceMisplaced => "twice-misplaced",
            Candidate::Manhattan => "manhattan",
            Candidate::ManhattanWithBlank => "manhattan-with-blank",
            Candidate::ManhattanPlusMisplaced => "manhattan-plus-misplaced",
            Candidate::HalfManhattan => "half-manhattan",
            Candidate::LongestWay => "longest-way",
            Candidate::Euclidean => "euclidean",
            Candidate::Chebyshev => "chebyshev",
            Candidate::WrongRowsAndColumns => "wrong-rows-and-columns",
            Candidate::Inversions => "inversions",
            Candidate::ManhattanPlusPairs => "manhattan-plus-pairs",
            Candidate::One => "one",
            Candidate::BlankAlone => "blank-alone",
        }
    }

    /// The formula in words.
    pub const fn description(self) -> &'static str {
        match self {
            Candidate::Misplaced => "the number of tiles that are not at their goal cell",
            Candidate::MisplacedWithBlank => {
                "the number of cells that differ from the goal, the blank's cell included"
            }
            Candidate::TwiceMisplaced => {
                "twice the number of tiles that are not at their goal cell"
            }
            Candidate::Manhattan => {
                "the sum of the Manhattan distances of all tiles from their goal cells"
            }
            Candidate::ManhattanWithBlank => {
                "the sum of the Manhattan distances of all tiles and of the blank"
            }
            Candidate::ManhattanPlusMisplaced => {
                "the sum of the Manhattan distances of all tiles, plus the number of misplaced tiles"
            }
            Candidate::HalfManhattan => {
                "half of the sum of the Manhattan distances of all tiles, rounded down"
            }
            Candidate::LongestWay => "the largest Manhattan distance of any single tile",
            Candidate::Euclidean => {
                "the sum of the straight-line distances of all tiles from their goal cells"
            }
            Candidate::Chebyshev => {
                "the sum, over all tiles, of the larger of the distances in rows and in columns"
            }
            Candidate::WrongRowsAndColumns => {
                "the number of tiles in a wrong row plus the number of tiles in a wrong column"
            }
            Candidate::Inversions => {
                "the number of pairs of tiles where the larger number comes first in reading order"
            }
            Candidate::ManhattanPlusPairs => {
                "the sum of the Manhattan distances of all tiles, plus 2 for each pair of tiles that are in their goal row in \
                 reversed order"
            }
            Candidate::One => "1 for every board",
            Candidate::BlankAlone => "the Manhattan distance of the blank from its goal cell",
        }
    }

    /// The estimate of a board.
    pub fn estimate(self, board: &Board, goal: &Board) -> f64 {
        let steps = || steps(board, goal);
        let manhattan = || steps().iter().sum::<u32>();
        let misplaced = || steps().iter().filter(|&&steps| steps > 0).count() as u32;
        let number = match self {
            Candidate::Misplaced => misplaced(),
            Candidate::MisplacedWithBlank => misplaced() + u32::from(blank_steps(board, goal) > 0),
            Candidate::TwiceMisplaced => 2 * misplaced(),
            Candidate::Manhattan => manhattan(),
            Candidate::ManhattanWithBlank => manhattan() + blank_steps(board, goal),
            Candidate::ManhattanPlusMisplaced => manhattan() + misplaced(),
            Candidate::HalfManhattan => manhattan() / 2,
            Candidate::LongestWay => steps().into_iter().max().unwrap_or(0),
            Candidate::Euclidean => {
                let straight = |(rows, cols)| f64::hypot(f64::from(rows), f64::from(cols));
                return ways(board, goal).into_iter().map(straight).sum();
            }
            Candidate::Chebyshev => sum(board, goal, |(rows, cols)| rows.max(cols)),
            Candidate::WrongRowsAndColumns => {
                sum(board, goal, |(rows, cols)| rows.min(1) + cols.min(1))
            }
            Candidate::Inversions => Disorder::of(board, DisorderRule::Tiles).sum as u32,
            Candidate::ManhattanPlusPairs => manhattan() + 2 * reversed_pairs(board, goal),
            Candidate::One => 1,
            Candidate::BlankAlone => blank_steps(board, goal),
        };
        f64::from(number)
    }
}

impl Serialize for Candidate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

fn blank_steps(board: &Board, goal: &Board) -> u32 {
    board.shape().distance(board.blank(), goal.blank())
}

/// The rows and columns between each tile and its goal cell.
fn ways(board: &Board, goal: &Board) -> Vec<(u32, u32)> {
    let (shape, homes) = (board.shape(), goal.places());
    let tiles = shape.cells().filter(|&cell| cell != board.blank());
    let way = |cell: Cell| {
        let home = homes[board.tile(cell).number() as usize];
        (
            shape.row(cell).abs_diff(shape.row(home)),
            shape.col(cell).abs_diff(shape.col(home)),
        )
    };
    tiles.map(way).collect()
}

fn sum(board: &Board, goal: &Board, term: impl Fn((u32, u32)) -> u32) -> u32 {
    ways(board, goal).into_iter().map(term).sum()
}

/// The pairs of tiles that are in their goal row, but in reversed order.
fn reversed_pairs(board: &Board, goal: &Board) -> u32 {
    let (shape, homes) = (board.shape(), goal.places());
    let home = |cell: Cell| homes[board.tile(cell).number() as usize];
    let in_row = |&cell: &Cell| cell != board.blank() && shape.row(home(cell)) == shape.row(cell);
    let cells: Vec<Cell> = shape.cells().filter(in_row).collect();
    let mut pairs = 0;
    for (place, &left) in cells.iter().enumerate() {
        let right = cells[place + 1..].iter();
        let reversed = right.filter(|&&right| {
            shape.row(right) == shape.row(left) && shape.col(home(right)) < shape.col(home(left))
        });
        pairs += reversed.count() as u32;
    }
    pairs
}
