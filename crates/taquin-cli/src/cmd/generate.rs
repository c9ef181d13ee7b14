//! `taquin generate`: random boards.

use crate::args::{dialect_parser, shape};
use crate::exit::{Exit, Failure, say};
use crate::output::json;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use taquin::board::Board;
use taquin::generate::Generator;
use taquin::notation::{self, Dialect};
use taquin::shape::Shape;
use taquin::solvability::{reachable, twin};

/// Options of `taquin generate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin generate --size 4 --count 10 --seed 1        ten boards, the same ones for ever
  taquin generate --shape 3x5 --walk 30               thirty random moves from the goal
  taquin generate --size 3 --goal snail --unsolvable --to 42
  taquin generate --size 3 --count 100 | taquin solve --lines - --json

Boards are uniform over all those that can be solved (with --unsolvable: cannot), unless --walk is given.")]
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
    count: u64,
    /// The same seed gives the same boards, on every machine and with every version [default: another each time]
    #[arg(long)]
    seed: Option<u64>,
    /// Boards from which the goal cannot be reached
    #[arg(long, short)]
    unsolvable: bool,
    /// Make this many random moves from the goal instead of choosing among all boards
    #[arg(long, value_name = "MOVES")]
    walk: Option<u64>,
    /// The notation to write
    #[arg(long, value_name = "NOTATION", default_value = "slash", value_parser = dialect_parser())]
    to: Dialect,
    /// Write JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &GenerateArgs) -> Result<Exit, Failure> {
    let shape = match (args.size, args.shape) {
        (Some(side), _) => {
            Shape::square(side).map_err(|error| Failure::Usage(error.to_string()))?
        }
        (None, Some(shape)) => shape,
        (None, None) => Shape::square(4).map_err(|error| Failure::Usage(error.to_string()))?,
    };
    let goal = super::goal_of_shape(&args.goal, shape)?;
    let seed = seed("taquin", args.seed);
    let mut generator = Generator::new(seed);
    let mut out = BufWriter::new(io::stdout().lock());
    for _ in 0..args.count {
        let board = make(args, &mut generator, &goal)?;
        let text =
            notation::write(&board, args.to).map_err(|error| Failure::Usage(error.to_string()))?;
        if args.json {
            json::line(
                &mut out,
                &json::generate(&board, &goal, seed, !args.unsolvable),
            )?;
        } else {
            out.write_all(text.as_bytes())?;
        }
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// The seed that was asked for, or another each time, which is told so that the boards can be had again.
pub fn seed(program: &str, asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| {
        let seed = RandomState::new().hash_one(std::process::id()) >> 32;
        say(program, format_args!("--seed {seed}"));
        seed
    })
}

fn make(args: &GenerateArgs, generator: &mut Generator, goal: &Board) -> Result<Board, Failure> {
    let board = match (args.walk, args.unsolvable) {
        (Some(moves), false) => Some(generator.walk(goal, moves)),
        (Some(moves), true) => {
            let twin = twin(&generator.walk(goal, moves));
            twin.filter(|twin| reachable(twin, goal) == Ok(false))
        }
        (None, false) => Some(generator.random(goal)),
        (None, true) => generator.unsolvable(goal),
    };
    board.ok_or_else(|| Failure::Usage(format!("every board of {} can be solved", goal.shape())))
}
