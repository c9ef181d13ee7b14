//! The shortest solution that can be found within a budget.
//!
//! 1. [`construct`](super::construct) gives a first solution.
//! 2. [Beams](super::beam) from the start and from the goal find shorter ones; the budget decides how wide they are.
//!    Where a beam ends near the goal, the rest is [repaired](super::repair), or constructed if too many tiles are
//!    misplaced.
//! 3. [Stretches](super::stretch) of the shortest solution are solved again until the budget is spent.
//!
//! In the multi-tile metric, the learned beams make slides instead of moves. Shapes without learned weights are searched for few
//! moves, and of the solutions found, the one with the fewest slides counts.

use super::attempt::{Attempt, AttemptLimits, LARGE, Ranking, SMALL, constructed};
use super::beam::CHILDREN;
use super::budget::{Allowance, Budget, Watch, side_by_side};
use super::lattice::{Lattice, Position};
use super::learned::{PairTable, TableSource};
use super::stretch;
use crate::puzzle::{Metric, Move, Problem};
use crate::search::Stats;
use crate::space::homes;
use crate::support::memory::is_spare;
use std::sync::Arc;

/// The settings of [`shorten`].
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ShortenSettings {
    /// Threads to search with; 0 and 1 start none.
    pub threads: usize,
    /// The number of boards to generate. The same board, seed and effort give the same solution with any number of
    /// threads; of the caller's answers, only [`Pace::Stop`] then has an effect.
    pub effort: Option<u64>,
    /// The seed of random choices.
    pub seed: u64,
    /// What counts as one move.
    pub metric: Metric,
    /// The most memory in bytes for the boards of the beams and the table of the learned ones: beams are narrower, or
    /// there is no table, where it would not be enough. Unlimited by default.
    pub memory: Option<u64>,
}

/// The progress of [`shorten`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ShortenProgress<'a> {
    /// The moves of the shortest solution so far.
    pub moves: &'a [Move],
    /// The counters.
    pub stats: Stats,
}

/// The caller's answer to a report of progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Stop, and return the best so far.
    Stop,
    /// Continue: this share of the budget is spent, from 0 to 1. The larger the budget, the wider the search.
    Spent(f64),
}

/// Receives the progress of [`shorten`] periodically.
pub type OnProgress<'a> = dyn FnMut(&ShortenProgress<'_>) -> Pace + 'a;

/// The result of [`shorten`]: the shortest solution that was found, not yet replayed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Shortened {
    /// Its moves.
    pub moves: Vec<Move>,
    /// The counters.
    pub stats: Stats,
}

/// Finds a solution, and shorter ones until the budget is spent or one is proven shortest.
///
/// ```
/// use taquin::large::{Pace, ShortenSettings, shorten};
/// use taquin::{Goal, Problem, Shape, tools::generate::Generator};
/// let goal = Goal::Last.board(Shape::square(6)?);
/// let problem = Problem::new(Generator::new(1).random(&goal), goal)?;
/// let mut settings = ShortenSettings::default();
/// settings.effort = Some(50_000);
/// let shortened = shorten(&problem, &settings, &mut |_| Pace::Spent(0.0));
/// assert!(problem.certify(shortened.moves).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If the board has more than [`MAX_SHORTEN_CELLS`](super::MAX_SHORTEN_CELLS).
pub fn shorten(
    problem: &Problem,
    settings: &ShortenSettings,
    on_tick: &mut OnProgress<'_>,
) -> Shortened {
    let shape = problem.start().shape();
    let table = &mut || PairTable::built(shape, settings.threads).map(Arc::new);
    let source = TableSource {
        is_built: false,
        table,
    };
    shorten_with(problem, settings, Some(source), on_tick)
}

/// The same with a table of learned weights from elsewhere, or without one.
pub(crate) fn shorten_with(
    problem: &Problem,
    settings: &ShortenSettings,
    source: Option<TableSource<'_>>,
    on_tick: &mut OnProgress<'_>,
) -> Shortened {
    let shape = problem.start().shape();
    let lattice = Lattice::new(shape);
    let homes = homes(problem.start(), problem.goal());
    let start = Position {
        tiles: homes.map(|home| home as u16).collect(),
        blank: problem.start().blank().index(),
    };
    let moves = constructed(&lattice, &start, usize::MAX);
    let moves = moves.expect("every solution is shorter than usize::MAX");
    let budget = Budget::new(settings, &moves);
    let mut watch = Watch::new(&budget, on_tick);
    if shape.is_line() || watch.look().is_break() {
        return budget.found(moves);
    }
    let mut search = Shortening {
        lattice: &lattice,
        start: &start,
        moves,
        threads: settings.threads,
        metric: settings.metric,
        held: 0,
        watch,
    };
    let metric = search.beams(source);
    let Shortening {
        mut moves,
        mut watch,
        ..
    } = search;
    // Stretches are solved again with fewer moves, not with fewer slides.
    if metric == Metric::SingleTile {
        stretch::shorten(&lattice, &start, &mut moves, settings, &mut watch);
    }
    budget.found(moves)
}

/// The share of the budget for beams that rank by terms; the rest is for stretches.
const SHARE: f64 = 0.3;

/// The share for learned beams: stretches rarely shorten what they find.
const LEARNED_SHARE: f64 = 0.95;

/// The first beams retain about this many boards per layer, for a first short solution at once.
const QUICK_WIDTH: f64 = 150.0;

/// A search with its shortest solution so far.
struct Shortening<'s, 'm, 'f> {
    lattice: &'s Lattice,
    start: &'s Position,
    moves: Vec<Move>,
    threads: usize,
    metric: Metric,
    /// The memory of the table, in bytes.
    held: u64,
    watch: Watch<'m, 'f>,
}

impl Shortening<'_, '_, '_> {
    /// Beams from both ends: first narrow ones, then ones as wide as the budget allows. Returns the metric of the last ones.
    fn beams(&mut self, source: Option<TableSource<'_>>) -> Metric {
        let shape = self.lattice.shape();
        let rankings: &[_] = match shape.area() {
            ..=64 => &[SMALL, LARGE],
            _ => &[LARGE],
        };
        // Solutions have about n³ moves.
        let layers = shape.area() * shape.area().isqrt();
        let boards = layers as f64 * QUICK_WIDTH * CHILDREN;
        if let Some((source, cost)) = source.zip(PairTable::cost(shape))
            && self.pays(TABLE_SHARE * cost as f64 + 4.0 * boards)
        {
            let quick = self.watch.at_most(boards as u64);
            self.attempt(&rankings[..1], quick);
            if self.watch.is_stopped() {
                return Metric::SingleTile;
            }
            let held = PairTable::build_bytes(shape, self.threads);
            let fits = is_spare(held as usize) && held <= self.watch.memory(0, 2);
            if (source.is_built || fits && self.leaves(TABLE_SHARE * cost as f64))
                && let Some(table) = (source.table)()
            {
                self.held = table.bytes();
                self.watch.hold_table(self.held);
                let learned = [Ranking::Learned(&table, self.metric)];
                self.attempt(&learned, quick);
                let wide = self.watch.allow(LEARNED_SHARE, 2, self.threads);
                self.attempt(&learned, wide);
                return self.metric;
            }
        }
        let tasks = 2 * rankings.len();
        let allowance = self.watch.allow(SHARE, tasks, self.threads);
        self.attempt(rankings, allowance);
        Metric::SingleTile
    }

    /// Whether the effort, if one is set, is at least this many boards. That alone decides about the table then, so that the
    /// solution depends on the effort only.
    fn pays(&self, boards: f64) -> bool {
        let effort = self.watch.effort();
        effort.is_none_or(|effort| effort as f64 >= boards)
    }

    /// Whether the time left is enough for this many boards.
    fn leaves(&self, boards: f64) -> bool {
        self.watch.effort().is_some() || boards < self.watch.boards_left()
    }

    /// Beams from both ends with each of the rankings, which have one metric.
    fn attempt(&mut self, rankings: &[Ranking<'_>], allowance: Allowance) {
        if self.watch.is_stopped() {
            return;
        }
        let tasks = 2 * rankings.len();
        let boards = self.watch.expected(allowance, self.threads.clamp(1, tasks));
        let metric = rankings[0].metric();
        let limits = AttemptLimits {
            bound: metric.length(&self.moves),
            boards,
            memory: self.watch.memory(self.held, tasks),
        };
        let attempts = Attempt::from_both_ends(self.lattice, limits, rankings);
        let start = self.start;
        let found = side_by_side(
            &mut self.watch,
            self.threads,
            &attempts,
            |attempt, watch| {
                let found = attempt.search(&start.from(attempt.from), allowance, watch);
                found.map(|moves| attempt.from.forward(moves))
            },
        );
        let found = found.into_iter().flatten();
        if let Some(shortest) = found.min_by_key(|moves| metric.length(moves)) {
            self.moves = shortest;
        }
    }
}

/// A table is built if it costs at most a third of the remaining budget. A set effort must allow the narrow beams as well: two
/// from each end. With less, beams without the table find shorter solutions.
const TABLE_SHARE: f64 = 3.0;
