//! Who deals the subtrees out, round after round.

use super::{Finding, Job, LOW, Options, Progress, Solve};
use crate::deal::{Dealer, Task};
use crate::journal::Journal;
use crate::levels::End;
use std::cell::Cell;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use taquin::Move;
use taquin::pdb::engine::{Round, RoundTasks, Subtrees};
use taquin::search::{Ended, Outcome, Stats};

/// Between two words about how the search goes.
const TELL: Duration = Duration::from_secs(1);
/// In the place of a task's number, a record of how its round was cut.
const CUT: u32 = u32::MAX;

/// All rounds, one at a time.
pub(super) struct Rounds<'a> {
    job: &'a Job,
    subtrees: &'a Subtrees<'a>,
    options: &'a Options,
    /// No solution is shorter. The low rounds, which are a task, set it, too.
    bound: &'a Cell<u32>,
    journal: Option<Journal>,
    /// What the journal has of rounds that have not begun.
    kept: HashMap<u64, Vec<u8>>,
    has_dealt_low: bool,
    /// Of rounds that are over.
    stats: Stats,
    round: Option<Current>,
    ended: Option<Ended<Move>>,
    void_from: u64,
    generated_before: u64,
    begun: Instant,
    told: Instant,
}

/// The round of which tasks are dealt.
struct Current {
    bound: u32,
    cut: RoundTasks,
    done: Vec<Option<Stats>>,
    /// The next task to be looked at.
    next: usize,
    /// How many are done, and how many of the first ones.
    count: usize,
    first_open: usize,
    /// The first task with a solution.
    found: Option<(usize, Vec<Move>)>,
    /// Boards made in it.
    generated: u64,
}

fn number(bound: u32, task: u32) -> u64 {
    u64::from(bound) << 32 | u64::from(task)
}

impl<'a> Rounds<'a> {
    pub(super) fn new(
        job: &'a Job,
        subtrees: &'a Subtrees<'a>,
        bound: &'a Cell<u32>,
        options: &'a Options,
    ) -> Result<Rounds<'a>, String> {
        let mut kept = HashMap::new();
        let journal = options.journal.as_ref().map(|(path, job)| {
            Journal::open(path, job, &mut |number, result| {
                kept.insert(number, result);
                Ok(())
            })
        });
        let journal = journal.transpose().map_err(|error| error.to_string())?;
        let now = Instant::now();
        let mut rounds = Rounds {
            job,
            subtrees,
            options,
            bound,
            journal,
            kept,
            has_dealt_low: false,
            stats: Stats::default(),
            round: None,
            ended: None,
            void_from: u64::MAX,
            generated_before: 0,
            begun: now,
            told: now,
        };
        if let Some(low) = rounds.kept.remove(&LOW) {
            rounds.has_dealt_low = true;
            rounds.note(LOW, &low)?;
        }
        rounds.generated_before = rounds.generated();
        Ok(rounds)
    }

    fn generated(&self) -> u64 {
        let now = self.round.as_ref().map_or(0, |round| round.generated);
        self.stats.generated + now
    }

    /// What became of a task. All that follows from it is done, too.
    fn note(&mut self, number: u64, result: &[u8]) -> Result<(), String> {
        let finding = Finding::read(result).ok_or("a result makes no sense")?;
        match (finding, &mut self.round) {
            (Finding::Next(stats, bound), None) => {
                self.stats = stats;
                self.begin(bound)
            }
            (Finding::Found(stats, moves), None) => {
                self.stats = stats;
                self.ended = Some(Ended::Found(moves));
                Ok(())
            }
            (Finding::Exhausted(stats), Some(round)) => {
                round.note(number, stats, None)?;
                self.finish()
            }
            (Finding::Found(stats, moves), Some(round)) => {
                let task = round.note(number, stats, Some(moves))?;
                self.void_from = self
                    .void_from
                    .min(super::rounds::number(round.bound, task) + 1);
                self.finish()
            }
            _ => Err("a result is that of another task".into()),
        }
    }

    /// Begins the round of a bound, or the next one of which there is something to deal.
    fn begin(&mut self, from: u32) -> Result<(), String> {
        let Some(bound) = self.subtrees.bounds(from, self.job.max_length).next() else {
            self.ended = Some(Ended::Exhausted);
            return Ok(());
        };
        self.bound.set(bound);
        let cut = match self.subtrees.round(bound) {
            Round::Tasks(cut) => cut,
            Round::Found(moves) => {
                self.ended = Some(Ended::Found(moves));
                return Ok(());
            }
        };
        self.agree_on(bound, &cut)?;
        let tasks = cut.tasks.len();
        self.round = Some(Current {
            bound,
            generated: cut.stats.generated,
            done: vec![None; tasks],
            cut,
            next: 0,
            count: 0,
            first_open: 0,
            found: None,
        });
        for task in 0..tasks as u32 {
            if let Some(result) = self.kept.remove(&number(bound, task)) {
                self.note(number(bound, task), &result)?;
            }
            // The last one may have been what was missing.
            if self.bound.get() != bound || self.ended.is_some() {
                return Ok(());
            }
        }
        self.finish()
    }

    /// Tasks of a round that was cut otherwise must not be mixed with those of this one.
    fn agree_on(&mut self, bound: u32, cut: &RoundTasks) -> Result<(), String> {
        let number = number(bound, CUT);
        let ours = format!("cut {} {:016x}", cut.tasks.len(), cut.fingerprint).into_bytes();
        match self.kept.remove(&number) {
            Some(theirs) if theirs != ours => {
                Err("the journal is of other tables: remove it to begin anew".into())
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

    /// Goes on to the next round if this one is over.
    fn finish(&mut self) -> Result<(), String> {
        let Some(round) = &self.round else {
            return Ok(());
        };
        // What was done after the first solution is as it happened, and does not count.
        let last = round.found.as_ref().map(|(task, _)| *task + 1);
        let last = last.unwrap_or(round.done.len());
        if round.first_open < last {
            return Ok(());
        }
        let Some(round) = self.round.take() else {
            return Ok(());
        };
        let done = round.done[..last].iter().flatten();
        let done = done.fold(round.cut.stats, |sum, stats| sum.followed_by(stats));
        self.stats = self.stats.followed_by(&done);
        match round.found {
            None => self.begin(round.bound + 2),
            Some((_, moves)) => {
                self.ended = Some(Ended::Found(moves));
                Ok(())
            }
        }
    }

    fn tell(&mut self) {
        let Some(round) = &self.round else {
            return;
        };
        if self.told.elapsed() >= TELL {
            self.told = Instant::now();
            (self.options.tell)(&Progress {
                bound: round.bound,
                done: round.count,
                tasks: round.done.len(),
                generated: self.generated(),
                generated_now: self.generated() - self.generated_before,
                seconds: self.begun.elapsed().as_secs_f64(),
            });
        }
    }

    /// The end of it all.
    pub(super) fn close(mut self, mut end: End) -> Solve {
        if let Some(Err(error)) = self.journal.as_mut().map(Journal::sync)
            && !matches!(end, End::Failed(_))
        {
            end = End::Failed(error.to_string());
        }
        let generated = self.generated();
        let ended = self.ended.unwrap_or(Ended::Stopped {
            at_least: self.bound.get(),
        });
        if let Ended::Found(moves) = &ended
            && let Err(error) = self.job.problem.certify(moves.clone())
        {
            end = End::Failed(format!("what was found is no solution: {error}"));
        }
        let mut stats = self.stats;
        stats.generated = generated;
        Solve {
            outcome: Some(Outcome::new(ended, stats)),
            bound: self.bound.get(),
            end,
            journal: self.journal,
        }
    }
}

impl Current {
    /// Notes that a task is done; gives its number in the round.
    fn note(&mut self, number: u64, stats: Stats, found: Option<Vec<Move>>) -> Result<u32, String> {
        let task = number as u32;
        let place = self.done.get_mut(task as usize);
        let place = place.filter(|done| number >> 32 == u64::from(self.bound) && done.is_none());
        *place.ok_or("a result is that of another task")? = Some(stats);
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

impl Dealer for Rounds<'_> {
    fn next(&mut self) -> Result<Option<Task>, String> {
        if !std::mem::replace(&mut self.has_dealt_low, true) {
            let what = Vec::new();
            return Ok(Some(Task { number: LOW, what }));
        }
        let Some(round) = &mut self.round else {
            return Ok(None);
        };
        let end = round
            .found
            .as_ref()
            .map_or(round.done.len(), |(task, _)| *task);
        let Some(task) = (round.next..end).find(|&task| round.done[task].is_none()) else {
            return Ok(None);
        };
        round.next = task + 1;
        Ok(Some(Task {
            number: number(round.bound, task as u32),
            what: round.cut.tasks[task].clone(),
        }))
    }

    fn done(&mut self, number: u64, result: Vec<u8>) -> Result<(), String> {
        self.write(number, &result)?;
        self.note(number, &result)?;
        self.tell();
        Ok(())
    }

    fn void_from(&self) -> u64 {
        self.void_from
    }

    fn is_over(&self) -> bool {
        self.ended.is_some()
    }
}
