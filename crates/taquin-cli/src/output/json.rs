//! JSON Lines: one object a line, versioned by its `schema`.

mod audit;
mod bench;
mod boards;
mod census;
mod check;
mod serve;
mod solve;
mod tables;
mod trace;
mod verify;

pub use audit::audit;
pub use bench::{bench, bench_instance, bench_large, bench_large_instance};
pub use boards::{convert, convert_moves, generate, tree};
pub use census::{census, count, reach};
pub use check::{check, check_labels};
pub use serve::{explained, generated, hint, read, steps, table_here, tables, unsolvable_steps};
pub use solve::{compare, reason, solve, streamed};
pub use tables::table;
pub use trace::{trace_bound, trace_end, trace_step};
pub use verify::{letters, right_letters, slide, tried, verify};

use crate::exit::Failure;
use serde::Serialize;
use std::io::Write;
use taquin::notation::MoveLetters;
use taquin::space::MoveOrder;
use taquin::{Board, Move};

/// Writes one object and the end of its line.
pub fn line(out: &mut impl Write, object: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// A board without an answer, in any command's schema.
#[derive(Debug, Serialize)]
pub struct Refused {
    schema: &'static str,
    status: &'static str,
    errors: Vec<String>,
}

/// The object for a board without an answer.
pub const fn refused(schema: &'static str, status: &'static str, errors: Vec<String>) -> Refused {
    Refused {
        schema,
        status,
        errors,
    }
}

/// Tiles in reading order, 0 for the blank.
fn tiles(board: &Board) -> Vec<u32> {
    board.tiles().iter().map(|tile| tile.number()).collect()
}

const fn status(solvable: bool) -> &'static str {
    if solvable { "solvable" } else { "unsolvable" }
}

/// What the letters of moves say.
pub const fn moves_are(letters: MoveLetters) -> &'static str {
    match letters {
        MoveLetters::Tile => "tile",
        MoveLetters::Blank => "blank",
        MoveLetters::Numbers => "numbers",
    }
}

/// The order in which moves are tried, as four letters.
pub fn order(order: MoveOrder) -> String {
    order.moves().into_iter().map(Move::letter).collect()
}
