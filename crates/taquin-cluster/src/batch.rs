//! Many lines of text, each with something to be done about it: results come in the order of the lines.
//!
//! Lines are read as they are dealt, and no more than some thousand are dealt before the first that is not done: so memory
//! is bounded, whatever there is to do.

use crate::agree;
use crate::crew::Crew;
use crate::deal::{Dealer, Task, deal};
use crate::journal::Journal;
use crate::levels::End;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Lines that are dealt ahead of the first that is not done.
const WINDOW: u64 = 4096;

/// Lines, or why there are no more.
pub type Lines = Box<dyn Iterator<Item = Result<String, String>> + Send>;
/// What takes results, each with the number of its line, from nought; it may fail.
pub type Take = Box<dyn FnMut(u64, &str) -> Result<(), String> + Send>;
/// What is done about a line; none if it was told not to go on. The same in all processes.
pub type Work = dyn Fn(&str, &mut dyn FnMut() -> bool) -> Option<String> + Send + Sync;

/// What the first process has.
pub struct Source {
    /// What is to be done.
    pub lines: Lines,
    /// Where results go.
    pub take: Take,
    /// Where to keep what is done, and the line of text that describes the job. Whoever goes on from it gets all results
    /// again, from the first on.
    pub journal: Option<(PathBuf, String)>,
}

/// How it ended.
#[derive(Debug)]
pub struct Batch {
    /// The same in all processes.
    pub end: End,
    /// Lines whose results were taken, in the first process.
    pub lines: u64,
    /// To be removed when all results are in safe hands.
    pub journal: Option<Journal>,
}

/// Has all workers do what is to be done about each line. The first process has the lines. `stop` is asked now and then.
pub fn run(
    crew: Crew,
    source: Option<Source>,
    work: Arc<Work>,
    stop: Arc<dyn Fn() -> bool + Send + Sync>,
) -> Result<Batch, String> {
    let threads = crew.threads;
    let source = Mutex::new(source);
    let batches = crew.run(move |worker| {
        let source = match worker.index() {
            0 => source.lock().ok().and_then(|mut source| source.take()),
            _ => None,
        };
        let queue = source.map(Queue::new).transpose();
        let mut queue = match agree(worker, threads, queue) {
            Ok(queue) => queue,
            Err(failure) => return Batch::new(End::Refused(failure)),
        };
        let mut perform = |task: &Task, go_on: &mut dyn FnMut() -> bool| {
            let line = str::from_utf8(&task.what).map_err(|error| error.to_string())?;
            Ok(work(line, go_on).map(String::into_bytes))
        };
        let dealer = queue.as_mut().map(|queue| queue as _);
        let end = deal(worker, dealer, &mut perform, &*stop);
        match queue {
            Some(queue) => queue.close(end),
            None => Batch::new(end),
        }
    })?;
    let first = batches.into_iter().next();
    first.ok_or_else(|| "no worker has worked".into())
}

impl Batch {
    fn new(end: End) -> Batch {
        Batch {
            end,
            lines: 0,
            journal: None,
        }
    }
}

/// Lines on their way.
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
    take: Take,
    /// The first line that is not done.
    first: u64,
    waiting: BTreeMap<u64, String>,
    /// Why a result could not be taken.
    failure: Option<String>,
}

impl Results {
    /// Takes what can be taken now. A result that makes no sense is an error; one that cannot be taken is kept as `failure`.
    fn put(&mut self, number: u64, result: Vec<u8>) -> Result<(), String> {
        let is_expected = (self.first..self.first + WINDOW).contains(&number);
        if !is_expected || self.waiting.contains_key(&number) {
            return Err(format!("line {} was not to be done now", number + 1));
        }
        let text = String::from_utf8(result).map_err(|_| "a result is no text")?;
        self.waiting.insert(number, text);
        while let Some(text) = self.waiting.remove(&self.first) {
            if self.failure.is_none() {
                self.failure = (self.take)(self.first, &text).err();
            }
            self.first += 1;
        }
        Ok(())
    }

    /// Whether all results could be taken so far.
    fn check(&self) -> Result<(), String> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    fn has(&self, number: u64) -> bool {
        number < self.first || self.waiting.contains_key(&number)
    }
}

impl Queue {
    fn new(source: Source) -> Result<Queue, String> {
        let mut results = Results {
            take: source.take,
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

    fn close(mut self, mut end: End) -> Batch {
        if let Some(Err(error)) = self.journal.as_mut().map(Journal::sync)
            && !matches!(end, End::Failed(_))
        {
            end = End::Failed(error.to_string());
        }
        Batch {
            end,
            lines: self.results.first,
            journal: self.journal,
        }
    }
}

impl Dealer for Queue {
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
                let what = line.into_bytes();
                return Ok(Some(Task { number, what }));
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
