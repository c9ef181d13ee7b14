//! `taquin compare`: algorithms and heuristics side by side on one board.

use super::{Refusals, answers};
use crate::args::names::NameParser;
use crate::args::{GoalArgs, LimitArgs, ReadOneArgs, ThreadArgs, VariantArgs, help};
use std::io::Write;
use taquin::solve::{Algorithm, HeuristicKind};
use taquin::{Board, Problem};
use taquin_app::check::Verdict;
use taquin_app::command::HeuristicCommand;
use taquin_app::compare::CompareOptions;
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::groups::Groups;
use taquin_app::input::BoardReader;
use taquin_app::limits::catch_interrupts;
use taquin_app::output::{csv, json, text};
use taquin_app::plan::{STATISTICS, check_heuristic, named_algorithm, named_heuristic};
use taquin_app::search::exhaust::{Unreachable, read_problem};
use taquin_app::search::{Posed, Resources, Searched};
use taquin_app::store;

/// Options of `taquin compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("Examples:
  taquin compare \"8 1 3/4 0 2/7 6 5\"
  taquin compare puzzle.txt -a astar,idastar -H manhattan,linear-conflict --time 30s
  taquin compare puzzle.txt -a astar --heuristic-command \"python3 examples/heuristics/pairs.py\"
  taquin compare puzzle.txt --csv > searches.csv

Without --algorithm, all algorithms that suit the board are compared (beam only for more than 16 cells); without --heuristic, all \
suitable heuristics except zero. Each search is limited to 10 seconds unless --time sets another limit.

An unsolvable board of up to 9 cells is searched until every board that can be reached has been expanded; IDA* would never end \
and is left out.

Exit code 1 if the board is unsolvable, 3 if a search reached a limit.

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
    #[arg(long, value_name = "GROUPS", help = help::GROUPS)]
    groups: Vec<Groups>,
    #[arg(long, value_name = "COMMAND", help = help::HEURISTIC_COMMAND)]
    heuristic_command: Option<String>,
    #[command(flatten)]
    variant: VariantArgs,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[arg(long, conflicts_with = "json", help = help::CSV)]
    csv: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    read: ReadOneArgs,
}

/// Runs the command.
pub fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let refusals = Refusals {
        schema: "taquin.compare/1",
        json: args.writes_objects(),
    };
    args.check()?;
    let mut out = answers(args.csv.then_some(csv::COMPARE), refusals);
    let mut reader = BoardReader::new(&args.read);
    let posed = read_problem(&args.board, args.goal.asked(), &mut reader);
    out.set(reader.origin())?;
    let posed = posed.and_then(|posed| {
        if let Posed::Unsolvable(unreachable) = &posed {
            unreachable.allows_search()?;
        }
        Ok(posed)
    });
    match posed {
        Ok(Posed::Solvable(problem)) => compare(args, &problem, &mut out),
        Ok(Posed::Unsolvable(unreachable)) => exhaust(args, unreachable, &mut out),
        Err(failure) => refusals.refuse(failure, &mut out),
    }
}

/// Compares the searches on a board that cannot be solved: each expands all boards.
fn exhaust(
    args: &CompareArgs,
    unreachable: Unreachable,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let options = args.options();
    let shape = unreachable.start.shape();
    options.plans(shape)?;
    for algorithm in options.left_out(shape) {
        let why = match algorithm {
            Algorithm::IdaStar => {
                "it does not remember which boards it has seen, so it would never end"
            }
            _ => "it does not search",
        };
        say("taquin", format_args!("{algorithm} is left out: {why}"));
    }
    if args.heuristic_command.is_some() || !args.groups.is_empty() {
        let what =
            "--heuristic-command and --groups are left out: the board has no distance to its goal";
        say("taquin", what);
    }
    if !args.writes_objects() {
        text::compare_head(out, args.variant.order)?;
    }
    let exit = options.exhaust(&unreachable, &store::tables(), &mut |searched| {
        print(args, (&unreachable.start, &unreachable.goal), searched, out)
    })?;
    if !args.writes_objects() {
        let verdict = Verdict::new(unreachable.start, unreachable.goal, None)?;
        text::exhausted(out, &verdict)?;
    }
    Ok(exit)
}

fn compare(args: &CompareArgs, problem: &Problem, out: &mut impl Write) -> Result<Exit, Failure> {
    let options = args.options();
    // Options that do not suit the board are an error before the first line.
    options.plans(problem.start().shape())?;
    if !args.writes_objects() {
        text::compare_head(out, args.variant.order)?;
    }
    let mut resources = Resources {
        tables: store::tables(),
        command: args.heuristic_command.clone().map(HeuristicCommand::new),
        groups: args.groups.clone(),
    };
    options.run(problem, &mut resources, &mut |searched| {
        print(args, (problem.start(), problem.goal()), searched, out)
    })
}

impl CompareArgs {
    /// An error for options without effect.
    fn check(&self) -> Result<(), Failure> {
        let algorithms = self.options().algorithms;
        if !algorithms.is_empty() {
            self.variant.check(&algorithms)?;
        }
        if !self.heuristic.is_empty() {
            check_heuristic(&algorithms)?;
        }
        self.check_own(&algorithms)
    }

    /// An error for an own heuristic or its groups if no search uses them.
    fn check_own(&self, algorithms: &[Algorithm]) -> Result<(), Failure> {
        let option = match (&self.heuristic_command, &self.groups[..]) {
            (Some(_), _) => "--heuristic-command",
            (None, [_, ..]) => "--groups",
            (None, []) => return Ok(()),
        };
        let takes_it = |algorithm: &Algorithm| algorithm.takes_estimator();
        let names_pdb = |name: &String| named_heuristic(name) == Some(HeuristicKind::Patterns);
        if !algorithms.is_empty() && !algorithms.iter().any(takes_it) {
            Err(Failure::Usage(format!(
                "{option} works only with --algorithm astar, weighted-astar, greedy or idastar"
            )))
        } else if !self.groups.is_empty()
            && !self.heuristic.is_empty()
            && !self.heuristic.iter().any(names_pdb)
        {
            let wrong = "--groups works only with --heuristic pdb; add it or remove --groups";
            Err(Failure::Usage(wrong.into()))
        } else {
            Ok(())
        }
    }

    /// Whether to write JSON objects, which may become rows of CSV.
    const fn writes_objects(&self) -> bool {
        self.json || self.csv
    }

    fn options(&self) -> CompareOptions {
        let (weight, order) = (self.variant.weight(), self.variant.order);
        let algorithms = self.algorithm.iter();
        let heuristics = self.heuristic.iter();
        CompareOptions {
            algorithms: algorithms
                .filter_map(|name| named_algorithm(name, weight))
                .collect(),
            heuristics: heuristics
                .filter_map(|name| named_heuristic(name))
                .collect(),
            has_groups: !self.groups.is_empty(),
            has_command: self.heuristic_command.is_some(),
            weight,
            order,
            threads: self.threads.count(),
            limits: self.limits.limits(),
        }
    }
}

fn print(
    args: &CompareArgs,
    (start, goal): (&Board, &Board),
    searched: &Searched,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if args.writes_objects() {
        json::line(out, &json::compare(start, goal, searched))?;
    } else {
        text::compare(out, searched)?;
    }
    Ok(out.flush()?)
}
