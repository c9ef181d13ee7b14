//! `taquin count`: the number of boards of a shape, without enumerating them.

use super::Refusals;
use crate::args::help;
use crate::args::number::number_in;
use std::io::{self, Write};
use taquin::Shape;
use taquin_app::count::{Count, Counting, Formula, MAX_DEPTH, counting};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::goal_of_shape;
use taquin_app::output::{json, text};

/// Options of `taquin count`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin count 3x3
  taquin count 4x4 --depth 10      also counts the sequences of up to 10 moves
  taquin count 6x6 --json          with all digits
  taquin count n^2                 formulas for all squares; mxn for all rectangles")]
pub struct CountArgs {
    /// Shape of the board: 3x4 has 3 rows and 4 columns; n^2 or mxn for the formulas
    #[arg(value_name = "ROWSxCOLS", value_parser = counting)]
    shape: Counting,
    /// Also count the sequences of up to N moves that start at the goal
    #[arg(long, value_name = "N", value_parser = number_in(0_u32..=MAX_DEPTH))]
    depth: Option<u32>,
    #[arg(long, value_name = "GOAL", requires = "depth", help = help::GOAL_OF_SHAPE)]
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
    let shape = match args.shape {
        Counting::Shape(shape) => shape,
        formulas => return print_formula(args, formulas, &mut out),
    };
    let count = match count(args, shape) {
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

fn print_formula(
    args: &CountArgs,
    counting: Counting,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    if args.depth.is_some() {
        return Err(Failure::Usage(
            "--depth counts the sequences of one shape, such as 4x4, so it needs a shape instead of a formula"
                .into(),
        ));
    }
    if let Some(formula) = Formula::of(counting) {
        if args.json {
            json::line(out, &json::formula(&formula))?
        } else {
            text::formula(out, &formula)?
        }
    }
    out.flush()?;
    Ok(Exit::Success)
}

fn count(args: &CountArgs, shape: Shape) -> Result<Count, Failure> {
    let count = Count::new(shape);
    Ok(match args.depth {
        None => count,
        Some(depth) => {
            let start = goal_of_shape(args.goal.as_deref().unwrap_or("last"), shape)?.blank();
            count.with_sequences(start, depth)
        }
    })
}
