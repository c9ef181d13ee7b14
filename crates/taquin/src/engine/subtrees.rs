//! The rounds of a search cut into tasks that anybody may do, in any process and in any order.
//!
//! [`search`](super::search) deals its tasks out to its own threads. Here somebody else does: whoever has the same
//! problem, tables and automaton has the same tasks under the same numbers. A round whose tasks are all exhausted has no
//! solution; in the first round that has one, any task's solution is a shortest one.

use super::any::{self, AnyStart};
use super::start::{Cut, Ending, Roots, Start};
use crate::automaton::Automaton;
use crate::heuristic::PatternSum;
use crate::problem::Problem;
use crate::search::Stats;
use crate::shape::Move;

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
pub enum Round<'a> {
    /// Everything within its bound is in these tasks, or was met while it was cut.
    Tasks(RoundTasks<'a>),
    /// A solution was met while it was cut.
    Found(Vec<Move>),
}

/// The tasks of a round, numbered from nought.
pub struct RoundTasks<'a> {
    tasks: Box<dyn AnyTasks + 'a>,
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
    pub fn round(&self, bound: u32) -> Round<'_> {
        self.start.round(bound)
    }
}

impl RoundTasks<'_> {
    /// How many there are: none if all that is within the bound was met while the round was cut.
    pub fn count(&self) -> usize {
        self.tasks.count()
    }

    /// What was done to cut the round: it belongs to the round as what is done in its tasks does.
    pub fn stats(&self) -> Stats {
        self.tasks.stats()
    }

    /// The same for the same tasks. Tasks of cuts that differ must not be put together: each may leave to the other what
    /// neither does.
    pub fn fingerprint(&self) -> u64 {
        self.tasks.fingerprint()
    }

    /// Does one task. `go_on` is asked every few milliseconds at most, with the children made so far; a short task is done
    /// without a question.
    ///
    /// # Panics
    ///
    /// If there is no such task.
    pub fn perform(&self, task: usize, go_on: &mut dyn FnMut(u64) -> bool) -> Performed {
        assert!(task < self.count(), "the round has no task {task}");
        self.tasks.perform(task, go_on)
    }
}

/// The round of a start, as [`Subtrees::round`] says.
pub(super) fn round<'a, const V: usize, const G: usize, const N: usize>(
    start: &'a Start<'_, V, G, N>,
    bound: u32,
) -> Round<'a> {
    if start.first_bound() == 0 {
        return Round::Found(Vec::new());
    }
    let roots = match start.bounds(bound, None).next() {
        Some(next) if next == bound => start.roots(bound, CUT),
        _ => Ok(Roots::none()),
    };
    match roots {
        Ok(roots) => Round::Tasks(RoundTasks {
            tasks: Box::new(CutRound { start, roots }),
        }),
        Err(places) => Round::Found(start.moves(&places)),
    }
}

/// What can be done with a [`CutRound`], whatever its size.
trait AnyTasks: Send + Sync {
    fn count(&self) -> usize;
    fn stats(&self) -> Stats;
    fn fingerprint(&self) -> u64;
    fn perform(&self, task: usize, go_on: &mut dyn FnMut(u64) -> bool) -> Performed;
}

struct CutRound<'a, 'b, const V: usize, const G: usize, const N: usize> {
    start: &'a Start<'b, V, G, N>,
    roots: Roots<V, G, N>,
}

impl<const V: usize, const G: usize, const N: usize> AnyTasks for CutRound<'_, '_, V, G, N> {
    fn count(&self) -> usize {
        self.roots.tasks()
    }

    fn stats(&self) -> Stats {
        self.roots.stats
    }

    fn fingerprint(&self) -> u64 {
        self.roots.fingerprint()
    }

    fn perform(&self, task: usize, go_on: &mut dyn FnMut(u64) -> bool) -> Performed {
        match self.roots.perform(&self.start.context, task, go_on) {
            (Ending::Found(places), stats) => Performed::Found(self.start.moves(&places), stats),
            (Ending::Exhausted, stats) => Performed::Exhausted(stats),
            (Ending::Stopped, _) => Performed::Stopped,
        }
    }
}
