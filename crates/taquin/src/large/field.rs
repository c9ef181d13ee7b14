//! A board as the solvers of large boards see it: each tile is identified by its home, its goal cell.

use crate::puzzle::{Direction, Move, Shape};
use std::ops::ControlFlow;

/// A cell by its row and column. It may lie outside the board, which is how edges are detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) row: i32,
    pub(super) col: i32,
}

impl Spot {
    /// The neighbour in a direction.
    pub(super) const fn next(self, direction: Direction) -> Spot {
        let Spot { row, col } = self;
        match direction {
            Direction::Up => Spot { row: row - 1, col },
            Direction::Down => Spot { row: row + 1, col },
            Direction::Left => Spot { row, col: col - 1 },
            Direction::Right => Spot { row, col: col + 1 },
        }
    }

    /// Where a tile from here is after a move.
    pub(super) const fn after(self, m: Move) -> Spot {
        self.next(going(m))
    }

    /// The number of steps between two spots.
    pub(super) const fn distance(self, other: Spot) -> i32 {
        (self.row - other.row).abs() + (self.col - other.col).abs()
    }

    /// The directions that lead closer to `other`: the vertical one, then the horizontal one.
    pub(super) fn towards(self, other: Spot) -> [Option<Direction>; 2] {
        let vertical = match other.row - self.row {
            0 => None,
            1.. => Some(Direction::Down),
            _ => Some(Direction::Up),
        };
        let horizontal = match other.col - self.col {
            0 => None,
            1.. => Some(Direction::Right),
            _ => Some(Direction::Left),
        };
        [vertical, horizontal]
    }
}

/// The direction in which a move takes its tile; the blank moves in the opposite one.
const fn going(m: Move) -> Direction {
    m.blank_direction().opposite()
}

/// The move that takes a tile in a direction.
pub(super) const fn move_in(direction: Direction) -> Move {
    direction.opposite().tile_move()
}

/// A rectangle of spots; it may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) top: i32,
    pub(super) left: i32,
    /// The first row below the area.
    pub(super) bottom: i32,
    /// The first column to the right of the area.
    pub(super) right: i32,
}

impl Area {
    pub(super) const NONE: Area = Area {
        top: 0,
        left: 0,
        bottom: 0,
        right: 0,
    };

    pub(super) const fn of(shape: Shape) -> Area {
        Area {
            top: 0,
            left: 0,
            bottom: shape.rows() as i32,
            right: shape.cols() as i32,
        }
    }

    /// The smallest area that contains both spots.
    pub(super) fn around(a: Spot, b: Spot) -> Area {
        Area {
            top: a.row.min(b.row),
            left: a.col.min(b.col),
            bottom: a.row.max(b.row) + 1,
            right: a.col.max(b.col) + 1,
        }
    }

    pub(super) const fn height(self) -> i32 {
        self.bottom - self.top
    }

    pub(super) const fn width(self) -> i32 {
        self.right - self.left
    }

    /// All spots, row by row.
    pub(super) fn spots(self) -> impl Iterator<Item = Spot> {
        (self.top..self.bottom)
            .flat_map(move |row| (self.left..self.right).map(move |col| Spot { row, col }))
    }

    pub(super) const fn contains(self, spot: Spot) -> bool {
        spot.row >= self.top
            && spot.row < self.bottom
            && spot.col >= self.left
            && spot.col < self.right
    }
}

/// The home of a tile: row and column in four bytes, so that a board of a million cells stays in the cache and no
/// division is needed.
#[derive(Clone, Copy, Debug)]
struct Home(u32);

/// How homes are packed.
#[derive(Clone, Copy, Debug)]
struct Homes {
    /// The number of bits of the column; the others are the row.
    bits: u32,
}

impl Homes {
    fn of(shape: Shape) -> Homes {
        Homes {
            bits: u32::BITS - shape.cols().leading_zeros(),
        }
    }

    fn pack(self, spot: Spot) -> Home {
        Home((spot.row as u32) << self.bits | spot.col as u32)
    }

    const fn spot(self, home: Home) -> Spot {
        Spot {
            row: (home.0 >> self.bits) as i32,
            col: (home.0 & ((1 << self.bits) - 1)) as i32,
        }
    }
}

/// The tiles, the blank, and the function that every move is reported to.
pub(super) struct Field<F> {
    cols: i32,
    homes: Homes,
    /// The home of the tile at each cell; at the blank's cell, the blank's home.
    tiles: Vec<Home>,
    blank: Spot,
    on_move: F,
}

impl<F: FnMut(Move) -> ControlFlow<()>> Field<F> {
    /// The tile at each cell is given by its goal cell, and so is the blank; `blank` is the blank's cell.
    pub(super) fn new(shape: Shape, tiles: &[u32], blank: usize, on_move: F) -> Field<F> {
        let cols = shape.cols();
        let homes = Homes::of(shape);
        let spot = |cell: u32| Spot {
            row: (cell / cols) as i32,
            col: (cell % cols) as i32,
        };
        Field {
            cols: cols as i32,
            homes,
            tiles: tiles.iter().map(|&cell| homes.pack(spot(cell))).collect(),
            blank: spot(blank as u32),
            on_move,
        }
    }

    pub(super) fn blank(&self) -> Spot {
        self.blank
    }

    /// The index of a spot in reading order.
    pub(super) fn index(&self, spot: Spot) -> usize {
        (spot.row * self.cols + spot.col) as usize
    }

    /// The spot at an index in reading order.
    pub(super) fn spot(&self, index: u32) -> Spot {
        Spot {
            row: index as i32 / self.cols,
            col: index as i32 % self.cols,
        }
    }

    /// The home of the tile, or of the blank, at `spot`.
    pub(super) fn home(&self, spot: Spot) -> Spot {
        self.homes.spot(self.tiles[self.index(spot)])
    }

    /// Replaces the tiles of an area, row by row, each given by its home.
    pub(super) fn put(&mut self, area: Area, homes: impl Iterator<Item = Spot>, blank: Spot) {
        for (spot, home) in area.spots().zip(homes) {
            let cell = self.index(spot);
            self.tiles[cell] = self.homes.pack(home);
        }
        self.blank = blank;
    }

    /// How many times the tile at `spot` must make a move to be at home; negative if it must go in the opposite
    /// direction.
    pub(super) fn pull(&self, spot: Spot, m: Move) -> i32 {
        let home = self.home(spot);
        match m {
            Move::Up => spot.row - home.row,
            Move::Down => home.row - spot.row,
            Move::Left => spot.col - home.col,
            Move::Right => home.col - spot.col,
        }
    }

    /// How much closer the tile at `spot` comes to its home by a move: 1 or -1.
    pub(super) fn gain(&self, spot: Spot, m: Move) -> i32 {
        if self.pull(spot, m) > 0 { 1 } else { -1 }
    }

    /// The sum of the distances of the tiles in an area from their homes.
    pub(super) fn distance(&self, area: Area) -> i64 {
        let spots = area.spots();
        spots
            .map(|spot| i64::from(spot.distance(self.home(spot))))
            .sum()
    }

    /// What the tiles gain in distance when the blank moves in a direction, where there must be a tile.
    pub(super) fn worth(&self, direction: Direction) -> i32 {
        self.gain(self.blank.next(direction), direction.tile_move())
    }

    /// Moves the blank in a direction, where there must be a tile. The move is not reported.
    pub(super) fn slide(&mut self, direction: Direction) {
        let to = self.blank.next(direction);
        let (old, new) = (self.index(self.blank), self.index(to));
        self.tiles.swap(old, new);
        self.blank = to;
    }

    /// Reports the move of the blank in a direction.
    pub(super) fn report(&mut self, direction: Direction) -> ControlFlow<()> {
        (self.on_move)(direction.tile_move())
    }
}
