//! Boards at random, or chosen by their distance.

pub mod bad;
mod hardest;
pub mod numbered;
mod source;

use crate::exit::{Failure, say};
use crate::host::{Instant, random_number};
use crate::limits::{Client, Construction, Guard, Limits, is_gone, is_interrupted, stop_after};
use crate::option::{OptionError, OptionName};
use crate::search::{Searched, search_under};
use crate::words::many;
use source::Source;
use std::collections::HashSet;
use taquin::notation::{MoveFormat, MoveLetters};
use taquin::solve::{MAX_CELLS, OptionsError, SearchOptions, Tables};
use taquin::tools::generate::Generator;
use taquin::{Board, Metric, Problem, Shape};

/// Which boards to generate, and the limits.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a client has none")]
pub struct GenerateOptions<'a> {
    /// The number of boards.
    pub count: u64,
    /// Boards from which the goal cannot be reached.
    pub unsolvable: bool,
    /// Boards this many random moves from the goal, instead of uniformly random ones.
    pub walk: Option<u64>,
    /// Boards whose shortest solutions have exactly this many moves.
    pub optimal_length: Option<u32>,
    /// The boards farthest from the goal.
    pub hardest: bool,
    /// Boards with a single shortest solution.
    pub unique: bool,
    /// What counts as one move.
    pub metric: Metric,
    /// Never the same board twice.
    pub distinct: bool,
    /// Whether to solve each board.
    pub solve: bool,
    /// Whether to write its moves with counts.
    pub is_compact: bool,
    /// For finding the boards, and again for each solution.
    pub limits: Limits,
    /// Threads.
    pub threads: usize,
    /// `None` at a terminal.
    pub client: Option<&'a dyn Client>,
}

/// A generated board, for the writers.
#[derive(Debug)]
pub struct GeneratedBoard {
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
    /// How to write the moves of its solution.
    pub format: MoveFormat,
    /// Its distance, if that was requested.
    pub distance: Option<u32>,
    /// Its solution, if that was requested.
    pub key: Option<Searched>,
}

impl GenerateOptions<'_> {
    /// Generates boards one by one and returns how many: fewer than requested if the time limit is reached or the client
    /// disconnects. `seed` is called when it is known that such boards exist.
    pub fn each(
        &self,
        goal: &Board,
        seed: impl FnOnce() -> u64,
        tables: &Tables,
        tell: &mut dyn FnMut(&GeneratedBoard) -> Result<(), Failure>,
    ) -> Result<u64, Failure> {
        let begun = Instant::now();
        let stop = stop_after(self.limits.time, self.client);
        let mut source = Source::new(self, goal, tables, &stop)?;
        let seed = seed();
        let mut generator = Generator::new(seed);
        let what = format!("boards of {}", goal.shape());
        let is_shown = self.client.is_none() && self.is_long();
        let progress = is_shown.then(|| Construction::new(self.count as usize, what));
        let mut seen = HashSet::new();
        for made in 0..self.count {
            // The first board is generated however short the time is.
            if made > 0 && stop() {
                return Ok(made);
            }
            let board = if self.distinct {
                draw_new(&mut seen, || source.draw(&mut generator, tables, &stop))?
            } else {
                source.draw(&mut generator, tables, &stop)?
            };
            let Some(board) = board.filter(|_| !is_gone(self.client)) else {
                return Ok(made);
            };
            let mut made = GeneratedBoard {
                board,
                goal: goal.clone(),
                seed,
                is_solvable: !self.unsolvable,
                metric: self.metric,
                format: MoveFormat::new(MoveLetters::Tile, self.metric, self.is_compact),
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

    /// An error if there are no such boards, without generating any.
    pub fn check_exists(&self, goal: &Board, tables: &Tables) -> Result<(), Failure> {
        let stop = stop_after(self.limits.time, self.client);
        Source::new(self, goal, tables, &stop).map(drop)
    }

    /// Solves a board. For a client, the time limit covers all boards together.
    fn key(
        &self,
        made: &GeneratedBoard,
        tables: &Tables,
        begun: Instant,
    ) -> Result<Searched, Failure> {
        let problem = Problem::new(made.board.clone(), made.goal.clone());
        let problem = problem.expect("a generated board can be solved");
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

    /// Whether generating may take long.
    pub const fn is_long(&self) -> bool {
        self.optimal_length.is_some() || self.hardest || self.unique || self.solve
    }

    /// The largest boards whose shortest solutions are counted.
    pub const MAX_UNIQUE_CELLS: usize = 16;

    /// Whether the shortest solutions of boards of a shape can be counted.
    pub const fn counts_solutions(shape: Shape) -> bool {
        shape.area() <= Self::MAX_UNIQUE_CELLS || shape.is_line()
    }

    /// Rejects options that contradict each other.
    pub fn check(&self, goal: &Board) -> Result<(), Failure> {
        self.check_combinations()?;
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

    /// Rejects options that exclude each other. A command line rejects them when it is read.
    fn check_combinations(&self) -> Result<(), OptionError> {
        let unsolvable = ("unsolvable", self.unsolvable);
        let walk = ("walk", self.walk.is_some());
        let optimal_length = ("optimal_length", self.optimal_length.is_some());
        let hardest = ("hardest", self.hardest);
        let unique = ("unique", self.unique);
        let excluded = [
            (walk, optimal_length),
            (walk, hardest),
            (optimal_length, unsolvable),
            (optimal_length, hardest),
            (hardest, unsolvable),
            (unique, unsolvable),
            (unique, walk),
            (("solve", self.solve), unsolvable),
        ];
        match excluded.into_iter().find(|pair| pair.0.1 && pair.1.1) {
            Some(((option, _), (other, _))) => Err(OptionError::Value {
                option: OptionName(option),
                why: format!("cannot be combined with {other}"),
            }),
            None => Ok(()),
        }
    }
}

/// Draws until a board is new; an error if there seem to be no more boards.
fn draw_new(
    seen: &mut HashSet<Board>,
    mut draw: impl FnMut() -> Result<Option<Board>, Failure>,
) -> Result<Option<Board>, Failure> {
    // If one board were missing, this number of draws would miss it once in e^50 times.
    for _ in 0..50 * (seen.len() + 2) {
        let Some(board) = draw()? else {
            return Ok(None);
        };
        if seen.insert(board.clone()) {
            return Ok(Some(board));
        }
    }
    let found = match seen.len() {
        1 => "there is only 1 such board".into(),
        boards => format!("there are only {boards} such boards"),
    };
    let option = OptionName("distinct");
    Err(OptionError::Value { option, why: found }.into())
}

/// Why fewer boards were generated than requested.
pub fn stopped(found: u64, wanted: u64) -> Failure {
    if is_interrupted() {
        Failure::Interrupted
    } else {
        Failure::Limit(format!(
            "the time limit was reached: {found} of {} found",
            many(wanted, "board")
        ))
    }
}

/// The requested seed, or a random one, which is reported so that the boards can be generated again.
pub fn seed(program: &str, asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| {
        let seed = any_seed();
        say(program, format_args!("{:#} {seed}", OptionName("seed")));
        seed
    })
}

/// A random seed.
pub fn any_seed() -> u64 {
    random_number() >> 32
}
