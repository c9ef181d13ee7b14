//! Tables for views that are chosen while a board is searched.

use super::{Construction, Goal, GoalTables, Tables};
use crate::pdb::engine::{Choice, EngineProgress, Views};
use crate::pdb::{BuildStopped, Catalogue, Database, Databases, Partition, PatternSum};
use crate::puzzle::Problem;
use crate::solve::watch::Watcher;
use std::sync::Arc;

/// A table of the catalogue takes as long to build as generating this many boards, approximately.
const TABLE_COST: u64 = 60_000_000;
/// After an iteration of this many boards, views are chosen for the next one: that takes one to three seconds of CPU time
/// (docs/benchmarks.md), and the next one, which is seven times as large, would take as long with the views at hand.
const WORTH_CHOOSING: u64 = 5_000_000;

impl Tables {
    /// Lets searches build up to this number of tables of the catalogue and hold them in memory, 23 MB each, as far as
    /// the boards searched so far justify it. By default none is built, and those in the store are used.
    pub fn build_views(&self, most: usize) {
        self.held().built_views = most;
    }

    /// Lets searches choose views after iterations of this many boards. For tests: the default is large enough
    /// for the choice to pay off.
    #[doc(hidden)]
    pub fn choose_views_after(&self, boards: u64) {
        self.held().worth_choosing = Some(boards);
    }

    /// After iterations of this many boards, views are chosen.
    pub(in crate::solve) fn worth_choosing(&self) -> u64 {
        self.held().worth_choosing.unwrap_or(WORTH_CHOOSING)
    }

    /// Chooses the views for the next iteration of a search. Returns what it had if there is no choice.
    pub(in crate::solve) fn choose_views(
        &self,
        problem: &Problem,
        tables: GoalTables,
        (progress, threads): (&mut EngineProgress, usize),
        watcher: &mut Watcher<'_>,
    ) -> Result<GoalTables, BuildStopped> {
        let goal = Goal::of(problem.goal());
        let Some(catalogue) = self.catalogue(goal) else {
            return Ok(tables);
        };
        let spent = progress.stats.generated;
        let databases = self.view_tables(&catalogue, spent, threads, watcher)?;
        let choice = Choice {
            problem,
            catalogue: &catalogue,
            tables: &databases,
            automaton: tables.automaton(),
            bound: progress.bound,
            generated: progress.generated[1],
            threads,
        };
        let Some(views) = choice.run(&mut || watcher.wait())? else {
            return Ok(tables);
        };
        progress.views = Views::new(&views);
        let sum = self.sum_of_views(goal, &catalogue, databases, progress.views);
        Ok(GoalTables {
            sum: Arc::new(sum.expect("views are chosen from the catalogue")),
            ..tables
        })
    }

    /// The tables of the views with which a search continues. `None` if the goal has no such views, or a search cannot use
    /// them.
    pub(in crate::solve) fn with_views(
        &self,
        goal: Goal,
        tables: &GoalTables,
        (views, threads): (Views, usize),
        watcher: &mut Watcher<'_>,
    ) -> Result<Option<GoalTables>, BuildStopped> {
        let partitions = self.catalogue(goal).and_then(|catalogue| {
            let partitions = views.iter().map(|view| catalogue.partition(view));
            let partitions = partitions.collect::<Option<Vec<Partition>>>()?;
            (partitions.len() >= 2).then_some((partitions, catalogue))
        });
        let Some((partitions, catalogue)) = partitions else {
            return Ok(None);
        };
        let _claim = self.claim(Construction::OwnPatterns, watcher)?;
        let mut databases = self.held().databases.clone();
        if !self.look_up(&mut databases, &partitions) {
            databases.build(&partitions, threads, &mut |_| watcher.wait())?;
            self.held().databases.add(&databases, &partitions);
        }
        let sum = self.sum_of_views(goal, &catalogue, databases, views);
        Ok(sum.map(|sum| GoalTables {
            sum: Arc::new(sum),
            ..tables.clone()
        }))
    }

    fn catalogue(&self, goal: Goal) -> Option<Arc<Catalogue>> {
        let known = self.held().goal(goal).catalogue.clone();
        known.or_else(|| {
            let catalogue = Arc::new(Catalogue::new(goal.shape, goal.blank)?);
            self.held().goal(goal).catalogue = Some(Arc::clone(&catalogue));
            Some(catalogue)
        })
    }

    /// The tables of a catalogue that are there, or that a search of this many boards justifies.
    fn view_tables(
        &self,
        catalogue: &Catalogue,
        spent: u64,
        threads: usize,
        watcher: &mut Watcher<'_>,
    ) -> Result<Databases, BuildStopped> {
        let _claim = self.claim(Construction::OwnPatterns, watcher)?;
        let (mut databases, most) = {
            let held = self.held();
            (held.databases.clone(), held.built_views)
        };
        let built = most.min((spent / TABLE_COST) as usize);
        let tables = catalogue.tables();
        let mut count = tables
            .iter()
            .filter(|table| databases.contains(table))
            .count();
        for (number, pattern) in tables.iter().enumerate() {
            if databases.contains(pattern) {
                continue;
            }
            if watcher.wait().is_break() {
                return Err(BuildStopped);
            }
            let index = Arc::clone(databases.index(pattern.shape(), pattern.homes().len()));
            // One more, which is built, or copied to faster memory later.
            let more = index.build_bytes().max(2 * index.bytes());
            let bytes = count * index.bytes() + more + index.successor_bytes();
            if !watcher.allows(bytes as u64) {
                break;
            }
            let mut store = self.store();
            let stored = store
                .as_mut()
                .and_then(|store| store.find(pattern, &mut || Arc::clone(&index)));
            drop(store);
            let table = match stored {
                Some(table) => table,
                None if number < built => {
                    Database::build(pattern, &index, threads, &mut |_| watcher.wait())?
                }
                None => continue,
            };
            databases.insert(table.clone());
            self.held().databases.insert(table);
            count += 1;
        }
        Ok(databases)
    }

    /// The sum of some views. Its tables are moved to faster memory, if the store has any, and stay there.
    fn sum_of_views(
        &self,
        goal: Goal,
        catalogue: &Catalogue,
        mut databases: Databases,
        views: Views,
    ) -> Option<PatternSum> {
        let partitions = views.iter().map(|view| catalogue.partition(view));
        let partitions = partitions.collect::<Option<Vec<Partition>>>()?;
        if let Some(store) = self.store().as_mut() {
            databases.relocate(&partitions, &mut |bits| store.relocate(bits));
        }
        self.held().databases.add(&databases, &partitions);
        PatternSum::new(goal.shape, goal.blank, &partitions, &databases)
    }
}
