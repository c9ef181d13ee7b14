//! `taquin census`: how many boards are at each distance from a goal, for all boards of a shape.

use super::{Refusals, goal_of_shape};
use crate::args::{ThreadArgs, metric_parser, shape};
use crate::exit::{Exit, Failure};
use crate::limits::{
    Client, Construction, Reason, bytes, catch_interrupts, duration, is_gone, stop_after,
};
use crate::output::svg::{self, Extent, Scale};
use crate::output::{json, text};
use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};
use taquin::census::{Census, CensusStopped};
use taquin::tools::generate::AtDistance;
use taquin::{Board, Metric, Shape};

/// Options of `taquin census`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin census 3x3
  taquin census 2x5 --goal \"1 2 3 4 5/6 7 0 8 9\" --metric mtm
  taquin census 3x4 --plot
  taquin census 3x3 --svg > 3x3.svg
  taquin census 2x4 --list-farthest

Counts every board from which the goal can be reached. Where the tiles of a goal are makes no difference, only where its \
blank is. Shapes of up to 12 cells take at most 100 MB and some seconds; 2x7 takes 9 GB (--memory 9G) and a good \
part of an hour, and taquin cluster census shares it among processes. taquin count says how many boards there are, \
and taquin generate --hardest draws from the farthest.

Exit code 3 if a limit was reached (what is known so far is printed), 130 after Ctrl-C, likewise.")]
pub struct CensusArgs {
    /// The shape: rows x columns
    #[arg(value_parser = shape)]
    pub(super) shape: Shape,
    /// The goal: last, first, snail, or a board
    #[arg(long, default_value = "last")]
    goal: String,
    /// What counts as a move: stm, one tile one step; mtm, a line of tiles
    #[arg(long, default_value = "stm", value_parser = metric_parser())]
    metric: Metric,
    /// Draw a histogram in the terminal
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    plot: bool,
    /// Write a picture of the histogram
    #[arg(long, conflicts_with = "json")]
    svg: bool,
    /// In a picture, show the logarithm of each number, so that few boards are seen beside many
    #[arg(long, requires = "svg")]
    log: bool,
    /// List the boards that are farthest from the goal, one a line after the figures
    #[arg(long, conflicts_with_all = ["plot", "svg"])]
    list_farthest: bool,
    /// Stop after this time (10s, 2m) and say what is known
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Do not begin if it would take more memory than this (500M, 12G)
    #[arg(long, default_value = "2G", value_parser = bytes)]
    memory: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Write JSON, one object
    #[arg(long)]
    json: bool,
}

impl CensusArgs {
    const fn scale(&self) -> Scale {
        if self.log {
            Scale::Logarithm
        } else {
            Scale::Linear
        }
    }
}

/// What a census has found.
#[derive(Debug)]
pub struct Counted {
    /// The goal.
    pub goal: Board,
    /// What counts as one move.
    pub metric: Metric,
    /// How many boards there are in all.
    pub boards: u64,
    /// How many are at each distance.
    pub counts: Vec<u64>,
    /// The farthest, if they are wanted and known.
    pub farthest: Option<Vec<Board>>,
    /// Why it was stopped, if it was.
    pub reason: Option<Reason>,
    /// How long it took.
    pub seconds: f64,
    /// Who has counted, if many have.
    pub cluster: Option<Cluster>,
}

/// Who has counted.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Cluster {
    /// Processes.
    pub processes: usize,
    /// Workers of each.
    pub workers: usize,
    /// What went from process to process.
    pub bytes_exchanged: u64,
}

impl Counted {
    /// The mean distance of the boards that were counted.
    pub fn mean(&self) -> f64 {
        let counted: u64 = self.counts.iter().sum();
        let moves = (0..).zip(&self.counts);
        let moves: u128 = moves
            .map(|(distance, &count)| distance * u128::from(count))
            .sum();
        moves as f64 / counted as f64
    }

    /// The greatest distance that was met.
    pub const fn farthest_distance(&self) -> usize {
        self.counts.len() - 1
    }
}

/// Runs the command.
pub fn run(args: &CensusArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let refusals = Refusals {
        schema: "taquin.census/1",
        json: args.json,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    match goal_of_shape(&args.goal, args.shape).and_then(|goal| count(args, goal, None)) {
        Ok(counted) => {
            print(args, &counted, &mut out)?;
            out.flush()?;
            Ok(match counted.reason {
                None => Exit::Success,
                Some(Reason::Interrupted) => Exit::Interrupted,
                Some(_) => Exit::Limit,
            })
        }
        Err(failure) => refusals.refuse(failure, &mut out),
    }
}

/// A census, if this machine should do it.
pub(super) fn begin(
    goal: &Board,
    metric: Metric,
    threads: usize,
    memory: u64,
) -> Result<Census, Failure> {
    check_memory(goal.shape(), metric, memory)?;
    Census::new(goal, metric, threads).map_err(|_| {
        Failure::Limit("this machine does not have as much memory as --memory allows".into())
    })
}

/// Refuses a census that would take more memory than this.
pub(super) fn check_memory(shape: Shape, metric: Metric, memory: u64) -> Result<(), Failure> {
    let boards = text::large(boards(shape));
    if !Census::is_for(shape) {
        return Err(Failure::Limit(format!(
            "a census is for up to {} cells, and for lines of up to {}: {shape} has {boards} boards that can be solved",
            Census::MAX_CELLS,
            Census::MAX_LINE
        )));
    }
    let bytes = Census::bytes(shape, metric);
    if bytes <= memory as f64 {
        return Ok(());
    }
    let cluster = match AtDistance::is_counted(shape) {
        true => "",
        false => "; taquin cluster census shares it among many, or among files",
    };
    Err(Failure::Limit(format!(
        "{shape} has {boards} boards that can be solved, which take about {} of memory, and --memory allows {} \
         (--memory {} if this machine has it{cluster})",
        text::bytes(bytes),
        text::bytes(memory as f64),
        enough(bytes)
    )))
}

/// What to write after --memory, so that there is enough.
fn enough(bytes: f64) -> String {
    const MEGABYTE: f64 = (1 << 20) as f64;
    let megabytes = (bytes / MEGABYTE).ceil();
    match megabytes < 1024.0 {
        true => format!("{megabytes}M"),
        false => format!("{}G", (megabytes / 1024.0).ceil()),
    }
}

/// About how many boards a shape has from which a goal can be reached.
pub(super) fn boards(shape: Shape) -> f64 {
    match shape.is_line() {
        true => shape.area() as f64,
        false => (3..=shape.area()).map(|n| n as f64).product(),
    }
}

/// Counts as the options say, until the time is over or nobody waits any more.
pub(super) fn count(
    args: &CensusArgs,
    goal: Board,
    client: Option<&dyn Client>,
) -> Result<Counted, Failure> {
    let begun = Instant::now();
    let stop = stop_after(args.time, client);
    let mut census = begin(&goal, args.metric, args.threads.count(), args.memory)?;
    let what = format!("{} boards of {}", census.boards(), goal.shape());
    let progress = client
        .is_none()
        .then(|| Construction::new(census.boards() as usize, what));
    let mut counts = vec![census.count()];
    let is_complete = loop {
        if let Some(progress) = &progress {
            progress.add(census.count());
        }
        match census.next_level(&stop) {
            Ok(true) => counts.push(census.count()),
            Ok(false) => break true,
            Err(CensusStopped) => break false,
        }
    };
    drop(progress);
    let reason = match is_complete {
        true => None,
        false if is_gone(client) => Some(Reason::Interrupted),
        false => Some(Reason::Time),
    };
    Ok(Counted {
        boards: census.boards(),
        farthest: (args.list_farthest && is_complete).then(|| census.newest().collect()),
        goal,
        metric: args.metric,
        counts,
        reason,
        seconds: begun.elapsed().as_secs_f64(),
        cluster: None,
    })
}

fn print(args: &CensusArgs, counted: &Counted, out: &mut impl Write) -> Result<(), Failure> {
    if args.json {
        json::line(out, &json::census(counted))?;
    } else if args.svg {
        let (shape, metric) = (args.shape, counted.metric.name());
        let title = format!("Boards of {shape} at each distance ({metric})");
        let (title, extent) = match counted.reason {
            None => (title, Extent::Whole),
            Some(_) => (format!("{title}, stopped"), Extent::Begins),
        };
        svg::histogram(out, &title, &counted.counts, extent, args.scale())?;
    } else {
        text::census(out, counted, args.plot)?;
    }
    Ok(())
}
