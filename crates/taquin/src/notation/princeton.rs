//! Princeton's COS 226: the size, then the rows; 0 is the blank.

use super::cells::Blanks;
use super::error::ReadErrors;
use super::{sized, text};
use crate::puzzle::Board;
use std::fmt::Write;

pub(super) fn read(input: &[u8], blanks: Blanks) -> Result<Board, ReadErrors> {
    sized::read(input, text::without_bom(input).lines(), blanks)
}

/// As the course's `toString`: the dimension, then each tile in two columns and a space.
pub(super) fn write(board: &Board) -> String {
    let mut out = format!("{}\n", board.shape().rows());
    for row in board.rows() {
        for tile in row {
            write!(out, "{tile:2} ").expect("a string takes all");
        }
        out.push('\n');
    }
    out
}
