//! Solves every board line by line: it never fails, does no search, and takes time proportional to the length of the
//! solution.
//!
//! First the blank [drifts](super::drift) until the tiles of a disordered board are near their homes. Then lines at the
//! edges of the open cells are finished one by one, rows or columns so that the longer side gets shorter, until six
//! cells are left, among them the blank's goal cell; a table has their shortest solution. The tiles of a line are
//! [carried](super::carry) home one after the other from one end. The last two need space: one is parked at the goal
//! cell of the other, the other is carried behind it, and another table moves both into place.
//!
//! It needs sixteen bytes of memory per cell. Mean lengths on random boards are 1.32 n³ for n = 100 and 1.35 n³ for
//! n = 1000; the known procedures of this kind need 8/3 n³ (Parberry, *Solving the (n² − 1)-puzzle with 8/3 n³ expected moves*, Algorithms
//! 8(3), 2015).

use crate::large::carry::{Floor, behind, direction};
use crate::large::corner::{CELLS, Corner, LONGEST_TURN, Trio, last_cells};
use crate::large::drift::{drift, longest_walk};
use crate::large::field::{Area, Field, Spot};
use crate::puzzle::{Direction, Move, Problem, Shape};
use crate::space::homes;
use std::ops::ControlFlow;

/// Reports the moves of a solution one after the other. [`ControlFlow::Break`] stops it immediately.
///
/// There are at most [`longest`] of them. The same problem gives the same moves on every machine.
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin::{Goal, Problem, Shape, large, tools::generate::Generator};
/// let goal = Goal::Last.board(Shape::new(12, 17)?);
/// let problem = Problem::new(Generator::new(1).random(&goal), goal)?;
/// let mut moves = Vec::new();
/// let _ = large::construct(&problem, |m| {
///     moves.push(m);
///     ControlFlow::Continue(())
/// });
/// assert!(problem.certify(moves).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn construct(
    problem: &Problem,
    on_move: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let start = problem.start();
    let homes = homes(start, problem.goal()).map(|home| home as u32);
    let homes: Vec<u32> = homes.collect();
    finish(start.shape(), &homes, start.blank().index(), on_move)
}

/// No solution of [`construct`] on a board of this shape is longer: (R + C) · (7RC + 22) + 21 for R rows and C columns.
///
/// 1. The drift has at most (R + C) · RC moves.
/// 2. A carried tile takes at most 6 moves for each row and each column (the blank comes to it, then five for a step, as
///    `carry.rs` says), together 6 · (R + C) · RC.
/// 3. A line adds at most 4 moves in which the blank comes into the corner, and those of the table for the last two
///    tiles, 18 at most. There are fewer than R + C lines.
/// 4. The last six cells need at most 21 moves, as every board of 2×3.
pub fn longest(shape: Shape) -> u64 {
    let (rows, cols) = (u64::from(shape.rows()), u64::from(shape.cols()));
    longest_walk(rows, cols) + (rows + cols) * (6 * rows * cols + 4 + LONGEST_TURN) + 21
}

/// [`construct`] for a board that is partly solved.
///
/// `tiles` has the goal cell of each cell's tile, and at the cell `blank` the blank's goal cell. Tiles near their homes
/// cost few moves, and finished lines at the edges none.
pub(crate) fn finish(
    shape: Shape,
    tiles: &[u32],
    blank: usize,
    on_move: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if shape.is_line() {
        return along_the_line(shape, tiles[blank] as usize, blank, on_move);
    }
    let mut field = Field::new(shape, tiles, blank, on_move);
    let mut open = Area::of(shape);
    peel(&field, &mut open);
    drift(&mut field, open)?;
    let mut builder = Builder {
        blank_home: field.home(field.blank()),
        corner: Corner::new(),
        floor: Floor::new(shape, field, open),
    };
    builder.run()
}

/// Where no tile can pass another, the blank moves to its goal cell, and all tiles are home then.
fn along_the_line(
    shape: Shape,
    home: usize,
    mut blank: usize,
    mut on_move: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (back, forth) = match shape.rows() {
        1 => (Move::Left, Move::Right),
        _ => (Move::Up, Move::Down),
    };
    while blank != home {
        // The tile moves in the opposite direction.
        on_move(if blank < home { back } else { forth })?;
        blank = if blank < home { blank + 1 } else { blank - 1 };
    }
    ControlFlow::Continue(())
}

/// A row or column at an edge of the open cells.
#[derive(Clone, Copy)]
struct Line {
    from: Spot,
    to: Spot,
    /// The direction away from the edge.
    inward: Direction,
}

/// The lines at the edges that can be finished: the blank does not belong there, and two rows and two columns remain.
fn lines(open: Area, blank_home: Spot) -> impl Iterator<Item = Line> {
    let (top, bottom, left, right) = (open.top, open.bottom - 1, open.left, open.right - 1);
    let line = move |from: (i32, i32), to: (i32, i32), inward| Line {
        from: Spot {
            row: from.0,
            col: from.1,
        },
        to: Spot {
            row: to.0,
            col: to.1,
        },
        inward,
    };
    let all = [
        line((top, left), (top, right), Direction::Down),
        line((bottom, left), (bottom, right), Direction::Up),
        line((top, left), (bottom, left), Direction::Right),
        line((top, right), (bottom, right), Direction::Left),
    ];
    all.into_iter().filter(move |line| {
        let side = match line.inward {
            Direction::Down | Direction::Up => open.height(),
            Direction::Right | Direction::Left => open.width(),
        };
        side > 2 && !Area::around(line.from, line.to).contains(blank_home)
    })
}

/// Removes a finished line from the open cells.
fn close(open: &mut Area, line: Line) {
    match line.inward {
        Direction::Down => open.top += 1,
        Direction::Up => open.bottom -= 1,
        Direction::Right => open.left += 1,
        Direction::Left => open.right -= 1,
    }
}

/// Removes the lines at the edges whose tiles are all at home.
fn peel<F: FnMut(Move) -> ControlFlow<()>>(field: &Field<F>, open: &mut Area) {
    let blank_home = field.home(field.blank());
    let finished = |line: &Line| {
        let mut spots = Area::around(line.from, line.to).spots();
        spots.all(|spot| field.home(spot) == spot)
    };
    while let Some(line) = lines(*open, blank_home).find(finished) {
        close(open, line);
    }
}

struct Builder<F> {
    floor: Floor<F>,
    blank_home: Spot,
    corner: Corner,
}

impl<F: FnMut(Move) -> ControlFlow<()>> Builder<F> {
    fn run(&mut self) -> ControlFlow<()> {
        loop {
            peel(&self.floor.field, &mut self.floor.open);
            let open = self.floor.open;
            if (open.height() * open.width()) as usize <= CELLS {
                return self.end();
            }
            let line = self.next_line();
            self.finish_line(line)?;
            close(&mut self.floor.open, line);
        }
    }

    /// Chooses a line along the shorter side: the top or the left one unless the blank belongs there. It begins at the
    /// end nearest to the blank.
    ///
    /// Finishing the lines in a spiral takes 14 to 25 % more moves: tiles that are pushed away from one side have to
    /// come back from the next.
    fn next_line(&self) -> Line {
        let open = self.floor.open;
        let longer = |line: &Line| match line.inward {
            Direction::Down | Direction::Up => open.height() >= open.width(),
            Direction::Right | Direction::Left => open.width() >= open.height(),
        };
        let lines = lines(open, self.blank_home).filter(longer);
        let ends = lines.flat_map(|line| {
            let Line { from, to, inward } = line;
            let reversed = Line {
                from: to,
                to: from,
                inward,
            };
            [line, reversed]
        });
        let blank = self.floor.field.blank();
        let best = ends.min_by_key(|line| {
            let opposite = matches!(line.inward, Direction::Up | Direction::Left);
            (opposite, blank.distance(line.from))
        });
        best.expect("the blank belongs at one of two opposite edges at most")
    }

    fn finish_line(&mut self, line: Line) -> ControlFlow<()> {
        let along = direction(line.from, line.to);
        let mut home = line.from;
        self.floor.done = Area::NONE;
        while home.distance(line.to) > 1 {
            self.floor.carry(home, home)?;
            self.floor.done = Area::around(line.from, home);
            home = home.next(along);
        }
        self.finish_pair(line, [home, line.to])?;
        self.floor.done = Area::NONE;
        ControlFlow::Continue(())
    }

    /// Brings the last two tiles of a line home.
    fn finish_pair(&mut self, line: Line, homes: [Spot; 2]) -> ControlFlow<()> {
        let places = homes.map(|home| self.floor.place(home));
        if places == homes {
            return ControlFlow::Continue(());
        }
        let cells = corner_cells(homes, line.inward);
        let in_corner = |spot: &Spot| cells.contains(spot);
        if !places.iter().all(in_corner) || !in_corner(&self.floor.field.blank()) {
            let (parked, other) = self.which_to_park(homes, places, line.inward);
            self.floor.carry(homes[parked], homes[other])?;
            self.floor.done = Area::around(line.from, line.to);
            self.enter(homes[other], &cells)?;
        }
        self.turn_in(homes, &cells)
    }

    /// Which of a line's last two tiles is carried first, to the home of the other: the choice with the smaller
    /// estimate.
    fn which_to_park(
        &self,
        homes: [Spot; 2],
        places: [Spot; 2],
        inward: Direction,
    ) -> (usize, usize) {
        let blank = self.floor.field.blank();
        let cost = |&(parked, other): &(usize, usize)| {
            let park = homes[other];
            blank.distance(places[parked])
                + 3 * places[parked].distance(park)
                + park.distance(places[other])
                + 3 * places[other].distance(park.next(inward))
        };
        let orders = [(0, 1), (1, 0)];
        orders.into_iter().min_by_key(cost).expect("there are two")
    }

    /// Brings a tile and the blank into a corner, where the other tile is in one of the first two cells.
    fn enter(&mut self, home: Spot, cells: &[Spot; CELLS]) -> ControlFlow<()> {
        let floor = &mut self.floor;
        let tile = floor.place(home);
        if !cells.contains(&tile) {
            let nearest = cells[2..].iter().min_by_key(|&&cell| tile.distance(cell));
            floor.carry(home, *nearest.expect("a corner has six cells"))?;
        }
        let tile = floor.place(home);
        while !cells.contains(&floor.field.blank()) {
            let blank = floor.field.blank();
            // The tile must not be pushed out again.
            let goals = cells[2..].iter();
            let goals = goals.filter(|&&cell| cell != tile && !behind(blank, tile, cell));
            let goal = goals.min_by_key(|&&cell| blank.distance(cell));
            let goal = *goal.expect("a tile does not hide three cells");
            let ways = blank.towards(goal).into_iter().flatten();
            let ways = ways.filter(|&way| floor.allows(blank.next(way)) && blank.next(way) != tile);
            let best = ways.max_by_key(|&way| floor.field.worth(way));
            floor.go(best.expect("a tile does not bar both ways"))?;
        }
        ControlFlow::Continue(())
    }

    /// Moves the last two tiles of a line into place when they and the blank are in its corner.
    fn turn_in(&mut self, homes: [Spot; 2], cells: &[Spot; CELLS]) -> ControlFlow<()> {
        loop {
            let number = |spot: Spot| {
                let found = cells.iter().position(|&cell| cell == spot);
                found.expect("both tiles and the blank are in the corner")
            };
            let blank = self.floor.field.blank();
            let next = self.corner.next(Trio {
                first: number(self.floor.place(homes[0])),
                second: number(self.floor.place(homes[1])),
                blank: number(blank),
            });
            let Some(next) = next else {
                return ControlFlow::Continue(());
            };
            self.floor.go(direction(blank, cells[next]))?;
        }
    }

    /// Solves the last cells.
    fn end(&mut self) -> ControlFlow<()> {
        let open = self.floor.open;
        let number =
            |spot: Spot| ((spot.row - open.top) * open.width() + spot.col - open.left) as usize;
        let field = &self.floor.field;
        let tiles: Vec<usize> = open.spots().map(|spot| number(field.home(spot))).collect();
        let blank = number(field.blank());
        for direction in last_cells(open.width() as usize, &tiles, blank) {
            self.floor.go(direction)?;
        }
        ControlFlow::Continue(())
    }
}

/// The cells of a line's corner in the order of [`Corner`].
fn corner_cells([first, second]: [Spot; 2], inward: Direction) -> [Spot; CELLS] {
    let behind = [first.next(inward), second.next(inward)];
    let farther = behind.map(|spot| spot.next(inward));
    [first, second, behind[0], behind[1], farther[0], farther[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(shape: Shape, tiles: &[u32], blank: usize) -> u64 {
        let mut moves = 0;
        let _ = finish(shape, tiles, blank, |_| {
            moves += 1;
            ControlFlow::Continue(())
        });
        moves
    }

    #[test]
    fn finished_lines_cost_nothing() {
        // Only the last two rows of 40 are wrong: three tiles exchanged.
        let shape = Shape::new(40, 40).unwrap();
        let mut tiles: Vec<u32> = (0..1600).collect();
        let blank = 1599;
        (tiles[1520], tiles[1521], tiles[1560]) = (1521, 1560, 1520);
        assert!(count(shape, &tiles, blank) < 100);
    }

    #[test]
    fn tiles_at_home_cost_little() {
        let shape = Shape::new(40, 40).unwrap();
        let mut tiles: Vec<u32> = (0..1600).collect();
        (tiles[0], tiles[820], tiles[410]) = (820, 410, 0);
        let moves = count(shape, &tiles, 1599);
        assert!(moves < 20_000, "{moves}");
    }
}
