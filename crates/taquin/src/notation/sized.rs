//! The size on the first line, then the rows: what Princeton's and 42's formats share.

use super::cells::{Blanks, Cells};
use super::comma;
use super::error::{Fault, ReadErrors, Token};
use super::text::{self, Number, Word, is_space};
use crate::puzzle::{Board, Shape};

/// Reads the size from the first line that has a word, the rows from those that follow.
///
/// A row is a line. Some generators write one number per line, which is accepted too.
pub(super) fn read<'w>(
    input: &[u8],
    lines: impl Iterator<Item = Word<'w>>,
    blanks: Blanks,
) -> Result<Board, ReadErrors> {
    let mut cells = Cells::new(input, blanks);
    let mut lines = lines.filter(|line| line.words(is_space).next().is_some());
    let Some(first) = lines.next() else {
        let wanted = "the size on a line, then the rows";
        cells.error(input.len(), Fault::Empty { wanted });
        return Err(cells.refused());
    };
    let take_row = comma::row_taker(blanks);
    let shape = size(&mut cells, first);
    let mut rows = Vec::new();
    for line in lines {
        let offset = line
            .words(is_space)
            .next()
            .map_or(line.offset, |word| word.offset);
        rows.push((offset, take_row(&mut cells, line)));
    }
    let Some(shape) = shape else {
        return Err(cells.refused());
    };
    check_rows(&mut cells, shape, &rows, input);
    cells.board(shape)
}

fn size(cells: &mut Cells<'_>, line: Word<'_>) -> Option<Shape> {
    let mut words = line.words(is_space);
    let word = words.next()?;
    let more = words.count();
    if more > 0 {
        cells.error(word.offset, Fault::SizeNotAlone { found: more + 1 });
        return None;
    }
    let shape = match text::number(word.bytes) {
        Some(Number::Value(side)) => Shape::square(side).ok(),
        _ => None,
    };
    if shape.is_none() {
        let token = Token::new(word.bytes);
        cells.error(word.offset, Fault::Size { token });
    }
    shape
}

/// `rows` has the offset and the number of tiles of each line.
fn check_rows(cells: &mut Cells<'_>, shape: Shape, rows: &[(usize, usize)], input: &[u8]) {
    let side = shape.rows();
    let one_a_line = rows.len() == shape.area() && rows.iter().all(|&(_, found)| found == 1);
    if one_a_line {
        return;
    }
    for (row, &(offset, found)) in rows.iter().enumerate().take(side as usize) {
        if found != side as usize {
            let (row, wanted) = (row + 1, side);
            cells.error(offset, Fault::RowLength { row, found, wanted });
        }
    }
    let (found, wanted) = (rows.len(), side);
    if let Some(&(offset, _)) = rows.get(side as usize) {
        let end = input[offset..]
            .iter()
            .position(|byte| byte.is_ascii_whitespace());
        let token = Token::new(&input[offset..end.map_or(input.len(), |end| offset + end)]);
        let last = "its last row";
        cells.error(offset, Fault::Trailing { token, last });
    } else if found < side as usize {
        cells.error(input.len(), Fault::TooFewRows { found, wanted });
    }
}
