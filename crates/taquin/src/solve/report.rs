//! The result of a search. Every report is made by [`Method::report`].

use super::{Algorithm, HeuristicKind};
use crate::puzzle::{Move, MoveSet, Problem, Solution};
use crate::search::{Stats, Weight};

/// What is known about the length of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// No solution is shorter.
    Optimal,
    /// No solution is shorter by more than this factor.
    AtMostTimes(Weight),
    /// Nothing but the lower bound.
    None,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub enum Answer {
    /// With a solution.
    Solved(Solution, Guarantee),
    /// There is no solution within the maximum length.
    TooLong,
    /// Stopped before a solution was found.
    Stopped,
}

/// The answer, and how it was found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// The algorithm that found the answer.
    pub algorithm: Algorithm,
    /// The heuristic that it used.
    pub heuristic: HeuristicKind,
    /// The groups of its pattern databases, such as `6-6-3`.
    pub groups: Option<String>,
    /// The counters, all attempts together.
    pub stats: Stats,
    /// All shortest solutions, if the options ask for them and the answer is one of them.
    pub all_shortest: Option<AllShortest>,
}

impl Report {
    /// The solution, if there is one.
    pub fn solution(&self) -> Option<&Solution> {
        match &self.answer {
            Answer::Solved(solution, _) => Some(solution),
            Answer::TooLong | Answer::Stopped => None,
        }
    }

    /// The heuristic by name, with the groups of its tables: `pdb 6-6-3`.
    pub fn heuristic_name(&self) -> String {
        let groups = self.groups.as_ref().map(|groups| format!(" {groups}"));
        format!("{}{}", self.heuristic, groups.unwrap_or_default())
    }
}

/// What is known about all shortest solutions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AllShortest {
    /// The number found.
    pub count: u128,
    /// Whether these are all; otherwise the search for them was stopped, and there may be more.
    pub is_complete: bool,
    /// The moves with which shortest solutions begin.
    pub first_moves: MoveSet,
    /// The first of them, up to the number that the options ask for.
    pub solutions: Vec<Solution>,
}

impl AllShortest {
    /// A single known solution.
    pub(super) fn one(solution: &Solution, is_complete: bool, list: usize) -> AllShortest {
        AllShortest {
            count: 1,
            is_complete,
            first_moves: solution.moves().iter().take(1).copied().collect(),
            solutions: vec![solution.clone(); list.min(1)],
        }
    }
}

/// How an answer was found.
#[derive(Clone, Debug)]
pub(super) struct Method {
    pub(super) algorithm: Algorithm,
    pub(super) heuristic: HeuristicKind,
    pub(super) groups: Option<String>,
}

impl Method {
    pub(super) const fn new(algorithm: Algorithm, heuristic: HeuristicKind) -> Method {
        Method {
            algorithm,
            heuristic,
            groups: None,
        }
    }

    /// The only place where a report is made.
    pub(super) fn report(&self, answer: Answer, lower_bound: u32, stats: Stats) -> Report {
        Report {
            answer,
            lower_bound,
            algorithm: self.algorithm,
            heuristic: self.heuristic,
            groups: self.groups.clone(),
            stats,
            all_shortest: None,
        }
    }
}

/// A solution that a search found.
pub(super) fn certified(problem: &Problem, moves: Vec<Move>) -> Solution {
    let solution = problem.certify(moves);
    solution.expect("a search gives a path that replays")
}
