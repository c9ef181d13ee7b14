//! A shortest solution of one board: IDA* whose iterations are divided into subtrees, which are the tasks.
//!
//! The first iterations, which are small, are one task: the first worker runs them with the threads of its process. After
//! the first large iteration, the subtrees of each iteration are tasks. The answer is the solution of the first subtree that
//! has one: those before it are finished, those after it are cancelled. So the answer and the counts do not depend on the
//! number of workers.

use crate::journal::Journal;
use crate::scheduler::{Task, run_tasks};
use crate::workers::Workers;
use crate::{JobEnd, agree};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use taquin::pdb::engine::{EngineProgress, EngineSearch, Subtrees, TaskOutcome};
use taquin::search::{Ended, Outcome, Stats};
use taquin::solve::GoalTables;
use taquin::{Move, Problem};
use timely::worker::Worker;

mod iterations;
mod result;

use iterations::Iterations;
use result::TaskResult;

/// A large iteration: it takes one thread half a second.
pub const LARGE: u64 = 10_000_000;
/// The number of the task that consists of the first iterations.
const FIRST_ITERATIONS: u64 = 0;

/// What is searched for, and with which tables: the same in all processes.
pub struct SolveJob {
    /// The board and its goal.
    pub problem: Problem,
    /// Tables for the goal.
    pub tables: GoalTables,
    /// Solutions longer than this are not searched for.
    pub max_length: Option<u32>,
    /// The iterations after the first that generates more boards than this are divided into tasks: [`LARGE`], or less for a
    /// test.
    pub large: u64,
    /// The workers of a process.
    pub threads: usize,
}

/// The progress of a search.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SolveProgress {
    /// No solution is shorter.
    pub bound: u32,
    /// The finished subtrees of the current iteration.
    pub done: usize,
    /// All subtrees of the current iteration.
    pub tasks: usize,
    /// The boards generated so far, including those of earlier runs.
    pub generated: u64,
    /// The boards generated in this run.
    pub generated_now: u64,
    /// The duration of this run.
    pub seconds: f64,
}

/// Journal, progress and stopping.
#[derive(Clone)]
pub struct SolveOptions {
    /// In the first process: the journal, and the text that identifies the job.
    pub journal: Option<(PathBuf, String)>,
    /// Called every few milliseconds, by each worker.
    pub stop: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Called by the first worker about every second.
    pub on_progress: Arc<dyn Fn(&SolveProgress) + Send + Sync>,
}

/// How a search ended.
#[derive(Debug)]
#[non_exhaustive]
pub struct SolveEnd {
    /// The same in all processes.
    pub end: JobEnd,
    /// The result, in the first process. A solution has been replayed.
    pub outcome: Option<Outcome<Move>>,
    /// No solution is shorter.
    pub bound: u32,
    /// To be removed after the result has been stored or printed.
    pub journal: Option<Journal>,
}

/// Searches with all workers.
pub fn run(
    workers: Workers,
    job: Arc<SolveJob>,
    options: SolveOptions,
) -> Result<SolveEnd, String> {
    workers.run(move |worker| search(worker, &job, &options))
}

fn search(worker: &mut Worker, job: &SolveJob, options: &SolveOptions) -> SolveEnd {
    let subtrees = Subtrees::new(&job.problem, job.tables.sum(), job.tables.automaton());
    let bound = Cell::new(subtrees.first_bound());
    let iterations = match worker.index() {
        0 => Iterations::new(job, &subtrees, &bound, options).map(Some),
        _ => Ok(None),
    };
    let mut iterations = match agree(worker, job.threads, iterations) {
        Ok(iterations) => iterations,
        Err(failure) => {
            return SolveEnd {
                end: JobEnd::Refused(failure),
                outcome: None,
                bound: bound.get(),
                journal: None,
            };
        }
    };
    let mut perform = |task: &Task, go_on: &mut dyn FnMut() -> bool| {
        let result = match task.number {
            FIRST_ITERATIONS => first_iterations(job, &subtrees, &bound, go_on),
            _ => subtree(&subtrees, &task.content, go_on)?,
        };
        Ok(result.map(|result| result.to_string().into_bytes()))
    };
    let source = iterations.as_mut().map(|iterations| iterations as _);
    let end = run_tasks(worker, source, &mut perform, &*options.stop);
    let Some(iterations) = iterations else {
        return SolveEnd {
            end,
            outcome: None,
            bound: bound.get(),
            journal: None,
        };
    };
    iterations.close(end)
}

/// Runs the iterations up to the first large one.
fn first_iterations(
    job: &SolveJob,
    subtrees: &Subtrees<'_>,
    reached: &Cell<u32>,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<TaskResult> {
    let (mut stats, mut generated) = (Stats::default(), 0);
    let on_tick = &mut |_: &EngineProgress, _: &Stats| {
        if go_on() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    for bound in subtrees.bounds(0, job.max_length) {
        reached.set(bound);
        let mut from = EngineProgress::default();
        from.bound = bound;
        from.stats = stats;
        from.generated = [0, generated];
        // One at a time: which iteration is the last must not depend on the progress of other threads.
        let search = EngineSearch {
            problem: &job.problem,
            sum: job.tables.sum(),
            automaton: job.tables.automaton(),
            max_length: Some(bound),
            threads: job.threads,
            from,
        };
        let outcome =
            search.run(&mut |progress: &EngineProgress, stats: &Stats| on_tick(progress, stats));
        match outcome.ended {
            Ended::Found(moves) => return Some(TaskResult::Found(outcome.stats, moves)),
            Ended::Stopped { .. } => return None,
            Ended::Exhausted => generated = outcome.stats.generated - stats.generated,
        }
        stats = outcome.stats;
        if generated > job.large {
            return Some(TaskResult::Next(stats, bound + 2));
        }
    }
    // There is no iteration after the last one.
    Some(TaskResult::Next(stats, u32::MAX))
}

fn subtree(
    subtrees: &Subtrees<'_>,
    task: &[u8],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<TaskResult>, String> {
    let performed = subtrees.perform(task, &mut |_| go_on());
    match performed.map_err(|error| format!("{error}: do all processes have the same tables?"))? {
        TaskOutcome::Exhausted(stats) => Ok(Some(TaskResult::Exhausted(stats))),
        TaskOutcome::Found(moves, stats) => Ok(Some(TaskResult::Found(stats, moves))),
        TaskOutcome::Stopped => Ok(None),
    }
}
