//! A shortest solution of one board: IDA* whose rounds are cut into subtrees, which are dealt out.
//!
//! The low rounds, which are small, are the first task of all: the first worker does them with the threads of its process.
//! From the round after the first large one on, a round's subtrees are tasks. The solution of the first subtree that has one
//! is the answer: those before it are finished, those after it are given up. So the answer and the counts are the same for
//! any number of workers.

use crate::agree;
use crate::crew::Crew;
use crate::deal::{Task, deal};
use crate::journal::Journal;
use crate::levels::End;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use taquin::pdb::engine::{self, Performed, Subtrees};
use taquin::search::{Ended, Outcome, Stats};
use taquin::solve::GoalTables;
use taquin::{Move, Problem};
use timely::worker::Worker;

mod finding;
mod rounds;

use finding::Finding;
use rounds::Rounds;

/// What is large: a round that takes one thread half a second.
pub const LARGE: u64 = 10_000_000;
/// The number of the task that is the low rounds.
const LOW: u64 = 0;

/// What is searched for, and with what: the same in all processes.
pub struct Job {
    /// The board and its goal.
    pub problem: Problem,
    /// Tables for the goal.
    pub tables: GoalTables,
    /// No longer solution is looked for.
    pub max_length: Option<u32>,
    /// The rounds after the first that makes more boards than this are dealt out: [`LARGE`], or less for a test.
    pub large: u64,
    /// Workers of a process.
    pub threads: usize,
}

/// How a search goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// No solution is shorter.
    pub bound: u32,
    /// Subtrees of that length that are done.
    pub done: usize,
    /// Of how many.
    pub tasks: usize,
    /// Boards made so far, before this run included.
    pub generated: u64,
    /// The same of this run alone.
    pub generated_now: u64,
    /// How long it has taken, this run alone.
    pub seconds: f64,
}

/// What a search should know.
#[derive(Clone)]
pub struct Options {
    /// Where the first process keeps what is done, and the line of text that describes the job.
    pub journal: Option<(PathBuf, String)>,
    /// Asked now and then, by each worker.
    pub stop: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Told by the first worker about every second.
    pub tell: Arc<dyn Fn(&Progress) + Send + Sync>,
}

/// How a search ended.
#[derive(Debug)]
pub struct Solve {
    /// The same in all processes.
    pub end: End,
    /// What was found, in the first process. A solution has been replayed.
    pub outcome: Option<Outcome<Move>>,
    /// No solution is shorter.
    pub bound: u32,
    /// To be removed when what was found is in safe hands.
    pub journal: Option<Journal>,
}

/// Searches with all workers.
pub fn run(crew: Crew, job: Arc<Job>, options: Options) -> Result<Solve, String> {
    let solves = crew.run(move |worker| search(worker, &job, &options))?;
    let first = solves.into_iter().next();
    first.ok_or_else(|| "no worker has worked".into())
}

fn search(worker: &mut Worker, job: &Job, options: &Options) -> Solve {
    let subtrees = Subtrees::new(&job.problem, job.tables.sum(), job.tables.automaton());
    let bound = Cell::new(subtrees.first_bound());
    let rounds = match worker.index() {
        0 => Rounds::new(job, &subtrees, &bound, options).map(Some),
        _ => Ok(None),
    };
    let mut rounds = match agree(worker, job.threads, rounds) {
        Ok(rounds) => rounds,
        Err(failure) => {
            return Solve {
                end: End::Refused(failure),
                outcome: None,
                bound: bound.get(),
                journal: None,
            };
        }
    };
    let mut perform = |task: &Task, go_on: &mut dyn FnMut() -> bool| {
        let finding = match task.number {
            LOW => low_rounds(job, &subtrees, &bound, go_on),
            _ => subtree(&subtrees, &task.what, go_on)?,
        };
        Ok(finding.map(|finding| finding.to_string().into_bytes()))
    };
    let dealer = rounds.as_mut().map(|rounds| rounds as _);
    let end = deal(worker, dealer, &mut perform, &*options.stop);
    let Some(rounds) = rounds else {
        return Solve {
            end,
            outcome: None,
            bound: bound.get(),
            journal: None,
        };
    };
    rounds.close(end)
}

/// Round after round, until one is large.
fn low_rounds(
    job: &Job,
    subtrees: &Subtrees<'_>,
    reached: &Cell<u32>,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Finding> {
    let (mut stats, mut generated) = (Stats::default(), 0);
    let on_tick = &mut |_: &engine::Progress, _: &Stats| match go_on() {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    for bound in subtrees.bounds(0, job.max_length) {
        reached.set(bound);
        let from = engine::Progress {
            bound,
            tasks: 0,
            stats,
            generated: [0, generated],
        };
        // One at a time: where to hand over must not depend on how far another thread has come.
        let outcome = engine::search(
            &job.problem,
            job.tables.sum(),
            job.tables.automaton(),
            Some(bound),
            job.threads,
            from,
            on_tick,
        );
        match outcome.ended {
            Ended::Found(moves) => return Some(Finding::Found(outcome.stats, moves)),
            Ended::Stopped { .. } => return None,
            Ended::Exhausted => generated = outcome.stats.generated - stats.generated,
        }
        stats = outcome.stats;
        if generated > job.large {
            return Some(Finding::Next(stats, bound + 2));
        }
    }
    // There is no round after the last one.
    Some(Finding::Next(stats, u32::MAX))
}

fn subtree(
    subtrees: &Subtrees<'_>,
    task: &[u8],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Finding>, String> {
    let performed = subtrees.perform(task, &mut |_| go_on());
    match performed.map_err(|error| format!("{error}: are the tables the same everywhere?"))? {
        Performed::Exhausted(stats) => Ok(Some(Finding::Exhausted(stats))),
        Performed::Found(moves, stats) => Ok(Some(Finding::Found(stats, moves))),
        Performed::Stopped => Ok(None),
    }
}
