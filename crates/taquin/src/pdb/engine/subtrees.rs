//! The iterations of a search, divided into tasks that any process can run in any order.
//!
//! An [`EngineSearch`](super::EngineSearch) distributes its tasks over its own threads. Here the caller does: one process
//! divides an iteration, and any process with the same problem, tables and automaton runs its tasks. An iteration whose
//! tasks are all exhausted has no solution; in the first iteration that has one, the solution of any task is a shortest one.
//!
//! A task is a byte string: the bound (1), the number of moves to each of its roots (1), a fingerprint (8), and the moves,
//! one byte each.

use super::any::{self, AnyStart};
use super::start::{Cut, Ending, Roots, Start};
use crate::pdb::PatternSum;
use crate::puzzle::{Move, Problem};
use crate::search::Stats;
use crate::space::Automaton;

/// Thousands of tasks, so that hundreds of workers are busy to the end of an iteration. It does not depend on the number of
/// workers, so that a journal of finished tasks is valid for any number of them.
const CUT: Cut = Cut {
    roots: 65_536,
    task: 16,
};

/// A problem whose iterations are divided into tasks.
pub struct Subtrees<'a> {
    start: Box<dyn AnyStart + 'a>,
}

/// A divided iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Iteration {
    /// Everything within its bound is in these tasks, or was visited while it was divided.
    Tasks(IterationTasks),
    /// A solution was found while it was divided.
    Found(Vec<Move>),
}

/// The tasks of an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IterationTasks {
    /// The tasks; none if everything within the bound was visited while the iteration was divided.
    pub tasks: Vec<Vec<u8>>,
    /// The work of dividing the iteration, which counts like that of its tasks.
    pub stats: Stats,
    /// Equal for equal tasks. Tasks of different divisions must not be combined: each may leave to the other what neither
    /// visits.
    pub fingerprint: u64,
}

/// How a task ended, with its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskOutcome {
    /// It has no solution.
    Exhausted(Stats),
    /// A solution from the problem's start.
    Found(Vec<Move>, Stats),
    /// The caller stopped it.
    Stopped,
}

/// A task of another problem, or for other tables or another automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the task belongs to another search")]
pub struct ForeignTask;

impl<'a> Subtrees<'a> {
    /// The iterations of a problem, with tables for its goal.
    pub fn new(problem: &Problem, sum: &'a PatternSum, automaton: &'a Automaton) -> Subtrees<'a> {
        Subtrees {
            start: any::start(problem, sum, automaton),
        }
    }

    /// The bound of the first iteration: no solution is shorter.
    pub fn first_bound(&self) -> u32 {
        self.start.first_bound()
    }

    /// The bounds of the iterations in their order, from `from` on (0, or the bound of an
    /// [`EngineProgress`](super::EngineProgress)): the lengths up to `max_length` that a shortest solution may have. If all
    /// these iterations are exhausted, every solution is longer than `max_length`.
    pub fn bounds(&self, from: u32, max_length: Option<u32>) -> impl Iterator<Item = u32> + use<> {
        self.start.bounds(from, max_length)
    }

    /// Divides the iteration with this bound. A length that no shortest solution can have gives an iteration without tasks.
    pub fn iteration(&self, bound: u32) -> Iteration {
        self.start.iteration(bound)
    }

    /// Runs one task. `go_on` is called at most every few milliseconds with the number of nodes generated so far; a short
    /// task runs without a call.
    pub fn perform(
        &self,
        task: &[u8],
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<TaskOutcome, ForeignTask> {
        self.start.perform(task, go_on)
    }
}

/// See [`Subtrees::iteration`].
pub(super) fn iteration<const V: usize, const G: usize, const N: usize>(
    start: &Start<'_, V, G, N>,
    bound: u32,
) -> Iteration {
    if start.first_bound() == 0 {
        return Iteration::Found(Vec::new());
    }
    let roots = if start.has_iteration(bound) {
        start.roots(bound, CUT)
    } else {
        Ok(Roots::none())
    };
    match roots {
        Err(places) => Iteration::Found(start.moves(&places)),
        Ok(roots) => Iteration::Tasks(IterationTasks {
            tasks: (0..roots.tasks())
                .map(|task| bytes(bound, &roots, task))
                .collect(),
            stats: roots.stats,
            fingerprint: roots.fingerprint(None),
        }),
    }
}

fn bytes<const V: usize, const G: usize, const N: usize>(
    bound: u32,
    roots: &Roots<V, G, N>,
    task: usize,
) -> Vec<u8> {
    let (depth, ways) = roots.ways_of(task);
    let fingerprint = roots.fingerprint(Some(task)).to_le_bytes();
    // Both are lengths of paths, which fit in a byte.
    [&[bound as u8, depth as u8], &fingerprint[..], ways].concat()
}

/// See [`Subtrees::perform`].
pub(super) fn perform<const V: usize, const G: usize, const N: usize>(
    start: &Start<'_, V, G, N>,
    task: &[u8],
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<TaskOutcome, ForeignTask> {
    let ([bound, depth], rest) = task.split_first_chunk().ok_or(ForeignTask)?;
    let (fingerprint, ways) = rest.split_first_chunk().ok_or(ForeignTask)?;
    let roots = start.task((*bound).into(), (*depth).into(), ways.to_vec());
    let roots = roots.ok_or(ForeignTask)?;
    if roots.fingerprint(None) != u64::from_le_bytes(*fingerprint) {
        return Err(ForeignTask);
    }
    Ok(match roots.perform(&start.context, 0, go_on) {
        (Ending::Found(places), stats) => TaskOutcome::Found(start.moves(&places), stats),
        (Ending::Exhausted, stats) => TaskOutcome::Exhausted(stats),
        (Ending::Stopped, _) => TaskOutcome::Stopped,
    })
}
