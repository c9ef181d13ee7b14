//! Boards, random ones or chosen by their distance.

mod hardest;
mod source;

use crate::exit::{Failure, say};
use crate::limits::{Client, Construction, Guard, Limits, is_gone, is_interrupted, stop_after};
use crate::option::{OptionError, OptionName};
use crate::search::{Searched, search_under};
use crate::words::many;
use source::Source;
use std::hash::{BuildHasher, RandomState};
use std::time::Instant;
use taquin::solve::{MAX_CELLS, OptionsError, SearchOptions, Tables};
use taquin::tools::generate::Generator;
use taquin::{Board, Metric, Problem, Shape};

/// Which boards to make, and what it may use.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a client has none")]
pub struct GenerateOptions<'a> {
    /// How many boards.
    pub count: u64,
    /// Boards from which the goal cannot be reached.
    pub unsolvable: bool,
    /// This many random moves from the goal, instead of a choice among all boards.
    pub walk: Option<u64>,
    /// Boards whose shortest solutions have exactly this many moves.
    pub optimal_length: Option<u32>,
    /// Boards that are as far from the goal as any.
    pub hardest: bool,
    /// Boards with a single shortest solution.
    pub unique: bool,
    /// What counts as one move.
    pub metric: Metric,
    /// A solution for each board.
    pub solve: bool,
    /// For finding the boards, and again for each solution.
    pub limits: Limits,
    /// Threads.
    pub threads: usize,
    /// None in a terminal.
    pub client: Option<&'a dyn Client>,
}

/// A board that was made, for the writers.
#[derive(Debug)]
pub struct Made {
    /// The board.
    pub board: Board,
    /// The goal.
    pub goal: Board,
    /// The seed of all boards of the run.
    pub seed: u64,
    /// Whether the goal can be reached from it.
    pub is_solvable: bool,
    /// What counts as one move.
    pub metric: Metric,
    /// How far it is, if that was asked for.
    pub distance: Option<u32>,
    /// Its solution, if one is wanted.
    pub key: Option<Searched>,
}

impl GenerateOptions<'_> {
    /// Makes the boards one by one, fewer than were asked for if the time is over or the client is gone; gives how many.
    /// The seed is asked for when it is known that there are such boards.
    pub fn each(
        &self,
        goal: &Board,
        seed: impl FnOnce() -> u64,
        tables: &Tables,
        tell: &mut dyn FnMut(&Made) -> Result<(), Failure>,
    ) -> Result<u64, Failure> {
        let begun = Instant::now();
        let stop = stop_after(self.limits.time, self.client);
        let mut source = Source::new(self, goal, tables, &stop)?;
        let seed = seed();
        let mut generator = Generator::new(seed);
        let what = format!("boards of {}", goal.shape());
        let is_shown = self.client.is_none() && self.is_long();
        let progress = is_shown.then(|| Construction::new(self.count as usize, what));
        for made in 0..self.count {
            // What is there at once is given, however little time there is.
            if made > 0 && stop() {
                return Ok(made);
            }
            let board = source.draw(&mut generator, tables, &stop)?;
            let Some(board) = board.filter(|_| !is_gone(self.client)) else {
                return Ok(made);
            };
            let mut made = Made {
                board,
                goal: goal.clone(),
                seed,
                is_solvable: !self.unsolvable,
                metric: self.metric,
                distance: source.distance(),
                key: None,
            };
            let mut finish = || {
                if self.solve {
                    made.key = Some(self.key(&made, tables, begun)?);
                }
                tell(&made)
            };
            match &progress {
                Some(progress) => progress.aside(finish)?,
                None => finish()?,
            }
            if let Some(progress) = &progress {
                progress.add(1);
            }
        }
        Ok(self.count)
    }

    /// A solution of a board. A client waits for all boards together, since the work has begun.
    fn key(&self, made: &Made, tables: &Tables, begun: Instant) -> Result<Searched, Failure> {
        let problem = Problem::new(made.board.clone(), made.goal.clone());
        let problem = problem.expect("a board that was made can be solved");
        let mut plan = SearchOptions::default();
        plan.metric = self.metric;
        plan.threads = self.threads;
        let mut limits = self.limits.for_board(made.board.shape(), &plan);
        if let (Some(time), Some(_)) = (self.limits.time, self.client) {
            let left = time.saturating_sub(begun.elapsed());
            limits.time = Some(limits.time.map_or(left, |time| time.min(left)));
        }
        search_under(Guard::of(&limits, self.client), tables, &problem, &plan)
    }

    /// Whether boards may have to be searched for.
    pub const fn is_long(&self) -> bool {
        self.optimal_length.is_some() || self.hardest || self.unique || self.solve
    }

    /// The largest boards whose shortest solutions are counted.
    pub const MAX_UNIQUE_CELLS: usize = 16;

    /// Whether the shortest solutions of boards of a shape can be counted.
    pub const fn counts_solutions(shape: Shape) -> bool {
        shape.area() <= Self::MAX_UNIQUE_CELLS || shape.is_line()
    }

    /// Refuses options that do not go together.
    pub fn check(&self, goal: &Board) -> Result<(), Failure> {
        let shape = goal.shape();
        let chosen = self.optimal_length.is_some() || self.hardest;
        let wrong = if self.metric == Metric::MultiTile && !(chosen || self.solve) {
            OptionError::MetricUnused
        } else if self.metric == Metric::MultiTile && self.unique {
            OptionError::UniqueMetric
        } else if self.unique && !Self::counts_solutions(shape) {
            let most = Self::MAX_UNIQUE_CELLS;
            OptionError::UniqueSize { shape, most }
        } else if self.solve && shape.area() > MAX_CELLS {
            OptionError::Search(OptionsError::TooLarge { shape })
        } else {
            return Ok(());
        };
        Err(wrong.into())
    }
}

/// Why there are not as many boards as wanted.
pub fn stopped(found: u64, wanted: u64) -> Failure {
    match is_interrupted() {
        true => Failure::Interrupted,
        false => Failure::Limit(format!(
            "the time is over: {found} of {} found",
            many(wanted, "board")
        )),
    }
}

/// The seed that was asked for, or another each time, which is reported so that the boards can be made again.
pub fn seed(program: &str, asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| {
        let seed = any_seed();
        say(program, format_args!("{:#} {seed}", OptionName("seed")));
        seed
    })
}

/// Another seed each time.
pub fn any_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) >> 32
}
