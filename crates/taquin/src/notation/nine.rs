//! A string of labels, `-` for the blank, as `Nine` takes it; height and width stand before it if it is not square.

use super::cells::{Blanks, Cells};
use super::error::{Fault, ReadError, ReadErrors, Token, WriteError};
use super::text::{self, Number, Word};
use crate::board::Board;
use crate::labels::{self, LabelError, Labels};
use crate::shape::Shape;

/// Reads a string of labels, which may repeat; square unless a shape is given.
pub fn read_labels(text: &[u8], shape: Option<Shape>) -> Result<Labels, ReadErrors> {
    labels(text, Word::new(text), shape)
}

fn labels(input: &[u8], word: Word<'_>, shape: Option<Shape>) -> Result<Labels, ReadErrors> {
    let error = |place: usize, fault| Err(ReadError::at(input, word.offset + place, fault).into());
    let found = word.bytes.len();
    let Some(shape) = shape.or_else(|| Shape::square_of_area(found)) else {
        return error(0, Fault::NotSquare { cells: found });
    };
    Labels::new(shape, word.bytes).or_else(|refused| match refused {
        LabelError::Count { found, shape } => error(0, Fault::CellCount { found, shape }),
        LabelError::NotPrinting { place } | LabelError::SecondBlank { place } => {
            error(place, Fault::Label(refused.to_string()))
        }
        LabelError::NoBlank => error(0, Fault::Label(refused.to_string())),
    })
}

pub(super) fn read(
    input: &[u8],
    shape: Option<Shape>,
    blanks: Blanks,
) -> Result<Board, ReadErrors> {
    let mut words = text::without_bom(input).words(|byte| byte.is_ascii_whitespace());
    let word = match (words.next(), words.next(), words.next(), words.next()) {
        (Some(labels), None, ..) => labels,
        (Some(height), Some(width), Some(word), None) => {
            let shape = Shape::new(side(input, height)?, side(input, width)?);
            let shape = shape.map_err(|_| ReadError::at(input, height.offset, Fault::TooLarge))?;
            return numbered(input, word, Some(shape), blanks);
        }
        (None, ..) => {
            return Err(ReadError::at(
                input,
                0,
                Fault::Empty {
                    wanted: "a string of labels",
                },
            )
            .into());
        }
        (Some(_), Some(extra), ..) => {
            let (token, wanted) = (
                Token::new(extra.bytes),
                "labels are one word, or height, width and one word",
            );
            return Err(ReadError::at(input, extra.offset, Fault::Syntax { token, wanted }).into());
        }
    };
    numbered(input, word, shape, blanks)
}

fn side(input: &[u8], word: Word<'_>) -> Result<u32, ReadError> {
    match text::number(word.bytes) {
        Some(Number::Value(side @ 1..=4096)) => Ok(side),
        _ => Err(ReadError::at(
            input,
            word.offset,
            Fault::Size {
                token: Token::new(word.bytes),
            },
        )),
    }
}

fn numbered(
    input: &[u8],
    word: Word<'_>,
    shape: Option<Shape>,
    blanks: Blanks,
) -> Result<Board, ReadErrors> {
    let mended = match blanks {
        Blanks::Any if is_digits(word.bytes) => return digits(input, word, shape),
        Blanks::Any => with_usual_blank(word.bytes),
        Blanks::Zero | Blanks::B => word.bytes.to_vec(),
    };
    let labels = labels(
        input,
        Word {
            bytes: &mended,
            ..word
        },
        shape,
    )?;
    labels.numbered().ok_or_else(|| {
        let label = labels.repeated().expect("only repeated labels have no numbers");
        let fault = Fault::Label(format!(
            "label `{label}` appears twice; tiles that look the same are for `Nine` and `check --as nine`"
        ));
        let mut places = (0..mended.len()).filter(|&place| char::from(mended[place]) == label);
        let second = places.nth(1).expect("a repeated label is there twice");
        ReadError::at(input, word.offset + second, fault).into()
    })
}

/// Whether these are the numbers of tiles run together, perhaps with a mark for the blank among them.
fn is_digits(bytes: &[u8]) -> bool {
    let mut others = bytes.iter().filter(|byte| !byte.is_ascii_digit());
    let other = others.next();
    other.is_none_or(|mark| b"bBxX-_.".contains(mark)) && others.next().is_none()
}

/// Digits are numbers, not labels in order: `4096` is no board, though it has four different labels.
fn digits(input: &[u8], word: Word<'_>, shape: Option<Shape>) -> Result<Board, ReadErrors> {
    let mut cells = Cells::new(input, Blanks::Any);
    for (bytes, offset) in word.bytes.chunks(1).zip(word.offset..) {
        cells.take(Word { bytes, offset });
    }
    let shape = cells.shape(shape)?;
    cells.board(shape)
}

/// Letters run together are also written with another blank: `0`, `_` or `.`, whichever is there.
fn with_usual_blank(bytes: &[u8]) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    let mut marks = b"-0_.".to_vec();
    marks.retain(|mark| bytes.contains(mark));
    if let [blank] = marks[..] {
        let blanks = mended.iter_mut().filter(|label| **label == blank);
        blanks.for_each(|label| *label = labels::BLANK);
    }
    mended
}

pub(super) fn write(board: &Board) -> Result<String, WriteError> {
    let shape = board.shape();
    let names = alphabet(shape.area() - 1).ok_or(WriteError::TooManyLabels { shape })?;
    let label = |tile: &crate::board::Tile| match tile.number() {
        0 => char::from(labels::BLANK),
        number => char::from(names[number as usize - 1]),
    };
    let labels: String = board.tiles().iter().map(label).collect();
    Ok(match shape.is_square() {
        true => format!("{labels}\n"),
        false => format!("{} {} {labels}\n", shape.rows(), shape.cols()),
    })
}

/// Labels in character order, so that reading gives the numbers back; the most readable set that is large enough.
fn alphabet(tiles: usize) -> Option<Vec<u8>> {
    let usual = || (b'1'..=b'9').chain(b'a'..=b'z').collect();
    let both_cases = || {
        (b'1'..=b'9')
            .chain(b'A'..=b'Z')
            .chain(b'a'..=b'z')
            .collect()
    };
    let everything = || {
        (b'!'..=b'~')
            .filter(|&label| label != labels::BLANK)
            .collect()
    };
    match tiles {
        0..=35 => Some(usual()),
        36..=61 => Some(both_cases()),
        62..=93 => Some(everything()),
        _ => None,
    }
}
