//! Line by line.

use crate::board::Board;
use crate::large::corner::{CELLS, Corner, Trio, last_cells};
use crate::large::field::{Area, Field, Spot};
use crate::problem::Problem;
use crate::shape::{Move, Shape};
use std::ops::ControlFlow;

/// Tells the moves of a solution one after the other.
pub fn construct(
    problem: &Problem,
    on_move: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let start = problem.start();
    finish(
        start.shape(),
        &homes(start, problem.goal()),
        start.blank().index(),
        on_move,
    )
}

/// For every cell the cell where its tile belongs.
fn homes(start: &Board, goal: &Board) -> Vec<u32> {
    let places = goal.places();
    let home = |tile: &crate::board::Tile| places[tile.number() as usize].index() as u32;
    start.tiles().iter().map(home).collect()
}

/// The same from tiles.
pub(crate) fn finish(
    shape: Shape,
    tiles: &[u32],
    blank: usize,
    on_move: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut field = Field::new(shape, tiles, blank, on_move);
    crate::large::drift::drift(&mut field, Area::of(shape))?;
    Builder::new(shape, field).run()
}

/// The cells around a tile in the order in which the blank walks round it.
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

struct Builder<F> {
    field: Field<F>,
    /// Where each tile lies, by its home.
    places: Vec<u32>,
    blank_home: Spot,
    corner: Corner,
    /// The cells that are not in a finished line.
    open: Area,
    /// The finished part of the line at hand, or what the blank must leave alone for another reason.
    done: Area,
}

impl<F: FnMut(Move) -> ControlFlow<()>> Builder<F> {
    fn new(shape: Shape, field: Field<F>) -> Builder<F> {
        let mut places = vec![0; shape.area()];
        for index in 0..shape.area() as u32 {
            places[field.index(field.home(field.spot(index)))] = index;
        }
        Builder {
            blank_home: field.home(field.blank()),
            field,
            places,
            corner: Corner::new(),
            open: Area::of(shape),
            done: Area::NONE,
        }
    }

    fn run(mut self) -> ControlFlow<()> {
        while self.open.height() > 2 || self.open.width() > 2 {
            if (self.open.height() * self.open.width()) as usize <= CELLS {
                break;
            }
            let (from, to, inward) = self.next_line();
            self.line(from, to, inward)?;
            self.close(inward);
        }
        self.end()
    }

    /// Which line is next: its first and last cell, and the direction away from the edge.
    fn next_line(&self) -> (Spot, Spot, Move) {
        let open = self.open;
        let inward = if open.height() >= open.width() {
            if self.blank_home.row == open.top { Move::Up } else { Move::Down }
        } else if self.blank_home.col == open.left {
            Move::Left
        } else {
            Move::Right
        };
        let (top, bottom, left, right) = (open.top, open.bottom - 1, open.left, open.right - 1);
        let (from, to) = match inward {
            Move::Down => ((top, left), (top, right)),
            Move::Up => ((bottom, left), (bottom, right)),
            Move::Right => ((top, left), (bottom, left)),
            Move::Left => ((top, right), (bottom, right)),
        };
        let spot = |(row, col)| Spot { row, col };
        let (from, to) = (spot(from), spot(to));
        let blank = self.field.blank();
        if blank.distance(to) < blank.distance(from) {
            (to, from, inward)
        } else {
            (from, to, inward)
        }
    }

    fn close(&mut self, inward: Move) {
        match inward {
            Move::Down => self.open.top += 1,
            Move::Up => self.open.bottom -= 1,
            Move::Right => self.open.left += 1,
            Move::Left => self.open.right -= 1,
        }
    }

    fn line(&mut self, from: Spot, to: Spot, inward: Move) -> ControlFlow<()> {
        let along = from.towards(to).into_iter().flatten().next().expect("a line has two cells");
        let mut goal = from;
        self.done = Area::NONE;
        while goal.distance(to) > 1 {
            self.carry(goal, goal)?;
            self.done = Area::around(from, goal);
            goal = goal.next(along);
        }
        self.pair([goal, to], inward)
    }

    fn place(&self, home: Spot) -> Spot {
        self.field.spot(self.places[self.field.index(home)])
    }

    fn allowed(&self, spot: Spot) -> bool {
        self.open.contains(spot) && !self.done.contains(spot)
    }

    /// The blank goes in a direction.
    fn go(&mut self, direction: Move) -> ControlFlow<()> {
        let old = self.field.blank();
        self.field.slide(direction);
        let home = self.field.index(self.field.home(old));
        self.places[home] = self.field.index(old) as u32;
        self.field.tell(direction)
    }

    /// Brings the tile that belongs at `home` to `goal`.
    fn carry(&mut self, home: Spot, goal: Spot) -> ControlFlow<()> {
        let mut tile = self.place(home);
        while tile != goal {
            let (rows, cols) = ((goal.row - tile.row).abs(), (goal.col - tile.col).abs());
            let [vertical, horizontal] = tile.towards(goal);
            let vertical = vertical.map(|m| (m, if rows < cols { 2 } else { 0 }));
            let horizontal = horizontal.map(|m| (m, if cols < rows { 2 } else { 0 }));
            let step = [vertical, horizontal]
                .into_iter()
                .flatten()
                .filter(|&(m, _)| self.allowed(tile.next(m)))
                .min_by_key(|&(m, extra)| self.approach(tile, tile.next(m)) + extra);
            let (step, _) = step.expect("a tile can come closer to its goal");
            let front = tile.next(step);
            self.walk(tile, front)?;
            self.go(step.opposite())?;
            tile = front;
        }
        ControlFlow::Continue(())
    }

    /// About how many moves bring the blank to `front`, next to a tile.
    fn approach(&self, tile: Spot, front: Spot) -> i32 {
        let blank = self.field.blank();
        match ring_place(tile, blank) {
            Some(from) => self.around(tile, from, front).1,
            None => blank.distance(front) + if behind(blank, tile, front) { 2 } else { 0 },
        }
    }

    /// Brings the blank to `front`, next to a tile, which stays.
    fn walk(&mut self, tile: Spot, front: Spot) -> ControlFlow<()> {
        loop {
            let blank = self.field.blank();
            if blank == front {
                return ControlFlow::Continue(());
            }
            if let Some(from) = ring_place(tile, blank) {
                let (turn, steps) = self.around(tile, from, front);
                return self.turn(tile, from, turn, steps);
            }
            let ways = blank.towards(front).into_iter().flatten();
            let best = ways
                .filter(|&m| self.allowed(blank.next(m)))
                .max_by_key(|&m| self.field.worth(m) - if behind(blank.next(m), tile, front) { 4 } else { 0 });
            self.go(best.expect("the blank can come closer to a tile"))?;
        }
    }

    /// The better way round a tile to `front`: by how much the place in the ring changes, and in how many steps.
    fn around(&self, tile: Spot, from: usize, front: Spot) -> (usize, i32) {
        let way = |turn: usize| {
            let mut place = from;
            let mut steps = 0;
            let mut worth = 0;
            let mut before = ring_spot(tile, from);
            while before != front {
                place = (place + turn) % 8;
                let spot = ring_spot(tile, place);
                if !self.allowed(spot) {
                    return (turn, i32::MAX / 2, 0);
                }
                worth += self.field.gain(spot, direction(spot, before));
                steps += 1;
                before = spot;
            }
            (turn, steps, worth)
        };
        let (one, other) = (way(1), way(7));
        let best = if (one.1, -one.2) <= (other.1, -other.2) { one } else { other };
        (best.0, best.1)
    }

    fn turn(&mut self, tile: Spot, from: usize, turn: usize, steps: i32) -> ControlFlow<()> {
        assert!(steps < 8);
        let mut place = from;
        for _ in 0..steps {
            place = (place + turn) % 8;
            self.go(direction(self.field.blank(), ring_spot(tile, place)))?;
        }
        ControlFlow::Continue(())
    }

    /// Brings the last two tiles of a line home.
    fn pair(&mut self, homes: [Spot; 2], inward: Move) -> ControlFlow<()> {
        if homes.map(|home| self.place(home)) == homes {
            return ControlFlow::Continue(());
        }
        let cells = corner_cells(homes, inward);
        let find = |spot: Spot| cells.iter().position(|&cell| cell == spot);
        if [self.place(homes[0]), self.place(homes[1]), self.field.blank()].iter().any(|&spot| find(spot).is_none()) {
            self.carry(homes[0], homes[1])?;
            let saved = self.done;
            self.done = line_area(saved, homes);
            self.enter(homes[1], &cells)?;
            self.done = saved;
        }
        self.solve_corner(homes, &cells)
    }

    fn enter(&mut self, home: Spot, cells: &[Spot; CELLS]) -> ControlFlow<()> {
        let tile = self.place(home);
        if !cells.contains(&tile) {
            let nearest = cells[2..].iter().min_by_key(|&&cell| tile.distance(cell));
            self.carry(home, *nearest.expect("a corner has cells"))?;
        }
        let tile = self.place(home);
        while !cells.contains(&self.field.blank()) {
            let blank = self.field.blank();
            let goal = cells[2..].iter().filter(|&&cell| cell != tile && !behind(blank, tile, cell)).min_by_key(|&&cell| blank.distance(cell)).expect("");
            let ways = blank.towards(*goal).into_iter().flatten();
            let best = ways
                .filter(|&m| self.allowed(blank.next(m)) && blank.next(m) != tile)
                .max_by_key(|&m| self.field.worth(m));
            self.go(best.expect("way"))?;
        }
        ControlFlow::Continue(())
    }

    fn solve_corner(&mut self, homes: [Spot; 2], cells: &[Spot; CELLS]) -> ControlFlow<()> {
        loop {
            let find = |spot: Spot| cells.iter().position(|&cell| cell == spot).expect("in the corner");
            let trio = Trio {
                first: find(self.place(homes[0])),
                second: find(self.place(homes[1])),
                blank: find(self.field.blank()),
            };
            let Some(next) = self.corner.next(trio) else {
                return ControlFlow::Continue(());
            };
            self.go(direction(self.field.blank(), cells[next]))?;
        }
    }

    fn end(&mut self) -> ControlFlow<()> {
        let open = self.open;
        let cols = open.width();
        let number = |spot: Spot| (spot.row - open.top) * cols + spot.col - open.left;
        let spots = (open.top..open.bottom).flat_map(|row| (open.left..open.right).map(move |col| Spot { row, col }));
        let tiles: Vec<u8> = spots.map(|spot| number(self.field.home(spot)) as u8).collect();
        for direction in last_cells(cols as usize, &tiles, number(self.field.blank()) as usize) {
            self.go(direction)?;
        }
        ControlFlow::Continue(())
    }
}

fn line_area(done: Area, homes: [Spot; 2]) -> Area {
    let pair = Area::around(homes[0], homes[1]);
    if done == Area::NONE {
        return pair;
    }
    Area {
        top: done.top.min(pair.top),
        left: done.left.min(pair.left),
        bottom: done.bottom.max(pair.bottom),
        right: done.right.max(pair.right),
    }
}

fn corner_cells([first, second]: [Spot; 2], inward: Move) -> [Spot; CELLS] {
    [
        first,
        second,
        first.next(inward),
        second.next(inward),
        first.next(inward).next(inward),
        second.next(inward).next(inward),
    ]
}

fn direction(from: Spot, to: Spot) -> Move {
    from.towards(to).into_iter().flatten().next().expect("two cells")
}

/// Whether the tile lies between the blank and the cell to which the blank wants to go.
fn behind(blank: Spot, tile: Spot, front: Spot) -> bool {
    let step = (front.row - tile.row, front.col - tile.col);
    let off = (tile.row - blank.row, tile.col - blank.col);
    (step.0 * off.1 == step.1 * off.0) && step.0 * off.0 + step.1 * off.1 > 0
}

fn ring_place(tile: Spot, spot: Spot) -> Option<usize> {
    let offset = (spot.row - tile.row, spot.col - tile.col);
    if offset.0.abs() > 1 || offset.1.abs() > 1 {
        return None;
    }
    RING.iter().position(|&ring| ring == offset)
}

fn ring_spot(tile: Spot, place: usize) -> Spot {
    Spot {
        row: tile.row + RING[place].0,
        col: tile.col + RING[place].1,
    }
}
