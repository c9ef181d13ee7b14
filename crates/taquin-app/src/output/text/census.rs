//! `taquin census` and `taquin count`.

use crate::census::Counted;
use crate::count::{Count, Natural};
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
    }
    for board in counted.farthest.iter().flatten() {
        let text = notation::write(board, Dialect::Slash);
        write!(out, "{}", text.expect("every board has rows with slashes"))?;
    }
    Ok(())
}

/// The numbers of a shape.
pub fn count(out: &mut impl Write, count: &Count) -> io::Result<()> {
    let cells = count.shape.area();
    let why = match count.shape.is_line() {
        true => "no tile passes another: only the blank's place changes".into(),
        false => format!("half of them: {cells}!/2"),
    };
    let mut line = |what: &str, number: String| writeln!(out, "{what}: {number}");
    line("cells", cells.to_string())?;
    line("boards", format!("{} ({cells}!)", short(&count.boards)))?;
    line("solvable", format!("{} ({why})", short(&count.solvable)))?;
    line("unsolvable", short(&count.unsolvable))?;
    let at_a_cell = "solvable with the blank at a certain cell";
    line(at_a_cell, short(&count.at_a_cell))?;
    let groups = "groups of boards that can be reached from each other";
    line(groups, short(&count.groups))?;
    for (moves, cells) in count.cells_with_moves.iter().enumerate() {
        if *cells > 0 {
            let what = format!("cells of the blank with {}", many(moves, "move"));
            line(&what, cells.to_string())?;
        }
    }
    let mean = format!("{:.4}", count.mean_moves());
    line("moves of a board, on average", mean)?;
    let pairs = many(short(&count.neighbours), "pair");
    line("solvable boards that are neighbours", pairs)?;
    match &count.sequences {
        Some(rows) => sequences(out, rows),
        None => Ok(()),
    }
}

fn sequences(out: &mut impl Write, rows: &[[u128; 2]]) -> io::Result<()> {
    let (all, without) = ("sequences of moves", "without taking a move back");
    writeln!(out, "\n moves  {all:>18}  {without:>26}")?;
    for (moves, [all, without]) in rows.iter().enumerate() {
        writeln!(out, "{moves:>6}  {all:>18}  {without:>26}")?;
    }
    Ok(())
}

/// A number with all its digits, or as a power of ten.
fn short(number: &Natural) -> String {
    const MOST: usize = 60;
    let digits = number.to_string();
    match digits.len() {
        ..=MOST => digits,
        length => format!("about {}.{}·10^{}", &digits[..1], &digits[1..4], length - 1),
    }
}
