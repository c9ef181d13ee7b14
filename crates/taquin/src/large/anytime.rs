//! The shortest solution that can be found within a budget.
//!
//! 1. [`construct`](super::construct) gives a first solution.
//! 2. [Beams](super::beam) from the start and from the goal find shorter ones; the budget decides how wide they are.
//!    Where a beam ends near the goal, the rest is [repaired](super::repair), or constructed if too many tiles are
//!    misplaced.
//! 3. [Stretches](super::stretch) of the shortest solution are solved again until the budget is spent.

use super::beam::{Beam, CHILDREN, Layer, Manner};
use super::budget::{Allowance, Budget, Watch, side_by_side};
use super::construct::finish;
use super::lattice::{End, Lattice, Position};
use super::repair::repair;
use super::score::{Norm, Score, Weights};
use super::stretch;
use crate::puzzle::{Move, Problem};
use crate::search::Stats;
use crate::space::homes;
use std::ops::ControlFlow;

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
}

/// The progress of [`shorten`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ShortenProgress {
    /// The length of the shortest solution so far.
    pub length: usize,
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
pub type OnProgress<'a> = dyn FnMut(&ShortenProgress) -> Pace + 'a;

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
    let lattice = Lattice::new(shape);
    let homes = homes(problem.start(), problem.goal());
    let start = Position {
        tiles: homes.map(|home| home as u16).collect(),
        blank: problem.start().blank().index(),
    };
    let moves = constructed(&lattice, &start, usize::MAX);
    let mut moves = moves.expect("every solution is shorter than usize::MAX");
    let budget = Budget::new(settings, moves.len());
    let mut watch = Watch::new(&budget, on_tick);
    if shape.is_line() || watch.look().is_break() {
        return budget.found(moves);
    }
    let attempts = Attempt::all(&lattice, moves.len());
    let allowance = watch.allow(SHARE, attempts.len(), settings.threads);
    let found = side_by_side(&mut watch, settings.threads, &attempts, |attempt, watch| {
        let found = attempt.search(&start.from(attempt.from), allowance, watch);
        found.map(|moves| attempt.from.forward(moves))
    });
    let shortest = found.into_iter().flatten().min_by_key(Vec::len);
    moves = shortest.unwrap_or(moves);
    stretch::shorten(&lattice, &start, &mut moves, settings, &mut watch);
    budget.found(moves)
}

/// The share of the budget for beams; the rest is for stretches.
const SHARE: f64 = 0.3;

/// The solution that the construction finds from here, if it has fewer than `bound` moves.
fn constructed(lattice: &Lattice, position: &Position, bound: usize) -> Option<Vec<Move>> {
    let tiles: Vec<u32> = position.tiles.iter().map(|&home| home.into()).collect();
    let mut moves = Vec::new();
    let ended = finish(lattice.shape(), &tiles, position.blank, |m| {
        moves.push(m);
        if moves.len() < bound {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    ended.is_continue().then_some(moves)
}

/// One beam.
#[derive(Clone, Copy, Debug)]
struct Attempt<'a> {
    lattice: &'a Lattice,
    from: End,
    weights: Weights,
    manner: Manner,
    /// Only solutions shorter than this are wanted.
    bound: usize,
}

/// The best weights for boards of up to 64 cells (measured on 6×6 to 10×10).
const SMALL: (Weights, Manner) = (
    Weights {
        norm: Norm::Sum,
        power: 2.0,
        pair: 6.0,
        ring: 6.0,
    },
    Manner {
        hill: 0.0,
        room: 2.0,
    },
);
/// The best weights for larger ones (measured on 8×8 to 50×50).
const LARGE: (Weights, Manner) = (
    Weights {
        norm: Norm::Axes,
        power: 2.0,
        pair: 2.0,
        ring: 6.0,
    },
    Manner {
        hill: 4.0,
        room: 4.0,
    },
);

impl<'a> Attempt<'a> {
    /// The attempts for boards of a shape; small shapes have more of them.
    fn all(lattice: &'a Lattice, bound: usize) -> Vec<Attempt<'a>> {
        let ways: &[_] = match lattice.shape().area() {
            ..=64 => &[SMALL, LARGE],
            _ => &[LARGE],
        };
        let both_ends = |&(weights, manner)| {
            [End::Start, End::Goal].map(|from| Attempt {
                lattice,
                from,
                weights,
                manner,
                bound,
            })
        };
        ways.iter().flat_map(both_ends).collect()
    }

    /// A solution shorter than the bound.
    fn search(
        &self,
        from: &Position,
        allowance: Allowance,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>> {
        let score = Score::new(self.lattice, self.weights);
        let mut beam = Beam::new(&score, self.manner, from);
        let mut width = Width::new(allowance, watch.spent());
        let mut best = Best {
            moves: None,
            bound: self.bound,
        };
        let mut reported = Stats::default();
        // How near to the goal a board must be to be repaired; the limit falls with every attempt.
        let mut near = self.lattice.shape().area() as u32 / 4;
        loop {
            let layer = beam.advance(width.boards, best.bound);
            let is_stopped = watch.add(&mut reported, beam.stats()).is_break();
            match layer {
                Layer::Solved(moves) => best.take(moves, watch),
                Layer::Closed => {}
                Layer::Open => {
                    let distance = beam.distance();
                    let is_over = is_stopped || width.spent(watch, &beam) >= 1.0;
                    if is_over || distance < near {
                        near = distance - distance / 4;
                        if let Some(moves) = self.ended(&beam, best.bound, watch) {
                            best.take(moves, watch);
                        }
                    }
                    if !is_over {
                        width.adapt(watch, &beam, distance);
                        continue;
                    }
                }
            }
            return best.moves;
        }
    }

    /// A solution from the board nearest to the goal, if it is shorter than `bound`.
    fn ended(&self, beam: &Beam<'_>, bound: usize, watch: &mut Watch<'_, '_>) -> Option<Vec<Move>> {
        let (mut moves, position) = beam.nearest();
        let is_near = 2 * (beam.distance() as usize) < self.lattice.shape().area();
        let mut reported = Stats::default();
        let repaired = if is_near && !watch.is_stopped() {
            repair(self.lattice, &position, |stats| {
                watch.add(&mut reported, stats).is_continue() && watch.look().is_continue()
            })
        } else {
            None
        };
        // After a stop, a long construction would keep the caller waiting.
        if repaired.is_none() && watch.is_stopped() && bound > QUICK {
            return None;
        }
        let left = bound.saturating_sub(moves.len());
        moves.extend(repaired.or_else(|| constructed(self.lattice, &position, left))?);
        Some(moves)
    }
}

/// A solution of this length is constructed in well under a second.
const QUICK: usize = 4_000_000;

/// The shortest solution of an attempt.
struct Best {
    moves: Option<Vec<Move>>,
    bound: usize,
}

impl Best {
    fn take(&mut self, moves: Vec<Move>, watch: &Watch<'_, '_>) {
        if moves.len() < self.bound {
            self.bound = moves.len();
            watch.shorter(moves.len());
            self.moves = Some(moves);
        }
    }
}

/// Chooses the width of a beam so that the allowance is spent when the beam reaches the goal.
struct Width {
    boards: usize,
    allowance: Allowance,
    /// The budget spent when the search began.
    begun: f64,
    looked: u64,
}

impl Width {
    const FIRST: usize = 100;
    const LEAST: usize = 16;
    const MOST: usize = 100_000;
    /// Boards generated between two updates of the width.
    const PAUSE: u64 = 20_000;

    const fn new(allowance: Allowance, begun: f64) -> Width {
        Width {
            boards: Width::FIRST,
            allowance,
            begun,
            looked: 0,
        }
    }

    /// The share of the allowance that is spent.
    fn spent(&self, watch: &Watch<'_, '_>, beam: &Beam<'_>) -> f64 {
        let generated = beam.stats().generated;
        self.allowance.spent(watch, self.begun, generated)
    }

    fn adapt(&mut self, watch: &Watch<'_, '_>, beam: &Beam<'_>, distance: u32) {
        let generated = beam.stats().generated;
        if generated < self.looked + Width::PAUSE {
            return;
        }
        self.looked = generated;
        let spent = self.spent(watch, beam);
        let affordable = generated as f64 * (1.0 - spent) / spent.max(1e-6);
        // Measured: a beam comes 0.8 steps closer per move, and half a step when the tiles are near their homes.
        let near = distance.min(2 * beam.cells() as u32);
        let layers = 1.2 * f64::from(distance) + f64::from(near);
        let wanted = (affordable / layers.max(1.0) / CHILDREN) as usize;
        let wanted = wanted.clamp(self.boards / 2, self.boards * 2);
        self.boards = wanted.clamp(Width::LEAST, Width::MOST);
    }
}
