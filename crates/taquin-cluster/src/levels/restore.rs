//! Which of the levels that were kept to go on from, who reads which file, and how words come to the shares that have them now.

use crate::channel::Partner;
use crate::checkpoints::{CheckpointError, Folder, Kept};
use crate::coding::Reader;
use crate::packet::Packet;
use std::collections::{BTreeMap, BTreeSet};
use taquin::pdb::LevelShare;

/// For each file that anybody has, who has it.
pub(super) type Holders = BTreeMap<Kept, Vec<usize>>;

/// Who has what, by what each worker has.
pub(super) fn holders(kept: Vec<Vec<Kept>>) -> Holders {
    let mut holders = Holders::new();
    for (worker, kept) in kept.into_iter().enumerate() {
        for file in kept {
            holders.entry(file).or_default().push(worker);
        }
    }
    holders
}

/// The greatest level that is complete, and the one before it, too.
pub(super) fn latest(holders: &Holders) -> Option<u32> {
    let levels: BTreeSet<u32> = holders.keys().map(|kept| kept.level).collect();
    let is_complete = |level: u32| level == 0 || !cut(holders, level).is_empty();
    let mut levels = levels.into_iter().filter(|&level| level > 0);
    levels.rfind(|&level| is_complete(level) && is_complete(level - 1))
}

/// The files of a level, all shares of one cut; none if there is no cut of which all are there.
fn cut(holders: &Holders, level: u32) -> Vec<(Kept, &[usize])> {
    let of_level = |share, shares| Kept {
        level,
        share,
        shares,
    };
    let all = of_level(0, 0)..=of_level(u32::MAX, u32::MAX);
    let mut cuts: BTreeMap<u32, Vec<(Kept, &[usize])>> = BTreeMap::new();
    for (&kept, who) in holders.range(all) {
        cuts.entry(kept.shares).or_default().push((kept, who));
    }
    let mut cuts = cuts.into_iter();
    let whole = cuts.find(|(shares, files)| files.len() == *shares as usize);
    whole.map_or_else(Vec::new, |(_, files)| files)
}

/// The files of a level that a worker should read. Of those who have a file it is another one for each share, so that a
/// common folder is read by all.
pub(super) fn assigned(holders: &Holders, level: u32, worker: usize) -> Vec<Kept> {
    let files = cut(holders, level).into_iter();
    let files = files.filter(|(file, who)| who[file.share as usize % who.len()] == worker);
    files.map(|(file, _)| file).collect()
}

/// Words that were kept.
pub(super) struct Restore<'a> {
    share: &'a mut dyn LevelShare,
    folder: &'a Folder,
    files: std::vec::IntoIter<Kept>,
    open: Option<(Kept, Reader)>,
    /// A block may belong to several shares.
    queue: Vec<(usize, Packet)>,
    level: u32,
    /// Of the level from which to go on.
    pub(super) counts: Vec<u64>,
    pub(super) failure: Option<String>,
}

impl<'a> Restore<'a> {
    /// What these files have, to go on from a level.
    pub(super) fn new(
        share: &'a mut dyn LevelShare,
        folder: &'a Folder,
        files: Vec<Kept>,
        level: u32,
    ) -> Restore<'a> {
        Restore {
            share,
            folder,
            files: files.into_iter(),
            open: None,
            queue: Vec::new(),
            level,
            counts: Vec::new(),
            failure: None,
        }
    }

    /// Reads until there is something to send, or nothing more.
    fn read(&mut self) -> Result<Option<(usize, Packet)>, String> {
        loop {
            if let Some(packet) = self.queue.pop() {
                return Ok(Some(packet));
            }
            let Some((kept, reader)) = &mut self.open else {
                let Some(kept) = self.files.next() else {
                    return Ok(None);
                };
                let (head, reader) = self.folder.read(kept).map_err(|e| e.to_string())?;
                if kept.level == self.level {
                    self.counts = head.counts;
                }
                self.open = Some((kept, reader));
                continue;
            };
            let damaged = |damage| CheckpointError::to_string(&self.folder.damaged(*kept, damage));
            match reader.block().map_err(damaged)? {
                None => self.open = None,
                Some((array, first, words)) => self.split(array, first, &words)?,
            }
        }
    }

    fn split(&mut self, array: u32, mut first: u64, mut words: &[u64]) -> Result<(), String> {
        while !words.is_empty() {
            let owner = self.share.owner(array, first);
            let (to, end) = owner.ok_or("a kept level has words that no share has")?;
            let length = (end - first).min(words.len() as u64) as usize;
            let (now, later) = words.split_at(length);
            let packet = [&[array.into(), first], now].concat();
            self.queue.push((to, Packet(packet)));
            (first, words) = (first + length as u64, later);
        }
        Ok(())
    }
}

impl Partner<Packet> for Restore<'_> {
    fn next(&mut self) -> Option<(usize, Packet)> {
        self.read().unwrap_or_else(|failure| {
            self.failure = Some(failure);
            None
        })
    }

    fn take(&mut self, _from: usize, packet: Packet) {
        if let [array, first, words @ ..] = &packet.0[..]
            && let Err(error) = self.share.restore(*array as u32, *first, words)
        {
            self.failure = Some(error.to_string());
        }
    }
}
