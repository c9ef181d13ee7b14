//! A string of labels, `-` for the blank, as `Nine` takes it; preceded by height and width if it is not square.

use super::cells::{Blanks, Cells};
use super::error::{Fault, ReadError, ReadErrors, Token, WriteError};
use super::text::{self, Number, Word};
use crate::puzzle::{self, Board, LabelFault, Labels, Shape};

/// Reads a string of labels, which may repeat; square unless a shape is given. Every byte is a label.
pub fn read_labels(text: &[u8], shape: Option<Shape>) -> Result<Labels, ReadErrors> {
    labels(text, Word::new(text), shape)
}

/// Reads labels as they are typed: one word, or height, width and one word. Labels may repeat.
///
/// ```
/// # use taquin::notation::read_labels_text;
/// assert_eq!(read_labels_text(b"2 3 aabb-c\n", None)?.to_string(), "aabb-c");
/// # Ok::<(), taquin::notation::ReadErrors>(())
/// ```
pub fn read_labels_text(input: &[u8], shape: Option<Shape>) -> Result<Labels, ReadErrors> {
    let (word, written) = word_and_shape(input)?;
    match (written, shape) {
        (Some(found), Some(wanted)) if found != wanted => {
            Err(ReadError::at(input, 0, Fault::OtherShape { found, wanted }).into())
        }
        _ => labels(input, word, written.or(shape)),
    }
}

fn labels(input: &[u8], word: Word<'_>, shape: Option<Shape>) -> Result<Labels, ReadErrors> {
    let found = word.bytes.len();
    let known = shape.or_else(|| Shape::square_of_area(found));
    let fits = known.is_some_and(|shape| shape.area() == found);
    if let Some(Ok(labels)) = known.map(|shape| Labels::new(shape, word.bytes)) {
        return Ok(labels);
    }
    let faults = puzzle::label_faults(word.bytes);
    let unprintable = |fault: &LabelFault| matches!(fault, LabelFault::NotPrinting { .. });
    let mut errors = ReadErrors::default();
    if !fits && !faults.iter().any(unprintable) {
        errors.push(input, word.offset, || match known {
            Some(shape) => Fault::CellCount { found, shape },
            None => Fault::NotSquare { cells: found },
        });
    }
    for fault in faults {
        let place = match fault {
            LabelFault::NotPrinting { place } | LabelFault::SecondBlank { place } => place,
            // If labels are missing, a missing blank is not reported too.
            LabelFault::NoBlank if !fits => continue,
            LabelFault::NoBlank => 0,
        };
        errors.push(input, word.offset + place, || {
            Fault::Label(fault.to_string())
        });
    }
    Err(errors.sorted())
}

pub(super) fn read(
    input: &[u8],
    shape: Option<Shape>,
    blanks: Blanks,
) -> Result<Board, ReadErrors> {
    let (word, written) = word_and_shape(input)?;
    numbered(input, word, written.or(shape), blanks)
}

/// The labels, and the shape if it stands before them.
fn word_and_shape(input: &[u8]) -> Result<(Word<'_>, Option<Shape>), ReadErrors> {
    let mut words = text::without_bom(input).words(|byte| byte.is_ascii_whitespace());
    let (offset, fault) = match (words.next(), words.next(), words.next(), words.next()) {
        (Some(word), None, ..) => return Ok((word, None)),
        (Some(height), Some(width), Some(word), None) => {
            match Shape::new(side(input, height)?, side(input, width)?) {
                Ok(shape) => return Ok((word, Some(shape))),
                Err(_) => (height.offset, Fault::TooLarge),
            }
        }
        (None, ..) => {
            let wanted = "a string of labels";
            (0, Fault::Empty { wanted })
        }
        (Some(_), Some(extra), ..) => {
            let wanted = "labels are one word, or height, width and one word";
            let token = Token::new(extra.bytes);
            (extra.offset, Fault::Syntax { token, wanted })
        }
    };
    Err(ReadError::at(input, offset, fault).into())
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
    let bytes = &mended[..];
    let mut errors = match labels(input, Word { bytes, ..word }, shape) {
        Ok(labels) => match labels.numbered() {
            Some(board) => return Ok(board),
            None => ReadErrors::default(),
        },
        Err(errors) => errors,
    };
    let printing = |label: u8| (b' '..=b'~').contains(&label) && label != Labels::BLANK;
    let mut seen = [false; 256];
    for (place, &label) in mended.iter().enumerate() {
        if printing(label) && std::mem::replace(&mut seen[usize::from(label)], true) {
            let fault = || repeated(label);
            errors.push(input, word.offset + place, fault);
        }
    }
    Err(errors.sorted())
}

fn repeated(label: u8) -> Fault {
    Fault::Label(format!(
        "label `{}` appears twice, but labels must differ here",
        char::from(label)
    ))
}

/// Whether these are the numbers of tiles run together, perhaps with a mark for the blank among them.
fn is_digits(bytes: &[u8]) -> bool {
    let mut others = bytes.iter().filter(|byte| !byte.is_ascii_digit());
    let other = others.next();
    other.is_none_or(|mark| b"bBxX-_.".contains(mark)) && others.next().is_none()
}

/// Digits are numbers, not labels in order: `4096` is not a board, though it has four different labels.
fn digits(input: &[u8], word: Word<'_>, shape: Option<Shape>) -> Result<Board, ReadErrors> {
    let mut cells = Cells::new(input, Blanks::Any);
    for (bytes, offset) in word.bytes.chunks(1).zip(word.offset..) {
        cells.take(Word { bytes, offset });
    }
    cells.list(shape)
}

/// Letters run together are also written with another blank: `0`, `_` or `.`, whichever is there.
fn with_usual_blank(bytes: &[u8]) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    let mut marks = b"-0_.".to_vec();
    marks.retain(|mark| bytes.contains(mark));
    if let [blank] = marks[..] {
        let blanks = mended.iter_mut().filter(|label| **label == blank);
        blanks.for_each(|label| *label = Labels::BLANK);
    }
    mended
}

pub(super) fn write(board: &Board) -> Result<String, WriteError> {
    let shape = board.shape();
    let names = alphabet(shape.area() - 1).ok_or(WriteError::TooManyLabels { shape })?;
    let label = |tile: &crate::puzzle::Tile| match tile.number() {
        0 => char::from(Labels::BLANK),
        number => char::from(names[number as usize - 1]),
    };
    let labels: String = board.tiles().iter().map(label).collect();
    Ok(if shape.is_square() {
        format!("{labels}\n")
    } else {
        format!("{} {} {labels}\n", shape.rows(), shape.cols())
    })
}

/// Whether these are labels of a board so large that the marks of other dialects are among them, such as commas.
///
/// No other dialect has boards of this size with every character at most once in a word.
pub(super) fn has_marks_as_labels(input: &[u8]) -> bool {
    let Ok((word, shape)) = word_and_shape(input) else {
        return false;
    };
    let length = word.bytes.len();
    let fits = match shape {
        Some(shape) => shape.area() == length,
        None => Shape::square_of_area(length).is_some(),
    };
    let mut seen = [false; 256];
    let is_new = |&label: &u8| !std::mem::replace(&mut seen[usize::from(label)], true);
    (READABLE + 2..=MOST_TILES + 1).contains(&length)
        && fits
        && word.bytes.contains(&Labels::BLANK)
        && word.bytes.iter().all(is_new)
}

/// The most tiles: as many as there are printing characters other than the blank.
pub(super) const MOST_TILES: usize = 93;

/// The most tiles that are labelled with digits and letters.
const READABLE: usize = 61;

/// Labels in character order, so that reading gives the numbers back; the most readable set that is large enough.
fn alphabet(tiles: usize) -> Option<Vec<u8>> {
    let usual = || (b'1'..=b'9').chain(b'a'..=b'z').collect();
    let both_cases = || {
        (b'1'..=b'9')
            .chain(b'A'..=b'Z')
            .chain(b'a'..=b'z')
            .collect()
    };
    let everything = || (b'!'..=b'~').filter(|&label| label != Labels::BLANK);
    // A line that begins with `#` would be a comment; the largest boards, which need it, have their shape before it.
    let without_hash = || everything().filter(|&label| label != b'#').collect();
    if tiles <= 35 {
        Some(usual())
    } else if tiles <= READABLE {
        Some(both_cases())
    } else if tiles < MOST_TILES {
        Some(without_hash())
    } else {
        (tiles == MOST_TILES).then(|| everything().collect())
    }
}
