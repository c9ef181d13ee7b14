//! Sequences of moves: read in every notation, refused with a reason, and read back after they were written.

use super::{seeded, table, unescape};
use crate::common::{any_board, board, shape};
use proptest::prelude::*;
use taquin::notation::{MoveLetters, read_moves, read_moves_as, write_moves};
use taquin::{Board, Goal, Move};

#[test]
fn moves_are_read_as_the_table_says() {
    let start = board(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
    for row in table("notation/moves.tsv") {
        let text = String::from_utf8(unescape(&row[1])).unwrap();
        let moves = match row[0].as_str() {
            "tile" => read_moves_as(&text, MoveLetters::Tile, &start),
            "blank" => read_moves_as(&text, MoveLetters::Blank, &start),
            "numbers" => read_moves_as(&text, MoveLetters::Numbers, &start),
            _ => read_moves(&text, &start),
        };
        match moves {
            Ok(moves) => {
                let written = write_moves(&moves, MoveLetters::Tile, &start);
                assert_eq!(written.as_ref(), Some(&row[2]), "{row:?}");
            }
            Err(error) => {
                assert_eq!(row[2], "error", "{row:?}: {error}");
                assert_eq!(error.to_string(), row[3], "{row:?}");
            }
        }
    }
}

#[test]
fn counts_must_fit_the_board() {
    let cases = [
        (1, 4, "R3", Ok(3)),
        (
            1,
            4,
            "R4",
            Err("`4` times right does not fit a 1×4 board (a count here is from 1 to 3)"),
        ),
        (1, 4, "U1", Err("no tile of a 1×4 board can move up")),
        (4, 2, "D3", Ok(3)),
        (
            4,
            2,
            "R2",
            Err("`2` times right does not fit a 4×2 board (a count here is from 1 to 1)"),
        ),
    ];
    for (rows, cols, text, expected) in cases {
        let moves = read_moves(text, &Goal::Last.board(shape(rows, cols)));
        let found = moves
            .as_ref()
            .map(Vec::len)
            .map_err(|error| error.what.as_str());
        assert_eq!(found, expected, "{text}");
    }
}

/// Quadratic time would show here: a minute instead of an instant.
#[test]
fn long_texts_of_moves_are_read_in_linear_time() {
    let start = Goal::Last.board(shape(3, 3));
    let text = "RL".repeat(500_000);
    assert_eq!(read_moves(&text, &start).unwrap().len(), 1_000_000);
}

fn random_walk() -> impl Strategy<Value = (Board, Vec<Move>)> {
    (any_board(6), prop::collection::vec(0..4usize, 0..100)).prop_map(|(start, choices)| {
        let mut board = start.clone();
        let mut moves = Vec::new();
        for choice in choices {
            if board.play(Move::ALL[choice]).is_ok() {
                moves.push(Move::ALL[choice]);
            }
        }
        (start, moves)
    })
}

/// The same moves in other notations: counts, lower case, words, arrows, separators.
fn reworded(moves: &[Move], style: usize) -> String {
    let arrow = |m: Move| ["↑", "↓", "←", "→"][m.index()];
    let letter = |m: Move| ["U", "D", "L", "R"][m.index()];
    let runs = moves.chunk_by(|a, b| a == b);
    let word: Vec<String> = match style {
        0 => moves.iter().map(|m| m.to_string()).collect(),
        1 => moves.iter().map(|m| m.to_string().to_uppercase()).collect(),
        2 => moves.iter().map(|&m| arrow(m).to_string()).collect(),
        3 => moves.iter().map(|&m| letter(m).to_lowercase()).collect(),
        _ => runs
            .map(|run| format!("{}{}", letter(run[0]), run.len()))
            .collect(),
    };
    word.join([" ", ", ", "", ";", ""][style])
}

proptest! {
    #![proptest_config(seeded())]

    #[test]
    fn moves_that_are_written_are_read((start, moves) in random_walk()) {
        for letters in [MoveLetters::Tile, MoveLetters::Blank, MoveLetters::Numbers] {
            let text = write_moves(&moves, letters, &start).unwrap();
            let again = read_moves_as(&text, letters, &start);
            prop_assert_eq!(again.as_ref(), Ok(&moves));
        }
        for style in 0..5 {
            let text = reworded(&moves, style);
            let again = read_moves(&text, &start);
            prop_assert_eq!(again.as_ref(), Ok(&moves), "{}", text);
        }
    }
}
