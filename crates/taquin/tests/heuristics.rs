//! Every heuristic keeps its laws and equals its slow twin: on every board of small shapes, and along random walks.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]

mod common;

use common::{board, shape};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::collections::{HashMap, VecDeque};
use taquin::board::Board;
use taquin::goal::Goal;
use taquin::heuristic::{
    Gaschnig, Hamming, Heuristic, LinearConflict, Manhattan, Max, WalkingDistance, Zero,
};
use taquin::problem::Problem;
use taquin::shape::{Cell, Move, Shape};
use taquin::space::{Arrangement, MoveOrder, Packed16, Packed25, Space, Wide};

/// A board as heuristics see it.
#[derive(Clone, Debug)]
struct Plain {
    homes: Vec<usize>,
    blank: usize,
}

impl Arrangement for Plain {
    fn blank(&self) -> usize {
        self.blank
    }

    fn home_at(&self, cell: usize) -> usize {
        self.homes[cell]
    }
}

/// A goal with the home of every tile by its number.
struct Homes {
    goal: Board,
    homes: Vec<Cell>,
}

impl Homes {
    fn new(goal: Board) -> Homes {
        let homes = goal.places();
        Homes { goal, homes }
    }

    fn of(&self, board: &Board, cell: Cell) -> Cell {
        self.homes[board.tile(cell).number() as usize]
    }

    fn plain(&self, board: &Board) -> Plain {
        let cells = board.shape().cells();
        Plain {
            homes: cells.map(|cell| self.of(board, cell).index()).collect(),
            blank: board.blank().index(),
        }
    }

    /// Cells with tiles, each with the tile's home.
    fn tiles(&self, board: &Board) -> Vec<(Cell, Cell)> {
        let cells = board.shape().cells();
        let tiles = cells.filter(|&cell| cell != board.blank());
        tiles.map(|cell| (cell, self.of(board, cell))).collect()
    }
}

/// Every board from which a goal can be reached, with its distance.
struct Census {
    homes: Homes,
    boards: Vec<(Board, u32)>,
}

impl Census {
    fn new(goal: Board) -> Census {
        let mut distances = HashMap::from([(goal.clone(), 0)]);
        let mut boards = vec![(goal.clone(), 0)];
        let mut at = 0;
        while at < boards.len() {
            let (board, distance) = boards[at].clone();
            for m in board.moves().iter() {
                let next = played(&board, m);
                if distances.insert(next.clone(), distance + 1).is_none() {
                    boards.push((next, distance + 1));
                }
            }
            at += 1;
        }
        let homes = Homes::new(goal);
        Census { homes, boards }
    }
}

fn played(board: &Board, m: Move) -> Board {
    let mut next = board.clone();
    next.play(m).unwrap();
    next
}

/// The slow twins: definitions, written as plainly as can be.
mod twin {
    use super::*;

    pub fn hamming(homes: &Homes, board: &Board) -> u32 {
        let tiles = homes.tiles(board);
        tiles.iter().filter(|(cell, home)| cell != home).count() as u32
    }

    /// Swaps: the blank with the tile that belongs where the blank is; if the blank is at home, with any that is not.
    pub fn gaschnig(homes: &Homes, board: &Board) -> u32 {
        let mut board = board.clone();
        let mut swaps = 0;
        while board != homes.goal {
            let wanted = homes.goal.tile(board.blank());
            let differs = |&cell: &Cell| board.tile(cell) != homes.goal.tile(cell);
            let with = if wanted.is_blank() {
                board.shape().cells().find(differs).unwrap()
            } else {
                board.places()[wanted.number() as usize]
            };
            board = board.with_swap(board.blank(), with);
            swaps += 1;
        }
        swaps
    }

    pub fn manhattan(homes: &Homes, board: &Board) -> u32 {
        let shape = board.shape();
        let steps = |(a, b): (Cell, Cell)| {
            shape.row(a).abs_diff(shape.row(b)) + shape.col(a).abs_diff(shape.col(b))
        };
        homes.tiles(board).into_iter().map(steps).sum()
    }

    /// For every row and column where the tiles stand that belong there: place and home place.
    pub fn lines(homes: &Homes, board: &Board) -> Vec<Vec<(u32, u32)>> {
        let shape = board.shape();
        let tiles = homes.tiles(board);
        let row = |row| {
            let inside =
                |&&(cell, home): &&(Cell, Cell)| shape.row(cell) == row && shape.row(home) == row;
            let places = |&(cell, home): &(Cell, Cell)| (shape.col(cell), shape.col(home));
            tiles.iter().filter(inside).map(places).collect()
        };
        let col = |col| {
            let inside =
                |&&(cell, home): &&(Cell, Cell)| shape.col(cell) == col && shape.col(home) == col;
            let places = |&(cell, home): &(Cell, Cell)| (shape.row(cell), shape.row(home));
            tiles.iter().filter(inside).map(places).collect()
        };
        (0..shape.rows())
            .map(row)
            .chain((0..shape.cols()).map(col))
            .collect()
    }

    pub fn in_conflict(a: (u32, u32), b: (u32, u32)) -> bool {
        (a.0 < b.0) != (a.1 < b.1)
    }

    /// The smallest subset without which no two tiles are in conflict.
    fn fewest_removed(line: &[(u32, u32)]) -> u32 {
        let is_enough = |removed: &u32| {
            let stays: Vec<_> = (0..line.len()).filter(|i| removed >> i & 1 == 0).collect();
            stays.iter().all(|&i| {
                stays
                    .iter()
                    .all(|&j| i == j || !in_conflict(line[i], line[j]))
            })
        };
        let subsets = 0..1u32 << line.len();
        subsets
            .filter(is_enough)
            .map(u32::count_ones)
            .min()
            .unwrap()
    }

    pub fn linear_conflict(homes: &Homes, board: &Board) -> u32 {
        let removed = lines(homes, board)
            .iter()
            .map(|line| fewest_removed(line))
            .sum::<u32>();
        manhattan(homes, board) + 2 * removed
    }

    /// How many tiles are in each line that belong in each line.
    type Matrix = Vec<Vec<u32>>;

    fn matrix(homes: &Homes, board: &Board, lines: u32, line: impl Fn(Cell) -> u32) -> Matrix {
        let mut matrix = vec![vec![0; lines as usize]; lines as usize];
        for (cell, home) in homes.tiles(board) {
            matrix[line(cell) as usize][line(home) as usize] += 1;
        }
        matrix
    }

    /// The matrices one move away: a tile comes from a line next to the blank's, which is the emptiest.
    fn neighbours(matrix: &Matrix) -> Vec<Matrix> {
        let lines = matrix.len();
        let blank = (0..lines)
            .min_by_key(|&line| matrix[line].iter().sum::<u32>())
            .unwrap();
        let sources = (0..lines).filter(|line| line.abs_diff(blank) == 1);
        let steps = sources.flat_map(|source| (0..lines).map(move |home| (source, home)));
        let possible = steps.filter(|&(source, home)| matrix[source][home] > 0);
        let next = possible.map(|(source, home)| {
            let mut next = matrix.clone();
            next[source][home] -= 1;
            next[blank][home] += 1;
            next
        });
        next.collect()
    }

    fn distances(goal: Matrix) -> HashMap<Matrix, u32> {
        let mut distances = HashMap::from([(goal.clone(), 0)]);
        let mut queue = VecDeque::from([goal]);
        while let Some(matrix) = queue.pop_front() {
            let distance = distances[&matrix] + 1;
            for next in neighbours(&matrix) {
                if !distances.contains_key(&next) {
                    distances.insert(next.clone(), distance);
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// Walking distance to a goal, by hash maps of vectors of vectors.
    pub fn walking_distance(goal: &Board) -> impl Fn(&Homes, &Board) -> u32 + use<> {
        let shape = goal.shape();
        let of_rows = move |homes: &Homes, board: &Board| {
            matrix(homes, board, shape.rows(), |cell| shape.row(cell))
        };
        let of_cols = move |homes: &Homes, board: &Board| {
            matrix(homes, board, shape.cols(), |cell| shape.col(cell))
        };
        let homes = Homes::new(goal.clone());
        let (rows, cols) = (
            distances(of_rows(&homes, goal)),
            distances(of_cols(&homes, goal)),
        );
        move |homes, board| rows[&of_rows(homes, board)] + cols[&of_cols(homes, board)]
    }
}

/// Laws, and equality with the twin, on every board.
fn check<H: Heuristic<Plain>>(
    census: &Census,
    h: &H,
    name: &str,
    twin: impl Fn(&Homes, &Board) -> u32,
) -> u64 {
    let homes = &census.homes;
    let mut sum = 0;
    for (board, distance) in &census.boards {
        let state = homes.plain(board);
        let memo = h.start(&state);
        let estimate = h.estimate(memo);
        sum += u64::from(estimate);
        assert!(
            estimate <= *distance,
            "{name} says {estimate}, the truth is {distance}: {board:?}"
        );
        assert_eq!(estimate, twin(homes, board), "{name}: {board:?}");
        for m in board.moves().iter() {
            let next = homes.plain(&played(board, m));
            let after = h.after(memo, &state, m, &next);
            assert_eq!(after, h.start(&next), "{name} after {m}: {board:?}");
            assert!(
                estimate.abs_diff(h.estimate(after)) <= 1,
                "{name} jumps at {m}: {board:?}"
            );
        }
    }
    sum
}

fn check_all(goal: Goal, shape: Shape) -> Vec<(&'static str, u64)> {
    let census = Census::new(goal.board(shape));
    let (hamming, gaschnig) = (Hamming::new(shape), Gaschnig::new(shape));
    let (manhattan, conflict) = (Manhattan::new(shape), LinearConflict::new(shape));
    let walking = WalkingDistance::new(shape, census.homes.goal.blank()).unwrap();
    vec![
        (
            "hamming",
            check(&census, &hamming, "hamming", twin::hamming),
        ),
        (
            "gaschnig",
            check(&census, &gaschnig, "gaschnig", twin::gaschnig),
        ),
        (
            "manhattan",
            check(&census, &manhattan, "manhattan", twin::manhattan),
        ),
        ("lc", check(&census, &conflict, "lc", twin::linear_conflict)),
        (
            "wd",
            check(
                &census,
                &walking,
                "wd",
                twin::walking_distance(&census.homes.goal),
            ),
        ),
    ]
}

#[test]
fn all() {
    for (rows, cols) in [(2, 3), (3, 2), (3, 3)] {
        for goal in Goal::ALL {
            println!(
                "{goal} {rows}x{cols} {:?}",
                check_all(goal, shape(rows, cols))
            );
        }
    }
}
