//! A search that continues from a checkpoint.

use super::Searched;
use crate::checkpoint::Checkpoint;
use crate::limits::{Guard, Iterations, Limits};
use std::ops::ControlFlow;
use taquin::Problem;
use taquin::pdb::{EngineProgress, Views};
use taquin::search::IterationStats;
use taquin::solve::{Search, SearchObserver, SearchOptions, Tables, Tick};

/// Continues a search from its checkpoint, and saves its progress there.
pub fn resumed(
    tables: &Tables,
    problem: &Problem,
    plan: &SearchOptions,
    limits: &Limits,
    checkpoint: &mut Checkpoint,
) -> Searched {
    let (size, from) = (checkpoint.size(), checkpoint.progress());
    let mut guard = Guard::new(limits);
    guard.iterations = Iterations::after(checkpoint.iterations().to_vec());
    let report = Search::new(problem)
        .options(*plan)
        .table_size(size)
        .resume(from)
        .tables(tables)
        .observe(&mut Saving {
            guard: &mut guard,
            checkpoint,
        })
        .run();
    let report = report.expect("a checkpoint has tables");
    Searched::new(report, plan.order, guard)
}

/// A guard that saves the progress of the search in a checkpoint.
struct Saving<'a, 'g> {
    guard: &'a mut Guard<'g>,
    checkpoint: &'a mut Checkpoint,
}

impl SearchObserver for Saving<'_, '_> {
    fn tick(&mut self, tick: &Tick) -> ControlFlow<()> {
        self.guard.tick(tick)
    }

    fn checkpoint(&mut self, progress: &EngineProgress) {
        self.checkpoint.note(progress, &self.guard.iterations);
    }

    fn allows_bytes(&mut self, bytes: u64) -> bool {
        self.guard.allows_bytes(bytes)
    }

    fn views_chosen(&mut self, views: Views) {
        self.guard.views_chosen(views);
    }

    fn iteration_begins(&mut self, bound: u32) {
        self.guard.iteration_begins(bound);
    }

    fn iteration_ends(&mut self, iteration: &IterationStats) {
        self.guard.iteration_ends(iteration);
    }
}
