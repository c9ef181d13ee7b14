//! A level of multi-tile moves for all boards of a share.
//!
//! Horizontally it is one `or` of a whole row. Vertically boards are *carried* along a column, row by row, and added to the
//! map of every cell on the way. Only boards of the newest level are carried, because older ones have been carried
//! before. Where words leave for other shares, the next row must wait for theirs, so a level needs several *passes*.
//! They process the columns one after another, each downwards and upwards at the same time, so that only four maps are
//! carried at once.

use super::level::{Chunk, Level, Target, chunks, count_new, mark};
use super::plan::CensusPlan;
use crate::puzzle::Cell;
use crate::support::bits::{count_ones, unite};
use crate::support::parallel::Executor;

/// The direction in which boards are carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Down = 0,
    Up = 1,
}

impl Way {
    pub(super) const BOTH: [Way; 2] = [Way::Down, Way::Up];
}

/// One row downwards and one row upwards in one column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass(pub(super) usize);

impl Pass {
    /// The number of passes in a level.
    pub(super) const fn count(plan: &CensusPlan) -> usize {
        let shape = plan.frame.shape();
        if shape.is_line() {
            return 0;
        }
        (shape.cols() * (shape.rows() - 1)) as usize
    }

    /// The passes before it in its column.
    const fn steps(self, plan: &CensusPlan) -> usize {
        self.0 % (plan.frame.shape().rows() - 1) as usize
    }

    /// The cells from which and to which it carries boards.
    pub(super) fn cells(self, plan: &CensusPlan, way: Way) -> [Cell; 2] {
        let shape = plan.frame.shape();
        let col = (self.0 / (shape.rows() - 1) as usize) as u32;
        let steps = self.steps(plan) as u32;
        let rows = match way {
            Way::Down => [steps, steps + 1],
            Way::Up => [shape.rows() - 1 - steps, shape.rows() - 2 - steps],
        };
        rows.map(|row| {
            shape
                .cell(row, col)
                .expect("the rows and columns of a shape")
        })
    }

    /// Which of the four maps has the boards that are carried in this direction, and which receives them.
    pub(super) const fn carriers(self, plan: &CensusPlan, way: Way) -> [usize; 2] {
        let odd = self.steps(plan) % 2;
        [2 * way as usize + odd, 2 * way as usize + 1 - odd]
    }
}

impl Level<'_> {
    /// Moves along rows: the next maps of all cells. Returns the number of new boards, unless it was stopped.
    pub(super) fn along(&self, target: Target<'_>, executor: &mut Executor<'_>) -> Option<u64> {
        let shape = self.plan.frame.shape();
        let cells = &self.plan.cells[0];
        executor.sum(self.tasks(cells, target), |(cell, chunk)| {
            let part = chunk.first..chunk.first + chunk.words.len();
            let part = |cell| &self.map(self.newest, cell)[part.clone()];
            chunk.words.copy_from_slice(part(cell));
            let row = cells
                .iter()
                .filter(|&&other| shape.row(other) == shape.row(cell));
            row.for_each(|&other| unite(chunk.words, part(other)));
            count_new(chunk.words, part(cell), chunk.marks)
        })
    }

    /// Moves the carried boards by one row, as far as they stay in the share.
    pub(super) fn carry(
        &self,
        pass: Pass,
        carriers: &mut [u64],
        executor: &mut Executor<'_>,
    ) -> Option<()> {
        let mut maps: Vec<&mut [u64]> = carriers.chunks_mut(self.words().max(1)).collect();
        if maps.is_empty() {
            return Some(());
        }
        for way in Way::BOTH {
            let [from, to] = pass.cells(self.plan, way);
            let [carried, turned] = pass.carriers(self.plan, way);
            if pass.steps(self.plan) == 0 {
                maps[carried].fill(0);
                executor.sum(chunks(maps[carried], &mut []), |chunk| {
                    self.add_newest(from, chunk);
                    0
                })?;
            }
            let [carried, turned] = maps
                .get_disjoint_mut([carried, turned])
                .expect("two of four maps");
            let turn = self.plan.turn(from, to);
            executor.sum(chunks(turned, &mut []), |chunk| {
                chunk.words.fill(0);
                turn.pull(&self.own, carried, chunk.first, chunk.words);
                0
            })?;
        }
        Some(())
    }

    /// Adds the arrived boards to the maps of their cells, and adds the boards that start there to the carried ones.
    /// Returns the number of new boards.
    pub(super) fn arrive(
        &self,
        pass: Pass,
        carriers: &mut [u64],
        target: Target<'_>,
        executor: &mut Executor<'_>,
    ) -> Option<u64> {
        let mut maps: Vec<&mut [u64]> = carriers.chunks_mut(self.words().max(1)).collect();
        let mut new = 0;
        if maps.is_empty() {
            return Some(new);
        }
        for way in Way::BOTH {
            let [_, to] = pass.cells(self.plan, way);
            let [_, turned] = pass.carriers(self.plan, way);
            let place = self.plan.place(to);
            let map = &mut target.maps[place * self.words()..][..self.words()];
            let marks_of = target.marks.len() / self.plan.cells[0].len();
            let marks = &mut target.marks[place * marks_of..][..marks_of];
            let turned = chunks(maps[turned], &mut []);
            new += executor.sum(chunks(map, marks).zip(turned), |(here, turned)| {
                let new = add_arrived(turned.words, here);
                self.add_newest(to, turned);
                new
            })?;
        }
        Some(new)
    }

    /// Adds the words of a cell that have boards of the newest level.
    fn add_newest(&self, cell: Cell, chunk: Chunk<'_>) {
        let source = &self.map(self.newest, cell)[chunk.first..];
        let marks_of = self.newest_marks.len() / self.plan.cells[0].len();
        let marks = &self.newest_marks[self.plan.place(cell) * marks_of..][chunk.first / 64..];
        for ((words, source), mark) in chunk.words.chunks_mut(64).zip(source.chunks(64)).zip(marks)
        {
            for (bit, (word, source)) in words.iter_mut().zip(source).enumerate() {
                *word |= source & (mark >> bit & 1).wrapping_neg();
            }
        }
    }
}

/// Adds the arrived boards to a map. Returns the number of new boards.
fn add_arrived(arrived: &[u64], here: Chunk<'_>) -> u64 {
    let new = arrived.iter().zip(&*here.words);
    let new = new.map(|(arrived, word)| arrived & !word);
    mark(new.clone(), here.marks);
    let count = count_ones(new);
    unite(here.words, arrived);
    count
}
