//! `taquin compare`: algorithms and heuristics side by side on one board.

use super::Refusals;
use crate::args::names::NameParser;
use crate::args::{GoalArgs, LimitArgs, ReadArgs, ThreadArgs, VariantArgs, help};
use std::io::{self, Write};
use taquin::Problem;
use taquin_app::compare::CompareOptions;
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::read_problem;
use taquin_app::limits::catch_interrupts;
use taquin_app::output::{json, text};
use taquin_app::plan::{STATISTICS, named_algorithm, named_heuristic};
use taquin_app::search::Searched;
use taquin_app::store;

/// Options of `taquin compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("Examples:
  taquin compare \"8 1 3/4 0 2/7 6 5\"
  taquin compare puzzle.txt --algorithm astar,idastar --heuristic manhattan,linear-conflict --time 30s

Without --algorithm, all algorithms that suit the board are compared (beam only for more than 16 cells); without --heuristic, all \
suitable heuristics except zero. Each search is limited to 10 seconds unless --time sets another limit.

Exit code 3 if a search reached a limit.

{STATISTICS}"))]
pub struct CompareArgs {
    #[arg(help = help::BOARD)]
    board: String,
    #[command(flatten)]
    goal: GoalArgs,
    /// Search algorithms, separated by commas [default: all that suit the board]
    #[arg(long, short, alias = "algorithms", value_name = "NAMES", value_delimiter = ',', value_parser = NameParser::ALGORITHM)]
    algorithm: Vec<String>,
    /// Heuristics, separated by commas [default: all that suit the board]
    #[arg(long, short = 'H', alias = "heuristics", value_name = "NAMES", value_delimiter = ',', value_parser = NameParser::HEURISTIC)]
    heuristic: Vec<String>,
    #[command(flatten)]
    variant: VariantArgs,
    #[arg(long, help = help::JSON)]
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
    match read_problem(&args.board, args.goal.asked(), &args.read) {
        Ok(problem) => compare(args, &problem, &mut out),
        Err(failure) => refusals.refuse(failure, &mut out),
    }
}

fn compare(args: &CompareArgs, problem: &Problem, out: &mut impl Write) -> Result<Exit, Failure> {
    let options = args.options();
    // Options that do not suit the board are an error before the first line.
    options.plans(problem.start().shape())?;
    if !args.json {
        text::compare_head(out, args.variant.order)?;
    }
    options.run(problem, &store::tables(), &mut |searched| {
        print(args, searched, out)
    })
}

impl CompareArgs {
    fn options(&self) -> CompareOptions {
        let VariantArgs { weight, order } = self.variant;
        let algorithms = self.algorithm.iter();
        let heuristics = self.heuristic.iter();
        CompareOptions {
            algorithms: algorithms
                .filter_map(|name| named_algorithm(name, weight))
                .collect(),
            heuristics: heuristics
                .filter_map(|name| named_heuristic(name))
                .collect(),
            weight,
            order,
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
