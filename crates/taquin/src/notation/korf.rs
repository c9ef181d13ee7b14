//! Korf's instance lists: one line of numbers, often with the instance's index before them; 0 is the blank.

use super::cells::{Blanks, Cells};
use super::error::{Fault, ReadErrors, Token};
use super::list;
use super::text::{self, Word, is_space};
use crate::puzzle::{Board, Shape};

/// The board, and the index as it is written.
pub(super) fn read(
    input: &[u8],
    shape: Option<Shape>,
    blanks: Blanks,
) -> Result<(Board, Option<String>), ReadErrors> {
    let line = list::only_line(input, "a line of tiles")?;
    let mut cells = Cells::new(input, blanks);
    let found = line.words(is_space).count();
    let fills = |cells| match shape {
        Some(shape) => shape.area() == cells,
        None => Shape::square_of_area(cells).is_some(),
    };
    let mut words = line.words(is_space);
    // A 1×1 board with an index is unlikely: `1 0` is two tiles.
    let may_have_index = found > 2 || (found == 2 && shape.is_some());
    let has_index = !fills(found) && may_have_index && fills(found - 1);
    let index = has_index.then(|| words.next()).flatten();
    let index = index.filter(|&word| is_index(&mut cells, word));
    words.for_each(|word| cells.take(word));
    match cells.list(shape) {
        Ok(board) => Ok((board, index.map(|word| word.to_string()))),
        Err(errors) => Err(with_remark(errors, input, index, found - 1, shape)),
    }
}

fn is_index(cells: &mut Cells<'_>, word: Word<'_>) -> bool {
    let is_number = text::number(word.bytes).is_some();
    if !is_number {
        let wanted = "the index before the tiles is a number";
        let token = Token::new(word.bytes);
        cells.error(word.offset, Fault::Syntax { token, wanted });
    }
    is_number
}

/// If the index was meant as a tile, the note shows how it was read.
fn with_remark(
    mut errors: ReadErrors,
    input: &[u8],
    index: Option<Word<'_>>,
    cells: usize,
    shape: Option<Shape>,
) -> ReadErrors {
    if let Some(word) = index {
        let token = Token::new(word.bytes);
        let fault = || Fault::Index {
            token,
            cells,
            shape,
        };
        errors.push(input, word.offset, fault);
    }
    errors.sorted()
}

pub(super) fn write(board: &Board) -> String {
    let words: Vec<String> = board.tiles().iter().map(ToString::to_string).collect();
    words.join(" ") + "\n"
}
