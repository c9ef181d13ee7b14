//! Restores a checkpoint: which level to continue from, which worker reads which file, and which share gets which words.

use crate::channel::Endpoint;
use crate::checkpoints::{CheckpointDir, CheckpointError, LevelFile};
use crate::level_file::LevelReader;
use crate::packet::Packet;
use std::collections::{BTreeMap, BTreeSet};
use taquin::pdb::LevelShare;

/// For each file, the workers that can read it.
pub(super) type Holders = BTreeMap<LevelFile, Vec<usize>>;

/// The files, from what each worker can read.
pub(super) fn holders(files: Vec<Vec<LevelFile>>) -> Holders {
    let mut holders = Holders::new();
    for (worker, files) in files.into_iter().enumerate() {
        for file in files {
            holders.entry(file).or_default().push(worker);
        }
    }
    holders
}

/// The highest level that is complete and whose previous level is complete, too.
pub(super) fn latest(holders: &Holders) -> Option<u32> {
    let levels: BTreeSet<u32> = holders.keys().map(|file| file.level).collect();
    let is_complete = |level: u32| level == 0 || !division(holders, level).is_empty();
    let mut levels = levels.into_iter().filter(|&level| level > 0);
    levels.rfind(|&level| is_complete(level) && is_complete(level - 1))
}

/// The files of a level: all shares of one division; empty if no division is complete.
fn division(holders: &Holders, level: u32) -> Vec<(LevelFile, &[usize])> {
    let of_level = |share, shares| LevelFile {
        level,
        share,
        shares,
    };
    let all = of_level(0, 0)..=of_level(u32::MAX, u32::MAX);
    let mut divisions: BTreeMap<u32, Vec<(LevelFile, &[usize])>> = BTreeMap::new();
    for (&file, workers) in holders.range(all) {
        divisions
            .entry(file.shares)
            .or_default()
            .push((file, workers));
    }
    let mut divisions = divisions.into_iter();
    let complete = divisions.find(|(shares, files)| files.len() == *shares as usize);
    complete.map_or_else(Vec::new, |(_, files)| files)
}

/// The files of a level that a worker should read. Of the workers that can read a file, each share is read by another one,
/// so that all read a common directory.
pub(super) fn assigned(holders: &Holders, level: u32, worker: usize) -> Vec<LevelFile> {
    let files = division(holders, level).into_iter();
    let files =
        files.filter(|(file, workers)| workers[file.share as usize % workers.len()] == worker);
    files.map(|(file, _)| file).collect()
}

/// The exchange of the words of a checkpoint.
pub(super) struct Restore<'a> {
    share: &'a mut dyn LevelShare,
    checkpoint: &'a CheckpointDir,
    files: std::vec::IntoIter<LevelFile>,
    open: Option<(LevelFile, LevelReader)>,
    /// A block may belong to several shares.
    queue: Vec<(usize, Packet)>,
    level: u32,
    /// Of the level from which to continue.
    pub(super) counts: Vec<u64>,
    pub(super) failure: Option<String>,
}

impl<'a> Restore<'a> {
    /// The words of these files, to continue from a level.
    pub(super) fn new(
        share: &'a mut dyn LevelShare,
        checkpoint: &'a CheckpointDir,
        files: Vec<LevelFile>,
        level: u32,
    ) -> Restore<'a> {
        Restore {
            share,
            checkpoint,
            files: files.into_iter(),
            open: None,
            queue: Vec::new(),
            level,
            counts: Vec::new(),
            failure: None,
        }
    }

    /// Reads until there is something to send, or all files are read.
    fn read(&mut self) -> Result<Option<(usize, Packet)>, String> {
        loop {
            if let Some(packet) = self.queue.pop() {
                return Ok(Some(packet));
            }
            let Some((file, reader)) = &mut self.open else {
                let Some(file) = self.files.next() else {
                    return Ok(None);
                };
                let (head, reader) = self.checkpoint.read(file).map_err(|e| e.to_string())?;
                if file.level == self.level {
                    self.counts = head.counts;
                }
                self.open = Some((file, reader));
                continue;
            };
            let damaged =
                |error| CheckpointError::to_string(&self.checkpoint.damaged(*file, error));
            match reader.block().map_err(damaged)? {
                None => self.open = None,
                Some((array, first, words)) => self.split(array, first, &words)?,
            }
        }
    }

    fn split(&mut self, array: u32, mut first: u64, mut words: &[u64]) -> Result<(), String> {
        while !words.is_empty() {
            let owner = self.share.owner(array, first);
            let (to, end) = owner.ok_or("the checkpoint has words that belong to no share")?;
            let length = (end - first).min(words.len() as u64) as usize;
            let (now, later) = words.split_at(length);
            let packet = [&[array.into(), first], now].concat();
            self.queue.push((to, Packet(packet)));
            (first, words) = (first + length as u64, later);
        }
        Ok(())
    }
}

impl Endpoint<Packet> for Restore<'_> {
    fn next(&mut self) -> Option<(usize, Packet)> {
        self.read().unwrap_or_else(|failure| {
            self.failure = Some(failure);
            None
        })
    }

    fn receive(&mut self, _from: usize, packet: Packet) {
        if let [array, first, words @ ..] = &packet.0[..]
            && let Err(error) = self.share.restore(*array as u32, *first, words)
        {
            self.failure = Some(error.to_string());
        }
    }
}
