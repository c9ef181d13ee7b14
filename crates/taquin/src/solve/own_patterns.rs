//! Searches with pattern databases for the caller's own partitions of the tiles.

use super::engine::Checkpoints;
use super::generic::Attempt;
use super::heuristic_kind::BuiltHeuristic;
use super::report::Method;
use super::search::Run;
use super::tables::Goal;
use super::{Algorithm, HeuristicKind, OptionsError, Report};
use crate::heuristic::Max;
use crate::pdb::engine::EngineProgress;
use crate::pdb::{MAX_GROUPS, Partition};
use crate::puzzle::Metric;
use std::sync::Arc;

/// The most partitions of one search.
const MOST: usize = 4;

impl Run<'_> {
    /// A search with the largest sum over some partitions; IDA* unless the options say otherwise.
    pub(super) fn own_patterns(
        &mut self,
        partitions: &[Partition],
    ) -> Result<Report, OptionsError> {
        let algorithm = self.options.algorithm.unwrap_or(Algorithm::IdaStar);
        let goal = Goal::of(self.problem.goal());
        self.check_own(algorithm, goal, partitions)?;
        let mut method = Method::new(algorithm, HeuristicKind::Patterns);
        method.groups = Some(names(partitions));
        self.watcher.set_budget(None);
        let threads = self.options.threads;
        let sums = self
            .tables
            .own_sums(goal, partitions, threads, &mut self.watcher);
        let Ok(sums) = sums else {
            return Ok(self.stopped(&method));
        };
        let heuristic = match &sums[..] {
            [sum] if algorithm == Algorithm::IdaStar => {
                let tables = self.tables.with_sum(goal, sum, self.options.order);
                let from = EngineProgress::default();
                return Ok(self.pattern_search_with(&tables, method, from, Checkpoints::None));
            }
            [sum] => BuiltHeuristic::Patterns(Arc::clone(sum)),
            [one, other, ..] => {
                BuiltHeuristic::MaxPatterns(Max(Arc::clone(one), Arc::clone(other)))
            }
            [] => unreachable!("there is a partition"),
        };
        self.watcher.set_longest(self.options.max_length, algorithm);
        self.watcher.set_goal(self.problem.goal());
        let attempt = Attempt::new(self.problem, &self.options, method);
        attempt.anywhere(&(heuristic, None), &mut self.watcher)
    }

    fn check_own(
        &self,
        algorithm: Algorithm,
        goal: Goal,
        partitions: &[Partition],
    ) -> Result<(), OptionsError> {
        let options = &self.options;
        let is_other = |partition: &Partition| {
            let patterns = partition.patterns();
            patterns
                .iter()
                .any(|pattern| (pattern.shape(), pattern.blank()) != (goal.shape, goal.blank))
        };
        let is_fitting = algorithm.takes_estimator()
            && matches!(options.heuristic, None | Some(HeuristicKind::Patterns))
            && options.metric == Metric::SingleTile
            && !partitions.iter().any(is_other);
        let most = partitions
            .iter()
            .map(|partition| partition.patterns().len());
        if !is_fitting {
            return Err(OptionsError::OwnPatterns);
        }
        if partitions.len() > MOST || most.max() > Some(MAX_GROUPS) {
            return Err(OptionsError::TooManyGroups {
                partitions: MOST,
                groups: MAX_GROUPS,
            });
        }
        Ok(())
    }
}

/// The sizes of the groups: `5-5-5`, or `max(5-5-5, 6-6-3)`.
fn names(partitions: &[Partition]) -> String {
    let mut names: Vec<String> = partitions.iter().map(ToString::to_string).collect();
    names.dedup();
    match &names[..] {
        [name] => name.clone(),
        names => format!("max({})", names.join(", ")),
    }
}
