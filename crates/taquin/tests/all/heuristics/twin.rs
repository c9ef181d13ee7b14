//! The slow twins of the heuristics: their definitions, written as plainly as possible.

use std::collections::{HashMap, VecDeque};
use taquin::{Board, Cell};

/// A goal, with the home of every tile by its number.
pub(super) struct Homes {
    pub(super) goal: Board,
    homes: Vec<Cell>,
}

impl Homes {
    pub(super) fn new(goal: Board) -> Homes {
        let homes = goal.places();
        Homes { goal, homes }
    }

    pub(super) fn of(&self, board: &Board, cell: Cell) -> Cell {
        self.homes[board.tile(cell).number() as usize]
    }

    /// The number of rows (axis 0) or columns (axis 1).
    fn lines(&self, axis: usize) -> usize {
        let shape = self.goal.shape();
        [shape.rows(), shape.cols()][axis] as usize
    }

    /// Row and column of each tile, and of its home.
    fn tiles(&self, board: &Board) -> Vec<([u32; 2], [u32; 2])> {
        let shape = board.shape();
        let place = |cell| [shape.row(cell), shape.col(cell)];
        let tiles = shape.cells().filter(|&cell| cell != board.blank());
        tiles
            .map(|cell| (place(cell), place(self.of(board, cell))))
            .collect()
    }
}

pub(super) fn hamming(homes: &Homes, board: &Board) -> u32 {
    let tiles = homes.tiles(board);
    tiles.iter().filter(|(cell, home)| cell != home).count() as u32
}

/// Swaps the blank with the tile that belongs at the blank's cell; if the blank is at home, with any tile that is not.
pub(super) fn gaschnig(homes: &Homes, board: &Board) -> u32 {
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

pub(super) fn manhattan(homes: &Homes, board: &Board) -> u32 {
    let tiles = homes.tiles(board).into_iter();
    tiles
        .map(|(cell, home)| cell[0].abs_diff(home[0]) + cell[1].abs_diff(home[1]))
        .sum()
}

/// For every row (axis 0) or column (axis 1), the tiles in it that belong in it: place and home place.
pub(super) fn lines(homes: &Homes, board: &Board, axis: usize) -> Vec<Vec<(u32, u32)>> {
    let mut lines = vec![Vec::new(); homes.lines(axis)];
    for (cell, home) in homes.tiles(board) {
        if cell[axis] == home[axis] {
            lines[cell[axis] as usize].push((cell[1 - axis], home[1 - axis]));
        }
    }
    lines
}

pub(super) fn in_conflict(a: (u32, u32), b: (u32, u32)) -> bool {
    (a.0 < b.0) != (a.1 < b.1)
}

/// The smallest subset without which no two tiles are in conflict.
fn fewest_removed(line: &Vec<(u32, u32)>) -> u32 {
    let is_enough = |removed: &u32| {
        let tiles = (0..)
            .zip(line)
            .filter(|(place, _)| removed >> place & 1 == 0);
        let stay: Vec<(u32, u32)> = tiles.map(|(_, &tile)| tile).collect();
        stay.iter()
            .all(|&a| stay.iter().all(|&b| a == b || !in_conflict(a, b)))
    };
    let enough = (0..1u32 << line.len()).filter(is_enough);
    enough.map(u32::count_ones).min().unwrap()
}

/// Steps from row to row, or from column to column, and two for each tile that must leave its line.
fn owed(homes: &Homes, board: &Board, axis: usize) -> u32 {
    let tiles = homes.tiles(board).into_iter();
    let steps = tiles.map(|(cell, home)| cell[axis].abs_diff(home[axis]));
    let lines = lines(homes, board, axis);
    steps.sum::<u32>() + 2 * lines.iter().map(fewest_removed).sum::<u32>()
}

pub(super) fn linear_conflict(homes: &Homes, board: &Board) -> u32 {
    owed(homes, board, 0) + owed(homes, board, 1)
}

/// For each pair of lines, how many tiles of the first belong in the second.
type Matrix = Vec<Vec<u32>>;

fn matrix(homes: &Homes, board: &Board, axis: usize) -> Matrix {
    let lines = homes.lines(axis);
    let mut matrix = vec![vec![0; lines]; lines];
    for (cell, home) in homes.tiles(board) {
        matrix[cell[axis] as usize][home[axis] as usize] += 1;
    }
    matrix
}

/// The matrices one move away: a tile comes from a line next to the blank's, which is the line with the fewest tiles.
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

/// Walking distance to a goal, by hash maps of vectors of vectors, for the axes that should have a table.
pub(super) fn walking_distance(
    goal: &Board,
    tabled: [bool; 2],
) -> impl Fn(&Homes, &Board) -> u32 + use<> {
    let homes = Homes::new(goal.clone());
    let table = |axis: usize| tabled[axis].then(|| distances(matrix(&homes, goal, axis)));
    let tables = [table(0), table(1)];
    move |homes, board| {
        let axes = (0..).zip(&tables);
        let bounds = axes.map(|(axis, table)| match table {
            Some(table) => table[&matrix(homes, board, axis)],
            None => owed(homes, board, axis),
        });
        bounds.sum()
    }
}
