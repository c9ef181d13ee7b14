//! Solves stretches of a solution anew: from a board on the way to a later one there may be a shorter way.
//!
//! A beam looks for it, with weights drawn by lot, from either end. A way of the same length is taken too: the next look
//! from there may find more. This is a large neighbourhood search (Shaw, CP 1998).

use super::anytime::{Position, Settings, turn_round};
use super::beam::{Beam, Layer, Manner};
use super::lattice::Lattice;
use super::meter::{Watch, side_by_side};
use super::score::{Norm, Score, Weights};
use crate::search::Stats;
use crate::shape::Move;

/// The shortest stretch.
const SHORTEST: f64 = 30.0;

/// The longest stretch.
const LONGEST: f64 = 200.0;

/// Fewest and most boards to generate for a stretch.
const FEWEST: f64 = 20_000.0;
const MOST: f64 = 2_000_000.0;

/// At least so many stretches are solved before the results are put together, and at most.
const ROUND: (usize, usize) = (4, 64);

/// Shortens a solution until all is spent.
pub(super) fn shorten(
    lattice: &Lattice,
    start: &Position,
    moves: &mut Vec<Move>,
    settings: &Settings,
    watch: &mut Watch<'_, '_>,
) {
    let mut lots = Lots(settings.seed);
    let mut end = moves.len();
    let mut boards_before = watch.generated();
    while !watch.is_stopped() && moves.len() > 2 {
        let left = match settings.effort {
            Some(effort) => effort as f64 - watch.generated() as f64,
            None => watch.generated() as f64 * (1.0 - watch.spent()) / watch.spent().max(1e-6),
        };
        if left <= 0.0 {
            return;
        }
        let length = (lots.between(SHORTEST, LONGEST) as usize).min(moves.len());
        let count = (moves.len() / length).clamp(1, ROUND.1);
        if end < length {
            end = moves.len();
            // Not always the same boundaries.
            if lots.between(0.0, 1.0) < 0.7 {
                end -= (lots.between(0.0, 1.0) * (length.min(end - length + 1)) as f64) as usize;
            }
        }
        let boards = (left / 3.0 * length as f64 / moves.len() as f64).clamp(FEWEST, MOST);
        let round = Round {
            lattice,
            tasks: tasks(lattice, start, moves, end, length, count, boards, &mut lots),
        };
        end = round.solve(moves, settings.threads, watch);
        watch.shorter(moves.len());
        // A round in which nothing was searched: no stretch can be shorter.
        if watch.generated() == boards_before {
            return;
        }
        boards_before = watch.generated();
    }
}

/// A stretch to be solved.
struct Task {
    /// The place of its first move.
    begin: usize,
    length: usize,
    /// The board at its begin, the tiles named by where they are at its end.
    position: Position,
    weights: Weights,
    is_backward: bool,
    width: usize,
}

struct Round<'a> {
    lattice: &'a Lattice,
    tasks: Vec<Task>,
}

/// Tasks for stretches before `end`, the last first; where there are few, several for each.
#[expect(clippy::too_many_arguments, reason = "wip")]
fn tasks(
    lattice: &Lattice,
    start: &Position,
    moves: &[Move],
    end: usize,
    length: usize,
    count: usize,
    boards: f64,
    lots: &mut Lots,
) -> Vec<Task> {
    let count = count.min(end / length).max(1);
    let first = end.saturating_sub(count * length);
    let mut board = start.clone();
    let lead = |board: &mut Position, stretch: &[Move]| {
        for &m in stretch {
            let next = lattice.next(board.blank, m);
            board.tiles.swap(board.blank, next);
            board.blank = next;
        }
    };
    lead(&mut board, &moves[..first]);
    let mut tasks = Vec::new();
    let repeats = ROUND.0.div_ceil(count);
    for begin in (first..end).step_by(length) {
        let stop = (begin + length).min(end);
        let before = board.clone();
        lead(&mut board, &moves[begin..stop]);
        let position = between(&before, &board);
        for _ in 0..repeats {
            tasks.push(Task {
                begin,
                length: stop - begin,
                position: position.clone(),
                weights: Weights {
                    norm: Norm::Sum,
                    power: lots.between(1.0, 2.0),
                    pair: lots.between(1.0, 6.0),
                    ring: lots.between(0.0, 6.0),
                },
                is_backward: lots.between(0.0, 1.0) < 0.5,
                width: (boards / (stop - begin) as f64 / 2.2) as usize + 1,
            });
        }
    }
    tasks
}

/// The board at the beginning of a stretch, each tile named by the cell where it is at the end.
fn between(begin: &Position, end: &Position) -> Position {
    let mut places = vec![0; end.tiles.len()];
    for (cell, &tile) in end.tiles.iter().enumerate() {
        places[usize::from(tile)] = cell as u16;
    }
    let tiles = begin.tiles.iter().map(|&tile| places[usize::from(tile)]);
    Position {
        tiles: tiles.collect(),
        blank: begin.blank,
    }
}

impl Round<'_> {
    /// Puts what was found into the solution; gives where the first stretch begins.
    fn solve(&self, moves: &mut Vec<Move>, threads: usize, watch: &mut Watch<'_, '_>) -> usize {
        let found = side_by_side(watch, threads, &self.tasks, |task, watch| {
            task.solve(self.lattice, watch)
        });
        let mut ways: Vec<(&Task, Vec<Move>)> = Vec::new();
        for (task, found) in self.tasks.iter().zip(found) {
            let Some(found) = found else { continue };
            match ways.last_mut() {
                Some((last, best)) if last.begin == task.begin => {
                    if found.len() < best.len() {
                        *best = found;
                    }
                }
                _ => ways.push((task, found)),
            }
        }
        let mut shortened = Vec::with_capacity(moves.len());
        let mut kept = 0;
        for (task, way) in ways {
            shortened.extend_from_slice(&moves[kept..task.begin]);
            shortened.extend(way);
            kept = task.begin + task.length;
        }
        shortened.extend_from_slice(&moves[kept..]);
        *moves = shortened;
        self.tasks.first().map_or(0, |task| task.begin)
    }
}

impl Task {
    /// A way that is not longer.
    fn solve(&self, lattice: &Lattice, watch: &mut Watch<'_, '_>) -> Option<Vec<Move>> {
        let score = Score::new(lattice, self.weights);
        let from = match self.is_backward {
            true => self.position.reversed(),
            false => self.position.clone(),
        };
        let manner = Manner {
            hill: 0.0,
            room: f64::INFINITY,
        };
        let mut beam = Beam::new(&score, manner, &from.tiles, from.blank);
        let mut told = Stats::default();
        loop {
            let layer = beam.advance(self.width, self.length + 1);
            let stop = watch.add(&mut told, beam.stats()).is_break();
            match layer {
                Layer::Solved(mut moves) => {
                    if self.is_backward {
                        turn_round(&mut moves);
                    }
                    return Some(moves);
                }
                Layer::Open if !stop && !watch.is_stopped() => {}
                _ => return None,
            }
        }
    }
}

/// Lots drawn from a seed (splitmix64: Steele, Lea and Flood, OOPSLA 2014).
struct Lots(u64);

impl Lots {
    /// A number from `low` up to `high`.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let unit = ((mixed ^ mixed >> 31) >> 11) as f64 / (1u64 << 53) as f64;
        low + unit * (high - low)
    }
}
