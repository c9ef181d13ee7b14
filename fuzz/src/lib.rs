//! What must hold for every text: it is a board or an error, never a panic, and what is written is read back.
//!
//! The fuzz targets and the property tests in `crates/taquin/tests/notation.rs` drive the same functions.

use taquin::notation::{self, Dialect, MoveLetters, ReadErrors};
use taquin::{Board, Goal, Shape};

/// No shape, a rectangle, a row and a column.
fn shapes() -> impl Iterator<Item = Option<Shape>> {
    let sides = [(2, 3), (1, 4), (4, 1)];
    let shapes = sides.map(|(rows, cols)| Shape::new(rows, cols).ok());
    [None].into_iter().chain(shapes)
}

/// A strict reader.
pub fn strict(input: &[u8], dialect: Dialect) {
    for shape in shapes() {
        match notation::read(input, dialect, shape) {
            Ok(reading) => {
                assert_eq!(reading.dialect, dialect);
                assert!(shape.is_none_or(|shape| reading.start.shape() == shape));
                let boards = [Some(reading.start), reading.goal];
                boards.iter().flatten().for_each(written_is_read);
            }
            Err(errors) => in_order(&errors),
        }
    }
}

/// The forgiving reader.
pub fn forgiving(input: &[u8]) {
    for shape in shapes() {
        match notation::read_any(input, shape) {
            Ok(reading) => {
                assert!(shape.is_none_or(|shape| reading.start.shape() == shape));
                let boards = [Some(reading.start), reading.goal];
                boards.iter().flatten().for_each(written_is_read);
            }
            Err(errors) => in_order(&errors),
        }
    }
}

/// The division of a text into boards: its parts are in order, and none is empty.
pub fn several(input: &[u8]) {
    let dialects = Dialect::ALL.into_iter().map(Some);
    for dialect in dialects.chain([None]) {
        let Some((_, parts)) = notation::split(input, dialect, None) else {
            continue;
        };
        assert!(!parts.is_empty());
        assert!(parts.is_sorted_by_key(|part| part.line));
        let bytes: usize = parts.iter().map(|part| part.bytes.len()).sum();
        assert!(bytes <= input.len());
        for part in parts {
            let _ = notation::read_any(part.bytes, None);
        }
    }
}

/// The readers of labels that may repeat.
pub fn labels(input: &[u8]) {
    for shape in shapes() {
        match notation::read_labels(input, shape) {
            Ok(labels) => {
                assert_eq!(labels.labels(), input);
                labels.numbered().iter().for_each(written_is_read);
            }
            Err(errors) => in_order(&errors),
        }
        match notation::read_labels_text(input, shape) {
            Ok(labels) => assert!(shape.is_none_or(|shape| labels.shape() == shape)),
            Err(errors) => in_order(&errors),
        }
    }
}

/// The readers of moves.
pub fn moves(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    for shape in [(3, 3), (1, 4), (40, 2), (1, 1)] {
        let shape = Shape::new(shape.0, shape.1).expect("a small shape");
        let start = Goal::Snail.board(shape);
        for letters in [MoveLetters::Tile, MoveLetters::Blank, MoveLetters::Numbers] {
            match notation::read_moves_as(text, letters, &start) {
                Ok(moves) => {
                    let written = notation::write_moves(&moves, letters, &start);
                    let written = written.expect("moves that were read can be written");
                    let again = notation::read_moves_as(&written, letters, &start);
                    assert_eq!(again.as_ref(), Ok(&moves));
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        let _ = notation::read_moves(text, &start);
    }
}

/// A board written in any dialect that carries it is read back by the strict reader of that dialect.
pub fn written_is_read(board: &Board) {
    for dialect in Dialect::ALL {
        let Ok(written) = notation::write(board, dialect) else {
            continue;
        };
        let text = match dialect {
            // One board is one of its two lines; a single cell is too small for it.
            Dialect::Pair if board.shape().area() == 1 => continue,
            Dialect::Pair => written.repeat(2),
            _ => written,
        };
        let reading = notation::read(text.as_bytes(), dialect, None);
        let reading = reading.unwrap_or_else(|errors| panic!("{text:?}: {errors}"));
        assert_eq!(&reading.start, board, "{text:?}");
        assert!(reading.goal.is_none_or(|goal| goal == *board), "{text:?}");
    }
}

/// A refusal has an error, and its errors stand in the order of the text.
fn in_order(errors: &ReadErrors) {
    assert!(errors.count() > 0);
    let errors = errors.as_slice();
    assert!(errors.is_sorted_by_key(|error| error.at), "{errors:?}");
    assert!(errors.iter().all(|error| !error.to_string().is_empty()));
}
