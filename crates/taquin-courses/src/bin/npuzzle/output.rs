//! What `npuzzle` prints.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;
use taquin::notation::{self, Dialect, MoveLetters};
use taquin::search::Stats;
use taquin::solve::{Answer, Guarantee};
use taquin::space::MoveOrder;
use taquin::{Board, Move, Problem};
use taquin_app::exit::{Exit, Failure};
use taquin_app::limits::Reason;
use taquin_app::search::Searched;
use taquin_app::search::stream::{CONSTRUCT, Streamed};
use taquin_app::words;

/// A longer sequence of states, in bytes, is printed only with `--states`.
const MOST_BYTES: u128 = 1_000_000_000;

/// The values that the subject asks for before the number of moves.
fn values(
    out: &mut impl Write,
    algorithm: &str,
    heuristic: &str,
    order: MoveOrder,
    stats: &Stats,
) -> io::Result<()> {
    let order = words::order(order);
    writeln!(
        out,
        "Algorithm: {algorithm}, heuristic: {heuristic}, order: {order}"
    )?;
    // The goal test of the start is a selection too; IDA* does not count it.
    writeln!(out, "Complexity in time: {}", stats.selected.max(1))?;
    writeln!(out, "Complexity in size: {}", stats.peak_states.max(1))
}

/// The puzzle that was generated, where no sequence of states begins with it.
pub(crate) fn generated(out: &mut impl Write, puzzle: &Board) -> io::Result<()> {
    writeln!(out, "Puzzle:")?;
    write!(out, "{}", rows(puzzle))
}

/// The result of a search; `states` is whether to print all states whatever their size.
pub(crate) fn searched(
    out: &mut impl Write,
    problem: &Problem,
    searched: &Searched,
    states: bool,
) -> Result<Exit, Failure> {
    let report = &searched.report;
    let heuristic = if report.algorithm.uses_heuristic() {
        report.heuristic.name()
    } else {
        "none"
    };
    values(
        out,
        report.algorithm.name(),
        heuristic,
        searched.order,
        &report.stats,
    )?;
    let exit = match (&report.answer, searched.reason) {
        (_, Some(Reason::Interrupted)) => Exit::Interrupted,
        (Answer::Solved(..), _) => Exit::Success,
        _ => Exit::Limit,
    };
    if let Answer::Solved(solution, guarantee) = &report.answer {
        let shortest = shortest(*guarantee);
        let moves = solution.moves();
        writeln!(out, "Number of moves: {}{shortest}", moves.len())?;
        sequence(out, problem.start(), moves, states)?;
    } else {
        let bound = report.lower_bound;
        writeln!(
            out,
            "Not solved: a limit was reached. A solution has at least {bound} moves."
        )?;
    }
    Ok(exit)
}

const fn shortest(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Optimal => " (shortest)",
        _ => "",
    }
}

fn sequence(out: &mut impl Write, start: &Board, moves: &[Move], states: bool) -> io::Result<()> {
    let bytes = sequence_bytes(start, moves.len());
    if bytes > MOST_BYTES && !states {
        let written = notation::write_moves(moves, MoveLetters::Tile, start);
        return instead(
            out,
            bytes,
            &written.expect("a solution's moves are possible"),
        );
    }
    writeln!(out, "Sequence of states:")?;
    let mut sequence = Sequence::begin(out, start)?;
    moves.iter().try_for_each(|&m| sequence.add(m))
}

/// A solution that comes move by move.
pub(crate) fn streamed(
    out: &mut impl Write,
    streamed: &Streamed<'_>,
    order: MoveOrder,
    states: bool,
) -> Result<(), Failure> {
    values(out, CONSTRUCT, "none", order, &streamed.stats())?;
    let shortest = shortest(streamed.guarantee());
    writeln!(out, "Number of moves: {}{shortest}", streamed.length)?;
    let bytes = sequence_bytes(streamed.start(), streamed.length);
    if bytes > MOST_BYTES && !states {
        return Ok(instead(out, bytes, &streamed.moves(MoveLetters::Tile))?);
    }
    writeln!(out, "Sequence of states:")?;
    let mut sequence = Sequence::begin(out, streamed.start())?;
    let mut written = Ok(());
    let _ = streamed.each(|piece| {
        written = piece.iter().try_for_each(|&m| sequence.add(m));
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    Ok(written?)
}

/// The moves in place of the states.
fn instead(out: &mut impl Write, bytes: u128, moves: &impl Display) -> io::Result<()> {
    let gigabytes = bytes as f64 / 1e9;
    writeln!(
        out,
        "Sequence of states: {gigabytes:.1} GB (add --states to print it); directions of the tiles:"
    )?;
    writeln!(out, "{moves}")
}

/// The bytes of all states: all have the same tiles, and so the same length.
fn sequence_bytes(start: &Board, moves: usize) -> u128 {
    let one = rows(start).len() as u128 + 1;
    one * (moves as u128 + 1) - 1
}

/// A state, as the subject writes it.
fn rows(board: &Board) -> String {
    let text = notation::write_layout(board, Dialect::FortyTwo).expect("a snail's board is square");
    // The first line of the format is the size.
    text.split_once('\n').map_or("", |(_, rows)| rows).into()
}

/// States with an empty line between them.
struct Sequence<'a, W> {
    out: &'a mut W,
    board: Board,
}

impl<'a, W: Write> Sequence<'a, W> {
    fn begin(out: &'a mut W, start: &Board) -> io::Result<Sequence<'a, W>> {
        write!(out, "{}", rows(start))?;
        let board = start.clone();
        Ok(Sequence { out, board })
    }

    fn add(&mut self, m: Move) -> io::Result<()> {
        self.board.play_unchecked(m);
        write!(self.out, "\n{}", rows(&self.board))
    }
}
