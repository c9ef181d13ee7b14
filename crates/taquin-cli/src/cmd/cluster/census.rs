//! `taquin cluster census`.

use super::site::{Needs, Site, SiteArgs, crew, say_resumed};
use crate::args::{metric_parser, shape};
use crate::cmd::census::{Cluster, Counted, boards};
use crate::cmd::{Refusals, goal_of_shape};
use crate::exit::{Exit, Failure, say};
use crate::limits::{Levels, Listening, Reason, catch_interrupts, duration, stop_after};
use crate::output::{json, text};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::board::Board;
use taquin::census::{Census, Plan};
use taquin::metric::Metric;
use taquin::shape::Shape;
use taquin_cluster::keep::Folder;
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
    site: SiteArgs,
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
    let mut out = BufWriter::new(io::stdout().lock());
    let counted = goal_of_shape(&args.goal, args.shape).and_then(|goal| count(args, goal));
    let exit = match counted {
        Ok(done) => {
            if let Some(counted) = &done.counted {
                print(args, counted, &mut out)?;
                out.flush()?;
            }
            // An answer that nobody got is not the end of the job.
            done.kept.iter().for_each(Folder::clear);
            done.exit
        }
        Err(failure) => refusals.refuse(failure, &mut out)?,
    };
    out.flush()?;
    Ok(exit)
}

/// What has come of a job in this process.
struct Done {
    /// In the first process what was counted.
    counted: Option<Counted>,
    exit: Exit,
    /// What is not needed any more.
    kept: Option<Folder>,
}

fn print(args: &CensusArgs, counted: &Counted, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        json::line(out, &json::census(counted))
    } else {
        Ok(text::census(out, counted, args.plot)?)
    }
}

fn count(args: &CensusArgs, goal: Board) -> Result<Done, Failure> {
    let (shape, metric) = (goal.shape(), args.metric);
    let site = args.site.site()?;
    if !Census::is_for(shape) || shape.is_line() {
        return Err(Failure::Limit(format!(
            "a census on many workers is for up to {} cells in two rows or more, and this is {shape}",
            Census::MAX_CELLS
        )));
    }
    let what = format!("{} boards of {shape}", text::large(boards(shape)));
    site.announce(&what, &needs(args, &site))?;
    if site.dry_run {
        return Ok(Done {
            counted: None,
            exit: Exit::Success,
            kept: None,
        });
    }
    let job = format!(
        "taquin {} census {shape} blank {} {}",
        env!("CARGO_PKG_VERSION"),
        goal.blank().index(),
        metric.name()
    );
    site.check_folder(&job)?;
    let (crew, children) = site.meet(&job)?;
    let begun = Instant::now();
    let _listening = Listening::begin();
    let folder = site.open_folder(&job)?;
    let plan = Plan::new(&goal, metric).expect("the shape was looked at");
    let levels = Arc::new(site.is_first().then(|| Levels::new(what)));
    let told = Arc::clone(&levels);
    let stop = stop_after(args.time.filter(|_| site.is_first()), None);
    let options = Options {
        folder: folder.clone(),
        stop: Arc::new(stop),
        tell: Arc::new(move |progress| told.iter().for_each(|levels| levels.tell(progress))),
        resumed: Arc::new(move |level| {
            levels
                .iter()
                .for_each(|levels| levels.aside(|| say_resumed(level)));
        }),
    };
    let boards = plan.boards();
    let walk = taquin_cluster::census::run(crew, Arc::new(plan), options, args.scratch.clone())
        .map_err(Failure::Unwritable)?;
    let reason = site.reason(&walk.end, args.time, begun)?;
    drop(children);
    let exit = match reason {
        None => Exit::Success,
        Some(Reason::Interrupted) => Exit::Interrupted,
        Some(_) => Exit::Limit,
    };
    let kept = folder.filter(|_| reason.is_none() && !site.is_child());
    if site.is_first() {
        tell(&site, &walk, begun.elapsed());
    }
    let counted = site.is_first().then(|| Counted {
        boards,
        farthest: None,
        goal,
        metric,
        counts: walk.counts,
        reason,
        seconds: begun.elapsed().as_secs_f64(),
        cluster: Some(Cluster {
            processes: site.processes,
            workers: site.workers,
            bytes_exchanged: walk.bytes,
        }),
    });
    Ok(Done {
        counted,
        exit,
        kept,
    })
}

fn tell(site: &Site, walk: &Walk, time: Duration) {
    say(
        "taquin",
        format_args!(
            "{} levels in {:.1} s by {}, {} exchanged",
            walk.counts.len(),
            time.as_secs_f64(),
            crew(site.processes, site.workers),
            text::bytes(walk.bytes as f64)
        ),
    );
    if walk.end == End::Stopped {
        site.tell_way_on("without --checkpoint nothing is kept");
    }
}

fn needs(args: &CensusArgs, site: &Site) -> Needs {
    let needs =
        Plan::needs(args.shape, args.metric, site.shares()).expect("the shape was looked at");
    let workers = site.workers as f64;
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
        memory: memory + needs.plan_bytes + workers * super::MESSAGES,
        checkpoint: levels * needs.kept_bytes / site.processes as f64,
        scratch,
    }
}
