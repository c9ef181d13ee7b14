//! Two things timed in turn, so that whatever else the machine does falls on both.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The minimum number of seconds that each of two functions takes, over this many turns.
pub(crate) fn least_seconds<A, B>(
    turns: u32,
    mut first: impl FnMut() -> A,
    mut second: impl FnMut() -> B,
) -> (f64, f64) {
    let mut least = (Duration::MAX, Duration::MAX);
    for _ in 0..turns {
        least.0 = least.0.min(time(&mut first));
        least.1 = least.1.min(time(&mut second));
    }
    (least.0.as_secs_f64(), least.1.as_secs_f64())
}

fn time<T>(run: &mut impl FnMut() -> T) -> Duration {
    let begin = Instant::now();
    black_box(run());
    begin.elapsed()
}
