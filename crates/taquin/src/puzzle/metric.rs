//! Two ways to count moves.

use crate::names::{NameKind, UnknownName, find};
use crate::puzzle::Move;
use std::fmt;
use std::str::FromStr;

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One tile moves one step.
    #[default]
    SingleTile,
    /// A line of tiles next to the blank slides one step; the blank goes as far as the line is long.
    MultiTile,
}

impl Metric {
    /// Both of them.
    pub const ALL: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

    /// All its names; the first is the one that is printed. Parsing ignores case, spaces, `-` and `_`.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Metric::SingleTile => &["stm", "single-tile", "single"],
            Metric::MultiTile => &["mtm", "multi-tile", "multi"],
        }
    }

    /// The name that is printed.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The length of a sequence of single-tile moves: in the multi-tile metric, moves in one direction right after each
    /// other are one.
    ///
    /// ```
    /// use taquin::{Metric, Move::{Left, Up}};
    /// assert_eq!(Metric::MultiTile.length(&[Left, Left, Up, Left]), 3);
    /// ```
    pub fn length(self, moves: &[Move]) -> usize {
        match self {
            Metric::SingleTile => moves.len(),
            Metric::MultiTile => moves.chunk_by(|a, b| a == b).count(),
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Metric {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Metric, UnknownName> {
        find(text, NameKind::Metric, &Metric::ALL, Metric::names)
    }
}
