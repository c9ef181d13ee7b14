//! Progress on a terminal, and nothing elsewhere. Without the feature `progress` it is one plain line, without bars.

#[cfg(not(feature = "progress"))]
pub(super) use plain::{Bar, Spinner};
#[cfg(feature = "progress")]
pub(super) use shown::{Bar, Spinner};

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
mod plain {
    use std::cell::Cell;
    use std::io::{self, IsTerminal, Write};
    use std::time::Instant;

    /// A longer line would wrap in most terminals, and could not be overwritten.
    const WIDTH: usize = 79;
    /// Back to the beginning of the line, and clears it.
    const CLEAR: &str = "\r\x1b[K";

    /// Work of unknown length.
    pub(in crate::limits) struct Spinner {
        begun: Instant,
        is_shown: Cell<bool>,
    }

    impl Spinner {
        pub(in crate::limits) fn new() -> Spinner {
            Spinner {
                begun: Instant::now(),
                is_shown: Cell::new(false),
            }
        }

        pub(in crate::limits) fn show(&self, message: impl FnOnce() -> String) {
            if !io::stderr().is_terminal() {
                return;
            }
            let line = format!("{}s {}", self.begun.elapsed().as_secs(), message());
            let line: String = line.chars().take(WIDTH).collect();
            self.is_shown.set(true);
            write(&format!("{CLEAR}{line}"));
        }

        pub(in crate::limits) fn clear(&self) {
            if self.is_shown.take() {
                write(CLEAR);
            }
        }
    }

    /// Failing to show progress is not an error.
    fn write(text: &str) {
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Work of known length: not shown.
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
