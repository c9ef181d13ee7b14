//! Rows of numbers, one per line, and nothing else; 0 is the blank.

use super::cells::{Blanks, Cells, rows};
use super::comma;
use super::error::ReadErrors;
use super::text::{self, Word, is_space};
use crate::puzzle::Board;

pub(super) fn read(input: &[u8], blanks: Blanks) -> Result<Board, ReadErrors> {
    let cells = Cells::new(input, blanks);
    let lines = || {
        let lines = text::without_bom(input).lines();
        lines.filter(|line| line.words(is_space).next().is_some())
    };
    match (lines().next(), lines().nth(1)) {
        (Some(line), None) if blanks == Blanks::Any && has_rows(line) => {
            let rows_of_line = line.split(|byte| byte == b',');
            rows(cells, rows_of_line, |cells, row| {
                cells.take_line(row, is_space)
            })
        }
        _ => rows(cells, lines(), comma::row_taker(blanks)),
    }
}

/// Whether the commas of a line end rows: `1 2, 3 0`.
pub(super) fn has_rows(line: Word<'_>) -> bool {
    let mut pieces = line.split(|byte| byte == b',');
    let first = pieces
        .next()
        .map_or(0, |piece| piece.words(is_space).count());
    first > 1 && pieces.next().is_some()
}

pub(super) fn write(board: &Board) -> String {
    super::slash::write_rows(board, "\n")
}
