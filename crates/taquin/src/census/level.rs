//! A level of single-tile moves for all boards of a share, and what the levels of both metrics have in common.

use super::plan::CensusPlan;
use super::turn::Own;
use crate::puzzle::{Cell, Move};
use crate::support::bits::{count_ones, unite};
use crate::support::parallel::Executor;

/// The words that a task writes, a multiple of 64.
const CHUNK: usize = 1 << 12;

/// What is read while a level is made.
pub(super) struct Level<'a> {
    pub(super) plan: &'a CensusPlan,
    pub(super) own: Own<'a>,
    /// The maps of the newest level's colour.
    pub(super) newest: &'a [u64],
    /// One bit per word of these maps, set if the word has boards of the newest level.
    pub(super) newest_marks: &'a [u64],
}

/// What is written while a level is made.
pub(super) struct Target<'a> {
    pub(super) maps: &'a mut [u64],
    /// One bit per word, set if the word has new boards; empty if they are not needed.
    pub(super) marks: &'a mut [u64],
}

/// A part of a map, and where it begins.
pub(super) struct Chunk<'a> {
    pub(super) first: usize,
    pub(super) words: &'a mut [u64],
    /// One bit per word, set if the word has new boards; empty if they are not needed.
    pub(super) marks: &'a mut [u64],
}

/// Divides a map and its marks into chunks.
pub(super) fn chunks<'a>(
    map: &'a mut [u64],
    marks: &'a mut [u64],
) -> impl Iterator<Item = Chunk<'a>> + Send {
    let mut marks = marks.chunks_mut(CHUNK / 64);
    let chunks = map.chunks_mut(CHUNK).enumerate();
    chunks.map(move |(chunk, words)| Chunk {
        first: chunk * CHUNK,
        words,
        marks: marks.next().unwrap_or_default(),
    })
}

/// The number of words that the marks of a map have.
pub(super) const fn marks_of(words: usize) -> usize {
    words.div_ceil(64)
}

impl Level<'_> {
    /// The number of words in a map.
    pub(super) const fn words(&self) -> usize {
        self.own.odd.len()
    }

    /// The map of a cell.
    pub(super) fn map<'m>(&self, maps: &'m [u64], cell: Cell) -> &'m [u64] {
        self.plan.map(maps, self.words(), cell)
    }

    /// The maps of these cells with their marks, in chunks.
    pub(super) fn tasks<'m>(
        &self,
        cells: &'m [Cell],
        target: Target<'m>,
    ) -> impl Iterator<Item = (Cell, Chunk<'m>)> + Send {
        let words = self.words();
        let mut marks = target.marks.chunks_mut(marks_of(words).max(1));
        let maps = cells.iter().zip(target.maps.chunks_mut(words.max(1)));
        maps.flat_map(move |(&cell, map)| {
            let chunks = chunks(map, marks.next().unwrap_or_default());
            chunks.map(move |chunk| (cell, chunk))
        })
    }

    /// One single-tile move: the next maps of these cells, all of one colour, from their old maps and those of their
    /// neighbours. Returns the number of new boards, unless it was stopped.
    pub(super) fn step(
        &self,
        cells: &[Cell],
        old: &[u64],
        target: Target<'_>,
        executor: &mut Executor<'_>,
    ) -> Option<u64> {
        executor.sum(self.tasks(cells, target), |(cell, chunk)| {
            let old = &self.map(old, cell)[chunk.first..][..chunk.words.len()];
            chunk.words.copy_from_slice(old);
            self.step_chunk(cell, chunk.first, chunk.words);
            count_new(chunk.words, old, chunk.marks)
        })
    }

    fn step_chunk(&self, cell: Cell, first: usize, chunk: &mut [u64]) {
        let shape = self.plan.frame.shape();
        for m in shape.moves(cell).iter() {
            let from = shape.source_unchecked(cell, m);
            let source = self.map(self.newest, from);
            if matches!(m, Move::Left | Move::Right) {
                unite(chunk, &source[first..][..chunk.len()]);
            } else {
                let turn = self.plan.turn(from, cell);
                turn.pull(&self.own, source, first, chunk);
            }
        }
    }
}

/// Counts the new boards and marks their words.
pub(super) fn count_new(now: &[u64], before: &[u64], marks: &mut [u64]) -> u64 {
    let new = now.iter().zip(before).map(|(now, before)| now & !before);
    if !marks.is_empty() {
        mark(new.clone(), marks);
    }
    count_ones(new)
}

/// Sets the marks of words that are not zero.
pub(super) fn mark(mut words: impl Iterator<Item = u64>, marks: &mut [u64]) {
    for mark in marks {
        let words = words.by_ref().take(64).enumerate();
        *mark |= words.fold(0, |all, (bit, word)| all | u64::from(word != 0) << bit);
    }
}
