//! What an unfinished board would have taken, from the growth of its iterations.
//!
//! The iterations up to the published length are extrapolated from the last complete one. The last of them ends with a
//! solution, on average in its middle, so half of it counts. How much an iteration grows is taken from the last two complete
//! ones that both had chosen views, or both had none; other pairs say nothing, because views that are chosen for the first time
//! make the next iteration smaller.

use super::{Measured, Summary, Took};
use crate::instances::Known;
use crate::limits::Iteration;

/// Iterations with fewer nodes grow irregularly.
const LEAST: u64 = 10_000;
/// The growth where no two iterations can be compared: that of Korf's fifty with 6-6-6-6, approximately.
const GROWTH: f64 = 7.5;

/// The expected work for a board, what was done included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Boards generated.
    pub generated: f64,
    /// The elapsed time.
    pub took: Took,
    /// The growth per iteration that was assumed.
    pub growth: f64,
}

impl Measured {
    /// The expected work if the board was not finished, its length is published and an iteration is complete.
    pub fn estimate(&self) -> Option<Estimate> {
        let length = self.published.filter(|_| self.known == Known::Shortest)?;
        if self.length().is_some() {
            return None;
        }
        let complete = |iteration: &&Iteration| iteration.bound < self.report.lower_bound;
        let complete: Vec<Iteration> = self.iterations.iter().filter(complete).copied().collect();
        let last = complete.last().filter(|last| last.generated > 0)?;
        let growth = growth(&complete);
        let nodes = last.generated as f64 * times(growth, length.checked_sub(last.bound)? / 2);
        let done: f64 = complete.iter().map(|one| one.generated as f64).sum();
        let generated = (done + nodes).max(self.report.stats.generated as f64);
        // As fast as the last complete iteration, and with as many threads as before.
        let before: f64 = complete.iter().map(|one| one.seconds).sum();
        let rate = last.seconds / last.generated as f64;
        let seconds = (before + nodes * rate).max(self.took.seconds);
        let per_second = self.took.cpu_seconds.map(|cpu| cpu / self.took.seconds);
        Some(Estimate {
            generated,
            took: Took {
                seconds,
                cpu_seconds: per_second.map(|per_second| per_second * seconds),
            },
            growth,
        })
    }
}

impl Summary {
    /// Adds the work for one board, or what is expected of it.
    pub(super) fn add_expected(&mut self, measured: &Measured) {
        let estimate = measured.estimate();
        self.estimated += usize::from(estimate.is_some());
        let generated = measured.report.stats.generated as f64;
        match (measured.length(), estimate) {
            (Some(_), _) => self.expected.push((generated, measured.took)),
            (None, Some(estimate)) => self.expected.push((estimate.generated, estimate.took)),
            (None, None) => self.unknown += 1,
        }
    }

    /// The work that all boards would take, if some are estimated and none is unknown.
    pub fn expected(&self) -> Option<(f64, Took)> {
        let all = self.expected.iter();
        let took = Took {
            seconds: all.clone().map(|(_, took)| took.seconds).sum(),
            cpu_seconds: all.clone().map(|(_, took)| took.cpu_seconds).sum(),
        };
        let generated = all.map(|(generated, _)| generated).sum();
        (self.estimated > 0 && self.unknown == 0).then_some((generated, took))
    }
}

/// How much the latest iteration that can be compared has grown.
fn growth(complete: &[Iteration]) -> f64 {
    let pairs = complete.windows(2).rev();
    let is_fair = |pair: &&[Iteration]| {
        pair[0].generated >= LEAST && pair[0].views.is_empty() == pair[1].views.is_empty()
    };
    let found = pairs.into_iter().find(is_fair);
    found.map_or(GROWTH, |pair| {
        pair[1].generated as f64 / pair[0].generated as f64
    })
}

/// The work of this many further iterations, of which the last counts half, in units of the iteration before.
fn times(growth: f64, iterations: u32) -> f64 {
    let sizes = (1..=iterations).map(|number| growth.powi(number as i32));
    let all: f64 = sizes.sum();
    match iterations {
        0 => 0.0,
        last => all - growth.powi(last as i32) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::pdb::Views;

    fn iteration(bound: u32, generated: u64, views: &[u16]) -> Iteration {
        Iteration {
            bound,
            expanded: generated / 2,
            generated,
            seconds: generated as f64 / 1e6,
            views: Views::new(views),
        }
    }

    #[test]
    fn growth_is_that_of_iterations_with_comparable_views() {
        let small = iteration(80, 10, &[]);
        let fixed = [iteration(82, 20_000, &[]), iteration(84, 160_000, &[])];
        let chosen = [
            iteration(86, 400_000, &[1, 2]),
            iteration(88, 2_400_000, &[3, 4, 5]),
        ];
        let all = [&[small][..], &fixed, &chosen].concat();
        assert_eq!(growth(&all), 6.0);
        assert_eq!(
            growth(&all[..4]),
            8.0,
            "the first with chosen views is not compared"
        );
        assert_eq!(growth(&all[..2]), GROWTH, "too few nodes to compare");
    }

    #[test]
    fn half_of_the_last_iteration_counts() {
        assert_eq!(times(4.0, 0), 0.0);
        assert_eq!(times(4.0, 1), 2.0);
        assert_eq!(times(4.0, 3), 4.0 + 16.0 + 32.0);
    }
}
