//! Tasks distributed over threads. With one thread, none is started.
//!
//! The caller's thread always works, too: `threads` counts it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

/// How often a caller that waits for other threads checks on them.
const PAUSE: Duration = Duration::from_millis(1);

/// Numbered tasks that threads take in order.
#[derive(Debug)]
pub(crate) struct TaskQueue {
    next: AtomicUsize,
    end: usize,
}

impl TaskQueue {
    /// The tasks from `first` to before `end`.
    pub(crate) const fn new(first: usize, end: usize) -> TaskQueue {
        TaskQueue {
            next: AtomicUsize::new(first),
            end,
        }
    }

    /// The first task that no thread has taken.
    pub(crate) fn take(&self) -> Option<usize> {
        let task = self.next.fetch_add(1, Ordering::Relaxed);
        (task < self.end).then_some(task)
    }
}

/// Runs `own` on the caller's thread and `other` on each of `threads` − 1 new ones, until all return. WebAssembly has only
/// the caller's thread.
pub(crate) fn together(threads: usize, own: impl FnOnce(&Others<'_>), other: impl Fn() + Sync) {
    if cfg!(target_family = "wasm") {
        return own(&Others(Vec::new()));
    }
    std::thread::scope(|scope| {
        // If the system has no memory for a thread, the others do its work.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, &other);
        let others = (1..threads).map_while(|thread| start(thread).ok());
        own(&Others(others.collect()));
    });
}

/// The threads other than the caller's.
pub(crate) struct Others<'scope>(Vec<ScopedJoinHandle<'scope, ()>>);

impl Others<'_> {
    /// Calls `look` again and again until all of them have returned.
    pub(crate) fn wait(&self, mut look: impl FnMut()) {
        while self.0.iter().any(|other| !other.is_finished()) {
            look();
            std::thread::sleep(PAUSE);
        }
    }
}

/// Works on tasks as they come from an iterator.
pub(crate) fn for_each<T: Send>(
    threads: usize,
    mut tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    if threads <= 1 {
        return tasks.for_each(work);
    }
    let tasks = Mutex::new(&mut tasks);
    let next = || {
        let mut tasks = tasks
            .lock()
            .expect("no thread panics while it takes a task");
        tasks.next()
    };
    let work_all = || {
        while let Some(task) = next() {
            work(task);
        }
    };
    together(threads, |_| work_all(), work_all);
}

/// On which threads the tasks run, and what stops them.
pub(crate) enum Executor<'a> {
    /// On the caller's thread.
    Caller(&'a mut dyn FnMut() -> bool),
    /// On several threads.
    Threads(usize, &'a (dyn Fn() -> bool + Sync)),
}

impl Executor<'_> {
    /// Works on all tasks and adds up the results. `None` once the caller has stopped it.
    pub(crate) fn sum<T: Send>(
        &mut self,
        mut tasks: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> u64 + Sync,
    ) -> Option<u64> {
        let (threads, stop) = match self {
            Executor::Caller(stop) => {
                return tasks.try_fold(0, |sum, task| (!stop()).then(|| sum + work(task)));
            }
            Executor::Threads(threads, stop) => (*threads, *stop),
        };
        let is_stopped = AtomicBool::new(false);
        let sum = AtomicU64::new(0);
        for_each(threads, tasks, |task| {
            if is_stopped.load(Ordering::Relaxed) || stop() {
                is_stopped.store(true, Ordering::Relaxed);
            } else {
                sum.fetch_add(work(task), Ordering::Relaxed);
            }
        });
        (!is_stopped.into_inner()).then(|| sum.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_done_once_on_any_number_of_threads() {
        for threads in 0..5 {
            let sum = AtomicU64::new(0);
            for_each(threads, 1..=100, |task| {
                sum.fetch_add(task, Ordering::Relaxed);
            });
            assert_eq!(sum.into_inner(), 5050, "{threads} threads");
        }
    }

    #[test]
    fn an_executor_adds_up_or_stops() {
        let work = |task: u64| 2 * task;
        assert_eq!(Executor::Caller(&mut || false).sum(1..=10, work), Some(110));
        assert_eq!(Executor::Threads(3, &|| false).sum(1..=10, work), Some(110));
        assert_eq!(Executor::Caller(&mut || true).sum(1..=10, work), None);
        assert_eq!(Executor::Threads(3, &|| true).sum(1..=10, work), None);
    }

    #[test]
    fn threads_share_a_queue_and_the_caller_waits_for_all() {
        let queue = TaskQueue::new(10, 110);
        let done = AtomicU64::new(0);
        let work = || {
            while let Some(task) = queue.take() {
                done.fetch_add(task as u64, Ordering::Relaxed);
            }
        };
        together(
            3,
            |others| {
                work();
                others.wait(|| ());
                assert_eq!(done.load(Ordering::Relaxed), (10..110).sum());
            },
            work,
        );
    }
}
