//! Tiles on one line without marks between rows: what Korf's lines and comma lists share.

use super::error::{Fault, ReadError, Token};
use super::text::{self, Word, is_space};

/// The one line of the input that is not empty.
pub(super) fn only_line<'a>(input: &'a [u8], wanted: &'static str) -> Result<Word<'a>, ReadError> {
    let mut lines = text::without_bom(input)
        .lines()
        .filter(|line| line.words(is_space).next().is_some());
    let line = lines.next();
    let line = line.ok_or_else(|| ReadError::at(input, 0, Fault::Empty { wanted }))?;
    match lines.next() {
        None => Ok(line),
        Some(extra) => {
            let (token, last) = (Token::new(extra.bytes), "its first line");
            Err(ReadError::at(
                input,
                extra.offset,
                Fault::Trailing { token, last },
            ))
        }
    }
}
