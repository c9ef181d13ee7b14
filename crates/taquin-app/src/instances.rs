//! Published boards with their shortest lengths.

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
}

/// How threads share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// One thread per board.
    Boards,
    /// All threads for each board.
    Searches,
}

/// A board with its published length.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its number in the set.
    pub number: u32,
    /// The published length of its shortest solutions.
    pub length: u32,
    /// Start and goal.
    pub problem: Problem,
}

impl Set {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Set::Korf100 => "korf100",
            Set::Korf24 => "korf24",
            Set::Hardest => "hardest",
        }
    }

    /// The goal of all its boards.
    pub fn goal(self) -> Board {
        let (side, goal) = match self {
            Set::Korf100 => (4, Goal::First),
            Set::Korf24 => (5, Goal::First),
            Set::Hardest => (4, Goal::Last),
        };
        goal.board(Shape::square(side).expect("a small square is a shape"))
    }

    /// The best tables if they are stored.
    pub const fn warm_size(self) -> TableSize {
        match self {
            Set::Korf100 | Set::Hardest => TableSize::Large,
            Set::Korf24 => TableSize::Small,
        }
    }

    /// The best tables if they must be built first.
    pub const fn cold_size(self) -> TableSize {
        match self {
            Set::Hardest => TableSize::Large,
            Set::Korf100 | Set::Korf24 => TableSize::Small,
        }
    }

    /// Many easy boards keep all threads busy; a few hard ones share them.
    pub const fn sharing(self) -> Sharing {
        match self {
            Set::Korf100 => Sharing::Boards,
            Set::Korf24 | Set::Hardest => Sharing::Searches,
        }
    }

    /// Every board, in the order of publication.
    pub fn instances(self) -> Vec<Instance> {
        let goal = self.goal();
        let instance = |number: u32, length: &str, board: &str| {
            let start = notation::read(board.as_bytes(), Dialect::Slash, None);
            let start = start.expect("a board of data/").start;
            Instance {
                number,
                length: length.parse().expect("a length of data/"),
                problem: Problem::new(start, goal.clone()).expect("boards of data/ are solvable"),
            }
        };
        let (korf_15, korf_24, hardest) = (
            include_str!("../../../data/korf-15.tsv"),
            include_str!("../../../data/korf-24.tsv"),
            include_str!("../../../data/hardest.tsv"),
        );
        match self {
            Set::Korf100 | Set::Korf24 => {
                let text = if self == Set::Korf24 {
                    korf_24
                } else {
                    korf_15
                };
                let rows = rows(text).map(|row| {
                    instance(row[0].parse().expect("a number of data/"), row[1], row[2])
                });
                rows.collect()
            }
            Set::Hardest => {
                let rows = rows(hardest).filter(|row| row[..3] == ["4x4", "last", "stm"]);
                let rows = (1..).zip(rows);
                rows.map(|(number, row)| instance(number, row[3], row[4]))
                    .collect()
            }
        }
    }
}

/// The greatest distance of a 4×4 board from the goal `last`, and all boards at it.
pub fn hardest() -> (u32, Vec<Board>) {
    let instances = Set::Hardest.instances();
    let lengths = instances.iter().map(|instance| instance.length);
    let most = lengths.max().unwrap_or(0);
    let farthest = instances
        .into_iter()
        .filter(|instance| instance.length == most);
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
        ] {
            let instances = set.instances();
            assert_eq!(instances.len(), count, "{set:?}");
            let lengths = instances.iter().map(|instance| instance.length);
            assert_eq!(lengths.sum::<u32>(), moves, "{set:?}");
        }
    }
}
