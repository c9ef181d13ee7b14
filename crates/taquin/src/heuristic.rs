//! Lower bounds on the moves left.
//!
//! A heuristic looks at an [`Arrangement`], in which every tile carries the cell where it belongs. It keeps a memo that
//! a move changes by a look-up or two; Gaschnig's walks along a cycle, and linear conflict counts one line again on
//! boards with a side of more than six. All are admissible and consistent, which the tests check on every board of small
//! shapes; the guide explains each.

mod gaschnig;
mod hamming;
mod linear_conflict;
mod lines;
mod manhattan;
mod walking_distance;

pub use gaschnig::Gaschnig;
pub use hamming::Hamming;
pub use linear_conflict::{ConflictMemo, LinearConflict};
pub use manhattan::Manhattan;
pub use walking_distance::{Walked, WalkingDistance};

use crate::puzzle::Move;
use crate::space::Arrangement;
use std::sync::Arc;

/// A lower bound on the moves from a state to the goal.
///
/// Laws: never above the truth; `after(start(s), s, m, s') == start(s')`.
pub trait Heuristic<State> {
    /// What is kept up to date from move to move.
    type Memo: Copy + PartialEq + std::fmt::Debug;

    /// The memo of a state from scratch.
    fn start(&self, state: &State) -> Self::Memo;
    /// The memo after move `m` from `from` to `to`.
    fn after(&self, memo: Self::Memo, from: &State, m: Move, to: &State) -> Self::Memo;
    /// The bound.
    fn estimate(&self, memo: Self::Memo) -> u32;
}

/// Nothing is known: the bound is 0. With it A* is uniform-cost search.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl<State> Heuristic<State> for Zero {
    type Memo = ();

    fn start(&self, _: &State) {}

    fn after(&self, _: (), _: &State, _: Move, _: &State) {}

    fn estimate(&self, _: ()) -> u32 {
        0
    }
}

/// The larger of two bounds is a bound.
#[derive(Clone, Copy, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<State, A: Heuristic<State>, B: Heuristic<State>> Heuristic<State> for Max<A, B> {
    type Memo = (A::Memo, B::Memo);

    fn start(&self, state: &State) -> Self::Memo {
        (self.0.start(state), self.1.start(state))
    }

    fn after(&self, memo: Self::Memo, from: &State, m: Move, to: &State) -> Self::Memo {
        (
            self.0.after(memo.0, from, m, to),
            self.1.after(memo.1, from, m, to),
        )
    }

    fn estimate(&self, memo: Self::Memo) -> u32 {
        self.0.estimate(memo.0).max(self.1.estimate(memo.1))
    }
}

/// A heuristic with large tables can be shared.
impl<State, H: Heuristic<State>> Heuristic<State> for Arc<H> {
    type Memo = H::Memo;

    fn start(&self, state: &State) -> H::Memo {
        H::start(self, state)
    }

    #[inline(always)]
    fn after(&self, memo: H::Memo, from: &State, m: Move, to: &State) -> H::Memo {
        H::after(self, memo, from, m, to)
    }

    #[inline(always)]
    fn estimate(&self, memo: H::Memo) -> u32 {
        H::estimate(self, memo)
    }
}

/// The home of the tile that moved.
#[inline(always)]
pub(crate) fn moved<State: Arrangement>(from: &State, to: &State) -> usize {
    from.home_at(to.blank())
}
