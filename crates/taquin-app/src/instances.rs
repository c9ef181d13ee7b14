//! Published boards with their lengths.

use crate::origin::Origin;
use taquin::notation::{self, Dialect};
use taquin::solve::TableSize;
use taquin::{Board, Goal, Problem, Shape};

/// A set of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// Korf's 100 random 15-puzzles (1985).
    Korf100,
    /// Korf & Felner's 50 random 24-puzzles (2002).
    Korf24,
    /// The 17 15-puzzles at 80 moves, the greatest distance, and one at 78.
    Hardest,
    /// 193 of Clausecker's 400 random 24-puzzles (2017).
    Clausecker24,
    /// The 14 of these 400 whose shortest lengths were not found.
    Open24,
    /// DeepCubeA's test set of 24-puzzles (2019).
    DeepCubeA24,
    /// DeepCubeA's test set of 35-puzzles.
    DeepCubeA35,
    /// DeepCubeA's test set of 48-puzzles.
    DeepCubeA48,
}

/// How threads share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// One thread per board.
    Boards,
    /// All threads for each board.
    Searches,
}

/// What is known of a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// No solution is shorter.
    Shortest,
    /// There is a solution of this length.
    Found,
}

/// What a published number of nodes counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nodes {
    /// Expanded or generated boards.
    pub counted: &'static str,
    /// By which search.
    pub by: &'static str,
}

/// A board with its published length.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its number in the set.
    pub number: u32,
    /// Its length.
    pub length: Option<u32>,
    /// The nodes that its publication counted; see [`Set::nodes`].
    pub nodes: Option<u64>,
    /// Start and goal.
    pub problem: Problem,
    /// Where it comes from, if it is not published.
    pub origin: Option<Origin>,
}

impl Set {
    /// All of them.
    pub const ALL: [Set; 8] = [
        Set::Korf100,
        Set::Korf24,
        Set::Hardest,
        Set::Clausecker24,
        Set::Open24,
        Set::DeepCubeA24,
        Set::DeepCubeA35,
        Set::DeepCubeA48,
    ];

    /// The set of this name.
    pub fn named(name: &str) -> Option<Set> {
        let mut all = Set::ALL.into_iter();
        all.find(|set| set.name().eq_ignore_ascii_case(name))
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Set::Korf100 => "korf100",
            Set::Korf24 => "korf24",
            Set::Hardest => "hardest",
            Set::Clausecker24 => "clausecker24",
            Set::Open24 => "open24",
            Set::DeepCubeA24 => "deepcubea-24",
            Set::DeepCubeA35 => "deepcubea-35",
            Set::DeepCubeA48 => "deepcubea-48",
        }
    }

    /// What the published numbers of nodes count.
    pub const fn nodes(self) -> Option<Nodes> {
        let (counted, by) = match self {
            Set::Korf100 => ("generated", "IDA* with Manhattan distance"),
            Set::Korf24 => (
                "generated",
                "IDA* with 6-6-6-6 tables and their mirror images",
            ),
            Set::Clausecker24 => (
                "expanded",
                "IDA* with seven partitions of zero-aware tables",
            ),
            _ => return None,
        };
        Some(Nodes { counted, by })
    }

    /// What is known of the published lengths.
    pub const fn known(self) -> Known {
        match self {
            Set::DeepCubeA24 | Set::DeepCubeA35 | Set::DeepCubeA48 => Known::Found,
            _ => Known::Shortest,
        }
    }

    /// The goal of all its boards.
    pub fn goal(self) -> Board {
        let (side, goal) = match self {
            Set::Korf100 => (4, Goal::First),
            Set::Korf24 | Set::Clausecker24 | Set::Open24 => (5, Goal::First),
            Set::Hardest => (4, Goal::Last),
            Set::DeepCubeA24 => (5, Goal::Last),
            Set::DeepCubeA35 => (6, Goal::Last),
            Set::DeepCubeA48 => (7, Goal::Last),
        };
        goal.board(Shape::square(side).expect("a small square is a shape"))
    }

    /// The best tables if they are stored; `None` for boards that are out of reach of tables, or meant for other searches.
    pub const fn warm_size(self) -> Option<TableSize> {
        match self {
            Set::Korf100 | Set::Hardest => Some(TableSize::Large),
            Set::Korf24 | Set::Clausecker24 | Set::Open24 => Some(TableSize::Small),
            Set::DeepCubeA24 | Set::DeepCubeA35 | Set::DeepCubeA48 => None,
        }
    }

    /// The best tables if they must be built first.
    pub const fn cold_size(self) -> Option<TableSize> {
        match self {
            Set::Korf100 => Some(TableSize::Small),
            _ => self.warm_size(),
        }
    }

    /// Many easy boards keep all threads busy; a few hard ones share them.
    pub const fn sharing(self) -> Sharing {
        match self {
            Set::Korf100 => Sharing::Boards,
            _ => Sharing::Searches,
        }
    }

    /// Every board, in the order of publication.
    pub fn instances(self) -> Vec<Instance> {
        let goal = self.goal();
        let instance = |number: u32, length: Option<&str>, board: &str, nodes: Option<&&str>| {
            let start = notation::read(board.as_bytes(), Dialect::Slash, None);
            let start = start.expect("data/ has valid boards").start;
            Instance {
                number,
                length: length.map(|length| length.parse().expect("data/ has valid lengths")),
                nodes: nodes.map(|nodes| nodes.parse().expect("data/ has valid numbers")),
                problem: Problem::new(start, goal.clone())
                    .expect("the boards in data/ are solvable"),
                origin: None,
            }
        };
        let number = |text: &str| text.parse().expect("data/ has valid numbers");
        match self {
            Set::Hardest => {
                let rows = rows(self.text()).filter(|row| row[..3] == ["4x4", "last", "stm"]);
                let rows = (1..).zip(rows);
                rows.map(|(number, row)| instance(number, Some(row[3]), row[4], None))
                    .collect()
            }
            Set::Open24 => {
                let rows = rows(self.text());
                rows.map(|row| instance(number(row[0]), None, row[1], None))
                    .collect()
            }
            _ => {
                let rows = rows(self.text());
                rows.map(|row| instance(number(row[0]), Some(row[1]), row[2], row.get(3)))
                    .collect()
            }
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Set::Korf100 => include_str!("../data/korf-15.tsv"),
            Set::Korf24 => include_str!("../data/korf-24.tsv"),
            Set::Hardest => include_str!("../data/hardest.tsv"),
            Set::Clausecker24 => include_str!("../data/clausecker-24.tsv"),
            Set::Open24 => include_str!("../data/open-24.tsv"),
            Set::DeepCubeA24 => include_str!("../data/deepcubea-24.tsv"),
            Set::DeepCubeA35 => include_str!("../data/deepcubea-35.tsv"),
            Set::DeepCubeA48 => include_str!("../data/deepcubea-48.tsv"),
        }
    }
}

/// The greatest distance of a 4×4 board from the goal `last`, and all boards at it.
pub fn hardest() -> (u32, Vec<Board>) {
    let instances = Set::Hardest.instances();
    let lengths = instances.iter().filter_map(|instance| instance.length);
    let most = lengths.max().unwrap_or(0);
    let farthest = instances
        .into_iter()
        .filter(|instance| instance.length == Some(most));
    (
        most,
        farthest
            .map(|instance| instance.problem.start().clone())
            .collect(),
    )
}

/// The lines that are not comments, split at tabs.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_are_read() {
        for (set, count, moves) in [
            (Set::Korf100, 100, 5_305),
            (Set::Korf24, 50, 5_039),
            (Set::Hardest, 18, 1_438),
            (Set::Clausecker24, 193, 19_605),
            (Set::Open24, 14, 0),
            (Set::DeepCubeA24, 60, 5_417),
            (Set::DeepCubeA35, 60, 7_653),
            (Set::DeepCubeA48, 60, 15_042),
        ] {
            let instances = set.instances();
            assert_eq!(instances.len(), count, "{set:?}");
            let lengths = instances.iter().filter_map(|instance| instance.length);
            assert_eq!(lengths.sum::<u32>(), moves, "{set:?}");
            assert_eq!(Set::named(set.name()), Some(set));
            let has_nodes = instances.iter().all(|instance| instance.nodes.is_some());
            assert_eq!(has_nodes, set.nodes().is_some(), "{set:?}");
        }
    }
}
