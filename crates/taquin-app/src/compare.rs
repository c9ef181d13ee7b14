//! Compares searches and heuristics on one board.

use crate::exit::{Exit, Failure};
use crate::limits::{Limits, Reason, is_interrupted};
use crate::plan::usage_error;
use crate::search::{Searched, search};
use std::time::Duration;
use taquin::search::Weight;
use taquin::solve::{
    Algorithm, Answer, HeuristicKind, MAX_CELLS, OptionsError, SHORTEST_CELLS, SearchOptions,
    Tables,
};
use taquin::space::MoveOrder;
use taquin::{Problem, Shape};

/// The default time for each search.
const TIME: Duration = Duration::from_secs(10);

/// What to compare.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The searches; if empty, all that fit the board, with beam only above 16 cells.
    pub algorithms: Vec<Algorithm>,
    /// The heuristics; if empty, all that fit the board except zero.
    pub heuristics: Vec<HeuristicKind>,
    /// The weight of weighted A* if `algorithms` is empty.
    pub weight: Weight,
    /// The order in which tiles are tried.
    pub order: MoveOrder,
    /// The threads of each search.
    pub threads: usize,
    /// The limits of each search.
    pub limits: Limits,
}

impl CompareOptions {
    /// Runs every search with every heuristic and passes each result to `tell`.
    pub fn run(
        &self,
        problem: &Problem,
        tables: &Tables,
        tell: &mut dyn FnMut(&Searched) -> Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        let limits = Limits {
            time: self.limits.time.or(Some(TIME)),
            ..self.limits
        };
        let mut worst = Exit::Success;
        for plan in self.plans(problem.start().shape())? {
            let searched = search(tables, problem, &plan, &limits)?;
            tell(&searched)?;
            if searched.reason == Some(Reason::Interrupted) || is_interrupted() {
                return Ok(Exit::Interrupted);
            }
            if !matches!(searched.report.answer, Answer::Solved(..)) {
                worst = Exit::Limit;
            }
        }
        Ok(worst)
    }

    /// Every search with every heuristic, and searches without a heuristic once. Rejects what does not fit the shape.
    pub fn plans(&self, shape: Shape) -> Result<Vec<SearchOptions>, Failure> {
        let heuristics = match self.heuristics.as_slice() {
            [] => {
                let all = HeuristicKind::ALL[1..].iter().copied();
                all.filter(|heuristic| heuristic.fits(shape)).collect()
            }
            heuristics => heuristics.to_vec(),
        };
        let mut plans = Vec::new();
        for algorithm in self.searches(shape) {
            let count = match algorithm.uses_heuristic() {
                true => heuristics.len(),
                false => 1,
            };
            let plan = |&heuristic| {
                let mut plan = SearchOptions::default();
                plan.algorithm = Some(algorithm);
                plan.heuristic = Some(heuristic);
                plan.order = self.order;
                plan.threads = self.threads;
                plan
            };
            plans.extend(heuristics.iter().take(count).map(plan));
        }
        if plans.is_empty() || (shape.area() > MAX_CELLS && !shape.is_line()) {
            return Err(usage_error(OptionsError::TooLarge { shape }));
        }
        let unfit = plans.iter().filter_map(|plan| plan.heuristic);
        match unfit.into_iter().find(|heuristic| !heuristic.fits(shape)) {
            None => Ok(plans),
            Some(heuristic) => Err(usage_error(OptionsError::Unfit { heuristic, shape })),
        }
    }

    fn searches(&self, shape: Shape) -> Vec<Algorithm> {
        if !self.algorithms.is_empty() {
            return self.algorithms.clone();
        }
        let is_worth = |algorithm: &Algorithm| {
            algorithm.fits(shape)
                && *algorithm != Algorithm::Construct
                && (*algorithm != Algorithm::Beam || shape.area() > SHORTEST_CELLS)
        };
        let weighted = |algorithm| match algorithm {
            Algorithm::WeightedAStar(_) => Algorithm::WeightedAStar(self.weight),
            algorithm => algorithm,
        };
        let all = Algorithm::ALL.into_iter().map(weighted);
        all.filter(is_worth).collect()
    }
}
