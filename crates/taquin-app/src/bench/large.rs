//! `taquin bench large`: boards beyond the reach of shortest solutions, made from fixed seeds.

use super::BenchArgs;
use super::measure::{peak_bytes, reset_peak};
use crate::cmd::solve::search;
use crate::cmd::solve::stream::{self, CONSTRUCT, Streamed};
use crate::exit::{Exit, Failure};
use crate::limits::{LimitArgs, is_interrupted};
use crate::output::{json, text};
use std::io::{self, Write};
use std::time::Duration;
use taquin::notation::MoveLetters;
use taquin::solve::{Answer, Plan, Tables};
use taquin::tools::generate::Generator;
use taquin::{Goal, Problem, Shape};

/// The sides of the squares.
const SIZES: [u32; 8] = [5, 6, 8, 10, 17, 20, 50, 100];
/// Boards of each size.
const COUNT: u64 = 3;
/// What a search may hold.
const MEMORY: u64 = 2 << 30;

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

/// Runs the command.
pub(super) fn run(args: &BenchArgs) -> Result<Exit, Failure> {
    if args.cold || args.warm || args.tables.is_some() || !args.only.is_empty() {
        let wrong = "--cold, --warm, --tables and --only are for published boards, and large has others: leave them out";
        return Err(Failure::Usage(wrong.into()));
    }
    let threads = args.threads.count();
    let mut out = io::stdout().lock();
    if !args.json {
        text::bench_large_head(&mut out, threads)?;
    }
    let sizes = match args.sizes.as_slice() {
        [] => &SIZES,
        sizes => sizes,
    };
    for &size in sizes {
        let measured = measure_size(args, size, threads, &mut out)?;
        match args.json {
            _ if measured.boards.is_empty() => (),
            true => json::line(&mut out, &json::bench_large(&measured))?,
            false => text::bench_large(&mut out, &measured)?,
        }
        out.flush()?;
        if is_interrupted() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Success)
}

/// Ctrl-C leaves the boards that were done; the one at hand has not had its time.
fn measure_size(
    args: &BenchArgs,
    size: u32,
    threads: usize,
    out: &mut impl Write,
) -> Result<LargeSize, Failure> {
    reset_peak();
    let mut boards = Vec::new();
    for seed in 1..=args.count.unwrap_or(COUNT) {
        let board = match measure(args, size, seed, threads) {
            Err(Failure::Interrupted) => break,
            Ok(_) if is_interrupted() => break,
            measured => measured?,
        };
        if args.json {
            json::line(out, &json::bench_large_instance(&board))?;
            out.flush()?;
        }
        boards.push(board);
    }
    Ok(LargeSize {
        size,
        threads,
        boards,
        peak_bytes: peak_bytes(),
    })
}

/// Solves one board.
fn measure(args: &BenchArgs, size: u32, seed: u64, threads: usize) -> Result<LargeBoard, Failure> {
    let shape = Shape::square(size).map_err(|error| Failure::Usage(error.to_string()))?;
    let goal = Goal::Last.board(shape);
    let start = Generator::new(seed).random(&goal);
    let problem = Problem::new(start, goal).expect("a generated board can be solved");
    let plan = Plan {
        threads,
        effort: args.effort,
        ..Plan::default()
    };
    let time = args.time.or(Some(usual_time(size)));
    let limits = LimitArgs {
        time: time.filter(|_| args.effort.is_none()),
        memory: MEMORY,
    };
    if stream::serves(shape, &plan, &limits) {
        return measure_streamed(&problem, size, seed, threads, &limits);
    }
    let searched = search(&mut Tables::default(), &problem, &plan, &limits)?;
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
    problem: &Problem,
    size: u32,
    seed: u64,
    threads: usize,
    limits: &LimitArgs,
) -> Result<LargeBoard, Failure> {
    let begun = std::time::Instant::now();
    let streamed = Streamed::find(problem, limits, threads)?;
    write!(io::sink(), "{}", streamed.moves(MoveLetters::Tile))?;
    Ok(LargeBoard {
        size,
        seed,
        length: streamed.length,
        lower_bound: streamed.lower_bound,
        algorithm: CONSTRUCT,
        generated: 0,
        seconds: begun.elapsed().as_secs_f64(),
    })
}

/// The time that a board of this size has, unless somebody says otherwise.
const fn usual_time(size: u32) -> Duration {
    Duration::from_secs(match size {
        0..=10 => 10,
        11..=20 => 15,
        21..=50 => 30,
        _ => 60,
    })
}
