//! What a share is kept by, and what it is made of again: the maps of the newest two levels.

use super::level::{mark, marks_of};
use super::packets::PacketError;
use super::share::{CensusShare, Stage};
use crate::pdb::Section;
use crate::puzzle::{Board, Cell, Metric};
use crate::support::bits::{SetBits, unite};

impl<M: AsRef<[u64]> + AsMut<[u64]>> CensusShare<M> {
    /// What changed with the newest level. Together with what changed with the level before it is all that has to be kept:
    /// of every array the newest section.
    pub fn sections(&self) -> impl Iterator<Item = Section<'_>> {
        let maps = self.maps[self.current[self.colour]].as_ref();
        let (own, words) = (self.words(), self.odd.len());
        let cells = self.plan.cells[self.colour].iter();
        let sections = cells.map(move |&cell| Section {
            array: cell.index() as u32,
            first: own.start as u64,
            words: self.plan.map(maps, words, cell),
        });
        sections.filter(|section| !section.words.is_empty())
    }

    /// Puts back a section, or a part of one, that a share of any cut has kept; words of other shares are passed over.
    ///
    /// # Errors
    ///
    /// If it is not a section of such a census. Then nothing has been put back.
    pub fn restore(&mut self, array: u32, first: u64, words: &[u64]) -> Result<(), PacketError> {
        let shape = self.plan.frame.shape();
        let cell = shape.at(array as usize).ok_or(PacketError::Array(array))?;
        let all = self.plan.numbers.words() as u64;
        if first > all || words.len() as u64 > all - first {
            let words = words.len();
            return Err(PacketError::Place { first, words });
        }
        let (own, first) = (self.words(), first as usize);
        let start = first.max(own.start);
        let end = (first + words.len()).min(own.end);
        if start < end {
            let words = &words[start - first..end - first];
            self.check_bits(start as u64, words)?;
            let maps = self.maps[self.current[self.plan.colour(cell)]].as_mut();
            let map = &mut maps[self.plan.place(cell) * own.len()..][..own.len()];
            unite(&mut map[start - own.start..], words);
        }
        Ok(())
    }

    /// All has been put back into a new share; the newest level is this one.
    pub fn resume(&mut self, distance: u32) {
        let home = self.plan.colour(self.plan.frame.blank());
        self.colour = match self.plan.metric {
            Metric::SingleTile => (home + distance as usize) % 2,
            Metric::MultiTile => home,
        };
        self.distance = distance;
        self.stage = Stage::Bare;
        self.mark_all();
    }

    /// The boards of the newest level in this share, the same ones in the same order every time; none if the level was put
    /// back, or while the next is made.
    pub fn newest(&self) -> impl Iterator<Item = Board> {
        let start = self.words().start;
        self.new_words().flat_map(move |(cell, words)| {
            let bits = words
                .enumerate()
                .flat_map(|(word, bits)| SetBits::of(bits).map(move |bit| (word, bit)));
            bits.map(move |(word, bit)| self.plan.board(cell, start + word, bit))
        })
    }

    /// For each cell of the newest level's colour the words of the level.
    pub(super) fn new_words(&self) -> impl Iterator<Item = (Cell, impl Iterator<Item = u64>)> {
        let words = self.odd.len();
        let is_known = self.stage == Stage::Finished && words > 0;
        let cells = self.plan.cells[self.colour].iter();
        let now = self.maps[self.current[self.colour]].as_ref();
        let before = self.maps[self.spare].as_ref();
        cells.filter(move |_| is_known).map(move |&cell| {
            let now = self.plan.map(now, words, cell).iter();
            let before = self.plan.map(before, words, cell);
            let new = now.zip(before).map(|(now, before)| now & !before);
            (cell, new)
        })
    }

    /// Marks every word of the newest level's colour that has a board.
    pub(super) fn mark_all(&mut self) {
        let words = self.odd.len();
        if self.marks[0].is_empty() {
            return;
        }
        self.marks[0].fill(0);
        let maps = self.maps[self.current[self.colour]].as_ref();
        let marks = self.marks[0].chunks_mut(marks_of(words));
        for (map, marks) in maps.chunks(words).zip(marks) {
            mark(map.iter().copied(), marks);
        }
    }
}
