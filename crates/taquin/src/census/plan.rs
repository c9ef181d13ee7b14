//! What all shares of a census have in common, and how it is divided into shares.

use super::frame::Frame;
use super::numbers::Numbers;
use super::turn::{Turn, Window};
use super::{Census, CensusError};
use crate::puzzle::{Board, Cell, Metric, Move, Shape};
use std::ops::Range;

/// What all shares of a census have in common: how boards are numbered, and what moves do to the numbers.
#[derive(Debug)]
pub struct CensusPlan {
    pub(super) frame: Frame,
    pub(super) numbers: Numbers,
    pub(super) metric: Metric,
    /// For each cell that is not in the last row, what a move between it and the one below does.
    verticals: Vec<Vertical>,
    /// The cells of each colour; with multi-tile moves all are of the first.
    pub(super) cells: [Vec<Cell>; 2],
    /// For each cell, its place among those of its colour.
    places: Vec<usize>,
}

/// How orders change between a cell and the one below.
#[derive(Debug)]
struct Vertical {
    to_lower: Turn,
    to_upper: Turn,
}

impl CensusPlan {
    /// The plan for a goal.
    pub fn new(goal: &Board, metric: Metric) -> Result<CensusPlan, CensusError> {
        if !Census::is_for(goal.shape()) {
            return Err(CensusError::Shape(goal.shape()));
        }
        let frame = Frame::new(goal);
        let shape = frame.shape();
        let mut cells: [Vec<Cell>; 2] = Default::default();
        let mut places = Vec::with_capacity(shape.area());
        for cell in shape.cells() {
            let own = &mut cells[colour(shape, cell, metric)];
            places.push(own.len());
            own.push(cell);
        }
        let numbers = Numbers::new(shape);
        Ok(CensusPlan {
            verticals: verticals(&numbers, shape, frame.blank()),
            frame,
            numbers,
            metric,
            cells,
            places,
        })
    }

    /// The number of boards in all levels together.
    pub fn boards(&self) -> u64 {
        self.numbers.reachable()
    }

    /// The largest number of shares of which none is empty.
    pub fn units(&self) -> usize {
        self.numbers.units()
    }

    /// The number of words that each map of a share must have.
    ///
    /// # Panics
    ///
    /// If `share` is not below `shares`, or `shares` does not fit in 32 bits.
    pub fn words(&self, share: usize, shares: usize) -> [usize; 3] {
        let own = self.division(shares).words(share).len();
        map_words(self.frame.shape(), self.metric, own)
    }

    /// The memory that the plan itself takes, in bytes.
    pub fn bytes(&self) -> f64 {
        let turns = self.verticals.iter();
        let bytes = turns.map(|turn| turn.to_lower.bytes() + turn.to_upper.bytes());
        bytes.sum::<usize>() as f64
    }

    pub(super) fn division(&self, shares: usize) -> Division {
        // There are fewer than 2^25 units, so the product fits in 64 bits.
        assert!(shares <= u32::MAX as usize, "{shares} shares are too many");
        let units = self.numbers.units();
        Division {
            units,
            unit: self.numbers.words() / units,
            shares,
        }
    }

    /// How orders change when the blank goes from one row to the next.
    pub(super) fn turn(&self, from: Cell, to: Cell) -> &Turn {
        let vertical = &self.verticals[from.min(to).index()];
        if from < to {
            &vertical.to_lower
        } else {
            &vertical.to_upper
        }
    }

    /// Whether a move between rows can take boards from one unit to another.
    pub(super) fn crosses(&self, from: Cell, to: Cell) -> bool {
        from.min(to).index() < self.numbers.leading()
    }

    pub(super) fn colour(&self, cell: Cell) -> usize {
        colour(self.frame.shape(), cell, self.metric)
    }

    /// The place of a cell among those of its colour.
    pub(super) fn place(&self, cell: Cell) -> usize {
        self.places[cell.index()]
    }

    /// The map of a cell among those of its colour, each with this number of words.
    pub(super) fn map<'a>(&self, maps: &'a [u64], words: usize, cell: Cell) -> &'a [u64] {
        &maps[self.place(cell) * words..][..words]
    }

    /// The board that a bit stands for.
    pub(super) fn board(&self, blank: Cell, word: usize, bit: usize) -> Board {
        let home = self.frame.blank();
        let odd = is_odd(self.frame.shape(), blank, home);
        let pair = self.numbers.pair(word, bit);
        let homes = self.numbers.homes(pair, odd, home.index(), blank.index());
        self.frame.board(&homes)
    }
}

/// How maps are divided into shares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    units: usize,
    /// The words of a unit.
    unit: usize,
    shares: usize,
}

impl Division {
    pub(super) const fn shares(&self) -> usize {
        self.shares
    }

    /// The units of a share. Shares differ by at most one unit.
    pub(super) fn units(&self, share: usize) -> Range<usize> {
        assert!(share < self.shares, "there are {} shares", self.shares);
        let end = |shares: usize| shares * self.units / self.shares;
        end(share)..end(share + 1)
    }

    /// The words of a share.
    pub(super) fn words(&self, share: usize) -> Range<usize> {
        let units = self.units(share);
        units.start * self.unit..units.end * self.unit
    }

    /// The share that has a word.
    pub(super) fn owner(&self, word: usize) -> usize {
        // The last share that begins at this unit or before; those before it that begin there are empty.
        ((word / self.unit + 1) * self.shares - 1) / self.units
    }
}

/// The numbers of words of the three maps, for this number of words per cell.
///
/// With single-tile moves: the two colours, and the previous version of one. With multi-tile moves: all cells, the four
/// maps that are carried along a column, and the previous version of all cells.
pub(super) fn map_words(shape: Shape, metric: Metric, words: usize) -> [usize; 3] {
    let area = shape.area();
    let most = match metric {
        Metric::SingleTile => area.div_ceil(2),
        Metric::MultiTile => area,
    };
    let second = match metric {
        Metric::SingleTile if area > 1 => most,
        Metric::MultiTile if !shape.is_line() => 4,
        _ => 0,
    };
    [most * words, second * words, most * words]
}

/// Colours as on a chessboard; with multi-tile moves all cells have the same, because the blank reaches both.
const fn colour(shape: Shape, cell: Cell, metric: Metric) -> usize {
    match metric {
        Metric::SingleTile => (shape.row(cell) + shape.col(cell)) as usize % 2,
        Metric::MultiTile => 0,
    }
}

/// Whether the orders that can be reached with the blank at this cell are odd.
const fn is_odd(shape: Shape, blank: Cell, home: Cell) -> bool {
    let rows = shape.row(blank).abs_diff(shape.row(home));
    rows * (shape.cols() - 1) % 2 == 1
}

fn verticals(numbers: &Numbers, shape: Shape, home: Cell) -> Vec<Vertical> {
    let upper = shape.cells().take(shape.area() - shape.cols() as usize);
    let passed = shape.cols() as usize - 1;
    let vertical = |cell: Cell| {
        let odd = |cell| is_odd(shape, cell, home);
        let lower = shape.source_unchecked(cell, Move::Up);
        let window = Window::new(numbers.tiles(), cell.index(), passed);
        Vertical {
            to_upper: Turn::new(numbers, &window, window.lifted(), odd(cell)),
            to_lower: Turn::new(numbers, &window, window.lowered(), odd(lower)),
        }
    };
    upper.map(vertical).collect()
}
