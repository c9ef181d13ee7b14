//! The algorithms by name.

use super::Guarantee;
use crate::census::distance_table::DistanceTable;
use crate::large::MAX_SHORTEN_CELLS as MAX_CELLS;
use crate::names::{NameKind, UnknownName, find};
use crate::puzzle::Shape;
use crate::search::Weight;
use std::fmt;
use std::str::FromStr;

/// An algorithm that solves problems.
///
/// ```
/// use taquin::Algorithm;
/// assert_eq!("A*".parse(), Ok(Algorithm::AStar));
/// assert_eq!("Dijkstra".parse(), Ok(Algorithm::UniformCost));
/// assert_eq!(Algorithm::BfsFromGoal.to_string(), "bfs-from-goal");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// Breadth-first from the start.
    Bfs,
    /// Breadth-first from the goal.
    BfsFromGoal,
    /// Smallest g first.
    UniformCost,
    /// Smallest h first.
    Greedy,
    /// Smallest g + h first.
    AStar,
    /// Smallest g + w·h first.
    WeightedAStar(Weight),
    /// Depth-first under a rising bound.
    IdaStar,
    /// From both ends: breadth-first with the zero heuristic, else NBS.
    Bidirectional,
    /// No search: a table has the distance of every board; shapes of up to 9 cells.
    Table,
    /// A solution immediately, then shorter ones until the budget is spent; for boards whose shortest solutions are out of
    /// reach.
    Beam,
    /// No search: tiles are carried home one by one; boards of any size.
    Construct,
}

impl Algorithm {
    /// All of them; weighted A* with its default weight.
    pub const ALL: [Algorithm; 11] = [
        Algorithm::Bfs,
        Algorithm::BfsFromGoal,
        Algorithm::UniformCost,
        Algorithm::Greedy,
        Algorithm::AStar,
        Algorithm::WeightedAStar(Weight::DEFAULT),
        Algorithm::IdaStar,
        Algorithm::Bidirectional,
        Algorithm::Table,
        Algorithm::Beam,
        Algorithm::Construct,
    ];

    /// All its names; the first is the one that is printed. Parsing ignores case, spaces, `-` and `_`.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Algorithm::Bfs => &["bfs", "breadth-first", "breadth-first-search"],
            Algorithm::BfsFromGoal => &["bfs-from-goal", "backward-bfs"],
            Algorithm::UniformCost => &["uniform-cost", "uniform-cost-search", "ucs", "dijkstra"],
            Algorithm::Greedy => &[
                "greedy",
                "gbfs",
                "best-first",
                "greedy-best-first",
                "greedy-best-first-search",
            ],
            Algorithm::AStar => &["astar", "a*"],
            Algorithm::WeightedAStar(_) => &["weighted-astar", "weighted-a*", "wastar", "wa*"],
            Algorithm::IdaStar => &["idastar", "ida*", "ida"],
            Algorithm::Bidirectional => &["bidirectional", "bidi", "nbs"],
            Algorithm::Table => &["table", "distance-table"],
            Algorithm::Beam => &["beam", "beam-search"],
            Algorithm::Construct => &["construct", "construction"],
        }
    }

    /// The name that is printed.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Whether it can be used for boards of this shape.
    pub fn fits(self, shape: Shape) -> bool {
        match self {
            Algorithm::Table => shape.area() <= DistanceTable::MAX_CELLS,
            Algorithm::Construct => true,
            _ => shape.area() <= MAX_CELLS,
        }
    }

    /// What is known about its solution, with a heuristic that never overestimates.
    pub const fn guarantee(self) -> Guarantee {
        match self {
            Algorithm::Greedy | Algorithm::Beam | Algorithm::Construct => Guarantee::None,
            Algorithm::WeightedAStar(weight) => Guarantee::AtMostTimes(weight),
            _ => Guarantee::Optimal,
        }
    }

    /// What the search orders boards by, smallest first.
    pub fn priority(self, g: u32, h: u32) -> u32 {
        match self {
            Algorithm::Bfs | Algorithm::BfsFromGoal | Algorithm::UniformCost => g,
            Algorithm::Greedy | Algorithm::Beam | Algorithm::Construct => h,
            Algorithm::AStar | Algorithm::IdaStar | Algorithm::Bidirectional | Algorithm::Table => {
                g + h
            }
            Algorithm::WeightedAStar(weight) => weight.weigh(g, h),
        }
    }

    /// Whether it can use the caller's heuristic: see [`Search::estimator`](super::Search::estimator).
    pub const fn takes_estimator(self) -> bool {
        matches!(
            self,
            Algorithm::AStar | Algorithm::WeightedAStar(_) | Algorithm::Greedy | Algorithm::IdaStar
        )
    }

    /// Whether it uses a heuristic.
    pub const fn uses_heuristic(self) -> bool {
        matches!(
            self,
            Algorithm::Greedy
                | Algorithm::AStar
                | Algorithm::WeightedAStar(_)
                | Algorithm::IdaStar
                | Algorithm::Bidirectional
        )
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Weighted A* is parsed with its default weight.
impl FromStr for Algorithm {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Algorithm, UnknownName> {
        find(text, NameKind::Algorithm, &Algorithm::ALL, Algorithm::names)
    }
}
