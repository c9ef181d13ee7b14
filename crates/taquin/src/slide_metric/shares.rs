//! One iteration on several threads.
//!
//! The first depths are searched breadth first until there are enough boards to share. These are divided into tasks, whose results are
//! put together in their order: with a solution, the tasks before it count, and none after it. So neither the answer nor
//! the counts depend on the number of threads.

use super::search::{Iteration, Level, Lookups, Search, SlideStats, Watch};
use super::tracks::Axis;
use crate::support::parallel::{TaskQueue, together};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The first depth with this number of boards is shared.
const ROOTS: usize = 1024;
/// The boards of one task.
const TASK: usize = 16;
/// The slides that a task has at least.
const LEAST_LENGTH: usize = 4;

/// How the tasks of an iteration are run.
pub(super) struct Sharing<'a> {
    pub(super) threads: usize,
    /// Whether all solutions are wanted, not only the first.
    pub(super) wants_all: bool,
    /// Whether a path leads to the goal.
    pub(super) is_solution: &'a (dyn Fn(Axis, &[u8]) -> bool + Sync),
}

/// What the threads have in common.
struct Shared<'a> {
    sharing: &'a Sharing<'a>,
    tasks: usize,
    queue: TaskQueue,
    /// The first task that is known to have a solution, if one is enough.
    found: AtomicUsize,
    is_stopped: AtomicBool,
    /// The boards generated in all tasks, approximately.
    generated: AtomicU64,
    done: Mutex<Vec<Option<Done>>>,
}

/// The result of a task that was not stopped.
struct Done {
    stats: SlideStats,
    solutions: Vec<Vec<u8>>,
}

impl<const BITS: usize, const VIEWS: usize> Search<'_, BITS, VIEWS> {
    /// The same as [`Search::iterate`], in tasks.
    pub(super) fn share(
        &self,
        iteration: Iteration,
        stats: &mut SlideStats,
        sharing: &Sharing<'_>,
        watch: &mut impl Watch,
    ) -> ControlFlow<()> {
        let lookups = Lookups::new(self, iteration);
        let Some(start) = lookups.start(self, iteration) else {
            return ControlFlow::Continue(());
        };
        let mut levels = Level::for_length(iteration.length);
        levels[0].nodes.push(start);
        let (mut depth, mut axis) = (0, iteration.first);
        while levels[depth].nodes.len() < ROOTS && depth + LEAST_LENGTH < levels.len() {
            let (above, below) = levels.split_at_mut(depth + 1);
            let (level, children) = (&mut above[depth], &mut below[0].nodes);
            level.next = level.nodes.len();
            lookups.expand(axis, 0, &level.nodes, children);
            stats.expanded += level.nodes.len() as u64;
            stats.generated += children.len() as u64;
            (depth, axis) = (depth + 1, axis.other());
            lookups.look_up(axis, children);
        }
        let roots = levels[depth].nodes.len();
        let shared = Shared::new(sharing, roots.div_ceil(TASK));
        let work = |look: &mut dyn FnMut() -> bool| {
            let mut own = levels.clone();
            while let Some(task) = shared.take() {
                let nodes = &levels[depth].nodes[TASK * task..roots.min(TASK * (task + 1))];
                own[depth].nodes.clear();
                own[depth].nodes.extend_from_slice(nodes);
                own[depth].next = 0;
                let mut watch = TaskWatch::new(&shared, task, look);
                let mut stats = SlideStats::default();
                let ended = self.descend(
                    &lookups,
                    iteration,
                    (depth, &mut own),
                    (&mut stats, &mut watch),
                );
                watch.finish(stats, ended);
            }
        };
        let before = *stats;
        let mut look = || {
            let generated = before.generated + shared.generated.load(Ordering::Relaxed);
            let so_far = SlideStats {
                generated,
                ..before
            };
            if !shared.is_stopped.load(Ordering::Relaxed) && watch.tick(&so_far).is_break() {
                shared.is_stopped.store(true, Ordering::Relaxed);
            }
            !shared.is_stopped.load(Ordering::Relaxed)
        };
        together(
            sharing.threads.min(shared.tasks),
            |others| {
                work(&mut look);
                others.wait(|| {
                    look();
                });
            },
            || work(&mut || !shared.is_stopped.load(Ordering::Relaxed)),
        );
        shared.put_together(iteration.first, stats, watch)
    }
}

impl<'a> Shared<'a> {
    fn new(sharing: &'a Sharing<'a>, tasks: usize) -> Shared<'a> {
        Shared {
            sharing,
            tasks,
            queue: TaskQueue::new(0, tasks),
            found: AtomicUsize::new(usize::MAX),
            is_stopped: AtomicBool::new(false),
            generated: AtomicU64::new(0),
            done: Mutex::new((0..tasks).map(|_| None).collect()),
        }
    }

    /// The next task, unless the remaining ones cannot change the result.
    fn take(&self) -> Option<usize> {
        let task = self.queue.take()?;
        self.matters(task).then_some(task)
    }

    fn matters(&self, task: usize) -> bool {
        task < self.found.load(Ordering::Relaxed) && !self.is_stopped.load(Ordering::Relaxed)
    }

    /// Counts the tasks in their order, up to the first with a solution, or to the first that was stopped.
    fn put_together(
        self,
        first: Axis,
        stats: &mut SlideStats,
        watch: &mut impl Watch,
    ) -> ControlFlow<()> {
        let done = self.done.into_inner().expect("no thread panics here");
        for task in done {
            let Some(Done {
                stats: own,
                solutions,
            }) = task
            else {
                return ControlFlow::Break(());
            };
            stats.expanded += own.expanded;
            stats.generated += own.generated;
            for path in solutions {
                watch.candidate(first, &path)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Watches one task.
struct TaskWatch<'s, 'l> {
    shared: &'s Shared<'s>,
    task: usize,
    /// Tells the caller, on its own thread, and says whether to go on.
    look: &'l mut dyn FnMut() -> bool,
    counted: u64,
    solutions: Vec<Vec<u8>>,
}

impl<'s, 'l> TaskWatch<'s, 'l> {
    fn new(shared: &'s Shared<'_>, task: usize, look: &'l mut dyn FnMut() -> bool) -> Self {
        TaskWatch {
            shared,
            task,
            look,
            counted: 0,
            solutions: Vec::new(),
        }
    }

    fn count(&mut self, stats: &SlideStats) {
        let new = stats.generated - self.counted;
        self.counted = stats.generated;
        self.shared.generated.fetch_add(new, Ordering::Relaxed);
    }

    /// Stores the result, unless the task was stopped.
    fn finish(mut self, stats: SlideStats, ended: ControlFlow<()>) {
        self.count(&stats);
        let is_enough = !self.solutions.is_empty() && !self.shared.sharing.wants_all;
        if is_enough {
            self.shared.found.fetch_min(self.task, Ordering::Relaxed);
        }
        if is_enough || ended.is_continue() {
            let mut done = self.shared.done.lock().expect("no thread panics here");
            done[self.task] = Some(Done {
                stats,
                solutions: self.solutions,
            });
        }
        let _ = (self.look)();
    }
}

impl Watch for TaskWatch<'_, '_> {
    fn candidate(&mut self, first: Axis, path: &[u8]) -> ControlFlow<()> {
        if (self.shared.sharing.is_solution)(first, path) {
            self.solutions.push(path.to_vec());
            if !self.shared.sharing.wants_all {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn tick(&mut self, stats: &SlideStats) -> ControlFlow<()> {
        self.count(stats);
        if (self.look)() && self.shared.matters(self.task) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
