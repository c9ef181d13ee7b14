//! Walks a space level by level, each worker with a share of it.
//!
//! A level is: everybody makes what it can from its own share; packets go to the shares that need them; everybody counts what
//! is new; all add up. Then each keeps its share of the level, if there is a folder for it. Whoever cannot go on, or is told
//! to stop, says so before the next exchange, so that all stop at the same place.

mod restore;

use crate::Stopped;
use crate::channel::{Bell, Channel, Partner};
use crate::checkpoints::{Folder, Kept};
use crate::packet::Packet;
use restore::{Restore, assigned, holders, latest};
use std::sync::Arc;
use std::time::Instant;
use taquin::pdb::LevelShare;
use timely::worker::Worker;

/// How a walk goes.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The newest level.
    pub level: u32,
    /// What is in it.
    pub new: u64,
    /// What is in all levels so far, before this run included.
    pub met: u64,
    /// The same of this run alone.
    pub met_now: u64,
    /// What there is in all.
    pub total: u64,
    /// Bytes that went from process to process.
    pub bytes: u64,
    /// How long it has taken, this run alone.
    pub seconds: f64,
}

/// What a walk should know.
#[derive(Clone)]
pub struct Options {
    /// Where to keep levels.
    pub folder: Option<Folder>,
    /// Asked now and then, in each process.
    pub stop: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Told by the first worker after each level.
    pub tell: Arc<dyn Fn(&Progress) + Send + Sync>,
    /// Told by the first worker from which level the walk goes on; 0 if something is kept, but no level with all its shares.
    pub resumed: Arc<dyn Fn(u32) + Send + Sync>,
}

/// Why a walk came to an end.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum End {
    /// Everything was met.
    Complete,
    /// Somebody was told to stop.
    Stopped,
    /// What was kept is of no use.
    Refused(String),
    /// Somebody could not go on.
    Failed(String),
}

/// What a walk has found.
#[derive(Clone, Debug)]
pub struct Walk {
    /// How many are at each level.
    pub counts: Vec<u64>,
    /// Why it came to an end.
    pub end: End,
    /// Bytes that went from process to process.
    pub bytes: u64,
}

impl Walk {
    /// A walk that did not begin.
    pub fn failed(failure: String) -> Walk {
        Walk {
            counts: vec![1],
            end: End::Failed(failure),
            bytes: 0,
        }
    }
}

/// What workers tell each other.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
enum Word {
    /// The level, or the pass, is made.
    Ready,
    /// It was told to stop.
    Stopped,
    /// It cannot go on.
    Failed(String),
    /// New ones, bytes sent to other processes.
    Count(u64, u64),
    /// What it has kept.
    Kept(Vec<Kept>),
    /// The counts of the level it has read.
    Counts(Vec<u64>),
}

/// One worker on its way.
struct Walker<'a> {
    worker: &'a mut Worker,
    share: &'a mut dyn LevelShare,
    options: &'a Options,
    /// Workers of a process.
    threads: usize,
    packets: Channel<Packet>,
    words: Channel<Word>,
    bell: Bell,
    walk: Walk,
    /// Why this worker cannot go on.
    failure: Option<String>,
    sent: u64,
}

/// Walks through everything, or until somebody stops. All workers call it at the same time.
pub fn walk(
    worker: &mut Worker,
    threads: usize,
    share: &mut dyn LevelShare,
    options: &Options,
) -> Walk {
    let walker = Walker {
        packets: Channel::new(worker, "packets"),
        words: Channel::new(worker, "words"),
        bell: Bell::new(worker),
        worker,
        share,
        options,
        threads,
        walk: Walk {
            counts: vec![1],
            end: End::Complete,
            bytes: 0,
        },
        failure: None,
        sent: 0,
    };
    walker.run()
}

impl Walker<'_> {
    fn run(mut self) -> Walk {
        let begun = Instant::now();
        let met_before = match self.resume() {
            Ok(()) => self.walk.counts.iter().sum::<u64>(),
            Err(End::Failed(failure)) => {
                self.walk.end = End::Refused(failure);
                return self.walk;
            }
            Err(end) => return Walk { end, ..self.walk },
        };
        loop {
            let met: u64 = self.walk.counts.iter().sum();
            if met >= self.share.total() {
                return self.walk;
            }
            match self.level() {
                Ok(new) => {
                    self.walk.counts.push(new);
                    let progress = Progress {
                        level: self.level_number(),
                        new,
                        met: met + new,
                        met_now: met + new - met_before,
                        total: self.share.total(),
                        bytes: self.walk.bytes,
                        seconds: begun.elapsed().as_secs_f64(),
                    };
                    if self.worker.index() == 0 {
                        (self.options.tell)(&progress);
                    }
                    if new == 0 {
                        self.walk.end =
                            End::Failed("a level is empty, and not all were met".into());
                        return self.walk;
                    }
                    // A last level is made again sooner than kept; and whoever is done may remove what is kept.
                    if met + new < self.share.total() {
                        self.keep();
                    }
                }
                Err(end) => {
                    self.walk.end = end;
                    return self.walk;
                }
            }
        }
    }

    /// The number of the newest level.
    fn level_number(&self) -> u32 {
        self.walk.counts.len() as u32 - 1
    }

    /// The next level of all shares: how many are new.
    fn level(&mut self) -> Result<u64, End> {
        let new = loop {
            self.make()?;
            let mut trade = Trade {
                share: self.share,
                failure: None,
                own_process: self.worker.index() / self.threads,
                threads: self.threads,
                sent: 0,
            };
            self.packets.exchange(self.worker, &mut trade);
            let (failure, sent) = (trade.failure, trade.sent);
            self.failure = self.failure.take().or(failure);
            self.sent += sent;
            if let Some(new) = self.share.finish() {
                break new;
            }
        };
        let said = self.say(Word::Count(new, self.sent))?;
        let (mut new, mut sent) = (0, 0);
        for word in said {
            if let Word::Count(theirs, bytes) = word {
                new += theirs;
                sent += bytes;
            }
        }
        self.walk.bytes = sent;
        Ok(new)
    }

    /// Makes a pass of the level, and hears whether all have.
    fn make(&mut self) -> Result<(), End> {
        let Walker {
            worker,
            share,
            options,
            bell,
            ..
        } = self;
        let mut is_rung = |bell: &mut Bell| {
            if (options.stop)() {
                bell.ring(worker);
            }
            bell.listen(worker) == Err(Stopped)
        };
        let is_made =
            self.failure.is_none() && !is_rung(bell) && share.advance(&mut || is_rung(bell));
        let word = match is_made {
            true => Word::Ready,
            false => Word::Stopped,
        };
        self.say(word)?;
        // All have kept the level before this one.
        if let Some(folder) = &self.options.folder
            && self.worker.index().is_multiple_of(self.threads)
        {
            folder.forget_before(self.level_number().saturating_sub(1));
        }
        Ok(())
    }

    /// Says a word and hears everybody's, unless somebody stops.
    fn say(&mut self, word: Word) -> Result<Vec<Word>, End> {
        let word = match &self.failure {
            Some(failure) => Word::Failed(failure.clone()),
            None => word,
        };
        let said = self.words.gather(self.worker, word);
        let failed = said
            .iter()
            .enumerate()
            .find_map(|(worker, word)| match word {
                Word::Failed(failure) => {
                    let process = worker / self.threads;
                    Some(End::Failed(format!("process {process}: {failure}")))
                }
                _ => None,
            });
        let stopped = said.iter().any(|word| matches!(word, Word::Stopped));
        match failed.or(stopped.then_some(End::Stopped)) {
            Some(end) => Err(end),
            None => Ok(said),
        }
    }

    /// Keeps the newest level.
    fn keep(&mut self) {
        let Some(folder) = &self.options.folder else {
            return;
        };
        let kept = self.own(self.level_number());
        if let Err(error) = folder.write(kept, &self.walk.counts, self.share.sections()) {
            self.failure = Some(format!("the level cannot be kept: {error}"));
        }
    }

    fn own(&self, level: u32) -> Kept {
        Kept {
            level,
            share: self.worker.index() as u32,
            shares: self.worker.peers() as u32,
        }
    }

    /// Goes on from the latest complete level, if any is kept.
    fn resume(&mut self) -> Result<(), End> {
        let Some(folder) = self.options.folder.clone() else {
            return Ok(());
        };
        // One worker of a process speaks for its folder.
        let own = match self.worker.index() % self.threads {
            0 => folder.kept().unwrap_or_else(|error| {
                self.failure = Some(error.to_string());
                Vec::new()
            }),
            _ => Vec::new(),
        };
        let said = self.say(Word::Kept(own))?;
        let kept = said.into_iter().map(|word| match word {
            Word::Kept(kept) => kept,
            _ => Vec::new(),
        });
        let holders = holders(kept.collect());
        let Some(level) = latest(&holders) else {
            if self.worker.index() == 0 && !holders.is_empty() {
                (self.options.resumed)(0);
            }
            return Ok(());
        };
        let mut own = Vec::new();
        for level in level.saturating_sub(1).max(1)..=level {
            own.extend(assigned(&holders, level, self.worker.index()));
        }
        self.read(&folder, own, level)?;
        self.share.resume(level);
        if self.worker.index() == 0 {
            (self.options.resumed)(level);
        }
        Ok(())
    }

    /// Reads these files, and sends what is in them to whose it is.
    fn read(&mut self, folder: &Folder, own: Vec<Kept>, level: u32) -> Result<(), End> {
        let mut restore = Restore::new(self.share, folder, own, level);
        self.packets.exchange(self.worker, &mut restore);
        let (failure, counts) = (restore.failure, restore.counts);
        self.failure = failure;
        let said = self.say(Word::Counts(counts))?;
        let mut counts = said.into_iter().filter_map(|word| match word {
            Word::Counts(counts) if !counts.is_empty() => Some(counts),
            _ => None,
        });
        self.walk.counts = counts.next().expect("somebody has read the level");
        Ok(())
    }
}

/// Packets of a level.
struct Trade<'a> {
    share: &'a mut dyn LevelShare,
    failure: Option<String>,
    own_process: usize,
    threads: usize,
    sent: u64,
}

impl Partner<Packet> for Trade<'_> {
    fn next(&mut self) -> Option<(usize, Packet)> {
        let (to, words) = self.share.packet()?;
        if to / self.threads != self.own_process {
            self.sent += 8 * words.len() as u64;
        }
        Some((to, Packet(words)))
    }

    fn take(&mut self, from: usize, packet: Packet) {
        if let Err(error) = self.share.receive(&packet.0) {
            self.failure = Some(format!("a packet of worker {from}: {error}"));
        }
    }
}
