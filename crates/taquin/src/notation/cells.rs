//! The tiles of a text before they become a board.

use super::error::{Fault, Position, ReadErrors, Token};
use super::text::{self, Number, Word};
use crate::puzzle::Shape;
use crate::puzzle::{Board, BoardError, BoardFault, Tile, board_faults};
use std::collections::HashMap;
use std::fmt;

/// How the blank may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    /// `0` only.
    Zero,
    /// `b` only; then `0` is not a tile.
    B,
    /// `0`, `b`, `x`, `-`, `_`, `*`, `.` or `·`, in either case.
    Any,
}

impl Blanks {
    pub(super) const fn has_word(self, word: &[u8]) -> bool {
        match self {
            Blanks::Zero => false,
            Blanks::B => matches!(word, b"b"),
            // The last is the dot `·` that the game draws.
            Blanks::Any => matches!(
                word,
                b"b" | b"B" | b"x" | b"X" | b"-" | b"_" | b"*" | b"." | b"\xc2\xb7"
            ),
        }
    }
}

impl fmt::Display for Blanks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Blanks::Zero | Blanks::Any => "0",
            Blanks::B => "b",
        })
    }
}

#[derive(Clone, Copy)]
enum Value {
    Tile(Tile),
    /// A number that no tile of any board has.
    NoTile,
    /// Neither digits nor a blank.
    Unreadable,
}

/// Tiles in reading order with their offsets in the text, and the errors so far.
pub(super) struct Cells<'a> {
    input: &'a [u8],
    blanks: Blanks,
    values: Vec<Value>,
    offsets: Vec<usize>,
    errors: ReadErrors,
}

impl<'a> Cells<'a> {
    pub(super) fn new(input: &'a [u8], blanks: Blanks) -> Cells<'a> {
        Cells {
            input,
            blanks,
            values: Vec::new(),
            offsets: Vec::new(),
            errors: ReadErrors::default(),
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn error(&mut self, offset: usize, fault: Fault) {
        self.errors.push(self.input, offset, || fault);
    }

    pub(super) const fn has_errors(&self) -> bool {
        self.errors.count() > 0
    }

    /// The errors of a text whose shape is unknown: the errors so far, and the tiles that appear twice.
    pub(super) fn refused(mut self) -> ReadErrors {
        let (input, blanks) = (self.input, self.blanks);
        let mut seen: HashMap<Tile, usize> = HashMap::new();
        for (value, &offset) in self.values.iter().zip(&self.offsets) {
            let Value::Tile(tile) = *value else { continue };
            let first = *seen.entry(tile).or_insert(offset);
            if first != offset {
                let fault = || repeated(tile, text::position(input, first), None, blanks);
                self.errors.push(input, offset, fault);
            }
        }
        self.errors.sorted()
    }

    /// Takes every word of a line; returns their number.
    pub(super) fn take_line(&mut self, line: Word<'_>, separator: impl Fn(u8) -> bool) -> usize {
        let before = self.len();
        line.words(separator).for_each(|word| self.take(word));
        self.len() - before
    }

    pub(super) fn take(&mut self, word: Word<'_>) {
        let value = match text::number(word.bytes) {
            _ if self.blanks.has_word(word.bytes) => Value::Tile(Tile::BLANK),
            Some(Number::Value(0)) if self.blanks == Blanks::B => Value::NoTile,
            Some(Number::Value(number)) => Value::Tile(Tile::new(number)),
            Some(Number::TooLarge) => Value::NoTile,
            None => Value::Unreadable,
        };
        self.values.push(value);
        self.offsets.push(word.offset);
        if let Value::Unreadable = value {
            let (token, blanks) = (Token::new(word.bytes), self.blanks);
            self.error(word.offset, Fault::NotATile { token, blanks });
        }
    }

    /// Records that a tile is missing here, with the error.
    pub(super) fn take_nothing(&mut self, offset: usize, fault: Fault) {
        self.values.push(Value::Unreadable);
        self.offsets.push(offset);
        self.error(offset, fault);
    }

    /// The board of the given shape or, without one, the square that these cells fill.
    pub(super) fn list(mut self, shape: Option<Shape>) -> Result<Board, ReadErrors> {
        let found = self.len();
        let shape = match shape {
            Some(shape) if shape.area() == found => Ok(shape),
            Some(shape) => Err(Fault::CellCount { found, shape }),
            None if found > Shape::MAX_CELLS as usize => Err(Fault::TooLarge),
            None => Shape::square_of_area(found).ok_or(Fault::NotSquare { cells: found }),
        };
        match shape {
            Ok(shape) => self.board(shape),
            Err(fault) => {
                self.error(self.offsets.first().copied().unwrap_or(0), fault);
                Err(self.refused())
            }
        }
    }

    /// The board, if there are as many tiles as cells and no errors.
    pub(super) fn board(self, shape: Shape) -> Result<Board, ReadErrors> {
        if !self.has_errors() && self.len() == shape.area() {
            match self.tiles().map(|tiles| Board::new(shape, tiles)) {
                Some(Ok(board)) => return Ok(board),
                Some(Err(BoardError::Faults(faults))) => return Err(self.faulty(shape, faults)),
                Some(Err(BoardError::Count { .. })) | None => {}
            }
        }
        let tiles = self.values.iter().map(|value| match value {
            Value::Tile(tile) => Some(*tile),
            Value::NoTile => Some(NO_TILE),
            Value::Unreadable => None,
        });
        let faults = board_faults(shape, tiles);
        Err(self.faulty(shape, faults))
    }

    fn tiles(&self) -> Option<Vec<Tile>> {
        let tile = |value: &Value| match value {
            Value::Tile(tile) => Some(*tile),
            Value::NoTile | Value::Unreadable => None,
        };
        self.values.iter().map(tile).collect()
    }

    /// Adds the errors in the tiles to those of the text.
    fn faulty(mut self, shape: Shape, faults: Vec<BoardFault>) -> ReadErrors {
        let (input, blanks) = (self.input, self.blanks);
        for fault in faults {
            match fault {
                BoardFault::OutOfRange { cell, tile } => {
                    let offset = self.offsets[cell.index()];
                    let fault = || Fault::OutOfRange {
                        token: token(input, offset, tile),
                        shape,
                        blanks,
                    };
                    self.errors.push(input, offset, fault);
                }
                BoardFault::Repeated { cell, first, tile } => {
                    let first = || text::position(input, self.offsets[first.index()]);
                    let fault = || repeated(tile, first(), Some(shape), blanks);
                    let offset = self.offsets[cell.index()];
                    self.errors.push(input, offset, fault);
                }
                BoardFault::Missing(tiles) => self.missing(tiles, shape),
            }
        }
        self.errors.sorted()
    }

    fn missing(&mut self, mut tiles: Vec<Tile>, shape: Shape) {
        let blanks = self.blanks;
        let end = self.offsets.last().copied().unwrap_or(0);
        if tiles.first().is_some_and(|tile| tile.is_blank()) {
            tiles.remove(0);
            self.error(end, Fault::NoBlank { blanks });
        }
        if !tiles.is_empty() {
            self.error(
                end,
                Fault::Missing {
                    tiles,
                    shape,
                    blanks,
                },
            );
        }
    }
}

/// No board has this tile, so that it is reported like any other number out of range.
const NO_TILE: Tile = Tile::new(u32::MAX);

fn repeated(tile: Tile, first: Position, shape: Option<Shape>, blanks: Blanks) -> Fault {
    match tile {
        Tile::BLANK => Fault::SecondBlank { first },
        tile => Fault::Repeated {
            tile,
            first,
            shape,
            blanks,
        },
    }
}

/// A tile as it is written in the text, which differs from its number only if that is too large.
fn token(input: &[u8], offset: usize, tile: Tile) -> Token {
    let rest = &input[offset..];
    let end = rest.iter().position(|byte| !byte.is_ascii_digit());
    match tile {
        NO_TILE => Token::new(&rest[..end.unwrap_or(rest.len())]),
        tile => Token::new(tile.to_string().as_bytes()),
    }
}

/// Takes the tiles of a row; returns their number.
pub(super) type TakeRow = fn(&mut Cells<'_>, Word<'_>) -> usize;

/// Rows of tiles that must all be equally long.
pub(super) fn rows<'w>(
    mut cells: Cells<'_>,
    rows: impl Iterator<Item = Word<'w>>,
    take_row: TakeRow,
) -> Result<Board, ReadErrors> {
    let (mut count, mut width) = (0u32, 0);
    let mut ragged = false;
    for row in rows {
        let found = take_row(&mut cells, row);
        if count == 0 {
            width = found;
        } else if found != width {
            ragged = true;
            let offset = row.trimmed(|byte| byte.is_ascii_whitespace()).offset;
            let wanted = width;
            cells.error(offset, Fault::RowDiffers { found, wanted });
        }
        count = count.saturating_add(1);
    }
    let shape = u32::try_from(width)
        .ok()
        .and_then(|width| Shape::new(count, width).ok());
    match shape {
        Some(shape) => cells.board(shape),
        None => {
            let fault = if cells.len() == 0 {
                Fault::Empty {
                    wanted: "rows of tiles",
                }
            } else {
                Fault::TooLarge
            };
            if !ragged {
                cells.error(0, fault);
            }
            Err(cells.refused())
        }
    }
}
