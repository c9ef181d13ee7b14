//! Boards of labels that may repeat: tiles with the same label are interchangeable, so there are fewer states.

use super::Space;
use super::moves::{MoveLists, MoveOrder};
use crate::containers::Key;
use crate::puzzle::solvability::ShapesDiffer;
use crate::puzzle::{Labels, Move, Shape};

/// The key of a board of labels: a few bits per cell for the rank of its label.
///
/// Up to 16 cells fit in a `u64`, which keeps a table's slots at 16 bytes, up to 25 in a `u128`; larger boards take a
/// box.
pub trait LabelKey: Key {
    /// The most cells it holds.
    const CELLS: usize;
    /// The key of these ranks.
    fn pack(ranks: &[u8]) -> Self;
    /// The ranks of the first `cells` cells.
    fn unpack(&self, cells: usize) -> Vec<u8>;
}

impl LabelKey for u64 {
    const CELLS: usize = 16;

    fn pack(ranks: &[u8]) -> u64 {
        ranks
            .iter()
            .rev()
            .fold(0, |word, &rank| word << 4 | u64::from(rank))
    }

    fn unpack(&self, cells: usize) -> Vec<u8> {
        (0..cells)
            .map(|cell| (self >> (4 * cell)) as u8 & 15)
            .collect()
    }
}

impl LabelKey for u128 {
    const CELLS: usize = 25;

    fn pack(ranks: &[u8]) -> u128 {
        ranks
            .iter()
            .rev()
            .fold(0, |word, &rank| (word << 5) | u128::from(rank))
    }

    fn unpack(&self, cells: usize) -> Vec<u8> {
        (0..cells)
            .map(|cell| (self >> (5 * cell)) as u8 & 31)
            .collect()
    }
}

impl LabelKey for Box<[u8]> {
    const CELLS: usize = usize::MAX;

    fn pack(ranks: &[u8]) -> Box<[u8]> {
        ranks.into()
    }

    fn unpack(&self, _: usize) -> Vec<u8> {
        self.to_vec()
    }
}

/// The boards between two arrangements of the same labels.
#[derive(Clone, Debug)]
pub struct Labelled<K> {
    start: LabelledState,
    goal: Box<[u8]>,
    blank_rank: u8,
    offsets: [isize; 4],
    lists: MoveLists,
    key: std::marker::PhantomData<K>,
}

/// One arrangement: the rank of the label in each cell, and the blank's cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledState {
    ranks: Box<[u8]>,
    blank: usize,
}

impl LabelledState {
    /// The rank of the label in each cell; ranks follow the order of the characters.
    pub fn ranks(&self) -> &[u8] {
        &self.ranks
    }
}

/// Why two boards of labels have no [`Labelled`] space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelledError {
    /// They have different shapes.
    #[error(transparent)]
    ShapesDiffer(#[from] ShapesDiffer),
    /// A label is on another number of tiles of the goal than of the start.
    #[error("the start and the goal have different labels")]
    LabelsDiffer,
    /// The key has too few bits.
    #[error("a {shape} board is too large: this key holds at most {cells} cells")]
    TooLarge {
        /// The boards' shape.
        shape: Shape,
        /// The most cells the key holds.
        cells: usize,
    },
}

impl<K: LabelKey> Labelled<K> {
    /// The space from `start` to `goal`.
    pub fn new(
        start: &Labels,
        goal: &Labels,
        order: MoveOrder,
    ) -> Result<Labelled<K>, LabelledError> {
        let shape = start.shape();
        if shape != goal.shape() {
            return Err(LabelledError::ShapesDiffer(ShapesDiffer {
                start: shape,
                goal: goal.shape(),
            }));
        }
        if start.sorted() != goal.sorted() {
            return Err(LabelledError::LabelsDiffer);
        }
        if shape.area() > K::CELLS {
            return Err(LabelledError::TooLarge {
                shape,
                cells: K::CELLS,
            });
        }
        let mut alphabet = start.sorted();
        alphabet.dedup();
        let ranks = |labels: &Labels| -> Box<[u8]> {
            let rank = |label| alphabet.partition_point(|known| known < label) as u8;
            labels.labels().iter().map(rank).collect()
        };
        let start_ranks = ranks(start);
        Ok(Labelled {
            blank_rank: start_ranks[start.blank().index()],
            start: LabelledState {
                ranks: start_ranks,
                blank: start.blank().index(),
            },
            goal: ranks(goal),
            offsets: shape.blank_offsets().map(|offset| offset as isize),
            lists: MoveLists::new(shape, order),
            key: std::marker::PhantomData,
        })
    }
}

impl<K: LabelKey> Space for Labelled<K> {
    type State = LabelledState;
    type Key = K;
    type Move = Move;

    fn start(&self) -> LabelledState {
        self.start.clone()
    }

    fn is_goal(&self, state: &LabelledState) -> bool {
        state.ranks == self.goal
    }

    fn moves(&self, state: &LabelledState, last: Option<Move>) -> &[Move] {
        self.lists.of(state.blank, last)
    }

    fn step(&self, state: &LabelledState, m: Move) -> LabelledState {
        let source = state.blank.wrapping_add_signed(self.offsets[m.index()]);
        let mut ranks = state.ranks.clone();
        ranks.swap(source, state.blank);
        LabelledState {
            ranks,
            blank: source,
        }
    }

    fn opposite(m: Move) -> Move {
        m.opposite()
    }

    fn key(&self, state: &LabelledState) -> K {
        K::pack(&state.ranks)
    }

    fn state(&self, key: &K) -> LabelledState {
        let ranks = key.unpack(self.goal.len());
        let blank = ranks.iter().position(|&rank| rank == self.blank_rank);
        LabelledState {
            ranks: ranks.into(),
            blank: blank.expect("a board has a blank"),
        }
    }
}
