//! The rows and the columns of a board, and a lower bound on the moves across each.
//!
//! Only vertical moves take tiles from row to row, and only horizontal moves from column to column. So a bound on the
//! moves of one axis can be added to a bound on those of the other.

use super::moved;
use crate::puzzle::{Move, Shape};
use crate::space::Arrangement;

/// Rows, between which tiles move up and down; or columns, between which they move left and right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Rows,
    Columns,
}

/// All rows, or all columns, of a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    axis: Axis,
    rows: usize,
    cols: usize,
}

/// The axis along which `m` goes, as an index into [`Lines::both`].
#[inline(always)]
pub(super) const fn axis_of(m: Move) -> usize {
    match m {
        Move::Up | Move::Down => 0,
        Move::Left | Move::Right => 1,
    }
}

impl Lines {
    /// The rows and the columns.
    pub(super) fn both(shape: Shape) -> [Lines; 2] {
        [Axis::Rows, Axis::Columns].map(|axis| Lines {
            axis,
            rows: shape.rows() as usize,
            cols: shape.cols() as usize,
        })
    }

    /// The number of lines.
    pub(super) const fn count(&self) -> usize {
        match self.axis {
            Axis::Rows => self.rows,
            Axis::Columns => self.cols,
        }
    }

    /// The number of cells in each.
    pub(super) const fn length(&self) -> usize {
        match self.axis {
            Axis::Rows => self.cols,
            Axis::Columns => self.rows,
        }
    }

    /// The line of a cell.
    pub(super) const fn line(&self, cell: usize) -> usize {
        match self.axis {
            Axis::Rows => cell / self.cols,
            Axis::Columns => cell % self.cols,
        }
    }

    /// The place of a cell in its line.
    pub(super) const fn place(&self, cell: usize) -> usize {
        match self.axis {
            Axis::Rows => cell % self.cols,
            Axis::Columns => cell / self.cols,
        }
    }

    const fn cell(&self, line: usize, place: usize) -> usize {
        match self.axis {
            Axis::Rows => line * self.cols + place,
            Axis::Columns => place * self.cols + line,
        }
    }

    /// The distance of a cell from a line.
    pub(super) const fn distance(&self, cell: usize, line: usize) -> u32 {
        self.line(cell).abs_diff(line) as u32
    }

    /// A lower bound on the moves along this axis: the lines that each tile has to cross, and two for each tile that
    /// has to leave its own line and come back because others there must pass.
    pub(super) fn owed(&self, state: &impl Arrangement) -> u64 {
        let tiles = (0..self.rows * self.cols).filter(|&cell| cell != state.blank());
        let crossed = tiles.map(|cell| self.distance(cell, self.line(state.home_at(cell))));
        let conflicts = (0..self.count()).map(|line| self.conflicts(state, line));
        crossed.map(u64::from).sum::<u64>() + conflicts.map(u64::from).sum::<u64>()
    }

    /// [`Lines::owed`] after a move along this axis.
    ///
    /// Such a move takes a tile from one line to the next. A line counts only the tiles that belong in it, so only the
    /// conflicts of the tile's home line can change.
    pub(super) fn owed_after<State: Arrangement>(
        &self,
        owed: u32,
        from: &State,
        to: &State,
    ) -> u32 {
        let line = self.line(moved(from, to));
        let before = self.distance(to.blank(), line);
        let after = self.distance(from.blank(), line);
        let owed = owed + after - before;
        if before > 0 && after > 0 {
            return owed;
        }
        owed + self.conflicts(to, line) - self.conflicts(from, line)
    }

    /// Two moves for each tile that must leave this line.
    fn conflicts(&self, state: &impl Arrangement, line: usize) -> u32 {
        let cells = (0..self.length()).map(|place| self.cell(line, place));
        let tiles = cells.filter(|&cell| cell != state.blank());
        let homes = tiles.map(|cell| state.home_at(cell));
        let at_home = homes.filter(|&home| self.line(home) == line);
        2 * removals(at_home.map(|home| self.place(home)))
    }
}

/// The fewest items whose removal leaves the rest increasing: all but a longest increasing subsequence.
pub(super) fn removals(places: impl Iterator<Item = usize>) -> u32 {
    // For each k, the smallest place at which an increasing subsequence of k + 1 items can end (patience sorting).
    let most = places.size_hint().1.unwrap_or_default();
    let mut ends: Vec<usize> = Vec::with_capacity(most);
    let mut count = 0;
    for place in places {
        count += 1;
        let longer = ends.partition_point(|&end| end < place);
        match ends.get_mut(longer) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    count - ends.len() as u32
}
