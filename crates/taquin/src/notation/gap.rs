//! Rows of numbers with a gap for the blank, as textbooks print boards. The columns say where the gap is.

use super::cells::{Blanks, Cells, rows};
use super::error::ReadErrors;
use super::text::{self, Word, is_space};
use crate::puzzle::{Board, Shape};

pub(super) fn read(input: &[u8], blanks: Blanks) -> Result<Board, ReadErrors> {
    let lines = || {
        let lines = text::without_bom(input).lines();
        lines.filter(|line| line.words(is_space).next().is_some())
    };
    let found: Vec<Row<'_>> = lines().map(Row::new).collect();
    let Some((short, gap, shape)) = gap_of(&found) else {
        return rows(Cells::new(input, blanks), lines(), |cells, line| {
            cells.take_line(line, is_space)
        });
    };
    let mut cells = Cells::new(input, blanks);
    for (place, row) in found.iter().enumerate() {
        for (column, (word, ..)) in row.words.iter().enumerate() {
            if (place, column) == (short, gap) {
                cells.take(blank_before(*word));
            }
            cells.take(*word);
        }
        if (place, row.words.len()) == (short, gap) {
            let last = row.words.last().map_or(Word::new(b""), |(word, ..)| *word);
            cells.take(blank_before(last));
        }
    }
    cells.board(shape)
}

const fn blank_before(word: Word<'_>) -> Word<'_> {
    Word {
        bytes: b"0",
        offset: word.offset,
    }
}

/// The words of a line, each with the columns where it begins and ends.
struct Row<'a> {
    words: Vec<(Word<'a>, usize, usize)>,
}

impl<'a> Row<'a> {
    fn new(line: Word<'a>) -> Row<'a> {
        const TAB: usize = 8;
        let (mut column, mut at) = (0, line.offset);
        let mut words = Vec::new();
        for word in line.words(is_space) {
            for &byte in &line.bytes[at - line.offset..word.offset - line.offset] {
                column = match byte {
                    b'\t' => (column / TAB + 1) * TAB,
                    _ => column + 1,
                };
            }
            let end = column + word.bytes.len();
            words.push((word, column, end));
            (column, at) = (end, word.offset + word.bytes.len());
        }
        Row { words }
    }

    /// Whether only one space is between its words, and none before them: then nothing but its end can be a gap.
    fn is_plain(&self) -> bool {
        let starts_at_once = self.words.first().is_some_and(|&(_, start, _)| start == 0);
        let is_close = |pair: &[(Word<'_>, usize, usize)]| pair[1].1 == pair[0].2 + 1;
        starts_at_once && self.words.windows(2).all(is_close)
    }
}

/// The row with the gap, the place of the gap in it, and the shape; `None` if there is no such row.
fn gap_of(rows: &[Row<'_>]) -> Option<(usize, usize, Shape)> {
    let width = rows.iter().map(|row| row.words.len()).max()?;
    let mut others = rows.iter().enumerate();
    let (short, row) = others.find(|(_, row)| row.words.len() != width)?;
    let is_only = others.all(|(_, row)| row.words.len() == width);
    if !is_only || row.words.len() + 1 != width {
        return None;
    }
    let columns = columns(rows, width);
    let fits = |gap: usize| {
        let columns = columns
            .iter()
            .enumerate()
            .filter(|&(column, _)| column != gap);
        let mut words = row.words.iter().zip(columns);
        words.all(|(&(_, start, end), (_, &(left, right)))| start < right && left < end)
    };
    let mut gaps = (0..width).filter(|&gap| fits(gap));
    let gap = match (gaps.next(), gaps.next()) {
        (Some(gap), None) => gap,
        _ if row.is_plain() => width - 1,
        _ => return None,
    };
    let shape = Shape::new(u32::try_from(rows.len()).ok()?, u32::try_from(width).ok()?);
    Some((short, gap, shape.ok()?))
}

/// Where the columns of the full rows begin and end.
fn columns(rows: &[Row<'_>], width: usize) -> Vec<(usize, usize)> {
    let mut columns = vec![(usize::MAX, 0); width];
    for row in rows.iter().filter(|row| row.words.len() == width) {
        for (column, &(_, start, end)) in columns.iter_mut().zip(&row.words) {
            *column = (column.0.min(start), column.1.max(end));
        }
    }
    columns
}

/// An empty line ends the board: without it, the rows of the next one would seem to belong to it.
pub(super) fn write(board: &Board) -> String {
    let width = (board.shape().area() - 1).to_string().len();
    let mut out = String::new();
    for row in board.rows() {
        let word = |tile: &crate::puzzle::Tile| {
            if tile.is_blank() {
                " ".repeat(width)
            } else {
                format!("{tile:width$}")
            }
        };
        let words: Vec<String> = row.iter().map(word).collect();
        out.push_str(words.join(" ").trim_end());
        out.push('\n');
    }
    out.push('\n');
    out
}
