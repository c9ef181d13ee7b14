//! A problem seen as a graph: states, moves between them, keys to remember them by.
//!
//! Tiles are numbered by the cell where they belong, so that every goal is the identity and heuristics depend only on
//! the shape and on where the blank belongs. Up to 16 cells a state is a `u64` ([`Packed16`]), up to 25 a `u128`
//! ([`Packed25`]), beyond that a box ([`Wide`]). Boards of labels are in [`Labelled`].

mod automaton;
mod labelled;
mod moves;
mod packed;
mod wide;

pub use automaton::Automaton;
pub(crate) use automaton::NEVER;
pub use labelled::{LabelKey, Labelled, LabelledError, LabelledState};
pub use moves::MoveOrder;
pub use packed::{Packed, Packed16, Packed25, PackedState, Word};
pub use wide::{Wide, WideState};

use crate::containers::Key;
use crate::puzzle::Board;
use std::fmt::Debug;

/// A graph with a start and a goal.
///
/// Laws: stepping back by [`opposite`](Space::opposite) undoes a step; `state(key(s)) == s`.
pub trait Space {
    /// A place in the graph: small, and copied rather than undone.
    type State: Clone + PartialEq + Debug;
    /// What remembers a state, as small as can be.
    type Key: Key;
    /// A way out of a state.
    type Move: Copy + Eq + Debug;

    /// Where it begins.
    fn start(&self) -> Self::State;
    /// Whether it ends here.
    fn is_goal(&self, state: &Self::State) -> bool;
    /// The moves worth trying after `last`: all but the one that would undo it, in the chosen order.
    fn moves(&self, state: &Self::State, last: Option<Self::Move>) -> &[Self::Move];
    /// Where a move leads. It must be one of [`moves`](Space::moves).
    fn step(&self, state: &Self::State, m: Self::Move) -> Self::State;
    /// The move that undoes `m`.
    fn opposite(m: Self::Move) -> Self::Move;
    /// What to remember a state by.
    fn key(&self, state: &Self::State) -> Self::Key;
    /// The state that a key remembers.
    fn state(&self, key: &Self::Key) -> Self::State;
}

/// A space whose way back is a space too.
pub trait Reversible: Space {
    /// The same graph from the goal to the start.
    fn reversed(&self) -> Self;
    /// This space's key as the reversed space writes it.
    fn reversed_key(&self, key: &Self::Key) -> Self::Key;
}

/// For each cell of `board` the cell of `goal` with the same tile.
pub(crate) fn homes(board: &Board, goal: &Board) -> impl Iterator<Item = usize> + Clone {
    let places = goal.places();
    let tiles = board.tiles().iter();
    tiles.map(move |tile| places[tile.number() as usize].index())
}

/// The board that a state is, its tiles those of the goal.
pub(crate) fn board_of(state: &impl Arrangement, goal: &Board) -> Board {
    let tile = |cell| goal.tiles()[state.home_at(cell)];
    let tiles = (0..goal.shape().area()).map(tile).collect();
    Board::new(goal.shape(), tiles).expect("a state has every tile of its goal once")
}

/// A state of numbered tiles: what heuristics look at.
pub trait Arrangement {
    /// The cell of the blank.
    fn blank(&self) -> usize;
    /// The cell where that which lies at `cell` belongs.
    fn home_at(&self, cell: usize) -> usize;
}
