//! What may be spent, what is spent, and who works: shared by the threads of one search.

use super::anytime::{OnProgress, Pace, ShortenProgress, ShortenSettings, Shortened};
use crate::puzzle::Move;
use crate::search::Stats;
use crate::support::parallel::{self, TaskQueue};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

/// What all threads know.
#[derive(Debug)]
pub(super) struct Meter {
    effort: Option<u64>,
    /// The share of what may be spent, as bits of an `f64`.
    spent: AtomicU64,
    is_stopped: AtomicBool,
    /// The length of the shortest solution.
    length: AtomicUsize,
    stats: Mutex<Stats>,
}

impl Meter {
    pub(super) fn new(settings: &ShortenSettings, length: usize) -> Meter {
        Meter {
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

/// How a thread counts and learns when to stop. The caller's own thread also tells the caller.
pub(super) struct Watch<'m, 'f> {
    meter: &'m Meter,
    on_tick: Option<&'m mut OnProgress<'f>>,
    /// Boards since the caller was told.
    untold: u64,
}

/// A part of what may be spent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Allowance {
    /// So many boards.
    Boards(u64),
    /// A share of all time.
    Time(f64),
}

impl Allowance {
    /// The share of it that is spent by a task that began at `begun` and has generated so many boards.
    pub(super) fn spent(&self, watch: &Watch<'_, '_>, begun: f64, generated: u64) -> f64 {
        match *self {
            Allowance::Boards(boards) => generated as f64 / boards as f64,
            Allowance::Time(time) => (watch.spent() - begun) / time,
        }
    }
}

impl<'m, 'f> Watch<'m, 'f> {
    /// The caller is told after so many boards.
    const PAUSE: u64 = 10_000;

    pub(super) fn new(meter: &'m Meter, on_tick: &'m mut OnProgress<'f>) -> Watch<'m, 'f> {
        Watch {
            meter,
            on_tick: Some(on_tick),
            untold: 0,
        }
    }

    /// For a thread that is not the caller's.
    const fn silent(meter: &'m Meter) -> Watch<'m, 'f> {
        Watch {
            meter,
            on_tick: None,
            untold: 0,
        }
    }

    /// There is a shorter solution.
    pub(super) fn shorter(&self, length: usize) {
        self.meter.length.fetch_min(length, Relaxed);
    }

    /// How many boards may still be generated, as far as can be told.
    pub(super) fn boards_left(&self) -> f64 {
        let generated = self.meter.stats().generated as f64;
        match self.meter.effort {
            Some(effort) => effort as f64 - generated,
            None => generated * (1.0 - self.spent()) / self.spent().max(1e-6),
        }
    }

    /// The share of what may be spent that is spent.
    pub(super) fn spent(&self) -> f64 {
        f64::from_bits(self.meter.spent.load(Relaxed))
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.meter.is_stopped.load(Relaxed)
    }

    /// An equal part for each of some tasks of a share of what is left. With time, tasks that are done side by side have
    /// it together.
    pub(super) fn allow(&self, share: f64, tasks: usize, threads: usize) -> Allowance {
        let part = share / tasks as f64;
        match self.meter.effort {
            Some(effort) => Allowance::Boards((effort as f64 * part) as u64),
            None => {
                let time = part * (1.0 - self.spent()) * threads.clamp(1, tasks) as f64;
                Allowance::Time(time)
            }
        }
    }

    /// Adds what was done since `told`; [`ControlFlow::Break`] if it is time to stop.
    pub(super) fn add(&mut self, told: &mut Stats, stats: &Stats) -> ControlFlow<()> {
        let generated = stats.generated - told.generated;
        self.untold += generated;
        {
            let mut all = self.meter.stats();
            all.selected += stats.selected - told.selected;
            all.generated += generated;
            // Of the thread that held most: the same with any number of threads.
            all.peak_states = all.peak_states.max(stats.peak_states);
            all.peak_bytes = all.peak_bytes.max(stats.peak_bytes);
        }
        *told = *stats;
        if self.untold >= Watch::PAUSE {
            self.untold = 0;
            return self.look();
        }
        ControlFlow::Continue(())
    }

    /// Tells the caller, if this is its thread, and looks whether to stop.
    pub(super) fn look(&mut self) -> ControlFlow<()> {
        if let Some(on_tick) = &mut self.on_tick {
            let seen = ShortenProgress {
                length: self.meter.length.load(Relaxed),
                stats: *self.meter.stats(),
            };
            match on_tick(&seen) {
                Pace::Stop => self.meter.is_stopped.store(true, Relaxed),
                Pace::Spent(share) => self.spend(share),
            }
        }
        match self.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn spend(&self, share: f64) {
        if self.meter.effort.is_none() {
            self.meter.spent.store(share.to_bits(), Relaxed);
            if share >= 1.0 {
                self.meter.is_stopped.store(true, Relaxed);
            }
        }
    }
}

/// Works on the tasks on several threads, this one among them; the results have the order of the tasks.
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
    let meter = watch.meter;
    parallel::together(
        threads.min(tasks.len()),
        |others| {
            work_all(watch);
            // The caller hears of the search while other threads still work.
            others.wait(|| {
                let _ = watch.look();
            });
        },
        || work_all(&mut Watch::silent(meter)),
    );
    let result = |place: Mutex<Option<R>>| place.into_inner().ok().flatten();
    let results = results.into_iter().map(result);
    results
        .map(|result| result.expect("every task was done"))
        .collect()
}
