//! Solves stretches of a solution again: from a board on the path to a later one there may be a shorter path.
//!
//! A beam looks for it, with random weights, from either end. A path of the same length is accepted too: the next search
//! from there may find a shorter one. This is a large neighbourhood search (Shaw, CP 1998).

use super::anytime::ShortenSettings;
use super::beam::{Beam, CHILDREN, Manner};
use super::budget::{Watch, side_by_side};
use super::lattice::{End, Lattice, Position};
use super::layer::{Layer, Layers};
use super::score::{Norm, Score, Weights};
use crate::puzzle::Move;
use crate::search::Stats;

/// The shortest stretch and the longest. (Measured: up to 250 is better on 6×6 and worse on 8×8 and 10×10.)
const LENGTHS: (f64, f64) = (30.0, 150.0);

/// A solution of at most this number of moves may be solved again as a whole.
const SHORT: f64 = 250.0;

/// The least and the largest number of boards to generate for a stretch.
const BOARDS: (f64, f64) = (20_000.0, 4_000_000.0);

/// The least and the largest number of tasks per round; after a round, what they found is combined.
const TASKS: (usize, usize) = (4, 64);

/// The memory is divided among this many stretches at least, so that what is found is the same with any number of threads up to it.
const AT_ONCE: usize = 16;

/// The share of the remaining budget that a round may take.
const ROUND: f64 = 1.0 / 3.0;

/// Shortens a solution until the budget is spent.
pub(super) fn shorten(
    lattice: &Lattice,
    start: &Position,
    moves: &mut Vec<Move>,
    settings: &ShortenSettings,
    watch: &mut Watch<'_, '_>,
) {
    let mut lots = Lots(settings.seed);
    // Rounds go through the solution from its end, because the last moves can be shortened most.
    let mut end = moves.len();
    while !watch.is_stopped() && moves.len() > 2 {
        let left = watch.boards_left();
        let longest = match moves.len() as f64 {
            whole if whole <= SHORT => SHORT,
            _ => LENGTHS.1,
        };
        let length = lots.between(LENGTHS.0, longest) as usize;
        let length = length.min(moves.len());
        if end < length {
            end = moves.len() - lots.below(length.min(moves.len() - length + 1));
        }
        // Even the narrowest beam costs something.
        let affordable = (left / CHILDREN / length as f64) as usize;
        let count = (end / length).min(TASKS.1).min(affordable);
        if count == 0 {
            return;
        }
        let cut = Cut { end, length, count };
        let memory = watch.memory(0, settings.threads.max(AT_ONCE));
        let mut tasks = cut.tasks(lattice, (start, moves), left, &mut lots);
        tasks.iter_mut().for_each(|task| task.memory = memory);
        let found = side_by_side(watch, settings.threads, &tasks, |task, watch| {
            task.solve(lattice, watch)
        });
        end = cut.begin();
        let (ways, proofs): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        *moves = put_together(moves, &tasks, ways);
        watch.shorter(moves, || moves.clone());
        if length == moves.len() && proofs.contains(&Proof::Shortest) {
            return;
        }
    }
}

/// What the search for a shorter path proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proof {
    /// The stretch was a shortest path.
    Shortest,
    /// Nothing.
    None,
}

/// Consecutive stretches of the same length.
struct Cut {
    end: usize,
    length: usize,
    count: usize,
}

impl Cut {
    const fn begin(&self) -> usize {
        self.end - self.count * self.length
    }

    /// The stretches to solve; if there are few, each several times.
    fn tasks(
        &self,
        lattice: &Lattice,
        (start, moves): (&Position, &[Move]),
        left: f64,
        lots: &mut Lots,
    ) -> Vec<Task> {
        let affordable = left / CHILDREN / (self.count * self.length) as f64;
        let repeats = TASKS.0.div_ceil(self.count).min(affordable as usize).max(1);
        let count = self.count * repeats;
        let share = left * ROUND * self.length as f64 / moves.len() as f64 / repeats as f64;
        let boards = share.clamp(BOARDS.0, BOARDS.1).min(left / count as f64);
        let mut board = start.clone();
        board.play(lattice, &moves[..self.begin()]);
        let mut tasks = Vec::with_capacity(count);
        for begin in (self.begin()..self.end).step_by(self.length) {
            let before = board.clone();
            board.play(lattice, &moves[begin..begin + self.length]);
            let position = before.towards(&board);
            for _ in 0..repeats {
                tasks.push(Task {
                    begin,
                    length: self.length,
                    position: position.clone(),
                    weights: lots.weights(),
                    from: [End::Start, End::Goal][lots.below(2)],
                    width: (boards / self.length as f64 / CHILDREN) as usize + 1,
                    memory: u64::MAX,
                });
            }
        }
        tasks
    }
}

/// A stretch to be solved.
struct Task {
    /// The index of its first move.
    begin: usize,
    length: usize,
    /// The board where it begins; each tile is identified by its cell at the end.
    position: Position,
    weights: Weights,
    from: End,
    width: usize,
    /// The most memory in bytes for the boards of the beam.
    memory: u64,
}

/// The solution with the shortest paths that were found.
fn put_together(moves: &[Move], tasks: &[Task], found: Vec<Option<Vec<Move>>>) -> Vec<Move> {
    let mut ways: Vec<(&Task, Vec<Move>)> = Vec::new();
    for (task, way) in tasks.iter().zip(found) {
        let Some(way) = way else { continue };
        match ways.last_mut() {
            Some((last, best)) if last.begin == task.begin => {
                if way.len() < best.len() {
                    *best = way;
                }
            }
            _ => ways.push((task, way)),
        }
    }
    let mut whole = Vec::with_capacity(moves.len());
    let mut done = 0;
    for (task, way) in ways {
        whole.extend_from_slice(&moves[done..task.begin]);
        whole.extend(way);
        done = task.begin + task.length;
    }
    whole.extend_from_slice(&moves[done..]);
    whole
}

impl Task {
    /// A path that is not longer, and whether a shorter one has been ruled out.
    fn solve(&self, lattice: &Lattice, watch: &mut Watch<'_, '_>) -> (Option<Vec<Move>>, Proof) {
        let score = Score::new(lattice, self.weights);
        let manner = Manner {
            hill: 0.0,
            room: f64::INFINITY,
        };
        let mut beam = Beam::new(&score, manner, &self.position.from(self.from));
        let most = self.memory / beam.bytes_per_board() as u64;
        let width = self.width.min(most.max(1) as usize);
        let mut reported = Stats::default();
        loop {
            let layer = beam.advance(width, self.length + 1);
            let is_stopped =
                watch.add(&mut reported, beam.stats()).is_break() || watch.is_stopped();
            match layer {
                Layer::Solved(moves) => {
                    let proof = if beam.is_complete() && moves.len() == self.length {
                        Proof::Shortest
                    } else {
                        Proof::None
                    };
                    return (Some(self.from.forward(moves)), proof);
                }
                Layer::Open if !is_stopped => {}
                _ => return (None, Proof::None),
            }
        }
    }
}

/// Random numbers from a seed (splitmix64: Steele, Lea and Flood, OOPSLA 2014).
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

    /// A whole number from 0 up to, not including, `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.between(0.0, bound as f64) as usize
    }

    fn weights(&mut self) -> Weights {
        Weights {
            norm: Norm::Sum,
            power: self.between(1.0, 2.0),
            pair: self.between(1.0, 6.0),
            ring: self.between(0.0, 6.0),
        }
    }
}
