//! JSON Lines: one object per line, versioned by its `schema`.

mod api;
mod audit;
#[cfg(feature = "tables")]
mod bench;
mod boards;
mod census;
mod check;
mod inspect;
mod moves;
mod origin;
mod solve;
#[cfg(feature = "tables")]
mod tables;
mod trace;
mod verify;
mod verify_labels;

pub use api::{explained, generated, hint, read, steps, unsolvable_steps};
pub use audit::audit;
#[cfg(feature = "tables")]
pub use bench::{bench, bench_instance, bench_large, bench_large_instance, bench_refused};
pub use boards::{convert, convert_moves, generate, tree};
pub use census::{census, count, formula, reach};
pub use check::{check, check_labels};
pub use inspect::inspect;
pub use moves::moves;
pub use origin::{WithOrigin, with_origin};
pub use solve::{compare, solve, streamed};
#[cfg(feature = "tables")]
pub use tables::{table, table_here, tables};
pub use trace::{trace_bound, trace_end, trace_exhausted, trace_lockstep, trace_step};
pub use verify::verify;
pub use verify_labels::verify_labels;

use crate::exit::Failure;
use crate::origin::Origin;
use serde::Serialize;
use std::io::Write;
use taquin::Board;

/// Writes one object and the end of its line.
pub fn line(out: &mut impl Write, object: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Writes one object with the origin of its board, if there is one, and the end of its line.
pub fn line_with_origin(
    out: &mut impl Write,
    object: &impl Serialize,
    origin: Option<&Origin>,
) -> Result<(), Failure> {
    match origin {
        None => line(out, object),
        Some(origin) => Ok(writeln!(out, "{}", with_origin(object, origin)?)?),
    }
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
