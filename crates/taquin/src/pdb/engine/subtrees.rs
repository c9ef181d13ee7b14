//! The rounds of a search cut into tasks that anybody may do, in any process and in any order.
//!
//! [`search`](super::search) deals its tasks out to its own threads. Here somebody else does: one process cuts a round, and
//! whoever has the same problem, tables and automaton does its tasks. A round whose tasks are all exhausted has no solution;
//! in the first round that has one, any task's solution is a shortest one.
//!
//! A task is some bytes: the bound, how many moves lead to each of its roots, a fingerprint (8), and the moves, a byte each.

use super::any::{self, AnyStart};
use super::start::{Cut, Ending, Roots, Start};
use crate::pdb::PatternSum;
use crate::puzzle::{Move, Problem};
use crate::search::Stats;
use crate::space::Automaton;

/// Thousands of tasks, so that hundreds of workers are busy to the end of a round. It depends on nothing: a list of finished
/// tasks makes sense to any number of workers.
const CUT: Cut = Cut {
    roots: 65_536,
    task: 16,
};

/// A problem whose rounds are cut into tasks.
pub struct Subtrees<'a> {
    start: Box<dyn AnyStart + 'a>,
}

/// A round that was cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Round {
    /// Everything within its bound is in these tasks, or was met while it was cut.
    Tasks(RoundTasks),
    /// A solution was met while it was cut.
    Found(Vec<Move>),
}

/// The tasks of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundTasks {
    /// Each of them; none if all that is within the bound was met while the round was cut.
    pub tasks: Vec<Vec<u8>>,
    /// What was done to cut the round: it belongs to the round as what is done in its tasks does.
    pub stats: Stats,
    /// The same for the same tasks. Tasks of cuts that differ must not be put together: each may leave to the other what
    /// neither does.
    pub fingerprint: u64,
}

/// How a task ended, and what was done in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Performed {
    /// It has no solution.
    Exhausted(Stats),
    /// With a solution, from the problem's start.
    Found(Vec<Move>, Stats),
    /// Because it was told to.
    Stopped,
}

/// A task of another problem, or of other tables or another automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the task is none of this search")]
pub struct ForeignTask;

impl<'a> Subtrees<'a> {
    /// The rounds of a problem, with tables for its goal.
    pub fn new(problem: &Problem, sum: &'a PatternSum, automaton: &'a Automaton) -> Subtrees<'a> {
        Subtrees {
            start: any::start(problem, sum, automaton),
        }
    }

    /// The bound of the first round: no solution is shorter.
    pub fn first_bound(&self) -> u32 {
        self.start.first_bound()
    }

    /// The bounds of the rounds in their order, from one on (nought, or the bound of a [`Progress`](super::Progress)): the
    /// lengths up to `max_length` that a shortest solution may have. If all those rounds are without a solution, none is as
    /// short as that.
    pub fn bounds(&self, from: u32, max_length: Option<u32>) -> impl Iterator<Item = u32> + use<> {
        self.start.bounds(from, max_length)
    }

    /// Cuts the round of a bound. A length that no shortest solution can have makes a round without tasks.
    pub fn round(&self, bound: u32) -> Round {
        self.start.round(bound)
    }

    /// Does one task. `go_on` is asked every few milliseconds at most, with the children made so far; a short task is done
    /// without a question.
    pub fn perform(
        &self,
        task: &[u8],
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Performed, ForeignTask> {
        self.start.perform(task, go_on)
    }
}

/// The round of a start, as [`Subtrees::round`] says.
pub(super) fn round<const V: usize, const G: usize, const N: usize>(
    start: &Start<'_, V, G, N>,
    bound: u32,
) -> Round {
    if start.first_bound() == 0 {
        return Round::Found(Vec::new());
    }
    let roots = match start.has_round(bound) {
        true => start.roots(bound, CUT),
        false => Ok(Roots::none()),
    };
    match roots {
        Err(places) => Round::Found(start.moves(&places)),
        Ok(roots) => Round::Tasks(RoundTasks {
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
    // Both are lengths of a path that is kept in a byte.
    [&[bound as u8, depth as u8], &fingerprint[..], ways].concat()
}

/// A task of a start, as [`Subtrees::perform`] says.
pub(super) fn perform<const V: usize, const G: usize, const N: usize>(
    start: &Start<'_, V, G, N>,
    task: &[u8],
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Performed, ForeignTask> {
    let ([bound, depth], rest) = task.split_first_chunk().ok_or(ForeignTask)?;
    let (fingerprint, ways) = rest.split_first_chunk().ok_or(ForeignTask)?;
    let roots = start.task((*bound).into(), (*depth).into(), ways.to_vec());
    let roots = roots.ok_or(ForeignTask)?;
    if roots.fingerprint(None) != u64::from_le_bytes(*fingerprint) {
        return Err(ForeignTask);
    }
    Ok(match roots.perform(&start.context, 0, go_on) {
        (Ending::Found(places), stats) => Performed::Found(start.moves(&places), stats),
        (Ending::Exhausted, stats) => Performed::Exhausted(stats),
        (Ending::Stopped, _) => Performed::Stopped,
    })
}
