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
            Metric::MultiTile => self.slides(moves).count(),
        }
    }

    /// A sequence of single-tile moves as moves of this metric.
    ///
    /// ```
    /// use taquin::{Metric, Move::{Left, Up}, Slide};
    /// let slides: Vec<Slide> = Metric::MultiTile.slides(&[Left, Left, Up]).collect();
    /// assert_eq!(slides, [Slide { m: Left, tiles: 2 }, Slide { m: Up, tiles: 1 }]);
    /// assert_eq!(Metric::SingleTile.slides(&[Left, Left]).count(), 2);
    /// ```
    pub fn slides(self, moves: &[Move]) -> impl Iterator<Item = Slide> {
        let runs = moves.chunk_by(move |a, b| self == Metric::MultiTile && a == b);
        runs.map(|run| Slide {
            m: run[0],
            tiles: run.len() as u32,
        })
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

/// One move of a metric: some adjacent tiles move one step. With [`Metric::SingleTile`] it is always one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The direction of the tiles.
    pub m: Move,
    /// The number of tiles.
    pub tiles: u32,
}

impl Slide {
    /// The same as moves of single tiles.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        std::iter::repeat_n(self.m, self.tiles as usize)
    }
}
