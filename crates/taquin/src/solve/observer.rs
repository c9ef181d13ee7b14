//! What a caller learns while a search runs, and how it can stop the search.

use crate::pdb::engine::{EngineProgress, Views};
use crate::puzzle::{Board, Move};
use crate::search::{IterationStats, Side, Stats};
use std::ops::ControlFlow;

/// Follows a [`Search`](super::Search) while it runs, and may stop it.
///
/// Deadlines, memory limits, progress bars, Ctrl-C, traces and checkpoints are all observers. Only [`tick`](Self::tick) is
/// required; a closure is an observer that only ticks:
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin::{Answer, Goal, Problem, Search, Tick};
/// let problem = Problem::new("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1".parse()?, Goal::Last)?;
/// let report = Search::new(&problem)
///     .observe(&mut |tick: &Tick| match tick.stats.generated < 100_000 {
///         true => ControlFlow::Continue(()),
///         false => ControlFlow::Break(()),
///     })
///     .run()?;
/// assert!(matches!(report.answer, Answer::Stopped));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait SearchObserver {
    /// Called every few milliseconds, including while tables are built. `Break` stops the search, which then returns what it
    /// has.
    fn tick(&mut self, tick: &Tick) -> ControlFlow<()>;

    /// How much of the caller's budget (mostly time) is spent, from 0 to 1; `None`, the default, if there is no budget.
    ///
    /// Called at the beginning and then after ticks. It matters for boards whose shortest solutions are out of reach,
    /// where a search can always continue: the search plans by it. It is ignored if
    /// [`SearchOptions::effort`](super::SearchOptions::effort) is set.
    fn budget_spent(&mut self) -> Option<f64> {
        None
    }

    /// Whether tables may be built that hold this many bytes while they are built. Called only where a search can do
    /// without them.
    fn allows_bytes(&mut self, bytes: u64) -> bool {
        let _ = bytes;
        true
    }

    /// Whether [`step`](Self::step) should be called. Then the search is the plain one of its algorithm (A* if none was
    /// chosen), without the fast engine.
    fn wants_steps(&self) -> bool {
        false
    }

    /// Called for every step of the search. `Break` stops it.
    fn step(&mut self, step: Step) -> ControlFlow<()> {
        let _ = step;
        ControlFlow::Continue(())
    }

    /// A shorter solution was found, by a search that finds shorter and shorter ones. Called before the tick that reports
    /// its length.
    fn improved(&mut self, moves: &[Move]) {
        let _ = moves;
    }

    /// The next iterations of IDA* use these views of the [catalogue](crate::pdb::Catalogue); none if they use the
    /// predefined partition of the goal and its mirror image.
    fn views_chosen(&mut self, views: Views) {
        let _ = views;
    }

    /// An iteration of IDA* with this bound begins.
    fn iteration_begins(&mut self, bound: u32) {
        let _ = bound;
    }

    /// An iteration of IDA* has ended: with a solution, because it was stopped, or before the next one.
    fn iteration_ends(&mut self, iteration: &IterationStats) {
        let _ = iteration;
    }

    /// A later search can [resume](super::Search::resume) from here. Called before each tick of a search that was begun
    /// with [`Search::resume`](super::Search::resume).
    fn checkpoint(&mut self, progress: &EngineProgress) {
        let _ = progress;
    }
}

impl<F: FnMut(&Tick) -> ControlFlow<()>> SearchObserver for F {
    fn tick(&mut self, tick: &Tick) -> ControlFlow<()> {
        self(tick)
    }
}

/// Never stops a search.
pub(super) struct Silent;

impl SearchObserver for Silent {
    fn tick(&mut self, _: &Tick) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Tick {
    /// The counters so far, all attempts together. While a solution is [streamed](super::Search::stream), `generated`
    /// counts its moves.
    pub stats: Stats,
    /// No solution is shorter.
    pub lower_bound: u32,
    /// The length of the best solution so far, for searches that find shorter and shorter solutions.
    pub best: Option<usize>,
    /// The current phase.
    pub phase: Phase,
}

/// The phase of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Tables are built.
    Tables,
    /// Boards are searched.
    Search,
}

impl Phase {
    /// Its name in outputs.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Tables => "tables",
            Phase::Search => "search",
        }
    }
}

/// A step of a search.
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin::{Algorithm, Goal, HeuristicKind, Problem, Search, SearchObserver, Step, Tick};
///
/// /// g and h of every board that is taken from the open list.
/// struct Selected(Vec<(u32, u32)>);
///
/// impl SearchObserver for Selected {
///     fn tick(&mut self, _: &Tick) -> ControlFlow<()> {
///         ControlFlow::Continue(())
///     }
///
///     fn wants_steps(&self) -> bool {
///         true
///     }
///
///     fn step(&mut self, step: Step) -> ControlFlow<()> {
///         if let Step::Selected(visited) = step {
///             self.0.push((visited.g, visited.h));
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// let problem = Problem::new("1 2 3/4 0 6/7 5 8".parse()?, Goal::Last)?;
/// let mut selected = Selected(Vec::new());
/// let search = Search::new(&problem).algorithm(Algorithm::AStar);
/// search.heuristic(HeuristicKind::Manhattan).observe(&mut selected).run()?;
/// assert_eq!(selected.0, [(0, 2), (1, 1), (2, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Step {
    /// A board was added to the open list.
    Opened(VisitedBoard),
    /// A board was taken from the open list; in IDA*, entered.
    Selected(VisitedBoard),
    /// An iteration of IDA* begins.
    Bound(u32),
    /// A search from both ends goes on at this end: the boards that follow are its boards.
    Side(Side),
}

/// A board, and how it was reached.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VisitedBoard {
    /// The board.
    pub board: Board,
    /// The move that led to it.
    pub last: Option<Move>,
    /// The moves so far.
    pub g: u32,
    /// The bound on the moves left.
    pub h: u32,
}
