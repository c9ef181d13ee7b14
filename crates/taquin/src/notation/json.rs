//! A JSON array of numbers, flat or an array for each row; 0 or `null` is the blank.

use super::cells::{Blanks, Cells};
use super::error::{Fault, ReadError, ReadErrors, Token};
use super::text::{self, Word};
use crate::puzzle::{Board, Shape};

pub(super) fn read(
    input: &[u8],
    shape: Option<Shape>,
    blanks: Blanks,
) -> Result<Board, ReadErrors> {
    let array = |cells: &mut Cells<'_>, at| Reader { input, at }.array(cells);
    read_array((input, "a JSON array"), shape, blanks, array)
}

/// Reads a text that is `wanted`, an array: `array` begins at an offset.
pub(super) fn read_array(
    (input, wanted): (&[u8], &'static str),
    shape: Option<Shape>,
    blanks: Blanks,
    array: impl FnOnce(&mut Cells<'_>, usize) -> Result<Array, Refusal>,
) -> Result<Board, ReadErrors> {
    let text = text::without_bom(input);
    if text.bytes.trim_ascii().is_empty() {
        return Err(ReadError::at(input, 0, Fault::Empty { wanted }).into());
    }
    let mut cells = Cells::new(input, blanks);
    let shape = match array(&mut cells, text.offset) {
        Ok(Array::Flat) => return cells.list(shape),
        Ok(Array::Nested(rows)) => nested_shape(&mut cells, &rows),
        Err((offset, fault)) => {
            cells.error(offset, fault);
            None
        }
    };
    match shape {
        Some(shape) => cells.board(shape),
        None => Err(cells.refused()),
    }
}

/// The form of an array that was read.
pub(super) enum Array {
    Flat,
    Nested(Rows),
}

/// The offset and the number of tiles of each row.
pub(super) type Rows = Vec<(usize, usize)>;

/// What ends the reading of an array, and where.
pub(super) type Refusal = (usize, Fault);

/// The shape of an array of rows, given the offset and the number of tiles of each.
fn nested_shape(cells: &mut Cells<'_>, rows: &[(usize, usize)]) -> Option<Shape> {
    let wanted = rows.first().map_or(0, |&(_, found)| found);
    for &(offset, found) in rows.iter().filter(|&&(_, found)| found != wanted) {
        cells.error(offset, Fault::RowDiffers { found, wanted });
    }
    let sides = (u32::try_from(rows.len()), u32::try_from(wanted));
    let shape = match sides {
        (Ok(rows), Ok(cols)) => Shape::new(rows, cols).ok(),
        _ => None,
    };
    if shape.is_none() {
        cells.error(0, Fault::TooLarge);
    }
    shape
}

struct Reader<'a> {
    input: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The whole text.
    fn array(&mut self, cells: &mut Cells<'_>) -> Result<Array, Refusal> {
        self.expect(
            b'[',
            "a board is an array: [1, 2, 3, 0] or [[1, 2], [3, 0]]",
        )?;
        let array = if self.peek() == Some(b'[') {
            Array::Nested(self.rows(cells)?)
        } else {
            self.values(cells)?;
            Array::Flat
        };
        match self.peek() {
            None => Ok(array),
            Some(_) => Err(self.unexpected("nothing may follow the array")),
        }
    }

    /// One row or more, up to the closing bracket.
    fn rows(&mut self, cells: &mut Cells<'_>) -> Result<Rows, Refusal> {
        let mut rows = Vec::new();
        loop {
            self.expect(b'[', "every row must be an array")?;
            let (offset, before) = (self.at - 1, cells.len());
            self.values(cells)?;
            rows.push((offset, cells.len() - before));
            if self.ends()? {
                return Ok(rows);
            }
        }
    }

    /// One value or more, up to the closing bracket.
    fn values(&mut self, cells: &mut Cells<'_>) -> Result<(), Refusal> {
        loop {
            self.value(cells)?;
            if self.ends()? {
                return Ok(());
            }
        }
    }

    /// Steps over the comma or the bracket after a value; says whether it was the bracket.
    fn ends(&mut self) -> Result<bool, Refusal> {
        let next = self.peek();
        if !matches!(next, Some(b',' | b']')) {
            return Err(self.unexpected("`,` or `]` was expected"));
        }
        self.at += 1;
        Ok(next == Some(b']'))
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.input[self.at..];
        self.at += rest
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        self.input.get(self.at).copied()
    }

    fn expect(&mut self, byte: u8, wanted: &'static str) -> Result<(), Refusal> {
        if self.peek() != Some(byte) {
            return Err(self.unexpected(wanted));
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, cells: &mut Cells<'_>) -> Result<(), Refusal> {
        if matches!(self.peek(), None | Some(b'[' | b']' | b',')) {
            return Err(self.unexpected("a tile was expected"));
        }
        let offset = self.at;
        let rest = &self.input[offset..];
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'[');
        let word = &rest[..rest.iter().position(ends).unwrap_or(rest.len())];
        self.at += word.len();
        let quoted = word
            .strip_prefix(b"\"")
            .and_then(|word| word.strip_suffix(b"\""));
        let word = match (quoted, word) {
            // Some programs write the blank as an empty string.
            (Some(b""), _) | (None, b"null") => Word {
                bytes: b"0",
                offset,
            },
            (Some(bytes), _) => Word {
                bytes,
                offset: offset + 1,
            },
            (None, bytes) => Word { bytes, offset },
        };
        cells.take(word);
        Ok(())
    }

    fn unexpected(&self, wanted: &'static str) -> Refusal {
        let rest = &self.input[self.at..];
        let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
        let length = rest.iter().take_while(is_word).count().max(1);
        let token = if rest.is_empty() {
            Token::end()
        } else {
            Token::new(&rest[..length])
        };
        (self.at, Fault::Syntax { token, wanted })
    }
}

pub(super) fn write(board: &Board) -> String {
    let row = |tiles: &[crate::puzzle::Tile]| -> String {
        let words: Vec<String> = tiles.iter().map(ToString::to_string).collect();
        format!("[{}]", words.join(","))
    };
    let rows: Vec<String> = board.rows().map(row).collect();
    format!("[{}]\n", rows.join(","))
}
