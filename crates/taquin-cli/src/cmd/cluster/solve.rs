//! `taquin cluster solve`.

use super::config::{ClusterArgs, ClusterConfig};
use super::job::{self, Finished, Job, Ran, Session};
use super::needs::{FOR_TASKS, Needs};
use super::progress::JobProgress;
use crate::args::names::NameParser;
use crate::args::number::number;
use crate::args::{GoalArgs, ReadOneArgs, TimeArgs, help};
use crate::cmd::Refusals;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use taquin::notation::{self, MoveFormat, MoveLetters};
use taquin::pdb::Databases;
use taquin::solve::{GoalTables, TableSize, Tables, Tick};
use taquin::{Board, Metric, MoveOrder, Problem};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
use taquin_app::limits::{catch_interrupts, is_interrupted, stop_after};
use taquin_app::output::{json, text};
use taquin_app::search::{Posed, Searched, Solved, problem_of};
use taquin_app::store;
use taquin_cluster::checkpoints::CheckpointDir;
use taquin_cluster::solve::{LARGE, SolveEnd, SolveJob, SolveOptions, SolveProgress};

/// The memory of an iteration that is divided into tasks, in the first process.
const ITERATION: f64 = 40e6;

/// Options of `taquin cluster solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin cluster solve board5x5.txt --workers 2
  taquin cluster solve board5x5.txt --processes 2 --checkpoint board5x5.search
  taquin cluster solve board5x5.txt --processes 2 --checkpoint board5x5.search --resume

The search is IDA* with the largest available pattern databases (taquin cluster tables builds them; all machines need the same). \
The answer and the counts do not depend on the number of workers.

Exit codes: 0 if the board is solved, 1 if it is unsolvable, 3 if a limit was reached (what is known so far is printed), 4 if \
the board is not valid, 6 if another process of the job terminated, 130 after Ctrl-C. After 3, 6 and 130, the same command \
with --resume continues.")]
pub struct SolveArgs {
    /// Board, or file with a board
    board: String,
    #[command(flatten)]
    goal: GoalArgs,
    #[arg(long, value_name = "N", value_parser = number::<u32>(), help = help::MAX_LENGTH)]
    max_length: Option<u32>,
    #[command(flatten)]
    time: TimeArgs,
    #[command(flatten)]
    config: ClusterArgs,
    #[arg(long, help = help::STATES)]
    states: bool,
    #[arg(long, alias = "moves", value_name = "FORM", default_value = "tile", hide_default_value = true, value_parser = NameParser::LETTERS, help = help::MOVES_AS)]
    moves_as: MoveLetters,
    #[arg(long, help = help::COMPACT)]
    compact: bool,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadOneArgs,
}

/// Runs the command.
pub(super) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let refusals = Refusals {
        schema: "taquin.solve/1",
        json: args.json,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let exit = answer(args, &mut out).or_else(|failure| refusals.refuse(failure, &mut out))?;
    out.flush()?;
    Ok(exit)
}

fn answer(args: &SolveArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    if args.board == "-" {
        return Err(Failure::Usage(
            "every process reads the board, so it cannot be standard input: name a file".into(),
        ));
    }
    let config = args.config.config()?;
    let mut reader = if config.is_child() {
        BoardReader::quiet(&args.read)
    } else {
        BoardReader::new(&args.read)
    };
    let reading = reader.only_board(&args.board)?;
    let goal = reader.goal_of(args.goal.asked(), reading.start.shape(), reading.goal)?;
    let mut finished = None;
    let result = match problem_of(&reading.start, &goal)? {
        Posed::Unsolvable(unsolvable) => Err(unsolvable),
        Posed::Solvable(problem) => match search(args, &config, problem)? {
            None => return Ok(Exit::Success),
            Some((searched, complete)) => {
                finished = Some(complete);
                Ok(searched)
            }
        },
    };
    let solved = Solved {
        name: args.board.clone(),
        start: reading.start,
        goal,
        result,
        format: MoveFormat::new(args.moves_as, Metric::SingleTile, args.compact),
        states: args.states,
        show_iterations: false,
        all_optimal: false,
        metric: Metric::SingleTile,
    };
    if args.json {
        json::line(out, &json::solve(&solved))?
    } else {
        text::solve(out, &solved)?
    }
    // The checkpoint is removed only after the answer has been written.
    out.flush()?;
    if let Some(mut finished) = finished {
        finished.remove_checkpoint()?;
    }
    Ok(solved.exit())
}

/// The result of a search and its checkpoint; `None` if this process is not the first, or the job was only described.
fn search(
    args: &SolveArgs,
    config: &ClusterConfig,
    problem: Problem,
) -> Result<Option<(Searched, Finished<()>)>, Failure> {
    let tables = store::tables();
    let goal = problem.goal();
    let size = tables.largest(goal);
    let (groups, needs) = needs(config, goal, size)?;
    let job = SearchJob {
        args,
        config,
        problem: problem.clone(),
        tables: tables.clone(),
        size,
        groups,
        needs,
    };
    let Some(finished) = job::run(config, job)? else {
        return Ok(None);
    };
    let (finished, SolveEnd { outcome, bound, .. }) = finished.split();
    let Some(outcome) = outcome.filter(|_| config.is_first()) else {
        return Ok(None);
    };
    let tables = prepared(&tables, problem.goal(), size, config.workers)?;
    let report = tables.report(&problem, args.max_length, outcome, bound);
    let searched = Searched {
        report: report.map_err(|error| Failure::Unwritable(error.to_string()))?,
        order: MoveOrder::default(),
        seconds: finished.time.as_secs_f64(),
        reason: finished.reason,
        iterations: Vec::new(),
        command: None,
    };
    Ok(Some((searched, finished)))
}

/// A search on several workers.
struct SearchJob<'a> {
    args: &'a SolveArgs,
    config: &'a ClusterConfig,
    problem: Problem,
    tables: Tables,
    size: TableSize,
    groups: String,
    needs: Needs,
}

impl Job for SearchJob<'_> {
    type Output = SolveEnd;

    fn description(&self) -> String {
        let shape = self.problem.goal().shape();
        format!("a {shape} board with tables {}", self.groups)
    }

    fn needs(&self) -> Needs {
        self.needs.clone()
    }

    fn identity(&self) -> String {
        job_text(&self.problem, self.args.max_length, &self.groups)
    }

    /// Only the first process has a journal.
    fn checkpoint_identity(&self) -> Option<String> {
        self.config.is_first().then(|| self.identity())
    }

    fn time(&self) -> Option<Duration> {
        self.args.time.time
    }

    fn run(self, session: Session<'_>) -> Result<Ran<SolveEnd>, Failure> {
        let workers = self.config.workers;
        let goal = self.problem.goal();
        let tables = prepared(&self.tables, goal, self.size, workers)?;
        let options = self.options(session.checkpoint);
        let job = SolveJob {
            problem: self.problem,
            tables,
            max_length: self.args.max_length,
            large: LARGE,
            threads: workers,
        };
        let solved = taquin_cluster::solve::run(session.workers, Arc::new(job), options);
        let mut output = solved.map_err(Failure::Unwritable)?;
        Ok(Ran {
            end: output.end.clone(),
            journal: output.journal.take(),
            output,
            failure: None,
        })
    }
}

impl SearchJob<'_> {
    fn options(&self, checkpoint: Option<&CheckpointDir>) -> SolveOptions {
        let is_first = self.config.is_first();
        let shown = is_first.then(|| JobProgress::new(self.description()));
        SolveOptions {
            journal: checkpoint.map(|checkpoint| (checkpoint.journal(), self.identity())),
            stop: Arc::new(stop_after(self.args.time.time.filter(|_| is_first), None)),
            on_progress: Arc::new(move |progress| {
                if let Some(shown) = &shown {
                    shown.show(so_far(progress));
                }
            }),
        }
    }
}

/// The text that identifies the job.
fn job_text(problem: &Problem, max_length: Option<u32>, groups: &str) -> String {
    format!(
        "taquin {} solve {} to {} with {groups}{}",
        env!("CARGO_PKG_VERSION"),
        notation::slashes(problem.start()),
        notation::slashes(problem.goal()),
        max_length.map_or_else(String::new, |length| format!(" up to {length}"))
    )
}

/// The groups of the tables, and what a process needs.
fn needs(
    config: &ClusterConfig,
    goal: &Board,
    size: TableSize,
) -> Result<(String, Needs), Failure> {
    let (shape, blank) = (goal.shape(), goal.blank());
    let partitions = size.partitions(shape, blank).ok_or_else(|| {
        Failure::Usage(format!(
            "cluster solve is limited to boards of 6 to 25 cells in at least two rows and columns; this one is {shape}"
        ))
    })?;
    let (mut tables, mut building) = (0.0, 0.0_f64);
    let mut indices = Databases::default();
    for pattern in Databases::needed(&partitions) {
        let index = indices.index(pattern.shape(), pattern.homes().len());
        tables += index.bytes() as f64;
        building = building.max(index.build_bytes() as f64);
    }
    if size == TableSize::Large {
        // They exist already.
        building = 0.0;
    }
    let groups = partitions.first().map(ToString::to_string);
    let needs = Needs {
        memory: tables + building + ITERATION + super::message_bytes(config.workers),
        advice: FOR_TASKS,
        checkpoint: 1e7,
        scratch: None,
        results: None,
    };
    Ok((groups.unwrap_or_default(), needs))
}

fn prepared(
    tables: &Tables,
    goal: &Board,
    size: TableSize,
    threads: usize,
) -> Result<GoalTables, Failure> {
    let on_tick = &mut |_: &Tick| {
        if is_interrupted() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let prepared = tables.prepare(goal, size, threads, on_tick);
    prepared.map_err(|_| Failure::Interrupted)
}

fn so_far(progress: &SolveProgress) -> String {
    format!(
        "at least {} moves, {} of {} tasks, {} boards generated, {:.1} million per second",
        progress.bound,
        progress.done,
        progress.tasks,
        progress.generated,
        progress.generated_now as f64 / progress.seconds.max(1e-9) / 1e6
    )
}
