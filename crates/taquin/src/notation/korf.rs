//! Korf's instance lists: one line of numbers, often with the instance's index before them; 0 is the blank.

use super::cells::{Blanks, Cells};
use super::error::{Fault, ReadErrors, Token};
use super::list;
use super::text::{self, Word, is_space};
use crate::board::Board;
use crate::shape::Shape;

pub(super) fn read(
    input: &[u8],
    shape: Option<Shape>,
    blanks: Blanks,
) -> Result<Board, ReadErrors> {
    let line = list::only_line(input, "a line of tiles")?;
    let mut cells = Cells::new(input, blanks);
    let found = line.words(is_space).count();
    let fills = |cells| match shape {
        Some(shape) => shape.area() == cells,
        None => Shape::square_of_area(cells).is_some(),
    };
    let mut words = line.words(is_space);
    // Nobody numbers boards of 1×1: `1 0` is two tiles.
    let may_have_index = found > 2 || (found == 2 && shape.is_some());
    if !fills(found) && may_have_index && fills(found - 1) {
        words
            .next()
            .into_iter()
            .for_each(|word| check_index(&mut cells, word));
    }
    words.for_each(|word| cells.take(word));
    let shape = cells.shape(shape)?;
    cells.board(shape)
}

fn check_index(cells: &mut Cells<'_>, word: Word<'_>) {
    if text::number(word.bytes).is_none() {
        let (token, wanted) = (
            Token::new(word.bytes),
            "the index before the tiles is a number",
        );
        cells.error(word.offset, Fault::Syntax { token, wanted });
    }
}

pub(super) fn write(board: &Board) -> String {
    let words: Vec<String> = board.tiles().iter().map(ToString::to_string).collect();
    words.join(" ") + "\n"
}
