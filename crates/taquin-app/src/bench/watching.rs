//! How the boards of a benchmark are watched.

use crate::limits::{Iterations, Limits, Reason, is_interrupted};
use std::ops::ControlFlow;
use std::time::Instant;
use taquin::pdb::Views;
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
            self.reason = Some(match tick.stats.peak_bytes {
                u64::MAX => Reason::NoMemory,
                _ => Reason::Memory,
            });
            return ControlFlow::Break(());
        }
        flow
    }

    fn budget_spent(&mut self) -> Option<f64> {
        let time = self.limits.time?.as_secs_f64();
        Some(self.begun.elapsed().as_secs_f64() / time.max(1e-9))
    }

    fn allows_bytes(&mut self, bytes: u64) -> bool {
        bytes <= self.limits.memory
    }

    fn views_chosen(&mut self, views: Views) {
        self.iterations.choose(views);
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
