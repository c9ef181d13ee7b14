//! `taquin generate`: boards, random ones or chosen by their distance.

mod hardest;
mod source;

use super::plan::usage_error;
use super::solve::{Searched, search_under};
use super::{Refusals, goal_of_shape, written};
use crate::args::{ThreadArgs, dialect_parser, metric_parser, shape};
use crate::exit::{Exit, Failure, say};
use crate::limits::{
    Client, Construction, Guard, LimitArgs, catch_interrupts, is_gone, is_interrupted, stop_after,
};
use crate::output::{json, many, text};
use crate::store;
use source::Source;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::time::Instant;
use taquin::notation::Dialect;
use taquin::solve::{Answer, MAX_CELLS, Plan, PlanError, Tables};
use taquin::tools::generate::Generator;
use taquin::{Board, Metric, Problem, Shape};

/// Options of `taquin generate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin generate --size 4 --count 10 --seed 1        ten boards, the same ones for ever
  taquin generate --shape 3x5 --walk 30               thirty random moves from the goal
  taquin generate --size 3 --goal snail --unsolvable --to 42
  taquin generate --size 3 --optimal-length 20        a board that takes twenty moves, no more and no fewer
  taquin generate --size 4 --optimal-length 50 --count 5 --solve
  taquin generate --shape 3x4 --hardest
  taquin generate --size 3 --unique --solve           a board with one shortest solution, and the solution
  taquin generate --size 3 --count 100 | taquin solve --lines - --json

Boards are uniform over all those that were asked for, unless --walk is given. Boards at an exact distance have up to 16 \
cells; on 4x4, distances over 66 are so rare among random boards that finding one takes minutes or more, but the farthest, \
at 80 moves, are known (--hardest). Ctrl-C and --time end the search for boards, and what was found stays; with \
--solve each solution has that time, too.")]
pub struct GenerateArgs {
    /// The size of a square board
    #[arg(long, short, conflicts_with = "shape")]
    size: Option<u32>,
    /// The shape: rows x columns [default: 4x4]
    #[arg(long, value_parser = shape)]
    shape: Option<Shape>,
    /// The goal to be reached: last, first, snail, or a board
    #[arg(long, default_value = "last")]
    goal: String,
    /// How many boards
    #[arg(long, short = 'n', default_value_t = 1)]
    pub(super) count: u64,
    /// The same seed gives the same boards, on every machine and with every version [default: another each time]
    #[arg(long)]
    pub(super) seed: Option<u64>,
    /// Boards from which the goal cannot be reached
    #[arg(long, short)]
    unsolvable: bool,
    /// Make this many random moves from the goal instead of choosing among all boards
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["optimal_length", "hardest"])]
    walk: Option<u64>,
    /// Boards whose shortest solutions have exactly this many moves
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["unsolvable", "hardest"])]
    optimal_length: Option<u32>,
    /// Boards that are as far from the goal as any
    #[arg(long, conflicts_with = "unsolvable")]
    hardest: bool,
    /// Boards with a single shortest solution, of up to 16 cells
    #[arg(long, conflicts_with_all = ["unsolvable", "walk"])]
    unique: bool,
    /// With --optimal-length, --hardest or --solve, what counts as a move: stm, one tile one step; mtm, a line of tiles
    #[arg(long, default_value = "stm", value_parser = metric_parser())]
    pub(super) metric: Metric,
    /// Write a solution after each board, in a line that begins with #
    #[arg(long, conflicts_with = "unsolvable")]
    solve: bool,
    /// The notation to write
    #[arg(long, value_name = "NOTATION", default_value = "slash", value_parser = dialect_parser())]
    to: Dialect,
    /// Write JSON, one object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// A board that was made, for the printers.
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

/// Runs the command.
pub fn run(args: &GenerateArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let refusals = Refusals {
        schema: "taquin.generate/1",
        json: args.json,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let exit = generate(args, &mut out).or_else(|failure| refusals.refuse(failure, &mut out))?;
    out.flush()?;
    Ok(exit)
}

fn generate(args: &GenerateArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let goal = goal_of_shape(&args.goal, args.asked_shape()?)?;
    args.check(&goal)?;
    // A notation that cannot write boards of this shape is refused before the first one.
    written(&goal, args.to)?;
    let seed = || seed("taquin", args.seed);
    let mut exit = Exit::Success;
    let made = each(args, &goal, seed, &mut store::tables(), None, &mut |made| {
        let key = made.key.as_ref().map(|key| &key.report.answer);
        if matches!(key, Some(Answer::TooLong | Answer::Stopped)) {
            exit = Exit::Limit;
        }
        print(args, made, out)
    })?;
    match made == args.count {
        true => Ok(exit),
        false => Err(stopped(made, args.count)),
    }
}

/// Makes the boards one by one, fewer than were asked for if the time is over or nobody waits any more; gives how many.
pub(super) fn each(
    args: &GenerateArgs,
    goal: &Board,
    seed: impl FnOnce() -> u64,
    tables: &mut Tables,
    client: Option<&dyn Client>,
    tell: &mut dyn FnMut(&Made) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let begun = Instant::now();
    let stop = stop_after(args.limits.time, client);
    let mut source = Source::new(args, goal, tables, &stop)?;
    let seed = seed();
    let mut generator = Generator::new(seed);
    let what = format!("boards of {}", goal.shape());
    let progress =
        (client.is_none() && args.is_long()).then(|| Construction::new(args.count as usize, what));
    for made in 0..args.count {
        // What is there at once is given, however little time there is.
        if made > 0 && stop() {
            return Ok(made);
        }
        let board = source.draw(&mut generator, tables, &stop)?;
        let Some(board) = board.filter(|_| !is_gone(client)) else {
            return Ok(made);
        };
        let mut made = Made {
            board,
            goal: goal.clone(),
            seed,
            is_solvable: !args.unsolvable,
            metric: args.metric,
            distance: source.distance(),
            key: None,
        };
        let mut finish = || {
            if args.solve {
                made.key = Some(key(args, &made, tables, begun, client)?);
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
    Ok(args.count)
}

/// Why there are not as many boards as wanted.
fn stopped(found: u64, wanted: u64) -> Failure {
    match is_interrupted() {
        true => Failure::Interrupted,
        false => Failure::Limit(format!(
            "the time is over: {found} of {} found",
            many(wanted, "board")
        )),
    }
}

impl GenerateArgs {
    pub(super) fn asked_shape(&self) -> Result<Shape, Failure> {
        match (self.size, self.shape) {
            (None, Some(shape)) => Ok(shape),
            (size, _) => {
                Shape::square(size.unwrap_or(4)).map_err(|error| Failure::Usage(error.to_string()))
            }
        }
    }

    /// Whether boards may have to be searched for.
    const fn is_long(&self) -> bool {
        self.optimal_length.is_some() || self.hardest || self.unique || self.solve
    }

    /// Refuses what goes together in no way.
    pub(super) fn check(&self, goal: &Board) -> Result<(), Failure> {
        let shape = goal.shape();
        let chosen = self.optimal_length.is_some() || self.hardest;
        let wrong = if self.metric == Metric::MultiTile && !(chosen || self.solve) {
            "--metric goes with --optimal-length, --hardest or --solve".into()
        } else if self.metric == Metric::MultiTile && self.unique {
            "--unique is for the single-tile metric: leave --metric out".into()
        } else if self.unique && shape.area() > Source::MAX_UNIQUE && !shape.is_line() {
            format!(
                "--unique is for boards of up to {} cells, and these are {shape}",
                Source::MAX_UNIQUE
            )
        } else if self.solve && shape.area() > MAX_CELLS {
            return Err(usage_error(PlanError::TooLarge { shape }));
        } else {
            return Ok(());
        };
        Err(Failure::Usage(wrong))
    }
}

/// The seed that was asked for, or another each time, which is told so that the boards can be had again.
pub fn seed(program: &str, asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| {
        let seed = any_seed();
        say(program, format_args!("--seed {seed}"));
        seed
    })
}

/// Another seed each time.
pub(super) fn any_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) >> 32
}

/// A solution of a board. A client waits for all boards together, since the work has begun.
fn key(
    args: &GenerateArgs,
    made: &Made,
    tables: &mut Tables,
    begun: Instant,
    client: Option<&dyn Client>,
) -> Result<Searched, Failure> {
    let problem = Problem::new(made.board.clone(), made.goal.clone());
    let problem = problem.expect("a board that was made can be solved");
    let plan = Plan {
        metric: args.metric,
        threads: args.threads.count(),
        ..Plan::default()
    };
    let mut limits = args.limits.for_board(made.board.shape(), &plan);
    if let (Some(time), Some(_)) = (args.limits.time, client) {
        let left = time.saturating_sub(begun.elapsed());
        limits.time = Some(limits.time.map_or(left, |time| time.min(left)));
    }
    search_under(Guard::of(&limits, client), tables, &problem, &plan)
}

fn print(args: &GenerateArgs, made: &Made, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        json::line(out, &json::generate(made))?;
    } else {
        out.write_all(written(&made.board, args.to)?.as_bytes())?;
        if let Some(key) = &made.key {
            text::key(out, key, &made.board, args.metric)?;
        }
    }
    // Each is shown when it is there.
    if args.is_long() {
        out.flush()?;
    }
    Ok(())
}
