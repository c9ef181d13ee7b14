//! Tasks distributed over threads, with their results in the order of the tasks.

use crate::exit::Failure;
use crate::limits::is_interrupted;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Works on the tasks on this many threads, and passes each result to `take` on the caller's thread, in the order of the tasks.
///
/// No further task begins after Ctrl-C, nor after a failure of `work` or `take`, which is returned.
pub fn in_order<T: Sync, R: Send>(
    tasks: &[T],
    threads: usize,
    work: impl Fn(&T) -> Result<R, Failure> + Sync,
    mut take: impl FnMut(R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, tasks.len().max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while !is_interrupted()
                    && let place = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(task) = tasks.get(place)
                {
                    let result = work(task);
                    let is_failure = result.is_err();
                    // The receiver is gone after a failure of `take`.
                    if sender.send((place, result)).is_err() || is_failure {
                        next.store(tasks.len(), Ordering::Relaxed);
                    }
                }
            });
        }
        drop(sender);
        // Every task that was begun sends its result, so none is left in here at the end.
        let mut waiting = BTreeMap::new();
        let mut taken = 0;
        for (place, result) in receiver {
            waiting.insert(place, result);
            while let Some(result) = waiting.remove(&taken) {
                take(result?)?;
                taken += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        let tasks: Vec<usize> = (0..100).collect();
        for threads in [0, 1, 3, 200] {
            let mut results = Vec::new();
            let done = in_order(
                &tasks,
                threads,
                |task| Ok(2 * task),
                |result| {
                    results.push(result);
                    Ok(())
                },
            );
            assert!(done.is_ok());
            assert_eq!(results, (0..200).step_by(2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_failure_ends_the_work() {
        let tasks: Vec<usize> = (0..1000).collect();
        let begun = AtomicUsize::new(0);
        let work = |&task: &usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            if task == 5 {
                Err(Failure::Unsolvable)
            } else {
                Ok(task)
            }
        };
        let mut results = Vec::new();
        let failed = in_order(&tasks, 1, work, |result| {
            results.push(result);
            Ok(())
        });
        assert!(matches!(failed, Err(Failure::Unsolvable)));
        assert_eq!((results.len(), begun.into_inner()), (5, 6));
    }

    #[test]
    fn a_result_that_cannot_be_taken_ends_the_work() {
        let tasks = [1, 2, 3];
        let failed = in_order(&tasks, 2, |_| Ok(()), |()| Err(Failure::Unsolvable));
        assert!(matches!(failed, Err(Failure::Unsolvable)));
    }
}
