//! Boards of up to 25 cells in one machine word: a few bits per cell.

use super::moves::{MoveLists, MoveOrder};
use super::{Arrangement, Reversible, Space, homes};
use crate::containers::Key;
use crate::puzzle::{Move, Problem};
use std::fmt::Debug;

/// A word that holds a board.
pub trait Word: Copy + Eq + Key + Debug + 'static {
    /// The most cells it holds.
    const CELLS: usize;
    /// The word with these values in its first cells.
    fn pack(values: impl Iterator<Item = usize>) -> Self;
    /// The value at a cell.
    fn at(self, cell: usize) -> usize;
    /// Exchanges the values at two cells, whose exclusive or is `difference`.
    fn flip(self, difference: usize, a: usize, b: usize) -> Self;
}

macro_rules! word {
    ($word:ty, $bits:literal, $cells:literal) => {
        impl Word for $word {
            const CELLS: usize = $cells;

            fn pack(values: impl Iterator<Item = usize>) -> $word {
                let place = |(cell, value): (usize, usize)| (value as $word) << (cell * $bits);
                values
                    .enumerate()
                    .map(place)
                    .fold(0, |word, placed| word | placed)
            }

            #[inline(always)]
            fn at(self, cell: usize) -> usize {
                (self >> (cell * $bits)) as usize & ((1 << $bits) - 1)
            }

            #[inline(always)]
            fn flip(self, difference: usize, a: usize, b: usize) -> $word {
                let difference = difference as $word;
                self ^ (difference << (a * $bits)) ^ (difference << (b * $bits))
            }
        }
    };
}

word!(u64, 4, 16);
word!(u128, 5, 25);

/// Boards of up to 16 cells.
pub type Packed16 = Packed<u64>;
/// Boards of up to 25 cells.
pub type Packed25 = Packed<u128>;

/// A problem on a board that fits in a word.
#[derive(Clone, Debug)]
pub struct Packed<W> {
    problem: Problem,
    order: MoveOrder,
    start: PackedState<W>,
    goal: W,
    /// The blank's home, which is also its value in a word.
    blank_home: usize,
    /// For each home the home of that tile in the reversed space.
    back_homes: Vec<u8>,
    /// By how much each move changes the index of the blank's cell.
    offsets: [isize; 4],
    lists: MoveLists,
}

/// One arrangement: the home of the tile at each cell, and the blank's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedState<W> {
    homes: W,
    blank: u8,
}

impl<W: Word> Packed<W> {
    /// The space of a problem, if its board fits.
    pub fn new(problem: &Problem, order: MoveOrder) -> Option<Packed<W>> {
        let (start, goal) = (problem.start(), problem.goal());
        let shape = goal.shape();
        if shape.area() > W::CELLS {
            return None;
        }
        Some(Packed {
            order,
            start: PackedState {
                homes: W::pack(homes(start, goal)),
                blank: start.blank().index() as u8,
            },
            goal: W::pack(0..shape.area()),
            blank_home: goal.blank().index(),
            back_homes: homes(goal, start).map(|home| home as u8).collect(),
            offsets: shape.blank_offsets().map(|offset| offset as isize),
            lists: MoveLists::new(shape, order),
            problem: problem.clone(),
        })
    }
}

impl<W: Word> Space for Packed<W> {
    type State = PackedState<W>;
    type Key = W;
    type Move = Move;

    fn start(&self) -> PackedState<W> {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, state: &PackedState<W>) -> bool {
        state.homes == self.goal
    }

    #[inline(always)]
    fn moves(&self, state: &PackedState<W>, last: Option<Move>) -> &[Move] {
        self.lists.of(state.blank.into(), last)
    }

    #[inline(always)]
    fn step(&self, state: &PackedState<W>, m: Move) -> PackedState<W> {
        let blank = usize::from(state.blank);
        let source = blank.wrapping_add_signed(self.offsets[m.index()]);
        let difference = state.homes.at(source) ^ self.blank_home;
        PackedState {
            homes: state.homes.flip(difference, source, blank),
            blank: source as u8,
        }
    }

    #[inline(always)]
    fn opposite(m: Move) -> Move {
        m.opposite()
    }

    #[inline(always)]
    fn key(&self, state: &PackedState<W>) -> W {
        state.homes
    }

    #[inline]
    fn state(&self, key: &W) -> PackedState<W> {
        let blank = (0..W::CELLS).find(|&cell| key.at(cell) == self.blank_home);
        PackedState {
            homes: *key,
            blank: blank.expect("a board has a blank") as u8,
        }
    }
}

impl<W: Word> Reversible for Packed<W> {
    fn reversed(&self) -> Packed<W> {
        let reversed = Packed::new(&self.problem.reversed(), self.order);
        reversed.expect("the way back has the same shape")
    }

    #[inline]
    fn reversed_key(&self, key: &W) -> W {
        let cells = 0..self.back_homes.len();
        W::pack(cells.map(|cell| self.back_homes[key.at(cell)].into()))
    }
}

impl<W: Word> Arrangement for PackedState<W> {
    #[inline(always)]
    fn blank(&self) -> usize {
        self.blank.into()
    }

    #[inline(always)]
    fn home_at(&self, cell: usize) -> usize {
        self.homes.at(cell)
    }
}
