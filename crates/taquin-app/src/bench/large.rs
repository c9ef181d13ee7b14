//! Boards beyond the reach of shortest solutions, made from fixed seeds.

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

/// The sides of the squares, unless others are asked for.
pub const SIZES: [u32; 8] = [5, 6, 8, 10, 17, 20, 50, 100];
/// Boards of each size, unless another number is asked for.
pub const COUNT: u64 = 3;
/// What a search may hold.
const MEMORY: u64 = 2 << 30;

/// How to measure large boards.
#[derive(Clone, Copy, Debug)]
pub struct LargeOptions {
    /// Boards of each size.
    pub count: u64,
    /// How many boards may be generated, instead of a time.
    pub effort: Option<u64>,
    /// The time for each board, instead of what is usual for its size.
    pub time: Option<Duration>,
    /// Threads.
    pub threads: usize,
}

/// A board that was solved.
#[derive(Debug)]
pub struct LargeBoard {
    /// The side of the square.
    pub size: u32,
    /// What it was made from, as by `taquin generate --size SIZE --seed SEED`.
    pub seed: u64,
    /// The moves of its solution, which has been replayed.
    pub length: usize,
    /// No solution is shorter.
    pub lower_bound: u64,
    /// What found the solution.
    pub algorithm: &'static str,
    /// Children made.
    pub generated: u64,
    /// How long it took.
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
    /// The most memory that the process has had at once.
    pub peak_bytes: Option<u64>,
}

impl LargeBoard {
    /// Moves for each cell and each row.
    pub fn per_cube(&self) -> f64 {
        self.length as f64 / f64::from(self.size).powi(3)
    }

    /// How many times longer it is than the shortest, at most.
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
    /// Measures the boards of a size. Ctrl-C leaves those that were done; the one at hand has not had its time.
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
        let time = self.time.or(Some(usual_time(size)));
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

    /// A solution that is too long to keep is written, but nowhere.
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

/// The time that a board of this size has, unless another is asked for.
const fn usual_time(size: u32) -> Duration {
    Duration::from_secs(match size {
        0..=10 => 10,
        11..=20 => 15,
        21..=50 => 30,
        _ => 60,
    })
}
