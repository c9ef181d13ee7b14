//! Printable exercises with a separate answer key.
//!
//! A [`Maker`] makes a [`Sheet`] of exercises from a seed, and computes every answer with the library. Each topic is a
//! module: what is given, what the answer is, and both as blocks of text, boards and tables. A [`Format`] writes sheets
//! and keys.
//!
//! An exercise depends on the seed, its topic, its level and its number among the exercises of the topic, and on nothing
//! else: other topics on the sheet do not change it.

pub mod admissible;
pub mod astar;
mod block;
pub mod counting;
pub mod format;
pub mod heuristics;
pub mod maker;
pub mod reachability;
pub mod shortest;
pub mod students;
pub mod tree;
pub mod two_by_two;

pub use format::{Contents, Format};
pub use maker::{Maker, Options};

use block::Block;
use serde::{Serialize, Serializer};
use std::fmt;
use taquin::Board;

/// What an exercise is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// How many boards of a shape there are.
    Counting,
    /// Whether a goal can be reached, by disorder and parity.
    Reachability,
    /// Every board that can be reached on two rows and two columns.
    TwoByTwo,
    /// The tree of a breadth-first search to level 3.
    Tree,
    /// Estimates of a board, computed by hand.
    Heuristics,
    /// A search with A*, step by step.
    AStar,
    /// Which heuristics are admissible.
    Admissible,
    /// Shortest solutions.
    Shortest,
}

impl Topic {
    /// All topics, in the order in which a course treats them.
    pub const ALL: [Topic; 8] = [
        Topic::Counting,
        Topic::Reachability,
        Topic::TwoByTwo,
        Topic::Tree,
        Topic::Heuristics,
        Topic::AStar,
        Topic::Admissible,
        Topic::Shortest,
    ];

    /// Its name in options and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Counting => "counting",
            Topic::Reachability => "reachability",
            Topic::TwoByTwo => "two-by-two",
            Topic::Tree => "tree",
            Topic::Heuristics => "heuristics",
            Topic::AStar => "astar",
            Topic::Admissible => "admissible",
            Topic::Shortest => "shortest",
        }
    }

    /// The title of its exercises.
    pub const fn title(self) -> &'static str {
        match self {
            Topic::Counting => "Counting boards",
            Topic::Reachability => "Can the goal be reached?",
            Topic::TwoByTwo => "All boards of 2×2",
            Topic::Tree => "The search tree",
            Topic::Heuristics => "Heuristics by hand",
            Topic::AStar => "A* step by step",
            Topic::Admissible => "Which heuristics are admissible?",
            Topic::Shortest => "A shortest solution",
        }
    }
}

/// How hard exercises are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Small boards, and more is given.
    Easy,
    /// As in a first course.
    Medium,
    /// Larger boards, and more is asked.
    Hard,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Exercises for one student, or for all of them.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Whose sheet it is.
    pub student: Option<String>,
    /// The seed that makes this sheet again.
    pub seed: u64,
    /// How hard it is.
    pub level: Level,
    /// The exercises, in order.
    pub exercises: Vec<Exercise>,
}

/// An exercise with its answer.
#[derive(Clone, Debug)]
pub enum Exercise {
    /// How many boards of a shape there are.
    Counting(Posed<counting::Given, counting::Answer>),
    /// Whether a goal can be reached.
    Reachability(Posed<reachability::Given, reachability::Answer>),
    /// Every board that can be reached on two rows and two columns.
    TwoByTwo(Posed<two_by_two::Given, two_by_two::Answer>),
    /// The tree of a breadth-first search.
    Tree(Posed<tree::Given, tree::Answer>),
    /// Estimates of a board.
    Heuristics(Posed<heuristics::Given, heuristics::Answer>),
    /// A search with A*.
    AStar(Posed<astar::Given, astar::Answer>),
    /// Which heuristics are admissible.
    Admissible(Posed<admissible::Given, admissible::Answer>),
    /// Shortest solutions.
    Shortest(Posed<shortest::Given, shortest::Answer>),
}

/// What is given, and the answer.
#[derive(Clone, Debug)]
pub struct Posed<Given, Answer> {
    /// What the student sees.
    pub given: Given,
    /// What the key says.
    pub answer: Answer,
}

/// How an exercise of a topic is shown.
pub(crate) trait Content {
    /// What the student sees.
    fn question(&self) -> Vec<Block>;
    /// What the key says.
    fn answer(&self) -> Vec<Block>;
}

impl Exercise {
    /// What it is about.
    pub const fn topic(&self) -> Topic {
        match self {
            Exercise::Counting(_) => Topic::Counting,
            Exercise::Reachability(_) => Topic::Reachability,
            Exercise::TwoByTwo(_) => Topic::TwoByTwo,
            Exercise::Tree(_) => Topic::Tree,
            Exercise::Heuristics(_) => Topic::Heuristics,
            Exercise::AStar(_) => Topic::AStar,
            Exercise::Admissible(_) => Topic::Admissible,
            Exercise::Shortest(_) => Topic::Shortest,
        }
    }

    pub(crate) fn content(&self) -> &dyn Content {
        match self {
            Exercise::Counting(posed) => posed,
            Exercise::Reachability(posed) => posed,
            Exercise::TwoByTwo(posed) => posed,
            Exercise::Tree(posed) => posed,
            Exercise::Heuristics(posed) => posed,
            Exercise::AStar(posed) => posed,
            Exercise::Admissible(posed) => posed,
            Exercise::Shortest(posed) => posed,
        }
    }
}

/// Tiles in reading order, 0 for the blank.
fn tiles<S: Serializer>(board: &Board, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(board.tiles().iter().map(|tile| tile.number()))
}

/// A start and a goal, as every object has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Boards {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
    /// The start.
    #[serde(serialize_with = "tiles")]
    pub start: Board,
    /// The goal.
    #[serde(serialize_with = "tiles")]
    pub goal: Board,
}

impl Boards {
    fn new(start: Board, goal: Board) -> Boards {
        Boards {
            rows: start.shape().rows(),
            cols: start.shape().cols(),
            start,
            goal,
        }
    }
}

const fn yes_or_no(is_yes: bool) -> &'static str {
    if is_yes { "yes" } else { "no" }
}
