//! One beam search for a whole solution: how it ranks boards, how wide it is, and what happens where it ends.

use super::beam::{Beam, Manner};
use super::budget::{Allowance, Watch};
use super::construct::finish;
use super::lattice::{End, Lattice, Position};
use super::layer::{Layer, Layers};
use super::learned::{Evaluation, HAS_WEIGHTS, LearnedBeam, PairTable, SlideBeam};
use super::repair::repair;
use super::score::{Norm, Score, Weights};
use crate::puzzle::{Metric, Move};
use crate::search::Stats;
use std::ops::ControlFlow;

/// One beam.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt<'a> {
    pub(super) lattice: &'a Lattice,
    pub(super) from: End,
    pub(super) ranking: Ranking<'a>,
    pub(super) limits: AttemptLimits,
}

/// The limits of one beam.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttemptLimits {
    /// Only solutions shorter than this are wanted.
    pub(super) bound: usize,
    /// About how many boards it may generate; a learned beam begins with the width for that.
    pub(super) boards: f64,
    /// The most memory in bytes for its boards.
    pub(super) memory: u64,
}

/// How a beam ranks boards.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ranking<'a> {
    /// By four terms with weights.
    Terms(Weights, Manner),
    /// By the learned estimate.
    Learned(&'a PairTable, Metric),
}

impl Ranking<'_> {
    /// What counts as one move: in this metric a layer is one move farther, and lengths are compared.
    pub(super) const fn metric(&self) -> Metric {
        match *self {
            Ranking::Terms(..) => Metric::SingleTile,
            Ranking::Learned(_, metric) => metric,
        }
    }
}

/// The best weights for boards of up to 64 cells (measured on 6×6 to 10×10).
pub(super) const SMALL: Ranking<'_> = Ranking::Terms(
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
pub(super) const LARGE: Ranking<'_> = Ranking::Terms(
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

/// From this side on, the learned beam retains at most [`ROOM`] times the mean number of boards per blank cell: without, it
/// gets stuck.
const CAPPED_SIDE: u32 = 8;
const ROOM: f64 = 2.0;

/// What the learned beam adds per square of a tile's distance from home, in sixteenths of a move. (Measured on eight 8×8
/// boards at width 1000: 0.8 gives 448 moves, 1.6 gives 456, 3 gives 464.)
const fn steepness(side: u32) -> f64 {
    match side {
        ..CAPPED_SIDE => 0.0,
        CAPPED_SIDE => 0.8,
        _ => 1.6,
    }
}

impl<'a> Attempt<'a> {
    /// Attempts from both ends with each of the rankings.
    pub(super) fn from_both_ends(
        lattice: &'a Lattice,
        limits: AttemptLimits,
        rankings: &[Ranking<'a>],
    ) -> Vec<Attempt<'a>> {
        let both_ends = |&ranking: &Ranking<'a>| {
            [End::Start, End::Goal].map(|from| Attempt {
                lattice,
                from,
                ranking,
                limits,
            })
        };
        rankings.iter().flat_map(both_ends).collect()
    }

    /// A solution shorter than the bound.
    pub(super) fn search(
        &self,
        from: &Position,
        allowance: Allowance,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>> {
        match self.ranking {
            Ranking::Terms(weights, manner) => {
                let score = Score::new(self.lattice, weights);
                let mut beam = Beam::new(&score, manner, from);
                let most = self.widest(Width::MOST, beam.bytes_per_board());
                let width = Width::new(allowance, watch.spent(), most);
                self.follow(&mut beam, width, watch)
            }
            Ranking::Learned(..) if !HAS_WEIGHTS => unreachable!("a table is made of weights"),
            Ranking::Learned(table, metric) => {
                let shape = self.lattice.shape();
                let side = shape.rows().max(shape.cols());
                let room = if side < CAPPED_SIDE {
                    f64::INFINITY
                } else {
                    ROOM
                };
                let home = usize::from(from.tiles[from.blank]);
                let evaluation = Evaluation::new(table, home, steepness(side));
                let tiles: Vec<u8> = from.tiles.iter().map(|&home| home as u8).collect();
                match metric {
                    Metric::SingleTile => {
                        let mut beam = LearnedBeam::new(&evaluation, &tiles, from.blank, room);
                        self.follow_from(&mut beam, allowance, watch)
                    }
                    Metric::MultiTile => {
                        let mut beam = SlideBeam::new(&evaluation, &tiles, from.blank, room);
                        self.follow_from(&mut beam, allowance, watch)
                    }
                }
            }
        }
    }

    /// The shortest solution that a beam leads to that begins with the width it can afford.
    fn follow_from(
        &self,
        beam: &mut impl Layers,
        allowance: Allowance,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>> {
        let most = self.widest(Width::MOST_LEARNED, beam.bytes_per_board());
        let mut width = Width::new(allowance, watch.spent(), most);
        width.boards = width.affordable(self.limits.boards, beam);
        self.follow(beam, width, watch)
    }

    /// The largest width of a beam: `most`, or what its memory is enough for.
    fn widest(&self, most: usize, bytes_per_board: usize) -> usize {
        let boards = self.limits.memory / bytes_per_board as u64;
        most.min(boards as usize).max(Width::LEAST)
    }

    /// The shortest solution that the beam leads to.
    fn follow(
        &self,
        beam: &mut impl Layers,
        mut width: Width,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>> {
        let mut best = Best {
            moves: None,
            bound: self.limits.bound,
            metric: self.ranking.metric(),
        };
        let mut reported = Stats::default();
        // How near to the goal a board must be to be repaired; the limit falls with every attempt.
        let mut near = self.lattice.shape().area() as u32 / 4;
        loop {
            let layer = beam.advance(width.boards, best.bound);
            let is_stopped = watch.add(&mut reported, beam.stats()).is_break();
            match layer {
                Layer::Solved(moves) => best.take(moves, self.from, watch),
                Layer::Closed => {}
                Layer::Open => {
                    let distance = beam.distance();
                    let is_over = is_stopped || width.spent(watch, beam) >= 1.0;
                    if is_over || distance < near {
                        near = distance - distance / 4;
                        width.set_for_repair(&self.ranking, is_over, beam);
                        if let Some(moves) = self.ended(beam, &mut width, best.bound, watch) {
                            best.take(moves, self.from, watch);
                        }
                    }
                    if !is_over {
                        width.adapt(watch, beam);
                        continue;
                    }
                }
            }
            return best.moves;
        }
    }

    /// A solution from the board nearest to the goal, if it is shorter than `bound`.
    fn ended(
        &self,
        beam: &impl Layers,
        width: &mut Width,
        bound: usize,
        watch: &mut Watch<'_, '_>,
    ) -> Option<Vec<Move>> {
        let (mut moves, position) = beam.nearest();
        let is_near = 2 * (beam.distance() as usize) < self.lattice.shape().area();
        let mut reported = Stats::default();
        let repaired = if is_near && !watch.is_stopped() {
            repair(self.lattice, &position, width.for_repair, |stats| {
                watch.add(&mut reported, stats).is_continue() && watch.look().is_continue()
            })
        } else {
            None
        };
        width.repaired += reported.generated;
        // After a stop, a long construction would keep the caller waiting.
        if repaired.is_none() && watch.is_stopped() && bound > QUICK {
            return None;
        }
        let left = match self.ranking.metric() {
            Metric::SingleTile => bound.saturating_sub(moves.len()),
            // A slide moves up to a line of tiles: how many moves are too many is not known.
            Metric::MultiTile => usize::MAX,
        };
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
    metric: Metric,
}

impl Best {
    fn take(&mut self, moves: Vec<Move>, from: End, watch: &Watch<'_, '_>) {
        let length = self.metric.length(&moves);
        if length < self.bound {
            self.bound = length;
            watch.shorter(&moves, || from.forward(moves.clone()));
            self.moves = Some(moves);
        }
    }
}

/// The solution that the construction finds from here, if it has fewer than `bound` moves.
pub(super) fn constructed(
    lattice: &Lattice,
    position: &Position,
    bound: usize,
) -> Option<Vec<Move>> {
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

/// Chooses the width of a beam so that the allowance is spent when the beam reaches the goal.
struct Width {
    boards: usize,
    most: usize,
    allowance: Allowance,
    /// The budget spent when the search began.
    begun: f64,
    looked: u64,
    /// Boards that repairs generated.
    repaired: u64,
    /// Boards that the next repair may generate.
    for_repair: u64,
}

impl Width {
    const FIRST: usize = 100;
    const LEAST: usize = 16;
    const MOST: usize = 100_000;
    /// Twice this width makes solutions shorter by less than 0.1 %.
    const MOST_LEARNED: usize = 500_000;
    /// Boards generated between two updates of the width.
    const PAUSE: u64 = 20_000;

    const fn new(allowance: Allowance, begun: f64, most: usize) -> Width {
        Width {
            boards: if most < Width::FIRST {
                most
            } else {
                Width::FIRST
            },
            most,
            allowance,
            begun,
            looked: 0,
            repaired: 0,
            for_repair: 0,
        }
    }

    /// The share of the allowance that is spent.
    fn spent(&self, watch: &Watch<'_, '_>, beam: &impl Layers) -> f64 {
        let generated = beam.stats().generated;
        self.allowance.spent(watch, self.begun, generated)
    }

    /// Sets how many boards the next repair may generate. If boards are limited, all repairs together get twice as many as a
    /// beam that ranks by terms, which usually ends with one, and a tenth as many as a learned beam, which rarely gets stuck.
    fn set_for_repair(&mut self, ranking: &Ranking<'_>, is_over: bool, beam: &impl Layers) {
        let is_learned = matches!(ranking, Ranking::Learned(..));
        let all = match self.allowance {
            Allowance::Time(_) => u64::MAX,
            Allowance::Boards(boards) if is_learned => boards / 10,
            Allowance::Boards(boards) => 2 * boards,
        };
        let now = if is_learned && !is_over {
            beam.stats().generated / 50
        } else {
            u64::MAX
        };
        self.for_repair = now.min(all.saturating_sub(self.repaired));
    }

    fn adapt(&mut self, watch: &Watch<'_, '_>, beam: &impl Layers) {
        let generated = beam.stats().generated;
        if generated < self.looked + Width::PAUSE {
            return;
        }
        self.looked = generated;
        let spent = self.spent(watch, beam);
        let affordable = generated as f64 * (1.0 - spent) / spent.max(1e-6);
        let wanted = self.affordable(affordable, beam);
        let wanted = wanted.clamp(self.boards / 2, self.boards * 2);
        self.boards = wanted.clamp(Width::LEAST, self.most);
    }

    /// The width with which about this many boards are generated from here to the goal.
    fn affordable(&self, boards: f64, beam: &impl Layers) -> usize {
        let width = boards / beam.layers_left().max(1.0) / beam.children();
        (width as usize).clamp(Width::LEAST, self.most)
    }
}
