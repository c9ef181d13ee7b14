//! The boards of the newest level of a share.

use super::level::{mark, marks_of};
use super::share::{CensusShare, Stage};
use crate::puzzle::{Board, Cell};
use crate::support::bits::SetBits;

impl<M: AsRef<[u64]> + AsMut<[u64]>> CensusShare<M> {
    /// The boards of the newest level in this share, always in the same order. Empty if the level was restored from a
    /// checkpoint, and while the next level is made.
    pub fn newest(&self) -> impl Iterator<Item = Board> {
        let start = self.words().start;
        self.new_words().flat_map(move |(cell, words)| {
            let bits = words
                .enumerate()
                .flat_map(|(word, bits)| SetBits::of(bits).map(move |bit| (word, bit)));
            bits.map(move |(word, bit)| self.plan.board(cell, start + word, bit))
        })
    }

    /// For each cell of the newest level's colour, the words of the level.
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
