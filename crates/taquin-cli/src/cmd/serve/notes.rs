//! Boards and moves between notations.

use super::fields::{Boards, Fields, bad};
use super::{CELLS, allows, bytes_of, refused};
use taquin::notation::{self, Dialect, MoveLetters};
use taquin_app::input::BoardReader;
use taquin_app::output::json;
use taquin_web::Refusal;

/// A pasted text.
pub(super) fn read(mut fields: Fields) -> Result<Vec<u8>, Refusal> {
    let text = fields.text("text")?;
    let options = fields.read_options()?;
    fields.finish()?;
    let Some(text) = text else {
        return Err(bad("text: there is none, and it must have a board"));
    };
    let reading = BoardReader::remote(options).board(&text);
    let reading = reading.map_err(|failure| refused(&failure))?;
    allows(reading.start.shape(), CELLS)?;
    bytes_of(&json::read(&reading))
}

/// A board, or moves that start at it.
pub(super) fn write(mut fields: Fields) -> Result<Vec<u8>, Refusal> {
    let Boards { start, goal, .. } = fields.boards()?;
    let dialect = fields.dialect("to")?;
    let moves = fields.moves()?;
    let moves_are = fields.letters("moves_are")?;
    let moves_to = fields.letters("moves_to")?;
    fields.finish()?;
    let Some(moves) = moves else {
        if moves_are.or(moves_to).is_some() {
            return Err(bad("moves: there are none to write"));
        }
        return write_board(&start, &goal, dialect.unwrap_or(Dialect::Slash));
    };
    if dialect.is_some() {
        return Err(bad(
            "to: it is for boards; moves_to says how to write moves",
        ));
    }
    let read = match moves_are {
        Some(letters) => notation::read_moves_as(&moves, letters, &start),
        None => notation::read_moves(&moves, &start),
    };
    let read = read.map_err(|error| bad(&format!("moves: {error}")))?;
    let letters = moves_to.unwrap_or(MoveLetters::Tile);
    let written = notation::write_moves(&read, letters, &start)
        .ok_or_else(|| bad("moves: this board cannot make them, so they have no tile numbers"))?;
    bytes_of(&json::convert_moves(&start, letters, &written))
}

fn write_board(
    start: &taquin::Board,
    goal: &taquin::Board,
    dialect: Dialect,
) -> Result<Vec<u8>, Refusal> {
    let write = |board| notation::write(board, dialect).map_err(|error| bad(&error.to_string()));
    let mut text = write(start)?;
    if dialect == Dialect::Pair {
        text += &write(goal)?;
    }
    bytes_of(&json::convert(start, dialect, &text))
}
