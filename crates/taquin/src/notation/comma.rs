//! Numbers separated by commas, as courses take them on a command line; 0 is the blank.

use super::cells::{Blanks, Cells, TakeRow};
use super::error::{Fault, ReadErrors, Token};
use super::list;
use super::text::{Word, is_space};
use crate::puzzle::{Board, Shape};

pub(super) fn read(
    input: &[u8],
    shape: Option<Shape>,
    blanks: Blanks,
) -> Result<Board, ReadErrors> {
    let line = list::only_line(input, "tiles separated by commas")?;
    let mut cells = Cells::new(input, blanks);
    let (line, last_comma) = without_last_comma(line);
    if let Some(offset) = last_comma {
        cells.error(offset, lonely_comma());
    }
    take_pieces(&mut cells, line, |_| false);
    cells.list(shape)
}

/// How the rows of other dialects are read: the forgiving reader allows commas between tiles and after a row.
pub(super) fn row_taker(blanks: Blanks) -> TakeRow {
    match blanks {
        Blanks::Any => |cells, row| take_row(cells, row, is_space),
        Blanks::Zero | Blanks::B => |cells, row| cells.take_line(row, is_space),
    }
}

/// Takes the tiles of a row that may have commas between them and one at its end.
pub(super) fn take_row(cells: &mut Cells<'_>, row: Word<'_>, separator: fn(u8) -> bool) -> usize {
    let (row, _) = without_last_comma(row.trimmed(separator));
    take_pieces(cells, row, separator)
}

/// A line without the comma at its end, and where that is.
fn without_last_comma(line: Word<'_>) -> (Word<'_>, Option<usize>) {
    let line = line.trimmed(is_space);
    match line.bytes.strip_suffix(b",") {
        Some(bytes) => (Word { bytes, ..line }, Some(line.offset + bytes.len())),
        None => (line, None),
    }
}

/// Takes the words of each piece between commas; nothing between two commas is an error.
fn take_pieces(cells: &mut Cells<'_>, line: Word<'_>, separator: fn(u8) -> bool) -> usize {
    if !line.bytes.contains(&b',') {
        return cells.take_line(line, separator);
    }
    let before = cells.len();
    for piece in line.split(|byte| byte == b',') {
        if cells.take_line(piece.trimmed(is_space), separator) == 0 {
            let comma_after = piece.offset + piece.bytes.len();
            let is_first = piece.offset == line.offset;
            let comma = if is_first {
                comma_after
            } else {
                piece.offset - 1
            };
            cells.take_nothing(comma, lonely_comma());
        }
    }
    cells.len() - before
}

fn lonely_comma() -> Fault {
    let wanted = "there must be a tile on either side of a comma";
    Fault::Syntax {
        token: Token::new(b","),
        wanted,
    }
}

pub(super) fn write(board: &Board) -> String {
    let words: Vec<String> = board.tiles().iter().map(ToString::to_string).collect();
    words.join(",") + "\n"
}
