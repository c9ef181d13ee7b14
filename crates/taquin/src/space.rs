//! A problem as a graph: states, the moves between them, and keys to store states by.
//!
//! [`Space`] is the interface between searches and graphs; the others here are sliding puzzles. Tiles are numbered by
//! their home, the cell where they belong, so that every goal is the identity and heuristics depend only on the shape
//! and the blank's home. Up to 16 cells a state is a `u64` ([`Packed16`]), up to 25 a `u128` ([`Packed25`]), beyond that
//! a box ([`Wide`]). Boards of labels are in [`Labelled`]. An [`Automaton`] keeps a depth-first search from reaching a
//! board twice within a few moves.
//!
//! ```
//! use taquin::space::{MoveOrder, Packed16, Space};
//! use taquin::{Goal, Problem};
//! let problem = Problem::new("1 2 3/4 5 6/7 0 8".parse()?, Goal::Last)?;
//! let space = Packed16::new(&problem, MoveOrder::default()).expect("a 3×3 board fits in 64 bits");
//! let start = space.start();
//! let children = space.moves(&start, None).iter().map(|&m| space.step(&start, m));
//! assert_eq!(children.filter(|child| space.is_goal(child)).count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod automaton;
mod labelled;
mod moves;
mod packed;
mod wide;

pub(crate) use automaton::Allowed;
pub use automaton::Automaton;
pub use labelled::{LabelKey, Labelled, LabelledError, LabelledState};
pub use moves::MoveOrder;
pub use packed::{Packed, Packed16, Packed25, PackedState, Word};
pub use wide::{Wide, WideState};

pub use crate::containers::Key;
use crate::puzzle::Board;
use std::fmt::Debug;

/// A graph with a start and a goal, in which every step has the same cost.
///
/// # Laws
///
/// - *Undirected*: for every `m` in `moves(s, None)`, `opposite(m)` is in `moves(step(s, m), None)`, and
///   `step(step(s, m), opposite(m)) == s`. Searches store only the last move of a state and walk back along opposites.
/// - *Complete*: `moves(s, Some(last))` is `moves(s, None)`, in the same order, without `opposite(last)` or with it.
/// - *Faithful keys*: `state(key(s)) == s`, so that different states have different keys.
///
/// [`shortest`](crate::search::shortest) needs states with at most 64 moves.
pub trait Space {
    /// A node of the graph. It should be small: searches copy it rather than undo moves.
    type State: Clone + PartialEq + Debug;
    /// A compact form of a state, which searches store.
    type Key: Key;
    /// A step from one state to another.
    type Move: Copy + Eq + Debug;

    /// The start.
    fn start(&self) -> Self::State;
    /// Whether a state is the goal.
    fn is_goal(&self, state: &Self::State) -> bool;
    /// The moves to try from a state that was reached by `last`, in order. The move that undoes `last` may be left out.
    fn moves(&self, state: &Self::State, last: Option<Self::Move>) -> &[Self::Move];
    /// The state after a move, which must be one of [`moves`](Space::moves).
    fn step(&self, state: &Self::State, m: Self::Move) -> Self::State;
    /// The move that undoes `m`.
    fn opposite(m: Self::Move) -> Self::Move;
    /// The key of a state.
    fn key(&self, state: &Self::State) -> Self::Key;
    /// The state of a key.
    fn state(&self, key: &Self::Key) -> Self::State;
}

/// A space that can also be searched from the goal.
///
/// Law: `reversed().reversed_key(&reversed_key(&k)) == k`, and the two keys stand for the same node.
pub trait Reversible: Space {
    /// The same graph with start and goal exchanged.
    fn reversed(&self) -> Self;
    /// The reversed space's key of the node with this key.
    fn reversed_key(&self, key: &Self::Key) -> Self::Key;
}

/// For each cell of `board` the cell of `goal` with the same tile.
pub(crate) fn homes(board: &Board, goal: &Board) -> impl Iterator<Item = usize> + Clone {
    let places = goal.places();
    let tiles = board.tiles().iter();
    tiles.map(move |tile| places[tile.number() as usize].index())
}

/// The board of a state, with the tiles of the goal.
pub(crate) fn board_of(state: &impl Arrangement, goal: &Board) -> Board {
    goal.rearranged(|cell| state.home_at(cell))
}

/// A state of numbered tiles, as heuristics see it.
pub trait Arrangement {
    /// The cell of the blank.
    fn blank(&self) -> usize;
    /// The home of the tile (or the blank) at `cell`.
    fn home_at(&self, cell: usize) -> usize;
}
