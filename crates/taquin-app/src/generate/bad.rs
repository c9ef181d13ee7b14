//! Bad input: texts that a reader of a notation must refuse, each with one mistake.

use std::ops::Range;
use taquin::notation::{self, Dialect};

/// A text with a mistake.
#[derive(Clone, Debug)]
pub struct BadText {
    /// A short name of the mistake, which can be part of a file name.
    pub name: &'static str,
    /// The mistake.
    pub mistake: &'static str,
    /// What taquin's reader says about it.
    pub error: String,
    /// The text.
    pub bytes: Vec<u8>,
}

/// Every mistake that can be made in a board, or a board with its goal, in this notation. Each is refused by the strict
/// reader of the notation and by the reader that detects notations.
pub fn bad_texts(text: &str, dialect: Dialect) -> Vec<BadText> {
    let texts = mistakes(text, dialect).into_iter();
    let refused = texts.filter_map(|(name, mistake, bytes)| {
        let error = notation::read(&bytes, dialect, None).err()?;
        notation::read_any(&bytes, None).err()?;
        let first = error.as_slice().first()?;
        Some(BadText {
            name,
            mistake,
            error: format!("{}: {}", first.at, first.fault),
            bytes,
        })
    });
    refused.collect()
}

type Mistake = (&'static str, &'static str, Vec<u8>);

fn mistakes(text: &str, dialect: Dialect) -> Vec<Mistake> {
    let tiles = Tiles::of(text, dialect);
    let (first, last) = (0, tiles.spans.len() - 1);
    let blank = tiles.blank();
    let tile = if blank == first { first + 1 } else { first };
    let other = (first..=last)
        .rev()
        .find(|&index| index != blank && index != tile);
    let text_of = |index: usize| &text[tiles.spans[index].clone()];
    let too_large = (tiles.spans.len() + 1).to_string();
    let mut mistakes: Vec<Mistake> = vec![
        ("empty", "nothing at all", Vec::new()),
        ("spaces", "only white space", b"  \n\n".to_vec()),
        ("no-blank", "no blank", tiles.with(blank, text_of(tile))),
        ("two-blanks", "two blanks", tiles.with(tile, text_of(blank))),
        (
            "too-large",
            "a tile that is too large",
            tiles.with(tile, &too_large),
        ),
        ("negative", "a negative number", tiles.with(tile, "-1")),
        (
            "fraction",
            "a number with a fraction",
            tiles.with(tile, "1.5"),
        ),
        ("word", "a word instead of a tile", tiles.with(tile, "one")),
        (
            "huge",
            "a number that fits in no machine word",
            tiles.with(tile, &"9".repeat(40)),
        ),
        ("missing-tile", "one tile too few", tiles.with(last, "")),
        (
            "binary",
            "bytes that are not text",
            tiles.with_bytes(tile, b"\xff\xfe"),
        ),
        (
            "cut-off",
            "cut off in the middle",
            text.as_bytes()[..text.len() / 2].to_vec(),
        ),
    ];
    if let Some(other) = other {
        mistakes.push(("twice", "a tile twice", tiles.with(tile, text_of(other))));
    }
    let mut extra = text.trim_end().as_bytes().to_vec();
    extra.extend(tiles.separator().bytes().chain(too_large.bytes()));
    mistakes.push(("extra-tile", "one tile too many", extra));
    if matches!(dialect, Dialect::Princeton | Dialect::FortyTwo) {
        mistakes.extend(wrong_sizes(text));
    }
    if let (Dialect::Pair, Some((start, _))) = (dialect, text.split_once('\n')) {
        mistakes.push(("no-goal", "no goal line", format!("{start}\n").into_bytes()));
    }
    mistakes
}

/// Mistakes in the first line.
fn wrong_sizes(text: &str) -> Vec<Mistake> {
    let Some((head, size, rest)) = split_size(text) else {
        return Vec::new();
    };
    let with = |size: &str| format!("{head}{size}{rest}").into_bytes();
    let larger = size.parse::<u32>().map_or(9, |size| size + 1).to_string();
    vec![
        ("no-size", "no size", with("")),
        ("size-zero", "the size 0", with("0")),
        (
            "size-larger",
            "a size that is larger than the board",
            with(&larger),
        ),
        ("size-negative", "a negative size", with("-3")),
        ("size-word", "a word instead of the size", with("three")),
        ("size-huge", "a size of a million", with("1000000")),
    ]
}

/// The text before the size, the size, and the text after it: the size is the first line that is not a comment.
fn split_size(text: &str) -> Option<(&str, &str, &str)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let size = line.split('#').next().unwrap_or_default().trim();
        if !size.is_empty() {
            let at = start + line.find(size)?;
            return Some((&text[..at], size, &text[at + size.len()..]));
        }
        start += line.len();
    }
    None
}

/// Where the tiles of a board are in its text.
struct Tiles<'a> {
    text: &'a str,
    spans: Vec<Range<usize>>,
}

impl Tiles<'_> {
    /// Every word of digits or `b`; in the notation of `Nine`, every label.
    fn of(text: &str, dialect: Dialect) -> Tiles<'_> {
        let body = match dialect {
            Dialect::Princeton | Dialect::FortyTwo => {
                split_size(text).map_or(0, |(_, _, rest)| text.len() - rest.len())
            }
            Dialect::Nine => text.rfind(' ').map_or(0, |space| space + 1),
            _ => 0,
        };
        let end = match dialect {
            Dialect::Pair => text.find('\n').unwrap_or(text.len()),
            _ => text.len(),
        };
        let is_tile = |byte: u8| match dialect {
            Dialect::Nine => !byte.is_ascii_whitespace(),
            _ => byte.is_ascii_digit() || byte == b'b',
        };
        let mut spans: Vec<Range<usize>> = Vec::new();
        for at in body..end {
            match spans.last_mut() {
                _ if !is_tile(text.as_bytes()[at]) => {}
                Some(last) if last.end == at && dialect != Dialect::Nine => last.end = at + 1,
                _ => spans.push(at..at + 1),
            }
        }
        Tiles { text, spans }
    }

    fn blank(&self) -> usize {
        let is_blank = |span: &Range<usize>| matches!(&self.text[span.clone()], "0" | "b" | "-");
        self.spans.iter().position(is_blank).unwrap_or(0)
    }

    /// What stands between the last two tiles.
    fn separator(&self) -> &str {
        match self.spans.as_slice() {
            [.., before, last] => &self.text[before.end..last.start],
            _ => " ",
        }
    }

    fn with(&self, index: usize, word: &str) -> Vec<u8> {
        self.with_bytes(index, word.as_bytes())
    }

    fn with_bytes(&self, index: usize, word: &[u8]) -> Vec<u8> {
        let Range { start, end } = self.spans[index];
        let bytes = self.text.as_bytes();
        [&bytes[..start], word, &bytes[end..]].concat()
    }
}
