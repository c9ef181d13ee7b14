//! `taquin compare`: searches and heuristics side by side on one board.

use super::plan::{
    ALGORITHMS, HEURISTICS, STATISTICS, algorithm, estimate, order, usage_error, weight,
};
use super::solve::{Searched, search};
use super::{Refusals, read_problem};
use crate::args::{ReadArgs, ThreadArgs};
use crate::exit::{Exit, Failure};
use crate::limits::{LimitArgs, Reason, catch_interrupts, is_interrupted};
use crate::output::{json, text};
use crate::store;
use clap::builder::PossibleValuesParser;
use std::io::{self, Write};
use std::time::Duration;
use taquin::search::Weight;
use taquin::solve::{Algorithm, Answer, HeuristicKind, MAX_CELLS, Plan, PlanError, SHORTEST_CELLS};
use taquin::space::MoveOrder;
use taquin::{Problem, Shape};

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
    #[arg(long, value_delimiter = ',', value_parser = PossibleValuesParser::new(&ALGORITHMS[1..]))]
    algorithms: Vec<String>,
    /// The heuristics to compare, separated by commas [default: all but zero that the board allows]
    #[arg(long, value_delimiter = ',', value_parser = PossibleValuesParser::new(&HEURISTICS[1..]))]
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
    let shape = problem.start().shape();
    let plans = plans(args, shape);
    if plans.is_empty() || (shape.area() > MAX_CELLS && !shape.is_line()) {
        return Err(usage_error(PlanError::TooLarge { shape }));
    }
    let wrong = plans
        .iter()
        .filter_map(|plan| plan.estimate)
        .find(|estimate| !estimate.fits(shape));
    if let Some(estimate) = wrong {
        return Err(Failure::Usage(
            PlanError::Unfit { estimate, shape }.to_string(),
        ));
    }
    let limits = LimitArgs {
        time: args.limits.time.or(Some(Duration::from_secs(10))),
        ..args.limits.clone()
    };
    let mut tables = store::tables();
    let mut worst = Exit::Success;
    if !args.json {
        text::compare_head(out, args.order)?;
    }
    for plan in plans {
        let searched = search(&mut tables, problem, &plan, &limits)?;
        print(args, &searched, out)?;
        if searched.reason == Some(Reason::Interrupted) || is_interrupted() {
            return Ok(Exit::Interrupted);
        }
        if !matches!(searched.report.answer, Answer::Solved(..)) {
            worst = Exit::Limit;
        }
    }
    Ok(worst)
}

/// Whether a search that nobody asked for should be compared on this shape.
fn is_worth(algorithm: Algorithm, shape: Shape) -> bool {
    algorithm.fits(shape) && (algorithm != Algorithm::Beam || shape.area() > SHORTEST_CELLS)
}

/// Every search with every heuristic, those that use none once.
fn plans(args: &CompareArgs, shape: Shape) -> Vec<Plan> {
    let names: Vec<&str> = match args.algorithms.as_slice() {
        [] => ALGORITHMS[1..].to_vec(),
        names => names.iter().map(String::as_str).collect(),
    };
    let estimates: Vec<Option<HeuristicKind>> = match args.heuristics.as_slice() {
        [] => HeuristicKind::ALL[1..]
            .iter()
            .filter(|estimate| estimate.fits(shape))
            .copied()
            .map(Some)
            .collect(),
        names => names.iter().map(|name| estimate(name)).collect(),
    };
    let mut plans = Vec::new();
    for algorithm in names
        .into_iter()
        .filter_map(|name| algorithm(name, args.weight))
        .filter(|algorithm| !args.algorithms.is_empty() || is_worth(*algorithm, shape))
    {
        let count = if algorithm.uses_heuristic() {
            estimates.len()
        } else {
            1
        };
        let plan = |&estimate| Plan {
            algorithm: Some(algorithm),
            estimate,
            order: args.order,
            threads: args.threads.count(),
            ..Plan::default()
        };
        plans.extend(estimates.iter().take(count).map(plan));
    }
    plans
}

fn print(args: &CompareArgs, searched: &Searched, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        json::line(out, &json::compare(searched))
    } else {
        text::compare(out, searched)?;
        Ok(out.flush()?)
    }
}
