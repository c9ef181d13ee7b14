//! A solution as a film strip: every board in rows, each with its number and the move that led to it.

use super::{Escaped, MARGIN, begin, board, end, many, size};
use std::io::{self, Write};
use taquin::notation::{self, MoveLetters};
use taquin::{Board, Solution};

/// The width of a strip, unless a single board is wider.
const WIDTH: u32 = 960;
/// The space between boards, and that for the caption below one.
const GAP: u32 = 16;
const CAPTION: u32 = 18;

/// Every board of a solution, with the moved tile highlighted.
pub fn strip(
    out: &mut impl Write,
    start: &Board,
    solution: &Solution,
    letters: MoveLetters,
) -> io::Result<()> {
    let shape = start.shape();
    let (width, height) = size(shape);
    let (across, down) = (width + GAP, height + CAPTION + GAP);
    let boards = solution.moves().len() as u32 + 1;
    let rows = boards.div_ceil(((WIDTH - 2 * MARGIN + GAP) / across).max(1));
    // No row is much shorter than the others.
    let in_a_row = boards.div_ceil(rows);
    let all = (
        2 * MARGIN + in_a_row * across - GAP,
        2 * MARGIN + rows * down - GAP,
    );
    let moves = many(boards - 1, "move");
    let title = format!("A {shape} board, solved in {moves}: every board");
    begin(out, all, 1, title, "")?;
    let mut before: Option<Board> = None;
    for (number, board) in (0..).zip(solution.boards()) {
        let (x, y) = (number % in_a_row * across, number / in_a_row * down);
        write!(
            out,
            "<g class=\"board\" transform=\"translate({} {})\">",
            MARGIN + x,
            MARGIN + y
        )?;
        // The moved tile is where the blank was.
        board::draw(out, &board, before.as_ref().map(Board::blank))?;
        let (x, y) = (width / 2, height + CAPTION - 4);
        write!(out, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{number}")?;
        if let Some(before) = &before {
            let m = solution.moves()[number as usize - 1];
            let written = notation::write_moves(&[m], letters, before);
            let written = written.expect("a solution's moves are possible");
            write!(out, " <tspan class=\"move\">{}</tspan>", Escaped(written))?;
        }
        writeln!(out, "</text></g>")?;
        before = Some(board);
    }
    end(out)
}
