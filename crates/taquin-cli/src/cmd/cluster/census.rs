//! `taquin cluster census`.

use super::config::{ClusterArgs, ClusterConfig, crew, say_resumed};
use super::needs::{FOR_SHARES, Needs};
use super::shown::Levels;
use crate::args::{metric_parser, shape};
use crate::cmd::Refusals;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use taquin::census::{Census, CensusPlan};
use taquin::{Board, Metric, Shape};
use taquin_app::census::{Cluster, Counted, boards};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::input::goal_of_shape;
use taquin_app::limits::{Listening, Reason, catch_interrupts, duration, stop_after};
use taquin_app::output::{json, text};
use taquin_app::words;
use taquin_cluster::checkpoints::Folder;
use taquin_cluster::levels::{End, Options, Walk};

/// Options of `taquin cluster census`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin cluster census 3x4 --workers 2
  taquin cluster census 2x6 --processes 2 --checkpoint 2x6.levels --json
  taquin cluster census 2x7 --processes 2 --checkpoint 2x7.levels --scratch /var/tmp
  taquin cluster census 3x5 --hosts hosts.txt --process 0 --dry-run

The answer is that of taquin census. Each worker has a share of the boards; after each level it is kept in the folder of \
--checkpoint, and removed when the census is complete.

Exit code 3 if a limit was reached (what is known so far is printed), 6 if another process of the job is gone, 130 after \
Ctrl-C; after any of these the same command with --resume goes on.")]
pub struct CensusArgs {
    /// The shape: rows x columns
    #[arg(value_parser = shape)]
    shape: Shape,
    /// The goal: last, first, snail, or a board
    #[arg(long, default_value = "last")]
    goal: String,
    /// What counts as a move: stm, one tile one step; mtm, a line of tiles
    #[arg(long, default_value = "stm", value_parser = metric_parser())]
    metric: Metric,
    #[command(flatten)]
    config: ClusterArgs,
    /// Keep the boards in files of this folder, mapped into memory: for shares larger than memory
    #[arg(long, value_name = "FOLDER")]
    scratch: Option<PathBuf>,
    /// Stop after this time (10m, 2h) and say what is known
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Draw a histogram in the terminal
    #[arg(long, conflicts_with = "json")]
    plot: bool,
    /// Write JSON, one object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &CensusArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let refusals = Refusals {
        schema: "taquin.census/1",
        json: args.json,
    };
    let counted = goal_of_shape(&args.goal, args.shape).and_then(|goal| count(args, goal));
    counted.or_else(|failure| {
        let mut out = io::stdout().lock();
        let exit = refusals.refuse(failure, &mut out)?;
        out.flush()?;
        Ok(exit)
    })
}

/// How the first process answers.
struct Answer {
    json: bool,
    plot: bool,
    goal: Board,
    metric: Metric,
    boards: u64,
    processes: usize,
    workers: usize,
    begun: Instant,
    levels: Option<Levels>,
    /// Why the answer could not be written.
    failure: Mutex<Option<Failure>>,
}

impl Answer {
    fn print(&self, walk: &Walk, reason: Option<Reason>) -> Result<(), Failure> {
        let counted = Counted {
            boards: self.boards,
            farthest: None,
            goal: self.goal.clone(),
            metric: self.metric,
            counts: walk.counts.clone(),
            reason,
            seconds: self.begun.elapsed().as_secs_f64(),
            cluster: Some(Cluster {
                processes: self.processes,
                workers: self.workers,
                bytes_exchanged: walk.bytes,
            }),
        };
        let mut out = BufWriter::new(io::stdout().lock());
        match self.json {
            true => json::line(&mut out, &json::census(&counted))?,
            false => text::census(&mut out, &counted, self.plot)?,
        }
        Ok(out.flush()?)
    }

    /// Prints a complete census while all others wait.
    fn print_complete(&self, walk: &Walk) -> Result<(), String> {
        let print = || self.print(walk, None);
        let printed = match &self.levels {
            Some(levels) => levels.aside(print),
            None => print(),
        };
        printed.map_err(|failure| {
            let text = failure.to_string();
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

fn count(args: &CensusArgs, goal: Board) -> Result<Exit, Failure> {
    let (shape, metric) = (goal.shape(), args.metric);
    let config = args.config.config()?;
    if !Census::is_for(shape) || shape.is_line() {
        return Err(Failure::Limit(format!(
            "a census on many workers is for up to {} cells in two rows or more, and this is {shape}",
            Census::MAX_CELLS
        )));
    }
    let what = format!("{} boards of {shape}", words::large(boards(shape)));
    config.announce(&what, &needs(args, &config))?;
    if config.dry_run {
        return Ok(Exit::Success);
    }
    let job = format!(
        "taquin {} census {shape} blank {} {}",
        env!("CARGO_PKG_VERSION"),
        goal.blank().index(),
        metric.name()
    );
    config.check_folder(&job)?;
    let (crew, children) = config.meet(&job)?;
    let begun = Instant::now();
    let _listening = Listening::begin();
    let folder = config.open_folder(&job)?;
    let plan = CensusPlan::new(&goal, metric).expect("the shape was looked at");
    let answer = Arc::new(Answer {
        json: args.json,
        plot: args.plot,
        goal,
        metric,
        boards: plan.boards(),
        processes: config.processes,
        workers: config.workers,
        begun,
        levels: config.is_first().then(|| Levels::new(what)),
        failure: Mutex::new(None),
    });
    let options = options(args, &config, folder.clone(), &answer);
    let own = Arc::clone(&answer);
    let complete = Arc::new(move |walk: &Walk| own.print_complete(walk));
    let scratch = args.scratch.clone();
    let walk = taquin_cluster::census::run(crew, Arc::new(plan), options, scratch, complete)
        .map_err(Failure::Unwritable)?;
    children.wait();
    if let Some(failure) = answer.failure() {
        return Err(failure);
    }
    let reason = config.reason(&walk.end, args.time, begun)?;
    if reason.is_none() && !config.is_child() {
        folder.iter().for_each(Folder::clear);
    }
    if config.is_first() {
        if reason.is_some() {
            answer.print(&walk, reason)?;
        }
        tell(&config, &walk, begun.elapsed());
    }
    Ok(match reason {
        None => Exit::Success,
        Some(Reason::Interrupted) => Exit::Interrupted,
        Some(_) => Exit::Limit,
    })
}

fn options(
    args: &CensusArgs,
    config: &ClusterConfig,
    folder: Option<Folder>,
    answer: &Arc<Answer>,
) -> Options {
    let [told, resumed] = [answer, answer].map(Arc::clone);
    Options {
        folder,
        stop: Arc::new(stop_after(args.time.filter(|_| config.is_first()), None)),
        tell: Arc::new(move |progress| {
            told.levels.iter().for_each(|levels| levels.tell(progress));
        }),
        resumed: Arc::new(move |level| {
            let speak = |levels: &Levels| levels.aside(|| say_resumed(level));
            resumed.levels.iter().for_each(speak);
        }),
    }
}

fn tell(config: &ClusterConfig, walk: &Walk, time: Duration) {
    say(
        "taquin",
        format_args!(
            "{} levels in {:.1} s by {}, {} exchanged",
            walk.counts.len(),
            time.as_secs_f64(),
            crew(config.processes, config.workers),
            words::bytes(walk.bytes as f64)
        ),
    );
    if walk.end == End::Stopped {
        config.tell_way_on("without --checkpoint nothing is kept");
    }
}

fn needs(args: &CensusArgs, config: &ClusterConfig) -> Needs {
    let needs = CensusPlan::needs(args.shape, args.metric, config.shares())
        .expect("the shape was looked at");
    let workers = config.workers as f64;
    let maps = workers * needs.share_bytes;
    let (memory, scratch) = match &args.scratch {
        Some(folder) => (0.0, Some((folder.clone(), maps))),
        None => (maps, None),
    };
    // The two latest levels and the next; with single-tile moves a level is half of the cells.
    let levels = match args.metric {
        Metric::SingleTile => 1.5,
        Metric::MultiTile => 3.0,
    };
    Needs {
        memory: memory + needs.plan_bytes + super::messages(config.workers),
        takes_less: FOR_SHARES,
        checkpoint: levels * needs.checkpoint_bytes / config.processes as f64,
        scratch,
        made: None,
    }
}
