//! The shortest solution that can be had for what may be spent.
//!
//! 1. [`construct`](super::construct) gives a solution at once.
//! 2. [Beams](super::beam) from the start, and from the goal, look for others. As wide as what may be spent allows.
//!    Where one does not end by itself, the construction ends it.
//! 3. [Stretches](super::stretch) of the shortest solution are solved anew, until all is spent.

use super::beam::{Beam, Layer, Manner};
use super::construct::{finish, homes};
use super::lattice::Lattice;
use super::meter::{Allowance, Meter, Watch, side_by_side};
use super::score::{Norm, Score, Weights};
use super::stretch;
use crate::problem::Problem;
use crate::search::Stats;
use crate::shape::Move;
use std::ops::ControlFlow;

/// How to look for short solutions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// Threads to search with; 0 and 1 start none.
    pub threads: usize,
    /// How many boards to generate. The same board, seed and effort give the same solution with any number of threads;
    /// what the caller says is spent then counts only when it wants to stop.
    pub effort: Option<u64>,
    /// Another seed makes other choices where chance decides.
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

/// A board as the searches see it: the home of the tile at each cell, and where the blank is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) tiles: Vec<u16>,
    pub(super) blank: usize,
}

impl Position {
    /// The way back: from where every tile is at home to this position, with the tiles renamed.
    pub(super) fn reversed(&self) -> Position {
        let mut tiles = vec![0; self.tiles.len()];
        for (cell, &home) in self.tiles.iter().enumerate() {
            tiles[usize::from(home)] = cell as u16;
        }
        Position {
            tiles,
            blank: usize::from(self.tiles[self.blank]),
        }
    }
}

/// The moves of a way back, turned round.
pub(super) fn turn_round(moves: &mut [Move]) {
    moves.reverse();
    for m in moves {
        *m = m.opposite();
    }
}

/// Finds a solution, and shorter ones until all is spent. The board has at most 65,536 cells.
pub fn shorten(problem: &Problem, settings: &Settings, on_tick: &mut OnTick<'_>) -> Found {
    let shape = problem.start().shape();
    let lattice = Lattice::new(shape);
    let start = Position {
        tiles: homes(problem.start(), problem.goal())
            .into_iter()
            .map(|home| home as u16)
            .collect(),
        blank: problem.start().blank().index(),
    };
    let mut moves = finished(&lattice, &start);
    let meter = Meter::new(settings, moves.len());
    let mut watch = Watch::new(&meter, on_tick);
    if shape.is_line() || watch.look().is_break() {
        return meter.found(moves);
    }
    for found in side_by_side(&mut watch, settings.threads, &attempts(&lattice), |attempt, watch| {
        attempt.run(&lattice, &start, watch)
    }) {
        if let Some(found) = found
            && found.len() < moves.len()
        {
            moves = found;
        }
    }
    stretch::shorten(&lattice, &start, &mut moves, settings, &mut watch);
    meter.found(moves)
}

/// The moves that the construction makes from here.
fn finished(lattice: &Lattice, position: &Position) -> Vec<Move> {
    let tiles: Vec<u32> = position.tiles.iter().map(|&home| home.into()).collect();
    let mut moves = Vec::new();
    let ended = finish(lattice.shape(), &tiles, position.blank, |m| {
        moves.push(m);
        ControlFlow::Continue(())
    });
    debug_assert!(ended.is_continue(), "nobody stops it");
    moves
}

/// From which end a solution is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    Start,
    Goal,
}

/// One beam.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    from: From,
    weights: Weights,
    manner: Manner,
    /// Which part of what may be spent in all is its own.
    share: f64,
}

/// The beams for boards of a shape.
fn attempts(lattice: &Lattice) -> Vec<Attempt> {
    let is_small = lattice.shape().area() <= 144;
    let (weights, manner) = if is_small {
        (
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
        )
    } else {
        (
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
        )
    };
    let share = if is_small { 0.15 } else { 0.3 };
    let attempt = |from| Attempt {
        from,
        weights,
        manner,
        share,
    };
    vec![attempt(From::Start), attempt(From::Goal)]
}

impl Attempt {
    fn run(&self, lattice: &Lattice, start: &Position, watch: &mut Watch<'_, '_>) -> Option<Vec<Move>> {
        let from = match self.from {
            From::Start => start.clone(),
            From::Goal => start.reversed(),
        };
        let mut found = self.search(lattice, &from, watch)?;
        if self.from == From::Goal {
            turn_round(&mut found);
        }
        Some(found)
    }

    /// A solution shorter than the shortest that is known.
    fn search(&self, lattice: &Lattice, from: &Position, watch: &mut Watch<'_, '_>) -> Option<Vec<Move>> {
        let score = Score::new(lattice, self.weights);
        let mut beam = Beam::new(&score, self.manner, &from.tiles, from.blank);
        let mut width = Width::new(watch.allow(self.share));
        let (mut best, mut bound) = (None, watch.length());
        let mut told = Stats::default();
        // Where the construction takes over, tried again whenever the distance has fallen.
        let mut tried = 2 * lattice.shape().area() as u32;
        loop {
            let layer = beam.advance(width.boards, bound);
            let stop = watch.add(&mut told, beam.stats()).is_break();
            match layer {
                Layer::Solved(moves) => return Some(moves),
                Layer::Closed => return best,
                Layer::Open => {}
            }
            let is_over = stop || width.allowance.spent(watch, beam.stats().generated) >= 1.0;
            let distance = beam.distance();
            if is_over || distance < tried {
                tried = distance - distance / 8;
                let (mut moves, tiles, blank) = beam.nearest();
                moves.extend(finished(lattice, &Position { tiles, blank }));
                if moves.len() < bound {
                    bound = moves.len();
                    best = Some(moves);
                }
            }
            if is_over {
                return best;
            }
            width.adapt(watch, &beam, distance, lattice.shape().area() as u32);
        }
    }
}

/// How many boards to keep, so that all is spent when the goal is near.
struct Width {
    boards: usize,
    allowance: Allowance,
    looked: u64,
}

impl Width {
    const FIRST: usize = 100;
    const LEAST: usize = 16;
    const MOST: usize = 100_000;
    /// Boards generated between two looks at what is spent.
    const PAUSE: u64 = 20_000;

    const fn new(allowance: Allowance) -> Width {
        Width {
            boards: Width::FIRST,
            allowance,
            looked: 0,
        }
    }

    fn adapt(&mut self, watch: &Watch<'_, '_>, beam: &Beam<'_>, distance: u32, cells: u32) {
        let generated = beam.stats().generated;
        if generated < self.looked + Width::PAUSE {
            return;
        }
        self.looked = generated;
        let spent = self.allowance.spent(watch, generated);
        let affordable = generated as f64 * (1.0 - spent) / spent.max(1e-6);
        // Measured: a beam comes 0.8 steps closer a move, and half a step when the tiles are near their homes.
        let layers = 1.2 * f64::from(distance) + f64::from(distance.min(2 * cells));
        // A board has some 2.2 children besides the one it came from.
        let wanted = (affordable / layers.max(1.0) / 2.2) as usize;
        let wanted = wanted.clamp(self.boards / 2, self.boards * 2);
        self.boards = wanted.clamp(Width::LEAST, Width::MOST);
    }
}
