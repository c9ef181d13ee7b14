//! Several boards one after the other in a text, in any dialect.

use super::cells::Blanks;
use super::text::{self, Number, Word, is_space};
use super::{Dialect, drawn, forgiving, read};
use crate::puzzle::Shape;

/// A part of a text that should be one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// The number of lines before it.
    pub line: usize,
    /// Its text.
    pub bytes: &'a [u8],
}

/// How the boards of a text follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// One board per line.
    Lines,
    /// Arrays or objects.
    Values,
    /// Each after its size.
    Sized,
    /// Two lines each, start and goal.
    Pairs,
    /// Rows of numbers, which form boards of several rows.
    Rows,
    /// Drawn boards.
    Drawings,
    /// Boards with empty lines between them.
    Blocks,
}

/// The boards of a text that is not one board; `None` if it does not look like several either.
///
/// Parts are found by their layout, and most of them must be boards, but not all.
///
/// ```
/// use taquin::notation::{self, Sequence};
/// let (sequence, parts) = notation::split(b"1 2/3 0\n0 1/2 3\n", None, None).unwrap();
/// assert_eq!((sequence, parts.len()), (Sequence::Lines, 2));
/// let (sequence, parts) = notation::split(b"2\n1 2\n3 0\n2\n0 1\n2 3\n", None, None).unwrap();
/// assert_eq!((sequence, parts[1].line), (Sequence::Sized, 3));
/// ```
pub fn split(
    input: &[u8],
    dialect: Option<Dialect>,
    shape: Option<Shape>,
) -> Option<(Sequence, Vec<Part<'_>>)> {
    use Sequence::{Blocks, Drawings, Lines, Pairs, Rows, Sized, Values};
    let sequences: &[Sequence] = match dialect {
        None => &[Values, Drawings, Sized, Pairs, Rows, Lines, Blocks],
        Some(Dialect::Slash | Dialect::Korf | Dialect::Comma | Dialect::Nine) => &[Lines],
        Some(Dialect::Json | Dialect::Code) => &[Values],
        Some(Dialect::Princeton | Dialect::FortyTwo) => &[Sized],
        Some(Dialect::Pair) => &[Pairs],
        Some(Dialect::Grid) => &[Rows, Lines, Blocks],
        Some(Dialect::Drawn) => &[Drawings],
        Some(Dialect::Gap) => &[Blocks],
    };
    let is_one = |part: &Part<'_>| match dialect {
        Some(dialect) => read(part.bytes, dialect, shape).is_ok(),
        None => forgiving::read_any(part.bytes, shape).is_ok(),
    };
    sequences.iter().find_map(|&sequence| {
        let parts = parts(input, sequence)?;
        let is_likely = sequence == Values || are_mostly(&parts, is_one);
        (is_likely && !parts.is_empty()).then_some((sequence, parts))
    })
}

/// Whether most of the parts are boards. Of many, the first are tried.
fn are_mostly(parts: &[Part<'_>], is_one: impl Fn(&Part<'_>) -> bool) -> bool {
    const TRIED: usize = 100;
    let tried = &parts[..parts.len().min(TRIED)];
    let boards = tried.iter().filter(|part| is_one(part)).count();
    2 * boards > tried.len()
}

fn parts(input: &[u8], sequence: Sequence) -> Option<Vec<Part<'_>>> {
    match sequence {
        Sequence::Lines => Some(lines(input)),
        Sequence::Values => values(input),
        Sequence::Sized => sized(input),
        Sequence::Pairs => pairs(input),
        Sequence::Rows => rows(input),
        Sequence::Drawings => drawings(input),
        Sequence::Blocks => blocks(input),
    }
}

/// The lines of a text that are neither empty nor comments.
pub fn lines(input: &[u8]) -> Vec<Part<'_>> {
    let is_board = |part: &Part<'_>| !matches!(part.bytes.trim_ascii(), [] | [b'#', ..]);
    all_lines(input).filter(is_board).collect()
}

fn all_lines(input: &[u8]) -> impl Iterator<Item = Part<'_>> {
    let lines = text::without_bom(input).lines().enumerate();
    lines.map(|(line, word)| Part {
        line,
        bytes: word.bytes,
    })
}

/// The text from the first of these lines to the last.
fn joined<'a>(input: &'a [u8], lines: &[Part<'a>]) -> Option<Part<'a>> {
    let (first, last) = (lines.first()?, lines.last()?);
    let offset = |part: &Part<'_>| part.bytes.as_ptr() as usize - input.as_ptr() as usize;
    Some(Part {
        line: first.line,
        bytes: &input[offset(first)..offset(last) + last.bytes.len()],
    })
}

/// Arrays and objects, each from its first bracket to its last.
fn values(input: &[u8]) -> Option<Vec<Part<'_>>> {
    let text = text::without_bom(input);
    let mut values = Vec::new();
    let (mut at, mut line) = (text.offset, 0);
    while let Some(&byte) = input.get(at) {
        match byte {
            b'\n' => line += 1,
            b'[' | b'{' | b'(' => {
                let length = value_length(&input[at..])?;
                let bytes = &input[at..at + length];
                values.push(Part { line, bytes });
                line += bytes.iter().filter(|&&byte| byte == b'\n').count();
                at += length;
                continue;
            }
            byte if byte.is_ascii_whitespace() || byte == b',' => {}
            // A comment takes the rest of its line.
            b'#' => at += input[at..].iter().position(|&byte| byte == b'\n')?.max(1) - 1,
            _ => return None,
        }
        at += 1;
    }
    match &values[..] {
        [only] => elements(*only).or(Some(values)),
        [] => None,
        _ => Some(values),
    }
}

/// The objects or boards in an array of them.
fn elements(array: Part<'_>) -> Option<Vec<Part<'_>>> {
    let inner = array.bytes.strip_prefix(b"[")?.strip_suffix(b"]")?;
    let begins = inner.trim_ascii_start();
    let is_list = match begins {
        [b'{', rest @ ..] => rest.trim_ascii_start().starts_with(b"\""),
        [b'[', rest @ ..] => rest.trim_ascii_start().starts_with(b"["),
        _ => false,
    };
    if !is_list {
        return None;
    }
    let mut elements = values(inner)?;
    let below = elements.iter_mut();
    below.for_each(|element| element.line += array.line);
    Some(elements)
}

/// The length of the value that a text begins with; `None` if its brackets are not closed.
fn value_length(text: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    let mut in_string = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' | b'(' => depth += 1,
            b']' | b'}' | b')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The first two words of a line outside a comment.
fn first_words(part: Part<'_>) -> Vec<Word<'_>> {
    let (line, _) = Word::new(part.bytes).without_comment();
    line.words(is_space).take(2).collect()
}

/// Boards that begin with their size. A part also has the comments before its board.
fn sized(input: &[u8]) -> Option<Vec<Part<'_>>> {
    let all: Vec<Part<'_>> = all_lines(input).collect();
    let mut parts = Vec::new();
    let mut from = 0;
    let mut full = (0..all.len()).filter(|&line| !first_words(all[line]).is_empty());
    while let Some(first) = full.next() {
        let [size] = first_words(all[first])[..] else {
            return None;
        };
        let side = match text::number(size.bytes)? {
            Number::Value(side @ 1..=4096) => side as usize,
            _ => return None,
        };
        let mut last = first;
        let mut left = side;
        while left > 0
            && let Some(line) = full.next()
        {
            // Some generators write one number per line.
            if last == first && side > 1 && first_words(all[line]).len() == 1 {
                left = side * side;
            }
            (last, left) = (line, left - 1);
        }
        parts.push(joined(input, &all[from..=last])?);
        from = last + 1;
    }
    Some(parts)
}

/// Two lines each, if every line has a `b`.
fn pairs(input: &[u8]) -> Option<Vec<Part<'_>>> {
    let lines = lines(input);
    let has_b = |part: &Part<'_>| {
        let mut words = Word::new(part.bytes).words(is_space);
        words.any(|word| matches!(word.bytes, b"b" | b"B"))
    };
    let are_pairs = lines.len() > 1 && lines.len().is_multiple_of(2) && lines.iter().all(has_b);
    let pairs = are_pairs.then(|| lines.chunks(2).map(|pair| joined(input, pair)));
    pairs.and_then(Iterator::collect)
}

/// Rows of numbers that can be divided into boards of two or more rows in one way only.
fn rows(input: &[u8]) -> Option<Vec<Part<'_>>> {
    let lines = lines(input);
    let rows: Option<Vec<Vec<u32>>> = lines.iter().map(numbers).collect();
    let rows = rows?;
    // The number of ways to divide the rows from each one on, and how long the first board is then.
    let mut ways = vec![(0u8, 0usize); rows.len() + 1];
    ways[rows.len()].0 = 1;
    for first in (0..rows.len()).rev() {
        for count in board_lengths(&rows[first..]) {
            let after = ways[first + count].0;
            if after > 0 {
                ways[first] = (ways[first].0.saturating_add(after).min(2), count);
            }
        }
    }
    if ways[0].0 != 1 {
        return None;
    }
    let mut parts = Vec::new();
    let mut first = 0;
    while first < rows.len() {
        let count = ways[first].1;
        parts.push(joined(input, &lines[first..first + count])?);
        first += count;
    }
    Some(parts)
}

/// The tiles of a line, 0 for the blank.
fn numbers(line: &Part<'_>) -> Option<Vec<u32>> {
    let words = Word::new(line.bytes).words(|byte| is_space(byte) || byte == b',');
    let tile = |word: Word<'_>| match text::number(word.bytes) {
        Some(Number::Value(number)) => Some(number),
        None if Blanks::Any.has_word(word.bytes) => Some(0),
        _ => None,
    };
    words.map(tile).collect()
}

/// How many of these rows, from the first on, can be a board.
fn board_lengths(rows: &[Vec<u32>]) -> Vec<usize> {
    let width = rows[0].len();
    let mut seen: Vec<bool> = Vec::new();
    let (mut largest, mut lengths) = (0, Vec::new());
    for (row, length) in rows.iter().zip(1..) {
        if row.len() != width {
            break;
        }
        for &tile in row {
            let tile = tile as usize;
            // A tile beyond all cells of the text is not one of its boards'.
            if tile >= rows.len() * width || seen.get(tile) == Some(&true) {
                return lengths;
            }
            seen.resize(seen.len().max(tile + 1), false);
            seen[tile] = true;
            largest = largest.max(tile);
        }
        if length > 1 && largest + 1 == length * width {
            lengths.push(length);
        }
    }
    lengths
}

/// Drawn boards: a line between rows after another such line begins the next one.
fn drawings(input: &[u8]) -> Option<Vec<Part<'_>>> {
    if !drawn::is_drawn(input) {
        return None;
    }
    let lines: Vec<Part<'_>> = all_lines(input)
        .filter(|part| !part.bytes.trim_ascii().is_empty())
        .collect();
    let mut parts = Vec::new();
    let mut from = 0;
    for at in 1..lines.len() {
        if drawn::is_rule(lines[at].bytes) && drawn::is_rule(lines[at - 1].bytes) {
            parts.push(joined(input, &lines[from..at])?);
            from = at;
        }
    }
    parts.push(joined(input, &lines[from..])?);
    (parts.len() > 1).then_some(parts)
}

/// What stands between empty lines.
fn blocks(input: &[u8]) -> Option<Vec<Part<'_>>> {
    let all: Vec<Part<'_>> = all_lines(input).collect();
    let blocks = all.split(|part| part.bytes.trim_ascii().is_empty());
    let blocks = blocks.filter_map(|block| joined(input, block));
    let blocks: Vec<Part<'_>> = blocks.collect();
    (blocks.len() > 1).then_some(blocks)
}
