//! Solutions in the multi-tile metric: shortest ones from the table of all boards or by a search with its own tables, and short ones of
//! boards that are too large for that.

use super::report::{Method, certified};
use super::search::Run;
use super::tables::{Goal, TablesError};
use super::watch::Watcher;
use super::{Algorithm, AllShortest, Answer, Guarantee, HeuristicKind, OptionsError, Report};
use crate::search::{IterationStats, Stats};
use crate::slide_metric::{self, SlideLimits, SlideObserver, SlideStats, SlideTables};
use std::ops::ControlFlow;

impl Run<'_> {
    /// Lengths, in the options and in the report, are numbers of slides.
    pub(super) fn multi_tile(&mut self) -> Result<Report, OptionsError> {
        let shape = self.problem.goal().shape();
        // The table knows how far a board is, but only a search counts the solutions.
        let is_one = self.options.all_shortest.is_none();
        let is_large = shape.area() > SlideTables::MAX_CELLS;
        match (self.options.algorithm, self.options.heuristic) {
            (None, None) if is_one && Algorithm::Table.fits(shape) => self.look_up(),
            (Some(Algorithm::Table), None) if is_one => self.look_up(),
            (Some(Algorithm::Table), None) => Err(OptionsError::MetricAllShortest),
            (None, None) if is_large && shape.is_line() => Ok(self.slide()),
            (None, None) if is_large && !self.options.only_shortest => self.few_slides(),
            (Some(Algorithm::Beam), None) => self.few_slides(),
            (None | Some(Algorithm::IdaStar), None | Some(HeuristicKind::Patterns)) => {
                self.slide_search()
            }
            _ => Err(OptionsError::MetricSearch),
        }
    }

    /// A solution with few slides, without a proof that none has fewer.
    fn few_slides(&mut self) -> Result<Report, OptionsError> {
        if self.options.all_shortest.is_some() {
            return Err(OptionsError::Metric {
                shape: self.problem.goal().shape(),
            });
        }
        self.beam()
    }

    fn slide_search(&mut self) -> Result<Report, OptionsError> {
        let method = Method::new(Algorithm::IdaStar, HeuristicKind::Patterns);
        let (problem, max_length) = (self.problem, self.options.max_length);
        let (goal, threads) = (Goal::of(problem.goal()), self.options.threads);
        let tables = match self.tables.slides(goal, threads, &mut self.watcher) {
            Ok(tables) => tables,
            Err(TablesError::Options(error)) => return Err(error),
            Err(TablesError::Stopped(_)) => return Ok(self.stopped(&method)),
        };
        let watcher = &mut self.watcher;
        watcher.set_longest(max_length, Algorithm::IdaStar);
        let limits = SlideLimits {
            max_length,
            all_shortest: self.options.all_shortest,
            threads,
            ..SlideLimits::default()
        };
        let outcome = slide_metric::solve(problem, &tables, limits, &mut Following(watcher));
        let at_least = outcome.at_least;
        let all_shortest = outcome.all.filter(|_| outcome.moves.is_some());
        let answer = match outcome.moves {
            Some(moves) => Answer::Solved(certified(problem, moves), Guarantee::Optimal),
            None if max_length.is_some_and(|longest| at_least > longest) => Answer::TooLong,
            None => Answer::Stopped,
        };
        let stats = watcher.finish(&Stats {
            selected: outcome.stats.expanded,
            generated: outcome.stats.generated,
            ..Stats::default()
        });
        let mut report = method.report(answer, at_least, stats);
        report.all_shortest = all_shortest.map(|all| AllShortest {
            count: all.count,
            is_complete: all.is_complete,
            first_moves: all.first_moves,
            solutions: all
                .solutions
                .into_iter()
                .map(|moves| certified(problem, moves))
                .collect(),
        });
        Ok(report)
    }
}

/// Tells the watcher what the search does.
struct Following<'a, 'w>(&'a mut Watcher<'w>);

impl SlideObserver for Following<'_, '_> {
    fn tick(&mut self, generated: u64, at_least: u32) -> ControlFlow<()> {
        let stats = Stats {
            generated,
            ..Stats::default()
        };
        self.0.advance(&stats, at_least)
    }

    fn begin(&mut self, bound: u32) {
        self.0.begin_iteration(bound);
    }

    fn end(&mut self, bound: u32, stats: &SlideStats) {
        self.0.end_iteration(&IterationStats {
            bound,
            expanded: stats.expanded,
            generated: stats.generated,
        });
    }
}
