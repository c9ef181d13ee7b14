//! What is written is read back as the same board, by the forgiving reader and by the strict one, for every shape and dialect
//! that can be written.

use crate::common::shape;
use taquin::notation::{self, Dialect, Part, WriteError};
use taquin::{Board, Goal, Shape, Tile};

/// Every small shape, and rows, columns, squares and others up to 64×64.
fn shapes() -> Vec<Shape> {
    let small = (1..=10).flat_map(|rows| (1..=10).map(move |cols| (rows, cols)));
    let lines = (11..=64).flat_map(|side| [(1, side), (side, 1), (2, side), (side, side)]);
    let others = [(3, 21), (21, 3), (7, 13), (47, 2), (64, 63), (63, 64)];
    let sides = small.chain(lines).chain(others);
    sides.map(|(rows, cols)| shape(rows, cols)).collect()
}

/// Goals, a board in reverse order, and a shuffled one.
fn boards(shape: Shape) -> Vec<Board> {
    let cells = shape.area() as u32;
    let reversed = (0..cells).rev().collect();
    let mut shuffled: Vec<u32> = (0..cells).collect();
    let mut random = u64::from(cells);
    for cell in (1..shuffled.len()).rev() {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        shuffled.swap(cell, (random >> 33) as usize % (cell + 1));
    }
    let made = [reversed, shuffled].map(|tiles: Vec<u32>| {
        Board::new(shape, tiles.into_iter().map(Tile::new).collect()).unwrap()
    });
    let goals = Goal::ALL.map(|goal| goal.board(shape));
    goals.into_iter().chain(made).collect()
}

/// The text of a board; two lines of the dialect that has a start and a goal.
fn written(board: &Board, dialect: Dialect) -> Result<String, WriteError> {
    let text = notation::write(board, dialect)?;
    Ok(match dialect {
        Dialect::Pair => text.repeat(2),
        _ => text,
    })
}

#[test]
fn every_board_is_read_back_by_every_reader() {
    for board in shapes().into_iter().flat_map(boards) {
        let (shape, mut carriers) = (board.shape(), 0);
        for dialect in Dialect::ALL {
            let Ok(text) = written(&board, dialect) else {
                continue;
            };
            carriers += 1;
            let strict = notation::read(text.as_bytes(), dialect, None);
            let strict = strict.unwrap_or_else(|errors| panic!("{shape} {dialect:?}: {errors}"));
            assert_eq!(strict.start, board, "{dialect:?}: {text}");
            let forgiving = notation::read_any(text.as_bytes(), None);
            let forgiving =
                forgiving.unwrap_or_else(|errors| panic!("{shape} {dialect:?}: {text}{errors}"));
            assert_eq!(forgiving.start, board, "{dialect:?}: {text}");
            let asked = notation::read_any(text.as_bytes(), Some(shape));
            assert_eq!(asked.unwrap().start, board, "{dialect:?}: {text}");
        }
        assert!(carriers >= 2, "{shape}");
    }
}

/// The boards that the parts of a text are read as.
fn divided(text: &str, dialect: Option<Dialect>) -> Vec<Board> {
    let Some((_, parts)) = notation::split(text.as_bytes(), dialect, None) else {
        panic!("{dialect:?}: {text}");
    };
    let read = |part: &Part<'_>| {
        let reading = match dialect {
            Some(dialect) => notation::read(part.bytes, dialect, None),
            None => notation::read_any(part.bytes, None),
        };
        reading
            .unwrap_or_else(|errors| panic!("{text}: {errors}"))
            .start
    };
    parts.iter().map(read).collect()
}

#[test]
fn boards_one_after_the_other_are_divided_again() {
    let sides = [
        (1, 1),
        (1, 4),
        (1, 5),
        (4, 1),
        (2, 2),
        (2, 4),
        (4, 2),
        (3, 3),
        (4, 4),
        (9, 9),
    ];
    for boards in sides.map(|(rows, cols)| boards(shape(rows, cols))) {
        for dialect in Dialect::ALL {
            let texts: Result<Vec<String>, _> =
                boards.iter().map(|board| written(board, dialect)).collect();
            let Ok(texts) = texts else { continue };
            let text = texts.concat();
            assert_eq!(divided(&text, Some(dialect)), boards, "{dialect:?}: {text}");
            assert_eq!(divided(&text, None), boards, "{dialect:?}: {text}");
        }
    }
}

#[test]
fn boards_of_several_shapes_are_divided_if_there_is_one_way() {
    let both = [Goal::Last.board(shape(3, 3)), Goal::Last.board(shape(2, 3))];
    for dialect in [Dialect::Grid, Dialect::Slash, Dialect::Json, Dialect::Drawn] {
        let text: String = both
            .iter()
            .map(|board| written(board, dialect).unwrap())
            .collect();
        assert_eq!(divided(&text, None), both, "{dialect:?}");
    }
    // Three rows and two, or two rows and three.
    let text = "0 1 2\n3 4 5\n6 7 8\n0 1 2\n3 4 5\n";
    assert_eq!(notation::split(text.as_bytes(), None, None), None);
}

#[test]
fn dialects_that_cannot_carry_a_board_name_those_that_can() {
    let last = |rows, cols| Goal::Last.board(shape(rows, cols));
    let cases = [
        (
            last(1, 5),
            Dialect::Grid,
            "`grid` does not support this 1×5 board, because its text can be read as another board; `slash`, `json` and `nine` support it",
        ),
        (
            last(1, 95),
            Dialect::Korf,
            "`korf` supports only square boards, and this one is 1×95; `slash` and `json` support it",
        ),
        (
            last(2, 48),
            Dialect::Comma,
            "`comma` supports only square boards, and this one is 2×48; `slash`, `grid` and `json` support any shape",
        ),
        (
            last(2, 3),
            Dialect::Princeton,
            "`princeton` supports only square boards, and this one is 2×3; `slash`, `grid`, `json` and `nine` support any shape",
        ),
        (
            last(1, 1),
            Dialect::FortyTwo,
            "`42` does not support this 1×1 board, because its text can be read as another board; `slash`, `json` and `nine` support it",
        ),
        (
            last(2, 1),
            Dialect::Grid,
            "`grid` does not support this 2×1 board, because its text can be read as another board; `slash`, `json` and `nine` support it",
        ),
    ];
    for (board, dialect, message) in cases {
        let error = notation::write(&board, dialect).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
