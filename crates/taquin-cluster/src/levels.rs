//! Explores a space level by level, one share per worker.
//!
//! For each level, every worker makes what it can from its own share, sends packets to the shares that need them, counts
//! what is new, and all add up. Then every worker writes its share of the level to the checkpoint, if there is one. A worker
//! that cannot continue, or is asked to stop, announces it before the next exchange, so that all stop at the same place.

mod restore;

use crate::channel::{Channel, Endpoint, StopSignal};
use crate::checkpoints::{CheckpointDir, LevelFile};
use crate::packet::Packet;
use crate::{JobEnd, Stopped};
use restore::{Holders, Restore, assigned, holders, latest};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use taquin::pdb::LevelShare;
use taquin_app::exit::say;
use timely::worker::Worker;

/// The progress of an exploration.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LevelProgress {
    /// The newest level.
    pub level: u32,
    /// The states in it.
    pub new: u64,
    /// The states in all levels so far, including those of earlier runs.
    pub reached: u64,
    /// The states reached in this run.
    pub reached_now: u64,
    /// All states.
    pub total: u64,
    /// The bytes sent between processes.
    pub bytes: u64,
    /// The duration of this run.
    pub seconds: f64,
}

/// Checkpoints, progress and stopping.
#[derive(Clone)]
pub struct LevelOptions {
    /// Where to write finished levels.
    pub checkpoint: Option<CheckpointDir>,
    /// Called about every millisecond, in each process.
    pub stop: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Called by the first worker after each level.
    pub on_level: Arc<dyn Fn(&LevelProgress) + Send + Sync>,
    /// Called by the first worker with the level from which the exploration continues; 0 if there are files of a checkpoint,
    /// but no level with all its shares.
    pub on_resume: Arc<dyn Fn(u32) + Send + Sync>,
}

/// The result of an exploration.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exploration {
    /// The number of states in each level.
    pub counts: Vec<u64>,
    /// Why it ended.
    pub end: JobEnd,
    /// The bytes sent between processes.
    pub bytes: u64,
}

impl Exploration {
    fn new() -> Exploration {
        Exploration {
            counts: vec![1],
            end: JobEnd::Complete,
            bytes: 0,
        }
    }

    /// An exploration that could not begin.
    pub fn failed(failure: String) -> Exploration {
        Exploration {
            end: JobEnd::Failed(failure),
            ..Exploration::new()
        }
    }

    /// An exploration whose maps could not be made: in memory, or in files of a scratch directory.
    pub fn without_maps(failure: String, scratch: Option<&Path>) -> Exploration {
        Exploration {
            end: match scratch {
                Some(_) => JobEnd::Failed(failure),
                None => JobEnd::NoMemory(failure),
            },
            ..Exploration::new()
        }
    }

    fn reached(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// The messages between workers.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
enum Status {
    /// The level, or the pass, is made.
    Ready,
    /// The worker was asked to stop.
    Stopped,
    /// The worker cannot continue.
    Failed(String),
    /// New states, and bytes sent to other processes.
    Count(u64, u64),
    /// The files of the checkpoint that the worker can read.
    Files(Vec<LevelFile>),
    /// The counts of the level that the worker has read.
    Counts(Vec<u64>),
}

/// One worker.
struct Explorer<'a> {
    worker: &'a mut Worker,
    share: &'a mut dyn LevelShare,
    options: &'a LevelOptions,
    /// The workers of a process.
    threads: usize,
    packets: Channel<Packet>,
    status: Channel<Status>,
    stop_signal: StopSignal,
    exploration: Exploration,
    /// Why this worker cannot continue.
    failure: Option<String>,
    sent: u64,
}

/// Explores the whole space, or until a worker stops. All workers call it at the same time.
pub fn explore(
    worker: &mut Worker,
    threads: usize,
    share: &mut dyn LevelShare,
    options: &LevelOptions,
) -> Exploration {
    let explorer = Explorer {
        packets: Channel::new(worker, "packets"),
        status: Channel::new(worker, "status"),
        stop_signal: StopSignal::new(worker),
        worker,
        share,
        options,
        threads,
        exploration: Exploration::new(),
        failure: None,
        sent: 0,
    };
    explorer.run()
}

impl Explorer<'_> {
    fn run(mut self) -> Exploration {
        self.exploration.end = match self.resume() {
            Ok(()) => match self.levels() {
                Ok(()) => JobEnd::Complete,
                Err(end) => end,
            },
            Err(JobEnd::Failed(failure)) => JobEnd::Refused(failure),
            Err(end) => end,
        };
        self.exploration
    }

    /// Makes all levels.
    fn levels(&mut self) -> Result<(), JobEnd> {
        let (begun, total) = (Instant::now(), self.share.total());
        let reached_before = self.exploration.reached();
        while self.exploration.reached() < total {
            let new = self.level()?;
            self.exploration.counts.push(new);
            let reached = self.exploration.reached();
            if self.worker.index() == 0 {
                (self.options.on_level)(&LevelProgress {
                    level: self.level_number(),
                    new,
                    reached,
                    reached_now: reached - reached_before,
                    total,
                    bytes: self.exploration.bytes,
                    seconds: begun.elapsed().as_secs_f64(),
                });
            }
            if new == 0 {
                let failure = "a level is empty before all states were reached";
                return Err(JobEnd::Failed(failure.into()));
            }
            // The last level is made again faster than it is written, and a process that is done may remove the files.
            if reached < total {
                self.write_checkpoint();
            }
        }
        Ok(())
    }

    /// The number of the newest level.
    fn level_number(&self) -> u32 {
        self.exploration.counts.len() as u32 - 1
    }

    /// Makes the next level of all shares. Returns the number of new states.
    fn level(&mut self) -> Result<u64, JobEnd> {
        let new = loop {
            self.make()?;
            let mut exchange = PacketExchange {
                share: self.share,
                failure: None,
                own_process: self.worker.index() / self.threads,
                threads: self.threads,
                sent: 0,
            };
            self.packets.exchange(self.worker, &mut exchange);
            let (failure, sent) = (exchange.failure, exchange.sent);
            self.failure = self.failure.take().or(failure);
            self.sent += sent;
            if let Some(new) = self.share.finish() {
                break new;
            }
        };
        let received = self.announce(Status::Count(new, self.sent))?;
        let (mut new, mut sent) = (0, 0);
        for status in received {
            if let Status::Count(theirs, bytes) = status {
                new += theirs;
                sent += bytes;
            }
        }
        self.exploration.bytes = sent;
        Ok(new)
    }

    /// Makes a pass of the level, and waits until all workers have.
    fn make(&mut self) -> Result<(), JobEnd> {
        let Explorer {
            worker,
            share,
            options,
            stop_signal,
            ..
        } = self;
        let mut is_stopped = |stop_signal: &mut StopSignal| {
            if (options.stop)() {
                stop_signal.request(worker);
            }
            stop_signal.check(worker) == Err(Stopped)
        };
        let is_made = self.failure.is_none()
            && !is_stopped(stop_signal)
            && share.advance(&mut || is_stopped(stop_signal));
        let status = if is_made {
            Status::Ready
        } else {
            Status::Stopped
        };
        self.announce(status)?;
        // All workers have written the level before this one.
        if let Some(checkpoint) = &self.options.checkpoint
            && self.worker.index().is_multiple_of(self.threads)
        {
            checkpoint.remove_before(self.level_number().saturating_sub(1));
        }
        Ok(())
    }

    /// Sends this worker's status to all. Returns the status of all workers, unless one of them has stopped or failed.
    fn announce(&mut self, status: Status) -> Result<Vec<Status>, JobEnd> {
        let status = match &self.failure {
            Some(failure) => Status::Failed(failure.clone()),
            None => status,
        };
        let received = self.status.gather(self.worker, status);
        let failed = received
            .iter()
            .enumerate()
            .find_map(|(worker, status)| match status {
                Status::Failed(failure) => {
                    let process = worker / self.threads;
                    Some(JobEnd::Failed(format!("process {process}: {failure}")))
                }
                _ => None,
            });
        let is_stopped = received
            .iter()
            .any(|status| matches!(status, Status::Stopped));
        match failed.or(is_stopped.then_some(JobEnd::Stopped)) {
            Some(end) => Err(end),
            None => Ok(received),
        }
    }

    /// Writes the newest level.
    fn write_checkpoint(&mut self) {
        let Some(checkpoint) = &self.options.checkpoint else {
            return;
        };
        let file = LevelFile {
            level: self.level_number(),
            share: self.worker.index() as u32,
            shares: self.worker.peers() as u32,
        };
        let written = checkpoint.write(file, &self.exploration.counts, self.share.sections());
        if let Err(error) = written {
            self.failure = Some(format!("cannot write the checkpoint: {error}"));
        }
    }

    /// Continues from the latest complete level of the checkpoint, if there is one.
    fn resume(&mut self) -> Result<(), JobEnd> {
        let Some(checkpoint) = self.options.checkpoint.clone() else {
            return Ok(());
        };
        // One worker of each process lists the directory.
        let own = match self.worker.index() % self.threads {
            0 => checkpoint.files().unwrap_or_else(|error| {
                self.failure = Some(error.to_string());
                Vec::new()
            }),
            _ => Vec::new(),
        };
        let mut holders = holders(self.gather_files(own)?);
        let is_begun = !holders.is_empty();
        let Some(level) = self.usable_level(&checkpoint, &mut holders)? else {
            if self.worker.index() == 0 && is_begun {
                (self.options.on_resume)(0);
            }
            return Ok(());
        };
        let mut own = Vec::new();
        for level in level.saturating_sub(1).max(1)..=level {
            own.extend(assigned(&holders, level, self.worker.index()));
        }
        self.read(&checkpoint, own, level)?;
        self.share.resume(level);
        if self.worker.index() == 0 {
            (self.options.on_resume)(level);
        }
        Ok(())
    }

    /// The files that all workers announce, by worker.
    fn gather_files(&mut self, own: Vec<LevelFile>) -> Result<Vec<Vec<LevelFile>>, JobEnd> {
        let received = self.announce(Status::Files(own))?;
        let files = received.into_iter().map(|status| match status {
            Status::Files(files) => files,
            _ => Vec::new(),
        });
        Ok(files.collect())
    }

    /// The latest level from which the exploration can continue; damaged files of levels before it are left out. A damaged
    /// file of the latest level itself is reported when it is read: its user may have a copy.
    fn usable_level(
        &mut self,
        checkpoint: &CheckpointDir,
        holders: &mut Holders,
    ) -> Result<Option<u32>, JobEnd> {
        while let Some(level) = latest(holders) {
            let mut damaged = assigned(holders, level - 1, self.worker.index());
            damaged.retain(|&file| {
                let problem = checkpoint.read(file).err();
                if let Some(error) = &problem {
                    say("taquin", format_args!("warning: {error}; it is not used"));
                }
                problem.is_some()
            });
            let damaged = self.gather_files(damaged)?.concat();
            if damaged.is_empty() {
                return Ok(Some(level));
            }
            damaged.iter().for_each(|file| drop(holders.remove(file)));
        }
        Ok(None)
    }

    /// Reads these files, and sends their words to the shares that have them now.
    fn read(
        &mut self,
        checkpoint: &CheckpointDir,
        own: Vec<LevelFile>,
        level: u32,
    ) -> Result<(), JobEnd> {
        let mut restore = Restore::new(self.share, checkpoint, own, level);
        self.packets.exchange(self.worker, &mut restore);
        let (failure, counts) = (restore.failure, restore.counts);
        self.failure = failure;
        let received = self.announce(Status::Counts(counts))?;
        let mut counts = received.into_iter().filter_map(|status| match status {
            Status::Counts(counts) if !counts.is_empty() => Some(counts),
            _ => None,
        });
        self.exploration.counts = counts.next().expect("a worker has read the level");
        Ok(())
    }
}

/// The exchange of the packets of a level.
struct PacketExchange<'a> {
    share: &'a mut dyn LevelShare,
    failure: Option<String>,
    own_process: usize,
    threads: usize,
    sent: u64,
}

impl Endpoint<Packet> for PacketExchange<'_> {
    fn next(&mut self) -> Option<(usize, Packet)> {
        let (to, words) = self.share.packet()?;
        if to / self.threads != self.own_process {
            self.sent += 8 * words.len() as u64;
        }
        Some((to, Packet(words)))
    }

    fn receive(&mut self, from: usize, packet: Packet) {
        if let Err(error) = self.share.receive(&packet.0) {
            self.failure = Some(format!("a packet of worker {from}: {error}"));
        }
    }
}
