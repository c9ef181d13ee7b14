//! `taquin solve --to`: the boards of a solution in a notation, and nothing else that is not part of a course's output.

use crate::search::Solved;
use crate::search::stream::Streamed;
use std::io::{self, Write};
use taquin::Board;
use taquin::notation::{self, Dialect};
use taquin::solve::{Answer, Guarantee};

/// The boards from the start to the goal; Princeton's course has the number of moves above them, and says if there is no
/// solution. Among several boards, an unsolvable one is written too.
pub fn states(
    out: &mut impl Write,
    solved: &Solved,
    dialect: Dialect,
    many: bool,
) -> io::Result<()> {
    let Ok(searched) = &solved.result else {
        // Where a line is above each solution, it is above the board.
        let is_above = dialect == Dialect::Princeton;
        if many && !is_above {
            state(out, &solved.start, dialect)?;
        }
        writeln!(out, "No solution possible")?;
        return if many && is_above {
            state(out, &solved.start, dialect)
        } else {
            Ok(())
        };
    };
    let Answer::Solved(solution, guarantee) = &searched.report.answer else {
        return Ok(());
    };
    head(out, dialect, solution.moves().len(), *guarantee)?;
    for board in solution.boards() {
        state(out, &board, dialect)?;
    }
    Ok(())
}

/// The same for a solution that is written move by move.
pub fn streamed_states(
    out: &mut impl Write,
    streamed: &Streamed<'_>,
    dialect: Dialect,
) -> io::Result<()> {
    head(out, dialect, streamed.length, streamed.guarantee())?;
    streamed.each_board(|board| state(out, board, dialect))
}

fn head(
    out: &mut impl Write,
    dialect: Dialect,
    moves: usize,
    guarantee: Guarantee,
) -> io::Result<()> {
    match (dialect, guarantee) {
        (Dialect::Princeton, Guarantee::Optimal) => {
            writeln!(out, "Minimum number of moves = {moves}")
        }
        (Dialect::Princeton, _) => writeln!(out, "Number of moves = {moves}"),
        _ => Ok(()),
    }
}

/// A board, and an empty line after one of several lines.
fn state(out: &mut impl Write, board: &Board, dialect: Dialect) -> io::Result<()> {
    let text = notation::write(board, dialect).map_err(io::Error::other)?;
    write!(out, "{text}")?;
    if text.trim_end().contains('\n') {
        writeln!(out)
    } else {
        Ok(())
    }
}
