//! `taquin census`: how many boards are at each distance from a goal, for all boards of a shape.

use super::Refusals;
use crate::args::{ThreadArgs, metric_parser, shape};
use std::io::{self, BufWriter, Write};
use std::time::Duration;
use taquin::{Metric, Shape};
use taquin_app::census::{CensusOptions, Counted};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::goal_of_shape;
use taquin_app::limits::{Client, Reason, bytes, catch_interrupts, duration};
use taquin_app::output::svg::{self, Extent, Scale};
use taquin_app::output::{json, text};

/// Options of `taquin census`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin census 3x3
  taquin census 2x5 --goal \"1 2 3 4 5/6 7 0 8 9\" --metric mtm
  taquin census 3x4 --plot
  taquin census 3x3 --svg > 3x3.svg
  taquin census 2x4 --list-farthest

Counts every board from which the goal can be reached. Where the tiles of a goal are makes no difference, only where its \
blank is. Shapes of up to 12 cells take at most 100 MB and some seconds; 2x7 takes 9 GB (--memory 9G) and a good \
part of an hour, and taquin cluster census shares it among processes. taquin count says how many boards there are, \
and taquin generate --hardest draws from the farthest.

Exit code 3 if a limit was reached (what is known so far is printed), 130 after Ctrl-C, likewise.")]
pub struct CensusArgs {
    /// The shape: rows x columns
    #[arg(value_parser = shape)]
    pub(super) shape: Shape,
    /// The goal: last, first, snail, or a board
    #[arg(long, default_value = "last")]
    goal: String,
    /// What counts as a move: stm, one tile one step; mtm, a line of tiles
    #[arg(long, default_value = "stm", value_parser = metric_parser())]
    metric: Metric,
    /// Draw a histogram in the terminal
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    plot: bool,
    /// Write a picture of the histogram
    #[arg(long, conflicts_with = "json")]
    svg: bool,
    /// In a picture, show the logarithm of each number, so that few boards are seen beside many
    #[arg(long, requires = "svg")]
    log: bool,
    /// List the boards that are farthest from the goal, one a line after the figures
    #[arg(long, conflicts_with_all = ["plot", "svg"])]
    list_farthest: bool,
    /// Stop after this time (10s, 2m) and say what is known
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Do not begin if it would take more memory than this (500M, 12G)
    #[arg(long, default_value = "2G", value_parser = bytes)]
    memory: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Write JSON, one object
    #[arg(long)]
    json: bool,
}

impl CensusArgs {
    pub(super) fn options<'a>(&self, client: Option<&'a dyn Client>) -> CensusOptions<'a> {
        CensusOptions {
            metric: self.metric,
            list_farthest: self.list_farthest,
            time: self.time,
            memory: self.memory,
            threads: self.threads.count(),
            client,
        }
    }

    const fn scale(&self) -> Scale {
        if self.log {
            Scale::Logarithm
        } else {
            Scale::Linear
        }
    }
}

/// Runs the command.
pub fn run(args: &CensusArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let refusals = Refusals {
        schema: "taquin.census/1",
        json: args.json,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    match goal_of_shape(&args.goal, args.shape).and_then(|goal| args.options(None).count(goal)) {
        Ok(counted) => {
            print(args, &counted, &mut out)?;
            out.flush()?;
            Ok(match counted.reason {
                None => Exit::Success,
                Some(Reason::Interrupted) => Exit::Interrupted,
                Some(_) => Exit::Limit,
            })
        }
        Err(failure) => refusals.refuse(failure, &mut out),
    }
}

fn print(args: &CensusArgs, counted: &Counted, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        json::line(out, &json::census(counted))?;
    } else if args.svg {
        let (shape, metric) = (args.shape, counted.metric.name());
        let title = format!("Boards of {shape} at each distance ({metric})");
        let (title, extent) = match counted.reason {
            None => (title, Extent::Whole),
            Some(_) => (format!("{title}, stopped"), Extent::Begins),
        };
        svg::histogram(out, &title, &counted.counts, extent, args.scale())?;
    } else {
        text::census(out, counted, args.plot)?;
    }
    Ok(())
}
