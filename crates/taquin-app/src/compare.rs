//! Compares searches and heuristics on one board.

use crate::exit::{Exit, Failure};
use crate::limits::{Limits, Reason, is_interrupted};
use crate::plan::usage_error;
use crate::search::exhaust::Unreachable;
use crate::search::{Resources, Searched, search_with};
use std::time::Duration;
use taquin::search::Weight;
use taquin::solve::{
    Algorithm, Answer, HeuristicKind, MAX_CELLS, OptionsError, SearchOptions, Tables,
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
    /// Whether pattern databases have a user's groups.
    pub has_groups: bool,
    /// Whether a user's heuristic is compared too.
    pub has_command: bool,
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
        resources: &mut Resources,
        tell: &mut dyn FnMut(&Searched) -> Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        let limits = Limits {
            time: self.limits.time.or(Some(TIME)),
            ..self.limits
        };
        let mut worst = Exit::Success;
        for plan in self.plans(problem.start().shape())? {
            let searched = search_with(resources, problem, &plan, &limits)?;
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

    /// Runs every search with every heuristic until it has expanded all boards, and passes each result to `tell`. Searches
    /// that would never end are left out.
    pub fn exhaust(
        &self,
        unreachable: &Unreachable,
        tables: &Tables,
        tell: &mut dyn FnMut(&Searched) -> Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        let limits = Limits {
            time: self.limits.time.or(Some(TIME)),
            ..self.limits
        };
        for plan in self.plans(unreachable.start.shape())? {
            let ends = |algorithm: Algorithm| algorithm.ends_if_unsolvable();
            // Sums of pattern databases are built for searches that end early: on all boards they take seconds each.
            let is_slow =
                self.heuristics.is_empty() && plan.heuristic == Some(HeuristicKind::Patterns);
            // They estimate distances to the goal, which these boards do not have.
            let is_own = plan
                .heuristic
                .is_some_and(|heuristic| self.is_own(heuristic));
            if is_own || is_slow || !plan.algorithm.is_some_and(ends) {
                continue;
            }
            let searched = unreachable.search(tables, &plan, &limits)?;
            tell(&searched)?;
            if searched.reason == Some(Reason::Interrupted) || is_interrupted() {
                return Ok(Exit::Interrupted);
            }
        }
        Ok(Exit::No)
    }

    /// The searches that [`CompareOptions::exhaust`] leaves out.
    pub fn left_out(&self, shape: Shape) -> Vec<Algorithm> {
        let searches = self.searches(shape).into_iter();
        searches
            .filter(|algorithm| !algorithm.ends_if_unsolvable())
            .collect()
    }

    /// Every search with every heuristic, and searches without a heuristic once. Rejects what does not fit the shape.
    pub fn plans(&self, shape: Shape) -> Result<Vec<SearchOptions>, Failure> {
        let mut heuristics: Vec<HeuristicKind> = match self.heuristics.as_slice() {
            [] => {
                let all = HeuristicKind::ALL[1..].iter().copied();
                all.filter(|heuristic| heuristic.fits(shape)).collect()
            }
            heuristics => heuristics.to_vec(),
        };
        heuristics.extend(self.has_command.then_some(HeuristicKind::External));
        let mut plans = Vec::new();
        for algorithm in self.searches(shape) {
            let count = if algorithm.uses_heuristic() {
                heuristics.len()
            } else {
                1
            };
            let plan = |&heuristic| {
                let mut plan = SearchOptions::default();
                plan.algorithm = Some(algorithm);
                let is_unused = self.is_own(heuristic) && !algorithm.uses_heuristic();
                plan.heuristic = (!is_unused).then_some(heuristic);
                plan.order = self.order;
                plan.threads = self.threads;
                plan
            };
            let fitting = heuristics.iter().take(count);
            let fitting = fitting.filter(|&&heuristic| {
                !self.is_own(heuristic)
                    || algorithm.takes_estimator()
                    || !algorithm.uses_heuristic()
            });
            plans.extend(fitting.map(plan));
        }
        if plans.is_empty() || (shape.area() > MAX_CELLS && !shape.is_line()) {
            return Err(usage_error(OptionsError::TooLarge { shape }));
        }
        let unfit = plans.iter().filter_map(|plan| plan.heuristic);
        let unfit = unfit.filter(|heuristic| *heuristic != HeuristicKind::External);
        match unfit.into_iter().find(|heuristic| !heuristic.fits(shape)) {
            None => Ok(plans),
            Some(heuristic) => Err(usage_error(OptionsError::UnsupportedShape {
                heuristic,
                shape,
            })),
        }
    }

    /// Whether the user has provided a heuristic or its groups, which not every search can use.
    fn is_own(&self, heuristic: HeuristicKind) -> bool {
        match heuristic {
            HeuristicKind::External => true,
            HeuristicKind::Patterns => self.has_groups,
            _ => false,
        }
    }

    fn searches(&self, shape: Shape) -> Vec<Algorithm> {
        if !self.algorithms.is_empty() {
            return self.algorithms.clone();
        }
        let is_open_ended = SearchOptions::default().is_open_ended(shape);
        let is_worth = |algorithm: &Algorithm| {
            algorithm.fits(shape)
                && *algorithm != Algorithm::Construct
                && (*algorithm != Algorithm::Beam || is_open_ended)
        };
        let weighted = |algorithm| match algorithm {
            Algorithm::WeightedAStar(_) => Algorithm::WeightedAStar(self.weight),
            algorithm => algorithm,
        };
        let all = Algorithm::ALL.into_iter().map(weighted);
        all.filter(is_worth).collect()
    }
}
