//! Tasks are distributed over all workers: each is finished once, and all workers agree on the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use taquin_cluster::JobEnd;
use taquin_cluster::scheduler::{Task, TaskSource, run_tasks};
use taquin_cluster::workers::Workers;

fn crew(threads: usize) -> Workers {
    Workers {
        process: 0,
        threads,
        sockets: vec![None],
    }
}

/// A number of tasks, of which at most `window` are started from the first unfinished one on.
struct Counted {
    tasks: u64,
    window: u64,
    next: u64,
    first_open: u64,
    results: Vec<Option<Vec<u8>>>,
    void_from: u64,
    /// The task whose result cannot be stored.
    refused: u64,
}

impl Counted {
    fn new(tasks: u64, window: u64) -> Counted {
        Counted {
            tasks,
            window,
            next: 0,
            first_open: 0,
            results: vec![None; tasks as usize],
            void_from: u64::MAX,
            refused: u64::MAX,
        }
    }
}

impl TaskSource for Counted {
    fn next(&mut self) -> Result<Option<Task>, String> {
        let end = self.tasks.min(self.first_open + self.window);
        let number = self.next;
        Ok((number < end).then(|| {
            self.next += 1;
            Task {
                number,
                content: number.to_le_bytes().into(),
            }
        }))
    }

    fn done(&mut self, number: u64, result: Vec<u8>) -> Result<(), String> {
        if number == self.refused {
            return Err("no room".into());
        }
        if result == b"found" {
            self.void_from = self.void_from.min(number + 1);
        }
        let place = &mut self.results[number as usize];
        assert!(place.is_none(), "task {number} was done before");
        *place = Some(result);
        while let Some(Some(_)) = self.results.get(self.first_open as usize) {
            self.first_open += 1;
        }
        Ok(())
    }

    fn void_from(&self) -> u64 {
        self.void_from
    }

    fn is_over(&self) -> bool {
        self.first_open >= self.tasks.min(self.void_from)
    }
}

type Answer = Result<Option<Vec<u8>>, String>;

/// Runs the tasks with this number of workers; returns how each ended, and the results.
fn play(
    threads: usize,
    source: fn() -> Counted,
    perform: impl Fn(&Task, &mut dyn FnMut() -> bool) -> Answer + Send + Sync + 'static,
    stop: impl Fn() -> bool + Send + Sync + 'static,
) -> (Vec<JobEnd>, Vec<Option<Vec<u8>>>) {
    let played = crew(threads).run_all(move |worker| {
        let mut own = (worker.index() == 0).then(source);
        let source = own.as_mut().map(|source| source as &mut dyn TaskSource);
        let end = run_tasks(
            worker,
            source,
            &mut |task, go_on| perform(task, go_on),
            &stop,
        );
        (end, own.map(|source| source.results))
    });
    let (ends, mut results): (Vec<JobEnd>, Vec<_>) = played.unwrap().into_iter().unzip();
    (ends, results.swap_remove(0).unwrap())
}

fn square(task: &Task) -> Vec<u8> {
    let number = u64::from_le_bytes(task.content[..].try_into().unwrap());
    (number * number).to_le_bytes().into()
}

#[test]
fn every_task_is_finished_once() {
    for source in [
        || Counted::new(0, 1),
        || Counted::new(1, 1),
        || Counted::new(3000, 7),
        || Counted::new(3000, 3000),
    ] {
        for threads in 1..=4 {
            let (ends, results) = play(threads, source, |task, _| Ok(Some(square(task))), || false);
            assert_eq!(ends, vec![JobEnd::Complete; threads]);
            for (number, result) in results.into_iter().enumerate() {
                let number = number as u64;
                assert_eq!(result.unwrap(), (number * number).to_le_bytes());
            }
        }
    }
}

/// Tasks after the 100th never end on their own: they are cancelled because they no longer matter.
#[test]
fn a_result_cancels_later_tasks() {
    let perform = |task: &Task, go_on: &mut dyn FnMut() -> bool| {
        if task.number > 100 {
            while go_on() {
                std::thread::yield_now();
            }
            return Ok(None);
        }
        Ok(Some(match task.number {
            100 => b"found".into(),
            _ => square(task),
        }))
    };
    for threads in 1..=4 {
        let (ends, results) = play(threads, || Counted::new(500, 500), perform, || false);
        assert_eq!(ends, vec![JobEnd::Complete; threads]);
        assert!(results[..=100].iter().all(Option::is_some));
        assert!(results[101..].iter().all(Option::is_none));
    }
}

/// Whichever worker is asked to stop, all end, including those without a task.
#[test]
fn a_stop_anywhere_stops_all() {
    for (threads, tasks) in [(1, 1), (2, 1), (4, 1), (4, 1000)] {
        let (begun, is_over) = (
            Arc::new(AtomicU64::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        let over = Arc::clone(&is_over);
        let perform = move |_: &Task, go_on: &mut dyn FnMut() -> bool| {
            begun.fetch_add(1, Ordering::Relaxed);
            over.store(true, Ordering::Relaxed);
            while go_on() {
                std::thread::yield_now();
            }
            Ok(None)
        };
        let source = match tasks {
            1 => || Counted::new(1, 1),
            _ => || Counted::new(1000, 1000),
        };
        let stop = move || is_over.load(Ordering::Relaxed);
        let (ends, _) = play(threads, source, perform, stop);
        assert_eq!(ends, vec![JobEnd::Stopped; threads]);
    }
}

#[test]
fn a_failure_anywhere_ends_all_with_its_message() {
    for threads in 1..=4 {
        let source = || Counted {
            refused: 50,
            ..Counted::new(1000, 1000)
        };
        let (ends, _) = play(threads, source, |task, _| Ok(Some(square(task))), || false);
        assert_eq!(ends, vec![JobEnd::Failed("no room".into()); threads]);
        let perform = |task: &Task, _: &mut dyn FnMut() -> bool| match task.number {
            60 => Err("it is foreign".into()),
            _ => Ok(Some(square(task))),
        };
        let (ends, _) = play(threads, || Counted::new(1000, 1000), perform, || false);
        assert!(matches!(&ends[0], JobEnd::Failed(what) if what.ends_with(": it is foreign")));
        assert!(ends.iter().all(|end| *end == ends[0]));
        let given_up = |_: &Task, _: &mut dyn FnMut() -> bool| Ok(None);
        let (ends, _) = play(threads, || Counted::new(1, 1), given_up, || false);
        assert!(matches!(&ends[0], JobEnd::Failed(what) if what.ends_with("cancelled task 0")));
    }
}
