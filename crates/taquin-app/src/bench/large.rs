//! Boards too large for optimal search, generated from fixed seeds.

use super::measure::{peak_bytes, reset_peak};
use crate::exit::Failure;
use crate::limits::{Limits, is_interrupted};
use crate::search::search;
use crate::search::stream::{self, CONSTRUCT, Streamed};
use std::io::{self, Write};
use std::time::{Duration, Instant};
use taquin::notation::MoveLetters;
use taquin::solve::{Answer, SearchOptions, Tables};
use taquin::tools::generate::Generator;
use taquin::{Goal, Problem, Shape};

/// The default sizes: sides of squares.
pub const SIZES: [u32; 8] = [5, 6, 8, 10, 17, 20, 50, 100];
/// The default number of boards per size.
pub const COUNT: u64 = 3;
/// The memory limit of a search.
const MEMORY: u64 = 2 << 30;

/// How to measure large boards.
#[derive(Clone, Copy, Debug)]
pub struct LargeOptions {
    /// Boards of each size.
    pub count: u64,
    /// A limit on generated boards, instead of a time.
    pub effort: Option<u64>,
    /// The time for each board, instead of the default for its size.
    pub time: Option<Duration>,
    /// Threads.
    pub threads: usize,
}

/// A solved board.
#[derive(Debug)]
pub struct LargeBoard {
    /// The side of the square.
    pub size: u32,
    /// Its seed, as in `taquin generate --size SIZE --seed SEED`.
    pub seed: u64,
    /// The number of moves of its solution, which has been replayed.
    pub length: usize,
    /// No solution is shorter.
    pub lower_bound: u64,
    /// The algorithm that found the solution.
    pub algorithm: &'static str,
    /// Boards generated.
    pub generated: u64,
    /// The elapsed time.
    pub seconds: f64,
}

/// Boards of one size.
#[derive(Debug)]
pub struct LargeSize {
    /// The side of the square.
    pub size: u32,
    /// Threads.
    pub threads: usize,
    /// The boards.
    pub boards: Vec<LargeBoard>,
    /// The peak memory of the process.
    pub peak_bytes: Option<u64>,
}

impl LargeBoard {
    /// Moves divided by the cube of the size.
    pub fn per_cube(&self) -> f64 {
        self.length as f64 / f64::from(self.size).powi(3)
    }

    /// An upper bound on its length divided by the shortest length.
    pub fn ratio(&self) -> f64 {
        self.length as f64 / self.lower_bound.max(1) as f64
    }
}

impl LargeSize {
    /// The mean of something over all boards.
    pub fn mean(&self, of: impl Fn(&LargeBoard) -> f64) -> f64 {
        self.boards.iter().map(of).sum::<f64>() / self.boards.len() as f64
    }
}

impl LargeOptions {
    /// Measures the boards of a size. After Ctrl-C, the results so far are kept without the unfinished board.
    pub fn measure_size(
        &self,
        size: u32,
        tell: &mut dyn FnMut(&LargeBoard) -> Result<(), Failure>,
    ) -> Result<LargeSize, Failure> {
        reset_peak();
        let mut boards = Vec::new();
        for seed in 1..=self.count {
            let board = match self.measure(size, seed) {
                Err(Failure::Interrupted) => break,
                Ok(_) if is_interrupted() => break,
                measured => measured?,
            };
            tell(&board)?;
            boards.push(board);
        }
        Ok(LargeSize {
            size,
            threads: self.threads,
            boards,
            peak_bytes: peak_bytes(),
        })
    }

    /// Solves one board.
    fn measure(&self, size: u32, seed: u64) -> Result<LargeBoard, Failure> {
        let shape = Shape::square(size).map_err(|error| Failure::Usage(error.to_string()))?;
        let goal = Goal::Last.board(shape);
        let start = Generator::new(seed).random(&goal);
        let problem = Problem::new(start, goal).expect("a generated board can be solved");
        let mut plan = SearchOptions::default();
        plan.threads = self.threads;
        plan.effort = self.effort;
        let time = self.time.or(Some(default_time(size)));
        let limits = Limits {
            time: time.filter(|_| self.effort.is_none()),
            memory: MEMORY,
        };
        if stream::is_streamed(&problem, &plan, &limits) {
            return self.measure_streamed(&problem, &plan, seed, &limits);
        }
        let searched = search(&Tables::default(), &problem, &plan, &limits)?;
        let report = &searched.report;
        let Answer::Solved(solution, _) = &report.answer else {
            unreachable!("a large board always has a solution");
        };
        Ok(LargeBoard {
            size,
            seed,
            length: solution.moves().len(),
            lower_bound: report.lower_bound.into(),
            algorithm: report.algorithm.name(),
            generated: report.stats.generated,
            seconds: searched.seconds,
        })
    }

    /// Writes a solution that is too long to keep, and discards the text.
    fn measure_streamed(
        &self,
        problem: &Problem,
        plan: &SearchOptions,
        seed: u64,
        limits: &Limits,
    ) -> Result<LargeBoard, Failure> {
        let begun = Instant::now();
        let streamed = Streamed::find(problem, plan, limits)?;
        write!(io::sink(), "{}", streamed.moves(MoveLetters::Tile))?;
        Ok(LargeBoard {
            size: problem.start().shape().rows(),
            seed,
            length: streamed.length,
            lower_bound: streamed.lower_bound,
            algorithm: CONSTRUCT,
            generated: 0,
            seconds: begun.elapsed().as_secs_f64(),
        })
    }
}

/// The default time for a board of this size.
const fn default_time(size: u32) -> Duration {
    Duration::from_secs(match size {
        0..=10 => 10,
        11..=20 => 15,
        21..=50 => 30,
        _ => 60,
    })
}
