//! `taquin cluster batch`.

use super::config::{ClusterArgs, ClusterConfig};
use super::job::{self, Job, Ran, Session};
use super::needs::{FOR_TASKS, Needs};
use super::progress::JobProgress;
use crate::args::names::NameParser;
use crate::args::{GoalArgs, LimitArgs, ReadOneArgs, help};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use taquin::notation::{MoveFormat, MoveLetters};
use taquin::solve::{Search, SearchObserver, SearchOptions, Tables, Tick};
use taquin::{Metric, Problem};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::{self, AskedGoal, BoardReader, goal_of, object};
use taquin_app::limits::{Client, Guard, Progress, catch_interrupts, stop_after};
use taquin_app::origin::Origin;
use taquin_app::output::json;
use taquin_app::plan::usage_error;
use taquin_app::search::{Posed, Searched, Solved, problem_of};
use taquin_app::store;
use taquin_app::words::io_error;
use taquin_cluster::batch::BatchSource;
use taquin_cluster::handshake::Digest;

/// The memory of a worker's search: small tables for a few goals.
const SEARCH: f64 = 3e8;

/// Options of `taquin cluster batch`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin cluster batch boards.txt --workers 2 > solutions.jsonl
  taquin cluster batch boards.txt --processes 2 --time 10s --checkpoint done > solutions.jsonl

Each board is solved by one worker, as taquin solve --lines --json does. The output has one object per board, in the order \
of the file, including invalid boards. With --checkpoint, finished boards are saved; with --resume, their results are written \
again, starting from the first line, without another search.

Exit codes: 0 if every line has an answer of any kind, 6 if another process of the job terminated, 130 after Ctrl-C. After \
6 and 130, the same command with --resume continues.")]
pub struct BatchArgs {
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    config: ClusterArgs,
}

/// The boards, and how to solve them.
#[derive(Clone, Debug, clap::Args)]
struct BoardArgs {
    /// File with one board per line, or - for standard input; only the first process reads it
    file: String,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[arg(long, alias = "moves", value_name = "FORM", default_value = "tile", hide_default_value = true, value_parser = NameParser::LETTERS, help = help::MOVES_AS)]
    moves_as: MoveLetters,
    #[arg(long, help = help::COMPACT)]
    compact: bool,
    #[command(flatten)]
    read: ReadOneArgs,
}

/// Runs the command.
pub(super) fn run(args: &BatchArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let config = args.config.config()?;
    let args = &args.boards;
    let goal = args.goal.asked();
    let goal = goal.map(|goal| BoardReader::quiet(&args.read).asked_goal(goal));
    let goal = goal.transpose()?;
    let lines = if config.is_first() && !config.dry_run {
        Some(input::Source::open_file(&args.file)?)
    } else {
        None
    };
    let job = LinesJob {
        args,
        config: &config,
        goal,
        lines,
    };
    let Some(mut finished) = job::run(&config, job)? else {
        return Ok(Exit::Success);
    };
    finished.remove_checkpoint()?;
    Ok(finished.exit())
}

/// The boards of a file on several workers.
struct LinesJob<'a> {
    args: &'a BoardArgs,
    config: &'a ClusterConfig,
    goal: Option<AskedGoal>,
    /// In the first process.
    lines: Option<input::Source>,
}

impl Job for LinesJob<'_> {
    type Output = ();

    fn description(&self) -> String {
        format!("the boards of {}", self.args.file)
    }

    fn needs(&self) -> Needs {
        let workers = self.config.workers;
        Needs {
            memory: workers as f64 * SEARCH + super::message_bytes(workers),
            advice: FOR_TASKS,
            // A few hundred bytes per board.
            checkpoint: 1e7,
            ..Needs::default()
        }
    }

    fn identity(&self) -> String {
        let args = self.args;
        format!(
            "taquin {} batch --goal {} --time {:?} --memory {} --moves {:?} --as {:?} --shape {:?}",
            env!("CARGO_PKG_VERSION"),
            self.goal.as_ref().map_or_else(|| "-".into(), goal_word),
            args.limits.limits().time,
            args.limits.limits().memory,
            (args.moves_as, args.compact),
            args.read.form.dialect,
            args.read.form.shape
        )
    }

    /// Only the first process knows the file.
    fn checkpoint_identity(&self) -> Option<String> {
        let lines = self.lines.as_ref()?;
        let digest = Digest::of(&lines.bytes).word();
        Some(format!("{} of {digest}", self.identity()))
    }

    fn run(self, session: Session<'_>) -> Result<Ran<()>, Failure> {
        let journal = session.checkpoint.map(|checkpoint| checkpoint.journal());
        let journal = journal.zip(self.checkpoint_identity());
        let is_closed = Arc::new(AtomicBool::new(false));
        let lines = self.lines.as_ref();
        let source = lines.map(|lines| source(lines, journal, Arc::clone(&is_closed)));
        let request = Request {
            args: self.args.clone(),
            goal: self.goal,
            tables: store::tables(),
        };
        let work = move |line: &str, go_on: &mut dyn FnMut() -> bool| answer(&request, line, go_on);
        let (stop, closed) = (stop_after(None, None), Arc::clone(&is_closed));
        let stop = Arc::new(move || stop() || closed.load(Ordering::Relaxed));
        let batch = taquin_cluster::batch::run(session.workers, source, Arc::new(work), stop);
        let batch = batch.map_err(Failure::Unwritable)?;
        let is_closed = is_closed.load(Ordering::Relaxed);
        Ok(Ran {
            end: batch.end,
            output: (),
            journal: batch.journal,
            failure: is_closed.then_some(Failure::BrokenPipe),
        })
    }
}

/// A goal in the identity of the job, which is short even for a large board.
fn goal_word(goal: &AskedGoal) -> String {
    match goal {
        AskedGoal::Named(goal) => goal.name().into(),
        AskedGoal::Board(board) => Digest::of(format!("{board:?}")).word(),
    }
}

/// The lines of a file with their numbers, and standard output.
fn source(
    file: &input::Source,
    journal: Option<(PathBuf, String)>,
    is_closed: Arc<AtomicBool>,
) -> BatchSource {
    let lines: Vec<Result<String, String>> = file
        .board_lines()
        .map(|(line, bytes)| Ok(format!("{line} {}", String::from_utf8_lossy(bytes))))
        .collect();
    let (count, progress) = (lines.len(), JobProgress::new(file.name.clone()));
    BatchSource {
        lines: Box::new(lines.into_iter()),
        on_result: Box::new(move |number, result| {
            progress.show(format!("{} of {count} boards", number + 1));
            let mut out = io::stdout().lock();
            let written = writeln!(out, "{result}").and_then(|()| out.flush());
            match written {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    is_closed.store(true, Ordering::Relaxed);
                    Ok(())
                }
                written => written
                    .map_err(|error| format!("cannot write the output: {}", io_error(&error))),
            }
        }),
        journal,
    }
}

/// What to do with each line.
struct Request {
    args: BoardArgs,
    goal: Option<AskedGoal>,
    /// The workers of a process share them.
    tables: Tables,
}

/// One search of many shows no progress, and the scheduler decides when it stops.
struct Quiet;

impl Client for Quiet {
    fn is_gone(&self) -> bool {
        false
    }

    fn tell(&self, _: &Progress) {}
}

/// The object for a line; `None` if it was cancelled.
fn answer(request: &Request, line: &str, go_on: &mut dyn FnMut() -> bool) -> Option<String> {
    let (number, text) = line.split_once(' ').unwrap_or(("1", line));
    let number = number.parse().unwrap_or(1);
    let answered = solve(request, number, text, go_on);
    let origin = Origin {
        source: format!("{}:{number}", request.args.file),
        fields: object::unknown_fields(text.as_bytes()),
    };
    let object = match answered {
        Ok(Some(solved)) => json::with_origin(&json::solve(&solved), &origin),
        Ok(None) => return None,
        Err(failure) => {
            let messages = format!("{failure:#}").lines().map(String::from).collect();
            let status = match failure.exit() {
                Exit::Limit => "limit",
                _ => "bad-input",
            };
            let refused = json::refused("taquin.solve/1", status, messages);
            json::with_origin(&refused, &origin)
        }
    };
    Some(object.expect("our objects are JSON"))
}

fn solve(
    Request { args, goal, tables }: &Request,
    line: usize,
    text: &str,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Solved>, Failure> {
    let mut reader = BoardReader::remote(&args.read);
    let reading = reader.line(&args.file, line, text)?;
    let goal = goal_of(goal.as_ref(), reading.start.shape(), reading.goal);
    let result = match problem_of(&reading.start, &goal)? {
        Posed::Unsolvable(unsolvable) => Err(unsolvable),
        Posed::Solvable(problem) => match search(args, &problem, tables, go_on)? {
            None => return Ok(None),
            Some(searched) => Ok(searched),
        },
    };
    Ok(Some(Solved {
        name: format!("{}:{line}", args.file),
        start: reading.start,
        goal,
        result,
        format: MoveFormat::new(args.moves_as, Metric::SingleTile, args.compact),
        states: false,
        show_iterations: false,
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
        if self.is_stopped {
            ControlFlow::Break(())
        } else {
            self.guard.tick(tick)
        }
    }

    fn budget_spent(&mut self) -> Option<f64> {
        self.guard.budget_spent()
    }

    fn allows_bytes(&mut self, bytes: u64) -> bool {
        self.guard.allows_bytes(bytes)
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
    Ok((!is_stopped).then(|| Searched::new(report, plan.order, guard)))
}
