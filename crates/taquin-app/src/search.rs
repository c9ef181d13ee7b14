//! One search of one board, under its limits.

pub mod exhaust;
#[cfg(feature = "tables")]
pub mod resumed;
pub mod stream;

use crate::command::HeuristicCommand;
use crate::exit::{Exit, Failure, say};
use crate::groups::Groups;
use crate::limits::{Guard, Iteration, Limits, Reason};
use crate::plan::usage_error;
use crate::words::many;
use exhaust::Unreachable;
use taquin::notation::MoveFormat;
use taquin::pdb::Partition;
use taquin::solve::{Answer, Guarantee, HeuristicKind, Report, Search, SearchOptions, Tables};
use taquin::space::MoveOrder;
use taquin::{Board, Metric, Problem, ProblemError, Solution};

/// Everything about one board, for the writers.
#[derive(Debug)]
pub struct Solved {
    /// Where it comes from.
    pub name: String,
    /// The start.
    pub start: Board,
    /// The goal.
    pub goal: Board,
    /// The result.
    pub result: Result<Searched, Unreachable>,
    /// How to write the moves.
    pub format: MoveFormat,
    /// Whether to print every board.
    pub states: bool,
    /// Whether to print the iterations of IDA*.
    pub show_iterations: bool,
    /// Whether all shortest solutions were requested.
    pub all_optimal: bool,
    /// What counts as one move.
    pub metric: Metric,
}

/// A search that has ended.
#[derive(Debug)]
pub struct Searched {
    /// The report of the library.
    pub report: Report,
    /// The order in which moves were tried.
    pub order: MoveOrder,
    /// The elapsed time.
    pub seconds: f64,
    /// Why it was stopped, if it was.
    pub reason: Option<Reason>,
    /// The iterations of IDA*.
    pub iterations: Vec<Iteration>,
    /// The user's heuristic, if it was used.
    pub command: Option<CommandUse>,
}

/// How a search used a user's heuristic.
#[derive(Clone, Debug)]
pub struct CommandUse {
    /// The command as the shell knows it.
    pub command: String,
    /// The number of boards that it was asked for.
    pub evaluated: u64,
}

impl Searched {
    /// The end of a search under a guard.
    pub fn new(report: Report, order: MoveOrder, mut guard: Guard<'_>) -> Searched {
        Searched {
            report,
            order,
            seconds: guard.finish(),
            reason: guard.reason,
            iterations: guard.iterations.take(),
            command: None,
        }
    }

    /// Whether the search for all shortest solutions was stopped.
    pub const fn misses_some(&self) -> bool {
        matches!(&self.report.all_shortest, Some(all) if !all.is_complete)
    }

    /// One word for why no solution was found although one may exist.
    pub const fn why_unsolved(&self) -> &'static str {
        match (&self.report.answer, self.reason) {
            (Answer::TooLong, _) => "max-length",
            (_, Some(reason)) => reason.name(),
            (_, None) if self.report.too_long.is_some() => "max-length",
            (_, None) => "search",
        }
    }
}

impl Solved {
    /// Whether a solution was found.
    pub fn is_solved(&self) -> bool {
        let searched = self.result.as_ref();
        searched.is_ok_and(|searched| matches!(searched.report.answer, Answer::Solved(..)))
    }

    /// The solution, to be drawn or replayed (`what`). If a limit was reached before, that is reported on stderr.
    pub fn shown(&self, what: &str) -> Result<Option<(&Report, &Solution, Guarantee)>, Failure> {
        let searched = self
            .result
            .as_ref()
            .map_err(|unreachable| unreachable.nothing_to(what))?;
        let report = &searched.report;
        if let Answer::Solved(solution, guarantee) = &report.answer {
            return Ok(Some((report, solution, *guarantee)));
        }
        let (reason, bound) = (searched.why_unsolved(), report.lower_bound);
        say(
            "taquin",
            format_args!(
                "nothing to {what}: not solved ({reason}), at least {}",
                many(bound, "move")
            ),
        );
        Ok(None)
    }

    /// The exit code for the result.
    pub const fn exit(&self) -> Exit {
        match &self.result {
            Err(_) => Exit::No,
            Ok(searched) => match (&searched.report.answer, searched.reason) {
                (Answer::Solved(..), _) if !searched.misses_some() => Exit::Success,
                (_, Some(Reason::Interrupted)) => Exit::Interrupted,
                _ => Exit::Limit,
            },
        }
    }
}

/// A start and a goal of one shape.
#[derive(Clone, Debug)]
pub enum Posed {
    /// The goal can be reached.
    Solvable(Problem),
    /// It cannot.
    Unsolvable(Unreachable),
}

/// The problem of a board, or the proof that there is none. Different shapes are an error.
pub fn problem_of(start: &Board, goal: &Board) -> Result<Posed, Failure> {
    match Problem::new(start.clone(), goal.clone()) {
        Ok(problem) => Ok(Posed::Solvable(problem)),
        Err(ProblemError::Unreachable(_)) => Ok(Posed::Unsolvable(Unreachable {
            start: start.clone(),
            goal: goal.clone(),
        })),
        Err(ProblemError::ShapesDiffer(differ)) => Err(differ.into()),
    }
}

/// What searches share.
#[derive(Debug)]
pub struct Resources {
    /// Tables.
    pub tables: Tables,
    /// A user's heuristic, for plans with [`HeuristicKind::External`].
    pub command: Option<HeuristicCommand>,
    /// A user's partitions of the tiles, for plans with pattern databases.
    pub groups: Vec<Groups>,
}

impl Resources {
    /// The user's partitions for a goal.
    pub fn partitions(&self, goal: &Board) -> Result<Vec<Partition>, Failure> {
        let groups = self.groups.iter().map(|groups| groups.partitions(goal));
        Ok(groups.collect::<Result<Vec<_>, _>>()?.concat())
    }
}

/// Runs one search under its limits.
pub fn search(
    tables: &Tables,
    problem: &Problem,
    plan: &SearchOptions,
    limits: &Limits,
) -> Result<Searched, Failure> {
    let guard = Guard::new(&limits.for_board(problem.start().shape(), plan));
    search_under(guard, tables, problem, plan)
}

/// The same, perhaps with a user's heuristic.
pub fn search_with(
    resources: &mut Resources,
    problem: &Problem,
    plan: &SearchOptions,
    limits: &Limits,
) -> Result<Searched, Failure> {
    match &mut resources.command {
        Some(command) if plan.heuristic == Some(HeuristicKind::External) => {
            commanded(command, &resources.tables, problem, plan, limits)
        }
        _ if !resources.groups.is_empty() && plan.heuristic == Some(HeuristicKind::Patterns) => {
            let partitions = resources.partitions(problem.goal())?;
            partitioned(&partitions, &resources.tables, problem, plan, limits)
        }
        _ => search(&resources.tables, problem, plan, limits),
    }
}

fn partitioned(
    partitions: &[Partition],
    tables: &Tables,
    problem: &Problem,
    plan: &SearchOptions,
    limits: &Limits,
) -> Result<Searched, Failure> {
    let mut guard = Guard::new(&limits.for_board(problem.start().shape(), plan));
    let report = Search::new(problem)
        .options(*plan)
        .tables(tables)
        .partitions(partitions)
        .observe(&mut guard)
        .run();
    Ok(Searched::new(
        report.map_err(usage_error)?,
        plan.order,
        guard,
    ))
}

fn commanded(
    command: &mut HeuristicCommand,
    tables: &Tables,
    problem: &Problem,
    plan: &SearchOptions,
    limits: &Limits,
) -> Result<Searched, Failure> {
    let limits = limits.for_board(problem.start().shape(), plan);
    let mut guard = Guard::new(&limits);
    command.begin(&limits);
    let report = Search::new(problem)
        .options(*plan)
        .tables(tables)
        .estimator(command)
        .observe(&mut guard)
        .run();
    let ended = command.end()?;
    let searched = Searched::new(report.map_err(usage_error)?, plan.order, guard);
    Ok(Searched {
        reason: searched.reason.or(ended.reason),
        command: Some(CommandUse {
            command: command.command().into(),
            evaluated: ended.evaluated,
        }),
        ..searched
    })
}

/// Runs one search under the caller's guard.
pub fn search_under(
    guard: Guard<'_>,
    tables: &Tables,
    problem: &Problem,
    plan: &SearchOptions,
) -> Result<Searched, Failure> {
    search_observed(guard, plan, |guard| {
        let search = Search::new(problem).options(*plan).tables(tables);
        search.observe(guard).run().map_err(usage_error)
    })
}

/// Runs a search under a guard, and measures its time.
fn search_observed(
    mut guard: Guard<'_>,
    plan: &SearchOptions,
    run: impl FnOnce(&mut Guard<'_>) -> Result<Report, Failure>,
) -> Result<Searched, Failure> {
    let report = run(&mut guard)?;
    Ok(Searched::new(report, plan.order, guard))
}
