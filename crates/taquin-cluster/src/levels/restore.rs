//! Which of the levels that were kept to go on from, who reads which file, and how words come to the shares that have them now.

use super::Share;
use crate::channel::Partner;
use crate::coding::Reader;
use crate::keep::{Folder, KeepError, Kept};
use crate::packet::Packet;
use std::collections::BTreeSet;

/// The greatest level that is complete, and the one before it, too.
pub(super) fn latest(kept: &[Vec<Kept>]) -> Option<u32> {
    let is_complete = |level: u32| level == 0 || cut(kept, level).is_some();
    let levels: BTreeSet<u32> = kept.iter().flatten().map(|kept| kept.level).collect();
    let mut levels = levels.into_iter().filter(|&level| level > 0);
    levels.rfind(|&level| is_complete(level) && is_complete(level - 1))
}

/// Into how many shares a level was cut of which all are there.
fn cut(kept: &[Vec<Kept>], level: u32) -> Option<u32> {
    let of_level = || kept.iter().flatten().filter(|kept| kept.level == level);
    let is_there =
        |share, shares| of_level().any(|kept| (kept.share, kept.shares) == (share, shares));
    of_level()
        .map(|kept| kept.shares)
        .find(|&shares| (0..shares).all(|share| is_there(share, shares)))
}

/// The files of a level that a worker should read: those that nobody before it has.
pub(super) fn assigned(kept: &[Vec<Kept>], level: u32, worker: usize) -> Vec<Kept> {
    let Some(shares) = cut(kept, level) else {
        return Vec::new();
    };
    let files = (0..shares).map(|share| Kept {
        level,
        share,
        shares,
    });
    // Of those who have it, another one for each share, so that a common folder is read by all.
    let reader = |file: &Kept| {
        let having: Vec<usize> = (0..kept.len())
            .filter(|&w| kept[w].contains(file))
            .collect();
        having[file.share as usize % having.len()]
    };
    files.filter(|file| reader(file) == worker).collect()
}

/// Words that were kept.
pub(super) struct Restore<'a, S> {
    share: &'a mut S,
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

impl<'a, S: Share> Restore<'a, S> {
    /// What these files have, to go on from a level.
    pub(super) fn new(
        share: &'a mut S,
        folder: &'a Folder,
        files: Vec<Kept>,
        level: u32,
    ) -> Restore<'a, S> {
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
            let damaged = |damage| KeepError::to_string(&self.folder.damaged(*kept, damage));
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

impl<S: Share> Partner<Packet> for Restore<'_, S> {
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
            self.failure = Some(error);
        }
    }
}
