//! Walking distance: the fewest vertical moves if only rows mattered, plus the fewest horizontal ones if only columns
//! mattered (Ken'ichiro Takahashi, *How to write a 15 puzzle solver*, a web page in Japanese).
//!
//! Consider only how many tiles of row *i* belong in row *j*, and in which row the blank is. A vertical move takes a
//! tile from a neighbouring row into the blank's. The least number of such moves that brings all tiles into their rows
//! is precomputed, breadth-first from the goal, for every matrix of counts; the same for columns. Unlike Manhattan
//! distance, this accounts for the fact that tiles need the blank to move.
//!
//! **Admissible**, because the vertical moves of a solution make exactly these changes to the matrix of rows, the
//! horizontal ones to that of columns, and no move is both. **Consistent**: a move is one step in one of the two
//! graphs, so the sum changes by exactly one.
//!
//! On 4×4 there are 24,964 matrices per axis, found in a few milliseconds. A move costs a lookup of the next matrix
//! and one of its distance; from scratch it visits every cell and makes two hash lookups. An axis with more than
//! 65,536 matrices (the columns of 3×5 and of 2×6 to 2×8, or the rows of their transposes) has no table. There
//! [`Lines::owed`] provides the axis's part of linear conflict instead, which is admissible and consistent for the same
//! reasons; on such boards linear conflict alone is the better bound. The columns of a board with one row have no table
//! either: there Manhattan distance is exact, and a board that cannot be solved would not be in the table.

use super::lines::{Lines, axis_of};
use super::{Heuristic, moved};
use crate::containers::{Index, Key};
use crate::puzzle::{Cell, Move, Shape};
use crate::space::{Arrangement, Space};
use std::sync::Arc;

/// The most matrices of an axis, so that 16 bits can number them. It keeps a table under 4 MB, and its construction (or
/// abandoning it) under 20 ms.
const MAX_MATRICES: usize = 1 << 16;

/// The fewest vertical and horizontal moves when only rows, or only columns, matter.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    lines: [Lines; 2],
    /// `None` where there are too many matrices.
    walks: [Option<Arc<Walk>>; 2],
    /// The row and the column of each cell.
    lines_of: [[u8; 2]; WalkingDistance::MAX_CELLS],
}

impl WalkingDistance {
    /// Larger boards have no table.
    pub const MAX_CELLS: usize = 16;

    /// For goals of this shape with the blank at `blank_home`; `None` for shapes of more than 16 cells.
    pub fn new(shape: Shape, blank_home: Cell) -> Option<WalkingDistance> {
        if shape.area() > WalkingDistance::MAX_CELLS {
            return None;
        }
        let lines = Lines::both(shape);
        let [row, col] = lines.map(|lines| lines.line(blank_home.index()));
        let rows = Walk::new(lines[0].count(), lines[0].length(), row).map(Arc::new);
        let columns = if shape.is_square() && row == col {
            rows.clone()
        } else {
            Walk::new(lines[1].count(), lines[1].length(), col).map(Arc::new)
        };
        let line_of = |cell| lines.map(|lines| lines.line(cell) as u8);
        Some(WalkingDistance {
            lines,
            walks: [rows, columns],
            lines_of: std::array::from_fn(line_of),
        })
    }

    /// The number of matrices in the tables of the rows and of the columns; `None` where there is no table.
    pub fn matrices(&self) -> [Option<usize>; 2] {
        self.walks
            .each_ref()
            .map(|walk| Some(walk.as_ref()?.matrices.len()))
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        let shared = match &self.walks {
            [Some(rows), Some(columns)] => Arc::ptr_eq(rows, columns),
            _ => false,
        };
        let tables = self.walks.iter().skip(usize::from(shared)).flatten();
        size_of::<WalkingDistance>() + tables.map(|walk| walk.bytes()).sum::<usize>()
    }

    /// The bound of one board.
    pub fn of(&self, state: &impl Arrangement) -> u32 {
        self.walked(state)
            .map(|walked| walked.distance)
            .iter()
            .sum()
    }

    fn walked(&self, state: &impl Arrangement) -> [WalkingMemo; 2] {
        std::array::from_fn(|axis| match &self.walks[axis] {
            Some(walk) => walk.start(state, |cell| self.lines_of[cell][axis].into()),
            None => WalkingMemo {
                matrix: 0,
                distance: self.lines[axis].owed(state) as u32,
            },
        })
    }
}

/// The state of one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkingMemo {
    /// The number of its matrix; not used where there is no table.
    matrix: u32,
    /// The moves left along it.
    distance: u32,
}

impl<S: Space<Move = Move, State: Arrangement>> Heuristic<S> for WalkingDistance {
    /// For rows and columns.
    type Memo = [WalkingMemo; 2];

    fn start(&self, state: &S::State) -> [WalkingMemo; 2] {
        self.walked(state)
    }

    #[inline(always)]
    fn after(
        &self,
        mut memo: [WalkingMemo; 2],
        from: &S::State,
        m: Move,
        to: &S::State,
    ) -> [WalkingMemo; 2] {
        let axis = axis_of(m);
        let walked = &mut memo[axis];
        match &self.walks[axis] {
            Some(walk) => {
                let home = self.lines_of[moved(from, to)][axis];
                *walked = walk.after(walked.matrix, m, home.into());
            }
            None => walked.distance = self.lines[axis].owed_after(walked.distance, from, to),
        }
        memo
    }

    #[inline(always)]
    fn estimate(&self, [rows, columns]: [WalkingMemo; 2]) -> u32 {
        rows.distance + columns.distance
    }
}

/// The matrices of one axis with their distances from the goal's, in the order in which they were found.
///
/// A matrix is packed into a word, a few bits for each count. The blank's line is the one that is a tile short.
#[derive(Clone, Debug)]
struct Walk {
    cells: usize,
    lines: usize,
    /// Bits of a count.
    bits: usize,
    matrices: Vec<u64>,
    index: Index,
    distances: Vec<u8>,
    /// For each matrix, direction and home line of the moved tile, the next matrix. Entries of impossible moves are
    /// never read.
    links: Vec<u16>,
}

impl Walk {
    /// Breadth-first from the goal, unless there are too many matrices or the lines are single cells.
    fn new(lines: usize, length: usize, blank_home: usize) -> Option<Walk> {
        let bits = length.ilog2() as usize + 1;
        // Wider matrices are too many.
        if length == 1 || lines * lines * bits > u64::BITS as usize {
            return None;
        }
        let mut walk = Walk {
            cells: lines * length,
            lines,
            bits,
            matrices: Vec::new(),
            index: Index::new(),
            distances: Vec::new(),
            links: Vec::new(),
        };
        let full: u64 = (0..lines)
            .map(|line| walk.one(line, line) * length as u64)
            .sum();
        walk.enter(full - walk.one(blank_home, blank_home), 0);
        // The blank's line for each matrix.
        let mut blanks = vec![blank_home];
        let mut number = 0;
        while number < walk.matrices.len() {
            walk.expand(number, &mut blanks);
            if walk.matrices.len() > MAX_MATRICES {
                return None;
            }
            number += 1;
        }
        Some(walk)
    }

    /// Links a matrix with its neighbours: the tile comes from the line after the blank's (up, left) or from the one
    /// before it.
    fn expand(&mut self, number: usize, blanks: &mut Vec<usize>) {
        let (matrix, distance, blank) = (
            self.matrices[number],
            self.distances[number],
            blanks[number],
        );
        let sources = [
            Some(blank + 1).filter(|&line| line < self.lines),
            blank.checked_sub(1),
        ];
        for (direction, source) in sources.into_iter().enumerate() {
            let Some(source) = source else { continue };
            for home in 0..self.lines {
                if self.count(matrix, source, home) == 0 {
                    continue;
                }
                let next = matrix - self.one(source, home) + self.one(blank, home);
                let found = self.enter(next, distance + 1);
                if found == blanks.len() {
                    blanks.push(source);
                }
                let link = self.link(number, direction, home);
                self.links[link] = found as u16;
            }
        }
    }

    /// The number of a matrix, which is added if it is new.
    fn enter(&mut self, matrix: u64, distance: u8) -> usize {
        let matrices = &self.matrices;
        let found = self.index.find_or_enter(
            matrix.hash(),
            |number| matrices[number as usize] == matrix,
            |number| matrices[number as usize].hash(),
        );
        match found {
            Ok(number) => number as usize,
            Err(number) => {
                self.matrices.push(matrix);
                self.distances.push(distance);
                self.links.resize(self.links.len() + 2 * self.lines, 0);
                number as usize
            }
        }
    }

    /// A matrix with a single tile.
    const fn one(&self, line: usize, home: usize) -> u64 {
        1 << ((line * self.lines + home) * self.bits)
    }

    const fn count(&self, matrix: u64, line: usize, home: usize) -> u64 {
        matrix >> ((line * self.lines + home) * self.bits) & ((1 << self.bits) - 1)
    }

    #[inline(always)]
    const fn link(&self, number: usize, direction: usize, home: usize) -> usize {
        (number * 2 + direction) * self.lines + home
    }

    /// The matrix of a state; `line` is the line of a cell.
    fn start(&self, state: &impl Arrangement, line: impl Fn(usize) -> usize) -> WalkingMemo {
        let one = |cell: usize| self.one(line(cell), line(state.home_at(cell)));
        let all: u64 = (0..self.cells).map(one).sum();
        let matrix = all - one(state.blank());
        let found = self.index.find(matrix.hash(), |number| {
            self.matrices[number as usize] == matrix
        });
        self.at(found.expect("a state of the shape and the blank's home asked for"))
    }

    /// The matrix after a move of a tile with this home line.
    #[inline(always)]
    fn after(&self, matrix: u32, m: Move, home: usize) -> WalkingMemo {
        let link = self.link(matrix as usize, m.index() % 2, home);
        self.at(self.links[link].into())
    }

    #[inline(always)]
    fn at(&self, matrix: u32) -> WalkingMemo {
        WalkingMemo {
            matrix,
            distance: self.distances[matrix as usize].into(),
        }
    }

    const fn bytes(&self) -> usize {
        size_of::<Walk>()
            + self.matrices.capacity() * size_of::<u64>()
            + self.distances.capacity()
            + self.links.capacity() * size_of::<u16>()
            + self.index.bytes()
    }
}
