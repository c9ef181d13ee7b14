//! The heuristics by name.

use crate::heuristic::WalkingDistance;
use crate::names::{NameKind, UnknownName, find};
use crate::pdb::Partition;
use crate::puzzle::Shape;
use std::fmt;
use std::str::FromStr;

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

    /// Every name for it, the one that is printed first. Reading ignores case, spaces, `-` and `_`.
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

    /// Whether boards of this shape have it.
    pub fn fits(self, shape: Shape) -> bool {
        match self {
            HeuristicKind::WalkingDistance | HeuristicKind::Max => {
                shape.area() <= WalkingDistance::MAX_CELLS
            }
            HeuristicKind::Patterns => Partition::small(shape, shape.last()).is_some(),
            _ => true,
        }
    }

    /// The shapes that have it, in words.
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
