//! `taquin bench`: published boards, right or wrong, and what they cost; large boards, and how short their solutions are.

mod large;
mod measure;
mod sets;

pub use large::{LargeBoard, LargeSize};
pub use measure::Took;
pub use sets::{Boards, Set};

use crate::args::ThreadArgs;
use crate::exit::{Exit, Failure, say};
use crate::limits::{Listening, Reason, catch_interrupts, duration, is_interrupted};
use crate::output::{json, text};
use crate::store::{self, Store};
use measure::{Clock, Since, peak_bytes};
use sets::{Instance, Sharing};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use taquin::Board;
use taquin::pdb::Partition;
use taquin::solve::{Answer, Plan, Prepared, Report, TableSize, Tables, prepare};

/// The greatest distance of a 4×4 board from the goal `last`, and all boards at it.
pub(super) fn hardest() -> (u32, Vec<Board>) {
    let instances = Set::Hardest.instances();
    let lengths = instances.iter().map(|instance| instance.length);
    let most = lengths.max().unwrap_or(0);
    let farthest = instances
        .into_iter()
        .filter(|instance| instance.length == most);
    (
        most,
        farthest
            .map(|instance| instance.problem.start().clone())
            .collect(),
    )
}

/// Options of `taquin bench`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin bench korf100 --threads 1
  taquin bench korf24 --only 38,40,25 --time 10m
  taquin bench hardest --cold --json
  taquin bench large --sizes 5,10 --count 10 --time 20s
  taquin bench large --sizes 1000 --count 1

Of each published board the length is compared with the published one, and the solution is replayed. With --threads, the boards of \
korf100 are dealt to the threads; those of korf24 and hardest are solved one after the other, each on all of them.

Preparation is what comes before the first board: reading or building tables, and the automaton. The CPU seconds in all \
include it. Peak memory is that of the process, tables included.

Large boards are made from the seeds 1, 2, 3 as by taquin generate. Each has the time that --time says, or 10 seconds up \
to 10x10, 15 up to 20x20, 30 up to 50x50, and 60; those of more than 65536 cells are solved line by line, however long it \
takes. The table has means over the boards of a size: moves, moves for each row and each cell (length / n^3), the ratio to \
the lower bound, seconds; and the peak memory of the process.

--json writes an object of the schema taquin.bench-instance/1 for each board, then one of taquin.bench/1; for large boards \
taquin.bench-large-instance/1, and taquin.bench-large/1 for each size.

Exit code 0 if all are solved and right, 1 if a length is wrong, 3 if a limit was reached, 130 after Ctrl-C, with the \
boards that were done.")]
pub struct BenchArgs {
    /// The boards
    #[arg(value_name = "SET")]
    boards: Boards,
    /// With large, the sides of the squares [default: 5,6,8,10,17,20,50,100]
    #[arg(long, value_name = "SIDES", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(5..=4096))]
    sizes: Vec<u32>,
    /// With large, the boards of each size [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// With large, how many boards may be generated, instead of a time
    #[arg(long, value_name = "N", conflicts_with = "time")]
    effort: Option<u64>,
    /// Build the tables in memory, as if there were none on disk
    #[arg(long, conflicts_with = "warm")]
    cold: bool,
    /// Use the tables on disk, which must be there [default: if they are]
    #[arg(long)]
    warm: bool,
    /// The tables, by the sizes of their groups [default: warm 7-8 or 6-6-6-6; cold 6-6-3 for korf100]
    #[arg(long, value_name = "SIZES")]
    tables: Option<String>,
    /// Only the boards with these numbers, in this order
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    only: Vec<u32>,
    /// Give up a board after this time (10s, 10m, 2h) and say what is known
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Write JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// Where tables come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Built for this run.
    Cold,
    /// Found on disk.
    Warm,
}

impl Mode {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Cold => "cold",
            Mode::Warm => "warm",
        }
    }
}

/// A board that was tried.
#[derive(Debug)]
pub struct Measured {
    /// Its number in the set.
    pub number: u32,
    /// The published length.
    pub published: u32,
    /// What came of it.
    pub report: Report,
    /// How long it took.
    pub took: Took,
    /// Why it was given up, if it was.
    pub reason: Option<Reason>,
}

impl Measured {
    /// The length of the solution, which has been replayed.
    pub fn length(&self) -> Option<usize> {
        match &self.report.answer {
            Answer::Solved(solution, _) => Some(solution.moves().len()),
            Answer::TooLong | Answer::Stopped => None,
        }
    }

    /// Whether it contradicts the published length, by its length or by what it proved.
    pub fn is_wrong(&self) -> bool {
        match self.length() {
            Some(length) => length != self.published as usize,
            None => self.report.lower_bound > self.published,
        }
    }
}

/// What is known before the first board.
#[derive(Debug)]
pub struct Setting {
    /// The boards.
    pub set: Set,
    /// Where tables come from.
    pub mode: Mode,
    /// The groups of the tables.
    pub groups: String,
    /// Threads.
    pub threads: usize,
    /// What reading or building the tables took.
    pub prepared: Took,
}

/// What all boards cost together.
#[derive(Debug, Default)]
pub struct Summary {
    /// Boards that were tried.
    pub tried: usize,
    /// Boards that were solved.
    pub solved: usize,
    /// Boards that contradict the published length.
    pub wrong: usize,
    /// Children made.
    pub generated: u64,
    /// Boards that ended by a limit or by Ctrl-C.
    limited: usize,
}

impl Summary {
    fn add(&mut self, measured: &Measured) {
        self.tried += 1;
        self.solved += usize::from(measured.length().is_some());
        self.wrong += usize::from(measured.is_wrong());
        self.generated += measured.report.stats.generated;
        self.limited += usize::from(measured.reason.is_some());
    }

    fn exit(&self) -> Exit {
        match self {
            _ if self.wrong > 0 => Exit::No,
            _ if is_interrupted() => Exit::Interrupted,
            _ if self.limited > 0 => Exit::Limit,
            _ => Exit::Success,
        }
    }
}

/// Runs the command.
pub fn run(args: &BenchArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let _listening = Listening::begin();
    let Some(set) = args.boards.published() else {
        return large::run(args);
    };
    if !args.sizes.is_empty() || args.count.is_some() || args.effort.is_some() {
        let wrong = "--sizes, --count and --effort are for taquin bench large";
        return Err(Failure::Usage(wrong.into()));
    }
    run_published(args, set)
}

fn run_published(args: &BenchArgs, set: Set) -> Result<Exit, Failure> {
    let instances = chosen(args, set)?;
    let all = Since::now(Clock::Process);
    let (setting, prepared) = set_up(args, set, &all)?;
    let mut out = io::stdout().lock();
    if !args.json {
        text::bench_head(&mut out, &setting)?;
    }
    let (at_a_time, threads) = match set.sharing() {
        Sharing::Boards => (setting.threads, 1),
        Sharing::Searches => (1, setting.threads),
    };
    let plan = plan(threads);
    let measure = |instance: &Instance| measure(instance, &prepared, &plan, set, args);
    let mut summary = Summary::default();
    deal(&instances, at_a_time, measure, |measured| {
        summary.add(&measured);
        match args.json {
            true => json::line(&mut out, &json::bench_instance(&setting, &measured))?,
            false => text::bench_instance(&mut out, &measured)?,
        }
        Ok(out.flush()?)
    })?;
    let (took, peak) = (all.took(), peak_bytes());
    match args.json {
        true => json::line(&mut out, &json::bench(&setting, &summary, took, peak))?,
        false => text::bench(&mut out, &setting, &summary, took, peak)?,
    }
    Ok(summary.exit())
}

/// Finds or builds the tables.
fn set_up(args: &BenchArgs, set: Set, since: &Since) -> Result<(Setting, Prepared), Failure> {
    let (threads, goal) = (args.threads.count(), set.goal());
    let (mode, size, mut tables) = source(args, set, &goal)?;
    let on_tick = &mut |_: &_, _| go_on(None).0;
    let mut prepared = prepare(&mut tables, &goal, &plan(threads), size, on_tick);
    if set.sharing() == Sharing::Searches {
        // Long searches pay for tables in large pages.
        tables.relocate(goal.shape(), goal.blank(), size);
        prepared = prepare(&mut tables, &goal, &plan(threads), size, on_tick);
    }
    let prepared = prepared.map_err(|_| Failure::Interrupted)?;
    let setting = Setting {
        set,
        mode,
        groups: sizes(&goal, size).unwrap_or_default(),
        threads,
        prepared: since.took(),
    };
    Ok((
        setting,
        prepared.expect("a set has tables of the sizes that it takes"),
    ))
}

fn plan(threads: usize) -> Plan {
    Plan {
        threads,
        ..Plan::default()
    }
}

/// The boards that were asked for.
fn chosen(args: &BenchArgs, set: Set) -> Result<Vec<Instance>, Failure> {
    let all = set.instances();
    if args.only.is_empty() {
        return Ok(all);
    }
    let find = |&number: &u32| {
        let found = all.iter().find(|instance| instance.number == number);
        found.cloned().ok_or_else(|| {
            let (set, last) = (set.name(), all.len());
            Failure::Usage(format!(
                "{set} has no board {number}: its boards are numbered from 1 to {last}"
            ))
        })
    };
    args.only.iter().map(find).collect()
}

/// Which tables, and where they come from.
fn source(args: &BenchArgs, set: Set, goal: &Board) -> Result<(Mode, TableSize, Tables), Failure> {
    let asked = args.tables.as_deref();
    let asked = asked.map(|name| named(goal, name)).transpose()?;
    if !args.cold {
        let size = asked.unwrap_or(set.warm_size());
        let mut tables = store::tables();
        if tables.find(goal, size) {
            return Ok((Mode::Warm, size, tables));
        }
        let sizes = sizes(goal, size).unwrap_or_default();
        let folder = Store::new()?;
        let missing = format!(
            "the tables {sizes} are not all in {}",
            folder.folder().display()
        );
        if args.warm {
            return Err(Failure::Usage(format!(
                "{missing}: taquin tables build {sizes} makes them, or --cold builds them in memory"
            )));
        }
        say("taquin", format_args!("{missing}; this run is cold"));
    }
    let size = asked.unwrap_or(set.cold_size());
    Ok((Mode::Cold, size, Tables::stored_in(store::Nothing)))
}

/// The size whose partition has this name.
fn named(goal: &Board, name: &str) -> Result<TableSize, Failure> {
    Partition::named(goal.shape(), goal.blank(), name)
        .map_err(|error| Failure::Usage(format!("--tables: {error}")))?;
    let mut known = [TableSize::Large, TableSize::Small].into_iter();
    let found = known.find(|&size| sizes(goal, size).as_deref() == Some(name));
    Ok(found.expect("a partition with a name is small or large"))
}

/// The groups of a size, such as `7-8`.
fn sizes(goal: &Board, size: TableSize) -> Option<String> {
    let partitions = size.partitions(goal.shape(), goal.blank())?;
    partitions.first().map(ToString::to_string)
}

/// Whether to go on, and if not, why.
fn go_on(deadline: Option<Instant>) -> (ControlFlow<()>, Option<Reason>) {
    let reason = if is_interrupted() {
        Some(Reason::Interrupted)
    } else if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        Some(Reason::Time)
    } else {
        None
    };
    match reason {
        Some(_) => (ControlFlow::Break(()), reason),
        None => (ControlFlow::Continue(()), None),
    }
}

/// Solves one board.
fn measure(
    instance: &Instance,
    prepared: &Prepared,
    plan: &Plan,
    set: Set,
    args: &BenchArgs,
) -> Measured {
    let since = Since::now(match set.sharing() {
        Sharing::Boards => Clock::Thread,
        Sharing::Searches => Clock::Process,
    });
    let deadline = args.time.and_then(|time| Instant::now().checked_add(time));
    let mut reason = None;
    let report = prepared.solve(&instance.problem, plan, &mut |_, _| {
        let (flow, why) = go_on(deadline);
        reason = why;
        flow
    });
    Measured {
        number: instance.number,
        published: instance.length,
        report,
        took: since.took(),
        reason,
    }
}

/// Deals boards to threads; what came of them is told in the order of the boards.
fn deal(
    instances: &[Instance],
    threads: usize,
    measure: impl Fn(&Instance) -> Measured + Sync,
    mut tell: impl FnMut(Measured) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(instances.len()) {
            let (sender, next, measure) = (sender.clone(), &next, &measure);
            scope.spawn(move || {
                while !is_interrupted()
                    && let place = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(instance) = instances.get(place)
                    // Nobody listens any more if the output could not be written.
                    && sender.send((place, measure(instance))).is_ok()
                {}
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut told = 0;
        for (place, measured) in receiver {
            waiting.insert(place, measured);
            while let Some(measured) = waiting.remove(&told) {
                tell(measured)?;
                told += 1;
            }
        }
        // After Ctrl-C some before these were never begun.
        waiting.into_values().try_for_each(tell)
    })
}
