//! Benchmarks: published boards with their known lengths, and large boards.

pub mod large;
pub mod measure;

use crate::exit::{Exit, Failure, say};
use crate::instances::{Instance, Set, Sharing};
use crate::limits::{Reason, is_interrupted};
use crate::option::{OptionError, OptionName};
use crate::store::{self, Store};
pub use large::{LargeBoard, LargeOptions, LargeSize};
pub use measure::Took;
use measure::{Clock, Since, peak_bytes};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use taquin::Board;
use taquin::pdb::Partition;
use taquin::solve::{Answer, Report, Search, TableSize, Tables, Tick};

/// How to measure a set of published boards.
#[derive(Clone, Debug)]
pub struct BenchOptions {
    /// Where tables must come from; `None` uses those on disk if they exist.
    pub mode: Option<Mode>,
    /// The tables, by the sizes of their groups.
    pub tables: Option<String>,
    /// Only the boards with these numbers, in this order.
    pub only: Vec<u32>,
    /// The time limit for each board.
    pub time: Option<Duration>,
    /// Threads.
    pub threads: usize,
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
    /// Its name in outputs.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Cold => "cold",
            Mode::Warm => "warm",
        }
    }
}

/// A measured board.
#[derive(Debug)]
pub struct Measured {
    /// Its number in the set.
    pub number: u32,
    /// The published length.
    pub published: u32,
    /// The result.
    pub report: Report,
    /// The elapsed time.
    pub took: Took,
    /// Why it was stopped, if it was.
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

    /// Whether its length or its lower bound contradicts the published length.
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
    /// The time for reading or building the tables.
    pub prepared: Took,
}

/// The totals over all boards.
#[derive(Debug, Default)]
pub struct Summary {
    /// Boards that were tried.
    pub tried: usize,
    /// Boards that were solved.
    pub solved: usize,
    /// Boards that contradict the published length.
    pub wrong: usize,
    /// Boards generated.
    pub generated: u64,
    /// Boards that ended by a limit or by Ctrl-C.
    limited: usize,
}

impl Summary {
    /// Adds one board.
    pub fn add(&mut self, measured: &Measured) {
        self.tried += 1;
        self.solved += usize::from(measured.length().is_some());
        self.wrong += usize::from(measured.is_wrong());
        self.generated += measured.report.stats.generated;
        self.limited += usize::from(measured.reason.is_some());
    }

    /// The exit code for all boards.
    pub fn exit(&self) -> Exit {
        match self {
            _ if self.wrong > 0 => Exit::No,
            _ if is_interrupted() => Exit::Interrupted,
            _ if self.limited > 0 => Exit::Limit,
            _ => Exit::Success,
        }
    }
}

/// A set of boards, ready to be measured.
#[derive(Debug)]
pub struct Bench {
    /// What is known before the first board.
    pub setting: Setting,
    instances: Vec<Instance>,
    tables: Tables,
    size: TableSize,
    time: Option<Duration>,
    since: Since,
}

impl BenchOptions {
    /// Finds the boards, and finds or builds the tables.
    pub fn set_up(&self, set: Set) -> Result<Bench, Failure> {
        let instances = self.chosen(set)?;
        let since = Since::now(Clock::Process);
        let goal = set.goal();
        let (mode, size, tables) = self.source(set, &goal)?;
        let on_tick = &mut |_: &Tick| go_on(None).0;
        let prepared = tables.prepare(&goal, size, self.threads, on_tick);
        prepared.map_err(|_| Failure::Interrupted)?;
        if set.sharing() == Sharing::Searches {
            // Tables in large pages pay off in long searches.
            tables.relocate(&goal, size);
        }
        let setting = Setting {
            set,
            mode,
            groups: sizes(&goal, size).unwrap_or_default(),
            threads: self.threads,
            prepared: since.took(),
        };
        Ok(Bench {
            setting,
            instances,
            tables,
            size,
            time: self.time,
            since,
        })
    }

    /// The requested boards.
    fn chosen(&self, set: Set) -> Result<Vec<Instance>, Failure> {
        let all = set.instances();
        if self.only.is_empty() {
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
        self.only.iter().map(find).collect()
    }

    /// Which tables, and where they come from.
    fn source(&self, set: Set, goal: &Board) -> Result<(Mode, TableSize, Tables), Failure> {
        let asked = self.tables.as_deref();
        let asked = asked.map(|name| named(goal, name)).transpose()?;
        if self.mode != Some(Mode::Cold) {
            let size = asked.unwrap_or(set.warm_size());
            let tables = store::tables();
            if tables.find(goal, size) {
                return Ok((Mode::Warm, size, tables));
            }
            let sizes = sizes(goal, size).unwrap_or_default();
            let directory = Store::new()?.folder().display().to_string();
            if self.mode == Some(Mode::Warm) {
                return Err(OptionError::TablesMissing { sizes, directory }.into());
            }
            let what =
                format_args!("the tables {sizes} are not all in {directory}; this run is cold");
            say("taquin", what);
        }
        let size = asked.unwrap_or(set.cold_size());
        Ok((Mode::Cold, size, Tables::stored_in(store::Nothing)))
    }
}

impl Bench {
    /// Solves the boards and passes each result to `tell`, in the order of the boards.
    pub fn run(&self, tell: impl FnMut(Measured) -> Result<(), Failure>) -> Result<(), Failure> {
        let (at_a_time, threads) = match self.setting.set.sharing() {
            Sharing::Boards => (self.setting.threads, 1),
            Sharing::Searches => (1, self.setting.threads),
        };
        let measure = |instance: &Instance| self.measure(instance, threads);
        deal(&self.instances, at_a_time, measure, tell)
    }

    /// The time since the set-up began, and the peak memory of the process.
    pub fn took(&self) -> (Took, Option<u64>) {
        (self.since.took(), peak_bytes())
    }

    /// Solves one board.
    fn measure(&self, instance: &Instance, threads: usize) -> Measured {
        let since = Since::now(match self.setting.set.sharing() {
            Sharing::Boards => Clock::Thread,
            Sharing::Searches => Clock::Process,
        });
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let mut reason = None;
        let on_tick = &mut |_: &Tick| {
            let (flow, why) = go_on(deadline);
            reason = why;
            flow
        };
        let report = Search::new(&instance.problem)
            .table_size(self.size)
            .threads(threads)
            .tables(&self.tables)
            .observe(on_tick)
            .run();
        Measured {
            number: instance.number,
            published: instance.length,
            report: report.expect("a set has tables of the sizes that it takes"),
            took: since.took(),
            reason,
        }
    }
}

/// The size whose partition has this name.
fn named(goal: &Board, name: &str) -> Result<TableSize, Failure> {
    Partition::named(goal.shape(), goal.blank(), name).map_err(|error| OptionError::Value {
        option: OptionName("tables"),
        why: error.to_string(),
    })?;
    let mut known = [TableSize::Large, TableSize::Small].into_iter();
    let found = known.find(|&size| sizes(goal, size).as_deref() == Some(name));
    Ok(found.expect("a partition with a name is small or large"))
}

/// The groups of a size, such as `7-8`.
fn sizes(goal: &Board, size: TableSize) -> Option<String> {
    let partitions = size.partitions(goal.shape(), goal.blank())?;
    partitions.first().map(ToString::to_string)
}

/// Whether to continue, and if not, why.
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

/// Distributes boards to threads; the results come in the order of the boards.
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
                    // The receiver is gone if the output could not be written.
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
        // After Ctrl-C, some boards before these were never started.
        waiting.into_values().try_for_each(tell)
    })
}
