//! How a job goes, on stderr if that is a terminal.

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::time::Duration;
use taquin_app::limits::Listening;
use taquin_cluster::levels;

/// Shows how a job on many workers goes, level by level, if stderr is a terminal. While there is one, Ctrl-C asks for an end.
#[derive(Debug)]
pub(super) struct Levels {
    progress: ProgressBar,
    _listening: Listening,
}

impl Levels {
    /// `what` says what is counted.
    pub(super) fn new(what: String) -> Levels {
        let progress = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {elapsed} {prefix}{msg}");
        progress.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        progress.set_prefix(what);
        if !progress.is_hidden() {
            progress.enable_steady_tick(Duration::from_millis(500));
        }
        Levels {
            progress,
            _listening: Listening::begin(),
        }
    }

    /// A level is complete.
    pub(super) fn tell(&self, so_far: &levels::Progress) {
        let rate = so_far.met_now as f64 / so_far.seconds.max(1e-9);
        let left = (so_far.total - so_far.met) as f64 / rate.max(1e-9);
        let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
        self.progress.set_message(format!(
            ": level {}, {:.1} %, {:.1} million a second, {:#} left, {:.1} MB exchanged",
            so_far.level,
            100.0 * so_far.met as f64 / so_far.total as f64,
            rate / 1e6,
            HumanDuration(left),
            so_far.bytes as f64 / 1e6
        ));
    }

    /// The same for a job that has tasks instead.
    pub(super) fn show(&self, so_far: String) {
        self.progress.set_message(format!(": {so_far}"));
    }

    /// Lets somebody else speak, on a line that is clear.
    pub(super) fn aside<T>(&self, speak: impl FnOnce() -> T) -> T {
        self.progress.suspend(speak)
    }
}

impl Drop for Levels {
    fn drop(&mut self) {
        self.progress.finish_and_clear();
    }
}
