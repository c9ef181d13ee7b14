//! The cases of a test, by its seed: the same suite and seed give the same cases on every machine.

mod boards;
mod eight_puzzle;
mod fortytwo;
mod heuristic;
mod n_puzzle;
mod nine;
mod solvability;

use crate::case::{Case, Size};
use crate::reference::Reference;
use crate::suite::{Assignment, Kind, Suite, Test};
use std::collections::BTreeMap;
use taquin::support::hash::fnv1a;
use taquin::tools::generate::Generator;
use taquin::{Board, Goal};
use taquin_app::exit::Failure;

/// Makes the cases of one test.
#[derive(Debug)]
pub(crate) struct Maker<'a> {
    suite: &'a Suite,
    test: &'a Test,
    reference: &'a Reference,
    generator: Generator,
    /// The arguments of the test's mode.
    mode: Vec<String>,
}

/// What a teacher has chosen beside the suite.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The seed of all random choices.
    pub seed: u64,
    /// Arguments for the modes of tests.
    pub modes: BTreeMap<String, Vec<String>>,
    /// Optional tests that are asked for.
    pub asked: Vec<String>,
}

impl Choices {
    /// Whether a test is run: its mode has arguments, and it is asked for if it must be.
    pub fn includes(&self, test: &Test) -> bool {
        let has_mode = test
            .mode
            .as_ref()
            .is_none_or(|mode| self.modes.contains_key(mode));
        let is_asked = test.ask.as_ref().is_none_or(|ask| self.asked.contains(ask));
        has_mode && is_asked
    }
}

impl<'a> Maker<'a> {
    pub(crate) fn new(
        suite: &'a Suite,
        test: &'a Test,
        reference: &'a Reference,
        choices: &Choices,
    ) -> Maker<'a> {
        let mode = test.mode.as_ref().and_then(|mode| choices.modes.get(mode));
        Maker {
            suite,
            test,
            reference,
            generator: Generator::new(choices.seed ^ number(&test.name)),
            mode: mode.cloned().unwrap_or_default(),
        }
    }

    /// All cases, in order.
    pub(crate) fn cases(&mut self) -> Result<Vec<Case>, Failure> {
        let cases = match self.suite.assignment {
            Assignment::Solvability => self.solvability(),
            Assignment::EightPuzzle => self.eight_puzzle(),
            Assignment::Nine => self.nine(),
            Assignment::NPuzzle => self.n_puzzle(),
            Assignment::FortyTwo => self.fortytwo(),
            Assignment::Heuristic => self.heuristic(),
        }?;
        if cases.is_empty() {
            return Err(Failure::BadInput(format!(
                "{}: the test has no cases; give shapes with lengths or walks",
                self.test.name
            )));
        }
        Ok(cases)
    }

    /// The same kind of case about smaller boards, the smallest first.
    pub(crate) fn smaller(&mut self, failing: &Case) -> Vec<Case> {
        let boards = match self.test.kind {
            Kind::Unsolvable => self.small_unsolvable(failing.size),
            _ => self.small_boards(failing.size),
        };
        match self.suite.assignment {
            Assignment::Solvability => self.smaller_pairs(failing),
            Assignment::EightPuzzle => self.princeton_cases(boards),
            Assignment::Nine => self.nine_cases(boards, failing),
            Assignment::NPuzzle => self.letter_cases(boards),
            Assignment::FortyTwo => self.fortytwo_cases(boards),
            Assignment::Heuristic => Vec::new(),
        }
    }

    /// The test does not exist for this assignment.
    fn unknown_kind<T>(&self) -> Result<T, Failure> {
        Err(Failure::BadInput(format!(
            "{}: the assignment {} has no tests of the kind {:?}",
            self.test.name,
            self.suite.assignment.name(),
            self.test.kind
        )))
    }

    fn goal(&self) -> Goal {
        match self.suite.assignment {
            Assignment::FortyTwo => Goal::Snail,
            _ => Goal::Last,
        }
    }
}

/// A board to be asked about.
#[derive(Clone, Debug)]
struct Asked {
    start: Board,
    goal: Board,
    /// The moves of a shortest solution, if they are known.
    distance: Option<u32>,
}

impl Asked {
    fn size(&self) -> Size {
        Size {
            cells: self.start.shape().area(),
            distance: self.distance.unwrap_or(u32::MAX),
        }
    }
}

/// A number for a name, so that tests do not change when others are added.
const fn number(name: &str) -> u64 {
    fnv1a(name.as_bytes())
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}
