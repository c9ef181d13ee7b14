//! How a solution is replayed, in any format.

use taquin::Metric;

/// How a solution is replayed.
#[derive(Clone, Copy, Debug)]
pub struct Playback {
    /// What is one step.
    pub metric: Metric,
    /// Steps per second, if not the writer's default.
    pub speed: Option<f64>,
}

/// What one step of a metric is called.
pub(super) const fn unit(metric: Metric) -> &'static str {
    match metric {
        Metric::SingleTile => "move",
        Metric::MultiTile => "slide",
    }
}
