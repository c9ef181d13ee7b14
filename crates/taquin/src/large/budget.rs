//! The budget of a search, how much of it is spent, and the counters: shared by the threads of the search.

use super::anytime::{OnProgress, Pace, ShortenProgress, ShortenSettings, Shortened};
use crate::puzzle::{Metric, Move};
use crate::search::Stats;
use crate::support::parallel::{self, TaskQueue};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

/// What all threads share.
#[derive(Debug)]
pub(super) struct Budget {
    effort: Option<u64>,
    memory: Option<u64>,
    /// The metric in which solutions are compared.
    metric: Metric,
    /// The share of the budget that is spent, as bits of an `f64`.
    spent: AtomicU64,
    is_stopped: AtomicBool,
    /// The shortest solution.
    best: Mutex<Vec<Move>>,
    stats: Mutex<Stats>,
    /// The memory of the table that all threads use.
    table_bytes: AtomicU64,
}

impl Budget {
    pub(super) fn new(settings: &ShortenSettings, moves: &[Move]) -> Budget {
        Budget {
            effort: settings.effort,
            memory: settings.memory,
            metric: settings.metric,
            spent: AtomicU64::new(0f64.to_bits()),
            is_stopped: AtomicBool::new(false),
            best: Mutex::new(moves.to_vec()),
            stats: Mutex::new(Stats::default()),
            table_bytes: AtomicU64::new(0),
        }
    }

    fn stats(&self) -> MutexGuard<'_, Stats> {
        self.stats.lock().expect("no thread panics while it counts")
    }

    /// The counters for the caller, with the memory of the table.
    fn all_stats(&self) -> Stats {
        let mut stats = *self.stats();
        stats.peak_bytes += self.table_bytes.load(Relaxed);
        stats
    }

    fn best(&self) -> MutexGuard<'_, Vec<Move>> {
        self.best
            .lock()
            .expect("no thread panics while it compares")
    }

    /// What the search found: these moves, unless a solution that was reported is shorter in the metric of the search.
    pub(super) fn found(&self, moves: Vec<Move>) -> Shortened {
        let (stats, best) = (self.all_stats(), self.best());
        let is_shorter = self.metric.length(&best) < self.metric.length(&moves);
        Shortened {
            moves: if is_shorter { best.clone() } else { moves },
            stats,
        }
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

    /// Reports a solution, which may be shorter than the best. `solution` is as long; it may be from the other end. Of
    /// equally long ones, the first in order is the best, whichever thread reports first.
    pub(super) fn shorter(&self, solution: &[Move], moves: impl FnOnce() -> Vec<Move>) {
        let mut best = self.budget.best();
        let metric = self.budget.metric;
        let (length, shortest) = (metric.length(solution), metric.length(&best));
        if length > shortest {
            return;
        }
        let moves = moves();
        if (length, moves.len(), &moves) < (shortest, best.len(), &best) {
            *best = moves;
        }
    }

    /// The number of boards that may be generated, if there is a limit.
    pub(super) const fn effort(&self) -> Option<u64> {
        self.budget.effort
    }

    /// From now on all threads use a table of this size.
    pub(super) fn hold_table(&self, bytes: u64) {
        self.budget.table_bytes.store(bytes, Relaxed);
    }

    /// The memory for each of some beams that may be held at once, beside `held` bytes. A quarter is for what the allocator
    /// loses when buffers grow.
    pub(super) fn memory(&self, held: u64, beams: usize) -> u64 {
        let memory = self.budget.memory.unwrap_or(u64::MAX);
        memory.saturating_sub(held) / 4 * 3 / beams as u64
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
            Some(_) => Allowance::Boards((self.boards_left().max(0.0) * part) as u64),
            None => {
                let time = part * (1.0 - self.spent()) * threads.clamp(1, tasks) as f64;
                Allowance::Time(time)
            }
        }
    }

    /// A number of boards for each of several tasks, but no more than a tenth of a limited effort.
    pub(super) fn at_most(&self, boards: u64) -> Allowance {
        let most = self.budget.effort.map_or(u64::MAX, |effort| effort / 10);
        Allowance::Boards(boards.min(most))
    }

    /// About how many boards one of several tasks that run at the same time can generate.
    pub(super) fn expected(&self, allowance: Allowance, tasks: usize) -> f64 {
        match allowance {
            Allowance::Boards(boards) => boards as f64,
            Allowance::Time(time) => {
                let share = time / (1.0 - self.spent()).max(1e-6);
                self.boards_left() * share / tasks as f64
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
            let best = self.budget.best();
            let seen = ShortenProgress {
                moves: &best,
                stats: self.budget.all_stats(),
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
