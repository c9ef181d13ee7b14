//! `taquin cluster solve`.

use super::config::{ClusterArgs, ClusterConfig};
use super::needs::{FOR_TASKS, Needs};
use super::shown::Levels;
use crate::args::{ReadArgs, letters_parser};
use crate::cmd::Refusals;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::notation::{self, Dialect, MoveLetters};
use taquin::pdb::Databases;
use taquin::solve::{GoalTables, TableSize, Tables, Tick};
use taquin::{Board, Metric, MoveOrder, Problem};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
use taquin_app::limits::{Listening, catch_interrupts, duration, is_interrupted, stop_after};
use taquin_app::output::{json, text};
use taquin_app::search::{Searched, Solved, problem_of};
use taquin_app::store;
use taquin_cluster::checkpoints::Folder;
use taquin_cluster::journal::Journal;
use taquin_cluster::solve::{Job, LARGE, Options, Progress, Solve};

/// A round that is cut into tasks, in the first process.
const ROUND: f64 = 40e6;

/// Options of `taquin cluster solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin cluster solve board5x5.txt --workers 2
  taquin cluster solve board5x5.txt --processes 2 --checkpoint board5x5.search
  taquin cluster solve board5x5.txt --processes 2 --checkpoint board5x5.search --resume

The search is IDA* with the largest pattern databases at hand (taquin cluster tables builds them; all machines need the same). \
Answer and counts are the same for any number of workers.

Exit code 0 if the board is solved, 1 if it is unsolvable, 3 if a limit was reached (what is known so far is printed), 4 if it \
makes no sense, 6 if another process of the job is gone, 130 after Ctrl-C; after 3, 6 and 130 the same command with --resume \
goes on.")]
pub struct SolveArgs {
    /// The board, or a file with it
    board: String,
    /// The board to reach: last, first, snail, or a board [default: the file's own, else last]
    #[arg(long)]
    goal: Option<String>,
    /// Look for no longer solution
    #[arg(long, value_name = "N")]
    max_length: Option<u32>,
    /// Stop after this time (10m, 2h) and say what is known
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    #[command(flatten)]
    config: ClusterArgs,
    /// Print every board from the start to the goal
    #[arg(long)]
    states: bool,
    /// What to write of the moves: where the tile goes, where the blank goes, or which tile moves
    #[arg(long, value_name = "WHAT", default_value = "tile", value_parser = letters_parser())]
    moves: MoveLetters,
    /// Write JSON, one object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
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
    let mut reader = match config.is_child() {
        true => BoardReader::quiet(&args.read),
        false => BoardReader::new(&args.read),
    };
    let reading = reader.only_board(&args.board)?;
    let goal = reader.goal_of(args.goal.as_deref(), reading.start.shape(), reading.goal)?;
    let problem = problem_of(&reading.start, &goal)?;
    let (result, kept) = match problem {
        Err(unsolvable) => (Err(unsolvable), None),
        Ok(problem) => match search(args, &config, problem)? {
            None => return Ok(Exit::Success),
            Some((searched, kept)) => (Ok(searched), kept),
        },
    };
    let solved = Solved {
        name: args.board.clone(),
        start: reading.start,
        goal,
        result,
        letters: args.moves,
        states: args.states,
        all_optimal: false,
        metric: Metric::SingleTile,
    };
    match args.json {
        true => json::line(out, &json::solve(&solved))?,
        false => text::solve(out, &solved)?,
    }
    // Not before the answer is safe.
    out.flush()?;
    if let Some((folder, journal)) = kept {
        let removed = journal.remove();
        removed.map_err(|error| Failure::Unwritable(error.to_string()))?;
        folder.clear();
    }
    Ok(solved.exit())
}

/// What is of no use any more once the answer is written.
type Kept = (Folder, Journal);

/// What the search gave, and what was kept if it is over; nothing if this process is not the first, or nothing was
/// to be done.
fn search(
    args: &SolveArgs,
    config: &ClusterConfig,
    problem: Problem,
) -> Result<Option<(Searched, Option<Kept>)>, Failure> {
    let goal = problem.goal().clone();
    let tables = store::tables();
    let size = match tables.find(&goal, TableSize::Large) {
        true => TableSize::Large,
        false => TableSize::Small,
    };
    let (groups, needs) = needs(config, &goal, size)?;
    let what = format!("a {} board with tables {groups}", goal.shape());
    config.announce(&what, &needs)?;
    if config.dry_run {
        return Ok(None);
    }
    let job = job_text(&problem, args.max_length, &groups);
    if config.is_first() {
        config.check_folder(&job)?;
    }
    let begun = Instant::now();
    let (crew, children) = config.meet(&job)?;
    let _listening = Listening::begin();
    let folder = match config.is_first() {
        true => config.open_folder(&job)?,
        false => None,
    };
    let tables = prepared(&tables, &goal, size, config.workers)?;
    let options = options(args, config, folder.as_ref(), &job, what);
    let job = Job {
        problem: problem.clone(),
        tables: tables.clone(),
        max_length: args.max_length,
        large: LARGE,
        threads: config.workers,
    };
    let solve = taquin_cluster::solve::run(crew, Arc::new(job), options);
    let Solve {
        end,
        outcome,
        bound,
        journal,
    } = solve.map_err(Failure::Unwritable)?;
    children.wait();
    let reason = config.reason(&end, args.time, begun)?;
    let Some(outcome) = outcome.filter(|_| config.is_first()) else {
        return Ok(None);
    };
    if reason.is_some() {
        config.tell_way_on("without --checkpoint nothing is kept");
    }
    let report = tables.report(&problem, args.max_length, outcome, bound);
    let report = report.map_err(|error| Failure::Unwritable(error.to_string()))?;
    let searched = Searched {
        report,
        order: MoveOrder::default(),
        seconds: begun.elapsed().as_secs_f64(),
        reason,
    };
    let kept = folder.zip(journal).filter(|_| reason.is_none());
    Ok(Some((searched, kept)))
}

/// What the job is, in a line.
fn job_text(problem: &Problem, max_length: Option<u32>, groups: &str) -> String {
    let slashes = |board: &Board| {
        let text = notation::write(board, Dialect::Slash).expect("slashes carry every board");
        text.trim_end().to_string()
    };
    format!(
        "taquin {} solve {} to {} with {groups}{}",
        env!("CARGO_PKG_VERSION"),
        slashes(problem.start()),
        slashes(problem.goal()),
        max_length.map_or_else(String::new, |length| format!(" up to {length}"))
    )
}

/// The groups of the tables, and what a process takes.
fn needs(
    config: &ClusterConfig,
    goal: &Board,
    size: TableSize,
) -> Result<(String, Needs), Failure> {
    let (shape, blank) = (goal.shape(), goal.blank());
    let partitions = size.partitions(shape, blank).ok_or_else(|| {
        Failure::Usage(format!(
            "cluster solve is for boards of 6 to 25 cells in two rows or more, and this one is {shape}"
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
        // They were found.
        building = 0.0;
    }
    let groups = partitions.first().map(ToString::to_string);
    let needs = Needs {
        memory: tables + building + ROUND + super::messages(config.workers),
        takes_less: FOR_TASKS,
        checkpoint: 1e7,
        scratch: None,
        made: None,
    };
    Ok((groups.unwrap_or_default(), needs))
}

fn prepared(
    tables: &Tables,
    goal: &Board,
    size: TableSize,
    threads: usize,
) -> Result<GoalTables, Failure> {
    let on_tick = &mut |_: &Tick| match is_interrupted() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let prepared = tables.prepare(goal, size, threads, on_tick);
    prepared.map_err(|_| Failure::Interrupted)
}

fn options(
    args: &SolveArgs,
    config: &ClusterConfig,
    folder: Option<&Folder>,
    job: &str,
    what: String,
) -> Options {
    let shown = config.is_first().then(|| Levels::new(what));
    Options {
        journal: folder.map(|folder| (folder.journal(), job.into())),
        stop: Arc::new(stop_after(args.time.filter(|_| config.is_first()), None)),
        tell: Arc::new(move |progress| {
            if let Some(shown) = &shown {
                shown.show(so_far(progress));
            }
        }),
    }
}

fn so_far(progress: &Progress) -> String {
    format!(
        "at least {} moves, {} of {} tasks, {} boards generated, {:.1} million a second",
        progress.bound,
        progress.done,
        progress.tasks,
        progress.generated,
        progress.generated_now as f64 / progress.seconds.max(1e-9) / 1e6
    )
}
