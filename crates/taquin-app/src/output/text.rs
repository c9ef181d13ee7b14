//! Text for people at a terminal, so options are named as on a command line.

mod audit;
#[cfg(feature = "tables")]
mod bench;
mod census;
mod check;
mod comments;
mod hint;
mod inspect;
mod plot;
mod solve;
mod states;
#[cfg(feature = "tables")]
mod tables;
mod trace;
mod verify;
mod verify_labels;

pub use audit::{audit, audit_stopped};
#[cfg(feature = "tables")]
pub use bench::{bench, bench_head, bench_instance, bench_large, bench_large_head, bench_refused};
pub use census::{census, count, formula};
pub use check::{check, check_labels, explain, false_claim};
pub use comments::BoardComments;
pub use hint::hint;
pub use inspect::{inspect, inspect_head, inspect_line};
pub use plot::plot;
pub use solve::{brief, compare, compare_head, key, solve, start, streamed};
pub use states::{states, streamed_states};
#[cfg(feature = "tables")]
pub use tables::{table, tables_head};
pub use trace::{
    exhausted, trace_bound, trace_end, trace_exhausted, trace_lockstep, trace_step, tree,
};
pub use verify::{verify, verify_line};
pub use verify_labels::verify_labels;

use std::io::{self, Write};
use taquin::{Board, Goal};

/// Boards with more cells are not drawn, nor their sums written out.
const DRAWN_CELLS: usize = 400;

fn reachable_goals(out: &mut impl Write, goals: &[Goal]) -> io::Result<()> {
    let goals: Vec<&str> = goals.iter().map(|goal| goal.name()).collect();
    match goals.as_slice() {
        [] => writeln!(
            out,
            "None of the standard goals (last, first, snail) can be reached."
        ),
        goals => writeln!(
            out,
            "Standard goals that can be reached: {}.",
            goals.join(", ")
        ),
    }
}

/// A board with aligned columns and a dot at the blank.
fn draw(out: &mut impl Write, board: &Board) -> io::Result<()> {
    let width = (board.shape().area() - 1).to_string().len();
    for row in board.rows() {
        write!(out, " ")?;
        for tile in row {
            if tile.is_blank() {
                write!(out, " {:>width$}", "·")?
            } else {
                write!(out, " {tile:>width$}")?
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
