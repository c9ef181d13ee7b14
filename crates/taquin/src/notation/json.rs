//! A JSON array of numbers, flat or an array for each row; 0 or `null` is the blank.

use super::cells::{Blanks, Cells};
use super::error::{Fault, ReadError, ReadErrors, Token};
use super::text::{self, Word};
use crate::board::Board;
use crate::shape::Shape;

pub(super) fn read(
    input: &[u8],
    shape: Option<Shape>,
    blanks: Blanks,
) -> Result<Board, ReadErrors> {
    let text = text::without_bom(input);
    let mut reader = Reader {
        input,
        at: text.offset,
    };
    let mut cells = Cells::new(input, blanks);
    reader.expect(
        b'[',
        "a board is an array: [1, 2, 3, 0] or [[1, 2], [3, 0]]",
    )?;
    let nested = reader.peek() == Some(b'[');
    let mut rows = Vec::new();
    loop {
        let (offset, before) = (reader.at, cells.len());
        if nested {
            reader.expect(b'[', "every row must be an array")?;
            reader.values(&mut cells)?;
        } else {
            reader.value(&mut cells)?;
        }
        rows.push((offset, cells.len() - before));
        match reader.peek() {
            Some(b',') => reader.at += 1,
            _ => break reader.expect(b']', "`,` or `]` was expected")?,
        }
    }
    if reader.peek().is_some() {
        return Err(reader.unexpected("nothing may follow the array").into());
    }
    let shape = match nested {
        true => nested_shape(&mut cells, &rows),
        false => Some(cells.shape(shape)?),
    };
    match shape {
        Some(shape) => cells.board(shape),
        None => Err(cells.into_errors()),
    }
}

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
    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.input[self.at..];
        self.at += rest
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        self.input.get(self.at).copied()
    }

    fn expect(&mut self, byte: u8, wanted: &'static str) -> Result<(), ReadError> {
        if self.peek() != Some(byte) {
            return Err(self.unexpected(wanted));
        }
        self.at += 1;
        Ok(())
    }

    /// One value or more, up to the closing bracket.
    fn values(&mut self, cells: &mut Cells<'_>) -> Result<(), ReadError> {
        loop {
            self.value(cells)?;
            match self.peek() {
                Some(b',') => self.at += 1,
                _ => return self.expect(b']', "`,` or `]` was expected"),
            }
        }
    }

    fn value(&mut self, cells: &mut Cells<'_>) -> Result<(), ReadError> {
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
        let bytes: &[u8] = match quoted.unwrap_or(word) {
            b"null" => b"0",
            // Some programs write the blank as an empty string.
            b"" => b"0",
            word => word,
        };
        cells.take(Word { bytes, offset });
        Ok(())
    }

    fn unexpected(&self, wanted: &'static str) -> ReadError {
        let rest = &self.input[self.at..];
        if rest.is_empty() {
            return ReadError::at(
                self.input,
                self.at,
                Fault::Empty {
                    wanted: "a JSON array",
                },
            );
        }
        let length = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        let token = Token::new(&rest[..length.max(1)]);
        ReadError::at(self.input, self.at, Fault::Syntax { token, wanted })
    }
}

pub(super) fn write(board: &Board) -> String {
    let row = |tiles: &[crate::board::Tile]| -> String {
        let words: Vec<String> = tiles.iter().map(ToString::to_string).collect();
        format!("[{}]", words.join(","))
    };
    let rows: Vec<String> = board.rows().map(row).collect();
    format!("[{}]\n", rows.join(","))
}
