//! Ctrl-C while the interpreter is released: the calling thread looks for signals at least every 20 milliseconds.

use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};
use taquin_app::limits::{Client, Progress};

/// How often signals are looked for. Python promises its users about a tenth of a second.
pub(crate) const LOOK: Duration = Duration::from_millis(20);
/// How often progress is reported.
const TELL: Duration = Duration::from_millis(100);

/// Watches for signals on the thread that works.
///
/// It is a [`Client`] that is gone once a signal handler has raised an exception, `KeyboardInterrupt` for Ctrl-C.
pub(crate) struct Watch {
    state: Mutex<(Instant, Option<PyErr>)>,
}

impl Watch {
    pub(crate) fn new() -> Watch {
        Watch {
            state: Mutex::new((Instant::now(), None)),
        }
    }

    /// For observers of the library.
    pub(crate) fn go_on(&self) -> ControlFlow<()> {
        if self.is_gone() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// The exception that a signal handler has raised.
    pub(crate) fn finish(self) -> PyResult<()> {
        let state = self.state.into_inner();
        match state.unwrap_or_else(PoisonError::into_inner).1 {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

impl Client for Watch {
    fn is_gone(&self) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (looked, error) = &mut *state;
        if error.is_none() && looked.elapsed() >= LOOK {
            *error = signals().err();
            *looked = Instant::now();
        }
        error.is_some()
    }

    fn tell(&self, _: &Progress) {}
}

/// Runs the handlers of signals that have arrived.
pub(crate) fn signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Tells work on other threads to stop.
#[derive(Debug, Default)]
pub(crate) struct Flag(AtomicBool);

impl Flag {
    pub(crate) fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// For observers of the library.
    pub(crate) fn go_on(&self) -> ControlFlow<()> {
        if self.is_raised() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Client for Flag {
    fn is_gone(&self) -> bool {
        self.is_raised()
    }

    fn tell(&self, _: &Progress) {}
}

/// Counts the workers that a thread waits for, and wakes that thread when one ends.
pub(crate) struct Workers {
    running: AtomicUsize,
    caller: Thread,
}

impl Workers {
    /// Workers of the calling thread.
    pub(crate) fn new(count: usize) -> Workers {
        Workers {
            running: AtomicUsize::new(count),
            caller: thread::current(),
        }
    }

    /// Runs the work of one of them. It counts as ended before the caller is woken, also if it panics: the caller would
    /// sleep for another [`LOOK`] if it waited for the end of the thread.
    pub(crate) fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        struct Ended<'a>(&'a Workers);
        impl Drop for Ended<'_> {
            fn drop(&mut self) {
                self.0.running.fetch_sub(1, Ordering::Release);
                self.0.caller.unpark();
            }
        }
        let _ended = Ended(self);
        work()
    }

    pub(crate) fn are_running(&self) -> bool {
        self.running.load(Ordering::Acquire) > 0
    }
}

/// Runs `work` on another thread while this one looks for signals. The work has to look at the flag.
pub(crate) fn in_background<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Flag) -> T + Send,
) -> PyResult<T> {
    in_background_with(py, None, |flag, _| work(flag))
}

/// The same, and `progress` is called now and then with what the work counts.
pub(crate) fn in_background_with<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Flag, &AtomicUsize) -> T + Send,
) -> PyResult<T> {
    let (flag, done, workers) = (Flag::default(), AtomicUsize::new(0), Workers::new(1));
    py.detach(|| {
        thread::scope(|scope| {
            let (flag, done, workers) = (&flag, &done, &workers);
            let worker = scope.spawn(move || workers.run(|| work(flag, done)));
            let mut watcher = Watcher::new(progress, done);
            let mut watched = Ok(());
            while workers.are_running() {
                thread::park_timeout(LOOK);
                if watched.is_ok() {
                    watched = watcher.look();
                    if watched.is_err() {
                        flag.raise();
                    }
                }
            }
            match (worker.join(), watched) {
                (_, Err(error)) => Err(error),
                (Ok(result), Ok(())) => watcher.tell().map(|()| result),
                (Err(panic), Ok(())) => std::panic::resume_unwind(panic),
            }
        })
    })
}

/// Looks for signals and tells the progress, each now and then.
pub(crate) struct Watcher<'a> {
    progress: Option<&'a Py<PyAny>>,
    done: &'a AtomicUsize,
    looked: Instant,
    told: Instant,
}

impl<'a> Watcher<'a> {
    pub(crate) fn new(progress: Option<&'a Py<PyAny>>, done: &'a AtomicUsize) -> Watcher<'a> {
        let now = Instant::now();
        Watcher {
            progress,
            done,
            looked: now,
            told: now,
        }
    }

    /// An exception of a signal handler, or of the progress.
    pub(crate) fn look(&mut self) -> PyResult<()> {
        if self.looked.elapsed() >= LOOK {
            signals()?;
            self.looked = Instant::now();
        }
        if self.told.elapsed() >= TELL {
            self.tell()?;
        }
        Ok(())
    }

    /// Tells the progress now.
    pub(crate) fn tell(&mut self) -> PyResult<()> {
        self.told = Instant::now();
        let Some(progress) = self.progress else {
            return Ok(());
        };
        let done = self.done.load(Ordering::Relaxed);
        Python::attach(|py| progress.call1(py, (done,)).map(drop))
    }
}
