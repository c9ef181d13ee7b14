//! `taquin census` and `taquin count`.

use super::BoardComments;
use crate::census::Counted;
use crate::count::{Count, Formula, Natural};
use crate::words::many;
use std::io::{self, Write};
use taquin::notation::{self, Dialect};

/// The figures of a census, then the farthest boards if requested.
pub fn census(out: &mut impl Write, counted: &Counted, plot: bool) -> io::Result<()> {
    let Counted { counts, .. } = counted;
    if plot {
        super::plot(out, counts, 72)?;
    } else {
        let most = counts.iter().max().map_or(0, |most| most.to_string().len());
        let width = most.max("boards".len());
        writeln!(out, "distance  {:>width$}", "boards")?;
        for (distance, count) in counts.iter().enumerate() {
            writeln!(out, "{distance:>8}  {count:>width$}")?;
        }
    }
    writeln!(out)?;
    let counted_boards: u64 = counts.iter().sum();
    let farthest = counted.farthest_distance();
    if counted.reason.is_none() {
        writeln!(out, "boards: {counted_boards}")?;
        writeln!(
            out,
            "farthest: {} ({})",
            many(farthest, "move"),
            many(counts[farthest], "board")
        )?;
        writeln!(out, "mean: {:.4}", counted.mean())?;
    } else {
        writeln!(
            out,
            "stopped: {counted_boards} of {} boards are within {}",
            counted.boards,
            many(farthest, "move")
        )?;
    }
    writeln!(out, "metric: {}", counted.metric.name())?;
    if counted.farthest.is_some() {
        writeln!(out)?;
        let (goal, metric) = (&counted.goal, counted.metric);
        BoardComments::default().write(out, Dialect::Slash, goal, metric)?;
    }
    for board in counted.farthest.iter().flatten() {
        writeln!(out, "{}", notation::slashes(board))?;
    }
    Ok(())
}

/// The numbers of a shape.
pub fn count(out: &mut impl Write, count: &Count) -> io::Result<()> {
    let cells = count.shape.area();
    let why = if count.shape.is_line() {
        "no tile can pass another: only the blank moves".into()
    } else {
        format!("half of them: {cells}!/2")
    };
    let mut line = |what: &str, number: String| writeln!(out, "{what}: {number}");
    line("cells", cells.to_string())?;
    line("boards", format!("{} ({cells}!)", short(&count.boards)))?;
    line("solvable", format!("{} ({why})", short(&count.solvable)))?;
    line("unsolvable", short(&count.unsolvable))?;
    let at_a_cell = "solvable with the blank at a given cell";
    line(at_a_cell, short(&count.at_a_cell))?;
    let groups = "connected components";
    line(groups, short(&count.groups))?;
    for (moves, cells) in count.cells_with_moves.iter().enumerate() {
        if *cells > 0 {
            let what = format!("blank cells with {}", many(moves, "move"));
            line(&what, cells.to_string())?;
        }
    }
    let mean = format!("{:.4}", count.mean_moves());
    line("moves per board, on average", mean)?;
    let pairs = many(short(&count.neighbours), "pair");
    line("neighbouring solvable boards", pairs)?;
    explain_count(out, count)?;
    match &count.sequences {
        Some(rows) => sequences(out, rows),
        None => Ok(()),
    }
}

/// Where the two numbers come from.
fn explain_count(out: &mut impl Write, count: &Count) -> io::Result<()> {
    let cells = count.shape.area();
    let choices = match cells {
        1 => "There is one cell, and the blank is in it".into(),
        2 => "There are 2 choices for the first cell and 1 for the second".into(),
        _ => format!(
            "There are {cells} choices for the first cell ({} or the blank), {} for the second, and so on down to 1",
            many(cells - 1, "tile"),
            cells - 1
        ),
    };
    writeln!(
        out,
        "\n{choices}: {cells}! = {} boards.",
        short(&count.boards)
    )?;
    if count.shape.is_line() {
        return writeln!(
            out,
            "In a single line no tile can pass another, so the order of the tiles never changes and the blank has {}.",
            many(cells, "place")
        );
    }
    writeln!(
        out,
        "A move never changes whether the disorder is even or odd, and every board can reach all boards of the same parity.\n\
         So the boards fall into two halves, and a goal can be reached from its own half: {cells}!/2 = {} boards.",
        short(&count.solvable)
    )
}

/// The formulas for all squares or rectangles.
pub fn formula(out: &mut impl Write, formula: &Formula) -> io::Result<()> {
    let Formula {
        cells,
        factor,
        pairs,
        examples,
    } = formula;
    writeln!(out, "cells: {cells}")?;
    writeln!(out, "boards: {factor}!")?;
    writeln!(
        out,
        "solvable: {factor}!/2, with two rows and two columns or more"
    )?;
    writeln!(out, "unsolvable: {factor}!/2")?;
    writeln!(
        out,
        "solvable with the blank at a given cell: ({cells} − 1)!/2"
    )?;
    writeln!(out, "connected components: 2")?;
    writeln!(
        out,
        "neighbouring solvable boards: ({cells} − 1)!/2 · ({pairs}) pairs"
    )?;
    writeln!(
        out,
        "\nEvery order of the {cells} tiles and blanks is a board, {factor}! in all. A move never changes whether the disorder is even\n\
         or odd, and every board can reach all boards of the same parity: half of them.\n"
    )?;
    writeln!(out, "{:>6}  {:>6}  solvable", "shape", "cells")?;
    for count in examples {
        let (shape, area) = (count.shape.to_string(), count.shape.area());
        writeln!(out, "{shape:>6}  {area:>6}  {}", short(&count.solvable))?;
    }
    Ok(())
}

fn sequences(out: &mut impl Write, rows: &[[u128; 2]]) -> io::Result<()> {
    let (all, without) = ("sequences of moves", "without undoing a move");
    writeln!(out, "\n moves  {all:>18}  {without:>26}")?;
    for (moves, [all, without]) in rows.iter().enumerate() {
        writeln!(out, "{moves:>6}  {all:>18}  {without:>26}")?;
    }
    Ok(())
}

/// A number with all its digits, or as a power of ten.
fn short(number: &Natural) -> String {
    const MOST: usize = 60;
    if let Natural::Exact(_) = number {
        let digits = number.to_string();
        if digits.len() <= MOST {
            return digits;
        }
    }
    let (digits, exponent) = number.scientific();
    format!("about {digits}·10^{exponent}")
}
