//! The budget of a search, how much of it is spent, and the counters: shared by the threads of the search.

use super::anytime::{OnProgress, Pace, ShortenProgress, ShortenSettings, Shortened};
use crate::puzzle::Move;
use crate::search::Stats;
use crate::support::parallel::{self, TaskQueue};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

/// What all threads share.
#[derive(Debug)]
pub(super) struct Budget {
    effort: Option<u64>,
    /// The share of the budget that is spent, as bits of an `f64`.
    spent: AtomicU64,
    is_stopped: AtomicBool,
    /// The length of the shortest solution.
    length: AtomicUsize,
    stats: Mutex<Stats>,
}

impl Budget {
    pub(super) fn new(settings: &ShortenSettings, length: usize) -> Budget {
        Budget {
            effort: settings.effort,
            spent: AtomicU64::new(0f64.to_bits()),
            is_stopped: AtomicBool::new(false),
            length: AtomicUsize::new(length),
            stats: Mutex::new(Stats::default()),
        }
    }

    fn stats(&self) -> MutexGuard<'_, Stats> {
        self.stats.lock().expect("no thread panics while it counts")
    }

    /// What the search found.
    pub(super) fn found(&self, moves: Vec<Move>) -> Shortened {
        let stats = *self.stats();
        Shortened { moves, stats }
    }
}

/// Counts for one thread and tells it when to stop. The caller's own thread also reports to the caller.
pub(super) struct Watch<'m, 'f> {
    budget: &'m Budget,
    on_tick: Option<&'m mut OnProgress<'f>>,
    /// Boards since the last report to the caller.
    unreported: u64,
}

/// A part of the budget.
#[derive(Clone, Copy, Debug)]
pub(super) enum Allowance {
    /// A number of boards.
    Boards(u64),
    /// A share of all time.
    Time(f64),
}

impl Allowance {
    /// The share of it that is spent by a task that began at `begun` and has generated `generated` boards.
    pub(super) fn spent(&self, watch: &Watch<'_, '_>, begun: f64, generated: u64) -> f64 {
        match *self {
            Allowance::Boards(boards) => generated as f64 / boards as f64,
            Allowance::Time(time) => (watch.spent() - begun) / time,
        }
    }
}

impl<'m, 'f> Watch<'m, 'f> {
    /// Boards between two reports to the caller.
    const PAUSE: u64 = 10_000;

    pub(super) fn new(budget: &'m Budget, on_tick: &'m mut OnProgress<'f>) -> Watch<'m, 'f> {
        Watch {
            budget,
            on_tick: Some(on_tick),
            unreported: 0,
        }
    }

    /// For a thread other than the caller's.
    const fn silent(budget: &'m Budget) -> Watch<'m, 'f> {
        Watch {
            budget,
            on_tick: None,
            unreported: 0,
        }
    }

    /// Reports a shorter solution.
    pub(super) fn shorter(&self, length: usize) {
        self.budget.length.fetch_min(length, Relaxed);
    }

    /// An estimate of how many boards may still be generated.
    pub(super) fn boards_left(&self) -> f64 {
        let generated = self.budget.stats().generated as f64;
        match self.budget.effort {
            Some(effort) => effort as f64 - generated,
            None => generated * (1.0 - self.spent()) / self.spent().max(1e-6),
        }
    }

    /// The share of the budget that is spent.
    pub(super) fn spent(&self) -> f64 {
        f64::from_bits(self.budget.spent.load(Relaxed))
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.budget.is_stopped.load(Relaxed)
    }

    /// Divides a share of the remaining budget equally among some tasks. With a budget of time, tasks that run at the
    /// same time share it.
    pub(super) fn allow(&self, share: f64, tasks: usize, threads: usize) -> Allowance {
        let part = share / tasks as f64;
        match self.budget.effort {
            Some(effort) => Allowance::Boards((effort as f64 * part) as u64),
            None => {
                let time = part * (1.0 - self.spent()) * threads.clamp(1, tasks) as f64;
                Allowance::Time(time)
            }
        }
    }

    /// Adds what was done since it was last `reported`; [`ControlFlow::Break`] if the search should stop.
    pub(super) fn add(&mut self, reported: &mut Stats, stats: &Stats) -> ControlFlow<()> {
        let generated = stats.generated - reported.generated;
        self.unreported += generated;
        {
            let mut all = self.budget.stats();
            all.selected += stats.selected - reported.selected;
            all.generated += generated;
            // The maximum over the threads, so that it does not depend on their number.
            all.peak_states = all.peak_states.max(stats.peak_states);
            all.peak_bytes = all.peak_bytes.max(stats.peak_bytes);
        }
        *reported = *stats;
        if self.unreported >= Watch::PAUSE {
            self.unreported = 0;
            return self.look();
        }
        ControlFlow::Continue(())
    }

    /// Reports to the caller, if this is its thread; `Break` if the search should stop.
    pub(super) fn look(&mut self) -> ControlFlow<()> {
        if let Some(on_tick) = &mut self.on_tick {
            let seen = ShortenProgress {
                length: self.budget.length.load(Relaxed),
                stats: *self.budget.stats(),
            };
            match on_tick(&seen) {
                Pace::Stop => self.budget.is_stopped.store(true, Relaxed),
                Pace::Spent(share) => self.spend(share),
            }
        }
        if self.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn spend(&self, share: f64) {
        if self.budget.effort.is_none() {
            self.budget.spent.store(share.to_bits(), Relaxed);
            if share >= 1.0 {
                self.budget.is_stopped.store(true, Relaxed);
            }
        }
    }
}

/// Runs the tasks on several threads, including this one; the results are in the order of the tasks.
pub(super) fn side_by_side<T: Sync, R: Send>(
    watch: &mut Watch<'_, '_>,
    threads: usize,
    tasks: &[T],
    work: impl Fn(&T, &mut Watch<'_, '_>) -> R + Sync,
) -> Vec<R> {
    let queue = TaskQueue::new(0, tasks.len());
    let results: Vec<Mutex<Option<R>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
    let work_all = |watch: &mut Watch<'_, '_>| {
        while let Some(place) = queue.take() {
            let result = work(&tasks[place], watch);
            *results[place].lock().expect("a result is put once") = Some(result);
        }
    };
    let budget = watch.budget;
    parallel::together(
        threads.min(tasks.len()),
        |others| {
            work_all(watch);
            // The caller gets reports while other threads still work.
            others.wait(|| {
                let _ = watch.look();
            });
        },
        || work_all(&mut Watch::silent(budget)),
    );
    let result = |place: Mutex<Option<R>>| place.into_inner().ok().flatten();
    let results = results.into_iter().map(result);
    results
        .map(|result| result.expect("every task was done"))
        .collect()
}
