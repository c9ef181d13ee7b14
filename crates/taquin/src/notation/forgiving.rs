//! The reader that detects the dialect.
//!
//! It tries every dialect that the text could be in, with every common way to write the blank. If exactly one board is
//! read, that is the answer; several different ones are an error that lists them; if there is none, the errors are
//! those of the dialect with the fewest.

use super::cells::Blanks;
use super::error::{Fault, ReadError, ReadErrors};
use super::text::{self, Number, Word, is_space};
use super::{Dialect, Reading, code, drawn, grid, nine, read_with, slashes};
use crate::puzzle::{Board, Shape};
use std::str::FromStr;

/// Reads a board in any dialect; [`Reading::dialect`] says which one was detected.
///
/// A single line of tiles is a square unless `shape` is given.
///
/// ```
/// # use taquin::notation::{read_any, Dialect};
/// for (text, dialect) in [
///     ("3\n1 2 3\n4 5 6\n7 8 0\n", Dialect::Princeton),
///     ("1 2 3/4 5 6/7 8 0", Dialect::Slash),
///     ("1,2,3,4,5,6,7,8,x", Dialect::Comma),
///     ("12345678-", Dialect::Nine),
///     ("[[1,2,3],[4,5,6],[7,8,null]]", Dialect::Json),
/// ] {
///     assert_eq!(read_any(text.as_bytes(), None)?.dialect, dialect);
/// }
/// # Ok::<(), taquin::notation::ReadErrors>(())
/// ```
pub fn read_any(input: &[u8], shape: Option<Shape>) -> Result<Reading, ReadErrors> {
    text::check_encoding(input)?;
    let mut readings: Vec<Reading> = Vec::new();
    let mut refusal: Option<ReadErrors> = None;
    for dialect in candidates(input) {
        match attempt(input, dialect, shape) {
            Ok(reading) if readings.iter().all(|known| !same(known, &reading)) => {
                readings.push(reading)
            }
            Ok(_) => {}
            Err(errors) => {
                if refusal
                    .as_ref()
                    .is_none_or(|known| errors.count() < known.count())
                {
                    refusal = Some(errors);
                }
            }
        }
    }
    match (readings.len(), refusal) {
        (0, Some(errors)) => Err(errors),
        (0, None) => Err(ReadError::at(input, 0, Fault::Empty { wanted: "a board" }).into()),
        (1, _) => Ok(readings.remove(0)),
        _ => {
            let readings = readings.iter().map(describe).collect();
            Err(ReadError::at(input, 0, Fault::Ambiguous { readings }).into())
        }
    }
}

/// Reads a board in any dialect, as [`read_any`] does.
///
/// ```
/// use taquin::Board;
/// let board: Board = "8 1 3/4 0 2/7 6 5".parse()?;
/// assert_eq!(board.blank(), board.shape().cell(1, 1).unwrap());
/// assert!("8 1 3/4 0 2/7 6 6".parse::<Board>().is_err());
/// # Ok::<(), taquin::notation::ReadErrors>(())
/// ```
impl FromStr for Board {
    type Err = ReadErrors;

    fn from_str(text: &str) -> Result<Board, ReadErrors> {
        Ok(read_any(text.as_bytes(), None)?.start)
    }
}

fn same(a: &Reading, b: &Reading) -> bool {
    a.start == b.start && a.goal == b.goal
}

/// A board of another shape than the requested one is an error.
fn attempt(input: &[u8], dialect: Dialect, shape: Option<Shape>) -> Result<Reading, ReadErrors> {
    let reading = read_with(input, dialect, shape, Blanks::Any)?;
    match shape {
        Some(wanted) if wanted != reading.start.shape() => {
            let found = reading.start.shape();
            Err(ReadError::at(input, 0, Fault::OtherShape { found, wanted }).into())
        }
        _ => Ok(reading),
    }
}

fn describe(reading: &Reading) -> String {
    /// Enough of a board to recognise it.
    const SHOWN: usize = 60;
    let board = slashes(&reading.start);
    let (name, shape) = (reading.dialect.name(), reading.start.shape());
    match &board[..] {
        long if long.len() > SHOWN => format!("{name} ({shape}: {}…)", &long[..SHOWN]),
        board => format!("{name} ({shape}: {board})"),
    }
}

/// The dialects that a text of this outline could be in, the likeliest first.
fn candidates(input: &[u8]) -> Vec<Dialect> {
    if nine::has_marks_as_labels(input) {
        return vec![Dialect::Nine];
    }
    if drawn::is_drawn(input) {
        return vec![Dialect::Drawn];
    }
    let outline = Outline::of(input);
    match (outline.starts_array, code::is_code(input)) {
        (true, true) => return vec![Dialect::Json, Dialect::Code],
        (true, false) => return vec![Dialect::Json],
        (false, true) => return vec![Dialect::Code],
        (false, false) => {}
    }
    if outline.comments {
        return vec![Dialect::FortyTwo];
    }
    if outline.rows_marked {
        return if outline.has_size() {
            vec![Dialect::Princeton]
        } else {
            vec![Dialect::Slash]
        };
    }
    let mut dialects = outline.unmarked();
    dialects.extend(outline.has_gap().then_some(Dialect::Gap));
    dialects
}

impl Outline {
    /// The dialects that a text without marks for rows could be in.
    fn unmarked(&self) -> Vec<Dialect> {
        let outline = self;
        match (outline.lines, outline.words) {
            (1, _) if outline.comma_rows => vec![Dialect::Comma, Dialect::Grid],
            (1, _) if outline.commas => vec![Dialect::Comma],
            (1, 1) => vec![Dialect::Nine],
            (1, _) if outline.labelled => vec![Dialect::Korf, Dialect::Nine],
            (1, _) => vec![Dialect::Korf],
            (_, _) if outline.has_size() => vec![Dialect::Princeton],
            (_, _) if outline.has_two_sizes() => vec![Dialect::Princeton, Dialect::Grid],
            (_, _) if outline.commas => vec![Dialect::Grid],
            (lines, _) => {
                let mut dialects = vec![Dialect::Grid];
                // A column of numbers may begin with its size.
                if outline.first_line_words == 1 {
                    dialects.insert(0, Dialect::Princeton);
                }
                dialects.extend((lines == 2).then_some(Dialect::Pair));
                dialects
            }
        }
    }
}

/// What can be seen of a text without understanding it.
#[derive(Default)]
struct Outline {
    starts_array: bool,
    comments: bool,
    rows_marked: bool,
    commas: bool,
    /// Lines with a word outside comments.
    lines: usize,
    /// Words are pieces between blanks or commas here.
    words: usize,
    first_line_words: usize,
    last_line_words: usize,
    /// The words of the longest line, how many lines have as many, and how many have one less.
    widest: usize,
    full_lines: usize,
    short_lines: usize,
    /// A word is a blank.
    has_blank: bool,
    /// The first line is one word that ends no row.
    size_alone: bool,
    /// The first line is two numbers, these.
    two_numbers: Option<(usize, usize)>,
    /// Commas end the rows of the first line.
    comma_rows: bool,
    /// The first line is height, width and as many labels.
    labelled: bool,
}

impl Outline {
    fn of(input: &[u8]) -> Outline {
        let text = text::without_bom(input);
        let starts_array = text.bytes.trim_ascii_start().starts_with(b"[");
        let mut outline = Outline {
            starts_array,
            ..Outline::default()
        };
        for line in text.lines() {
            let (line, comment) = line.without_comment();
            outline.comments |= !comment.is_empty();
            outline.take_line(line);
        }
        outline
    }

    fn take_line(&mut self, line: Word<'_>) {
        let words = || line.words(|byte| is_space(byte) || byte == b',');
        let count = words().count();
        let bytes = line.bytes;
        self.rows_marked |= bytes.iter().any(|byte| matches!(byte, b'/' | b';' | b'|'));
        self.commas |= bytes.contains(&b',');
        if line.words(is_space).next().is_none() {
            return;
        }
        if self.lines == 0 {
            self.first_line_words = count;
            self.take_first_line(line, &words().take(4).collect::<Vec<_>>());
        }
        self.has_blank = self.has_blank || words().any(is_blank);
        self.take_width(count);
        self.lines += 1;
        self.words += count;
        self.last_line_words = count;
    }

    /// `words` are the first few of the line.
    fn take_first_line(&mut self, line: Word<'_>, words: &[Word<'_>]) {
        self.comma_rows = grid::has_rows(line);
        match words {
            [_] => self.size_alone = !self.rows_marked,
            [a, b] if !self.commas => self.two_numbers = number(*a).zip(number(*b)),
            [height, width, labels] => {
                let cells = number(*height).zip(number(*width));
                let area = cells.and_then(|(height, width)| height.checked_mul(width));
                self.labelled = labels.bytes.len() > 1 && area == Some(labels.bytes.len());
            }
            _ => {}
        }
    }

    const fn take_width(&mut self, count: usize) {
        if count > self.widest {
            let is_next = self.widest + 1 == count;
            self.short_lines = if is_next { self.full_lines } else { 0 };
            (self.widest, self.full_lines) = (count, 1);
        } else if count == self.widest {
            self.full_lines += 1;
        } else if count + 1 == self.widest {
            self.short_lines += 1;
        }
    }

    /// All rows are equally long but one, which has one tile less and must have the blank, because no other has it.
    const fn has_gap(&self) -> bool {
        let is_gap = self.short_lines == 1 && self.full_lines + 1 == self.lines;
        is_gap && !self.has_blank && !self.commas
    }

    /// A single word, then rows: the word is meant as a size.
    const fn has_size(&self) -> bool {
        self.size_alone && self.words > self.lines
    }

    /// Height and width, then rows: no row has a number twice, and no row of a board has another length.
    fn has_two_sizes(&self) -> bool {
        let width = self.last_line_words;
        let says_shape = |(a, b)| a == b || (self.lines.checked_sub(1) == Some(a) && b == width);
        width != 2 && self.two_numbers.is_some_and(says_shape)
    }
}

fn is_blank(word: Word<'_>) -> bool {
    match word.bytes {
        [b'1'..=b'9', ..] => false,
        bytes => Blanks::Any.has_word(bytes) || number(word) == Some(0),
    }
}

fn number(word: Word<'_>) -> Option<usize> {
    match text::number(word.bytes)? {
        Number::Value(value) => Some(value as usize),
        Number::TooLarge => None,
    }
}
