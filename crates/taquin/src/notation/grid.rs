//! Rows of numbers, a line each, and nothing else; 0 is the blank.

use super::cells::{Blanks, Cells, rows};
use super::error::ReadErrors;
use super::text::{self, is_space};
use crate::board::Board;

pub(super) fn read(input: &[u8], blanks: Blanks) -> Result<Board, ReadErrors> {
    let separator: fn(u8) -> bool = match blanks {
        Blanks::Any => |byte| is_space(byte) || byte == b',',
        Blanks::Zero | Blanks::B => is_space,
    };
    let lines = text::without_bom(input)
        .lines()
        .filter(|line| line.words(is_space).next().is_some());
    rows(Cells::new(input, blanks), lines, separator)
}

pub(super) fn write(board: &Board) -> String {
    super::slash::write_rows(board, "\n")
}
