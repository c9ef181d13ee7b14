//! `taquin census`: the number of boards at each distance from a goal.

use super::Refusals;
use crate::args::names::{NameParser, shape};
use crate::args::{LimitArgs, ShapeGoalArgs, ThreadArgs, help};
use std::io::{self, BufWriter, Write};
use taquin::{Metric, Shape};
use taquin_app::census::{CensusOptions, Counted};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::goal_of_shape;
use taquin_app::limits::{Reason, catch_interrupts};
use taquin_app::output::csv::{self, Rows};
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
  taquin census 3x3 --csv > 3x3.csv

Counts every board from which the goal can be reached. Only the position of the blank in the goal matters. Shapes of up \
to 12 cells take at most 100 MB and a few seconds; 2x7 takes 9 GB (--memory 9G) and most of an hour, and taquin cluster \
census divides it among processes. A census that would exceed the memory limit does not start. taquin count prints the number \
of boards, and taquin generate --hardest draws from the farthest. --csv writes one line per distance.

Exit codes: 3 if a limit was reached, 130 after Ctrl-C; the levels so far are printed.")]
pub struct CensusArgs {
    #[arg(value_name = "ROWSxCOLS", value_parser = shape, help = help::SHAPE)]
    shape: Shape,
    #[command(flatten)]
    goal: ShapeGoalArgs,
    #[arg(long, value_name = "METRIC", default_value = "stm", hide_default_value = true, value_parser = NameParser::METRIC, help = help::METRIC)]
    metric: Metric,
    #[arg(long, conflicts_with_all = ["svg", "json"], help = help::PLOT)]
    plot: bool,
    #[arg(long, conflicts_with = "json", help = help::SVG)]
    svg: bool,
    /// With --svg, use a logarithmic scale
    #[arg(long, requires = "svg")]
    log: bool,
    /// List the boards that are farthest from the goal, one per line after the counts
    #[arg(long, conflicts_with_all = ["plot", "svg"])]
    list_farthest: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[arg(long, conflicts_with_all = ["json", "plot", "svg", "list_farthest"], help = help::CSV)]
    csv: bool,
}

impl CensusArgs {
    fn options(&self) -> CensusOptions<'static> {
        CensusOptions {
            metric: self.metric,
            list_farthest: self.list_farthest,
            time: self.limits.time.time,
            memory: self.limits.memory.memory,
            threads: self.threads.count(),
            client: None,
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
        json: args.json || args.csv,
    };
    let out = BufWriter::new(io::stdout().lock());
    let mut out = Rows::new(out, args.csv.then_some(csv::CENSUS));
    match goal_of_shape(args.goal.or_last(), args.shape).and_then(|goal| args.options().count(goal))
    {
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
    } else if args.csv {
        for row in csv::census(counted) {
            json::line(out, &row)?;
        }
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
