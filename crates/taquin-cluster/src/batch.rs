//! A task per line of text, with the results in the order of the lines.
//!
//! Lines are read when they are needed, and only some thousand lines after the first unfinished one are started, which limits
//! the memory.

use crate::journal::Journal;
use crate::scheduler::{Task, TaskSource, run_tasks};
use crate::workers::Workers;
use crate::{JobEnd, agree};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The lines that may be started from the first unfinished one on.
const WINDOW: u64 = 4096;

/// The lines, or the error that ended them.
pub type Lines = Box<dyn Iterator<Item = Result<String, String>> + Send>;
/// Takes the results, each with the number of its line, counted from 0; may fail.
pub type OnResult = Box<dyn FnMut(u64, &str) -> Result<(), String> + Send>;
/// Processes a line; `None` if it was cancelled. The same in all processes.
pub type Work = dyn Fn(&str, &mut dyn FnMut() -> bool) -> Option<String> + Send + Sync;

/// The input and output of a batch, in the first process.
pub struct BatchSource {
    /// The input.
    pub lines: Lines,
    /// The output.
    pub on_result: OnResult,
    /// The journal, and the text that identifies the job. A job that continues returns all results again, from the first
    /// line on.
    pub journal: Option<(PathBuf, String)>,
}

/// How a batch ended.
#[derive(Debug)]
#[non_exhaustive]
pub struct BatchEnd {
    /// The same in all processes.
    pub end: JobEnd,
    /// The lines whose results were taken, in the first process.
    pub lines: u64,
    /// To be removed after all results have been stored.
    pub journal: Option<Journal>,
}

/// Processes all lines on all workers. The first process has the source. `stop` is called every few milliseconds.
pub fn run(
    workers: Workers,
    source: Option<BatchSource>,
    work: Arc<Work>,
    stop: Arc<dyn Fn() -> bool + Send + Sync>,
) -> Result<BatchEnd, String> {
    let threads = workers.threads;
    let source = Mutex::new(source);
    workers.run(move |worker| {
        let source = match worker.index() {
            0 => source.lock().ok().and_then(|mut source| source.take()),
            _ => None,
        };
        let queue = source.map(Queue::new).transpose();
        let mut queue = match agree(worker, threads, queue) {
            Ok(queue) => queue,
            Err(failure) => return BatchEnd::new(JobEnd::Refused(failure)),
        };
        let mut perform = |task: &Task, go_on: &mut dyn FnMut() -> bool| {
            let line = str::from_utf8(&task.content).map_err(|error| error.to_string())?;
            Ok(work(line, go_on).map(String::into_bytes))
        };
        let source = queue.as_mut().map(|queue| queue as _);
        let end = run_tasks(worker, source, &mut perform, &*stop);
        match queue {
            Some(queue) => queue.close(end),
            None => BatchEnd::new(end),
        }
    })
}

impl BatchEnd {
    fn new(end: JobEnd) -> BatchEnd {
        BatchEnd {
            end,
            lines: 0,
            journal: None,
        }
    }
}

/// The source of the tasks.
struct Queue {
    lines: Lines,
    is_read: bool,
    /// The number of the next line.
    next: u64,
    journal: Option<Journal>,
    results: Results,
}

/// Results that wait for earlier ones.
struct Results {
    on_result: OnResult,
    /// The first unfinished line.
    first: u64,
    waiting: BTreeMap<u64, String>,
    /// The error of the output.
    failure: Option<String>,
}

impl Results {
    /// Passes on all results that follow each other. An unexpected result is an error; an error of the output is stored in
    /// `failure`.
    fn put(&mut self, number: u64, result: Vec<u8>) -> Result<(), String> {
        let is_expected = (self.first..self.first + WINDOW).contains(&number);
        if !is_expected || self.waiting.contains_key(&number) {
            return Err(format!("unexpected result for line {}", number + 1));
        }
        let text = String::from_utf8(result).map_err(|_| "a result is not UTF-8")?;
        self.waiting.insert(number, text);
        while let Some(text) = self.waiting.remove(&self.first) {
            if self.failure.is_none() {
                self.failure = (self.on_result)(self.first, &text).err();
            }
            self.first += 1;
        }
        Ok(())
    }

    /// The error of the output so far.
    fn check(&self) -> Result<(), String> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    fn has(&self, number: u64) -> bool {
        number < self.first || self.waiting.contains_key(&number)
    }
}

impl Queue {
    fn new(source: BatchSource) -> Result<Queue, String> {
        let mut results = Results {
            on_result: source.on_result,
            first: 0,
            waiting: BTreeMap::new(),
            failure: None,
        };
        let journal = source.journal.map(|(path, job)| {
            Journal::open(&path, &job, &mut |number, result| {
                results.put(number, result)
            })
        });
        Ok(Queue {
            journal: journal.transpose().map_err(|error| error.to_string())?,
            lines: source.lines,
            is_read: false,
            next: 0,
            results,
        })
    }

    fn close(mut self, mut end: JobEnd) -> BatchEnd {
        if let Some(Err(error)) = self.journal.as_mut().map(Journal::sync)
            && !matches!(end, JobEnd::Failed(_))
        {
            end = JobEnd::Failed(error.to_string());
        }
        BatchEnd {
            end,
            lines: self.results.first,
            journal: self.journal,
        }
    }
}

impl TaskSource for Queue {
    fn next(&mut self) -> Result<Option<Task>, String> {
        self.results.check()?;
        while !self.is_read && self.next < self.results.first + WINDOW {
            let Some(line) = self.lines.next() else {
                self.is_read = true;
                break;
            };
            let (line, number) = (line?, self.next);
            self.next += 1;
            if !self.results.has(number) {
                let content = line.into_bytes();
                return Ok(Some(Task { number, content }));
            }
        }
        Ok(None)
    }

    fn done(&mut self, number: u64, result: Vec<u8>) -> Result<(), String> {
        if let Some(journal) = &mut self.journal {
            let added = journal.add(number, &result);
            added.map_err(|error| error.to_string())?;
        }
        self.results.put(number, result)?;
        self.results.check()
    }

    fn void_from(&self) -> u64 {
        u64::MAX
    }

    fn is_over(&self) -> bool {
        self.is_read && self.results.first >= self.next
    }
}
