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
mod replay;

pub use replay::{NearMiss, Tried, Verdict};

use crate::census::distance_table::Slide;
use crate::puzzle::{Board, Metric, Problem, Solution};
use crate::solve::{SearchObserver, Tables, lower_bound};
use follow::{Follower, Way};

/// What is known of a solution. Everything is counted in one metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What counts as one move.
    pub metric: Metric,
    /// How many moves it has.
    pub length: usize,
    /// No solution has fewer.
    pub lower_bound: usize,
    /// How many moves the shortest solutions have, if that is known.
    pub shortest: Option<usize>,
    /// The moves that led away from every shortest solution, as far as they were followed; of many the first
    /// [`Judgement::KEPT`].
    pub losses: Vec<Loss>,
    /// How many such moves there are, also those that are not kept.
    pub lost_moves: usize,
    /// How many moves were followed: all, or fewer if the observer stopped it, or none where the shortest length is not known.
    pub followed: usize,
}

/// A move after which every solution is longer than it had to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Which move, counted from 0.
    pub place: usize,
    /// The board before it.
    pub board: Board,
    /// The move.
    pub played: Slide,
    /// A move with which a shortest solution goes on; none at the goal, where it would have been right to stop.
    pub better: Option<Slide>,
    /// How many moves the shortest solutions had before it.
    pub before: usize,
    /// How many they have after it.
    pub after: usize,
}

impl Loss {
    /// How many moves longer it made the solution.
    pub const fn lost(&self) -> usize {
        self.after + 1 - self.before
    }
}

impl Judgement {
    /// The most lost moves that are kept.
    pub const KEPT: usize = 1000;

    /// Whether no solution is shorter, if that is known.
    pub fn is_optimal(&self) -> Option<bool> {
        self.shortest.map(|shortest| shortest == self.length)
    }

    /// At most this many times as long as the shortest, if the lower bound says anything.
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
    /// Boards of up to 16 cells are solved for it, and larger ones if they are easy. The observer may stop it: then less
    /// is known.
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
            lower_bound: bound(problem, self.metric),
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
        let shorter = match judgement.lower_bound < length {
            true => follower.way(problem, length - 1),
            false => Way::TooLong,
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

/// No solution has fewer moves. A slide is as many moves of one tile as a line has tiles, at most.
fn bound(problem: &Problem, metric: Metric) -> usize {
    let moves = lower_bound(problem) as usize;
    let shape = problem.goal().shape();
    match metric {
        Metric::SingleTile => moves,
        // A board of one cell has no moves.
        Metric::MultiTile => {
            let longest = shape.rows().max(shape.cols()) as usize - 1;
            moves.div_ceil(longest.max(1))
        }
    }
}
