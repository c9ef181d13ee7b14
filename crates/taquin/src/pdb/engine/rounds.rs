//! Round after round with a higher bound, each cut into tasks for the threads.

use super::any;
use super::node::Context;
use super::start::{Cut, Ending, Roots, Start};
use crate::pdb::PatternSum;
use crate::puzzle::{Move, Problem};
use crate::search::{Ended, Outcome, Stats};
use crate::space::Automaton;
use crate::support::parallel::{self, TaskQueue};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// A round is cut into tasks if the one before had so many nodes: fewer are done before a thread has started.
const CUT_FROM: u64 = 100_000;
const CUT: Cut = Cut {
    roots: 4096,
    task: 16,
};
/// A round that is not.
const WHOLE: Cut = Cut { roots: 1, task: 1 };

/// Changes with the way in which rounds are cut into tasks, the automaton's included: a [`Progress`] of another version
/// makes no sense.
pub const PROGRESS_VERSION: u32 = 1;

/// How far a search has come: everything below is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The bound of the current round, or no more than that of the first.
    pub bound: u32,
    /// Tasks of it that are done.
    pub tasks: usize,
    /// What was done in them and in the rounds before.
    pub stats: Stats,
    /// Of it, children made in the current round, and in the one before, which decide how the current one is cut.
    pub generated: [u64; 2],
}

/// A shortest solution of a problem with tables for its goal.
///
/// `on_tick` is told now and then how far the search has come, and may stop it; a search that begins with that
/// `Progress` goes on from there.
pub fn search(
    problem: &Problem,
    sum: &PatternSum,
    automaton: &Automaton,
    max_length: Option<u32>,
    threads: usize,
    from: Progress,
    on_tick: &mut dyn FnMut(&Progress, &Stats) -> ControlFlow<()>,
) -> Outcome<Move> {
    any::start(problem, sum, automaton).search(max_length, threads, from, on_tick)
}

/// The same for a start of some size.
pub(super) fn run<const V: usize, const G: usize, const N: usize>(
    start: &Start<'_, V, G, N>,
    max_length: Option<u32>,
    threads: usize,
    from: Progress,
    on_tick: &mut dyn FnMut(&Progress, &Stats) -> ControlFlow<()>,
) -> Outcome<Move> {
    let outcome = |ended, stats| Outcome {
        ended,
        stats,
        best: None,
    };
    if start.first_bound() == 0 {
        return outcome(Ended::Found(Vec::new()), from.stats);
    }
    let mut progress = from;
    for bound in start.bounds(from.bound, max_length) {
        progress.bound = bound;
        match round(start, threads, &mut progress, on_tick) {
            Ending::Found(places) => {
                return outcome(Ended::Found(start.moves(&places)), progress.stats);
            }
            Ending::Stopped => {
                return outcome(Ended::Stopped { at_least: bound }, progress.stats);
            }
            Ending::Exhausted => {
                progress.generated = [0, progress.generated[0]];
                progress.tasks = 0;
            }
        }
    }
    outcome(Ended::Exhausted, progress.stats)
}

fn round<const V: usize, const G: usize, const N: usize>(
    start: &Start<'_, V, G, N>,
    threads: usize,
    progress: &mut Progress,
    on_tick: &mut dyn FnMut(&Progress, &Stats) -> ControlFlow<()>,
) -> Ending {
    let cut = if progress.generated[1] < CUT_FROM {
        WHOLE
    } else {
        CUT
    };
    let roots = match start.roots(progress.bound, cut) {
        Ok(roots) => roots,
        Err(way) => return Ending::Found(way),
    };
    // A search that goes on may have counted them before.
    if progress.generated[0] == 0 {
        progress.add(&roots.stats);
    }
    let tasks = Tasks::new(&roots, progress.tasks);
    parallel::together(
        threads.min(roots.tasks()),
        |_| {
            tasks.work(&start.context, &mut || {
                tasks.advance(progress);
                on_tick(progress, &tasks.so_far(progress)).is_continue()
            });
        },
        || tasks.work(&start.context, &mut || true),
    );
    tasks.advance(progress);
    let is_stopped = tasks.is_stopped.load(Ordering::Relaxed);
    match tasks.solution() {
        // Whoever stops a search after its answer is known gets the answer.
        Some(Solved { task, way, stats }) if progress.tasks == task => {
            progress.add(&stats);
            Ending::Found(way)
        }
        _ if is_stopped => Ending::Stopped,
        _ => Ending::Exhausted,
    }
}

impl Progress {
    fn add(&mut self, stats: &Stats) {
        self.stats = self.stats.followed_by(stats);
        self.generated[0] += stats.generated;
    }
}

/// The tasks of a round, and what has become of them.
struct Tasks<'a, const V: usize, const G: usize, const N: usize> {
    roots: &'a Roots<V, G, N>,
    queue: TaskQueue,
    /// The first task that is known to have a solution.
    found: AtomicUsize,
    is_stopped: AtomicBool,
    /// Children made in all tasks, about.
    generated: AtomicU64,
    done: Mutex<Done>,
}

struct Done {
    /// For each task what it did, once it is done without a solution.
    stats: Vec<Option<Stats>>,
    /// The first task with a solution.
    solution: Option<Solved>,
}

struct Solved {
    task: usize,
    way: Vec<u8>,
    stats: Stats,
}

impl<'a, const V: usize, const G: usize, const N: usize> Tasks<'a, V, G, N> {
    fn new(roots: &'a Roots<V, G, N>, first: usize) -> Self {
        let count = roots.tasks();
        Tasks {
            roots,
            queue: TaskQueue::new(first, count),
            found: AtomicUsize::new(usize::MAX),
            is_stopped: AtomicBool::new(false),
            generated: AtomicU64::new(0),
            done: Mutex::new(Done {
                stats: vec![None; count],
                solution: None,
            }),
        }
    }

    /// Does tasks until there are none, or none that matters.
    fn work(&self, context: &Context<'_, V, G, N>, go_on: &mut dyn FnMut() -> bool) {
        while let Some(task) = self.queue.take() {
            let matters = || {
                task < self.found.load(Ordering::Relaxed)
                    && !self.is_stopped.load(Ordering::Relaxed)
            };
            if !matters() {
                return;
            }
            let mut counted = 0;
            let mut look_up = |generated: u64| {
                self.generated
                    .fetch_add(generated - counted, Ordering::Relaxed);
                counted = generated;
                if !go_on() {
                    self.is_stopped.store(true, Ordering::Relaxed);
                }
                matters()
            };
            let (ending, stats) = self.roots.perform(context, task, &mut look_up);
            self.finish(task, ending, stats);
            look_up(stats.generated);
        }
    }

    fn finish(&self, task: usize, ending: Ending, stats: Stats) {
        let mut done = self.lock();
        match ending {
            Ending::Stopped => {}
            Ending::Exhausted => done.stats[task] = Some(stats),
            Ending::Found(way) => {
                self.found.fetch_min(task, Ordering::Relaxed);
                if done.solution.as_ref().is_none_or(|known| task < known.task) {
                    done.solution = Some(Solved { task, way, stats });
                }
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Done> {
        self.done
            .lock()
            .expect("no thread panics while it notes what it did")
    }

    /// Counts the tasks that are done up to the first that is not. One with a solution is not among them, so that a search
    /// that goes on from here finds it again.
    fn advance(&self, progress: &mut Progress) {
        let done = self.lock();
        while let Some(Some(stats)) = done.stats.get(progress.tasks) {
            progress.add(stats);
            progress.tasks += 1;
        }
    }

    /// What was done in all, unfinished tasks included.
    fn so_far(&self, progress: &Progress) -> Stats {
        let generated = progress.stats.generated - progress.generated[0]
            + self.generated.load(Ordering::Relaxed);
        Stats {
            generated: generated.max(progress.stats.generated),
            ..progress.stats
        }
    }

    fn solution(self) -> Option<Solved> {
        let done = self
            .done
            .into_inner()
            .expect("no thread panics while it notes what it did");
        done.solution
    }
}
