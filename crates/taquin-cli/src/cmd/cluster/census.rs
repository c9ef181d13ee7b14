//! `taquin cluster census`.

use super::config::{ClusterArgs, ClusterConfig, say_resumed, workers_of};
use super::job::{self, Job, Ran, Session};
use super::needs::{FOR_SHARES, Needs};
use super::progress::JobProgress;
use crate::args::names::{NameParser, shape};
use crate::args::{ShapeGoalArgs, TimeArgs, help};
use crate::cmd::Refusals;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use taquin::census::{Census, CensusPlan};
use taquin::solvability::reachable_boards;
use taquin::{Board, Metric, Shape};
use taquin_app::census::{Cluster, Counted};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::input::goal_of_shape;
use taquin_app::limits::{Reason, catch_interrupts, stop_after};
use taquin_app::output::{json, text};
use taquin_app::words;
use taquin_cluster::census::CensusJob;
use taquin_cluster::checkpoints::CheckpointDir;
use taquin_cluster::levels::{Exploration, LevelOptions};

/// Options of `taquin cluster census`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin cluster census 3x4 --workers 2
  taquin cluster census 2x6 --processes 2 --checkpoint 2x6.levels --json
  taquin cluster census 2x7 --processes 2 --checkpoint 2x7.levels --scratch /var/tmp
  taquin cluster census 3x5 --hosts hosts.txt --process 0 --dry-run

The result is that of taquin census. Each worker owns a partition of the boards. With --checkpoint, every finished \
level is written to that directory; the files are removed when the census is complete.

Exit codes: 3 if a limit was reached (the levels so far are printed), 6 if another process of the job terminated, 130 after \
Ctrl-C. After any of these, the same command with --resume continues.")]
pub struct CensusArgs {
    #[arg(value_name = "ROWSxCOLS", value_parser = shape, help = help::SHAPE)]
    shape: Shape,
    #[command(flatten)]
    goal: ShapeGoalArgs,
    #[arg(long, value_name = "METRIC", default_value = "stm", hide_default_value = true, value_parser = NameParser::METRIC, help = help::METRIC)]
    metric: Metric,
    #[command(flatten)]
    config: ClusterArgs,
    #[arg(long, value_name = "DIR", help = help::SCRATCH)]
    scratch: Option<PathBuf>,
    #[command(flatten)]
    time: TimeArgs,
    #[arg(long, conflicts_with = "json", help = help::PLOT)]
    plot: bool,
    #[arg(long, help = help::JSON)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &CensusArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let refusals = Refusals {
        schema: "taquin.census/1",
        json: args.json,
    };
    let counted = goal_of_shape(args.goal.or_last(), args.shape).and_then(|goal| count(args, goal));
    counted.or_else(|failure| {
        let mut out = io::stdout().lock();
        let exit = refusals.refuse(failure, &mut out)?;
        out.flush()?;
        Ok(exit)
    })
}

fn count(args: &CensusArgs, goal: Board) -> Result<Exit, Failure> {
    let shape = goal.shape();
    let config = args.config.config()?;
    if !Census::is_for(shape) || shape.is_line() {
        return Err(Failure::Limit(format!(
            "a census on several workers is limited to {} cells in at least two rows and columns; this is {shape}",
            Census::MAX_CELLS
        )));
    }
    let job = CountJob {
        args,
        config: &config,
        goal,
    };
    let Some(mut finished) = job::run(&config, job)? else {
        return Ok(Exit::Success);
    };
    finished.remove_checkpoint()?;
    if config.is_first() {
        let (exploration, printer) = &finished.output;
        if finished.reason.is_some() {
            printer.print(exploration, finished.reason)?;
        }
        say_summary(&config, exploration, finished.time);
    }
    Ok(finished.exit())
}

/// A census on several workers.
struct CountJob<'a> {
    args: &'a CensusArgs,
    config: &'a ClusterConfig,
    goal: Board,
}

impl Job for CountJob<'_> {
    type Output = (Exploration, Arc<Printer>);

    fn description(&self) -> String {
        let shape = self.goal.shape();
        format!(
            "{} boards of {shape}",
            words::large(reachable_boards(shape))
        )
    }

    fn needs(&self) -> Needs {
        needs(self.args, self.config)
    }

    fn identity(&self) -> String {
        format!(
            "taquin {} census {} blank {} {}",
            env!("CARGO_PKG_VERSION"),
            self.goal.shape(),
            self.goal.blank().index(),
            self.args.metric.name()
        )
    }

    fn time(&self) -> Option<Duration> {
        self.args.time.time
    }

    fn run(self, session: Session<'_>) -> Result<Ran<Self::Output>, Failure> {
        let CountJob { args, config, .. } = self;
        let plan = CensusPlan::new(&self.goal, args.metric);
        let plan = plan.map_err(|error| Failure::Limit(error.to_string()))?;
        let printer = Arc::new(Printer {
            json: args.json,
            plot: args.plot,
            boards: plan.boards(),
            metric: args.metric,
            processes: config.processes,
            workers: config.workers,
            begun: session.begun,
            progress: config
                .is_first()
                .then(|| JobProgress::new(self.description())),
            goal: self.goal,
            failure: Mutex::new(None),
        });
        let own = Arc::clone(&printer);
        let job = CensusJob {
            plan: Arc::new(plan),
            options: options(args, config, session.checkpoint.cloned(), &printer),
            scratch: args.scratch.clone(),
            on_complete: Arc::new(move |exploration| own.print_complete(exploration)),
        };
        let explored = taquin_cluster::census::run(session.workers, job);
        let exploration = explored.map_err(Failure::Unwritable)?;
        Ok(Ran {
            end: exploration.end.clone(),
            failure: printer.failure(),
            output: (exploration, printer),
            journal: None,
        })
    }
}

/// Prints the result in the first process.
struct Printer {
    json: bool,
    plot: bool,
    goal: Board,
    metric: Metric,
    boards: u64,
    processes: usize,
    workers: usize,
    begun: Instant,
    progress: Option<JobProgress>,
    /// Why the result could not be written.
    failure: Mutex<Option<Failure>>,
}

impl Printer {
    fn print(&self, exploration: &Exploration, reason: Option<Reason>) -> Result<(), Failure> {
        let counted = Counted {
            boards: self.boards,
            farthest: None,
            goal: self.goal.clone(),
            metric: self.metric,
            counts: exploration.counts.clone(),
            reason,
            seconds: self.begun.elapsed().as_secs_f64(),
            cluster: Some(Cluster {
                processes: self.processes,
                workers: self.workers,
                bytes_exchanged: exploration.bytes,
            }),
        };
        let mut out = BufWriter::new(io::stdout().lock());
        if self.json {
            json::line(&mut out, &json::census(&counted))?
        } else {
            text::census(&mut out, &counted, self.plot)?
        }
        Ok(out.flush()?)
    }

    /// Prints a complete census while all other workers wait.
    fn print_complete(&self, exploration: &Exploration) -> Result<(), String> {
        let print = || self.print(exploration, None);
        let printed = match &self.progress {
            Some(progress) => progress.suspend(print),
            None => print(),
        };
        printed.map_err(|failure| {
            let text = format!("{failure:#}");
            if let Ok(mut place) = self.failure.lock() {
                *place = Some(failure);
            }
            text
        })
    }

    fn failure(&self) -> Option<Failure> {
        self.failure.lock().ok()?.take()
    }
}

fn options(
    args: &CensusArgs,
    config: &ClusterConfig,
    checkpoint: Option<CheckpointDir>,
    printer: &Arc<Printer>,
) -> LevelOptions {
    let [on_level, on_resume] = [printer, printer].map(Arc::clone);
    LevelOptions {
        checkpoint,
        stop: Arc::new(stop_after(
            args.time.time.filter(|_| config.is_first()),
            None,
        )),
        on_level: Arc::new(move |level| {
            on_level
                .progress
                .iter()
                .for_each(|progress| progress.show_level(level));
        }),
        on_resume: Arc::new(move |level| {
            let speak = |progress: &JobProgress| progress.suspend(|| say_resumed(level));
            on_resume.progress.iter().for_each(speak);
        }),
    }
}

fn say_summary(config: &ClusterConfig, exploration: &Exploration, time: Duration) {
    say(
        "taquin",
        format_args!(
            "{} levels in {:.1} s by {}, {} exchanged",
            exploration.counts.len(),
            time.as_secs_f64(),
            workers_of(config.processes, config.workers),
            words::bytes(exploration.bytes as f64)
        ),
    );
}

fn needs(args: &CensusArgs, config: &ClusterConfig) -> Needs {
    let needs = CensusPlan::needs(args.shape, args.metric, config.shares());
    let needs = needs.expect("the shape was checked");
    let workers = config.workers as f64;
    let maps = workers * needs.share_bytes;
    let (memory, scratch) = match &args.scratch {
        Some(directory) => (0.0, Some((directory.clone(), maps))),
        None => (maps, None),
    };
    // The two latest levels and the next; with single-tile moves, a level has half of the cells.
    let levels = match args.metric {
        Metric::SingleTile => 1.5,
        Metric::MultiTile => 3.0,
    };
    Needs {
        memory: memory + needs.plan_bytes + super::message_bytes(config.workers),
        advice: FOR_SHARES,
        checkpoint: levels * needs.checkpoint_bytes / config.processes as f64,
        scratch,
        results: None,
    }
}
