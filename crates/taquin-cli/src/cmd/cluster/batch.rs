//! `taquin cluster batch`.

use super::config::ClusterArgs;
use super::needs::{FOR_TASKS, Needs};
use super::shown::Levels;
use crate::args::{LimitArgs, ReadArgs, letters_parser};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use taquin::notation::MoveLetters;
use taquin::solve::{Search, SearchObserver, SearchOptions, Tables, Tick};
use taquin::{Metric, Problem};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::{self, AskedGoal, BoardReader, goal_of};
use taquin_app::limits::{Client, Guard, Listening, SoFar, catch_interrupts, stop_after};
use taquin_app::output::json;
use taquin_app::plan::usage_error;
use taquin_app::search::{Searched, Solved, problem_of};
use taquin_app::store;
use taquin_cluster::batch::{Batch, Source};
use taquin_cluster::checkpoints::{CheckpointError, Folder};
use taquin_cluster::handshake::Digest;
use taquin_cluster::journal::Journal;

/// What a worker's search takes: small tables for a few goals.
const SEARCH: f64 = 3e8;

/// Options of `taquin cluster batch`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin cluster batch boards.txt --workers 2 > solutions.jsonl
  taquin cluster batch boards.txt --processes 2 --time 10s --checkpoint boards.done > solutions.jsonl

Each board is solved by one worker, as taquin solve --lines --json does. There is an object for each board, in the order of \
the file, also for those that make no sense. With --checkpoint what is solved is kept, and with --resume it is written again, \
from the first line on, without being solved again.

Exit code 0 if all lines have an answer, whatever it is, 6 if another process of the job is gone, 130 after Ctrl-C; after \
these the same command with --resume goes on.")]
pub struct BatchArgs {
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    config: ClusterArgs,
}

/// What is to be solved, and how.
#[derive(Clone, Debug, clap::Args)]
struct BoardArgs {
    /// A file with one board a line, or - for standard input; the first process alone reads it
    file: String,
    /// The board to reach: last, first, snail, or a board [default: last]
    #[arg(long)]
    goal: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// What to write of the moves: where the tile goes, where the blank goes, or which tile moves
    #[arg(long, value_name = "WHAT", default_value = "tile", value_parser = letters_parser())]
    moves: MoveLetters,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub(super) fn run(args: &BatchArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let config = args.config.config()?;
    let args = &args.boards;
    let needs = Needs {
        memory: config.workers as f64 * SEARCH + super::messages(config.workers),
        takes_less: FOR_TASKS,
        // A few hundred bytes a board.
        checkpoint: 1e7,
        scratch: None,
        made: None,
    };
    let goal = args.goal.as_deref();
    let goal = goal.map(|goal| BoardReader::quiet(&args.read).asked_goal(goal));
    let goal = goal.transpose()?;
    config.announce(&format!("the boards of {}", args.file), &needs)?;
    if config.dry_run {
        return Ok(Exit::Success);
    }
    let job = format!(
        "taquin {} batch --goal {} --time {:?} --memory {} --moves {:?} --as {:?} --shape {:?}",
        env!("CARGO_PKG_VERSION"),
        goal.as_ref().map_or_else(|| "-".into(), goal_word),
        args.limits.time,
        args.limits.memory,
        args.moves,
        args.read.dialect,
        args.read.shape
    );
    let lines = match config.is_first() {
        true => Some(input::Source::open_file(&args.file)?),
        false => None,
    };
    // Only the first process knows the file.
    let kept = lines
        .as_ref()
        .map(|source| format!("{job} of {}", Digest::of(&source.bytes).word()));
    if let Some(kept) = &kept {
        config.check_folder(kept)?;
    }
    let begun = Instant::now();
    let (crew, children) = config.meet(&job)?;
    let _listening = Listening::begin();
    let folder = match &kept {
        Some(kept) => config.open_folder(kept)?,
        None => None,
    };
    let journal = folder.as_ref().map(|folder| folder.journal()).zip(kept);
    let is_unread = Arc::new(AtomicBool::new(false));
    let source = lines.map(|lines| source(&lines, journal, Arc::clone(&is_unread)));
    let asked = Asked {
        args: args.clone(),
        goal,
    };
    let work = move |line: &str, go_on: &mut dyn FnMut() -> bool| answer(&asked, line, go_on);
    let (stop, unread) = (stop_after(None, None), Arc::clone(&is_unread));
    let stop = Arc::new(move || stop() || unread.load(Ordering::Relaxed));
    let batch = taquin_cluster::batch::run(crew, source, Arc::new(work), stop);
    let Batch { end, journal, .. } = batch.map_err(Failure::Unwritable)?;
    children.wait();
    if is_unread.load(Ordering::Relaxed) {
        return Err(Failure::BrokenPipe);
    }
    if config.reason(&end, None, begun)?.is_none() {
        journal
            .map_or(Ok(()), Journal::remove)
            .map_err(unwritable)?;
        folder.iter().for_each(Folder::clear);
        return Ok(Exit::Success);
    }
    config.tell_way_on("without --checkpoint nothing is kept");
    Ok(Exit::Interrupted)
}

/// A goal in the line about the job, which is short however large a board is.
fn goal_word(goal: &AskedGoal) -> String {
    match goal {
        AskedGoal::Named(goal) => goal.name().into(),
        AskedGoal::Board(board) => Digest::of(format!("{board:?}")).word(),
    }
}

fn unwritable(error: CheckpointError) -> Failure {
    Failure::Unwritable(error.to_string())
}

/// Lines with their numbers, and standard output.
fn source(
    file: &input::Source,
    journal: Option<(PathBuf, String)>,
    is_unread: Arc<AtomicBool>,
) -> Source {
    let lines: Vec<Result<String, String>> = file
        .board_lines()
        .map(|(line, bytes)| Ok(format!("{line} {}", String::from_utf8_lossy(bytes))))
        .collect();
    let (count, shown) = (lines.len(), Levels::new(file.name.clone()));
    Source {
        lines: Box::new(lines.into_iter()),
        take: Box::new(move |number, result| {
            shown.show(format!("{} of {count} boards", number + 1));
            let mut out = io::stdout().lock();
            let written = writeln!(out, "{result}").and_then(|()| out.flush());
            match written {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    is_unread.store(true, Ordering::Relaxed);
                    Ok(())
                }
                written => written.map_err(|error| format!("cannot write the output: {error}")),
            }
        }),
        journal,
    }
}

/// What is asked for each line.
struct Asked {
    args: BoardArgs,
    goal: Option<AskedGoal>,
}

/// Nobody looks at one search of many, and who deals it out says when it is to end.
struct Quiet;

impl Client for Quiet {
    fn is_gone(&self) -> bool {
        false
    }

    fn tell(&self, _: &SoFar) {}
}

thread_local! {
    /// Each worker has its own tables; large ones are files that all share.
    static TABLES: Tables = store::tables();
}

/// The object for a line, unless it was told not to go on.
fn answer(asked: &Asked, line: &str, go_on: &mut dyn FnMut() -> bool) -> Option<String> {
    let (number, text) = line.split_once(' ').unwrap_or(("1", line));
    let number = number.parse().unwrap_or(1);
    let answered = TABLES.with(|tables| solve(asked, number, text, tables, go_on));
    let object = match answered {
        Ok(Some(solved)) => serde_json::to_string(&json::solve(&solved)),
        Ok(None) => return None,
        Err(failure) => {
            let messages = failure.to_string().lines().map(String::from).collect();
            let status = match failure.exit() {
                Exit::Limit => "limit",
                _ => "bad-input",
            };
            serde_json::to_string(&json::refused("taquin.solve/1", status, messages))
        }
    };
    Some(object.expect("objects of ours are JSON"))
}

fn solve(
    Asked { args, goal }: &Asked,
    line: usize,
    text: &str,
    tables: &Tables,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Solved>, Failure> {
    let mut reader = BoardReader::remote(&args.read);
    let reading = reader.line(&args.file, line, text)?;
    let goal = goal_of(goal.as_ref(), reading.start.shape(), reading.goal)?;
    let result = match problem_of(&reading.start, &goal)? {
        Err(unsolvable) => Err(unsolvable),
        Ok(problem) => match search(args, &problem, tables, go_on)? {
            None => return Ok(None),
            Some(searched) => Ok(searched),
        },
    };
    Ok(Some(Solved {
        name: format!("{}:{line}", args.file),
        start: reading.start,
        goal,
        result,
        letters: args.moves,
        states: false,
        all_optimal: false,
        metric: Metric::SingleTile,
    }))
}

/// A search that also stops when the job does.
struct Dealt<'a, 'g> {
    guard: Guard<'g>,
    go_on: &'a mut dyn FnMut() -> bool,
    is_stopped: bool,
}

impl SearchObserver for Dealt<'_, '_> {
    fn tick(&mut self, tick: &Tick) -> ControlFlow<()> {
        self.is_stopped = !(self.go_on)();
        match self.is_stopped {
            true => ControlFlow::Break(()),
            false => self.guard.tick(tick),
        }
    }

    fn budget_spent(&mut self) -> Option<f64> {
        self.guard.budget_spent()
    }
}

fn search(
    args: &BoardArgs,
    problem: &Problem,
    tables: &Tables,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Searched>, Failure> {
    let mut plan = SearchOptions::default();
    plan.threads = 1;
    let limits = args
        .limits
        .limits()
        .for_board(problem.start().shape(), &plan);
    let mut dealt = Dealt {
        guard: Guard::of(&limits, Some(&Quiet)),
        go_on,
        is_stopped: false,
    };
    let report = Search::new(problem)
        .options(plan)
        .tables(tables)
        .observe(&mut dealt)
        .run();
    let report = report.map_err(usage_error)?;
    let Dealt {
        guard, is_stopped, ..
    } = dealt;
    Ok((!is_stopped).then(|| Searched {
        report,
        order: plan.order,
        seconds: guard.finish(),
        reason: guard.reason,
    }))
}
