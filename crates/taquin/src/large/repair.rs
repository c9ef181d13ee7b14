//! Repairs a board on which only a few tiles are misplaced.
//!
//! On such a board, small groups of tiles far apart are permuted. To repair one after the other, the blank must visit
//! them, and each walk shifts the tiles on its way by one. So the goal moves with the blank: the tiles on its *trail*
//! are where they should be when the blank is at the end of the trail. A walk then changes nothing about what is
//! misplaced. A small [beam](super::beam) solves a window around each group. When all groups are repaired, the blank
//! returns along its trail.
//!
//! A window can be repaired only if its permutation is even. Otherwise two tiles are left exchanged where the window is
//! closest to the next odd group.

use super::beam::{Beam, Manner};
use super::lattice::{Lattice, Position};
use super::layer::{Layer, Layers};
use super::score::{Norm, Score, Weights};
use super::window::Window;
use crate::puzzle::{Move, Shape};
use crate::search::Stats;

/// The moves that solve the board; `None` if no repair was found, because too many tiles are misplaced in one place,
/// because `boards` were generated, or because `go_on` stopped it. The caller does the same in all these cases.
pub(super) fn repair(
    lattice: &Lattice,
    position: &Position,
    boards: u64,
    mut go_on: impl FnMut(&Stats) -> bool,
) -> Option<Vec<Move>> {
    let mut repair = Repair::new(lattice, position, boards);
    // Each iteration repairs a group, or brings two exchanged tiles closer to others.
    for _ in 0..2 * lattice.shape().area() {
        let Some(window) = repair.nearest() else {
            repair.go_home();
            return Some(repair.moves);
        };
        repair.enter(window);
        let job = repair.job(window)?;
        let solved = repair.solve(&job);
        if !go_on(&repair.stats) {
            return None;
        }
        solved?;
    }
    None
}

/// Windows with more cells are not solved.
const MAX_WINDOW: usize = 64;

/// The margin of a window around the misplaced tiles.
const MARGIN: usize = 1;

/// A window that moves two exchanged tiles extends towards where they should go.
const STRIDE: usize = 3;

/// A window, and the tiles that its cells should have.
struct Job {
    window: Window,
    wanted: Vec<u16>,
}

struct Repair<'a> {
    lattice: &'a Lattice,
    board: Position,
    /// The goal, with the blank at the end of its trail.
    goal: Vec<u16>,
    /// The blank's path from its home.
    trail: Vec<Move>,
    moves: Vec<Move>,
    /// The most boards that may be generated.
    boards: u64,
    stats: Stats,
}

impl<'a> Repair<'a> {
    fn new(lattice: &'a Lattice, position: &Position, boards: u64) -> Repair<'a> {
        let mut repair = Repair {
            lattice,
            board: position.clone(),
            goal: (0..position.tiles.len()).map(|cell| cell as u16).collect(),
            trail: Vec::new(),
            moves: Vec::new(),
            boards,
            stats: Stats::default(),
        };
        let mut blank = usize::from(position.tiles[position.blank]);
        for m in repair.first_trail(blank) {
            let next = lattice.next(blank, m);
            repair.goal.swap(blank, next);
            repair.trail.push(m);
            blank = next;
        }
        repair
    }

    /// A straight path from the blank's home to the blank on which as many tiles as possible are already shifted.
    fn first_trail(&self, home: usize) -> Vec<Move> {
        let (lattice, tiles) = (self.lattice, &self.board.tiles);
        let end = self.board.blank;
        let (rows, cols) = (
            lattice.row(end).abs_diff(lattice.row(home)),
            lattice.col(end).abs_diff(lattice.col(home)),
        );
        let (down, aside) = directions(lattice, home, end);
        // A tile that lies one step back on the trail is right; one that lies at its home would be wrong.
        let step = |(worth, from): (i32, usize), m| {
            let to = lattice.next(from, m);
            let is_at = |cell: usize| i32::from(usize::from(tiles[cell]) == to);
            (worth + is_at(from) - is_at(to), to)
        };
        let width = cols + 1;
        let mut best = vec![((0, home), down); (rows + 1) * width];
        for place in 1..best.len() {
            let above = (place >= width).then(|| (step(best[place - width].0, down), down));
            let beside =
                (!place.is_multiple_of(width)).then(|| (step(best[place - 1].0, aside), aside));
            let ways = above.into_iter().chain(beside);
            best[place] = ways
                .max_by_key(|((worth, _), _)| *worth)
                .expect("there is a way");
        }
        let mut trail = Vec::new();
        let mut place = best.len() - 1;
        while place > 0 {
            let (_, m) = best[place];
            trail.push(m);
            place -= if m == down { width } else { 1 };
        }
        trail.reverse();
        trail
    }

    fn wrong(&self) -> impl Iterator<Item = usize> {
        let cells = 0..self.goal.len();
        cells.filter(|&cell| self.board.tiles[cell] != self.goal[cell])
    }

    /// The next cell to repair: the nearest to the blank.
    fn nearest(&self) -> Option<Window> {
        let lattice = self.lattice;
        let away = |cell: &usize| lattice.distance(*cell, self.board.blank);
        let first = self.wrong().min_by_key(away)?;
        let tile = self.goal[first];
        let place = self.board.tiles.iter().position(|&other| other == tile);
        let place = place.expect("every tile is somewhere");
        Some(Window::around(lattice, &[first, place]).widened(lattice, MARGIN))
    }

    /// The target for a window; the blank is in it.
    fn job(&self, window: Window) -> Option<Job> {
        let lattice = self.lattice;
        if let Ok(wanted) = self.wanted(window) {
            return Some(Job { window, wanted });
        }
        // Two tiles are exchanged: they can be repaired only together with others.
        let outside = self.wrong().filter(|&cell| !window.holds(lattice, cell));
        let other = outside.min_by_key(|&cell| window.distance(lattice, cell))?;
        let other = Window::around(lattice, &[other]);
        let both = window.with(other.widened(lattice, MARGIN));
        if both.rows() * both.cols() <= MAX_WINDOW / 2
            && let Ok(wanted) = self.wanted(both)
        {
            return Some(Job {
                window: both,
                wanted,
            });
        }
        let window = window.towards(other, STRIDE);
        let wanted = self.wanted(window).unwrap_or_else(|mut wanted| {
            let (a, b) = self.pair(window, other);
            wanted.swap(a, b);
            wanted
        });
        Some(Job { window, wanted })
    }

    /// The tiles that the cells of a window can have: every tile at its target, if that is in the window, and others as
    /// near to it as possible. An error if all could be at their targets, but only by an odd permutation.
    fn wanted(&self, window: Window) -> Result<Vec<u16>, Vec<u16>> {
        let cells: Vec<usize> = window.cells(self.lattice).collect();
        let mut wanted = self.board.tiles.clone();
        let mut is_odd = false;
        for &cell in &cells {
            let tile = self.goal[cell];
            let place = cells.iter().find(|&&other| wanted[other] == tile);
            if let Some(&place) = place
                && place != cell
            {
                wanted.swap(cell, place);
                is_odd = !is_odd;
            }
        }
        let loose: Vec<usize> = cells
            .into_iter()
            .filter(|&cell| wanted[cell] != self.goal[cell])
            .collect();
        if self.arrange(&loose, &mut wanted, is_odd) {
            Ok(wanted)
        } else {
            Err(wanted)
        }
    }

    /// Exchanges the tiles that cannot reach their targets so that they are nearer to them; makes the permutation even.
    fn arrange(&self, loose: &[usize], wanted: &mut [u16], mut is_odd: bool) -> bool {
        let place = |tile: u16| {
            let place = self.goal.iter().position(|&other| other == tile);
            place.expect("every tile is wanted somewhere")
        };
        let places: Vec<(u16, usize)> = loose
            .iter()
            .map(|&cell| (wanted[cell], place(wanted[cell])))
            .collect();
        let home = |tile: u16| {
            let found = places.iter().find(|(other, _)| *other == tile);
            found.expect("only loose tiles are exchanged").1
        };
        loop {
            let cost = |wanted: &[u16], cell: usize, at: usize| {
                self.lattice.distance(home(wanted[cell]), at) as i32
            };
            let pairs = loose
                .iter()
                .enumerate()
                .flat_map(|(index, &a)| loose[index + 1..].iter().map(move |&b| (a, b)));
            let rise = |&(a, b): &(usize, usize)| {
                cost(wanted, a, b) + cost(wanted, b, a) - cost(wanted, a, a) - cost(wanted, b, b)
            };
            let best = pairs.map(|pair| (rise(&pair), pair)).min();
            match best {
                Some((rise, (a, b))) if rise < 0 || is_odd => {
                    wanted.swap(a, b);
                    is_odd = !is_odd;
                    // An exchange that brings no tile nearer is the last.
                    if rise >= 0 {
                        return true;
                    }
                }
                _ => return !is_odd,
            }
        }
    }

    /// Makes a move; the goal moves with it.
    fn walk(&mut self, m: Move) {
        let next = self.lattice.next(self.board.blank, m);
        self.goal.swap(self.board.blank, next);
        if self.trail.last() == Some(&m.opposite()) {
            self.trail.pop();
        } else {
            self.trail.push(m);
        }
        self.play(m);
    }

    fn play(&mut self, m: Move) {
        self.board.play(self.lattice, &[m]);
        self.moves.push(m);
    }

    /// Moves the blank into the window.
    fn enter(&mut self, window: Window) {
        let lattice = self.lattice;
        let to = window.nearest(lattice, self.board.blank);
        while self.board.blank != to {
            let blank = self.board.blank;
            let closer = |m: &Move| {
                lattice.allows(blank, *m)
                    && lattice.distance(lattice.next(blank, *m), to) < lattice.distance(blank, to)
            };
            // Back along the trail, if that leads into the window.
            let back = self.trail.last().map(|m| m.opposite());
            let mut ways = back.into_iter().chain(Move::ALL);
            let m = ways.find(closer).expect("one direction leads closer");
            self.walk(m);
        }
    }

    /// Two neighbours in the window, as close as possible to another cell.
    fn pair(&self, window: Window, other: Window) -> (usize, usize) {
        let lattice = self.lattice;
        let free = |&cell: &usize| cell != self.board.blank;
        let away = |&cell: &usize| other.distance(lattice, cell);
        let cells = || window.cells(lattice).filter(free);
        let first = cells().min_by_key(away).expect("a window has tiles");
        let beside = |&cell: &usize| lattice.distance(cell, first) == 1;
        let second = cells().filter(beside).min_by_key(away);
        (first, second.expect("a window has two rows and columns"))
    }

    /// Repairs a window; `None` if it is too large or the beam fails.
    fn solve(&mut self, job: &Job) -> Option<()> {
        let window = job.window;
        if window.rows() * window.cols() > MAX_WINDOW {
            return None;
        }
        let cells: Vec<usize> = window.cells(self.lattice).collect();
        let tiles = cells.iter().map(|&cell| {
            let tile = self.board.tiles[cell];
            let place = cells.iter().position(|&cell| job.wanted[cell] == tile);
            place.expect("the tiles stay in the window") as u16
        });
        let inner = Position {
            tiles: tiles.collect(),
            blank: cells
                .iter()
                .position(|&cell| cell == self.board.blank)
                .expect("the blank is in the window"),
        };
        let shape = Shape::new(window.rows() as u32, window.cols() as u32);
        let inner_lattice = Lattice::new(shape.expect("a window has cells"));
        let moves = small_solution(&inner_lattice, &inner, self.boards, &mut self.stats)?;
        moves.into_iter().for_each(|m| self.play(m));
        Some(())
    }

    fn go_home(&mut self) {
        while let Some(m) = self.trail.pop() {
            self.play(m.opposite());
        }
    }
}

/// The moves that bring the blank towards another cell, by rows and by columns.
fn directions(lattice: &Lattice, from: usize, to: usize) -> (Move, Move) {
    let by_rows = if lattice.row(to) >= lattice.row(from) {
        Move::Up
    } else {
        Move::Down
    };
    let by_cols = if lattice.col(to) >= lattice.col(from) {
        Move::Left
    } else {
        Move::Right
    };
    (by_rows, by_cols)
}

/// A short solution of a small board, if a beam finds one before `boards` are generated in all.
fn small_solution(
    lattice: &Lattice,
    position: &Position,
    boards: u64,
    stats: &mut Stats,
) -> Option<Vec<Move>> {
    let weights = Weights {
        norm: Norm::Sum,
        power: 1.5,
        pair: 2.0,
        ring: 6.0,
    };
    let manner = Manner {
        hill: 0.0,
        room: f64::INFINITY,
    };
    let score = Score::new(lattice, weights);
    [200, 2000].into_iter().find_map(|width| {
        let mut beam = Beam::new(&score, manner, position);
        let solution = loop {
            match beam.advance(width, 6 * lattice.shape().area() + 40) {
                Layer::Solved(moves) => break Some(moves),
                Layer::Closed => break None,
                Layer::Open if stats.generated + beam.stats().generated >= boards => break None,
                Layer::Open => {}
            }
        };
        *stats = stats.followed_by(beam.stats());
        solution
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solved board with some exchanges, after the blank has walked.
    fn board(lattice: &Lattice, exchanges: &[(u16, u16)], walk: &[Move]) -> Position {
        let cells = lattice.shape().area();
        let mut board = Position {
            tiles: (0..cells as u16).collect(),
            blank: cells - 1,
        };
        for &(a, b) in exchanges {
            board.tiles.swap(a.into(), b.into());
        }
        board.play(lattice, walk);
        board
    }

    #[test]
    fn what_is_wrong_is_put_right_wherever_it_is() {
        let lattice = Lattice::new(Shape::new(12, 15).unwrap());
        let walk = [Move::Down, Move::Down, Move::Right, Move::Down, Move::Right];
        let cases: [(&[(u16, u16)], usize); 6] = [
            (&[], 5),
            // Three tiles in a cycle, near and far.
            (&[(0, 1), (1, 2)], 90),
            (&[(176, 177), (177, 162)], 60),
            // Two exchanges far apart.
            (&[(0, 1), (100, 101)], 400),
            (&[(14, 29), (165, 166)], 500),
            (
                &[(0, 1), (1, 2), (50, 51), (80, 65), (65, 66), (140, 155)],
                500,
            ),
        ];
        for (exchanges, longest) in cases {
            let mut board = board(&lattice, exchanges, &walk);
            let moves = repair(&lattice, &board, u64::MAX, |_| true).unwrap();
            assert!(moves.len() <= longest, "{exchanges:?}: {}", moves.len());
            board.play(&lattice, &moves);
            assert!(board.tiles.is_sorted(), "{exchanges:?}");
        }
    }

    #[test]
    fn tiles_too_far_from_home_are_left_to_others() {
        let lattice = Lattice::new(Shape::new(12, 15).unwrap());
        let far = board(&lattice, &[(0, 178), (1, 177)], &[]);
        assert_eq!(repair(&lattice, &far, u64::MAX, |_| true), None);
    }

    #[test]
    fn a_repair_ends_when_its_boards_are_generated() {
        let lattice = Lattice::new(Shape::new(12, 15).unwrap());
        let near = board(&lattice, &[(0, 1), (1, 2)], &[]);
        let limited = |boards| {
            let mut generated = 0;
            let moves = repair(&lattice, &near, boards, |stats| {
                generated = stats.generated;
                true
            });
            (moves.is_some(), generated)
        };
        let (is_repaired, all) = limited(u64::MAX);
        assert!(is_repaired && all > 1500, "{all}");
        let (is_repaired, some) = limited(500);
        assert!(!is_repaired && (500..1400).contains(&some), "{some}");
    }
}
