//! `taquin hint`: the next moves of a board.

use super::{Batch, Item, Refusals};
use crate::args::names::NameParser;
use crate::args::number::number_in;
use crate::args::{GoalArgs, LimitArgs, ReadArgs, ThreadArgs, help};
use std::io::Write;
use taquin::Metric;
use taquin::solve::Tables;
use taquin_app::exit::{Exit, Failure};
use taquin_app::hint::{self, Hint};
use taquin_app::limits::{Limits, catch_interrupts};
use taquin_app::output::{json, text};
use taquin_app::search::{Posed, problem_of, search};
use taquin_app::store;

/// Options of `taquin hint`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin hint \"8 1 3/4 0 2/7 6 5\"
  taquin hint puzzle.txt -n 1 --goal snail
  taquin hint puzzle.txt --metric mtm --json

Up to 16 cells, the moves begin a shortest solution, and in the single-tile metric all optimal first moves are shown. For larger boards, they begin the best solution found in 2 seconds, unless --time sets another limit.

Exit codes: 0 if there is a hint, 1 if the board is unsolvable, 3 if a limit was reached before a solution was found.")]
pub struct HintArgs {
    #[arg(required = true, value_name = "BOARD", help = help::BOARDS)]
    boards: Vec<String>,
    /// Show the next N moves
    #[arg(short = 'n', long, value_name = "N", default_value_t = 3, value_parser = number_in(1..=usize::MAX))]
    count: usize,
    #[command(flatten)]
    goal: GoalArgs,
    #[arg(long, value_name = "METRIC", value_parser = NameParser::METRIC, help = help::METRIC)]
    metric: Option<Metric>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[arg(long, help = help::COMPACT)]
    compact: bool,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &HintArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let tables = store::tables();
    let refusals = Refusals {
        schema: "taquin.hint/1",
        json: args.json,
    };
    let mut batch = Batch::new(&args.read, &args.boards, refusals);
    while let Some(item) = batch.next()? {
        let answer = answer(args, &tables, item, &mut batch);
        batch.answered(answer)?;
    }
    Ok(batch.exit)
}

fn answer(
    args: &HintArgs,
    tables: &Tables,
    item: Item,
    batch: &mut Batch,
) -> Result<Exit, Failure> {
    let start = item.reading.start;
    let shape = start.shape();
    let goal = batch
        .reader
        .goal_of(args.goal.asked(), shape, item.reading.goal)?;
    let metric = args.metric.or(item.metric).unwrap_or_default();
    let mut options = hint::options(shape, metric);
    options.threads = args.threads.count();
    let limits = args.limits.limits();
    let limits = Limits {
        time: limits.time.or(hint::time(shape, &options)),
        ..limits
    };
    let searched = match problem_of(&start, &goal)? {
        Posed::Solvable(problem) => Some(search(tables, &problem, &options, &limits)?),
        Posed::Unsolvable(_) => None,
    };
    let hint = Hint {
        start,
        goal,
        metric,
        is_compact: args.compact,
        count: args.count,
        searched,
    };
    if args.json {
        json::line(&mut batch.out, &json::hint(&hint))?
    } else {
        if item.is_one_of_many {
            writeln!(batch.out, "{}:", item.name)?;
        }
        text::hint(&mut batch.out, &hint)?;
    }
    Ok(match (&hint.searched, hint.solution()) {
        (None, _) => Exit::No,
        (Some(_), None) => Exit::Limit,
        (Some(_), Some(_)) => Exit::Success,
    })
}
