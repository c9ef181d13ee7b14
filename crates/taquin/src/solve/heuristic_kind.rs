//! The heuristics by name, and as values whose type a search knows. Whatever else needs every heuristic takes it from here.

use super::tables::Goal;
use super::watch::Watcher;
use super::{TableSize, Tables};
use crate::heuristic::{
    Gaschnig, Hamming, Heuristic, LinearConflict, Manhattan, Max, WalkingDistance, Zero,
};
use crate::names::{NameKind, UnknownName, find};
use crate::pdb::{BuildStopped, Partition, PatternSum};
use crate::puzzle::{Move, Shape};
use crate::space::{Arrangement, Space};
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
}

impl HeuristicKind {
    /// All of them.
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
            _ => true,
        }
    }

    /// The supported shapes, in words.
    pub(super) const fn shapes(self) -> &'static str {
        match self {
            HeuristicKind::Patterns => "6 to 25 cells in two rows or more",
            HeuristicKind::WalkingDistance | HeuristicKind::Max => "up to 16 cells",
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
}

/// Work for which the type of a heuristic must be known.
pub(super) trait HeuristicUse<S: Space> {
    type Output;

    /// `backward` estimates distances to the start, for searches from both ends.
    fn run<H: Heuristic<S>>(self, forward: &H, backward: Option<&H>) -> Self::Output;
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
    pub(super) fn with<S, U>(&self, backward: Option<&BuiltHeuristic>, work: U) -> U::Output
    where
        S: Space<Move = Move>,
        S::State: Arrangement,
        U: HeuristicUse<S>,
    {
        macro_rules! run {
            ($kind:ident, $forward:ident) => {{
                let backward = backward.map(|built| match built {
                    BuiltHeuristic::$kind(h) => h,
                    _ => unreachable!("both ends use one heuristic"),
                });
                work.run($forward, backward)
            }};
        }
        match self {
            BuiltHeuristic::Zero(h) => run!(Zero, h),
            BuiltHeuristic::Hamming(h) => run!(Hamming, h),
            BuiltHeuristic::Gaschnig(h) => run!(Gaschnig, h),
            BuiltHeuristic::Manhattan(h) => run!(Manhattan, h),
            BuiltHeuristic::LinearConflict(h) => run!(LinearConflict, h),
            BuiltHeuristic::WalkingDistance(h) => run!(WalkingDistance, h),
            BuiltHeuristic::Max(h) => run!(Max, h),
            BuiltHeuristic::Patterns(h) => run!(Patterns, h),
        }
    }
}
