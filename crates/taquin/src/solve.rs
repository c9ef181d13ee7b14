//! The one place that chooses: space × heuristic × search for a problem.
//!
//! A [`Plan`] says what the caller wants; what it leaves open is chosen here. The answer has been replayed, and says
//! what it guarantees.

mod auto;
mod beam;
mod estimates;
mod fast;
mod run;
mod slides;
mod watch;

pub use crate::large::MAX_SHORTEN_CELLS as MAX_CELLS;
pub use beam::lower_bound;
pub use estimates::estimates;
pub use fast::{Prepared, TableSize, TableStore, prepare, resume};
pub use watch::{OnPace, OnStep, OnTick, Seen, Step};

use crate::census::distance_table::DistanceTable;
use crate::heuristic::WalkingDistance;
use crate::pdb::{Databases, Partition, PatternSum};
use crate::puzzle::{Cell, Metric, Move, MoveSet, Problem, Shape, Solution};
use crate::search::{Stats, Weight};
use crate::slide_metric;
use crate::space::{Automaton, MoveOrder};
use run::attempt;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use watch::Watcher;

/// A search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Breadth-first from the start.
    Bfs,
    /// Breadth-first from the goal.
    BfsFromGoal,
    /// Smallest g first.
    UniformCost,
    /// Smallest h first.
    Greedy,
    /// Smallest g + h first.
    AStar,
    /// Smallest g + w·h first.
    WeightedAStar(Weight),
    /// Depth-first under a rising bound.
    IdaStar,
    /// From both ends: breadth-first with the zero heuristic, else NBS.
    Bidirectional,
    /// No search: the distance of every board is in a table; shapes of up to 9 cells.
    Table,
    /// A solution at once, then shorter ones for as long as may be; boards too large for shortest solutions.
    Beam,
}

impl Algorithm {
    /// The word for it on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Bfs => "bfs",
            Algorithm::BfsFromGoal => "bfs-from-goal",
            Algorithm::UniformCost => "uniform-cost",
            Algorithm::Greedy => "greedy",
            Algorithm::AStar => "astar",
            Algorithm::WeightedAStar(_) => "weighted-astar",
            Algorithm::IdaStar => "idastar",
            Algorithm::Bidirectional => "bidirectional",
            Algorithm::Table => "table",
            Algorithm::Beam => "beam",
        }
    }

    /// Whether it can be used for boards of this shape.
    pub fn fits(self, shape: Shape) -> bool {
        match self {
            Algorithm::Table => shape.area() <= DistanceTable::MAX_CELLS,
            _ => shape.area() <= MAX_CELLS,
        }
    }

    /// What its path is known to be, with a heuristic that never overestimates.
    pub const fn guarantee(self) -> Guarantee {
        match self {
            Algorithm::Greedy | Algorithm::Beam => Guarantee::None,
            Algorithm::WeightedAStar(weight) => Guarantee::AtMostTimes(weight),
            _ => Guarantee::Optimal,
        }
    }

    /// What the search orders boards by, smallest first.
    pub fn priority(self, g: u32, h: u32) -> u32 {
        match self {
            Algorithm::Bfs | Algorithm::BfsFromGoal | Algorithm::UniformCost => g,
            Algorithm::Greedy | Algorithm::Beam => h,
            Algorithm::AStar | Algorithm::IdaStar | Algorithm::Bidirectional | Algorithm::Table => {
                g + h
            }
            Algorithm::WeightedAStar(weight) => weight.weigh(g, h),
        }
    }

    /// Whether it looks at a heuristic at all.
    pub const fn uses_heuristic(self) -> bool {
        !matches!(
            self,
            Algorithm::Bfs
                | Algorithm::BfsFromGoal
                | Algorithm::UniformCost
                | Algorithm::Table
                | Algorithm::Beam
        )
    }
}

/// Boards of more cells are mostly beyond the reach of shortest solutions.
pub const SHORTEST_CELLS: usize = 16;

/// Heuristics with tables are for boards of up to this many cells.
const MAX_TABLE_CELLS: usize = WalkingDistance::MAX_CELLS;

/// A heuristic by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeuristicKind {
    /// Nothing.
    Zero,
    /// Tiles not at home.
    Hamming,
    /// Swaps with the blank.
    Gaschnig,
    /// Steps to home.
    Manhattan,
    /// Steps to home, and twice the tiles that stand in each other's way.
    LinearConflict,
    /// Moves of whole rows and columns; shapes of up to 16 cells.
    WalkingDistance,
    /// The larger of linear conflict and walking distance; shapes of up to 16 cells.
    Max,
    /// The sum of pattern databases, built when they are needed; shapes of 6 to 25 cells in two rows or more.
    Patterns,
}

impl HeuristicKind {
    /// All of them.
    pub const ALL: [HeuristicKind; 8] = [
        HeuristicKind::Zero,
        HeuristicKind::Hamming,
        HeuristicKind::Gaschnig,
        HeuristicKind::Manhattan,
        HeuristicKind::LinearConflict,
        HeuristicKind::WalkingDistance,
        HeuristicKind::Max,
        HeuristicKind::Patterns,
    ];

    /// The word for it on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            HeuristicKind::Zero => "zero",
            HeuristicKind::Hamming => "hamming",
            HeuristicKind::Gaschnig => "gaschnig",
            HeuristicKind::Manhattan => "manhattan",
            HeuristicKind::LinearConflict => "linear-conflict",
            HeuristicKind::WalkingDistance => "walking-distance",
            HeuristicKind::Max => "max",
            HeuristicKind::Patterns => "pdb",
        }
    }

    /// Whether boards of this shape have it.
    pub fn fits(self, shape: Shape) -> bool {
        match self {
            HeuristicKind::WalkingDistance | HeuristicKind::Max => shape.area() <= MAX_TABLE_CELLS,
            HeuristicKind::Patterns => Partition::small(shape, shape.last()).is_some(),
            _ => true,
        }
    }
}

/// What the caller wants. What is `None` is chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// The search.
    pub algorithm: Option<Algorithm>,
    /// The heuristic.
    pub estimate: Option<HeuristicKind>,
    /// The order in which moves are tried.
    pub order: MoveOrder,
    /// No longer solution is wanted.
    pub max_length: Option<u32>,
    /// Threads to build tables and to search with them; 0 and 1 start none.
    pub threads: usize,
    /// What counts as one move.
    pub metric: Metric,
    /// Find all shortest solutions, and list at most so many.
    pub all_shortest: Option<usize>,
    /// The boards that may be generated where solutions get shorter and shorter. The same effort gives the same moves, on
    /// every machine and with any number of threads; without it a caller's pace decides.
    pub effort: Option<u64>,
    /// Another seed makes other choices in [`Algorithm::Beam`] where there is nothing to choose between.
    pub seed: u64,
}

/// What is spent on a large board if neither the plan nor the caller's pace says.
pub const DEFAULT_EFFORT: u64 = 50_000_000;

/// Tables that were built, kept for the next board.
#[derive(Default)]
pub struct Tables {
    walking: HashMap<(Shape, Cell), WalkingDistance>,
    databases: Databases,
    sums: HashMap<(Shape, Cell, TableSize), Arc<PatternSum>>,
    automata: HashMap<(Shape, [Move; 4]), Arc<Automaton>>,
    stored: Option<Box<dyn TableStore>>,
    /// The sums whose tables are at their fastest place.
    relocated: HashSet<(Shape, Cell, TableSize)>,
    /// Boards generated with small tables where there are larger ones.
    spent: u64,
    whole: HashMap<(Shape, Cell, Metric), DistanceTable>,
    multi: HashMap<(Shape, Cell), slide_metric::SlideTables>,
}

/// What is known of a solution's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// There is no shorter one.
    Optimal,
    /// There is none shorter by more than this factor.
    AtMostTimes(Weight),
    /// Nothing but the lower bound.
    None,
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A solution.
    Solved(Solution, Guarantee),
    /// There is no solution within the length that was wanted.
    TooLong,
    /// Stopped before one was found.
    Stopped,
}

/// The answer, and how it was reached.
#[derive(Clone, Debug)]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// No solution is shorter.
    pub lower_bound: u32,
    /// The search that gave the answer.
    pub algorithm: Algorithm,
    /// The heuristic it used.
    pub estimate: HeuristicKind,
    /// The groups of its pattern databases, such as `6-6-3`.
    pub groups: Option<String>,
    /// What was done, all attempts together.
    pub stats: Stats,
    /// All shortest solutions, if the plan wants them and the answer is one of them.
    pub all_shortest: Option<AllShortest>,
}

/// What is known of all shortest solutions.
#[derive(Clone, Debug)]
pub struct AllShortest {
    /// How many there are.
    pub count: u128,
    /// Whether that is all; else the search for them was stopped, and there may be more.
    pub is_complete: bool,
    /// The moves with which they begin.
    pub first_moves: MoveSet,
    /// As many as the plan wants to see.
    pub solutions: Vec<Solution>,
}

impl Report {
    /// The heuristic by name, with the groups of its tables: `pdb 6-6-3`.
    pub fn heuristic(&self) -> String {
        let groups = self.groups.as_ref().map(|groups| format!(" {groups}"));
        format!("{}{}", self.estimate.name(), groups.unwrap_or_default())
    }
}

/// Why a plan cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The heuristic has no table for the shape.
    #[error("{} is for boards of {}, and this one is {shape}", estimate.name(), match estimate {
        HeuristicKind::Patterns => "6 to 25 cells in two rows or more",
        _ => "up to 16 cells",
    })]
    Unfit {
        /// The heuristic.
        estimate: HeuristicKind,
        /// The shape.
        shape: Shape,
    },
    /// All shortest solutions from a search that does not tell what is shortest.
    #[error("{} does not find shortest solutions, so it cannot tell all of them", algorithm.name())]
    NotShortest {
        /// The search.
        algorithm: Algorithm,
    },
    /// The shape has too many boards for a table of them all.
    #[error(
        "a table of all boards is for up to {} cells, and this one is {shape}",
        DistanceTable::MAX_CELLS
    )]
    NoTable {
        /// The shape.
        shape: Shape,
    },
    /// Too many cells for the multi-tile metric.
    #[error(
        "the multi-tile metric is for boards of up to {} cells, and this one is {shape}",
        slide_metric::SlideTables::MAX_CELLS
    )]
    Metric {
        /// The shape.
        shape: Shape,
    },
    /// The multi-tile metric has its own search and tables.
    #[error(
        "the multi-tile metric has its own search: leave the algorithm and the heuristic to auto"
    )]
    MetricSearch,
    /// All shortest solutions are for single-tile moves.
    #[error("all shortest solutions are found in the single-tile metric only")]
    MetricAllShortest,
    /// The searches number cells in 16 bits. [`large::construct`](crate::large::construct) solves boards of any size.
    #[error("a {shape} board is too large to search (at most {MAX_CELLS} cells)")]
    TooLarge {
        /// The shape.
        shape: Shape,
    },
}

/// Solves a problem.
///
/// `on_tick` is told now and then what was done and what is the lower bound, and may stop the search.
///
/// ```
/// use taquin::{Goal, Problem, notation, solve::{Answer, Plan, solve}};
/// let start = notation::read_any(b"8 1 3/4 0 2/7 6 5", None)?.start;
/// let problem = Problem::new(start.clone(), Goal::Last.board(start.shape()))?;
/// let report = solve(&problem, &Plan::default(), &mut |_, _| std::ops::ControlFlow::Continue(()))?;
/// let Answer::Solved(solution, _) = report.answer else { panic!() };
/// assert_eq!(solution.moves().len(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    problem: &Problem,
    plan: &Plan,
    on_tick: &mut OnTick<'_>,
) -> Result<Report, PlanError> {
    solve_with(&mut Tables::default(), problem, plan, on_tick)
}

/// [`solve`] with tables that may be there already, and stay for the next problem.
pub fn solve_with(
    tables: &mut Tables,
    problem: &Problem,
    plan: &Plan,
    on_tick: &mut OnTick<'_>,
) -> Result<Report, PlanError> {
    let mut watcher = Watcher::new(problem.goal(), on_tick, None);
    watcher.set_effort(plan.effort);
    solve_watched(tables, problem, plan, &mut watcher)
}

/// [`solve_with`] for a caller who has a clock.
///
/// `pace` is asked now and then how much is spent of what the caller has, from 0 to 1, and told the length of the best
/// solution so far. It matters for boards beyond the reach of shortest solutions, where there is always something left to
/// try. With [`Plan::effort`] it is told and not heeded.
pub fn solve_paced(
    tables: &mut Tables,
    problem: &Problem,
    plan: &Plan,
    on_tick: &mut OnTick<'_>,
    pace: &mut OnPace<'_>,
) -> Result<Report, PlanError> {
    let mut watcher = Watcher::new(problem.goal(), on_tick, None);
    watcher.set_effort(plan.effort);
    watcher.set_pace(pace);
    solve_watched(tables, problem, plan, &mut watcher)
}

/// [`solve_with`] where only a shortest solution will do: no time goes into others. The answer is
/// [`Answer::Stopped`] for boards that are beyond the reach of shortest solutions.
pub fn solve_shortest(
    tables: &mut Tables,
    problem: &Problem,
    plan: &Plan,
    on_tick: &mut OnTick<'_>,
) -> Result<Report, PlanError> {
    let shape = problem.start().shape();
    // Only the caller says when it is enough.
    let pace: &mut OnPace<'_> = &mut |_| 0.0;
    let mut watcher = Watcher::new(problem.goal(), on_tick, None);
    watcher.set_pace(pace);
    let is_large = shape.area() > SHORTEST_CELLS && !shape.is_line();
    match plan.metric == Metric::SingleTile && plan.algorithm.is_none() && is_large {
        true => auto::proof(problem, plan, tables, &mut watcher),
        false => solve_watched(tables, problem, plan, &mut watcher),
    }
}

fn solve_watched(
    tables: &mut Tables,
    problem: &Problem,
    plan: &Plan,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let shape = problem.start().shape();
    if plan.metric == Metric::MultiTile {
        return slides::attempt(problem, plan, tables, watcher);
    }
    match plan.algorithm {
        Some(algorithm)
            if plan.all_shortest.is_some() && algorithm.guarantee() != Guarantee::Optimal =>
        {
            Err(PlanError::NotShortest { algorithm })
        }
        Some(Algorithm::IdaStar) if fast::serves(plan, shape) => {
            fast::attempt(problem, plan, TableSize::Small, None, tables, watcher)
        }
        Some(algorithm) => attempt(problem, plan, algorithm, tables, watcher),
        None if shape.is_line() => Ok(auto::slide(problem, plan)),
        None if plan.estimate.is_none() && Algorithm::Table.fits(shape) => {
            attempt(problem, plan, Algorithm::Table, tables, watcher)
        }
        None if shape.area() > SHORTEST_CELLS => auto::in_stages(problem, plan, tables, watcher),
        None if plan.estimate == Some(HeuristicKind::Patterns) && fast::serves(plan, shape) => {
            fast::attempt(problem, plan, TableSize::Small, None, tables, watcher)
        }
        None if plan.estimate.is_some() => {
            attempt(problem, plan, Algorithm::IdaStar, tables, watcher)
        }
        None => auto::with_tables(problem, plan, tables, watcher),
    }
}

/// Solves a problem with one search and tells every step of it.
pub fn trace(
    problem: &Problem,
    plan: &Plan,
    algorithm: Algorithm,
    on_step: &mut OnStep<'_>,
) -> Result<Report, PlanError> {
    let on_tick: &mut OnTick<'_> = &mut |_, _| ControlFlow::Continue(());
    let mut watcher = Watcher::new(problem.goal(), on_tick, Some(on_step));
    watcher.set_effort(plan.effort);
    attempt(
        problem,
        plan,
        algorithm,
        &mut Tables::default(),
        &mut watcher,
    )
}
