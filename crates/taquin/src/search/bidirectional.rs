//! Bidirectional breadth-first search: from both ends, level by level, until the fronts meet.
//!
//! Finds a shortest path and needs no heuristic. It holds about twice the square root of the states of a plain
//! breadth-first search. The side with the smaller front goes first. When a level meets the other side for the first
//! time the path is shortest: before, with all states within a moves of the start and within b of the goal known and
//! none in common, every path had more than a + b moves, and this one has a + b + 1.

use super::bfs::{Front, Level};
use super::{Ended, Observer, Outcome};
use crate::shape::Move;
use crate::space::Reversible;
use crate::table::Growth;

/// Finds a shortest path of at most `max_length` moves.
pub fn bidirectional_bfs<S: Reversible<Move = Move>>(
    space: &S,
    max_length: Option<u32>,
    observer: &mut impl Observer<S>,
) -> Outcome<Move> {
    let back = space.reversed();
    let mut forward = Front::new(space, Growth::Twofold);
    let mut backward = Front::new(&back, Growth::Twofold);
    let ended = if space.is_goal(&space.start()) {
        Ended::Found(Vec::new())
    } else {
        loop {
            let length = forward.depth + backward.depth;
            let is_exhausted = forward.is_exhausted() || backward.is_exhausted();
            if is_exhausted || max_length.is_some_and(|longest| length >= longest) {
                break Ended::Exhausted;
            }
            let level = if forward.width() <= backward.width() {
                let meets = |state: &S::State| {
                    backward.contains(&space.translate(&space.key(state), &back))
                };
                forward.expand(observer, length + 1, meets)
            } else {
                let meets =
                    |state: &S::State| forward.contains(&back.translate(&back.key(state), space));
                match backward.expand(observer, length + 1, meets) {
                    Level::Met(state) => {
                        Level::Met(space.state(&back.translate(&back.key(&state), space)))
                    }
                    Level::Done => Level::Done,
                    Level::Stopped => Level::Stopped,
                }
            };
            match level {
                Level::Done => {}
                Level::Stopped => {
                    break Ended::Stopped {
                        at_least: length + 1,
                    };
                }
                Level::Met(state) => {
                    let other = back.state(&space.translate(&space.key(&state), &back));
                    break Ended::Found(joined::<S>(forward.path(&state), &backward.path(&other)));
                }
            }
        }
    };
    forward.remember_peaks();
    backward.remember_peaks();
    Outcome {
        ended,
        stats: forward.stats.beside(&backward.stats),
    }
}

/// The way to the meeting point, then the other side's way to it, walked back.
pub(super) fn joined<S: Reversible<Move = Move>>(mut path: Vec<Move>, other: &[Move]) -> Vec<Move> {
    path.extend(other.iter().rev().map(|&m| S::opposite(m)));
    path
}
