//! `taquin generate`: boards, random ones or chosen by their distance.

use super::{Refusals, written};
use crate::args::{LimitArgs, ThreadArgs, dialect_parser, metric_parser, shape};
use std::io::{self, BufWriter, Write};
use taquin::notation::Dialect;
use taquin::solve::Answer;
use taquin::{Metric, Shape};
use taquin_app::exit::{Exit, Failure};
use taquin_app::generate::{GenerateOptions, GeneratedBoard, seed, stopped};
use taquin_app::input::goal_of_shape;
use taquin_app::limits::{Client, catch_interrupts};
use taquin_app::output::{json, text};
use taquin_app::store;

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
    let options = args.options(None);
    options.check(&goal)?;
    // A notation that cannot write boards of this shape is refused before the first one.
    written(&goal, args.to)?;
    let seed = || seed("taquin", args.seed);
    let mut exit = Exit::Success;
    let made = options.each(&goal, seed, &store::tables(), &mut |made| {
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

impl GenerateArgs {
    pub(super) fn asked_shape(&self) -> Result<Shape, Failure> {
        match (self.size, self.shape) {
            (None, Some(shape)) => Ok(shape),
            (size, _) => {
                Shape::square(size.unwrap_or(4)).map_err(|error| Failure::Usage(error.to_string()))
            }
        }
    }

    pub(super) fn options<'a>(&self, client: Option<&'a dyn Client>) -> GenerateOptions<'a> {
        GenerateOptions {
            count: self.count,
            unsolvable: self.unsolvable,
            walk: self.walk,
            optimal_length: self.optimal_length,
            hardest: self.hardest,
            unique: self.unique,
            metric: self.metric,
            solve: self.solve,
            limits: self.limits.limits(),
            threads: self.threads.count(),
            client,
        }
    }
}

fn print(args: &GenerateArgs, made: &GeneratedBoard, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        json::line(out, &json::generate(made))?;
    } else {
        out.write_all(written(&made.board, args.to)?.as_bytes())?;
        if let Some(key) = &made.key {
            text::key(out, key, &made.board, args.metric)?;
        }
    }
    // Each is shown when it is there.
    if args.options(None).is_long() {
        out.flush()?;
    }
    Ok(())
}
