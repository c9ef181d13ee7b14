//! Every figure of a board: estimates, distance, disorder, neighbours, twin.

use crate::exit::Failure;
use crate::limits::is_interrupted;
use crate::plan::usage_error;
use std::ops::ControlFlow;
use taquin::solvability::{Disorder, DisorderRule, reachable, twin};
use taquin::solve::{
    Answer, Estimator, Guarantee, HeuristicKind, SHORTEST_CELLS, Search, TableSize, Tables,
    TablesError, Tick,
};
use taquin::{Board, Move, Problem};

/// The boards that a search for the distance may generate: a fraction of a second.
const EFFORT: u64 = 3_000_000;

/// What is known about a board.
#[derive(Debug)]
pub struct Inspected {
    /// Where it comes from.
    pub name: String,
    /// The board.
    pub start: Board,
    /// The goal.
    pub goal: Board,
    /// Whether the goal can be reached.
    pub is_solvable: bool,
    /// The estimates of every heuristic that supports the shape, with the groups of its tables.
    pub estimates: Vec<Estimate>,
    /// The length of a shortest solution.
    pub distance: Distance,
    /// The disorder, for shapes of two rows and two columns or more.
    pub disorder: Option<DisorderFigures>,
    /// The moves that are possible, and the boards they lead to.
    pub neighbours: Vec<(Move, Board)>,
    /// The board with its first two tiles swapped.
    pub twin: Option<Board>,
}

/// What one heuristic says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The heuristic.
    pub heuristic: HeuristicKind,
    /// The groups of its pattern databases.
    pub groups: Option<String>,
    /// The estimate.
    pub moves: u32,
}

/// What is known about the length of a shortest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// It has this many moves.
    Moves(u32),
    /// It has at least this many; finding it takes a longer search.
    AtLeast(u32),
    /// There is none.
    Unreachable,
}

/// How far a board is from ascending order, and its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisorderFigures {
    /// The board's.
    pub start: u64,
    /// The goal's.
    pub goal: u64,
    /// Whether the row of the blank is part of it.
    pub counts_blank_row: bool,
}

impl Inspected {
    /// The blank's row and column, from 1.
    pub fn blank(&self) -> (u32, u32) {
        let (shape, cell) = (self.start.shape(), self.start.blank());
        (shape.row(cell) + 1, shape.col(cell) + 1)
    }
}

/// Inspects boards; heuristics of the same goal are built once.
#[derive(Debug)]
pub struct Inspector<'a> {
    tables: &'a Tables,
    threads: usize,
    known: Option<(Board, Vec<(HeuristicKind, Estimator)>)>,
}

impl<'a> Inspector<'a> {
    /// Builds tables on this many threads.
    pub const fn new(tables: &'a Tables, threads: usize) -> Inspector<'a> {
        Inspector {
            tables,
            threads,
            known: None,
        }
    }

    /// Everything about a board.
    pub fn inspect(
        &mut self,
        name: String,
        start: Board,
        goal: Board,
    ) -> Result<Inspected, Failure> {
        let is_solvable = reachable(&start, &goal)?;
        // On a line, walks between unreachable boards do not exist.
        let estimates = if is_solvable || !start.shape().is_line() {
            self.estimates(&start, &goal)?
        } else {
            Vec::new()
        };
        let neighbour = |m| {
            let mut board = start.clone();
            board.play_unchecked(m);
            (m, board)
        };
        Ok(Inspected {
            distance: self.distance(&start, &goal),
            disorder: disorder(&start, &goal),
            neighbours: start.moves().iter().map(neighbour).collect(),
            twin: twin(&start),
            name,
            start,
            goal,
            is_solvable,
            estimates,
        })
    }

    fn estimates(&mut self, start: &Board, goal: &Board) -> Result<Vec<Estimate>, Failure> {
        if self.known.as_ref().is_none_or(|(known, _)| known != goal) {
            self.known = Some((goal.clone(), self.estimators(goal)?));
        }
        let estimators = self.known.iter().flat_map(|(_, estimators)| estimators);
        let estimate = |(heuristic, estimator): &(HeuristicKind, Estimator)| Estimate {
            heuristic: *heuristic,
            groups: estimator.groups(),
            moves: estimator.estimate_board(start),
        };
        Ok(estimators.map(estimate).collect())
    }

    /// Pattern databases of more than 16 cells are used only if they are on disk.
    fn estimators(&self, goal: &Board) -> Result<Vec<(HeuristicKind, Estimator)>, Failure> {
        let shape = goal.shape();
        let is_quick = |heuristic: HeuristicKind| {
            heuristic != HeuristicKind::Patterns
                || shape.area() <= SHORTEST_CELLS
                || self.tables.find(goal, TableSize::Small)
        };
        let mut estimators = Vec::new();
        for heuristic in HeuristicKind::ALL {
            if heuristic == HeuristicKind::Zero || !heuristic.fits(shape) || !is_quick(heuristic) {
                continue;
            }
            match self
                .tables
                .estimator(goal, heuristic, self.threads, &mut go_on)
            {
                Ok(estimator) => estimators.push((heuristic, estimator)),
                Err(TablesError::Options(error)) => return Err(usage_error(error)),
                Err(_) => return Err(Failure::Interrupted),
            }
        }
        Ok(estimators)
    }

    /// The length of a shortest solution, from a table or by a short search.
    fn distance(&self, start: &Board, goal: &Board) -> Distance {
        let Ok(problem) = Problem::new(start.clone(), goal.clone()) else {
            return Distance::Unreachable;
        };
        let mut limit = |tick: &Tick| {
            if tick.stats.generated < EFFORT && !is_interrupted() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let report = Search::new(&problem)
            .only_shortest()
            .tables(self.tables)
            .observe(&mut limit)
            .run();
        match report {
            Ok(report) => match report.answer {
                Answer::Solved(solution, Guarantee::Optimal) => {
                    Distance::Moves(solution.moves().len() as u32)
                }
                _ => Distance::AtLeast(report.lower_bound),
            },
            // Boards that are too large for every search.
            Err(_) => {
                let bound = taquin::solve::lower_bound(&problem);
                Distance::AtLeast(u32::try_from(bound).unwrap_or(u32::MAX))
            }
        }
    }
}

fn go_on(_: &Tick) -> ControlFlow<()> {
    if is_interrupted() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

fn disorder(start: &Board, goal: &Board) -> Option<DisorderFigures> {
    let shape = start.shape();
    let rule = DisorderRule::of(shape);
    (!shape.is_line()).then(|| DisorderFigures {
        start: Disorder::of(start, rule).sum,
        goal: Disorder::of(goal, rule).sum,
        counts_blank_row: rule == DisorderRule::TilesAndBlankRow,
    })
}
