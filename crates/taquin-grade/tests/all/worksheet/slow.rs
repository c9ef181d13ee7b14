//! Slow computations of the same answers, which use nothing of the library.

use std::collections::{HashMap, VecDeque};

/// A board: its number of columns, and its tiles in reading order with 0 for the blank.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Slow {
    pub(super) cols: usize,
    pub(super) tiles: Vec<u32>,
}

impl Slow {
    pub(super) fn of(board: &taquin::Board) -> Slow {
        Slow {
            cols: board.shape().cols() as usize,
            tiles: board.tiles().iter().map(|tile| tile.number()).collect(),
        }
    }

    /// 1 2 3 … in reading order, the blank last.
    pub(super) fn goal(rows: u32, cols: u32) -> Slow {
        let cells = rows * cols;
        Slow {
            cols: cols as usize,
            tiles: (1..cells).chain([0]).collect(),
        }
    }

    fn at(&self, tile: u32) -> usize {
        self.tiles.iter().position(|&other| other == tile).unwrap()
    }

    pub(super) fn row_col(&self, tile: u32) -> (usize, usize) {
        let at = self.at(tile);
        (at / self.cols, at % self.cols)
    }

    /// The boards one move away, in the order up, down, left, right of the moving tile.
    pub(super) fn next(&self) -> Vec<(char, Slow)> {
        let (row, col) = self.row_col(0);
        let rows = self.tiles.len() / self.cols;
        let blank = self.at(0);
        let mut next = Vec::new();
        let mut slide = |letter, possible: bool, from: usize| {
            if possible {
                let mut board = self.clone();
                board.tiles.swap(blank, from);
                next.push((letter, board));
            }
        };
        slide('U', row + 1 < rows, blank + self.cols);
        slide('D', row > 0, blank.wrapping_sub(self.cols));
        slide('L', col + 1 < self.cols, blank + 1);
        slide('R', col > 0, blank.wrapping_sub(1));
        next
    }

    pub(super) fn play(&self, moves: &str) -> Slow {
        moves.chars().fold(self.clone(), |board, letter| {
            let mut next = board.next().into_iter();
            next.find(|(its, _)| *its == letter).unwrap().1
        })
    }

    /// Every board within some moves, with its distance.
    pub(super) fn within(&self, depth: u32) -> HashMap<Slow, u32> {
        let mut known = HashMap::from([(self.clone(), 0)]);
        let mut queue = VecDeque::from([self.clone()]);
        while let Some(board) = queue.pop_front() {
            let distance = known[&board] + 1;
            for (_, next) in board.next() {
                if distance <= depth && !known.contains_key(&next) {
                    known.insert(next.clone(), distance);
                    queue.push_back(next);
                }
            }
        }
        known
    }

    /// The number of shortest paths to the board from which the distances are.
    pub(super) fn shortest_paths(&self, distances: &HashMap<Slow, u32>) -> u64 {
        let distance = distances[self];
        if distance == 0 {
            return 1;
        }
        let nearer = self.next().into_iter().map(|(_, next)| next);
        let nearer = nearer.filter(|next| distances.get(next) == Some(&(distance - 1)));
        nearer.map(|next| next.shortest_paths(distances)).sum()
    }

    /// For each cell in reading order, the number of lower tiles that come later.
    pub(super) fn inversions(&self) -> Vec<u32> {
        let later = |(at, &tile): (usize, &u32)| {
            let rest = self.tiles[at..].iter();
            rest.filter(|&&other| other != 0 && other < tile).count() as u32
        };
        self.tiles.iter().enumerate().map(later).collect()
    }

    /// By exchanges of two tiles that sort the board, one for each move at least.
    pub(super) fn can_reach(&self, goal: &Slow) -> bool {
        let mut board = self.clone();
        let mut exchanges = 0;
        for at in 0..board.tiles.len() {
            if board.tiles[at] != goal.tiles[at] {
                let from = board.at(goal.tiles[at]);
                board.tiles.swap(at, from);
                exchanges += 1;
            }
        }
        let (from, to) = (self.row_col(0), goal.row_col(0));
        let steps = from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
        exchanges % 2 == steps % 2
    }

    /// The rows and columns between a tile and its place in the goal.
    pub(super) fn way(&self, goal: &Slow, tile: u32) -> (usize, usize) {
        let (here, there) = (self.row_col(tile), goal.row_col(tile));
        (here.0.abs_diff(there.0), here.1.abs_diff(there.1))
    }

    pub(super) fn manhattan(&self, goal: &Slow) -> usize {
        let tiles = 1..self.tiles.len() as u32;
        tiles
            .map(|tile| self.way(goal, tile))
            .map(|(r, c)| r + c)
            .sum()
    }

    pub(super) fn misplaced(&self, goal: &Slow) -> usize {
        let tiles = 1..self.tiles.len() as u32;
        tiles.filter(|&tile| self.at(tile) != goal.at(tile)).count()
    }

    /// Manhattan distance, and twice the fewest tiles to take out of each line. Every set of tiles is tried.
    pub(super) fn linear_conflict(&self, goal: &Slow) -> usize {
        let rows = self.tiles.len() / self.cols;
        let mut leaving = 0;
        for row in 0..rows {
            let line = |tile: u32| {
                let (here, there) = (self.row_col(tile), goal.row_col(tile));
                (here.0 == row && there.0 == row).then_some((here.1, there.1))
            };
            leaving += fewest_out((1..self.tiles.len() as u32).filter_map(line).collect());
        }
        for col in 0..self.cols {
            let line = |tile: u32| {
                let (here, there) = (self.row_col(tile), goal.row_col(tile));
                (here.1 == col && there.1 == col).then_some((here.0, there.0))
            };
            leaving += fewest_out((1..self.tiles.len() as u32).filter_map(line).collect());
        }
        self.manhattan(goal) + 2 * leaving
    }

    /// Gaschnig's own procedure, swap by swap.
    pub(super) fn gaschnig(&self, goal: &Slow) -> usize {
        let mut board = self.clone();
        let mut swaps = 0;
        while board != *goal {
            let blank = board.at(0);
            let from = match goal.tiles[blank] {
                0 => (0..board.tiles.len())
                    .find(|&at| board.tiles[at] != goal.tiles[at])
                    .unwrap(),
                tile => board.at(tile),
            };
            board.tiles.swap(blank, from);
            swaps += 1;
        }
        swaps
    }
}

/// The fewest tiles of a line, each with its place and its place in the goal, without which the rest are in order.
fn fewest_out(line: Vec<(usize, usize)>) -> usize {
    let in_order = |kept: &[&(usize, usize)]| {
        kept.iter()
            .all(|a| kept.iter().all(|b| (a.0 < b.0) == (a.1 < b.1)))
    };
    let sets = (0..1_usize << line.len()).filter(|set| {
        let kept = (0..line.len()).filter(|at| set >> at & 1 == 1);
        in_order(&kept.map(|at| &line[at]).collect::<Vec<_>>())
    });
    let most = sets.map(usize::count_ones).max().unwrap();
    line.len() - most as usize
}

/// A board that A* has put into its queue.
pub(super) struct Queued {
    pub(super) board: Slow,
    /// Its number and those of its parent and of the step that takes it out, counted from 1.
    pub(super) parent: Option<usize>,
    pub(super) last: Option<char>,
    pub(super) g: usize,
    pub(super) h: usize,
    pub(super) step: Option<usize>,
}

/// A* with Manhattan distance by the rules on the sheet, with a list instead of a queue.
pub(super) fn astar(start: &Slow, goal: &Slow) -> Vec<Queued> {
    let queued = |board: &Slow, parent, last, g| Queued {
        h: board.manhattan(goal),
        board: board.clone(),
        parent,
        last,
        g,
        step: None,
    };
    let mut all = vec![queued(start, None, None, 0)];
    for step in 1.. {
        let waiting = (0..all.len()).filter(|&at| all[at].step.is_none());
        // Of several smallest keys, `min_by_key` takes the first, so the last one comes first here.
        let best = waiting.rev().min_by_key(|&at| {
            let (g, h) = (all[at].g, all[at].h);
            (g + h, usize::MAX - g)
        });
        let best = best.unwrap();
        all[best].step = Some(step);
        if all[best].board == *goal {
            break;
        }
        for (letter, next) in all[best].board.next() {
            if all.iter().all(|queued| queued.board != next) {
                let g = all[best].g + 1;
                all.push(queued(&next, Some(best + 1), Some(letter), g));
            }
        }
    }
    all
}
