//! Boards and moves as text: the only parser and printer of both.
//!
//! Each dialect has a strict reader and a writer, in one file per dialect. [`read_any`] is the forgiving reader, which
//! detects the dialect. All readers take bytes, allocate only for what they have read, and report every fault of a
//! board with its line and column.
//!
//! ```
//! use taquin::notation::{self, Dialect, MoveLetters};
//! let reading = notation::read(b"1 2 3/4 0 6/7 5 8", Dialect::Slash, None)?;
//! assert_eq!(notation::write(&reading.start, Dialect::Comma)?, "1,2,3,4,0,6,7,5,8\n");
//! let moves = notation::read_moves("up L", &reading.start)?;
//! let blank = notation::write_moves(&moves, MoveLetters::Blank, &reading.start);
//! assert_eq!(blank.as_deref(), Some("DR"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod code;
mod comma;
mod drawn;
mod error;
mod forgiving;
mod fortytwo;
mod gap;
mod grid;
mod json;
mod korf;
mod list;
mod moves;
mod nine;
mod pair;
mod princeton;
mod several;
mod sized;
mod slash;
mod text;

pub use cells::Blanks;
pub use error::{Fault, Position, ReadError, ReadErrors, Token, WriteError};
pub use forgiving::read_any;
pub use moves::{
    MoveFormat, MoveLetters, MovesError, Played, Stuck, read_directions, read_moves, read_moves_as,
    read_played, write_moves, write_slides,
};
pub use nine::{read_labels, read_labels_text};
pub use pair::{Pair, read_pair};
pub use several::{Part, Sequence, lines, split};

use crate::names::{NameKind, UnknownName, find};
use crate::puzzle::{Board, Shape, ShapeError};
use std::fmt;
use std::str::FromStr;

/// A way of writing boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The size on a line, then that many rows.
    Princeton,
    /// The same with `#` comments, as in the 42 school's N-puzzle.
    FortyTwo,
    /// Two lines, start and goal, with `b` for the blank.
    Pair,
    /// A string of labels with `-` for the blank, as `Nine` takes it; preceded by height and width if not square.
    Nine,
    /// One line of numbers, optionally preceded by an index.
    Korf,
    /// Rows separated by slashes.
    Slash,
    /// Numbers separated by commas.
    Comma,
    /// Rows as lines, nothing else.
    Grid,
    /// A JSON array, flat or nested.
    Json,
    /// Rows of numbers with a gap for the blank.
    Gap,
    /// A drawing with lines, or a Markdown table.
    Drawn,
    /// Lists, tuples, arrays or braces of a programming language.
    Code,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 12] = [
        Dialect::Princeton,
        Dialect::FortyTwo,
        Dialect::Pair,
        Dialect::Nine,
        Dialect::Korf,
        Dialect::Slash,
        Dialect::Comma,
        Dialect::Grid,
        Dialect::Json,
        Dialect::Gap,
        Dialect::Drawn,
        Dialect::Code,
    ];

    /// All its names, for options and fields; the first is the one that is printed. Parsing ignores case, spaces, `-`
    /// and `_`.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Dialect::Princeton => &["princeton"],
            Dialect::FortyTwo => &["42"],
            Dialect::Pair => &["b"],
            Dialect::Nine => &["nine"],
            Dialect::Korf => &["korf"],
            Dialect::Slash => &["slash"],
            Dialect::Comma => &["comma"],
            Dialect::Grid => &["grid"],
            Dialect::Json => &["json"],
            Dialect::Gap => &["gap"],
            Dialect::Drawn => &["box"],
            Dialect::Code => &["code"],
        }
    }

    /// The name that is printed.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// A short description.
    pub const fn description(self) -> &'static str {
        match self {
            Dialect::Princeton => "the size, then the rows",
            Dialect::FortyTwo => "42's format: the size, then the rows, with # comments",
            Dialect::Pair => "two lines: start and goal, b for the blank",
            Dialect::Nine => "a string of labels, - for the blank",
            Dialect::Korf => "one line of numbers",
            Dialect::Slash => "rows separated by slashes",
            Dialect::Comma => "numbers separated by commas",
            Dialect::Grid => "rows of numbers",
            Dialect::Json => "a JSON array",
            Dialect::Gap => "rows of numbers with a gap for the blank",
            Dialect::Drawn => "a drawing with lines",
            Dialect::Code => "an array of a programming language",
        }
    }

    const fn blanks(self) -> Blanks {
        match self {
            Dialect::Pair => Blanks::B,
            _ => Blanks::Zero,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}

impl FromStr for Dialect {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Dialect, UnknownName> {
        find(text, NameKind::Notation, &Dialect::ALL, Dialect::names)
    }
}

/// What a comment in a file claims about its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The board is solvable.
    Solvable,
    /// The board is not solvable.
    Unsolvable,
}

/// What was read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The board.
    pub start: Board,
    /// The goal, if the text has one.
    pub goal: Option<Board>,
    /// The dialect it was read in.
    pub dialect: Dialect,
    /// What its comments claim.
    pub claim: Option<Claim>,
    /// The number before the tiles that was read as the instance's index; only Korf's lines have one.
    pub index: Option<String>,
}

/// Reads one dialect strictly.
///
/// `shape` is for the dialects that list tiles without marking the ends of rows; without it such boards are square.
pub fn read(input: &[u8], dialect: Dialect, shape: Option<Shape>) -> Result<Reading, ReadErrors> {
    let reading = read_with(input, dialect, shape, dialect.blanks())?;
    match shape {
        Some(wanted) if wanted != reading.start.shape() => Err(ReadError::at(
            input,
            0,
            Fault::OtherShape {
                found: reading.start.shape(),
                wanted,
            },
        )
        .into()),
        _ => Ok(reading),
    }
}

fn read_with(
    input: &[u8],
    dialect: Dialect,
    shape: Option<Shape>,
    blanks: Blanks,
) -> Result<Reading, ReadErrors> {
    let (mut goal, mut claim, mut index) = (None, None, None);
    let start = match dialect {
        Dialect::Princeton => princeton::read(input, blanks),
        Dialect::FortyTwo => fortytwo::read(input, blanks).map(|(board, said)| {
            claim = said;
            board
        }),
        Dialect::Pair => pair::read(input, blanks).map(|pair| {
            goal = Some(pair.goal);
            pair.start
        }),
        Dialect::Nine => nine::read(input, shape, blanks),
        Dialect::Korf => korf::read(input, shape, blanks).map(|(board, number)| {
            index = number;
            board
        }),
        Dialect::Slash => slash::read(input, blanks),
        Dialect::Comma => comma::read(input, shape, blanks),
        Dialect::Grid => grid::read(input, blanks),
        Dialect::Json => json::read(input, shape, blanks),
        Dialect::Gap => gap::read(input, blanks),
        Dialect::Drawn => drawn::read(input, blanks),
        Dialect::Code => code::read(input, shape, blanks),
    }?;
    Ok(Reading {
        start,
        goal,
        dialect,
        claim,
        index,
    })
}

/// Writes a board in a dialect, ending with a newline.
///
/// [`read_any`] and the strict reader read the same board back ([`Dialect::Pair`] after its second line, the goal, is
/// added). Some dialects cannot represent every board: the error names those that can.
///
/// ```
/// use taquin::notation::{self, Dialect};
/// let row = "1 2 3 4 0/".parse()?;
/// assert_eq!(notation::write(&row, Dialect::Slash)?, "1 2 3 4 0/\n");
/// assert!(notation::write(&row, Dialect::Grid).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(board: &Board, dialect: Dialect) -> Result<String, WriteError> {
    if reads_as_another(board, dialect) {
        Err(WriteError::Ambiguous {
            dialect,
            shape: board.shape(),
        })
    } else {
        write_layout(board, dialect)
    }
}

/// A board with slashes between its rows, without a newline. Every board can be written like this.
///
/// ```
/// let board = "1 2/3 0".parse()?;
/// assert_eq!(taquin::notation::slashes(&board), "1 2/3 0");
/// # Ok::<(), taquin::notation::ReadErrors>(())
/// ```
pub fn slashes(board: &Board) -> String {
    let text = slash::write(board);
    text.trim_end().into()
}

/// Whether [`read_any`] would refuse the text of this board or read another board in it.
fn reads_as_another(board: &Board, dialect: Dialect) -> bool {
    let shape = board.shape();
    match dialect {
        // A line of tiles is a square, and a column `1`, `0` may be a 1×1 board after its size.
        Dialect::Grid => match (shape.rows(), shape.cols()) {
            (1, cols) => cols > 1,
            (2, 1) => board.blank().index() == 1,
            _ => false,
        },
        Dialect::Princeton | Dialect::FortyTwo => shape.area() == 1,
        // Without other rows or columns, nothing shows where the gap is.
        Dialect::Gap => shape.is_line(),
        _ => false,
    }
}

/// Writes a board in the layout of a dialect, as [`write()`] does, also where [`read_any`] would take the text for another
/// board. It is for programs whose output is specified, and for drawings.
pub fn write_layout(board: &Board, dialect: Dialect) -> Result<String, WriteError> {
    let square_only = matches!(
        dialect,
        Dialect::Princeton | Dialect::FortyTwo | Dialect::Pair | Dialect::Korf | Dialect::Comma
    );
    if square_only && !board.shape().is_square() {
        return Err(WriteError::NotSquare {
            dialect,
            shape: board.shape(),
        });
    }
    if dialect == Dialect::Pair && board.shape().area() == 1 {
        return Err(WriteError::TooSmall);
    }
    Ok(match dialect {
        Dialect::Princeton => princeton::write(board),
        Dialect::FortyTwo => fortytwo::write(board),
        Dialect::Pair => pair::write(board),
        Dialect::Nine => return nine::write(board),
        Dialect::Korf => korf::write(board),
        Dialect::Slash => slash::write(board),
        Dialect::Comma => comma::write(board),
        Dialect::Grid => grid::write(board),
        Dialect::Json => json::write(board),
        Dialect::Gap => gap::write(board),
        Dialect::Drawn => drawn::write(board),
        Dialect::Code => code::write(board),
    })
}

/// Reads a shape: rows, `x`, columns (`3x4`), or one number for a square.
///
/// ```
/// use taquin::Shape;
/// use taquin::notation::{ReadShapeError, read_shape};
/// assert_eq!(read_shape("3x4")?, Shape::new(3, 4)?);
/// assert_eq!(read_shape("4")?, Shape::new(4, 4)?);
/// assert_eq!(read_shape("3x"), Err(ReadShapeError::Syntax));
/// assert!(matches!(read_shape("0x4"), Err(ReadShapeError::Shape(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_shape(text: &str) -> Result<Shape, ReadShapeError> {
    let side = |part: &str| match text::number(part.as_bytes()) {
        Some(text::Number::Value(value)) => Ok(value),
        Some(text::Number::TooLarge) => Ok(u32::MAX),
        None => Err(ReadShapeError::Syntax),
    };
    let (rows, cols) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    Ok(Shape::new(side(rows)?, side(cols)?)?)
}

/// Why a text is not a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadShapeError {
    /// It is neither a number nor two with an `x` between them.
    #[error("a shape is rows x columns, such as 3x4")]
    Syntax,
    /// It has no cells, or too many.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}
