//! Rows separated by slashes, as speed-sliders write scrambles; 0 is the blank.
//!
//! A single row ends with a slash, `1 2 3 4 0/`, because a line of tiles without marks is a square.

use super::cells::{Blanks, Cells, TakeRow, rows};
use super::comma;
use super::error::ReadErrors;
use super::text::{self, Word};
use crate::puzzle::Board;

pub(super) fn read(input: &[u8], blanks: Blanks) -> Result<Board, ReadErrors> {
    let text = text::without_bom(input);
    let separates_rows: fn(u8) -> bool = match blanks {
        Blanks::Any => |byte| matches!(byte, b'/' | b';' | b'|'),
        Blanks::Zero | Blanks::B => |byte| byte == b'/',
    };
    let take_row: TakeRow = match blanks {
        Blanks::Any => |cells, row| comma::take_row(cells, row, is_white),
        Blanks::Zero | Blanks::B => |cells, row| cells.take_line(row, is_white),
    };
    let text = only_row(text, separates_rows).unwrap_or(text);
    rows(
        Cells::new(input, blanks),
        text.split(separates_rows),
        take_row,
    )
}

/// The row of a text whose only mark is at its end.
fn only_row(text: Word<'_>, separates_rows: fn(u8) -> bool) -> Option<Word<'_>> {
    let text = text.trimmed(is_white);
    let (&last, row) = text.bytes.split_last()?;
    let is_only = separates_rows(last) && !row.iter().any(|&byte| separates_rows(byte));
    is_only.then_some(Word { bytes: row, ..text })
}

/// Rows may be on separate lines, so line ends separate tiles too.
const fn is_white(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

/// The rows of a board as words, joined by `row_end`.
pub(super) fn write_rows(board: &Board, row_end: &str) -> String {
    let row = |tiles: &[crate::puzzle::Tile]| -> String {
        let words: Vec<String> = tiles.iter().map(ToString::to_string).collect();
        words.join(" ")
    };
    let rows: Vec<String> = board.rows().map(row).collect();
    rows.join(row_end) + "\n"
}

pub(super) fn write(board: &Board) -> String {
    match (board.shape().rows(), board.shape().cols()) {
        (1, 2..) => write_rows(board, "/").replace('\n', "/\n"),
        _ => write_rows(board, "/"),
    }
}
