//! Shortest solutions in the multi-tile metric: from the table of all boards, or by a search with its own tables.

use super::report::{Method, certified};
use super::search::Run;
use super::tables::{Goal, TablesError};
use super::{Algorithm, Answer, Guarantee, HeuristicKind, OptionsError, Report};
use crate::search::Stats;
use crate::slide_metric;

impl Run<'_> {
    /// Lengths, in the options and in the report, are numbers of slides.
    pub(super) fn multi_tile(&mut self) -> Result<Report, OptionsError> {
        if self.options.all_shortest.is_some() {
            return Err(OptionsError::MetricAllShortest);
        }
        let shape = self.problem.goal().shape();
        match (self.options.algorithm, self.options.heuristic) {
            (None, None) if Algorithm::Table.fits(shape) => self.look_up(),
            (Some(Algorithm::Table), None) => self.look_up(),
            (None | Some(Algorithm::IdaStar), None | Some(HeuristicKind::Patterns)) => {
                self.slide_search()
            }
            _ => Err(OptionsError::MetricSearch),
        }
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
        let on_tick = &mut |generated: u64, at_least: u32| {
            let stats = Stats {
                generated,
                ..Stats::default()
            };
            watcher.advance(&stats, at_least)
        };
        let outcome = slide_metric::solve(problem, &tables, max_length, on_tick);
        let at_least = outcome.at_least;
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
        Ok(method.report(answer, at_least, stats))
    }
}
