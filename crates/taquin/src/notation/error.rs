//! Errors in the text of a board. Each message says what is wrong, where, and what was expected.

use super::cells::Blanks;
use super::{Dialect, nine, text};
use crate::puzzle::{Shape, Tile};
use std::fmt;

/// A line and column of a text, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// An error in a text, with its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {fault}")]
#[non_exhaustive]
pub struct ReadError {
    /// Where it is.
    pub at: Position,
    /// What is wrong.
    pub fault: Fault,
}

impl ReadError {
    pub(super) fn at(input: &[u8], offset: usize, fault: Fault) -> ReadError {
        ReadError {
            at: text::position(input, offset),
            fault,
        }
    }
}

/// All errors in a text, in the order of their positions; never empty.
///
/// The first hundred are kept; any others are only counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadErrors {
    errors: Vec<ReadError>,
    more: usize,
}

impl ReadErrors {
    const KEPT: usize = 100;

    /// The first error.
    pub fn first(&self) -> &ReadError {
        self.errors.first().expect("a rejected text has an error")
    }

    /// The errors that were kept.
    pub fn as_slice(&self) -> &[ReadError] {
        &self.errors
    }

    /// The number of errors that were not kept.
    pub const fn more(&self) -> usize {
        self.more
    }

    /// The total number of errors.
    pub const fn count(&self) -> usize {
        self.errors.len() + self.more
    }

    /// Adds an error; its position is computed only if it is kept.
    pub(super) fn push(&mut self, input: &[u8], offset: usize, fault: impl FnOnce() -> Fault) {
        if self.errors.len() < ReadErrors::KEPT {
            self.errors.push(ReadError::at(input, offset, fault()));
        } else {
            self.more += 1;
        }
    }

    /// Adds the errors of another part of the text.
    pub(super) fn append(&mut self, mut others: ReadErrors) {
        self.errors.append(&mut others.errors);
        self.more += others.more;
    }

    /// The errors with their lines moved down by `lines`, for a text that is part of a longer one.
    pub fn below(mut self, lines: usize) -> ReadErrors {
        for error in &mut self.errors {
            error.at.line += lines;
            if let Fault::Repeated { first, .. } | Fault::SecondBlank { first } = &mut error.fault {
                first.line += lines;
            }
        }
        self
    }

    /// Sorts the errors by position.
    pub(super) fn sorted(mut self) -> ReadErrors {
        self.errors.sort_by_key(|error| error.at);
        self
    }
}

impl From<ReadError> for ReadErrors {
    fn from(error: ReadError) -> ReadErrors {
        ReadErrors {
            errors: vec![error],
            more: 0,
        }
    }
}

impl fmt::Display for ReadErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, error) in self.errors.iter().enumerate() {
            let newline = if place == 0 { "" } else { "\n" };
            write!(f, "{newline}{error}")?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\nand {more} more errors"),
        }
    }
}

impl std::error::Error for ReadErrors {}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The text has no board.
    #[error("there is no board here (expected {wanted})")]
    Empty {
        /// What was expected.
        wanted: &'static str,
    },
    /// The text is UTF-16 or has NUL bytes.
    #[error("this is not plain text: it has {what}; save it as UTF-8")]
    NotText {
        /// What was found.
        what: &'static str,
    },
    /// A word that is not a tile.
    #[error("{token} is not a tile: tiles are whole numbers, and the blank is {blanks}")]
    NotATile {
        /// The word.
        token: Token,
        /// How the blank may be written.
        blanks: Blanks,
    },
    /// A number that no tile of the board has.
    #[error("there is no tile {token} on a {shape} board ({})", uses(*shape, *blanks))]
    OutOfRange {
        /// The word.
        token: Token,
        /// The shape.
        shape: Shape,
        /// How the blank may be written.
        blanks: Blanks,
    },
    /// A tile that appears twice.
    #[error("tile {tile} appears twice, first at {first}{}", shape.map_or_else(String::new, |shape| format!(" ({})", uses(shape, *blanks))))]
    Repeated {
        /// The tile.
        tile: Tile,
        /// Where it appeared first.
        first: Position,
        /// The shape, if it is known.
        shape: Option<Shape>,
        /// How the blank may be written.
        blanks: Blanks,
    },
    /// A second blank.
    #[error("there is a second blank; the first is at {first} (a board has exactly one)")]
    SecondBlank {
        /// Where the first is.
        first: Position,
    },
    /// There is no blank.
    #[error("there is no blank (write {blanks} for it)")]
    NoBlank {
        /// How the blank may be written.
        blanks: Blanks,
    },
    /// Tiles are missing.
    #[error("missing {} ({})", numbers(tiles), uses(*shape, *blanks))]
    Missing {
        /// The tiles, in ascending order.
        tiles: Vec<Tile>,
        /// The shape.
        shape: Shape,
        /// How the blank may be written.
        blanks: Blanks,
    },
    /// A row with too many or too few tiles.
    #[error("this row has {found} {}, but the first row has {wanted}", plural(*found, "tile", "tiles"))]
    RowDiffers {
        /// The number of its tiles.
        found: usize,
        /// The number of tiles of the first row.
        wanted: usize,
    },
    /// A row with too many or too few tiles for the given size.
    #[error("row {row} has {found} {}, but the size is {wanted}", plural(*found, "tile", "tiles"))]
    RowLength {
        /// The number of the row, counted from 1.
        row: usize,
        /// The number of its tiles.
        found: usize,
        /// The number of tiles it should have.
        wanted: u32,
    },
    /// The text ends before the last row.
    #[error("only {found} {}, but the size is {wanted}", plural(*found, "row", "rows"))]
    TooFewRows {
        /// The number of rows.
        found: usize,
        /// The number of rows there should be.
        wanted: u32,
    },
    /// Something follows the board.
    #[error("unexpected {token} after the board, which ends with {last}")]
    Trailing {
        /// The word.
        token: Token,
        /// Where the board should end.
        last: &'static str,
    },
    /// A word that is not a valid size.
    #[error("{token} is not a size: a whole number from 1 to 4096 was expected")]
    Size {
        /// The word.
        token: Token,
    },
    /// The size is not alone on its line.
    #[error(
        "the first line has {found} words; the size must be alone on it (a line with just `3` for a 3×3 board)"
    )]
    SizeNotAlone {
        /// The number of words.
        found: usize,
    },
    /// The number of cells is not a square number.
    #[error("{cells} {} not make a square board (2×2 has 4, 3×3 has 9, 4×4 has 16)", plural(*cells, "cell does", "cells do"))]
    NotSquare {
        /// The number of cells.
        cells: usize,
    },
    /// A board smaller than the dialect allows.
    #[error("a 1×1 board has nothing to move; the smallest board here is 2×2")]
    TooSmall,
    /// More cells than a board may have.
    #[error("a board has at most 16777216 cells (4096×4096)")]
    TooLarge,
    /// The number of tiles is not that of the requested shape.
    #[error("{found} {}, but a {shape} board has {}", plural(*found, "cell", "cells"), shape.area())]
    CellCount {
        /// The number of tiles.
        found: usize,
        /// The requested shape.
        shape: Shape,
    },
    /// The board does not have the requested shape.
    #[error("the board is {found}, not {wanted}")]
    OtherShape {
        /// The board's shape.
        found: Shape,
        /// The requested shape.
        wanted: Shape,
    },
    /// Start and goal differ in shape.
    #[error("the start is {start} but the goal is {goal}")]
    ShapesDiffer {
        /// The start's shape.
        start: Shape,
        /// The goal's shape.
        goal: Shape,
    },
    /// Only one board where two were expected.
    #[error("the {which} line is missing or empty (two lines are expected: start and goal)")]
    MissingLine {
        /// `start` or `goal`.
        which: &'static str,
    },
    /// A note that accompanies other errors: the first number was read as an index, because the others fill a board.
    #[error(
        "{token} was read as the instance number, because {cells} cells make a {} and {} do not",
        shape.map_or_else(|| "square".to_string(), |shape| format!("{shape} board")), cells + 1
    )]
    Index {
        /// The number.
        token: Token,
        /// How many numbers follow it.
        cells: usize,
        /// The requested shape.
        shape: Option<Shape>,
    },
    /// An error in a string of labels.
    #[error("{0}")]
    Label(String),
    /// Unexpected punctuation.
    #[error("unexpected {token}: {wanted}")]
    Syntax {
        /// The word.
        token: Token,
        /// What was expected.
        wanted: &'static str,
    },
    /// Several dialects fit, and give different boards.
    #[error("this can be read as {}", readings.join(", or as "))]
    Ambiguous {
        /// The dialect and the board of each reading.
        readings: Vec<String>,
    },
}

/// Why a board cannot be written in a dialect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The dialect does not mark the ends of rows.
    #[error(
        "`{}` supports only square boards, and this one is {shape}; {}",
        dialect.name(), supporters(*shape)
    )]
    NotSquare {
        /// The dialect.
        dialect: Dialect,
        /// The board's shape.
        shape: Shape,
    },
    /// The text could also be another board.
    #[error(
        "`{}` does not support this {shape} board, because its text can be read as another board; {}",
        dialect.name(), supporters(*shape)
    )]
    Ambiguous {
        /// The dialect.
        dialect: Dialect,
        /// The board's shape.
        shape: Shape,
    },
    /// The dialect has no boards smaller than 2×2.
    #[error("`b` needs a board of at least 2×2, and this one is 1×1")]
    TooSmall,
    /// There are fewer labels than tiles.
    #[error("`nine` has 93 labels, and a {shape} board has {} tiles", shape.area() - 1)]
    TooManyLabels {
        /// The board's shape.
        shape: Shape,
    },
}

/// A part of the input, escaped and shortened for an error message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    pub(super) fn new(bytes: &[u8]) -> Token {
        /// Longer words are cut: the position says where they are.
        const SHOWN: usize = 24;
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * SHOWN)]);
        // Only what is shown: the last character of a long word may be cut in two.
        let culprit = text.chars().take(SHOWN).find_map(name_of_control);
        let mut shown = String::new();
        for c in text.chars().take(SHOWN) {
            match c {
                '"' | '\'' => shown.push(c),
                c => shown.extend(c.escape_debug()),
            }
        }
        if text.chars().count() > SHOWN || bytes.len() > 4 * SHOWN {
            shown.push('…');
        }
        Token(match culprit {
            Some(name) if text.chars().count() == 1 => format!("`{shown}` ({name})"),
            Some(name) => format!("`{shown}` (with {name})"),
            None => format!("`{shown}`"),
        })
    }

    /// The end of the input.
    pub(super) fn end() -> Token {
        Token("end of the text".to_string())
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of an invisible character.
fn name_of_control(c: char) -> Option<&'static str> {
    Some(match c {
        '\0' => "a NUL byte",
        '\r' => "a carriage return",
        '\u{b}' => "a vertical tab",
        '\u{c}' => "a form feed",
        '\u{a0}' => "a no-break space",
        '\u{feff}' => "a byte-order mark",
        '\u{fffd}' => "a byte that is not UTF-8",
        c if c.is_control() => "a control character",
        _ => return None,
    })
}

fn uses(shape: Shape, blanks: Blanks) -> String {
    match shape.area() {
        1 => format!("a {shape} board has only the blank, {blanks}"),
        2 => format!("a {shape} board uses 1 and, for the blank, {blanks}"),
        cells => format!(
            "a {shape} board uses 1 to {} once each and, for the blank, {blanks}",
            cells - 1
        ),
    }
}

/// The dialects that support boards of a shape.
const fn supporters(shape: Shape) -> &'static str {
    match (shape.rows(), shape.area() <= nine::MOST_TILES + 1) {
        (2, _) if shape.area() == 2 => "`slash`, `json` and `nine` support it",
        (1, true) => "`slash`, `json` and `nine` support it",
        (1, false) => "`slash` and `json` support it",
        (_, true) => "`slash`, `grid`, `json` and `nine` support any shape",
        (_, false) => "`slash`, `grid` and `json` support any shape",
    }
}

fn numbers(tiles: &[Tile]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = tiles.iter().take(SHOWN).map(Tile::to_string).collect();
    let word = plural(tiles.len(), "tile", "tiles");
    match tiles.len().saturating_sub(SHOWN) {
        0 => format!("{word} {}", shown.join(", ")),
        more => format!("{word} {} and {more} more", shown.join(", ")),
    }
}

const fn plural<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}
