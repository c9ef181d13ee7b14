//! Benchmarks: published boards with their known lengths, boards of a file, and large boards.

mod estimate;
pub mod file;
pub mod large;
pub mod measure;
mod result;
mod watching;

use crate::exit::{Failure, say};
use crate::groups::Groups;
use crate::instances::{Instance, Known, Nodes, Set, Sharing};
use crate::limits::Limits;
use crate::option::OptionError;
use crate::parallel::in_order;
use crate::plan::usage_error;
use crate::store::{self, Store};
pub use estimate::Estimate;
use file::FileBoards;
pub use file::{FileOptions, Refused};
pub use large::{LargeBoard, LargeOptions, LargeSize};
pub use measure::Took;
use measure::{Clock, Since, peak_bytes};
pub use result::{Measured, Summary};
use taquin::pdb::{Catalogue, Partition};
use taquin::solve::{Algorithm, HeuristicKind, Search, SearchOptions, TableSize, Tables, Tick};
use taquin::{Board, Goal};
use watching::{Watching, go_on};

/// How to measure a set of boards.
#[derive(Clone, Debug)]
pub struct BenchOptions {
    /// Where tables must come from; `None` uses those on disk if they exist.
    pub mode: Option<Mode>,
    /// The groups of the pattern databases.
    pub groups: Vec<Groups>,
    /// The search, with its threads; without an algorithm and a heuristic, the best for the set.
    pub plan: SearchOptions,
    /// Only the boards with these numbers, in this order.
    pub only: Vec<u32>,
    /// The limits for each board.
    pub limits: Limits,
}

/// The boards to measure.
#[derive(Clone, Debug)]
pub enum Boards {
    /// A published set.
    Set(Set),
    /// A user's file.
    File(FileOptions),
}

impl Boards {
    /// Their name, and all of them.
    fn all(&self) -> Result<(String, FileBoards), Failure> {
        match self {
            Boards::File(file) => Ok((file.path.clone(), file.boards()?)),
            Boards::Set(set) => {
                let all = FileBoards {
                    instances: set.instances(),
                    ..FileBoards::default()
                };
                Ok((set.name().into(), all))
            }
        }
    }
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

/// What is known before the first board.
#[derive(Debug)]
pub struct Setting {
    /// The name of the set, or the file.
    pub name: String,
    /// What published numbers of nodes count.
    pub nodes: Option<Nodes>,
    /// Where tables come from.
    pub mode: Mode,
    /// The groups of the tables; `auto` if the search chooses them, and `-` if it needs none.
    pub groups: String,
    /// Whether long searches choose other groups.
    pub chooses_views: bool,
    /// Threads.
    pub threads: usize,
    /// The time for reading or building the tables.
    pub prepared: Took,
}

/// A set of boards, ready to be measured.
#[derive(Debug)]
pub struct Bench {
    /// What is known before the first board.
    pub setting: Setting,
    /// The boards that cannot be solved.
    pub refused: Vec<Refused>,
    /// The goal that all boards of a file have, if none can reach the default one.
    pub other_goal: Option<Goal>,
    instances: Vec<Instance>,
    known: Known,
    tables: Tables,
    method: Method,
    sharing: Sharing,
    limits: Limits,
    since: Since,
}

/// How boards are solved.
#[derive(Clone, Debug)]
enum Method {
    /// IDA* with pattern databases of a size, and the other options.
    Sized(TableSize, SearchOptions),
    /// As the options say, with the groups of tiles if there are any.
    Options(SearchOptions, Vec<Groups>),
}

impl BenchOptions {
    /// Finds the boards, and finds or builds the tables.
    pub fn set_up(&self, boards: &Boards) -> Result<Bench, Failure> {
        let (name, all) = boards.all()?;
        let FileBoards {
            instances,
            refused,
            other_goal,
        } = self.chosen(&name, all)?;
        let since = Since::now(Clock::Process);
        let set = match boards {
            Boards::Set(set) => Some(*set),
            Boards::File(_) => None,
        };
        let threads = self.plan.threads;
        let sized = set.filter(|_| self.is_default() || self.size_of(set).is_some());
        let (mode, tables, method) = match sized.filter(|set| set.warm_size().is_some()) {
            Some(set) => {
                let goal = set.goal();
                let (mode, size, tables) = self.source(set, &goal)?;
                let on_tick = &mut |_: &Tick| go_on(None).0;
                let prepared = tables.prepare(&goal, size, threads, on_tick);
                prepared.map_err(|_| Failure::Interrupted)?;
                if set.sharing() == Sharing::Searches {
                    // Tables in large pages pay off in long searches.
                    tables.relocate(&goal, size);
                }
                (mode, tables, Method::Sized(size, self.plan))
            }
            None => self.by_options(&instances)?,
        };
        let sharing = match (&method, set) {
            (Method::Sized(..), Some(set)) => set.sharing(),
            (Method::Options(plan, groups), _) if is_single(plan, groups) => Sharing::Boards,
            _ => Sharing::Searches,
        };
        let goal = instances.first().map(|instance| instance.problem.goal());
        Ok(Bench {
            setting: Setting {
                name,
                nodes: set.and_then(Set::nodes),
                mode,
                groups: goal.map_or_else(|| "-".into(), |goal| method.groups(goal)),
                chooses_views: goal.is_some_and(|goal| method.chooses_views(goal)),
                threads,
                prepared: since.took(),
            },
            refused,
            other_goal,
            instances,
            known: set.map_or(Known::Shortest, Set::known),
            tables,
            method,
            sharing,
            limits: self.limits,
            since,
        })
    }

    /// Whether the search is left to the set.
    fn is_default(&self) -> bool {
        let plan = &self.plan;
        plan.algorithm.is_none() && plan.heuristic.is_none() && self.groups.is_empty()
    }

    /// The size of the tables if the options ask for predefined ones, and nothing else.
    fn size_of(&self, set: Option<Set>) -> Option<TableSize> {
        let goal = set?.goal();
        let is_plain = matches!(self.plan.algorithm, None | Some(Algorithm::IdaStar));
        match &self.groups[..] {
            [Groups::Sizes(name)] if is_plain => {
                let mut known = [TableSize::Large, TableSize::Small].into_iter();
                known.find(|&size| sizes(&goal, size).as_ref() == Some(name))
            }
            _ => None,
        }
    }

    /// The requested boards.
    fn chosen(&self, name: &str, mut all: FileBoards) -> Result<FileBoards, Failure> {
        if self.only.is_empty() {
            return Ok(all);
        }
        let instances = all.instances.iter().map(|instance| instance.number);
        let refused = all.refused.iter().map(|refused| refused.number);
        let numbers: Vec<u32> = instances.chain(refused).collect();
        if let Some(number) = self.only.iter().find(|number| !numbers.contains(number)) {
            let first = numbers.iter().min().copied().unwrap_or(0);
            let last = numbers.iter().max().copied().unwrap_or(0);
            return Err(Failure::Usage(format!(
                "{name} has no board {number}: its boards are numbered from {first} to {last}"
            )));
        }
        let find = |number: &u32| {
            let mut all = all.instances.iter();
            all.find(|instance| instance.number == *number).cloned()
        };
        all.instances = self.only.iter().filter_map(find).collect();
        all.refused
            .retain(|refused| self.only.contains(&refused.number));
        Ok(all)
    }

    /// A search as the options say. The tables of own groups are found or built; others are when the first board needs them.
    fn by_options(&self, instances: &[Instance]) -> Result<(Mode, Tables, Method), Failure> {
        let (mode, tables) = match self.mode {
            Some(Mode::Cold) => (Mode::Cold, store::cold_tables()),
            _ => (Mode::Warm, store::building_tables()),
        };
        let mut goals: Vec<&Board> = Vec::new();
        for instance in instances {
            let goal = instance.problem.goal();
            if !self.groups.is_empty() && !goals.contains(&goal) {
                goals.push(goal);
                self.prepare_groups(&tables, goal)?;
            }
        }
        Ok((
            mode,
            tables,
            Method::Options(self.plan, self.groups.clone()),
        ))
    }

    /// Finds or builds the tables of own groups for a goal.
    fn prepare_groups(&self, tables: &Tables, goal: &Board) -> Result<(), Failure> {
        let partitions = self.groups.iter().map(|groups| groups.partitions(goal));
        let partitions = partitions.collect::<Result<Vec<_>, _>>()?.concat();
        if self.mode == Some(Mode::Warm) && !tables.find_partitions(&partitions) {
            let names: Vec<String> = self.groups.iter().map(ToString::to_string).collect();
            return Err(OptionError::TablesMissing {
                sizes: names.join(" "),
                directory: Store::new()?.folder().display().to_string(),
            }
            .into());
        }
        let on_tick = &mut |_: &Tick| go_on(None).0;
        let prepared = tables.prepare_partitions(goal, &partitions, self.plan.threads, on_tick);
        prepared.map_err(|_| Failure::Interrupted)
    }

    /// Which tables, and where they come from.
    fn source(&self, set: Set, goal: &Board) -> Result<(Mode, TableSize, Tables), Failure> {
        let asked = self.size_of(Some(set));
        if self.mode != Some(Mode::Cold) {
            let size = asked.or(set.warm_size()).unwrap_or(TableSize::Small);
            let tables = store::building_tables();
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
        let size = asked.or(set.cold_size()).unwrap_or(TableSize::Small);
        Ok((Mode::Cold, size, store::cold_tables()))
    }
}

/// Whether a search uses one thread only.
fn is_single(plan: &SearchOptions, groups: &[Groups]) -> bool {
    let is_engine = !groups.is_empty() || plan.heuristic == Some(HeuristicKind::Patterns);
    match plan.algorithm {
        None | Some(Algorithm::Beam | Algorithm::Construct) => false,
        Some(Algorithm::IdaStar) => !is_engine && plan.heuristic.is_some(),
        Some(_) => true,
    }
}

impl Method {
    /// Whether long searches have a catalogue to choose from.
    fn chooses_views(&self, goal: &Board) -> bool {
        matches!(self, Method::Sized(TableSize::Small, _))
            && Catalogue::new(goal.shape(), goal.blank()).is_some()
    }

    fn groups(&self, goal: &Board) -> String {
        match self {
            Method::Sized(size, _) => sizes(goal, *size).unwrap_or_default(),
            Method::Options(plan, groups) => match (&groups[..], plan.heuristic) {
                ([], None | Some(HeuristicKind::Patterns)) => "auto".into(),
                ([], Some(_)) => "-".into(),
                (groups, _) => {
                    let names: Vec<String> = groups.iter().map(ToString::to_string).collect();
                    names.join(" ")
                }
            },
        }
    }
}

impl Bench {
    /// Solves the boards and passes each result to `tell`, in the order of the boards.
    pub fn run(&self, tell: impl FnMut(Measured) -> Result<(), Failure>) -> Result<(), Failure> {
        let (at_a_time, threads) = match self.sharing {
            Sharing::Boards => (self.setting.threads, 1),
            Sharing::Searches => (1, self.setting.threads),
        };
        let measure = |instance: &Instance| self.measure(instance, threads);
        in_order(&self.instances, at_a_time, measure, tell)
    }

    /// The time since the set-up began, and the peak memory of the process.
    pub fn took(&self) -> (Took, Option<u64>) {
        (self.since.took(), peak_bytes())
    }

    /// Solves one board.
    fn measure(&self, instance: &Instance, threads: usize) -> Result<Measured, Failure> {
        let since = Since::now(match self.sharing {
            Sharing::Boards => Clock::Thread,
            Sharing::Searches => Clock::Process,
        });
        let problem = &instance.problem;
        let partitions: Vec<Partition>;
        let mut search = Search::new(problem).tables(&self.tables);
        let limits = match &self.method {
            Method::Sized(size, plan) => {
                search = search.options(*plan).table_size(*size).threads(threads);
                self.limits
            }
            Method::Options(plan, groups) => {
                let groups = groups
                    .iter()
                    .map(|groups| groups.partitions(problem.goal()));
                partitions = groups.collect::<Result<Vec<_>, _>>()?.concat();
                search = search
                    .options(*plan)
                    .partitions(&partitions)
                    .threads(threads);
                self.limits.for_board(problem.start().shape(), plan)
            }
        };
        let mut watching = Watching::new(&limits);
        let report = search.observe(&mut watching).run();
        Ok(Measured {
            number: instance.number,
            problem: problem.clone(),
            origin: instance.origin.clone(),
            published: instance.length,
            known: self.known,
            published_nodes: instance.nodes,
            report: report.map_err(usage_error)?,
            took: since.took(),
            reason: watching.reason,
            iterations: watching.iterations.take(),
        })
    }
}

/// The groups of a size, such as `7-8`.
fn sizes(goal: &Board, size: TableSize) -> Option<String> {
    let partitions = size.partitions(goal.shape(), goal.blank())?;
    partitions.first().map(ToString::to_string)
}
