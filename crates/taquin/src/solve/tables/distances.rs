//! Tables of the distances of all boards, up to nine cells.

use super::{Construction, Goal, Tables, TablesError};
use crate::census::distance_table::DistanceTable;
use crate::puzzle::{Board, Metric};
use crate::solve::watch::Watcher;
use crate::solve::{OptionsError, SearchObserver, SearchOptions};
use std::sync::Arc;

impl Tables {
    /// Finds or builds the table of all distances to a goal.
    pub(crate) fn distance_table(
        &self,
        goal: &Board,
        metric: Metric,
        observer: &mut dyn SearchObserver,
    ) -> Result<Arc<DistanceTable>, TablesError> {
        let mut watcher = Watcher::new(goal, &SearchOptions::default(), observer);
        self.distances(Goal::of(goal), metric, &mut watcher)
    }

    /// The same during a search.
    pub(in crate::solve) fn distances(
        &self,
        goal: Goal,
        metric: Metric,
        watcher: &mut Watcher<'_>,
    ) -> Result<Arc<DistanceTable>, TablesError> {
        let known = |tables: &Tables| tables.held().goal(goal).distances[metric as usize].clone();
        if let Some(table) = known(self) {
            return Ok(table);
        }
        let _claim = self.claim(Construction::Distances, watcher)?;
        if let Some(table) = known(self) {
            return Ok(table);
        }
        let shape = goal.shape;
        let built = DistanceTable::build(shape, goal.blank, metric);
        let table = Arc::new(built.ok_or(OptionsError::NoTable { shape })?);
        self.held().goal(goal).distances[metric as usize] = Some(Arc::clone(&table));
        Ok(table)
    }
}
