//! Judges moves: whether they can be made, where they lead, and where they left every shortest solution.
//!
//! ```
//! use std::ops::ControlFlow;
//! use taquin::{Goal, Problem, Tables, Tick, notation, tools::analyse::Judge};
//! let problem = Problem::new("1 2 3/4 0 6/7 5 8".parse()?, Goal::Last)?;
//! // The third move takes the second back.
//! let solution = problem.certify(notation::read_moves("ULRL", problem.start())?)?;
//! let go_on = &mut |_: &Tick| ControlFlow::Continue(());
//! let judgement = Judge::new(&Tables::default()).judge(&problem, &solution, go_on);
//! assert_eq!((judgement.length, judgement.shortest), (4, Some(2)));
//! assert_eq!(judgement.losses[0].place, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod follow;
mod labels;
mod replay;
mod states;

pub use labels::{LabelPath, broken_label_step, label_path};
pub use replay::{NearMiss, Tried, Verdict};
pub use states::{BrokenStep, StepFault, moves_between, step};

use crate::puzzle::{Board, Metric, Problem, Slide, Solution};
use crate::solve::{SearchObserver, Tables, lower_bound_in};
use follow::{Follower, Way};

/// What is known of a solution. Everything is counted in one metric.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judgement {
    /// What counts as one move.
    pub metric: Metric,
    /// The number of its moves.
    pub length: usize,
    /// A lower bound on the length of all solutions.
    pub lower_bound: usize,
    /// The length of the shortest solutions, if it is known.
    pub shortest: Option<usize>,
    /// The moves that led away from every shortest solution, as far as they were followed; at most the first
    /// [`Judgement::KEPT`].
    pub losses: Vec<Loss>,
    /// The number of such moves, including those that are not stored.
    pub lost_moves: usize,
    /// The number of moves that were followed: all, or fewer if the observer stopped it, or none if the shortest length
    /// is not known.
    pub followed: usize,
}

/// A move after which every solution is longer than necessary.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The index of the move, from 0.
    pub place: usize,
    /// The board before it.
    pub board: Board,
    /// The move.
    pub played: Slide,
    /// A move with which a shortest solution continues; `None` at the goal, where it should have stopped.
    pub better: Option<Slide>,
    /// The length of the shortest solutions before it.
    pub before: usize,
    /// The length of the shortest solutions after it.
    pub after: usize,
}

impl Loss {
    /// How many moves longer it made the solution.
    pub const fn lost(&self) -> usize {
        self.after + 1 - self.before
    }
}

impl Judgement {
    /// The most lost moves that are stored.
    pub const KEPT: usize = 1000;

    /// Whether no solution is shorter, if that is known.
    pub fn is_optimal(&self) -> Option<bool> {
        self.shortest.map(|shortest| shortest == self.length)
    }

    /// An upper bound on its length as a multiple of the shortest, if the lower bound gives one.
    pub fn ratio(&self) -> Option<f64> {
        (self.lower_bound > 0).then(|| self.length as f64 / self.lower_bound as f64)
    }
}

/// Judges solutions, counting moves in one metric.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    tables: &'a Tables,
    metric: Metric,
    threads: usize,
}

impl<'a> Judge<'a> {
    /// Counts moves of one tile, on one thread.
    pub fn new(tables: &'a Tables) -> Judge<'a> {
        Judge {
            tables,
            metric: Metric::default(),
            threads: 1,
        }
    }

    /// What counts as one move.
    pub const fn metric(mut self, metric: Metric) -> Judge<'a> {
        self.metric = metric;
        self
    }

    /// The number of threads that build tables and search.
    pub const fn threads(mut self, threads: usize) -> Judge<'a> {
        self.threads = threads;
        self
    }

    /// How far from the shortest a solution is, and which moves made it longer.
    ///
    /// Boards of up to 16 cells are solved for it, and larger ones if they are easy. If the observer stops it, the
    /// judgement is incomplete.
    pub fn judge(
        &self,
        problem: &Problem,
        solution: &Solution,
        observer: &mut dyn SearchObserver,
    ) -> Judgement {
        let length = self.metric.length(solution.moves());
        let mut judgement = Judgement {
            metric: self.metric,
            length,
            lower_bound: lower_bound_in(problem, self.metric) as usize,
            shortest: None,
            losses: Vec::new(),
            lost_moves: 0,
            followed: 0,
        };
        let mut follower = Follower {
            judge: self,
            goal: problem.goal(),
            observer,
        };
        let shorter = if judgement.lower_bound < length {
            follower.way(problem, length - 1)
        } else {
            Way::TooLong
        };
        match shorter {
            Way::Found(way) => {
                judgement.lower_bound = way.len();
                judgement.shortest = Some(way.len());
                follower.follow(problem.start(), solution.moves(), way, &mut judgement);
            }
            Way::Stopped(bound) if bound < length => {
                judgement.lower_bound = judgement.lower_bound.max(bound);
            }
            Way::TooLong | Way::Stopped(_) => {
                judgement.lower_bound = length;
                judgement.shortest = Some(length);
                judgement.followed = length;
            }
        }
        judgement
    }
}
