//! A solution as a film strip: every board in rows, each with its number and the move that led to it.
//!
//! A move is one of the metric: in the multi-tile metric a line of tiles may have moved from one board to the next.

use super::{Escaped, MARGIN, begin, board, end, many, size};
use crate::output::playback::unit;
use std::io::{self, Write};
use std::iter;
use taquin::notation::{MoveFormat, MoveLetters};
use taquin::{Board, Cell, Metric, Slide, Solution};

/// The width of a strip, unless a single board is wider.
const WIDTH: u32 = 960;
/// The space between boards, and that for the caption below one.
const GAP: u32 = 16;
const CAPTION: u32 = 18;

/// Every board of a solution, with the moved tiles highlighted.
pub fn strip(
    out: &mut impl Write,
    start: &Board,
    solution: &Solution,
    metric: Metric,
    letters: MoveLetters,
) -> io::Result<()> {
    let shape = start.shape();
    let (width, height) = size(shape);
    let (across, down) = (width + GAP, height + CAPTION + GAP);
    let boards = metric.length(solution.moves()) as u32 + 1;
    let rows = boards.div_ceil(((WIDTH - 2 * MARGIN + GAP) / across).max(1));
    // No row is much shorter than the others.
    let in_a_row = boards.div_ceil(rows);
    let all = (
        2 * MARGIN + in_a_row * across - GAP,
        2 * MARGIN + rows * down - GAP,
    );
    let moves = many(boards - 1, unit(metric));
    let title = format!("A {shape} board, solved in {moves}: every board");
    begin(out, all, 1, title, "")?;
    let format = MoveFormat::new(letters, metric, false);
    let first = iter::once((None, start.clone()));
    let steps = solution
        .steps(metric)
        .map(|(slide, board)| (Some(slide), board));
    let mut before = start.clone();
    for (number, (slide, board)) in (0..).zip(first.chain(steps)) {
        let (x, y) = (number % in_a_row * across, number / in_a_row * down);
        write!(
            out,
            "<g class=\"board\" transform=\"translate({} {})\">",
            MARGIN + x,
            MARGIN + y
        )?;
        board::draw(out, &board, &moved(slide, &before))?;
        let (x, y) = (width / 2, height + CAPTION - 4);
        write!(out, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{number}")?;
        if let Some(slide) = slide {
            let moves: Vec<_> = slide.moves().collect();
            let written = format.write(&moves, &before);
            let written = written.expect("a solution's moves are possible");
            write!(out, " <tspan class=\"move\">{}</tspan>", Escaped(written))?;
        }
        writeln!(out, "</text></g>")?;
        before = board;
    }
    end(out)
}

/// Where the tiles of a slide are after it: from the cell where the blank was.
fn moved(slide: Option<Slide>, before: &Board) -> Vec<Cell> {
    let Some(slide) = slide else {
        return Vec::new();
    };
    let shape = before.shape();
    let cells = iter::successors(Some(before.blank()), |&cell| shape.source(cell, slide.m));
    cells.take(slide.tiles as usize).collect()
}
