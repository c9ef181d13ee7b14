//! IDA* with pattern databases: the attempts that the fast engine makes.

use super::generic::{Attempt, add_all_shortest};
use super::report::Method;
use super::search::Run;
use super::tables::Goal;
use super::watch::Watcher;
use super::{Algorithm, Answer, GoalTables, HeuristicKind, OptionsError, Report, TableSize};
use crate::pdb::engine::{EngineObserver, EngineProgress, EngineSearch};
use crate::puzzle::{Metric, Move, Problem, ReplayError};
use crate::search::{Ended, IterationStats, Outcome, Stats};
use crate::space::{Packed16, Packed25};
use crate::support::SMALL;
use std::ops::ControlFlow;
use std::sync::Arc;

const METHOD: Method = Method::new(Algorithm::IdaStar, HeuristicKind::Patterns);

impl Run<'_> {
    /// A single search with the tables that the caller asked for, possibly resumed.
    pub(super) fn with_patterns(
        &mut self,
        size: TableSize,
        from: Option<EngineProgress>,
    ) -> Result<Report, OptionsError> {
        let options = &self.options;
        let is_fitting = matches!(options.algorithm, None | Some(Algorithm::IdaStar))
            && matches!(options.heuristic, None | Some(HeuristicKind::Patterns))
            && options.metric == Metric::SingleTile;
        if !is_fitting {
            return Err(OptionsError::NotPatterns);
        }
        let goal = Goal::of(self.problem.goal());
        if size.partitions(goal.shape, goal.blank).is_none() {
            let shape = goal.shape;
            return Err(OptionsError::NoPatterns { size, shape });
        }
        let Some(from) = from else {
            return Ok(self.pattern_attempt(size, None));
        };
        // Building the tables may use up all the time.
        self.watcher.keep_bound(from.bound);
        Ok(self.pattern_search(size, from, Checkpoints::Tell))
    }

    /// One search with tables of a size, which may generate `budget` boards.
    pub(super) fn pattern_attempt(&mut self, size: TableSize, budget: Option<u64>) -> Report {
        self.watcher.set_budget(budget);
        let before = self.watcher.finish(&Stats::default()).generated;
        // The lower bound of an earlier attempt need not be proved again.
        let from = EngineProgress {
            bound: self.watcher.keep_bound(0),
            ..EngineProgress::default()
        };
        let report = self.pattern_search(size, from, Checkpoints::None);
        if size == TableSize::Small {
            let goal = Goal::of(self.problem.goal());
            self.tables.add_spent(goal, report.stats.generated - before);
        }
        report
    }

    fn pattern_search(
        &mut self,
        size: TableSize,
        from: EngineProgress,
        checkpoints: Checkpoints,
    ) -> Report {
        let (problem, options) = (self.problem, &self.options);
        let goal = Goal::of(problem.goal());
        let tables = self
            .tables
            .goal_tables(goal, size, options, &mut self.watcher);
        match tables {
            Ok(tables) => self.pattern_search_with(&tables, tables.method(), from, checkpoints),
            Err(_) => self.stopped(&METHOD),
        }
    }

    /// Runs the iterations, with other views once they are worth choosing.
    fn iterations(
        &mut self,
        tables: &GoalTables,
        mut from: EngineProgress,
        checkpoints: Checkpoints,
    ) -> Outcome<Move> {
        let (problem, options) = (self.problem, &self.options);
        let (goal, threads) = (Goal::of(problem.goal()), options.threads);
        let watcher = &mut self.watcher;
        let mut tables = tables.clone();
        if !from.views.is_empty() {
            match self
                .tables
                .with_views(goal, &tables, (from.views, threads), watcher)
            {
                Ok(Some(chosen)) => tables = chosen,
                Ok(None) => from = from.without_views(),
                Err(_) => return stopped_at(&from),
            }
        }
        loop {
            let search = EngineSearch {
                problem,
                sum: tables.sum(),
                automaton: tables.automaton(),
                max_length: options.max_length,
                threads,
                from,
            };
            watcher.choose_views(from.views);
            let observer = &mut Following {
                watcher,
                checkpoints,
            };
            match search.run_to(self.tables.worth_choosing(), observer) {
                Ok(outcome) => return outcome,
                Err(progress) => from = progress,
            }
            if SMALL {
                // A browser has no tables to choose from.
                continue;
            }
            let choice = (&mut from, threads);
            match self.tables.choose_views(problem, tables, choice, watcher) {
                Ok(chosen) => tables = chosen,
                Err(_) => return stopped_at(&from),
            }
        }
    }

    /// The same with tables that are there.
    pub(super) fn pattern_search_with(
        &mut self,
        tables: &GoalTables,
        method: Method,
        from: EngineProgress,
        checkpoints: Checkpoints,
    ) -> Report {
        self.watcher
            .set_longest(self.options.max_length, Algorithm::IdaStar);
        let outcome = self.iterations(tables, from, checkpoints);
        let (problem, options, watcher) = (self.problem, &self.options, &mut self.watcher);
        let attempt = Attempt::new(problem, options, method);
        let mut report = attempt.report(outcome, 0, watcher);
        let sum = Arc::clone(tables.shared_sum());
        if let Some(space) = Packed16::new(problem, options.order) {
            add_all_shortest(&mut report, &attempt, &space, &sum, watcher);
        } else if let Some(space) = Packed25::new(problem, options.order) {
            add_all_shortest(&mut report, &attempt, &space, &sum, watcher);
        }
        report
    }
}

/// A search that was stopped while its tables were prepared.
const fn stopped_at(progress: &EngineProgress) -> Outcome<Move> {
    Outcome {
        ended: Ended::Stopped {
            at_least: progress.bound,
        },
        stats: progress.stats,
        best: None,
    }
}

/// Whether checkpoints are reported to the observer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Checkpoints {
    None,
    Tell,
}

/// Tells the watcher what the engine does.
struct Following<'a, 'w> {
    watcher: &'a mut Watcher<'w>,
    checkpoints: Checkpoints,
}

impl EngineObserver for Following<'_, '_> {
    fn tick(&mut self, progress: &EngineProgress, stats: &Stats) -> ControlFlow<()> {
        if self.checkpoints == Checkpoints::Tell {
            self.watcher.checkpoint(progress);
        }
        self.watcher.advance(stats, progress.bound)
    }

    fn begin(&mut self, bound: u32) {
        self.watcher.begin_iteration(bound);
    }

    fn end(&mut self, iteration: &IterationStats) {
        self.watcher.end_iteration(iteration);
    }
}

impl GoalTables {
    fn method(&self) -> Method {
        Method {
            groups: Some(self.sum().sizes().into()),
            ..METHOD
        }
    }

    /// The report on a search with these tables that ran elsewhere, for example in many processes. `lower_bound` is
    /// what it has proved: no solution is shorter. The solution is replayed.
    pub fn report(
        &self,
        problem: &Problem,
        max_length: Option<u32>,
        outcome: Outcome<Move>,
        lower_bound: u32,
    ) -> Result<Report, ReplayError> {
        let beyond = max_length.map_or(0, |length| length.saturating_add(1));
        let (answer, bound) = match outcome.ended {
            Ended::Stopped { at_least } => (Answer::Stopped, at_least),
            Ended::Exhausted => (Answer::TooLong, beyond.max(lower_bound)),
            Ended::Found(moves) => {
                let length = moves.len() as u32;
                let guarantee = Algorithm::IdaStar.guarantee();
                (Answer::Solved(problem.certify(moves)?, guarantee), length)
            }
        };
        Ok(self.method().report(answer, bound, outcome.stats))
    }
}
