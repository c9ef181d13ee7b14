//! Bidirectional breadth-first search: from both ends, level by level, until the frontiers meet.
//!
//! Finds a shortest path and needs no heuristic. It holds about twice the square root of the states of a plain
//! breadth-first search. The side with the smaller frontier is expanded next. When a level meets the other side for the first
//! time the path is shortest: before, with all states within a moves of the start and within b of the goal known and
//! none in common, every path had more than a + b moves, and this one has a + b + 1.

use super::bfs::{Front, Level};
use super::{Ended, Event, Observer, Outcome, Side};
use crate::containers::Growth;
use crate::space::{Reversible, Space};

/// Finds a shortest path of at most `max_length` moves.
pub fn bidirectional_bfs<S: Reversible>(
    space: &S,
    max_length: Option<u32>,
    observer: &mut impl Observer<S>,
) -> Outcome<S::Move> {
    let back = space.reversed();
    let mut fronts = Fronts {
        forward: Front::new(space, Growth::Twofold),
        backward: Front::new(&back, Growth::Twofold),
    };
    let ended = fronts.run(max_length, observer);
    let Fronts {
        mut forward,
        mut backward,
    } = fronts;
    forward.remember_peaks();
    backward.remember_peaks();
    Outcome::new(ended, forward.stats.beside(&backward.stats))
}

struct Fronts<'a, S: Space> {
    forward: Front<'a, S>,
    backward: Front<'a, S>,
}

impl<S: Reversible> Fronts<'_, S> {
    fn run(&mut self, max_length: Option<u32>, observer: &mut impl Observer<S>) -> Ended<S::Move> {
        let space = self.forward.space;
        if space.is_goal(&space.start()) {
            self.forward.stats.selected = 1;
            return Ended::Found(Vec::new());
        }
        loop {
            let length = self.forward.depth + self.backward.depth;
            let is_exhausted = self.forward.is_exhausted() || self.backward.is_exhausted();
            if is_exhausted || max_length.is_some_and(|longest| length >= longest) {
                return Ended::Exhausted;
            }
            let at_least = length + 1;
            match self.expand(observer, at_least) {
                Level::Done => {}
                Level::Stopped => return Ended::Stopped { at_least },
                Level::Met(state) => return Ended::Found(self.path(&state)),
            }
        }
    }

    /// Expands one level of the side with the smaller frontier. A meeting point is a state of the forward side.
    fn expand(&mut self, observer: &mut impl Observer<S>, at_least: u32) -> Level<S::State> {
        let Fronts { forward, backward } = self;
        let (space, back) = (forward.space, backward.space);
        let side = if forward.width() <= backward.width() {
            Side::Forward
        } else {
            Side::Backward
        };
        if observer.observe(Event::Side(side)).is_break() {
            return Level::Stopped;
        }
        if side == Side::Forward {
            let meets = |state: &S::State| backward.contains(&reversed_key(space, state));
            forward.expand(observer, at_least, &backward.stats, meets)
        } else {
            let meets = |state: &S::State| forward.contains(&reversed_key(back, state));
            match backward.expand(observer, at_least, &forward.stats, meets) {
                Level::Met(state) => Level::Met(space.state(&reversed_key(back, &state))),
                other => other,
            }
        }
    }

    fn path(&self, meeting: &S::State) -> Vec<S::Move> {
        let theirs = reversed_key(self.forward.space, meeting);
        let theirs = self.backward.space.state(&theirs);
        joined::<S>(self.forward.path(meeting), &self.backward.path(&theirs))
    }
}

/// The other side's key of a state of `space`.
fn reversed_key<S: Reversible>(space: &S, state: &S::State) -> S::Key {
    space.reversed_key(&space.key(state))
}

/// The path to the meeting point, then the other side's path to it in reverse.
pub(super) fn joined<S: Reversible>(mut path: Vec<S::Move>, other: &[S::Move]) -> Vec<S::Move> {
    path.extend(other.iter().rev().map(|&m| S::opposite(m)));
    path
}
