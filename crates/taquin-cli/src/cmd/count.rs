//! `taquin count`: the number of boards of a shape, without enumerating them.

use super::Refusals;
use crate::args::help;
use crate::args::names::shape;
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
  taquin count 4x4 --depth 10      also counts the sequences of up to 10 moves
  taquin count 6x6 --json          with all digits")]
pub struct CountArgs {
    #[arg(value_name = "ROWSxCOLS", value_parser = shape, help = help::SHAPE)]
    shape: Shape,
    /// Also count the sequences of up to N moves that start at the goal
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    #[arg(long, value_name = "GOAL", requires = "depth", help = help::GOAL)]
    goal: Option<String>,
    #[arg(long, help = help::JSON)]
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
            let start = goal_of_shape(args.goal.as_deref().unwrap_or("last"), args.shape)?.blank();
            count.with_sequences(start, depth)
        }
    })
}
