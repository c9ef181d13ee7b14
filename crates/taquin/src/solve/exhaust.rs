//! Searches for a goal that cannot be reached: they end when they have expanded every reachable board.

use super::search::Run;
use super::watch::Watcher;
use super::{Algorithm, OptionsError, Report, SearchObserver, SearchOptions, Tables};
use crate::puzzle::solvability::reachable;
use crate::puzzle::{Board, Problem};

impl Algorithm {
    /// Whether it ends on a board that cannot be solved: it must remember every board that it has seen. IDA* does not, and
    /// goes on with larger and larger bounds.
    pub const fn ends_if_unsolvable(self) -> bool {
        !matches!(
            self,
            Algorithm::IdaStar | Algorithm::Table | Algorithm::Beam | Algorithm::Construct
        )
    }
}

/// Runs a search for a goal that no moves lead to, until every board that can be reached has been expanded
/// ([`Answer::TooLong`](super::Answer::TooLong)) or the observer stops it. Without an algorithm it is A*.
///
/// The boards are half of all arrangements, so this is for small shapes: 3×3 has 181,440.
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin::solve::{Answer, SearchOptions, Tables, Tick, exhaust};
/// use taquin::Board;
/// let start: Board = "1 2/0 3".parse()?;
/// let goal: Board = "2 1/3 0".parse()?;
/// let go_on = &mut |_: &Tick| ControlFlow::Continue(());
/// let report = exhaust(&start, &goal, SearchOptions::default(), &Tables::default(), go_on)?;
/// assert!(matches!(report.answer, Answer::TooLong));
/// assert_eq!(report.stats.selected, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If the goal can be reached, or has another shape.
pub fn exhaust(
    start: &Board,
    goal: &Board,
    options: SearchOptions,
    tables: &Tables,
    observer: &mut dyn SearchObserver,
) -> Result<Report, OptionsError> {
    let algorithm = options.algorithm.unwrap_or(Algorithm::AStar);
    if !algorithm.ends_if_unsolvable() && algorithm != Algorithm::IdaStar {
        return Err(OptionsError::NothingToExhaust { algorithm });
    }
    assert_eq!(
        reachable(start, goal),
        Ok(false),
        "the goal of a search that is run to exhaustion cannot be reached"
    );
    let problem = Problem::unchecked(start.clone(), goal.clone());
    let mut run = Run {
        problem: &problem,
        options,
        tables,
        watcher: Watcher::new(goal, &options, observer),
    };
    run.attempt(algorithm)
}
