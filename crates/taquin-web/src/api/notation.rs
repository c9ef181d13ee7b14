//! `read` and `write`: boards and moves between notations.

use super::boards::{BoardFields, Boards, Written};
use super::error::ApiError;
use super::fields::{Field, MovesText};
use super::to_json;
use serde::Deserialize;
use taquin::notation::{self, Dialect, MoveLetters};
use taquin::{Board, Shape};
use taquin_app::output::json;

/// A text that has a board.
#[derive(Debug, Deserialize)]
pub struct ReadRequest {
    text: Field<String>,
    #[serde(rename = "as")]
    notation: Option<Field<Dialect>>,
    shape: Option<Field<Shape>>,
}

impl ReadRequest {
    pub(crate) fn answer(&self) -> Result<Vec<u8>, ApiError> {
        let written = Written::new(self.notation.as_ref(), self.shape.as_ref());
        to_json(&json::read(&written.read("text", &self.text.0, false)?))
    }
}

/// A board, or moves from it, to be written in another notation.
#[derive(Debug, Deserialize)]
pub struct WriteRequest {
    #[serde(rename = "..")]
    boards: BoardFields,
    to: Option<Field<Dialect>>,
    moves: Option<Field<MovesText>>,
    moves_are: Option<Field<MoveLetters>>,
    #[serde(alias = "moves_to")]
    moves_as: Option<Field<MoveLetters>>,
}

impl WriteRequest {
    pub(crate) fn answer(&self) -> Result<Vec<u8>, ApiError> {
        let Boards { start, goal, .. } = self.boards.read()?;
        let to = self.to.as_ref().map(|field| field.0);
        match (&self.moves, to) {
            (Some(_), Some(_)) => {
                let error = "applies only to boards; moves_as is the format of moves";
                Err(ApiError::field("to", error))
            }
            (Some(moves), None) => self.write_moves(&moves.0.0, &start),
            (None, _) if self.moves_are.is_some() || self.moves_as.is_some() => {
                let error = "this field is required with moves_are and moves_as";
                Err(ApiError::field("moves", error))
            }
            (None, to) => write_board(&start, &goal, to.unwrap_or(Dialect::Slash)),
        }
    }

    fn write_moves(&self, moves: &str, start: &Board) -> Result<Vec<u8>, ApiError> {
        let moves = match &self.moves_are {
            Some(letters) => notation::read_moves_as(moves, letters.0, start),
            None => notation::read_moves(moves, start),
        };
        let moves = moves.map_err(|error| ApiError::field("moves", error))?;
        let letters = self
            .moves_as
            .as_ref()
            .map_or(MoveLetters::Tile, |field| field.0);
        let written = notation::write_moves(&moves, letters, start).ok_or_else(|| {
            let error = "cannot be made on this board, so they cannot be written as tile numbers";
            ApiError::field("moves", error)
        })?;
        to_json(&json::convert_moves(start, letters, &written))
    }
}

fn write_board(start: &Board, goal: &Board, to: Dialect) -> Result<Vec<u8>, ApiError> {
    let write = |board| notation::write(board, to).map_err(|error| ApiError::field("to", error));
    let mut text = write(start)?;
    if to == Dialect::Pair {
        text += &write(goal)?;
    }
    to_json(&json::convert(start, None, to, &text))
}
