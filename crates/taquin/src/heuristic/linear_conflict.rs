//! Linear conflict: Manhattan distance, and two moves for each tile that must get out of the way in its own line
//! (Hansson, Mayer & Yung, *Criticizing solutions to relaxed models yields powerful admissible heuristics*, 1992).
//!
//! Consider the tiles of a row that belong in that row. If they are in the wrong order, some must leave the row and
//! come back: two vertical moves that Manhattan distance does not count. The fewest that must leave are all but a
//! longest increasing subsequence. (Two moves for every *pair* in the wrong order would be too many: in 3 2 1 there are
//! three such pairs, but only two tiles have to leave.) The same holds for columns.
//!
//! **Admissible**, because tiles that never leave their row keep their order, so at least that many leave; each of
//! those makes at least two vertical moves more than Manhattan distance counts. Rows count vertical moves and columns
//! horizontal ones, so nothing is counted twice. **Consistent**: a vertical move changes only the conflicts of the row
//! where the moved tile belongs, by at most one tile, and then in the opposite direction to the distance; so the sum
//! changes by exactly one.
//!
//! Up to 6×6, a table has the conflicts of each line, and the memo has a code for each line: a move costs two lookups;
//! from scratch it visits every cell. On larger boards the one line is counted again, before and after the move.

use super::lines::{Lines, axis_of, removals};
use super::{Heuristic, moved};
use crate::puzzle::{Move, Shape};
use crate::space::{Arrangement, Space};
use std::sync::Arc;

/// The longest lines that have a table: 7⁶ bytes.
const MAX_SIDE: usize = 6;

/// Linear conflict: Manhattan distance plus two moves for each tile that must leave its line.
#[derive(Clone, Debug)]
pub struct LinearConflict(Method);

#[derive(Clone, Debug)]
enum Method {
    Coded(Codes),
    Counted([Lines; 2]),
}

/// The bound, and a code for the tiles that belong in each row and column (not used on large boards).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConflictMemo {
    estimate: u32,
    codes: [[u32; MAX_SIDE]; 2],
}

impl LinearConflict {
    /// For goals of this shape.
    pub fn new(shape: Shape) -> LinearConflict {
        let lines = Lines::both(shape);
        let is_small = lines.iter().all(|lines| lines.length() <= MAX_SIDE);
        LinearConflict(if is_small {
            Method::Coded(Codes::new(lines, shape.area()))
        } else {
            Method::Counted(lines)
        })
    }

    /// The bound of one board of any size.
    pub fn of(shape: Shape, state: &impl Arrangement) -> u64 {
        Lines::both(shape)
            .iter()
            .map(|lines| lines.owed(state))
            .sum()
    }
}

impl<S: Space<Move = Move, State: Arrangement>> Heuristic<S> for LinearConflict {
    type Memo = ConflictMemo;

    #[inline]
    fn start(&self, state: &S::State) -> ConflictMemo {
        match &self.0 {
            Method::Coded(codes) => codes.start(state),
            Method::Counted(lines) => ConflictMemo {
                estimate: lines.iter().map(|lines| lines.owed(state) as u32).sum(),
                codes: Default::default(),
            },
        }
    }

    #[inline(always)]
    fn after(&self, memo: ConflictMemo, from: &S::State, m: Move, to: &S::State) -> ConflictMemo {
        match &self.0 {
            Method::Coded(codes) => codes.after(memo, from, m, to),
            Method::Counted(lines) => ConflictMemo {
                estimate: lines[axis_of(m)].owed_after(memo.estimate, from, to),
                ..memo
            },
        }
    }

    #[inline(always)]
    fn estimate(&self, memo: ConflictMemo) -> u32 {
        memo.estimate
    }
}

/// Lines as numbers: one digit per place, 0 if it has no tile that belongs in this line, else 1 + the place where it
/// belongs.
#[derive(Clone, Debug)]
struct Codes {
    cells: usize,
    /// What a tile adds, for each cell and each home.
    parts: Vec<Part>,
    /// The row and the column of each cell.
    lines: Vec<[u8; 2]>,
    /// Two for each tile that must leave, for each code of a row and of a column.
    conflicts: [Arc<[u8]>; 2],
}

/// What one tile at one cell adds.
#[derive(Clone, Copy, Debug)]
struct Part {
    distance: u32,
    /// To the codes of its home row and home column.
    codes: [u32; 2],
}

impl Codes {
    fn new(lines: [Lines; 2], cells: usize) -> Codes {
        let part = |cell: usize, home: usize| Part {
            distance: lines.iter().map(|l| l.distance(cell, l.line(home))).sum(),
            codes: lines.map(|lines| digit(&lines, cell, home)),
        };
        let [rows, cols] = lines.map(|lines| lines.length());
        let of_rows = conflicts(rows);
        let of_columns = if rows == cols {
            of_rows.clone()
        } else {
            conflicts(cols)
        };
        Codes {
            cells,
            parts: (0..cells * cells)
                .map(|i| part(i / cells, i % cells))
                .collect(),
            lines: (0..cells)
                .map(|cell| lines.map(|lines| lines.line(cell) as u8))
                .collect(),
            conflicts: [of_rows, of_columns],
        }
    }

    #[inline]
    fn start(&self, state: &impl Arrangement) -> ConflictMemo {
        let mut memo = ConflictMemo {
            estimate: 0,
            codes: Default::default(),
        };
        for cell in (0..self.cells).filter(|&cell| cell != state.blank()) {
            let home = state.home_at(cell);
            let (part, lines) = (self.parts[cell * self.cells + home], self.lines[home]);
            memo.estimate += part.distance;
            memo.codes[0][usize::from(lines[0])] += part.codes[0];
            memo.codes[1][usize::from(lines[1])] += part.codes[1];
        }
        for (codes, conflicts) in memo.codes.iter().zip(&self.conflicts) {
            // Lines beyond the last have code 0 and no conflict.
            memo.estimate += codes
                .iter()
                .map(|&code| u32::from(conflicts[code as usize]))
                .sum::<u32>();
        }
        memo
    }

    /// The move changes digits in both home lines of the tile, but conflicts only in the one across the move: in the
    /// other the order does not change.
    #[inline(always)]
    fn after<State: Arrangement>(
        &self,
        mut memo: ConflictMemo,
        from: &State,
        m: Move,
        to: &State,
    ) -> ConflictMemo {
        let home = moved(from, to);
        let old = self.parts[to.blank() * self.cells + home];
        let new = self.parts[from.blank() * self.cells + home];
        let [row, column] = self.lines[home];
        let (row, column) = (usize::from(row), usize::from(column));
        let axis = axis_of(m);
        let across = if axis == 0 { row } else { column };
        let before = self.conflicts_in(&memo, axis, across);
        // Without iterators: code for size calls each of their functions.
        memo.codes[0][row] = memo.codes[0][row] + new.codes[0] - old.codes[0];
        memo.codes[1][column] = memo.codes[1][column] + new.codes[1] - old.codes[1];
        let after = self.conflicts_in(&memo, axis, across);
        memo.estimate = memo.estimate + new.distance + after - old.distance - before;
        memo
    }

    /// The moves that the conflicts of a row (axis 0) or a column (axis 1) cost.
    #[inline(always)]
    fn conflicts_in(&self, memo: &ConflictMemo, axis: usize, line: usize) -> u32 {
        self.conflicts[axis][memo.codes[axis][line] as usize].into()
    }
}

/// What a tile at `cell` adds to the code of its home line.
fn digit(lines: &Lines, cell: usize, home: usize) -> u32 {
    if lines.line(cell) != lines.line(home) {
        return 0;
    }
    let base = lines.length() as u32 + 1;
    (lines.place(home) as u32 + 1) * base.pow(lines.place(cell) as u32)
}

/// Two for each tile that must leave a line, for every code of a line of this length.
fn conflicts(length: usize) -> Arc<[u8]> {
    let base = length + 1;
    let count = |code: usize| {
        let digits = (0..length).map(|place| code / base.pow(place as u32) % base);
        2 * removals(digits.filter(|&digit| digit > 0)) as u8
    };
    (0..base.pow(length as u32)).map(count).collect()
}
