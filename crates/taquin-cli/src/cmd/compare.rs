//! `taquin compare`: searches and heuristics side by side on one board.

use super::Refusals;
use crate::args::NameParser;
use crate::args::{LimitArgs, ReadArgs, ThreadArgs};
use std::io::{self, Write};
use taquin::Problem;
use taquin::search::Weight;
use taquin::space::MoveOrder;
use taquin_app::compare::CompareOptions;
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::read_problem;
use taquin_app::limits::catch_interrupts;
use taquin_app::output::{json, text};
use taquin_app::plan::{STATISTICS, named_algorithm, named_heuristic, order, weight};
use taquin_app::search::Searched;
use taquin_app::store;

/// Options of `taquin compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("Examples:
  taquin compare \"8 1 3/4 0 2/7 6 5\"
  taquin compare puzzle.txt --algorithms astar,idastar --heuristics manhattan,linear-conflict --time 30s

Each search has 10 seconds unless --time says otherwise. Exit code 3 if one of them reached a limit.

{STATISTICS}"))]
pub struct CompareArgs {
    /// A board, a file with one, or - for standard input
    board: String,
    /// The board to reach: last, first, snail, or a board [default: the file's own, else last]
    #[arg(long)]
    goal: Option<String>,
    /// The searches to compare, separated by commas [default: all that the board allows; beam only if it has more than 16 cells]
    #[arg(long, value_delimiter = ',', value_parser = NameParser::ALGORITHM)]
    algorithms: Vec<String>,
    /// The heuristics to compare, separated by commas [default: all but zero that the board allows]
    #[arg(long, value_delimiter = ',', value_parser = NameParser::HEURISTIC)]
    heuristics: Vec<String>,
    /// The weight of weighted-astar
    #[arg(long, default_value = "2", value_parser = weight)]
    weight: Weight,
    /// The order in which tiles are tried, four letters
    #[arg(long, default_value = "UDLR", value_parser = order)]
    order: MoveOrder,
    /// Write JSON, one object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let mut out = io::stdout().lock();
    let refusals = Refusals {
        schema: "taquin.compare/1",
        json: args.json,
    };
    match read_problem(&args.board, args.goal.as_deref(), &args.read) {
        Ok(problem) => compare(args, &problem, &mut out),
        Err(failure) => refusals.refuse(failure, &mut out),
    }
}

fn compare(args: &CompareArgs, problem: &Problem, out: &mut impl Write) -> Result<Exit, Failure> {
    let options = args.options();
    // What the board does not allow is refused before the first line.
    options.plans(problem.start().shape())?;
    if !args.json {
        text::compare_head(out, args.order)?;
    }
    options.run(problem, &store::tables(), &mut |searched| {
        print(args, searched, out)
    })
}

impl CompareArgs {
    fn options(&self) -> CompareOptions {
        let algorithms = self.algorithms.iter();
        let heuristics = self.heuristics.iter();
        CompareOptions {
            algorithms: algorithms
                .filter_map(|name| named_algorithm(name, self.weight))
                .collect(),
            heuristics: heuristics
                .filter_map(|name| named_heuristic(name))
                .collect(),
            weight: self.weight,
            order: self.order,
            threads: self.threads.count(),
            limits: self.limits.limits(),
        }
    }
}

fn print(args: &CompareArgs, searched: &Searched, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        json::line(out, &json::compare(searched))
    } else {
        text::compare(out, searched)?;
        Ok(out.flush()?)
    }
}
