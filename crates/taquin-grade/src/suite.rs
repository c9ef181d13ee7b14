//! Suites: the tests of an assignment, with weights and visibility, as data.
//!
//! One TOML file per assignment is part of the crate; a teacher may give another one.

use crate::run::Limits;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use taquin::Shape;
use taquin::notation::read_shape;
use taquin_app::exit::Failure;
use taquin_app::limits::bytes;

/// The assignments that can be graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assignment {
    /// Is a goal reachable?
    Solvability,
    /// Princeton's 8-puzzle.
    EightPuzzle,
    /// Breadth-first search over labels.
    Nine,
    /// Moves as letters.
    NPuzzle,
    /// The N-puzzle of the 42 school.
    #[serde(rename = "npuzzle-42")]
    FortyTwo,
    /// A heuristic that reads boards and prints numbers.
    Heuristic,
}

impl Assignment {
    /// All of them.
    pub const ALL: [Assignment; 6] = [
        Assignment::Solvability,
        Assignment::EightPuzzle,
        Assignment::Nine,
        Assignment::NPuzzle,
        Assignment::FortyTwo,
        Assignment::Heuristic,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Assignment::Solvability => "solvability",
            Assignment::EightPuzzle => "eight-puzzle",
            Assignment::Nine => "nine",
            Assignment::NPuzzle => "n-puzzle",
            Assignment::FortyTwo => "npuzzle-42",
            Assignment::Heuristic => "heuristic",
        }
    }

    /// Whether its files have one size for rows and columns.
    const fn is_square(self) -> bool {
        matches!(
            self,
            Assignment::EightPuzzle | Assignment::NPuzzle | Assignment::FortyTwo
        )
    }

    /// Its suite as text.
    pub const fn suite(self) -> &'static str {
        match self {
            Assignment::Solvability => include_str!("../suites/solvability.toml"),
            Assignment::EightPuzzle => include_str!("../suites/eight-puzzle.toml"),
            Assignment::Nine => include_str!("../suites/nine.toml"),
            Assignment::NPuzzle => include_str!("../suites/n-puzzle.toml"),
            Assignment::FortyTwo => include_str!("../suites/npuzzle-42.toml"),
            Assignment::Heuristic => include_str!("../suites/heuristic.toml"),
        }
    }
}

/// The tests of an assignment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// The assignment.
    pub assignment: Assignment,
    /// What it is about, in one sentence.
    pub title: String,
    /// How the program is called.
    pub program: String,
    /// The command that runs the program in a bundle, unless another is given.
    pub command: Option<String>,
    /// The command that builds it there.
    pub build: Option<String>,
    /// What a run may use.
    pub limits: LimitTable,
    /// What letters of moves stand for.
    #[serde(default)]
    pub letters: Letters,
    /// Whether the board is read from a file or from standard input.
    #[serde(default)]
    pub input: Input,
    /// The tests, in order.
    #[serde(rename = "test")]
    pub tests: Vec<Test>,
}

/// The limits as a suite writes them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitTable {
    /// Seconds on the wall clock.
    pub seconds: f64,
    /// Memory with its unit.
    pub memory: String,
    /// Output with its unit.
    pub output: String,
    /// Processes at the same time.
    pub processes: u64,
    /// The size of each file that is written, with its unit.
    #[serde(default = "files")]
    pub files: String,
    /// Seconds for the command that builds the program.
    #[serde(default = "build_seconds")]
    pub build_seconds: f64,
}

fn files() -> String {
    "64M".into()
}

const fn build_seconds() -> f64 {
    120.0
}

/// What letters of moves stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Letters {
    /// Either, but the same in all tests.
    #[default]
    Either,
    /// Where the tile goes.
    Tile,
    /// Where the blank goes.
    Blank,
}

/// Where the program reads its board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// A file whose name is the last argument.
    #[default]
    File,
    /// Standard input.
    Stdin,
}

/// Who sees a test, and when. The names are Gradescope's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Students always do.
    #[default]
    Visible,
    /// Students never do.
    Hidden,
    /// Students do once it is too late to hand in.
    AfterDueDate,
    /// Students do once marks are published.
    AfterPublished,
}

/// How a test with several cases is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Marks {
    /// Each case earns its share.
    #[default]
    Each,
    /// Only if all cases are right.
    All,
}

/// What a test asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Boards to solve.
    Solve,
    /// The same, and the output has exactly the layout that the assignment describes.
    Layout,
    /// The same, and the numbers that the 42 school asks for.
    Numbers,
    /// The same, from files with comments, alignment and empty lines.
    Noise,
    /// Boards that cannot be solved.
    Unsolvable,
    /// Labels that repeat.
    Repeated,
    /// The longest allowed sequence is just long enough, longer, and too short.
    Bound,
    /// Input that is wrong.
    BadInput,
    /// Every pair of boards of a shape.
    EveryPair,
    /// Pairs of boards of every parity, of several sizes.
    Parity,
    /// Spaces and tabs in the input, and the lines that show how it was read.
    Echo,
    /// Time in proportion to that of taquin.
    Speed,
    /// Estimates are at most the distance.
    Admissible,
    /// Estimates of neighbours differ by at most one.
    Consistent,
    /// Estimates are at least Manhattan's.
    AtLeastManhattan,
}

/// One test: a name, its marks, and which cases to make.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Its name, without spaces.
    pub name: String,
    /// What it is about, in words.
    pub title: String,
    /// The part of the assignment that it belongs to.
    pub category: String,
    /// What it asks.
    pub kind: Kind,
    /// The marks for it.
    pub weight: f64,
    /// Who sees it.
    #[serde(default)]
    pub visibility: Visibility,
    /// How its cases are marked.
    #[serde(default)]
    pub marks: Marks,
    /// Shapes of boards.
    #[serde(default)]
    pub shapes: Vec<String>,
    /// The lengths of shortest solutions, of boards of up to 16 cells.
    #[serde(default)]
    pub lengths: Vec<u32>,
    /// Random moves from the goal, of boards of any size.
    #[serde(default)]
    pub walks: Vec<u64>,
    /// Cases per length, walk or shape.
    #[serde(default = "one")]
    pub count: usize,
    /// Whether solutions must be shortest.
    #[serde(default = "yes")]
    pub shortest: bool,
    /// The way of running the program that `map` gives arguments for; the test is left out without them.
    pub mode: Option<String>,
    /// The test is left out unless it is asked for by this name.
    pub ask: Option<String>,
    /// Seconds on the wall clock, instead of the suite's.
    pub seconds: Option<f64>,
    /// For speed: up to this many times as slow as taquin, and the share of the marks.
    #[serde(default)]
    pub tiers: Vec<(f64, f64)>,
}

const fn one() -> usize {
    1
}

const fn yes() -> bool {
    true
}

impl Suite {
    /// The suite that comes with taquin.
    pub fn built_in(assignment: Assignment) -> Suite {
        Suite::read(assignment.suite()).expect("the tests read every suite of the crate")
    }

    /// Reads a suite.
    pub fn read(text: &str) -> Result<Suite, Failure> {
        let refuse = |what: String| Failure::BadInput(what);
        let suite: Suite =
            toml::from_str(text).map_err(|error| refuse(error.to_string().trim_end().into()))?;
        suite.limits()?;
        if suite.tests.is_empty() {
            return Err(refuse("a suite has at least one test".into()));
        }
        let mut names: Vec<&str> = Vec::new();
        for test in &suite.tests {
            let is_odd = |shape: &Shape| suite.assignment.is_square() && !shape.is_square();
            if let Some(shape) = test.shapes()?.into_iter().find(is_odd) {
                return Err(refuse(format!(
                    "{}: {shape}: the boards of {} are square",
                    test.name,
                    suite.assignment.name()
                )));
            }
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
            if test.name.is_empty() || !test.name.chars().all(is_word) {
                return Err(refuse(format!(
                    "the name of a test has letters, digits and hyphens, not {:?}",
                    test.name
                )));
            }
            if names.contains(&test.name.as_str()) {
                return Err(refuse(format!("two tests have the name {}", test.name)));
            }
            if test.kind == Kind::Speed && test.tiers.is_empty() {
                return Err(refuse(format!(
                    "{}: a test of speed has tiers, such as [[300, 1.0], [1000, 0.5]]",
                    test.name
                )));
            }
            if test.seconds == Some(0.0) {
                return Err(refuse(format!("{}: seconds is more than 0", test.name)));
            }
            if !test.weight.is_finite() || test.weight < 0.0 {
                return Err(refuse(format!("{}: the weight is not a mark", test.name)));
            }
            names.push(&test.name);
        }
        Ok(suite)
    }

    /// The modes that arguments can be given for, each once.
    pub fn modes(&self) -> Vec<&str> {
        distinct(self.tests.iter().filter_map(|test| test.mode.as_deref()))
    }

    /// The names of optional tests, each once.
    pub fn optional(&self) -> Vec<&str> {
        distinct(self.tests.iter().filter_map(|test| test.ask.as_deref()))
    }

    /// What a run may use.
    pub fn limits(&self) -> Result<Limits, Failure> {
        let table = &self.limits;
        if table.seconds == 0.0 || table.processes == 0 {
            let what = "the limits of seconds and processes are more than 0";
            return Err(Failure::BadInput(what.into()));
        }
        let size = |text: &str| bytes(text).map_err(Failure::BadInput);
        Ok(Limits {
            memory: size(&table.memory)?,
            output: size(&table.output)?,
            processes: table.processes,
            file: size(&table.files)?,
            ..Limits::of_seconds(table.seconds)?
        })
    }
}

fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

impl Limits {
    /// Limits of time only; processor time is rounded up to whole seconds.
    pub fn of_seconds(seconds: f64) -> Result<Limits, Failure> {
        let wall = Duration::try_from_secs_f64(seconds)
            .map_err(|_| Failure::BadInput(format!("{seconds} is not a time in seconds")))?;
        Ok(Limits {
            wall,
            // A program that waits for nothing reaches the limit of the wall clock first.
            cpu: wall.as_secs() + 2,
            memory: u64::MAX >> 1,
            output: u64::MAX,
            processes: 1 << 20,
            file: u64::MAX >> 1,
        })
    }
}

impl Test {
    /// The shapes of its boards.
    pub fn shapes(&self) -> Result<Vec<Shape>, Failure> {
        let read = |text: &String| {
            read_shape(text)
                .map_err(|error| Failure::BadInput(format!("{}: {text}: {error}", self.name)))
        };
        self.shapes.iter().map(read).collect()
    }
}
