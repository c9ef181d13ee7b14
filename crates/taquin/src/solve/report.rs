//! The result of a search. Every report is made by [`Method::report`].

use super::{Algorithm, HeuristicKind};
use crate::puzzle::{Board, Metric, Move, Problem, Slide, Solution};
use crate::search::{IterationStats, Stats, Weight};

/// What is known about the length of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
#[non_exhaustive]
pub enum Answer {
    /// With a solution.
    Solved(Solution, Guarantee),
    /// There is no solution within the maximum length.
    TooLong,
    /// Stopped before a solution was found.
    Stopped,
}

/// The answer, and how it was found.
///
/// ```
/// use taquin::{Algorithm, Answer, Goal, Guarantee, HeuristicKind, Problem, Search};
/// let problem = Problem::new("1 2 3/4 0 6/7 5 8".parse()?, Goal::Last)?;
/// let search = || Search::new(&problem).algorithm(Algorithm::AStar);
/// let report = search().heuristic(HeuristicKind::Manhattan).all_shortest(9).run()?;
/// let Answer::Solved(solution, Guarantee::Optimal) = &report.answer else {
///     unreachable!("A* finds a shortest solution");
/// };
/// assert_eq!((solution.moves().len(), report.lower_bound), (2, 2));
/// assert_eq!(report.heuristic_name(), "manhattan");
/// assert_eq!(report.all_shortest.unwrap().count, 1);
///
/// let report = search().max_length(1).run()?;
/// assert!(matches!(report.answer, Answer::TooLong));
/// assert!(report.solution().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The iterations of IDA*, all attempts together. A search that was [resumed](super::Search::resume) does not know
    /// those before.
    pub iterations: Vec<IterationStats>,
    /// All shortest solutions, if the options ask for them and the answer is one of them.
    pub all_shortest: Option<AllShortest>,
    /// A board that proves that the caller's heuristic overestimates; see [`Search::estimator`](super::Search::estimator).
    pub overestimate: Option<Overestimate>,
    /// The length of the solution that the search found, if it is longer than the options allow and none was found that
    /// is not: greedy search, for example, does not find a shortest one.
    pub too_long: Option<usize>,
}

/// A board that a heuristic overestimates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overestimate {
    /// The board.
    pub board: Board,
    /// Its estimate.
    pub estimate: u32,
    /// The length of a known path to the goal.
    pub at_most: u32,
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
///
/// ```
/// use taquin::{Goal, Problem, Search};
/// let problem = Problem::new("1 2 3/4 0 6/7 5 8".parse()?, Goal::Last)?;
/// let report = Search::new(&problem).all_shortest(9).run()?;
/// let all = report.all_shortest.expect("they were asked for");
/// assert_eq!((all.count, all.is_complete, all.solutions.len()), (1, true, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AllShortest {
    /// The number found.
    pub count: u128,
    /// Whether these are all; otherwise the search for them was stopped, and there may be more.
    pub is_complete: bool,
    /// The moves with which shortest solutions begin; in the single-tile metric each is of one tile.
    pub first_moves: Vec<Slide>,
    /// The first of them, up to the number that the options ask for.
    pub solutions: Vec<Solution>,
}

impl AllShortest {
    /// A single known solution.
    pub(super) fn one(solution: &Solution, is_complete: bool, list: usize) -> AllShortest {
        AllShortest {
            count: 1,
            is_complete,
            first_moves: Metric::SingleTile
                .slides(solution.moves())
                .take(1)
                .collect(),
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
    ///
    /// A solution as short as the lower bound is optimal, whatever the search promises.
    pub(super) fn report(&self, answer: Answer, lower_bound: u32, stats: Stats) -> Report {
        let answer = match answer {
            Answer::Solved(solution, _) if solution.moves().len() == lower_bound as usize => {
                Answer::Solved(solution, Guarantee::Optimal)
            }
            answer => answer,
        };
        Report {
            answer,
            lower_bound,
            algorithm: self.algorithm,
            heuristic: self.heuristic,
            groups: self.groups.clone(),
            stats,
            iterations: Vec::new(),
            all_shortest: None,
            overestimate: None,
            too_long: None,
        }
    }
}

/// A solution that a search found.
pub(super) fn certified(problem: &Problem, moves: Vec<Move>) -> Solution {
    let solution = problem.certify(moves);
    solution.expect("a search gives a path that replays")
}
