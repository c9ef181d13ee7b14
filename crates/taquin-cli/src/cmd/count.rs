//! `taquin count`: how many boards there are, without looking at any of them.

use super::Refusals;
use crate::args::shape;
use std::io::{self, Write};
use taquin::Shape;
use taquin_app::count::{Count, MAX_DEPTH};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::goal_of_shape;
use taquin_app::output::{json, text};

/// Options of `taquin count`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin count 3x3
  taquin count 4x4 --depth 10      also the sequences of up to ten moves, which a search without memory would try
  taquin count 6x6 --json          all digits")]
pub struct CountArgs {
    /// The shape: rows x columns
    #[arg(value_parser = shape)]
    shape: Shape,
    /// Count also the sequences of up to so many moves
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Where sequences begin: last, first, snail, or a board
    #[arg(long, default_value = "last", requires = "depth")]
    goal: String,
    /// Write JSON, one object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &CountArgs) -> Result<Exit, Failure> {
    let refusals = Refusals {
        schema: "taquin.count/1",
        json: args.json,
    };
    let mut out = io::stdout().lock();
    let count = match count(args) {
        Ok(count) => count,
        Err(failure) => return refusals.refuse(failure, &mut out),
    };
    if args.json {
        json::line(&mut out, &json::count(&count))?;
    } else {
        text::count(&mut out, &count)?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

fn count(args: &CountArgs) -> Result<Count, Failure> {
    let count = Count::of(args.shape)?;
    Ok(match args.depth {
        None => count,
        Some(depth) => {
            let start = goal_of_shape(&args.goal, args.shape)?.blank();
            count.with_sequences(start, depth)
        }
    })
}
