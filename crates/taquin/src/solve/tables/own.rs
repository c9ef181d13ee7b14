//! Pattern databases for the caller's own partitions of the tiles.

use super::{Construction, Goal, Tables};
use crate::pdb::{BuildStopped, Partition, PatternSum};
use crate::puzzle::Board;
use crate::solve::watch::Watcher;
use crate::solve::{SearchObserver, SearchOptions};
use std::sync::Arc;

impl Tables {
    /// Whether all pattern databases of these partitions are in memory or in the store.
    pub fn find_partitions(&self, partitions: &[Partition]) -> bool {
        let mut databases = self.held().databases.clone();
        let is_complete = self.look_up(&mut databases, partitions);
        self.held().databases.add(&databases, partitions);
        is_complete
    }

    /// Finds or builds the pattern databases of these partitions of a goal, on `threads` threads.
    pub fn prepare_partitions(
        &self,
        goal: &Board,
        partitions: &[Partition],
        threads: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<(), BuildStopped> {
        let options = SearchOptions::default();
        let mut watcher = Watcher::new(goal, &options, observer);
        self.own_sums(Goal::of(goal), partitions, threads, &mut watcher)
            .map(drop)
    }

    /// Sums of the caller's partitions, which are loaded or built. Each sum has two partitions, so that every search can
    /// use it: an odd one is used twice.
    pub(in crate::solve) fn own_sums(
        &self,
        goal: Goal,
        partitions: &[Partition],
        threads: usize,
        watcher: &mut Watcher<'_>,
    ) -> Result<Vec<Arc<PatternSum>>, BuildStopped> {
        let _claim = self.claim(Construction::OwnPatterns, watcher)?;
        let mut databases = self.held().databases.clone();
        let mut built = Ok(());
        if !self.look_up(&mut databases, partitions) {
            built = databases.build(partitions, threads, &mut |_| watcher.wait());
        }
        self.held().databases.add(&databases, partitions);
        built?;
        let sum = |pair: &[Partition]| {
            let pair = [&pair[0], pair.last().unwrap_or(&pair[0])].map(Clone::clone);
            let sum = PatternSum::new(goal.shape, goal.blank, &pair, &databases);
            Arc::new(sum.expect("all tables are there"))
        };
        Ok(partitions.chunks(2).map(sum).collect())
    }
}
