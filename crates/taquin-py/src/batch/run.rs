//! Rows of arrays divided into blocks, on several threads, while the calling thread looks for Ctrl-C.

use crate::error::{Limit, unsolvable, value_error};
use crate::interrupt::{Flag, LOOK, Watcher, Workers};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// What is wrong with a row.
pub(crate) enum Fault {
    /// A sentence that begins with the number of the board.
    Text(String),
    /// The goal cannot be reached.
    Unsolvable,
    /// Its shortest solution is out of reach.
    OutOfReach { lower_bound: u32 },
    /// Work was stopped by the flag; another row has the reason.
    Stopped,
}

/// A row that is wrong.
pub(crate) struct Wrong {
    pub(crate) row: usize,
    pub(crate) fault: Fault,
}

impl Wrong {
    pub(crate) fn text(row: usize, text: impl std::fmt::Display) -> Wrong {
        let fault = Fault::Text(format!("board {row}: {text}"));
        Wrong { row, fault }
    }

    /// Work that the flag stopped at this row.
    pub(crate) const fn stopped(row: usize) -> Wrong {
        let fault = Fault::Stopped;
        Wrong { row, fault }
    }

    fn error(self, py: Python<'_>) -> PyErr {
        match self.fault {
            Fault::Text(text) => value_error(text),
            Fault::Unsolvable => unsolvable(py, Some(self.row)),
            Fault::OutOfReach { lower_bound } => Limit {
                reason: "search",
                lower_bound: Some(lower_bound.into()),
                ..Limit::default()
            }
            .error(
                py,
                &format!(
                    "board {}: no shortest solution was found: at least {lower_bound} moves are needed",
                    self.row
                ),
            ),
            Fault::Stopped => value_error("stopped"),
        }
    }
}

/// How blocks are worked on.
pub(crate) struct Crew<'py> {
    pub(crate) threads: usize,
    /// Called with the number of rows that are done.
    pub(crate) progress: Option<Bound<'py, PyAny>>,
    /// Whether a block may take longer than signals may wait. The calling thread only watches then.
    pub(crate) is_slow: bool,
}

/// Blocks that are left, and what has been found wrong.
struct Shared<I> {
    blocks: Mutex<I>,
    wrong: Mutex<Option<Wrong>>,
    done: AtomicUsize,
    flag: Flag,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<I: Iterator<Item: Send> + Send> Shared<I> {
    fn next(&self) -> Option<I::Item> {
        if self.flag.is_raised() {
            return None;
        }
        locked(&self.blocks).next()
    }

    /// Works on one block; the first wrong row is kept.
    fn take(&self, block: I::Item, work: &impl Fn(I::Item, &Flag) -> Result<usize, Wrong>) {
        match work(block, &self.flag) {
            Ok(rows) => {
                self.done.fetch_add(rows, Ordering::Relaxed);
            }
            Err(found) => {
                self.flag.raise();
                let mut wrong = locked(&self.wrong);
                let is_first =
                    |known: &Wrong| matches!(known.fault, Fault::Stopped) || found.row < known.row;
                if !matches!(found.fault, Fault::Stopped) && wrong.as_ref().is_none_or(is_first) {
                    *wrong = Some(found);
                }
            }
        }
    }

    fn take_all(&self, work: &impl Fn(I::Item, &Flag) -> Result<usize, Wrong>) {
        while let Some(block) = self.next() {
            self.take(block, work);
        }
    }

    /// The same on the calling thread, which looks for signals between blocks.
    fn take_all_watched(
        &self,
        work: &impl Fn(I::Item, &Flag) -> Result<usize, Wrong>,
        watcher: &mut Watcher<'_>,
    ) -> PyResult<()> {
        while let Some(block) = self.next() {
            self.take(block, work);
            watcher.look()?;
        }
        Ok(())
    }
}

impl Crew<'_> {
    /// Works on all blocks; `work` returns how many rows it has done.
    pub(crate) fn run<I, W>(&self, py: Python<'_>, blocks: I, work: W) -> PyResult<()>
    where
        I: Iterator<Item: Send> + Send,
        W: Fn(I::Item, &Flag) -> Result<usize, Wrong> + Sync,
    {
        let shared = Shared {
            blocks: Mutex::new(blocks),
            wrong: Mutex::new(None),
            done: AtomicUsize::new(0),
            flag: Flag::default(),
        };
        let progress = self
            .progress
            .as_ref()
            .map(|progress| progress.clone().unbind());
        let others = if self.is_slow {
            self.threads
        } else {
            self.threads - 1
        };
        let is_slow = self.is_slow;
        let watched = py.detach(|| {
            if others == 0 {
                let mut watch = Watcher::new(progress.as_ref(), &shared.done);
                shared.take_all_watched(&work, &mut watch)?;
                return watch.tell();
            }
            let workers = Workers::new(others);
            thread::scope(|scope| {
                let (shared, work, workers) = (&shared, &work, &workers);
                for _ in 0..others {
                    scope.spawn(move || workers.run(|| shared.take_all(work)));
                }
                let mut watch = Watcher::new(progress.as_ref(), &shared.done);
                let mut watched = Ok(());
                if !is_slow {
                    watched = shared.take_all_watched(work, &mut watch);
                }
                while watched.is_ok() && workers.are_running() {
                    thread::park_timeout(LOOK);
                    watched = watch.look();
                }
                shared.flag.raise();
                watched.and_then(|()| watch.tell())
            })
        });
        watched?;
        let wrong = locked(&shared.wrong).take();
        wrong.map_or(Ok(()), |wrong| Err(wrong.error(py)))
    }
}
