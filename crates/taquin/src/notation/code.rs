//! Boards as programs write them: lists and tuples of Python, arrays of NumPy, braces of C. A name and `=` may stand before
//! them, and a semicolon after them.

use super::cells::{Blanks, Cells};
use super::error::{Fault, ReadErrors, Token};
use super::json::{Array, Refusal, Rows, read_array};
use super::text::{self, Word};
use crate::puzzle::{Board, Shape};

pub(super) fn read(
    input: &[u8],
    shape: Option<Shape>,
    blanks: Blanks,
) -> Result<Board, ReadErrors> {
    let array = |cells: &mut Cells<'_>, at| {
        let rows = Reader { input, at }.text(cells)?;
        Ok(rows.map_or(Array::Flat, Array::Nested))
    };
    read_array((input, "an array"), shape, blanks, array)
}

struct Reader<'a> {
    input: &'a [u8],
    at: usize,
}

/// The bracket that closes what another opens.
const fn closing(open: u8) -> Option<u8> {
    match open {
        b'[' => Some(b']'),
        b'(' => Some(b')'),
        b'{' => Some(b'}'),
        _ => None,
    }
}

impl Reader<'_> {
    /// The whole text; rows if it has them.
    fn text(&mut self, cells: &mut Cells<'_>) -> Result<Option<Rows>, Refusal> {
        let is_call = self.name();
        if is_call {
            self.at += 1;
        }
        let rows = self.array(cells)?;
        if is_call {
            self.arguments()?;
        }
        if self.peek() == Some(b';') {
            self.at += 1;
        }
        match self.peek() {
            None => Ok(rows),
            Some(_) => Err(self.unexpected("nothing may follow the array")),
        }
    }

    /// Steps over a declaration (`int board[3][3] =`) or the name of a function; says whether a function is called.
    fn name(&mut self) -> bool {
        let rest = &self.input[self.at..];
        if let Some(equals) = rest.iter().position(|&byte| byte == b'=')
            && !rest[..equals].contains(&b'(')
        {
            self.at += equals + 1;
        }
        self.peek();
        let rest = &self.input[self.at..];
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        let length = rest.iter().take_while(is_name).count();
        let is_call =
            rest.first().is_some_and(u8::is_ascii_alphabetic) && rest.get(length) == Some(&b'(');
        if is_call {
            self.at += length;
        }
        is_call
    }

    /// What follows the array in a call, such as `, dtype=int8)`.
    fn arguments(&mut self) -> Result<(), Refusal> {
        let rest = &self.input[self.at..];
        let is_argument =
            |byte: &&u8| byte.is_ascii_alphanumeric() || b" ,=._'\"\n\r\t".contains(byte);
        self.at += rest.iter().take_while(is_argument).count();
        match self.peek() {
            Some(b')') => {
                self.at += 1;
                Ok(())
            }
            _ => Err(self.unexpected("`)` was expected")),
        }
    }

    /// An array of tiles, or of rows.
    fn array(&mut self, cells: &mut Cells<'_>) -> Result<Option<Rows>, Refusal> {
        let close = self
            .open("a board is an array: [[1, 2], [3, 0]], ((1, 2), (3, 0)) or {{1, 2}, {3, 0}}")?;
        if self.peek().and_then(closing).is_none() {
            self.values(cells, close)?;
            return Ok(None);
        }
        let mut rows = Vec::new();
        while !self.closes(close)? {
            let row_close = self.open("every row must be an array")?;
            let (offset, before) = (self.at - 1, cells.len());
            self.values(cells, row_close)?;
            rows.push((offset, cells.len() - before));
        }
        Ok(Some(rows))
    }

    /// The values up to the closing bracket, between commas or spaces.
    fn values(&mut self, cells: &mut Cells<'_>, close: u8) -> Result<(), Refusal> {
        while !self.closes(close)? {
            self.value(cells)?;
        }
        Ok(())
    }

    /// Steps over a comma, or over the closing bracket; says whether it was the bracket.
    fn closes(&mut self, close: u8) -> Result<bool, Refusal> {
        if self.peek() == Some(b',') {
            self.at += 1;
        }
        match self.peek() {
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(true)
            }
            None | Some(b')' | b']' | b'}') => Err(self.unexpected(match close {
                b']' => "`]` was expected",
                b')' => "`)` was expected",
                _ => "`}` was expected",
            })),
            Some(_) => Ok(false),
        }
    }

    fn value(&mut self, cells: &mut Cells<'_>) -> Result<(), Refusal> {
        let (offset, rest) = (self.at, &self.input[self.at..]);
        if let Some(quote @ (b'"' | b'\'')) = rest.first().copied() {
            let end = rest[1..].iter().position(|&byte| byte == quote);
            let end = end.ok_or_else(|| self.unexpected("the quotation mark is not closed"))?;
            let bytes = rest[1..=end].trim_ascii();
            self.at += end + 2;
            cells.take(tile(bytes, offset + 1));
            return Ok(());
        }
        let ends = |byte: &u8| byte.is_ascii_whitespace() || b",()[]{}".contains(byte);
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.unexpected("a tile was expected"));
        }
        self.at += length;
        cells.take(tile(&rest[..length], offset));
        Ok(())
    }

    fn open(&mut self, wanted: &'static str) -> Result<u8, Refusal> {
        match self.peek().and_then(closing) {
            Some(close) => {
                self.at += 1;
                Ok(close)
            }
            None => Err(self.unexpected(wanted)),
        }
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.input[self.at..];
        let is_white = |byte: &&u8| byte.is_ascii_whitespace();
        self.at += rest.iter().take_while(is_white).count();
        self.input.get(self.at).copied()
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

/// A value as a tile: nothing, in the languages' words for it, is the blank, and `3.` and `3.0` are 3.
fn tile(bytes: &[u8], offset: usize) -> Word<'_> {
    let whole = bytes.strip_suffix(b".0").or(bytes.strip_suffix(b"."));
    let bytes = match bytes {
        b"" | b"None" | b"null" | b"NULL" | b"nan" => b"0",
        bytes => whole.filter(|whole| !whole.is_empty()).unwrap_or(bytes),
    };
    Word { bytes, offset }
}

/// Whether a text begins as program text does: with a bracket, or a name before one.
pub(super) fn is_code(input: &[u8]) -> bool {
    let text = text::without_bom(input).bytes.trim_ascii_start();
    match text.first() {
        Some(b'(' | b'{') => true,
        Some(b'[') => !text.contains(&b',') || text.iter().any(|byte| b"(')N=".contains(byte)),
        Some(first) if first.is_ascii_alphabetic() || *first == b'_' => {
            let bracket = text.iter().position(|&byte| closing(byte).is_some());
            let has_array = |bracket: usize| text[..bracket].ends_with(b"array");
            bracket.is_some_and(|bracket| text.contains(&b'=') || has_array(bracket))
        }
        _ => false,
    }
}

pub(super) fn write(board: &Board) -> String {
    let row = |tiles: &[crate::puzzle::Tile]| -> String {
        let words: Vec<String> = tiles.iter().map(ToString::to_string).collect();
        format!("{{{}}}", words.join(", "))
    };
    let rows: Vec<String> = board.rows().map(row).collect();
    format!("{{{}}}\n", rows.join(", "))
}
