//! The heuristics by name, and as values whose type a search knows. Whatever else needs every heuristic takes it from here.

use super::tables::Goal;
use super::watch::Watcher;
use super::{TableSize, Tables};
use crate::heuristic::{
    ConflictMemo, Gaschnig, Hamming, Heuristic, LinearConflict, Manhattan, Max, WalkingDistance,
    Zero,
};
use crate::names::{NameKind, UnknownName, find};
use crate::pdb::{BuildStopped, Partition, PatternSum};
use crate::puzzle::{Move, Shape};
use crate::space::{Arrangement, Space};
use crate::support::SMALL;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A built-in heuristic.
///
/// ```
/// use taquin::HeuristicKind;
/// assert_eq!("lc".parse(), Ok(HeuristicKind::LinearConflict));
/// assert_eq!("Pattern Database".parse(), Ok(HeuristicKind::Patterns));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeuristicKind {
    /// Always 0.
    Zero,
    /// Tiles that are not at home.
    Hamming,
    /// Swaps with the blank.
    Gaschnig,
    /// Steps to home.
    Manhattan,
    /// Steps to home, and two moves for each tile that has to leave its line for another one.
    LinearConflict,
    /// Moves of whole rows and columns; shapes of up to 16 cells.
    WalkingDistance,
    /// The larger of linear conflict and walking distance; shapes of up to 16 cells.
    Max,
    /// The sum of pattern databases, built when they are needed; shapes of 6 to 25 cells in two rows or more.
    Patterns,
    /// The caller's: see [`Search::estimator`](super::Search::estimator). It has no name that can be parsed.
    External,
}

impl HeuristicKind {
    /// All but the caller's.
    pub const ALL: [HeuristicKind; 8] = [
        HeuristicKind::Zero,
        HeuristicKind::Hamming,
        HeuristicKind::Gaschnig,
        HeuristicKind::Manhattan,
        HeuristicKind::LinearConflict,
        HeuristicKind::WalkingDistance,
        HeuristicKind::Max,
        HeuristicKind::Patterns,
    ];

    /// All its names; the first is the one that is printed. Parsing ignores case, spaces, `-` and `_`.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            HeuristicKind::Zero => &["zero", "none", "blind"],
            HeuristicKind::Hamming => &["hamming", "misplaced", "misplaced-tiles"],
            HeuristicKind::Gaschnig => &["gaschnig", "n-max-swap"],
            HeuristicKind::Manhattan => &["manhattan", "manhattan-distance", "md", "taxicab"],
            HeuristicKind::LinearConflict => &["linear-conflict", "linear-conflicts", "lc"],
            HeuristicKind::WalkingDistance => &["walking-distance", "walking", "wd"],
            HeuristicKind::Max => &["max", "maximum"],
            HeuristicKind::Patterns => &[
                "pdb",
                "pdbs",
                "pattern-database",
                "pattern-databases",
                "patterns",
            ],
            HeuristicKind::External => &["command"],
        }
    }

    /// The name that is printed.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Whether it supports boards of this shape.
    pub fn fits(self, shape: Shape) -> bool {
        match self {
            HeuristicKind::WalkingDistance | HeuristicKind::Max => {
                shape.area() <= WalkingDistance::MAX_CELLS
            }
            HeuristicKind::Patterns => Partition::small(shape, shape.last()).is_some(),
            HeuristicKind::External => false,
            _ => true,
        }
    }

    /// The supported shapes, in words.
    pub(super) const fn shapes(self) -> &'static str {
        match self {
            HeuristicKind::Patterns => "6 to 25 cells in two rows or more",
            HeuristicKind::WalkingDistance | HeuristicKind::Max => "up to 16 cells",
            HeuristicKind::External => "a search that has an estimator",
            _ => "any size",
        }
    }
}

impl fmt::Display for HeuristicKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for HeuristicKind {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<HeuristicKind, UnknownName> {
        find(
            text,
            NameKind::Heuristic,
            &HeuristicKind::ALL,
            HeuristicKind::names,
        )
    }
}

/// A heuristic for one goal, with its tables.
#[derive(Clone, Debug)]
pub(super) enum BuiltHeuristic {
    Zero(Zero),
    Hamming(Hamming),
    Gaschnig(Gaschnig),
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
    WalkingDistance(WalkingDistance),
    Max(Max<LinearConflict, WalkingDistance>),
    Patterns(Arc<PatternSum>),
    MaxPatterns(Max<Arc<PatternSum>, Arc<PatternSum>>),
}

/// Work for which the type of a heuristic must be known.
pub(super) trait HeuristicUse<S: Space> {
    type Output;

    /// `backward` estimates distances to the start, for searches from both ends.
    fn run<H: Heuristic<S>>(self, forward: &H, backward: Option<&H>) -> Self::Output;
}

/// Why a heuristic has no memo that is chosen at each call.
const ANY_SIZE: &str = "only heuristics for boards of any size are chosen at each call";

/// Runs work with the heuristic of one variant, and with that of the other end.
macro_rules! run {
    ($kind:ident, $forward:ident, $backward:ident, $work:ident) => {{
        let backward = $backward.map(|built| match built {
            BuiltHeuristic::$kind(h) => h,
            _ => unreachable!("both ends use one heuristic"),
        });
        $work.run($forward, backward)
    }};
}

impl BuiltHeuristic {
    /// A heuristic that fits the shape; its tables are found or built on `threads` threads.
    pub(super) fn new(
        kind: HeuristicKind,
        goal: Goal,
        tables: &Tables,
        threads: usize,
        watcher: &mut Watcher<'_>,
    ) -> Result<BuiltHeuristic, BuildStopped> {
        let shape = goal.shape;
        Ok(match kind {
            HeuristicKind::Zero => BuiltHeuristic::Zero(Zero),
            HeuristicKind::Hamming => BuiltHeuristic::Hamming(Hamming::new(shape)),
            HeuristicKind::Gaschnig => BuiltHeuristic::Gaschnig(Gaschnig::new(shape)),
            HeuristicKind::Manhattan => BuiltHeuristic::Manhattan(Manhattan::new(shape)),
            HeuristicKind::LinearConflict => {
                BuiltHeuristic::LinearConflict(LinearConflict::new(shape))
            }
            HeuristicKind::WalkingDistance => BuiltHeuristic::WalkingDistance(tables.walking(goal)),
            HeuristicKind::Max => {
                BuiltHeuristic::Max(Max(LinearConflict::new(shape), tables.walking(goal)))
            }
            HeuristicKind::Patterns => {
                let sum = tables.sum(goal, TableSize::Small, threads, watcher)?;
                BuiltHeuristic::Patterns(sum)
            }
            HeuristicKind::External => unreachable!("it fits no shape"),
        })
    }

    /// The groups of its pattern databases.
    pub(super) fn groups(&self) -> Option<String> {
        match self {
            BuiltHeuristic::Patterns(sum) => Some(sum.sizes().into()),
            _ => None,
        }
    }

    /// Runs something with the heuristic, and with the same for the other end if that is built.
    ///
    /// Every heuristic gets its own copy of the searches. Spaces of larger boards have fewer copies, which keeps the
    /// library quick to compile (decision 19). In small code, the heuristics whose memo is one number share a copy (decision
    /// 24); linear conflict, with a long memo, would take twice as long in it.
    pub(super) fn with<S, U>(&self, backward: Option<&BuiltHeuristic>, work: U) -> U::Output
    where
        S: Space<Move = Move>,
        S::State: Arrangement,
        U: HeuristicUse<S>,
    {
        match self {
            BuiltHeuristic::Zero(h) if !SMALL => run!(Zero, h, backward, work),
            BuiltHeuristic::Hamming(h) if !SMALL => run!(Hamming, h, backward, work),
            BuiltHeuristic::Gaschnig(h) if !SMALL => run!(Gaschnig, h, backward, work),
            BuiltHeuristic::Manhattan(h) if !SMALL => run!(Manhattan, h, backward, work),
            BuiltHeuristic::Zero(_)
            | BuiltHeuristic::Hamming(_)
            | BuiltHeuristic::Gaschnig(_)
            | BuiltHeuristic::Manhattan(_) => work.run(self, backward),
            BuiltHeuristic::LinearConflict(h) => run!(LinearConflict, h, backward, work),
            BuiltHeuristic::WalkingDistance(h) => run!(WalkingDistance, h, backward, work),
            BuiltHeuristic::Max(h) => run!(Max, h, backward, work),
            BuiltHeuristic::Patterns(h) => run!(Patterns, h, backward, work),
            BuiltHeuristic::MaxPatterns(h) => run!(MaxPatterns, h, backward, work),
        }
    }

    /// The same for boards of 17 to 25 cells: only the heuristics that solve such boards have their own copies.
    pub(super) fn with_medium<S, U>(&self, backward: Option<&BuiltHeuristic>, work: U) -> U::Output
    where
        S: Space<Move = Move>,
        S::State: Arrangement,
        U: HeuristicUse<S>,
    {
        match self {
            BuiltHeuristic::Manhattan(h) if !SMALL => run!(Manhattan, h, backward, work),
            BuiltHeuristic::LinearConflict(h) if !SMALL => {
                run!(LinearConflict, h, backward, work)
            }
            BuiltHeuristic::Patterns(h) => run!(Patterns, h, backward, work),
            BuiltHeuristic::MaxPatterns(h) => run!(MaxPatterns, h, backward, work),
            _ => work.run(self, backward),
        }
    }

    /// The same for boards of any size, whose steps take much longer than the choice of a heuristic.
    pub(super) fn with_large<S, U>(&self, backward: Option<&BuiltHeuristic>, work: U) -> U::Output
    where
        S: Space<Move = Move>,
        S::State: Arrangement,
        U: HeuristicUse<S>,
    {
        work.run(self, backward)
    }
}

/// The memo of a heuristic that is chosen at each call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BuiltMemo {
    Estimate(u32),
    Conflicts(ConflictMemo),
}

/// The heuristics of boards of any size, chosen at each call. Node counts are those of the heuristic itself.
impl<S: Space<Move = Move, State: Arrangement>> Heuristic<S> for BuiltHeuristic {
    type Memo = BuiltMemo;

    fn start(&self, state: &S::State) -> BuiltMemo {
        let estimate = match self {
            BuiltHeuristic::Zero(_) => 0,
            BuiltHeuristic::Hamming(h) => Heuristic::<S>::start(h, state),
            BuiltHeuristic::Gaschnig(h) => Heuristic::<S>::start(h, state),
            BuiltHeuristic::Manhattan(h) => Heuristic::<S>::start(h, state),
            BuiltHeuristic::LinearConflict(h) => {
                return BuiltMemo::Conflicts(Heuristic::<S>::start(h, state));
            }
            _ => unreachable!("{ANY_SIZE}"),
        };
        BuiltMemo::Estimate(estimate)
    }

    fn after(&self, memo: BuiltMemo, from: &S::State, m: Move, to: &S::State) -> BuiltMemo {
        match (self, memo) {
            (BuiltHeuristic::Zero(_), memo) => memo,
            (BuiltHeuristic::Hamming(h), BuiltMemo::Estimate(memo)) => {
                BuiltMemo::Estimate(Heuristic::<S>::after(h, memo, from, m, to))
            }
            (BuiltHeuristic::Gaschnig(h), BuiltMemo::Estimate(memo)) => {
                BuiltMemo::Estimate(Heuristic::<S>::after(h, memo, from, m, to))
            }
            (BuiltHeuristic::Manhattan(h), BuiltMemo::Estimate(memo)) => {
                BuiltMemo::Estimate(Heuristic::<S>::after(h, memo, from, m, to))
            }
            (BuiltHeuristic::LinearConflict(h), BuiltMemo::Conflicts(memo)) => {
                BuiltMemo::Conflicts(Heuristic::<S>::after(h, memo, from, m, to))
            }
            _ => unreachable!("{ANY_SIZE}"),
        }
    }

    fn estimate(&self, memo: BuiltMemo) -> u32 {
        match (self, memo) {
            // Hamming, Gaschnig and Manhattan keep their estimate itself.
            (_, BuiltMemo::Estimate(estimate)) => estimate,
            (BuiltHeuristic::LinearConflict(h), BuiltMemo::Conflicts(memo)) => {
                Heuristic::<S>::estimate(h, memo)
            }
            _ => unreachable!("{ANY_SIZE}"),
        }
    }
}
