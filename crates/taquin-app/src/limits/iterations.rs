//! The iterations of IDA*, with their times.

use crate::host::Instant;
use taquin::pdb::Views;
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
    /// The views of the catalogue that were chosen for it, if any.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "is_none", serialize_with = "numbers")
    )]
    pub views: Views,
}

#[cfg(feature = "json")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
const fn is_none(views: &Views) -> bool {
    views.is_empty()
}

#[cfg(feature = "json")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn numbers<S: serde::Serializer>(views: &Views, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(views.iter())
}

/// Measures iterations while a search runs.
#[derive(Debug, Default)]
pub struct Iterations {
    begun: Option<(u32, Instant)>,
    views: Views,
    ended: Vec<Iteration>,
}

impl Iterations {
    /// The iterations of a search that continues after these. If the first of its own has the bound of their last, that
    /// iteration was interrupted, and both are one.
    pub fn after(earlier: Vec<Iteration>) -> Iterations {
        Iterations {
            ended: earlier,
            ..Iterations::default()
        }
    }

    /// The next iterations use these views.
    pub const fn choose(&mut self, views: Views) {
        self.views = views;
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
            views: self.views,
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
                views: self.views,
            });
        }
        all.ended
    }

    /// The iterations that have ended.
    pub fn take(&mut self) -> Vec<Iteration> {
        std::mem::take(&mut self.ended)
    }
}
