//! Lower bounds on the moves left.
//!
//! A [`Heuristic`] belongs to a [`Space`]. Those here look at an [`Arrangement`], in which every tile carries its home,
//! the cell where it belongs. They keep a memo that a move updates by a lookup or two; only Gaschnig's follows a cycle,
//! and linear conflict recounts one line on boards with a side of more than six. All are admissible and consistent, which
//! the tests check on every board of small shapes; the guide explains each.

mod batched;
mod gaschnig;
mod hamming;
mod linear_conflict;
mod lines;
mod manhattan;
mod walking_distance;

pub(crate) use batched::only;
pub use batched::{BatchEstimator, Batched};
pub use gaschnig::Gaschnig;
pub use hamming::Hamming;
#[doc(hidden)]
pub use linear_conflict::ConflictMemo;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use walking_distance::WalkingDistance;
#[doc(hidden)]
pub use walking_distance::WalkingMemo;

use crate::space::{Arrangement, Space};
use std::sync::Arc;

/// A lower bound on the moves from a state of a space to the goal.
///
/// # Laws
///
/// - *Admissible*: `estimate(start(s))` is at most the length of a shortest path from `s` to the goal.
/// - *Incremental*: `after(start(s), s, m, step(s, m)) == start(step(s, m))`.
///
/// A heuristic whose estimates of neighbours differ by at most one is also *consistent*: A* then reopens no state. The
/// searches do not need it.
///
/// ```
/// use taquin::heuristic::Heuristic;
/// use taquin::search::{Ended, idastar};
/// use taquin::space::{Arrangement, MoveOrder, Packed16, Space};
/// use taquin::{Goal, Problem};
///
/// /// 1 unless the blank is where it belongs.
/// struct BlankAway;
///
/// impl<S: Space<State: Arrangement>> Heuristic<S> for BlankAway {
///     type Memo = u32;
///
///     fn start(&self, state: &S::State) -> u32 {
///         u32::from(state.home_at(state.blank()) != state.blank())
///     }
///
///     fn after(&self, _: u32, _: &S::State, _: S::Move, to: &S::State) -> u32 {
///         Heuristic::<S>::start(self, to)
///     }
///
///     fn estimate(&self, memo: u32) -> u32 {
///         memo
///     }
/// }
///
/// let problem = Problem::new("1 2 3/4 0 6/7 5 8".parse()?, Goal::Last)?;
/// let space = Packed16::new(&problem, MoveOrder::default()).expect("a 3×3 board fits in 64 bits");
/// let outcome = idastar(&space, &BlankAway, None, &mut ());
/// assert!(matches!(outcome.ended, Ended::Found(moves) if moves.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Heuristic<S: Space> {
    /// The data that moves update incrementally.
    type Memo: Copy + PartialEq + std::fmt::Debug;

    /// The memo of a state, computed from scratch.
    fn start(&self, state: &S::State) -> Self::Memo;
    /// The memo after move `m` from `from` to `to`.
    fn after(&self, memo: Self::Memo, from: &S::State, m: S::Move, to: &S::State) -> Self::Memo;
    /// The bound.
    fn estimate(&self, memo: Self::Memo) -> u32;

    /// Whether many states at once cost less than one by one. Then best-first searches and IDA* announce states with
    /// [`prefetch`](Heuristic::prefetch).
    const BATCHES: bool = false;

    /// Whether this heuristic wants states to be announced. Asked only if [`BATCHES`](Heuristic::BATCHES) is true.
    fn wants_prefetch(&self) -> bool {
        true
    }

    /// The bound of a state, if it is known without estimating it again.
    fn known(&self, state: &S::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// The states whose memos are needed next, and those that will probably be needed after them.
    fn prefetch(&self, needed: &[S::State], likely: &mut dyn Iterator<Item = S::State>) {
        let _ = (needed, likely);
    }
}

/// The bound 0. With it A* is uniform-cost search.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl<S: Space> Heuristic<S> for Zero {
    type Memo = ();

    fn start(&self, _: &S::State) {}

    fn after(&self, _: (), _: &S::State, _: S::Move, _: &S::State) {}

    fn estimate(&self, _: ()) -> u32 {
        0
    }
}

/// The larger of two bounds, which is a bound too.
#[derive(Clone, Copy, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<S: Space, A: Heuristic<S>, B: Heuristic<S>> Heuristic<S> for Max<A, B> {
    type Memo = (A::Memo, B::Memo);

    fn start(&self, state: &S::State) -> Self::Memo {
        (self.0.start(state), self.1.start(state))
    }

    fn after(&self, memo: Self::Memo, from: &S::State, m: S::Move, to: &S::State) -> Self::Memo {
        (
            self.0.after(memo.0, from, m, to),
            self.1.after(memo.1, from, m, to),
        )
    }

    fn estimate(&self, memo: Self::Memo) -> u32 {
        self.0.estimate(memo.0).max(self.1.estimate(memo.1))
    }
}

/// A heuristic with large tables can be shared between searches.
impl<S: Space, H: Heuristic<S>> Heuristic<S> for Arc<H> {
    type Memo = H::Memo;

    fn start(&self, state: &S::State) -> H::Memo {
        H::start(self, state)
    }

    #[inline(always)]
    fn after(&self, memo: H::Memo, from: &S::State, m: S::Move, to: &S::State) -> H::Memo {
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
