//! `taquin generate`: random boards, of all boards or at an exact distance.

use super::{Refusals, written};
use crate::args::names::{NameParser, shape};
use crate::args::{GoalArgs, LimitArgs, ThreadArgs, help};
use std::io::{self, BufWriter, Write};
use taquin::notation::Dialect;
use taquin::solve::Answer;
use taquin::{Metric, Shape};
use taquin_app::exit::{Exit, Failure};
use taquin_app::generate::{GenerateOptions, GeneratedBoard, seed, stopped};
use taquin_app::input::goal_of_shape;
use taquin_app::limits::catch_interrupts;
use taquin_app::output::{json, text};
use taquin_app::store;

/// Options of `taquin generate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin generate --size 4 --count 10 --seed 1        ten boards, the same ones every time
  taquin generate --shape 3x5 --walk 30               30 random moves from the goal
  taquin generate --size 3 --goal snail --unsolvable --to 42
  taquin generate --size 3 --optimal-length 20        a board that takes exactly 20 moves
  taquin generate --size 4 --optimal-length 50 --count 5 --solve
  taquin generate --shape 3x4 --hardest
  taquin generate --size 3 --unique --solve           a board with a unique shortest solution, and that solution
  taquin generate --size 3 --count 100 | taquin solve --lines - --json

Boards are drawn uniformly from all boards that meet the conditions, unless --walk is given. The same --seed gives the same boards on \
every machine and with every version; without it, every run gives different boards. Boards at an exact distance have up to 16 cells. \
On 4x4, distances over 66 are so rare among random boards that finding one takes minutes or more, but the farthest boards, at \
80 moves, are known (--hardest). --time and Ctrl-C stop the search for boards; those already found are printed. With --solve, \
the time limit applies to each solution too. --metric applies to --optimal-length, --hardest and --solve.")]
pub struct GenerateArgs {
    #[arg(long, short, value_name = "N", conflicts_with = "shape", help = help::SIZE)]
    size: Option<u32>,
    #[arg(long, value_name = "ROWSxCOLS", value_parser = shape, help = help::SHAPE)]
    shape: Option<Shape>,
    #[command(flatten)]
    goal: GoalArgs,
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1, help = help::COUNT)]
    count: u64,
    #[arg(long, value_name = "N", help = help::SEED)]
    seed: Option<u64>,
    /// Generate boards from which the goal cannot be reached
    #[arg(long, short)]
    unsolvable: bool,
    /// Make N random moves from the goal instead of drawing from all boards
    #[arg(long, value_name = "N", conflicts_with_all = ["optimal_length", "hardest"])]
    walk: Option<u64>,
    #[arg(long, value_name = "N", conflicts_with_all = ["unsolvable", "hardest"], help = help::OPTIMAL_LENGTH)]
    optimal_length: Option<u32>,
    /// Generate boards at the greatest distance from the goal
    #[arg(long, conflicts_with = "unsolvable")]
    hardest: bool,
    /// Generate boards with a unique shortest solution, on up to 16 cells
    #[arg(long, conflicts_with_all = ["unsolvable", "walk"])]
    unique: bool,
    #[arg(long, value_name = "METRIC", default_value = "stm", hide_default_value = true, value_parser = NameParser::METRIC, help = help::METRIC)]
    metric: Metric,
    /// Write a solution after each board, on a line that starts with #
    #[arg(long, conflicts_with = "unsolvable")]
    solve: bool,
    #[arg(long, value_name = "NOTATION", default_value = "slash", value_parser = NameParser::DIALECT, help = help::TO)]
    to: Dialect,
    #[arg(long, help = help::JSON)]
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
    let goal = goal_of_shape(args.goal.or_last(), args.asked_shape()?)?;
    let options = args.options();
    options.check(&goal)?;
    // A notation that cannot write boards of this shape is an error before the first board.
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
    fn asked_shape(&self) -> Result<Shape, Failure> {
        match (self.size, self.shape) {
            (None, Some(shape)) => Ok(shape),
            (size, _) => {
                Shape::square(size.unwrap_or(4)).map_err(|error| Failure::Usage(error.to_string()))
            }
        }
    }

    fn options(&self) -> GenerateOptions<'static> {
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
            client: None,
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
    // Each board is shown as soon as it is found.
    if args.options().is_long() {
        out.flush()?;
    }
    Ok(())
}
