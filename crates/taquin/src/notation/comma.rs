//! Numbers separated by commas, as courses take them on a command line; 0 is the blank.

use super::cells::{Blanks, Cells};
use super::error::ReadErrors;
use super::list;
use crate::board::Board;
use crate::shape::Shape;

pub(super) fn read(
    input: &[u8],
    shape: Option<Shape>,
    blanks: Blanks,
) -> Result<Board, ReadErrors> {
    let line = list::only_line(input, "tiles separated by commas")?;
    let mut cells = Cells::new(input, blanks);
    list::take_commas(&mut cells, line);
    if cells.has_errors() {
        return Err(cells.into_errors());
    }
    let shape = cells.shape(shape)?;
    cells.board(shape)
}

pub(super) fn write(board: &Board) -> String {
    let words: Vec<String> = board.tiles().iter().map(ToString::to_string).collect();
    words.join(",") + "\n"
}
