//! Judges somebody's moves: whether they can be made, where they lead, and where a shorter way was left.
//!
//! ```
//! use std::ops::ControlFlow;
//! use taquin::{Goal, Metric, Problem, notation, solve::Tables, tools::analyse};
//! let start = notation::read_any(b"1 2 3/4 0 6/7 5 8", None)?.start;
//! let problem = Problem::new(start.clone(), Goal::Last.board(start.shape()))?;
//! // The third move takes the second back.
//! let solution = problem.certify(notation::read_moves("ULRL", &start)?)?;
//! let on_tick = &mut |_: &_, _| ControlFlow::Continue(());
//! let judgement = analyse::judge(&mut Tables::default(), &problem, &solution, Metric::SingleTile, 1, on_tick);
//! assert_eq!((judgement.length, judgement.shortest), (4, Some(2)));
//! assert_eq!(judgement.losses[0].place, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod follow;
mod replay;

pub use replay::{NearMiss, Tried, Verdict};

use crate::census::distance_table::Slide;
use crate::puzzle::{Board, Metric, Problem, Solution};
use crate::solve::{OnTick, Tables, lower_bound};
use follow::{Judge, Way};

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
    /// How many moves were followed: all, or fewer if somebody stopped it, or none where the shortest length is not known.
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
    /// Of a solution with a great many lost moves so many are kept.
    pub const KEPT: usize = 1000;

    /// Whether no solution is shorter, if that is known.
    pub fn is_optimal(&self) -> Option<bool> {
        self.shortest.map(|shortest| shortest == self.length)
    }

    /// At most so many times as long as the shortest, if the bound says anything.
    pub fn ratio(&self) -> Option<f64> {
        (self.lower_bound > 0).then(|| self.length as f64 / self.lower_bound as f64)
    }
}

/// Judges a solution: how far from the shortest it is, and which moves made it longer.
///
/// Boards of up to 16 cells are solved for it, and larger ones if they are easy. `on_tick` is told now and then that time
/// passes, and may stop it: then less is known. `threads` is as in [`Plan`](crate::solve::Plan).
pub fn judge(
    tables: &mut Tables,
    problem: &Problem,
    solution: &Solution,
    metric: Metric,
    threads: usize,
    on_tick: &mut OnTick<'_>,
) -> Judgement {
    let length = metric.length(solution.moves());
    let mut judgement = Judgement {
        metric,
        length,
        lower_bound: bound(problem, metric),
        shortest: None,
        losses: Vec::new(),
        lost_moves: 0,
        followed: 0,
    };
    let mut judge = Judge::new(tables, problem.goal(), metric, threads, on_tick);
    let shorter = match judgement.lower_bound < length {
        true => judge.way(problem, length - 1),
        false => Way::TooLong,
    };
    match shorter {
        Way::Found(way) => {
            judgement.lower_bound = way.len();
            judgement.shortest = Some(way.len());
            judge.follow(problem.start(), solution.moves(), way, &mut judgement);
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
