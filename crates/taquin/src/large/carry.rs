//! Carries one tile to a cell with the blank, without disturbing finished cells.
//!
//! The blank walks to the cell in front of the tile, the tile makes a step, and so on. Among shortest walks, and
//! between the two ways round the tile, it chooses the one on which more tiles come closer to their homes. A step that
//! turns costs three moves, a step straight on five; so the tile zigzags as long as it can.

use crate::large::field::{Area, Field, Spot, move_in};
use crate::puzzle::{Direction, Move, Shape};
use std::ops::ControlFlow;

/// A board that is being solved from the edges inwards.
pub(super) struct Floor<F> {
    pub(super) field: Field<F>,
    /// For each goal cell in reading order, the cell where its tile is.
    places: Vec<u32>,
    /// The cells that are not in a finished line.
    pub(super) open: Area,
    /// The finished cells of the current line, which lie at an edge of the open ones.
    pub(super) done: Area,
}

impl<F: FnMut(Move) -> ControlFlow<()>> Floor<F> {
    pub(super) fn new(shape: Shape, field: Field<F>, open: Area) -> Floor<F> {
        let mut places = vec![0; shape.area()];
        for spot in Area::of(shape).spots() {
            places[field.index(field.home(spot))] = field.index(spot) as u32;
        }
        Floor {
            field,
            places,
            open,
            done: Area::NONE,
        }
    }

    /// Where the tile is that belongs at `home`.
    pub(super) fn place(&self, home: Spot) -> Spot {
        self.field.spot(self.places[self.field.index(home)])
    }

    /// Whether the blank and tiles may be moved there.
    pub(super) fn allows(&self, spot: Spot) -> bool {
        self.open.contains(spot) && !self.done.contains(spot)
    }

    /// Moves the blank in a direction.
    pub(super) fn go(&mut self, direction: Direction) -> ControlFlow<()> {
        let old = self.field.blank();
        self.field.slide(direction);
        let home = self.field.index(self.field.home(old));
        self.places[home] = self.field.index(old) as u32;
        self.field.report(direction)
    }

    /// Brings the tile that belongs at `home` to `goal`, in at most six moves per open row and column.
    ///
    /// Every move of the walk to the tile comes closer, so the walk takes at most as many moves as there are rows and
    /// columns. The allowed cells around a tile are adjacent: a step straight on takes four moves round the tile and
    /// one of the tile. A turn takes three, and seven only once, where the tile turns into its goal round the last
    /// finished cell.
    pub(super) fn carry(&mut self, home: Spot, goal: Spot) -> ControlFlow<()> {
        let mut tile = self.place(home);
        while tile != goal {
            let step = self.next_step(tile, goal);
            let front = tile.after(step);
            self.walk(tile, front)?;
            self.go(step.blank_direction())?;
            tile = front;
        }
        ControlFlow::Continue(())
    }

    /// The tile's next move: towards where the blank will be, and along the longer side if that makes no difference.
    fn next_step(&self, tile: Spot, goal: Spot) -> Move {
        let (rows, cols) = ((goal.row - tile.row).abs(), (goal.col - tile.col).abs());
        let [vertical, horizontal] = tile.towards(goal).map(|way| way.map(move_in));
        // A zigzag that begins along the longer side has one more turn.
        let steps = [
            vertical.map(|step| (step, if rows < cols { 2 } else { 0 })),
            horizontal.map(|step| (step, if cols < rows { 2 } else { 0 })),
        ];
        let possible = steps.into_iter().flatten();
        let possible = possible.filter(|&(step, _)| self.allows(tile.after(step)));
        let best = possible.min_by_key(|&(step, extra)| self.approach(tile, step) + extra);
        best.expect("a tile can come closer to its goal").0
    }

    /// The number of moves that bring the blank in front of a tile; an approximation if it is far away.
    fn approach(&self, tile: Spot, step: Move) -> i32 {
        let (blank, front) = (self.field.blank(), tile.after(step));
        match ring_place(tile, blank) {
            Some(from) => {
                let side = ring_side(direction(tile, front));
                self.way_round(tile, from, side).steps
            }
            None if behind(blank, tile, front) => blank.distance(front) + 2,
            None => blank.distance(front),
        }
    }

    /// Brings the blank to `front`, next to a tile, which stays.
    fn walk(&mut self, tile: Spot, front: Spot) -> ControlFlow<()> {
        loop {
            let blank = self.field.blank();
            if let Some(from) = ring_place(tile, blank) {
                let side = ring_side(direction(tile, front));
                return self.round(tile, from, self.way_round(tile, from, side));
            }
            let ways = blank.towards(front).into_iter().flatten();
            let ways = ways.filter(|&way| self.allows(blank.next(way)));
            let best = ways.max_by_key(|&way| {
                let detour = behind(blank.next(way), tile, front);
                (!detour, self.field.worth(way))
            });
            self.go(best.expect("the blank can come closer to a tile"))?;
        }
    }

    /// The shorter way round a tile; if both are equally long, the one that brings more tiles closer.
    fn way_round(&self, tile: Spot, from: usize, to: usize) -> WayRound {
        let mut best = WayRound {
            turn: 1,
            steps: i32::MAX / 2,
            worth: 0,
        };
        for turn in [1, 7] {
            let steps = ((to + 8 - from) * turn % 8) as i32;
            if steps > best.steps {
                continue;
            }
            if let Some(worth) = self.worth_round(tile, from, turn, steps)
                && (steps < best.steps || worth > best.worth)
            {
                best = WayRound { turn, steps, worth };
            }
        }
        best
    }

    /// How much closer tiles come when the blank goes round a tile this way; `None` if the way is blocked.
    fn worth_round(&self, tile: Spot, mut from: usize, turn: usize, steps: i32) -> Option<i32> {
        let mut worth = 0;
        for _ in 0..steps {
            let next = (from + turn) % 8;
            let spot = ring_spot(tile, next);
            if !self.allows(spot) {
                return None;
            }
            worth += self.field.gain(spot, ring_step(from, turn).tile_move());
            from = next;
        }
        Some(worth)
    }

    fn round(&mut self, tile: Spot, mut from: usize, way: WayRound) -> ControlFlow<()> {
        assert!(way.steps < 8, "there is a way round the tile at {tile:?}");
        for _ in 0..way.steps {
            self.go(ring_step(from, way.turn))?;
            from = (from + way.turn) % 8;
        }
        ControlFlow::Continue(())
    }
}

/// A way of the blank round a tile.
#[derive(Clone, Copy)]
struct WayRound {
    /// What each step adds to the place in [`RING`]: 1, or 7 to go the other way.
    turn: usize,
    steps: i32,
    worth: i32,
}

/// The cells around a tile clockwise, as rows and columns to add.
const RING: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
];

/// The direction from each cell of the ring to the next.
const CLOCKWISE: [Direction; 8] = [
    Direction::Right,
    Direction::Right,
    Direction::Down,
    Direction::Down,
    Direction::Left,
    Direction::Left,
    Direction::Up,
    Direction::Up,
];

/// The direction from a cell of the ring to the one before it or after it.
fn ring_step(from: usize, turn: usize) -> Direction {
    match turn {
        1 => CLOCKWISE[from],
        _ => CLOCKWISE[(from + 7) % 8].opposite(),
    }
}

/// The index in the ring of the neighbour in a direction.
fn ring_side(direction: Direction) -> usize {
    match direction {
        Direction::Up => 1,
        Direction::Right => 3,
        Direction::Down => 5,
        Direction::Left => 7,
    }
}

fn ring_spot(tile: Spot, place: usize) -> Spot {
    Spot {
        row: tile.row + RING[place].0,
        col: tile.col + RING[place].1,
    }
}

/// The index of a spot in the ring around a tile, if it is in it.
fn ring_place(tile: Spot, spot: Spot) -> Option<usize> {
    let (rows, cols) = (spot.row - tile.row, spot.col - tile.col);
    if rows.abs() > 1 || cols.abs() > 1 {
        return None;
    }
    RING.iter().position(|&ring| ring == (rows, cols))
}

/// Whether a tile is in a straight line between the blank and the cell next to the tile to which the blank should go.
pub(super) fn behind(blank: Spot, tile: Spot, front: Spot) -> bool {
    let (rows, cols) = (front.row - tile.row, front.col - tile.col);
    let (down, right) = (tile.row - blank.row, tile.col - blank.col);
    rows * right == cols * down && rows * down + cols * right > 0
}

/// The direction from a spot to one in the same row or column.
pub(super) fn direction(from: Spot, to: Spot) -> Direction {
    let [vertical, horizontal] = from.towards(to);
    vertical.or(horizontal).expect("the spots differ")
}
