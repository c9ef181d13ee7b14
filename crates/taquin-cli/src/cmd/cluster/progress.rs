//! The progress of a job, on stderr if that is a terminal.

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::time::Duration;
use taquin_app::limits::InterruptGuard;
use taquin_cluster::levels::LevelProgress;

/// Shows the progress of a job if stderr is a terminal. While it exists, Ctrl-C stops the job.
#[derive(Debug)]
pub(super) struct JobProgress {
    progress: ProgressBar,
    _listening: InterruptGuard,
}

impl JobProgress {
    /// `job` describes the job.
    pub(super) fn new(job: String) -> JobProgress {
        let progress = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {elapsed} {prefix}{msg}");
        progress.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        progress.set_prefix(job);
        if !progress.is_hidden() {
            progress.enable_steady_tick(Duration::from_millis(500));
        }
        JobProgress {
            progress,
            _listening: InterruptGuard::begin(),
        }
    }

    /// Shows the progress of a job with levels.
    pub(super) fn show_level(&self, so_far: &LevelProgress) {
        let rate = so_far.reached_now as f64 / so_far.seconds.max(1e-9);
        let left = (so_far.total - so_far.reached) as f64 / rate.max(1e-9);
        let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
        self.progress.set_message(format!(
            ": level {}, {:.1} %, {:.1} million per second, {:#} left, {:.1} MB exchanged",
            so_far.level,
            100.0 * so_far.reached as f64 / so_far.total as f64,
            rate / 1e6,
            HumanDuration(left),
            so_far.bytes as f64 / 1e6
        ));
    }

    /// Shows the progress of a job with tasks.
    pub(super) fn show(&self, so_far: String) {
        self.progress.set_message(format!(": {so_far}"));
    }

    /// Clears the line while something else is printed.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.progress.suspend(print)
    }
}

impl Drop for JobProgress {
    fn drop(&mut self) {
        self.progress.finish_and_clear();
    }
}
