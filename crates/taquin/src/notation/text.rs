//! Lines, words and numbers with their offsets.

use super::error::{Fault, Position, ReadError};
use std::fmt;

/// A piece of the input and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) offset: usize,
}

impl<'a> Word<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Word<'a> {
        Word { bytes, offset: 0 }
    }

    /// The pieces between separators, the empty ones too.
    pub(super) fn split(self, separator: impl Fn(u8) -> bool) -> impl Iterator<Item = Word<'a>> {
        let mut offset = self.offset;
        self.bytes
            .split(move |&byte| separator(byte))
            .map(move |bytes| {
                let word = Word { bytes, offset };
                offset += bytes.len() + 1;
                word
            })
    }

    /// The pieces between separators that are not empty.
    pub(super) fn words(self, separator: impl Fn(u8) -> bool) -> impl Iterator<Item = Word<'a>> {
        self.split(separator).filter(|word| !word.bytes.is_empty())
    }

    /// The piece without separators around it; of nothing but separators, the empty end.
    pub(super) fn trimmed(self, separator: impl Fn(u8) -> bool) -> Word<'a> {
        let is_part = |&byte: &u8| !separator(byte);
        let length = self.bytes.len();
        let start = self.bytes.iter().position(is_part).unwrap_or(length);
        let end = self
            .bytes
            .iter()
            .rposition(is_part)
            .map_or(length, |at| at + 1);
        Word {
            bytes: &self.bytes[start..end],
            offset: self.offset + start,
        }
    }

    /// Lines without their ends; `\r\n` is an end too.
    pub(super) fn lines(self) -> impl Iterator<Item = Word<'a>> {
        self.split(|byte| byte == b'\n').map(|line| Word {
            bytes: line.bytes.strip_suffix(b"\r").unwrap_or(line.bytes),
            offset: line.offset,
        })
    }

    /// The part before the first `#`, and the comment after it.
    pub(super) fn without_comment(self) -> (Word<'a>, &'a [u8]) {
        let end = self.bytes.iter().position(|&byte| byte == b'#');
        let (bytes, comment) = self.bytes.split_at(end.unwrap_or(self.bytes.len()));
        (Word { bytes, ..self }, comment)
    }
}

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.bytes))
    }
}

/// Blanks and tabs, as most dialects separate words.
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The input without a byte-order mark; offsets stay those of the input.
pub(super) fn without_bom(input: &[u8]) -> Word<'_> {
    match input.strip_prefix(b"\xef\xbb\xbf") {
        Some(bytes) => Word { bytes, offset: 3 },
        None => Word::new(input),
    }
}

/// An error if the input is not text in an encoding that taquin reads.
pub(super) fn check_encoding(input: &[u8]) -> Result<(), ReadError> {
    let (offset, what) = if input.starts_with(b"\xff\xfe") || input.starts_with(b"\xfe\xff") {
        (0, "the mark of UTF-16")
    } else if let Some(offset) = input.iter().position(|&byte| byte == 0) {
        (offset, "a NUL byte")
    } else {
        return Ok(());
    };
    Err(ReadError::at(input, offset, Fault::NotText { what }))
}

pub(super) enum Number {
    Value(u32),
    TooLarge,
}

/// A number in decimal digits and nothing else; leading zeros do not matter.
pub(super) fn number(word: &[u8]) -> Option<Number> {
    if word.is_empty() {
        return None;
    }
    let mut value = Some(0u32);
    for &byte in word {
        if !byte.is_ascii_digit() {
            return None;
        }
        let digit = u32::from(byte - b'0');
        value = value.and_then(|value| value.checked_mul(10)?.checked_add(digit));
    }
    Some(value.map_or(Number::TooLarge, Number::Value))
}

/// The line and column of an offset; columns count characters, not bytes.
pub(super) fn position(input: &[u8], offset: usize) -> Position {
    let before = &input[..offset.min(input.len())];
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    let starts_character = |&&byte: &&u8| byte & 0xc0 != 0x80;
    let line = &before[line_start..];
    let line = if line_start == 0 {
        line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
    } else {
        line
    };
    Position {
        line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
        column: line.iter().filter(starts_character).count() + 1,
    }
}
