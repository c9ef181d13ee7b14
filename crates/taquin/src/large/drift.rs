//! Brings all tiles near their homes at once, before any of them is brought home.
//!
//! Carrying a tile home moves other tiles out of the way, of which half are moved the wrong way. It is cheaper to let the
//! blank wander where the tiles it meets want to go: with every move the tile beside it that gains most changes places
//! with it. What a tile gains is the change of the squares of its distances by rows and by columns, so that tiles far
//! from home go first.
//!
//! Such a walk is soon caught in a pocket whose tiles are all near home. Therefore the blank leaves a hill behind: every
//! visit makes its cell less attractive, the more the farther the tiles still are from home. (The idea is known from the
//! simulation of molecules as metadynamics: Laio and Parrinello, PNAS 99, 2002.) A move costs a look at three tiles, or
//! with more foresight at up to 39, and the walk ends when too few moves bring a tile closer.
//!
//! On a random board of 100×100 it takes some 1.2 n³ moves to bring the tiles to a tenth of their distances.

use crate::large::field::{Area, Field, Spot};
use crate::shape::Move;
use std::ops::ControlFlow;

/// Of the moves of a walk that goes on, so many in a hundred more bring a tile closer than take one away.
///
/// Less is better done by carrying: measured on 20×20 to 100×100, where 36 to 45 give the same lengths within 1 %.
const WORTHWHILE: i64 = 42;

/// The walk is not begun when the tiles are nearer their homes than this on average: carrying is as good then.
const NEAR: i64 = 3;

/// The most moves of a walk on an area.
pub(super) fn longest_walk(height: u64, width: u64) -> u64 {
    height * width * (height + width)
}

/// Lets the blank wander in an area, outside of which every tile is at home.
pub(super) fn drift<F: FnMut(Move) -> ControlFlow<()>>(
    field: &mut Field<F>,
    area: Area,
) -> ControlFlow<()> {
    let cells = i64::from(area.height()) * i64::from(area.width());
    let start = field.distance(area);
    if start < NEAR * cells {
        return ControlFlow::Continue(());
    }
    let mut walk = Walk {
        hills: vec![0; field.cells()],
        area,
        foresight: foresight(cells),
        last: Move::Up,
        field,
    };
    let mut left = start;
    let rounds = area.height() + area.width();
    for _ in 0..rounds {
        let gain = walk.round(cells, left)?;
        left -= gain;
        // At first the hills are still flat and the blank is held up in pockets.
        if gain * 100 < WORTHWHILE * cells && left * 2 < start {
            break;
        }
    }
    ControlFlow::Continue(())
}

/// How many moves to look ahead. More would have to mind that the blank can come back to where it was.
fn foresight(cells: i64) -> u32 {
    match cells {
        ..=16_384 => 3,
        ..=65_536 => 2,
        _ => 1,
    }
}

struct Walk<'a, F> {
    field: &'a mut Field<F>,
    area: Area,
    /// What the blank has left behind on each cell of the board.
    hills: Vec<i32>,
    foresight: u32,
    /// The blank's last direction. It never turns back.
    last: Move,
}

impl<F: FnMut(Move) -> ControlFlow<()>> Walk<'_, F> {
    /// As many moves as cells; the tiles have `left` steps to their homes. How many fewer they have afterwards.
    fn round(&mut self, cells: i64, left: i64) -> ControlFlow<(), i64> {
        let mut gain = 0;
        // With foresight the blank finds its way out of a pocket over lower hills.
        let hill = left * i64::from(4 - self.foresight) / (3 * cells);
        let hill = i32::try_from(hill.max(1)).unwrap_or(i32::MAX);
        for _ in 0..cells {
            let (direction, _) = self.best(self.field.blank(), self.last, self.foresight);
            gain += i64::from(self.field.worth(direction));
            self.field.slide(direction);
            self.last = direction;
            let cell = self.field.index(self.field.blank());
            self.hills[cell] = self.hills[cell].saturating_add(hill);
            self.field.tell(direction)?;
        }
        ControlFlow::Continue(gain)
    }

    /// The direction in which the blank should leave a spot that it entered by `last`, and what that is worth.
    ///
    /// No tile that is met within three moves has been moved by the earlier ones: nothing need be played to look ahead.
    fn best(&self, blank: Spot, last: Move, foresight: u32) -> (Move, i32) {
        let mut best = (last, i32::MIN);
        for direction in Move::ALL {
            let next = blank.next(direction);
            if direction == last.opposite() || !self.area.contains(next) {
                continue;
            }
            let pull = self.field.pull(next, direction.opposite());
            let mut worth = (2 * pull - 1).saturating_sub(self.hills[self.field.index(next)]);
            if foresight > 1 {
                worth = worth.saturating_add(self.best(next, direction, foresight - 1).1);
            }
            if worth > best.1 {
                best = (direction, worth);
            }
        }
        best
    }
}
