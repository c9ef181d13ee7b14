//! The one place that chooses: space × heuristic × search for a problem.
//!
//! A [`Plan`] says what the caller wants; what it leaves open is chosen here. The answer has been replayed, and says
//! what it guarantees.

mod fast;
mod multi_tile;
mod run;
mod watch;

pub use fast::{Prepared, Size, Stored, prepare, resume};
pub use watch::{OnStep, OnTick, Seen, Step};

use crate::automaton::Automaton;
use crate::heuristic::{Databases, PatternSum, WalkingDistance};
use crate::metric::Metric;
use crate::multi;
use crate::pdb::Partition;
use crate::problem::{Problem, Solution};
use crate::search::{Stats, Weight};
use crate::shape::{Cell, Move, MoveSet, Shape};
use crate::space::MoveOrder;
use crate::whole::Whole;
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
        }
    }

    /// Whether it can be used for boards of this shape.
    pub fn fits(self, shape: Shape) -> bool {
        self != Algorithm::Table || shape.area() <= Whole::MAX_CELLS
    }

    /// What its path is known to be, with a heuristic that never overestimates.
    pub const fn guarantee(self) -> Guarantee {
        match self {
            Algorithm::Greedy => Guarantee::None,
            Algorithm::WeightedAStar(weight) => Guarantee::AtMostTimes(weight),
            _ => Guarantee::Optimal,
        }
    }

    /// What the search orders boards by, smallest first.
    pub fn priority(self, g: u32, h: u32) -> u32 {
        match self {
            Algorithm::Bfs | Algorithm::BfsFromGoal | Algorithm::UniformCost => g,
            Algorithm::Greedy => h,
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
            Algorithm::Bfs | Algorithm::BfsFromGoal | Algorithm::UniformCost | Algorithm::Table
        )
    }
}

/// Heuristics with tables are for boards of up to this many cells.
const MAX_TABLE_CELLS: usize = WalkingDistance::MAX_CELLS;

/// A heuristic by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
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

impl Estimate {
    /// All of them.
    pub const ALL: [Estimate; 8] = [
        Estimate::Zero,
        Estimate::Hamming,
        Estimate::Gaschnig,
        Estimate::Manhattan,
        Estimate::LinearConflict,
        Estimate::WalkingDistance,
        Estimate::Max,
        Estimate::Patterns,
    ];

    /// The word for it on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Estimate::Zero => "zero",
            Estimate::Hamming => "hamming",
            Estimate::Gaschnig => "gaschnig",
            Estimate::Manhattan => "manhattan",
            Estimate::LinearConflict => "linear-conflict",
            Estimate::WalkingDistance => "walking-distance",
            Estimate::Max => "max",
            Estimate::Patterns => "pdb",
        }
    }

    /// Whether boards of this shape have it.
    pub fn fits(self, shape: Shape) -> bool {
        match self {
            Estimate::WalkingDistance | Estimate::Max => shape.area() <= MAX_TABLE_CELLS,
            Estimate::Patterns => Partition::small(shape, shape.last()).is_some(),
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
    pub estimate: Option<Estimate>,
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
}

/// Tables that were built, kept for the next board.
#[derive(Default)]
pub struct Tables {
    walking: HashMap<(Shape, Cell), WalkingDistance>,
    databases: Databases,
    sums: HashMap<(Shape, Cell, Size), Arc<PatternSum>>,
    automata: HashMap<(Shape, [Move; 4]), Arc<Automaton>>,
    stored: Option<Box<dyn Stored>>,
    /// The sums whose tables are at their fastest place.
    settled: HashSet<(Shape, Cell, Size)>,
    /// Boards generated with small tables where there are larger ones.
    spent: u64,
    whole: HashMap<(Shape, Cell, Metric), Whole>,
    multi: HashMap<(Shape, Cell), multi::Tables>,
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
    pub estimate: Estimate,
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
        Estimate::Patterns => "6 to 25 cells in two rows or more",
        _ => "up to 16 cells",
    })]
    Unfit {
        /// The heuristic.
        estimate: Estimate,
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
        Whole::MAX_CELLS
    )]
    NoTable {
        /// The shape.
        shape: Shape,
    },
    /// Too many cells for the multi-tile metric.
    #[error(
        "the multi-tile metric is for boards of up to {} cells, and this one is {shape}",
        multi::MAX_CELLS
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
    /// The searches number cells in 16 bits.
    #[error("a {shape} board is too large to search (at most 65536 cells)")]
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
/// use taquin::{goal::Goal, notation, problem::Problem, solve::{Answer, Plan, solve}};
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
    let shape = problem.start().shape();
    let mut watcher = Watcher::new(problem.goal(), on_tick, None);
    if plan.metric == Metric::MultiTile {
        return multi_tile::attempt(problem, plan, tables, &mut watcher);
    }
    match plan.algorithm {
        Some(algorithm)
            if plan.all_shortest.is_some() && algorithm.guarantee() != Guarantee::Optimal =>
        {
            Err(PlanError::NotShortest { algorithm })
        }
        Some(Algorithm::IdaStar) if fast::serves(plan, shape) => {
            fast::attempt(problem, plan, Size::Small, None, tables, &mut watcher)
        }
        Some(algorithm) => attempt(problem, plan, algorithm, tables, &mut watcher),
        None if shape.is_line() => Ok(slide(problem, plan)),
        None if plan.estimate.is_none() && Algorithm::Table.fits(shape) => {
            attempt(problem, plan, Algorithm::Table, tables, &mut watcher)
        }
        None if shape.area() > MAX_TABLE_CELLS => in_stages(problem, plan, tables, &mut watcher),
        None if plan.estimate == Some(Estimate::Patterns) && fast::serves(plan, shape) => {
            fast::attempt(problem, plan, Size::Small, None, tables, &mut watcher)
        }
        None if plan.estimate.is_some() => {
            attempt(problem, plan, Algorithm::IdaStar, tables, &mut watcher)
        }
        None => with_tables(problem, plan, tables, &mut watcher),
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
    attempt(
        problem,
        plan,
        algorithm,
        &mut Tables::default(),
        &mut watcher,
    )
}

/// The small tables take a fifth of a second of work on 4×4, in which a search without them generates a million boards: an
/// easy board is solved before they would be ready. The large ones take some seconds; they are built when the small ones
/// have cost as much.
fn with_tables(
    problem: &Problem,
    plan: &Plan,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let with = |estimate| Plan {
        estimate: Some(estimate),
        ..*plan
    };
    let goal = problem.goal();
    let small = Estimate::Patterns.fits(goal.shape());
    if tables.find(goal, Size::Large) {
        return fast::settling(problem, plan, Size::Large, tables, watcher);
    }
    if !small || !tables.find(goal, Size::Small) {
        watcher.set_budget(small.then_some(1_000_000));
        let report = attempt(
            problem,
            &with(Estimate::Max),
            Algorithm::IdaStar,
            tables,
            watcher,
        )?;
        if !watcher.is_spent() {
            return Ok(report);
        }
    }
    let has_large = Partition::large(goal.shape(), goal.blank()).is_some();
    let budget = has_large.then(|| fast::WORTH_LARGE.saturating_sub(tables.spent));
    let report = fast::attempt(problem, plan, Size::Small, budget, tables, watcher)?;
    match watcher.is_spent() {
        true => fast::settling(problem, plan, Size::Large, tables, watcher),
        false => Ok(report),
    }
}

/// On a single line there is one way: the blank goes straight home.
fn slide(problem: &Problem, plan: &Plan) -> Report {
    let (from, to) = (problem.start().blank(), problem.goal().blank());
    let is_column = problem.start().shape().cols() == 1;
    let m = match (to > from, is_column) {
        (true, true) => Move::Up,
        (false, true) => Move::Down,
        (true, false) => Move::Left,
        (false, false) => Move::Right,
    };
    let length = from.index().abs_diff(to.index());
    let solution = problem
        .certify(vec![m; length])
        .expect("the order of a line is the goal's");
    let fits = plan
        .max_length
        .is_none_or(|longest| length <= longest as usize);
    let all_shortest = plan.all_shortest.filter(|_| fits).map(|list| AllShortest {
        count: 1,
        is_complete: true,
        first_moves: solution.moves().iter().copied().collect(),
        solutions: vec![solution.clone(); list.min(1)],
    });
    Report {
        answer: if fits {
            Answer::Solved(solution, Guarantee::Optimal)
        } else {
            Answer::TooLong
        },
        lower_bound: length as u32,
        algorithm: Algorithm::IdaStar,
        estimate: Estimate::Manhattan,
        groups: None,
        // What IDA* would have done: it never has a choice.
        stats: Stats {
            selected: 1 + length as u64,
            generated: length as u64,
            peak_states: 1 + length as u64,
            ..Stats::default()
        },
        all_shortest,
    }
}

/// For boards that are mostly beyond optimal search: a search that proves the shortest solution, then ones that stay
/// within a factor, then any. Budgets of generated states, not of time, give the same board the same answer always; they
/// make about ten seconds and half a gigabyte in all.
fn in_stages(
    problem: &Problem,
    plan: &Plan,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let weighted =
        |weight| Algorithm::WeightedAStar(Weight::new(weight).expect("the weight is above 1"));
    watcher.set_budget(Some(2_000_000));
    let mut report = attempt(problem, plan, Algorithm::IdaStar, tables, watcher)?;
    if fast::serves(plan, problem.goal().shape()) && watcher.is_spent() {
        report = fast::attempt(
            problem,
            plan,
            Size::Small,
            Some(fast::WORTH_TRYING),
            tables,
            watcher,
        )?;
    }
    let mut stage = |algorithm, budget, watcher: &mut Watcher<'_, '_>| {
        watcher.set_budget(Some(budget));
        attempt(problem, plan, algorithm, tables, watcher)
    };
    let fallbacks = [
        (weighted(1.5), 500_000),
        (weighted(3.0), 500_000),
        (Algorithm::Greedy, 3_000_000),
    ];
    for (algorithm, budget) in fallbacks {
        if !matches!(report.answer, Answer::Stopped) || watcher.is_stopped() {
            break;
        }
        report = stage(algorithm, budget, watcher)?;
    }
    Ok(report)
}
