//! Tiles in reading order and nothing that tells rows: what Korf's lines and comma lists share.

use super::cells::Cells;
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

/// The piece without blanks around it.
pub(super) fn trimmed(word: Word<'_>) -> Word<'_> {
    let is_tile = |&byte: &u8| !is_space(byte);
    let start = word.bytes.iter().position(is_tile).unwrap_or(0);
    let end = word.bytes.iter().rposition(is_tile).map_or(0, |at| at + 1);
    Word {
        bytes: &word.bytes[start..end],
        offset: word.offset + start,
    }
}

/// Takes the pieces between commas; two commas without a tile between them are an error.
pub(super) fn take_commas(cells: &mut Cells<'_>, line: Word<'_>) {
    for piece in line.split(|byte| byte == b',').map(trimmed) {
        if piece.bytes.is_empty() {
            let (token, wanted) = (
                Token::new(b","),
                "there must be a tile on either side of a comma",
            );
            cells.error(
                piece.offset.saturating_sub(1),
                Fault::Syntax { token, wanted },
            );
        } else {
            cells.take(piece);
        }
    }
}
