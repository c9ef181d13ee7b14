//! How the boards of a benchmark are watched, and distributed to threads.

use super::Measured;
use crate::exit::Failure;
use crate::instances::Instance;
use crate::limits::{Iterations, Limits, Reason, is_interrupted};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;
use taquin::search::IterationStats;
use taquin::solve::{SearchObserver, Tick};

/// Watches the search of one board.
pub(super) struct Watching {
    begun: Instant,
    limits: Limits,
    pub(super) reason: Option<Reason>,
    pub(super) iterations: Iterations,
}

impl Watching {
    pub(super) fn new(limits: &Limits) -> Watching {
        Watching {
            begun: Instant::now(),
            limits: *limits,
            reason: None,
            iterations: Iterations::default(),
        }
    }
}

impl SearchObserver for Watching {
    fn tick(&mut self, tick: &Tick) -> ControlFlow<()> {
        let deadline = self
            .limits
            .time
            .and_then(|time| self.begun.checked_add(time));
        let (flow, reason) = go_on(deadline);
        self.reason = reason;
        if flow.is_continue() && tick.stats.peak_bytes > self.limits.memory {
            self.reason = Some(Reason::Memory);
            return ControlFlow::Break(());
        }
        flow
    }

    fn budget_spent(&mut self) -> Option<f64> {
        let time = self.limits.time?.as_secs_f64();
        Some(self.begun.elapsed().as_secs_f64() / time.max(1e-9))
    }

    fn iteration_begins(&mut self, bound: u32) {
        self.iterations.begin(bound);
    }

    fn iteration_ends(&mut self, iteration: &IterationStats) {
        self.iterations.end(iteration);
    }
}

/// Whether to continue, and if not, why.
pub(super) fn go_on(deadline: Option<Instant>) -> (ControlFlow<()>, Option<Reason>) {
    let reason = if is_interrupted() {
        Some(Reason::Interrupted)
    } else if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        Some(Reason::Time)
    } else {
        None
    };
    match reason {
        Some(_) => (ControlFlow::Break(()), reason),
        None => (ControlFlow::Continue(()), None),
    }
}

/// Distributes boards to threads; the results come in the order of the boards.
pub(super) fn distribute(
    instances: &[Instance],
    threads: usize,
    measure: impl Fn(&Instance) -> Result<Measured, Failure> + Sync,
    mut tell: impl FnMut(Measured) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(instances.len()) {
            let (sender, next, measure) = (sender.clone(), &next, &measure);
            scope.spawn(move || {
                while !is_interrupted()
                    && let place = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(instance) = instances.get(place)
                    // The receiver is gone if the output could not be written.
                    && sender.send((place, measure(instance))).is_ok()
                {}
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut reported = 0;
        for (place, measured) in receiver {
            waiting.insert(place, measured);
            while let Some(measured) = waiting.remove(&reported) {
                tell(measured?)?;
                reported += 1;
            }
        }
        // After Ctrl-C, some boards before these were never started.
        waiting
            .into_values()
            .try_for_each(|measured| tell(measured?))
    })
}
