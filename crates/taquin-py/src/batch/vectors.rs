//! Moves and Manhattan distances of boards of up to 16 cells: a board is one vector of 16 bytes (decision 31).
//!
//! Rows that are shorter than a vector are read and written with some bytes of the next row, which is written after them.

use super::kernels::{Illegal, Rows, Wrong, no_blank, refused_action};
use taquin::{Board, Shape};
use wide::u8x16;

/// The bytes of a vector.
pub(crate) const WIDTH: usize = 16;

/// Calls a function for rows of a length that the compiler knows, if it is a common one; 0 stands for any other.
macro_rules! with_cells {
    ($cells:expr, $function:ident($($argument:expr),*)) => {
        match $cells {
            9 => $function::<9>($($argument),*),
            16 => $function::<16>($($argument),*),
            _ => $function::<0>($($argument),*),
        }
    };
}

/// The board that begins at a byte, with whatever follows it.
#[inline(always)]
fn load(tiles: &[u8], first: usize) -> u8x16 {
    let rest = &tiles[first..];
    if let Some(&bytes) = rest.first_chunk() {
        return u8x16::new(bytes);
    }
    let mut bytes = [0; WIDTH];
    bytes[..rest.len()].copy_from_slice(rest);
    u8x16::new(bytes)
}

/// Writes a board, and bytes after it that the next board replaces.
#[inline(always)]
fn store(out: &mut [u8], first: usize, cells: usize, board: u8x16) {
    let (bytes, rest) = (board.to_array(), &mut out[first..]);
    match rest.first_chunk_mut() {
        Some(chunk) => *chunk = bytes,
        None => rest[..cells].copy_from_slice(&bytes[..cells]),
    }
}

/// The place of the only 0 among the first bytes.
#[inline(always)]
fn blank_of(board: u8x16, cells: usize) -> Option<usize> {
    let zeros = board.cmp_eq(u8x16::default()).move_mask() as u32 & ((1 << cells) - 1);
    let is_one = zeros.is_power_of_two();
    is_one.then(|| zeros.trailing_zeros() as usize % WIDTH)
}

/// For each cell of the blank and each action, the cell from which each cell gets its tile.
pub(crate) struct Shuffles {
    from: [[u8x16; 4]; WIDTH],
    possible: [[bool; 4]; WIDTH],
}

impl Shuffles {
    /// `source` is the cell of the tile that moves to a blank.
    pub(crate) fn new(cells: usize, source: impl Fn(usize, usize) -> Option<usize>) -> Shuffles {
        let stay: [u8; WIDTH] = std::array::from_fn(|cell| cell as u8);
        let mut shuffles = Shuffles {
            from: [[u8x16::new(stay); 4]; WIDTH],
            possible: [[false; 4]; WIDTH],
        };
        for blank in 0..cells {
            for action in 0..4 {
                if let Some(source) = source(blank, action) {
                    let mut from = stay;
                    from.swap(blank, source);
                    shuffles.from[blank][action] = u8x16::new(from);
                    shuffles.possible[blank][action] = true;
                }
            }
        }
        shuffles
    }

    /// Makes one move on each board.
    pub(crate) fn apply(
        &self,
        rows: Rows<'_>,
        actions: &[u8],
        out: &mut [u8],
        illegal: Illegal,
    ) -> Result<usize, Wrong> {
        with_cells!(rows.cells, apply_rows(self, rows, actions, out, illegal))
    }

    /// Makes every move on each board.
    pub(crate) fn expand(
        &self,
        rows: Rows<'_>,
        out: &mut [u8],
        mask: &mut [bool],
    ) -> Result<usize, Wrong> {
        with_cells!(rows.cells, expand_rows(self, rows, out, mask))
    }
}

fn apply_rows<const CELLS: usize>(
    shuffles: &Shuffles,
    rows: Rows<'_>,
    actions: &[u8],
    out: &mut [u8],
    illegal: Illegal,
) -> Result<usize, Wrong> {
    let cells = if CELLS == 0 { rows.cells } else { CELLS };
    let may_stay = illegal == Illegal::Stay;
    for (number, &action) in actions.iter().enumerate() {
        let board = load(rows.tiles, number * cells);
        let Some(blank) = blank_of(board, cells) else {
            return Err(no_blank(rows, number));
        };
        let index = usize::from(action % 4);
        if action >= 4 || !(may_stay || shuffles.possible[blank][index]) {
            return Err(refused_action(rows, number, action));
        }
        let next = board.swizzle_relaxed(shuffles.from[blank][index]);
        store(out, number * cells, cells, next);
    }
    Ok(rows.len())
}

fn expand_rows<const CELLS: usize>(
    shuffles: &Shuffles,
    rows: Rows<'_>,
    out: &mut [u8],
    mask: &mut [bool],
) -> Result<usize, Wrong> {
    let cells = if CELLS == 0 { rows.cells } else { CELLS };
    for (number, possible) in mask.as_chunks_mut().0.iter_mut().enumerate() {
        let board = load(rows.tiles, number * cells);
        let Some(blank) = blank_of(board, cells) else {
            return Err(no_blank(rows, number));
        };
        *possible = shuffles.possible[blank];
        for (action, &from) in shuffles.from[blank].iter().enumerate() {
            let first = (4 * number + action) * cells;
            store(out, first, cells, board.swizzle_relaxed(from));
        }
    }
    Ok(rows.len())
}

/// For each cell, the distance of each tile from its goal cell, and a bit for each tile in one of two bytes.
pub(crate) struct Near {
    distances: [u8x16; WIDTH],
    bits: [u8x16; 2],
    /// The bits of all tiles.
    all: [u8x16; 2],
}

impl Near {
    pub(crate) fn new(goal: &Board) -> Near {
        let (shape, places) = (goal.shape(), goal.places());
        // Sums of distances are at most 128, those of a line of 16 cells that is turned around: they fit in a byte.
        let distance = |cell, tile| match (shape.at(cell), places.get(tile)) {
            (Some(cell), Some(&home)) if tile > 0 => shape.distance(cell, home) as u8,
            _ => 0,
        };
        let of_cell = |cell| u8x16::new(std::array::from_fn(|tile| distance(cell, tile)));
        let bit = |byte: usize, tile: usize| {
            let is_here = tile < shape.area() && tile / 8 == byte;
            u8::from(is_here) << (tile % 8)
        };
        let bits = [0, 1].map(|byte| std::array::from_fn(|tile| bit(byte, tile)));
        Near {
            distances: std::array::from_fn(of_cell),
            bits: bits.map(u8x16::new),
            all: bits.map(|bits: [u8; WIDTH]| u8x16::splat(bits.iter().sum())),
        }
    }

    /// The Manhattan distance of each board; the number of the first group of rows in which not all are boards.
    pub(crate) fn sum(&self, rows: Rows<'_>, out: &mut [i32]) -> Result<(), usize> {
        with_cells!(rows.cells, sum_rows(self, rows, out))
    }
}

/// Sixteen boards at once: one vector for each cell has the tiles of all of them there.
fn sum_rows<const CELLS: usize>(near: &Near, rows: Rows<'_>, out: &mut [i32]) -> Result<(), usize> {
    let cells = if CELLS == 0 { rows.cells } else { CELLS };
    let groups = rows.tiles.chunks(WIDTH * cells).zip(out.chunks_mut(WIDTH));
    for (group, (tiles, out)) in groups.enumerate() {
        // A group that is not full repeats its last row.
        let last = out.len() - 1;
        let mut boards = [u8x16::default(); WIDTH];
        for (row, board) in boards.iter_mut().enumerate() {
            *board = load(tiles, row.min(last) * cells);
        }
        let [mut sum, mut low, mut high, mut most] = [u8x16::default(); 4];
        for (&tiles, &distances) in transposed(&boards).iter().zip(&near.distances).take(cells) {
            sum += distances.swizzle_relaxed(tiles);
            low |= near.bits[0].swizzle_relaxed(tiles);
            high |= near.bits[1].swizzle_relaxed(tiles);
            most = most.max(tiles);
        }
        // There are as many bits as cells, so all of them are there only if each tile occurs once. What is looked up for
        // numbers beyond the vector is not defined, so these are refused on their own.
        let has_all = low.cmp_eq(near.all[0]) & high.cmp_eq(near.all[1]);
        let limit = u8x16::splat(WIDTH as u8 - 1);
        if !(has_all & most.max(limit).cmp_eq(limit)).all() {
            return Err(group * WIDTH);
        }
        let sums = sum.to_array().map(i32::from);
        match out.first_chunk_mut() {
            Some(full) => *full = sums,
            None => out.copy_from_slice(&sums[..=last]),
        }
    }
    Ok(())
}

/// Rows as columns: the halves are interleaved four times, once for each bit of a row's number.
#[inline(always)]
fn transposed(rows: &[u8x16; WIDTH]) -> [u8x16; WIDTH] {
    interleaved(&interleaved(&interleaved(&interleaved(rows))))
}

/// The bytes of row 0 with those of row 8, then 1 with 9, and so on. Not a loop: the compiler would keep the rows in memory.
#[inline(always)]
#[rustfmt::skip]
fn interleaved(r: &[u8x16; WIDTH]) -> [u8x16; WIDTH] {
    let (low, high) = (u8x16::unpack_low, u8x16::unpack_high);
    [
        low(r[0], r[8]), high(r[0], r[8]),
        low(r[1], r[9]), high(r[1], r[9]),
        low(r[2], r[10]), high(r[2], r[10]),
        low(r[3], r[11]), high(r[3], r[11]),
        low(r[4], r[12]), high(r[4], r[12]),
        low(r[5], r[13]), high(r[5], r[13]),
        low(r[6], r[14]), high(r[6], r[14]),
        low(r[7], r[15]), high(r[7], r[15]),
    ]
}

/// Whether boards of a shape fit in a vector.
pub(crate) fn fits(shape: Shape) -> bool {
    shape.area() <= WIDTH
}
