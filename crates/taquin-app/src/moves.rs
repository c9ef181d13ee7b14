//! Sequences of moves: read, and played if there is a board.

use crate::exit::Failure;
use crate::input::Source;
use crate::option::OptionError;
use taquin::notation::{self, MoveFormat, MoveLetters, MovesError};
use taquin::{Board, Goal, Move, Shape};

/// Moves, and the boards before and after them if they are known.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The board before the moves.
    pub start: Option<Board>,
    /// The board after them.
    pub end: Option<Board>,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Sequence {
    /// Reads moves, and plays them if there is a start. Only tile numbers need one.
    pub fn read(
        source: &Source,
        letters: Option<MoveLetters>,
        start: Option<Board>,
    ) -> Result<Sequence, Failure> {
        let name = &source.name;
        let text = str::from_utf8(&source.bytes)
            .map_err(|_| Failure::BadInput(format!("{name}: moves must be UTF-8 text")))?;
        let wrong = |error: MovesError| {
            let (line, column) = (error.at.line, error.at.column);
            Failure::BadInput(format!("{name}:{line}:{column}: {}", error.what))
        };
        let moves = match (&start, letters) {
            (Some(start), Some(letters)) => notation::read_moves_as(text, letters, start),
            (Some(start), None) => notation::read_moves(text, start),
            (None, letters) if is_numbers(text, letters) => {
                return Err(OptionError::NumbersWithoutBoard.into());
            }
            (None, Some(MoveLetters::Blank)) => notation::read_directions(text)
                .map(|moves| moves.into_iter().map(Move::opposite).collect()),
            (None, _) => notation::read_directions(text),
        }
        .map_err(wrong)?;
        let end = start.as_ref().map(|start| play(name, start, &moves));
        Ok(Sequence {
            end: end.transpose()?,
            start,
            moves,
        })
    }

    /// The moves as text.
    pub fn written(&self, format: MoveFormat) -> Result<String, Failure> {
        // Directions are the same on every board.
        let any = || Goal::Last.board(Shape::square(2).expect("2×2 is a shape"));
        let written = match &self.start {
            Some(start) => format.write(&self.moves, start),
            None if format.letters.are_directions() => format.write(&self.moves, &any()),
            None => return Err(OptionError::NumbersWithoutBoard.into()),
        };
        Ok(written.expect("the moves have been played"))
    }

    /// Other moves from the same start, which lead to this end.
    pub fn with(&self, moves: Vec<Move>) -> Sequence {
        Sequence {
            moves,
            ..self.clone()
        }
    }

    /// These moves from the end back to the start.
    pub fn inverted(&self, moves: Vec<Move>) -> Sequence {
        Sequence {
            start: self.end.clone(),
            end: self.start.clone(),
            moves,
        }
    }
}

fn is_numbers(text: &str, letters: Option<MoveLetters>) -> bool {
    match letters {
        Some(letters) => !letters.are_directions(),
        None => text.trim_start().starts_with(|c: char| c.is_ascii_digit()),
    }
}

/// The board after the moves; an error names the first that is impossible.
fn play(name: &str, start: &Board, moves: &[Move]) -> Result<Board, Failure> {
    let mut board = start.clone();
    for (&m, number) in moves.iter().zip(1..) {
        board.play(m).map_err(|_| {
            let side = match m {
                Move::Up => "below",
                Move::Down => "above",
                Move::Left => "to the right of",
                Move::Right => "to the left of",
            };
            Failure::BadInput(format!(
                "{name}: move {number} ({}) is impossible: no tile is {side} the blank",
                m.letter()
            ))
        })?;
    }
    Ok(board)
}
