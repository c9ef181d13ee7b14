//! The engine against a yardstick, in one run, so that figures of different machines and of busy ones can be compared.
//!
//! The yardstick is what a textbook program does: IDA* with the Manhattan distance on a packed board. One *yard* is the time
//! in which it expands 100 million boards. `cargo bench -p taquin-benches --bench yardstick` prints what the engine needs for Korf's
//! hundred and, with `-- 5x5`, for two 24-puzzles, in yards; times are CPU times of the one thread where the system tells.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark")]

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use taquin::pdb::engine::{EngineProgress, EngineSearch};
use taquin::pdb::{Databases, Partition, PatternSum};
use taquin::search::{Ended, Stats};
use taquin::space::{Automaton, MoveOrder};
use taquin::{Goal, Problem, notation};

/// The boards of a yard.
const YARD: u64 = 100_000_000;
/// Each measurement is repeated, and the shortest time counts: other work on the machine only adds to it.
const REPEATS: usize = 5;
/// Numbers 40 and 25 of Korf's fifty (Korf & Felner 2002).
const LARGE: [usize; 2] = [40, 25];

fn main() {
    let yard = least(|| {
        black_box(yardstick(YARD));
    });
    println!(
        "yard: {:.3} s, {:.0} M boards/s",
        yard,
        YARD as f64 / yard / 1e6
    );
    let korf = read(include_str!("../../../data/korf-15.tsv"));
    report("korf-15", yard, &korf.iter().collect::<Vec<_>>());
    if std::env::args().any(|argument| argument == "5x5") {
        let korf = read(include_str!("../../../data/korf-24.tsv"));
        report(
            "korf-24 #40 #25",
            yard,
            &LARGE.map(|number| &korf[number - 1]),
        );
    }
}

fn report(name: &str, yard: f64, boards: &[&(Problem, usize)]) {
    let solver = Solver::new(&boards[0].0);
    let generated = solver.solve(boards);
    let seconds = least(|| {
        black_box(solver.solve(boards));
    });
    println!(
        "{name}: {generated} generated, {seconds:.3} s, {:.3} yd, {:.1} M/s",
        seconds / yard,
        generated as f64 / seconds / 1e6
    );
}

/// The shortest time of several.
fn least(mut work: impl FnMut()) -> f64 {
    let times = (0..REPEATS).map(|_| {
        let (wall, cpu) = (Instant::now(), cpu_time());
        work();
        match (cpu, cpu_time()) {
            (Some(before), Some(after)) => after - before,
            _ => wall.elapsed(),
        }
    });
    times.min().unwrap().as_secs_f64()
}

/// The time that this thread has run, where Linux tells.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// Boards with the lengths of their shortest solutions.
fn read(text: &str) -> Vec<(Problem, usize)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let boards = lines.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let start = notation::read_any(fields[2].as_bytes(), None)
            .unwrap()
            .start;
        let goal = Goal::First.board(start.shape());
        (
            Problem::new(start, goal).unwrap(),
            fields[1].parse().unwrap(),
        )
    });
    boards.collect()
}

struct Solver {
    sum: PatternSum,
    automaton: Automaton,
}

impl Solver {
    fn new(problem: &Problem) -> Solver {
        let goal = problem.goal();
        let partitions = Partition::small(goal.shape(), goal.blank()).unwrap();
        let mut tables = Databases::default();
        let go_on = &mut |_| ControlFlow::Continue(());
        tables.build(&partitions, 2, go_on).unwrap();
        Solver {
            sum: PatternSum::new(goal.shape(), goal.blank(), &partitions, &tables).unwrap(),
            automaton: Automaton::new(goal.shape(), MoveOrder::default(), 12),
        }
    }

    /// The number of boards generated.
    fn solve(&self, boards: &[&(Problem, usize)]) -> u64 {
        let go_on = &mut |_: &EngineProgress, _: &Stats| ControlFlow::Continue(());
        let solve = |(problem, length): &(Problem, usize)| {
            let search = EngineSearch {
                problem,
                sum: &self.sum,
                automaton: &self.automaton,
                max_length: None,
                threads: 1,
                from: EngineProgress::default(),
            };
            let outcome = search.run(go_on);
            assert!(matches!(outcome.ended, Ended::Found(moves) if moves.len() == *length));
            outcome.stats.generated
        };
        boards.iter().copied().map(solve).sum()
    }
}

/// Korf's board 88, which takes the yardstick billions of boards.
const HARD: [u64; 16] = [15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4];
/// For each cell, the moves of the blank: the cell it goes to.
const NEXT: [&[usize]; 16] = [
    &[1, 4],
    &[0, 2, 5],
    &[1, 3, 6],
    &[2, 7],
    &[0, 5, 8],
    &[1, 4, 6, 9],
    &[2, 5, 7, 10],
    &[3, 6, 11],
    &[4, 9, 12],
    &[5, 8, 10, 13],
    &[6, 9, 11, 14],
    &[7, 10, 15],
    &[8, 13],
    &[9, 12, 14],
    &[10, 13, 15],
    &[11, 14],
];

const fn distance(a: usize, b: usize) -> i32 {
    (a / 4).abs_diff(b / 4) as i32 + (a % 4).abs_diff(b % 4) as i32
}

/// IDA* with the Manhattan distance, four bits per cell, until this number of boards has been expanded.
struct Yardstick {
    /// For each tile, and each pair of cells, how its distance changes.
    change: Box<[[[i32; 16]; 16]; 16]>,
    left: u64,
}

fn yardstick(boards: u64) -> i32 {
    let change = |tile: usize, from: usize, to: usize| distance(to, tile) - distance(from, tile);
    let mut yardstick = Yardstick {
        change: Box::new(std::array::from_fn(|tile| {
            std::array::from_fn(|from| std::array::from_fn(|to| change(tile, from, to)))
        })),
        left: boards,
    };
    let board = (0..16).map(|cell| HARD[cell] << (4 * cell)).sum();
    let blank = HARD.iter().position(|&tile| tile == 0).unwrap();
    let tiles = (0..16).filter(|&cell| HARD[cell] != 0);
    let mut bound = tiles.map(|cell| distance(cell, HARD[cell] as usize)).sum();
    while yardstick.left > 0 && !yardstick.search(board, (blank, 16), bound, bound) {
        bound += 2;
    }
    bound
}

impl Yardstick {
    /// Whether the goal is within `left` moves; `estimate` of them are needed at least. The blank came from another cell.
    fn search(
        &mut self,
        board: u64,
        (blank, from): (usize, usize),
        estimate: i32,
        left: i32,
    ) -> bool {
        if estimate == 0 || self.left == 0 {
            return estimate == 0;
        }
        self.left -= 1;
        for &cell in NEXT[blank] {
            if cell == from {
                continue;
            }
            let tile = board >> (4 * cell) & 15;
            let after = estimate + self.change[tile as usize][cell][blank];
            let board = board ^ (tile << (4 * cell) | tile << (4 * blank));
            if after < left && self.search(board, (cell, blank), after, left - 1) {
                return true;
            }
        }
        false
    }
}
