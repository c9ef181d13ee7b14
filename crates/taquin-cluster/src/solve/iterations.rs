//! The source of the tasks: the subtrees of one iteration after another.

use super::{FIRST_ITERATIONS, SolveEnd, SolveJob, SolveOptions, SolveProgress, TaskResult};
use crate::JobEnd;
use crate::journal::Journal;
use crate::scheduler::{Task, TaskSource};
use std::cell::Cell;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use taquin::Move;
use taquin::pdb::engine::{Iteration, IterationTasks, Subtrees};
use taquin::search::{Ended, Outcome, Stats};

/// The time between two reports of the progress.
const REPORT: Duration = Duration::from_secs(1);
/// The number of the journal's record of how an iteration was divided, in place of a task's number.
const DIVISION: u32 = u32::MAX;

/// All iterations, one at a time.
pub(super) struct Iterations<'a> {
    job: &'a SolveJob,
    subtrees: &'a Subtrees<'a>,
    options: &'a SolveOptions,
    /// No solution is shorter. The task of the first iterations sets it, too.
    bound: &'a Cell<u32>,
    journal: Option<Journal>,
    /// Results in the journal for iterations that have not begun.
    recorded: HashMap<u64, Vec<u8>>,
    has_begun: bool,
    /// The work of finished iterations.
    stats: Stats,
    current: Option<Current>,
    ended: Option<Ended<Move>>,
    void_from: u64,
    generated_before: u64,
    begun: Instant,
    reported: Instant,
}

/// The current iteration.
struct Current {
    bound: u32,
    division: IterationTasks,
    done: Vec<Option<Stats>>,
    /// The next task to start.
    next: usize,
    /// The number of finished tasks, and the first unfinished one.
    count: usize,
    first_open: usize,
    /// The first task with a solution.
    found: Option<(usize, Vec<Move>)>,
    /// The boards generated in it.
    generated: u64,
}

fn number_of(bound: u32, task: u32) -> u64 {
    u64::from(bound) << 32 | u64::from(task)
}

impl<'a> Iterations<'a> {
    pub(super) fn new(
        job: &'a SolveJob,
        subtrees: &'a Subtrees<'a>,
        bound: &'a Cell<u32>,
        options: &'a SolveOptions,
    ) -> Result<Iterations<'a>, String> {
        let mut recorded = HashMap::new();
        let journal = options.journal.as_ref().map(|(path, job)| {
            Journal::open(path, job, &mut |number, result| {
                recorded.insert(number, result);
                Ok(())
            })
        });
        let journal = journal.transpose().map_err(|error| error.to_string())?;
        let now = Instant::now();
        let mut iterations = Iterations {
            job,
            subtrees,
            options,
            bound,
            journal,
            recorded,
            has_begun: false,
            stats: Stats::default(),
            current: None,
            ended: None,
            void_from: u64::MAX,
            generated_before: 0,
            begun: now,
            reported: now,
        };
        if let Some(low) = iterations.recorded.remove(&FIRST_ITERATIONS) {
            iterations.has_begun = true;
            iterations.add_result(FIRST_ITERATIONS, &low)?;
        }
        iterations.generated_before = iterations.generated();
        Ok(iterations)
    }

    fn generated(&self) -> u64 {
        let now = self.current.as_ref().map_or(0, |current| current.generated);
        self.stats.generated + now
    }

    /// Processes the result of a task.
    fn add_result(&mut self, number: u64, result: &[u8]) -> Result<(), String> {
        let result = TaskResult::read(result).ok_or("a result is not valid")?;
        match (result, &mut self.current) {
            (TaskResult::Next(stats, bound), None) => {
                self.stats = stats;
                self.begin(bound)
            }
            (TaskResult::Found(stats, moves), None) => {
                self.stats = stats;
                self.ended = Some(Ended::Found(moves));
                Ok(())
            }
            (TaskResult::Exhausted(stats), Some(current)) => {
                current.add_result(number, stats, None)?;
                self.finish()
            }
            (TaskResult::Found(stats, moves), Some(current)) => {
                let task = current.add_result(number, stats, Some(moves))?;
                self.void_from = self.void_from.min(number_of(current.bound, task) + 1);
                self.finish()
            }
            _ => Err("a result belongs to another task".into()),
        }
    }

    /// Begins the iteration with this bound, or the next one that has tasks.
    fn begin(&mut self, from: u32) -> Result<(), String> {
        let Some(bound) = self.subtrees.bounds(from, self.job.max_length).next() else {
            self.ended = Some(Ended::Exhausted);
            return Ok(());
        };
        self.bound.set(bound);
        let division = match self.subtrees.iteration(bound) {
            Iteration::Tasks(division) => division,
            Iteration::Found(moves) => {
                self.ended = Some(Ended::Found(moves));
                return Ok(());
            }
        };
        self.check_division(bound, &division)?;
        let tasks = division.tasks.len();
        self.current = Some(Current {
            bound,
            generated: division.stats.generated,
            done: vec![None; tasks],
            division,
            next: 0,
            count: 0,
            first_open: 0,
            found: None,
        });
        for task in 0..tasks as u32 {
            if let Some(result) = self.recorded.remove(&number_of(bound, task)) {
                self.add_result(number_of(bound, task), &result)?;
            }
            // The last result may have completed the iteration.
            if self.bound.get() != bound || self.ended.is_some() {
                return Ok(());
            }
        }
        self.finish()
    }

    /// Results of an iteration that was divided differently must not be combined with those of this one.
    fn check_division(&mut self, bound: u32, division: &IterationTasks) -> Result<(), String> {
        let number = number_of(bound, DIVISION);
        let ours =
            format!("cut {} {:016x}", division.tasks.len(), division.fingerprint).into_bytes();
        match self.recorded.remove(&number) {
            Some(theirs) if theirs != ours => {
                Err("the journal was written with other tables: remove it to start over".into())
            }
            Some(_) => Ok(()),
            None => self.write(number, &ours),
        }
    }

    fn write(&mut self, number: u64, result: &[u8]) -> Result<(), String> {
        let written = self
            .journal
            .as_mut()
            .map(|journal| journal.add(number, result));
        written
            .transpose()
            .map(drop)
            .map_err(|error| error.to_string())
    }

    /// Continues with the next iteration if this one is finished.
    fn finish(&mut self) -> Result<(), String> {
        let Some(current) = &self.current else {
            return Ok(());
        };
        // The work after the first solution depends on timing and does not count.
        let last = current.found.as_ref().map(|(task, _)| *task + 1);
        let last = last.unwrap_or(current.done.len());
        if current.first_open < last {
            return Ok(());
        }
        let Some(current) = self.current.take() else {
            return Ok(());
        };
        let done = current.done[..last].iter().flatten();
        let done = done.fold(current.division.stats, |sum, stats| sum.followed_by(stats));
        self.stats = self.stats.followed_by(&done);
        match current.found {
            None => self.begin(current.bound + 2),
            Some((_, moves)) => {
                self.ended = Some(Ended::Found(moves));
                Ok(())
            }
        }
    }

    fn report(&mut self) {
        let Some(current) = &self.current else {
            return;
        };
        if self.reported.elapsed() >= REPORT {
            self.reported = Instant::now();
            (self.options.on_progress)(&SolveProgress {
                bound: current.bound,
                done: current.count,
                tasks: current.done.len(),
                generated: self.generated(),
                generated_now: self.generated() - self.generated_before,
                seconds: self.begun.elapsed().as_secs_f64(),
            });
        }
    }

    /// Ends the search.
    pub(super) fn close(mut self, mut end: JobEnd) -> SolveEnd {
        if let Some(Err(error)) = self.journal.as_mut().map(Journal::sync)
            && !matches!(end, JobEnd::Failed(_))
        {
            end = JobEnd::Failed(error.to_string());
        }
        let generated = self.generated();
        let ended = self.ended.unwrap_or(Ended::Stopped {
            at_least: self.bound.get(),
        });
        if let Ended::Found(moves) = &ended
            && let Err(error) = self.job.problem.certify(moves.clone())
        {
            end = JobEnd::Failed(format!("the result is not a solution: {error}"));
        }
        let mut stats = self.stats;
        stats.generated = generated;
        SolveEnd {
            outcome: Some(Outcome::new(ended, stats)),
            bound: self.bound.get(),
            end,
            journal: self.journal,
        }
    }
}

impl Current {
    /// Records a finished task. Returns its number in the iteration.
    fn add_result(
        &mut self,
        number: u64,
        stats: Stats,
        found: Option<Vec<Move>>,
    ) -> Result<u32, String> {
        let task = number as u32;
        let place = self.done.get_mut(task as usize);
        let place = place.filter(|done| number >> 32 == u64::from(self.bound) && done.is_none());
        *place.ok_or("a result belongs to another task")? = Some(stats);
        self.generated += stats.generated;
        self.count += 1;
        while let Some(Some(_)) = self.done.get(self.first_open) {
            self.first_open += 1;
        }
        if let Some(moves) = found
            && self
                .found
                .as_ref()
                .is_none_or(|(first, _)| (task as usize) < *first)
        {
            self.found = Some((task as usize, moves));
        }
        Ok(task)
    }
}

impl TaskSource for Iterations<'_> {
    fn next(&mut self) -> Result<Option<Task>, String> {
        if !std::mem::replace(&mut self.has_begun, true) {
            return Ok(Some(Task {
                number: FIRST_ITERATIONS,
                content: Vec::new(),
            }));
        }
        let Some(current) = &mut self.current else {
            return Ok(None);
        };
        let end = current
            .found
            .as_ref()
            .map_or(current.done.len(), |(task, _)| *task);
        let Some(task) = (current.next..end).find(|&task| current.done[task].is_none()) else {
            return Ok(None);
        };
        current.next = task + 1;
        Ok(Some(Task {
            number: number_of(current.bound, task as u32),
            content: current.division.tasks[task].clone(),
        }))
    }

    fn done(&mut self, number: u64, result: Vec<u8>) -> Result<(), String> {
        self.write(number, &result)?;
        self.add_result(number, &result)?;
        self.report();
        Ok(())
    }

    fn void_from(&self) -> u64 {
        self.void_from
    }

    fn is_over(&self) -> bool {
        self.ended.is_some()
    }
}
