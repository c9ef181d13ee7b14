//! The iterations of IDA*, with their times.

use std::time::Instant;
use taquin::search::{IterationStats, Stats};

/// One iteration of IDA*.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Iteration {
    /// The bound on g + h.
    pub bound: u32,
    /// Boards expanded.
    pub expanded: u64,
    /// Boards generated.
    pub generated: u64,
    /// The elapsed time.
    pub seconds: f64,
}

/// Measures iterations while a search runs.
#[derive(Debug, Default)]
pub struct Iterations {
    begun: Option<(u32, Instant)>,
    ended: Vec<Iteration>,
}

impl Iterations {
    /// The iterations of a search that continues after these. If the first of its own has the bound of their last, that
    /// iteration was interrupted, and both are one.
    pub const fn after(earlier: Vec<Iteration>) -> Iterations {
        Iterations {
            begun: None,
            ended: earlier,
        }
    }

    /// An iteration begins.
    pub fn begin(&mut self, bound: u32) {
        self.begun = Some((bound, Instant::now()));
    }

    /// The iteration has ended.
    pub fn end(&mut self, counts: &IterationStats) {
        self.add(Iteration {
            bound: counts.bound,
            expanded: counts.expanded,
            generated: counts.generated,
            seconds: self.seconds(),
        });
        self.begun = None;
    }

    fn add(&mut self, iteration: Iteration) {
        match self.ended.last_mut() {
            Some(last) if last.bound == iteration.bound => {
                last.expanded += iteration.expanded;
                last.generated += iteration.generated;
                last.seconds += iteration.seconds;
            }
            _ => self.ended.push(iteration),
        }
    }

    /// The time since the current iteration began.
    fn seconds(&self) -> f64 {
        self.begun
            .map_or(0.0, |(_, begun)| begun.elapsed().as_secs_f64())
    }

    /// The iterations up to a moment at which the whole search has these counters.
    pub fn up_to(&self, stats: &Stats) -> Vec<Iteration> {
        let mut all = Iterations::after(self.ended.clone());
        let sum = |of: fn(&Iteration) -> u64| self.ended.iter().map(of).sum::<u64>();
        if let Some((bound, _)) = self.begun {
            all.add(Iteration {
                bound,
                expanded: stats
                    .selected
                    .saturating_sub(sum(|iteration| iteration.expanded)),
                generated: stats
                    .generated
                    .saturating_sub(sum(|iteration| iteration.generated)),
                seconds: self.seconds(),
            });
        }
        all.ended
    }

    /// The iterations that have ended.
    pub fn take(&mut self) -> Vec<Iteration> {
        std::mem::take(&mut self.ended)
    }
}
