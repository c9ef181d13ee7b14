//! Progress on a terminal. Nothing is shown elsewhere, nor without the feature `progress`.

#[cfg(feature = "progress")]
pub(super) use shown::{Bar, Spinner};
#[cfg(not(feature = "progress"))]
pub(super) use silent::{Bar, Spinner};

#[cfg(feature = "progress")]
mod shown {
    use indicatif::{ProgressBar, ProgressStyle};
    use std::time::Duration;

    /// Work of unknown length.
    pub(in crate::limits) struct Spinner(ProgressBar);

    impl Spinner {
        pub(in crate::limits) fn new() -> Spinner {
            let spinner = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            spinner.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            Spinner(spinner)
        }

        pub(in crate::limits) fn show(&self, message: impl FnOnce() -> String) {
            self.0.set_message(message());
            self.0.tick();
        }

        pub(in crate::limits) fn clear(&self) {
            self.0.finish_and_clear();
        }
    }

    /// Work of known length.
    #[derive(Debug)]
    pub(in crate::limits) struct Bar(ProgressBar);

    impl Bar {
        pub(in crate::limits) fn new(things: u64, what: String) -> Bar {
            let bar = ProgressBar::new(things);
            let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_message(what);
            if !bar.is_hidden() {
                bar.enable_steady_tick(Duration::from_millis(500));
            }
            Bar(bar)
        }

        pub(in crate::limits) fn add(&self, done: u64) {
            self.0.inc(done);
        }

        pub(in crate::limits) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
            self.0.suspend(work)
        }

        pub(in crate::limits) fn clear(&self) {
            self.0.finish_and_clear();
        }
    }
}

#[cfg(not(feature = "progress"))]
mod silent {
    pub(in crate::limits) struct Spinner;

    impl Spinner {
        pub(in crate::limits) const fn new() -> Spinner {
            Spinner
        }

        pub(in crate::limits) fn show(&self, _: impl FnOnce() -> String) {}

        pub(in crate::limits) const fn clear(&self) {}
    }

    #[derive(Debug)]
    pub(in crate::limits) struct Bar;

    impl Bar {
        pub(in crate::limits) fn new(_: u64, _: String) -> Bar {
            Bar
        }

        pub(in crate::limits) const fn add(&self, _: u64) {}

        pub(in crate::limits) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
            work()
        }

        pub(in crate::limits) const fn clear(&self) {}
    }
}
