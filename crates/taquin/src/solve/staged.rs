//! Greedy search and weighted A* of boards that are too large for them, in stages.
//!
//! On boards of more than a few dozen tiles a best-first search with a simple heuristic stays on plateaus until its memory
//! is full. With serializable subgoals (Korf, *Artificial Intelligence* 33, 1987) it does not: the same search brings the
//! tiles of an outer line home one by one, the last two together, and never touches them again. What is left at the end is
//! at most 3×3. A stage knows only the tiles that it brings home; all others look the same to it, so it has few states.
//! Its memory is given back before the next one begins.
//!
//! Finds a solution of any length in time that grows with the third power of the side; nothing is known about it but
//! the lower bound.

use super::beam::lower_bound;
use super::report::{Method, certified};
use super::search::Run;
use super::watch::Watcher;
use super::{Algorithm, Answer, Guarantee, HeuristicKind, OptionsError, Report};
use crate::heuristic::Heuristic;
use crate::puzzle::{Board, Move, Problem, Shape};
use crate::search::{Ended, Event, Observer, Priority, Stats, best_first};
use crate::space::{MoveOrder, Space};
use std::ops::ControlFlow;

/// Larger boards are searched in stages if a plain search of them does not end soon.
pub(super) const MAX_PLAIN_CELLS: usize = 25;
/// A plain search may generate this many boards, divided by the square of the number of cells: two million on 6×6, and
/// 30,000 on 17×17.
const PLAIN_WORK: u64 = 2_500_000_000;
/// What is left when both sides are this short is solved in one stage.
const LAST_SIDE: usize = 3;

impl Run<'_> {
    /// A plain search, and a search in stages if that does not end soon.
    pub(super) fn plain_or_staged(&mut self, algorithm: Algorithm) -> Result<Report, OptionsError> {
        let cells = self.problem.start().shape().area() as u64;
        self.watcher.set_budget(Some(PLAIN_WORK / (cells * cells)));
        let report = self.attempt(algorithm)?;
        if !self.watcher.is_spent() {
            return Ok(report);
        }
        self.watcher.set_budget(None);
        Ok(self.staged(algorithm))
    }

    fn staged(&mut self, algorithm: Algorithm) -> Report {
        let priority = match algorithm {
            Algorithm::WeightedAStar(weight) => Priority::Weighted(weight),
            _ => Priority::Greedy,
        };
        let method = Method::new(algorithm, HeuristicKind::Manhattan);
        let bound = u32::try_from(lower_bound(self.problem)).unwrap_or(u32::MAX);
        let mut stages = Stages::new(self.problem, self.options.order);
        while let Some(stage) = stages.next_stage() {
            let outcome = best_first(
                &stage,
                &Guide(&stage),
                priority,
                &mut Ticks(&mut self.watcher),
            );
            self.watcher.finish(&outcome.stats);
            match outcome.ended {
                Ended::Found(moves) => stages.play(&moves),
                Ended::Stopped { .. } | Ended::Exhausted => {
                    self.watcher.keep_bound(bound);
                    return self.stopped(&method);
                }
            }
        }
        let solution = certified(self.problem, stages.moves);
        let lower_bound = self.watcher.keep_bound(bound);
        let stats = self.watcher.finish(&Stats::default());
        let length = solution.moves().len();
        let answer = if !self.options.allows(lower_bound as usize) {
            Answer::TooLong
        } else if !self.options.allows(length) {
            Answer::Stopped
        } else if length == lower_bound as usize {
            Answer::Solved(solution, Guarantee::Optimal)
        } else {
            Answer::Solved(solution, Guarantee::None)
        };
        method.report(answer, lower_bound, stats)
    }
}

/// The part of the board that is not solved yet: rows and columns from the first to the last.
#[derive(Clone, Copy, Debug)]
struct Region {
    rows: (usize, usize),
    cols: (usize, usize),
}

/// The board between two stages, and what is left to do.
struct Stages<'a> {
    goal: &'a Board,
    lists: Vec<Vec<Move>>,
    board: Board,
    moves: Vec<Move>,
    region: Region,
    /// The cells of the line that is being solved, and how many of their tiles are home after this stage.
    line: Vec<usize>,
    asked: usize,
    /// For each cell, whether its tile may still move.
    open: Vec<bool>,
}

impl<'a> Stages<'a> {
    fn new(problem: &'a Problem, order: MoveOrder) -> Stages<'a> {
        let shape = problem.goal().shape();
        let mut stages = Stages {
            goal: problem.goal(),
            lists: move_lists(order),
            board: problem.start().clone(),
            moves: Vec::new(),
            region: Region {
                rows: (0, shape.rows() as usize - 1),
                cols: (0, shape.cols() as usize - 1),
            },
            line: Vec::new(),
            asked: 0,
            open: vec![true; shape.area()],
        };
        stages.line = stages.outer_line();
        stages
    }

    /// The next stage that has something to do.
    fn next_stage(&mut self) -> Option<Stage<'_>> {
        let homes = loop {
            for &cell in &self.line[..self.asked] {
                self.open[cell] = false;
            }
            if self.asked == self.line.len() {
                self.give_up_line()?;
                self.asked = 0;
            }
            let first = self.asked;
            let is_last = self.line.len() == self.region.area() - 1;
            // The last two tiles of a line go home together, and so does everything in the last stage.
            self.asked = if is_last || self.line.len() - first <= 2 {
                self.line.len()
            } else {
                first + 1
            };
            let homes = first..self.asked;
            let is_home = |&cell: &usize| self.board.tiles()[cell] == self.goal.tiles()[cell];
            if !self.line[homes.clone()].iter().all(is_home) {
                break homes;
            }
        };
        Some(self.stage(&self.line[homes]))
    }

    fn stage(&self, homes: &[usize]) -> Stage<'_> {
        let places = self.board.places();
        let tile = |&home: &usize| places[self.goal.tiles()[home].number() as usize].index() as u16;
        let blank = self.board.blank().index() as u16;
        Stage {
            shape: self.goal.shape(),
            open: &self.open,
            homes: homes.iter().map(|&home| home as u16).collect(),
            start: [blank].into_iter().chain(homes.iter().map(tile)).collect(),
            lists: &self.lists,
        }
    }

    fn play(&mut self, moves: &[Move]) {
        for &m in moves {
            self.board.play_unchecked(m);
            // A stage may begin by taking back what the last one did.
            match self.moves.last() {
                Some(last) if *last == m.opposite() => {
                    self.moves.pop();
                }
                _ => self.moves.push(m),
            }
        }
    }

    /// Leaves the line that is solved, and takes the next one; `None` if all are solved.
    fn give_up_line(&mut self) -> Option<()> {
        if self.line.len() == self.region.area() - 1 {
            return None;
        }
        let cols = self.goal.shape().cols() as usize;
        let (first, last) = (self.line[0], self.line[self.line.len() - 1]);
        let Region { rows, cols: across } = &mut self.region;
        if first / cols == last / cols && self.line.len() == across.1 - across.0 + 1 {
            let is_top = first / cols == rows.0;
            (rows.0, rows.1) = if is_top {
                (rows.0 + 1, rows.1)
            } else {
                (rows.0, rows.1 - 1)
            };
        } else {
            let is_left = first % cols == across.0;
            (across.0, across.1) = if is_left {
                (across.0 + 1, across.1)
            } else {
                (across.0, across.1 - 1)
            };
        }
        self.line = self.outer_line();
        Some(())
    }

    /// An outer line of the longer sides without the blank's home, or everything if little is left.
    fn outer_line(&self) -> Vec<usize> {
        let cols = self.goal.shape().cols() as usize;
        let blank = self.goal.blank().index();
        let Region { rows, cols: across } = self.region;
        let (height, width) = (rows.1 - rows.0 + 1, across.1 - across.0 + 1);
        let in_row = |row: usize| (across.0..=across.1).map(move |col| row * cols + col);
        let in_col = |col: usize| (rows.0..=rows.1).map(move |row| row * cols + col);
        if height.max(width) <= LAST_SIDE {
            let cells = (rows.0..=rows.1).flat_map(in_row);
            cells.filter(|&cell| cell != blank).collect()
        } else if height >= width {
            let is_free = blank / cols != rows.0;
            in_row(if is_free { rows.0 } else { rows.1 }).collect()
        } else {
            let is_free = blank % cols != across.0;
            in_col(if is_free { across.0 } else { across.1 }).collect()
        }
    }
}

impl Region {
    const fn area(&self) -> usize {
        (self.rows.1 - self.rows.0 + 1) * (self.cols.1 - self.cols.0 + 1)
    }
}

/// The tiles that a stage brings home and the blank, among the cells that are not solved yet. A state has the blank's
/// cell, then the cells of the tiles.
#[derive(Debug)]
struct Stage<'a> {
    shape: Shape,
    open: &'a [bool],
    homes: Vec<u16>,
    start: Box<[u16]>,
    lists: &'a [Vec<Move>],
}

/// For each set of possible moves, a bit per move, and each last move: the moves to try.
fn move_lists(order: MoveOrder) -> Vec<Vec<Move>> {
    let lasts = Move::ALL.into_iter().map(Some).chain([None]);
    let list = |possible: usize, last: Option<Move>| {
        let moves = order.moves().into_iter();
        moves
            .filter(|m| possible >> m.index() & 1 == 1 && last != Some(m.opposite()))
            .collect()
    };
    (0..16)
        .flat_map(|possible| lasts.clone().map(move |last| list(possible, last)))
        .collect()
}

impl Stage<'_> {
    /// The cell from which a tile comes if it makes this move.
    const fn source(&self, blank: u16, m: Move) -> u16 {
        let cols = self.shape.cols() as u16;
        match m {
            Move::Up => blank + cols,
            Move::Down => blank - cols,
            Move::Left => blank + 1,
            Move::Right => blank - 1,
        }
    }

    /// The Manhattan distance of two cells.
    const fn distance(&self, a: u16, b: u16) -> u32 {
        let cols = self.shape.cols() as u16;
        ((a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols)) as u32
    }
}

impl Space for Stage<'_> {
    type State = Box<[u16]>;
    type Key = Box<[u16]>;
    type Move = Move;

    fn start(&self) -> Box<[u16]> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Box<[u16]>) -> bool {
        state[1..] == self.homes
    }

    fn moves(&self, state: &Box<[u16]>, last: Option<Move>) -> &[Move] {
        let (rows, cols) = (self.shape.rows() as u16, self.shape.cols() as u16);
        let (row, col) = (state[0] / cols, state[0] % cols);
        let inside = [row + 1 < rows, row > 0, col + 1 < cols, col > 0];
        let can = |&(is_inside, m): &(bool, Move)| {
            is_inside && self.open[usize::from(self.source(state[0], m))]
        };
        let possible = inside.into_iter().zip(Move::ALL).filter(can);
        let set: usize = possible.map(|(_, m)| 1 << m.index()).sum();
        &self.lists[set * 5 + last.map_or(4, Move::index)]
    }

    fn step(&self, state: &Box<[u16]>, m: Move) -> Box<[u16]> {
        let mut next = state.clone();
        let source = self.source(state[0], m);
        if let Some(tile) = next[1..].iter_mut().find(|cell| **cell == source) {
            *tile = state[0];
        }
        next[0] = source;
        next
    }

    fn opposite(m: Move) -> Move {
        m.opposite()
    }

    fn key(&self, state: &Box<[u16]>) -> Box<[u16]> {
        state.clone()
    }

    fn state(&self, key: &Box<[u16]>) -> Box<[u16]> {
        key.clone()
    }
}

/// The Manhattan distances of the stage's tiles, and the way of the blank to the first tile that is not home. A tile that
/// moves one step nearer is worth more than the way of the blank around it.
struct Guide<'a>(&'a Stage<'a>);

/// What a step of a tile counts, when a step of the blank counts one.
const TILE: u32 = 4;

impl<'a> Heuristic<Stage<'a>> for Guide<'a> {
    type Memo = u32;

    fn start(&self, state: &Box<[u16]>) -> u32 {
        let stage = self.0;
        let tiles = || state[1..].iter().zip(&stage.homes);
        let far: u32 = tiles()
            .map(|(&cell, &home)| stage.distance(cell, home))
            .sum();
        let astray = tiles().find(|(cell, home)| cell != home);
        astray.map_or(0, |(&cell, _)| TILE * far + stage.distance(state[0], cell))
    }

    fn after(&self, _: u32, _: &Box<[u16]>, _: Move, to: &Box<[u16]>) -> u32 {
        self.start(to)
    }

    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}

/// Only ticks: the states of a stage are not boards.
struct Ticks<'a, 'w>(&'a mut Watcher<'w>);

impl Observer<Stage<'_>> for Ticks<'_, '_> {
    fn observe(&mut self, event: Event<'_, Stage>) -> ControlFlow<()> {
        match event {
            Event::Tick { stats, .. } => self.0.advance(stats, 0),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Goal;
    use crate::search::Weight;
    use crate::tools::generate::Generator;

    fn solve(problem: &Problem, priority: Priority) -> Vec<Move> {
        let mut stages = Stages::new(problem, MoveOrder::default());
        while let Some(stage) = stages.next_stage() {
            let outcome = best_first(&stage, &Guide(&stage), priority, &mut ());
            match outcome.ended {
                Ended::Found(moves) => stages.play(&moves),
                ended => panic!("a stage always ends: {ended:?}"),
            }
        }
        stages.moves
    }

    #[test]
    fn stages_solve_every_shape_with_every_goal() {
        let shapes = [
            (6, 6),
            (2, 14),
            (14, 2),
            (3, 10),
            (10, 3),
            (7, 5),
            (12, 9),
            (2, 40),
            (30, 3),
        ];
        for shape in shapes.map(|(rows, cols)| Shape::new(rows, cols).unwrap()) {
            for goal in Goal::ALL.map(|goal| goal.board(shape)) {
                let start = Generator::new(3).random(&goal);
                let problem = Problem::new(start, goal).unwrap();
                for priority in [Priority::Greedy, Priority::Weighted(Weight::DEFAULT)] {
                    let moves = solve(&problem, priority);
                    let solution = problem.certify(moves);
                    assert!(solution.is_ok(), "{shape}, {priority:?}: {solution:?}");
                }
            }
        }
    }
}
