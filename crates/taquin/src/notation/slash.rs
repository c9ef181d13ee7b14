//! Rows separated by slashes, as speed-sliders write scrambles; 0 is the blank.

use super::cells::{Blanks, Cells, TakeRow, rows};
use super::error::ReadErrors;
use super::{comma, text};
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
    rows(
        Cells::new(input, blanks),
        text.split(separates_rows),
        take_row,
    )
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
    write_rows(board, "/")
}
