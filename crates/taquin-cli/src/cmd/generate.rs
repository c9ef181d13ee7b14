//! `taquin generate`: boards, random ones or chosen by their distance.

mod hardest;
mod source;

use super::plan::unfit;
use super::solve::{Searched, search_under};
use super::{Refusals, goal_of_shape};
use crate::args::{ThreadArgs, dialect_parser, metric_parser, shape};
use crate::exit::{Exit, Failure, say};
use crate::limits::{Client, Guard, LimitArgs, catch_interrupts, is_gone, is_interrupted};
use crate::output::{json, text};
use crate::store;
use source::Source;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::time::Instant;
use taquin::board::Board;
use taquin::generate::Generator;
use taquin::metric::Metric;
use taquin::notation::{self, Dialect};
use taquin::problem::Problem;
use taquin::shape::Shape;
use taquin::solve::{MAX_CELLS, Plan, PlanError, Tables};

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

Boards are uniform over all those that were asked for, unless --walk is given. Boards at an exact distance have up to 16
cells; on 4x4, distances over 66 are so rare among random boards that finding one takes minutes or more, but the farthest,
at 80 moves, are known (--hardest). Ctrl-C and --time end the search; what was found stays.")]
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
    let seed = seed("taquin", args.seed);
    let (mut made, all) = (0, args.count);
    each(
        args,
        &goal,
        seed,
        &mut store::tables(),
        None,
        &mut |board| {
            made += 1;
            print(args, board, out)
        },
    )?;
    if made == all {
        return Ok(Exit::Success);
    }
    if is_interrupted() {
        return Ok(Exit::Interrupted);
    }
    say(
        "taquin",
        format_args!("the time is over: {made} of {all} boards were found"),
    );
    Ok(Exit::Limit)
}

/// Makes the boards one by one, fewer than were asked for if the time is over or nobody waits any more.
pub(super) fn each(
    args: &GenerateArgs,
    goal: &Board,
    seed: u64,
    tables: &mut Tables,
    client: Option<&dyn Client>,
    tell: &mut dyn FnMut(&Made) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut generator = Generator::new(seed);
    let deadline = args
        .limits
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let stop = || is_gone(client) || is_late();
    let mut source = Source::new(args, goal, tables, &stop)?;
    for _ in 0..args.count {
        // In a terminal Ctrl-C ends what does not search by itself.
        if client.is_some() && stop() {
            break;
        }
        let Some(board) = source.draw(&mut generator, tables, &stop)? else {
            break;
        };
        let made = Made {
            key: match args.solve {
                true => Some(key(args, &board, goal, tables, deadline, client)?),
                false => None,
            },
            board,
            goal: goal.clone(),
            seed,
            is_solvable: !args.unsolvable,
            metric: args.metric,
            distance: source.distance(),
        };
        tell(&made)?;
    }
    Ok(())
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
            return Err(unfit(PlanError::TooLarge { shape }));
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

/// A solution of a board. A client waits for all boards together, until the deadline.
fn key(
    args: &GenerateArgs,
    board: &Board,
    goal: &Board,
    tables: &mut Tables,
    deadline: Option<Instant>,
    client: Option<&dyn Client>,
) -> Result<Searched, Failure> {
    let problem =
        Problem::new(board.clone(), goal.clone()).expect("a board that was made can be solved");
    let plan = Plan {
        metric: args.metric,
        threads: args.threads.count(),
        ..Plan::default()
    };
    let mut limits = args.limits.for_board(board.shape(), &plan);
    if let (Some(deadline), Some(_)) = (deadline, client) {
        let left = deadline.saturating_duration_since(Instant::now());
        limits.time = Some(limits.time.map_or(left, |time| time.min(left)));
    }
    search_under(Guard::of(&limits, client), tables, &problem, &plan)
}

fn written(board: &Board, dialect: Dialect) -> Result<String, Failure> {
    notation::write(board, dialect).map_err(|error| Failure::Usage(error.to_string()))
}

fn print(args: &GenerateArgs, made: &Made, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        return json::line(out, &json::generate(made));
    }
    out.write_all(written(&made.board, args.to)?.as_bytes())?;
    if let Some(key) = &made.key {
        text::key(out, key, &made.board, args.metric)?;
    }
    // A search for boards may take its time: each is shown when it is there.
    if made.distance.is_some() || args.unique || args.solve {
        out.flush()?;
    }
    Ok(())
}
