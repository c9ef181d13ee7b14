//! Brings all tiles near their homes at once, before any of them is brought home.
//!
//! Carrying a tile home moves other tiles out of the way, half of them in the wrong direction. It is cheaper to let the
//! blank wander so that the tiles it meets move where they belong: with every move, it is exchanged with the
//! neighbouring tile that gains most. The gain of a tile is the change of the squares of its distances by rows and by
//! columns, so that tiles far from home move first.
//!
//! Such a walk soon gets stuck in an area whose tiles are all near home. Therefore every visit of the blank adds a
//! penalty (a *hill*) to its cell, the higher the farther the tiles still are from home. (In molecular simulation this
//! idea is known as metadynamics: Laio and Parrinello, PNAS 99, 2002.) A move evaluates three tiles, or with look-ahead
//! up to 39, and the walk ends when too few moves bring a tile closer.
//!
//! On a random board of 100×100 it takes 1.1 to 1.2 n³ moves to bring the tiles to a tenth of their distances.

use crate::large::field::{Area, Field, Spot};
use crate::puzzle::{Direction, Move};
use std::ops::ControlFlow;

/// The walk continues while the moves that bring a tile closer exceed those that take one away by this percentage of
/// all moves.
///
/// Below that, carrying is better: of 30, 36 and 42, measured on 20×20 to 100×100, 42 gave the shortest solutions, by
/// up to 3 %.
const WORTHWHILE: i64 = 42;

/// The walk is skipped if the tiles are nearer to their homes than this on average: on random boards of 5×5, carrying
/// alone is better, on 8×8 as good, on 10×10 worse.
const NEAR: i64 = 5;

/// It is also skipped if twice the long side of the area is more than this number of short sides: the walk gains 6 to
/// 14 % on areas of 1 : 2, nothing on 1 : 3, and loses on 1 : 5.
const SLENDER: i32 = 5;

/// The most moves of a walk on an area.
pub(super) fn longest_walk(height: u64, width: u64) -> u64 {
    height * width * (height + width)
}

/// Lets the blank wander in an area; outside of it every tile is at home.
pub(super) fn drift<F: FnMut(Move) -> ControlFlow<()>>(
    field: &mut Field<F>,
    area: Area,
) -> ControlFlow<()> {
    let cells = i64::from(area.height()) * i64::from(area.width());
    let start = field.distance(area);
    let (short, long) = (
        area.height().min(area.width()),
        area.height().max(area.width()),
    );
    if start < NEAR * cells || long * 2 > short * SLENDER {
        return ControlFlow::Continue(());
    }
    let mut walk = Walk::new(field, area);
    let foresight = foresight(cells);
    let mut left = start;
    for _ in 0..area.height() + area.width() {
        let gain = match foresight {
            1 => walk.round::<1, F>(field, cells, left)?,
            2 => walk.round::<2, F>(field, cells, left)?,
            _ => walk.round::<3, F>(field, cells, left)?,
        };
        left -= gain;
        // At first the hills are still low, and the blank gets stuck for a while.
        if gain * 100 < WORTHWHILE * cells && left * 2 < start {
            break;
        }
    }
    walk.leave(field);
    ControlFlow::Continue(())
}

/// How many moves to look ahead. Looking farther would have to consider that the blank can return to a cell.
fn foresight(cells: i64) -> u32 {
    match cells {
        ..=4_096 => 3,
        4_097..=65_536 => 2,
        _ => 1,
    }
}

/// A cell of the area: the home of its tile, and the hill that the blank has left on it.
#[derive(Clone, Copy)]
struct Ground {
    home: ShortSpot,
    hill: i32,
}

/// A spot relative to the corner of the area. The area is not narrow, so its sides are far below 2¹⁶. The homes of its
/// tiles lie in it, because all other tiles are at home.
#[derive(Clone, Copy, Default)]
struct ShortSpot {
    row: u16,
    col: u16,
}

/// The change of row and column for each of [`Direction::ALL`]. Arithmetic instead of branches, because the blank's
/// direction is unpredictable.
const STEPS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// The hill outside of the area, which is never chosen.
const WALL: i32 = i32::MAX;

/// A copy of the area with a border around it, for speed: no move checks where the edge is.
struct Walk {
    ground: Vec<Ground>,
    /// The offset of the next cell in each direction.
    strides: [isize; 4],
    area: Area,
    blank: Stand,
}

/// The blank's position, and its last direction.
#[derive(Clone, Copy)]
struct Stand {
    cell: usize,
    spot: Spot,
    /// The blank's last direction as an index into [`Direction::ALL`]. It never turns back.
    last: usize,
}

impl Walk {
    fn new<F: FnMut(Move) -> ControlFlow<()>>(field: &Field<F>, area: Area) -> Walk {
        let stride = area.width() as usize + 2;
        let wall = Ground {
            home: ShortSpot::default(),
            hill: WALL,
        };
        let mut ground = vec![wall; stride * (area.height() as usize + 2)];
        let inside = |spot: Spot| Spot {
            row: spot.row - area.top,
            col: spot.col - area.left,
        };
        let spot = inside(field.blank());
        let cell = |spot: Spot| (spot.row + 1) as usize * stride + (spot.col + 1) as usize;
        for spot in area.spots() {
            let home = inside(field.home(spot));
            let (row, col) = (home.row as u16, home.col as u16);
            let spot = inside(spot);
            ground[cell(spot)] = Ground {
                home: ShortSpot { row, col },
                hill: 0,
            };
        }
        Walk {
            ground,
            strides: [-(stride as isize), stride as isize, -1, 1],
            area,
            blank: Stand {
                cell: cell(spot),
                spot,
                last: 0,
            },
        }
    }

    /// Writes the tiles back to the board.
    fn leave<F: FnMut(Move) -> ControlFlow<()>>(self, field: &mut Field<F>) {
        let outside = |row: i32, col: i32| Spot {
            row: self.area.top + row,
            col: self.area.left + col,
        };
        let inside = self.ground.iter().filter(|ground| ground.hill < WALL);
        let homes = inside.map(|Ground { home, .. }| outside(home.row.into(), home.col.into()));
        let blank = self.blank.spot;
        field.put(self.area, homes, outside(blank.row, blank.col));
    }

    /// Makes as many moves as there are cells; the tiles have `left` steps to their homes. Returns by how much that
    /// number falls.
    fn round<const FORESIGHT: u32, F: FnMut(Move) -> ControlFlow<()>>(
        &mut self,
        field: &mut Field<F>,
        cells: i64,
        left: i64,
    ) -> ControlFlow<(), i64> {
        // With look-ahead the blank finds its way out over lower hills.
        let hill = left * i64::from(4 - FORESIGHT) / (3 * cells);
        let hill = hill.clamp(1, i64::from(WALL)) as i32;
        let mut gain = 0;
        for _ in 0..cells {
            let direction = (self.best::<FORESIGHT>(self.blank) & 3) as usize;
            let from = self.blank.cell;
            self.blank = self.step(self.blank, direction);
            let to = self.blank.cell;
            let pull = self.pull(self.blank, self.ground[to].home);
            gain += if pull > 0 { 1 } else { -1 };
            let (blank, tile) = (self.ground[from].home, self.ground[to].home);
            self.ground[from].home = tile;
            self.ground[to].home = blank;
            let higher = self.ground[to].hill.saturating_add(hill);
            self.ground[to].hill = higher.min(WALL - 1);
            field.report(Direction::ALL[direction])?;
        }
        ControlFlow::Continue(gain)
    }

    fn step(&self, stand: Stand, direction: usize) -> Stand {
        let (rows, cols) = STEPS[direction];
        Stand {
            cell: stand.cell.wrapping_add_signed(self.strides[direction]),
            spot: Spot {
                row: stand.spot.row + rows,
                col: stand.spot.col + cols,
            },
            last: direction,
        }
    }

    /// How far the tile at the blank's new cell had to go in the direction of the blank's old cell; negative if its home
    /// is in the opposite direction.
    fn pull(&self, stand: Stand, home: ShortSpot) -> i32 {
        let (rows, cols) = STEPS[stand.last];
        (stand.spot.row - i32::from(home.row)) * rows
            + (stand.spot.col - i32::from(home.col)) * cols
    }

    /// The value of the best continuation, times four, plus its first direction.
    ///
    /// No tile that the blank meets within three moves has been moved by the earlier ones, so looking ahead needs no
    /// moves on the board.
    #[inline(always)]
    fn best<const FORESIGHT: u32>(&self, stand: Stand) -> i64 {
        let way = |direction: usize| {
            let next = self.step(stand, direction);
            let ground = self.ground[next.cell];
            let back = direction == stand.last ^ 1;
            let mut worth = 2 * i64::from(self.pull(next, ground.home)) - i64::from(ground.hill);
            if FORESIGHT == 2 && ground.hill < WALL && !back {
                worth += self.best::<1>(next) >> 2;
            } else if FORESIGHT == 3 && ground.hill < WALL && !back {
                worth += self.best::<2>(next) >> 2;
            }
            if back {
                i64::MIN
            } else {
                worth << 2 | direction as i64
            }
        };
        way(0).max(way(1)).max(way(2).max(way(3)))
    }
}
