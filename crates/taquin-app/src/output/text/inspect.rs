//! `taquin inspect`: a table of one board, or a line per board.

use super::{DRAWN_CELLS, draw};
use crate::inspect::{Distance, Inspected};
use std::io::{self, Write};
use taquin::notation::slashes;
use taquin::solve::HeuristicKind;

/// The names of the figures in front of their values.
const NAME: usize = 18;

const fn parity(disorder: u64) -> &'static str {
    if disorder.is_multiple_of(2) {
        "even"
    } else {
        "odd"
    }
}

fn distance(distance: Distance) -> String {
    match distance {
        Distance::Moves(moves) => moves.to_string(),
        Distance::AtLeast(moves) => format!("≥ {moves}"),
        Distance::Unreachable => "none".into(),
    }
}

/// Every figure of a board, one per line.
pub fn inspect(out: &mut impl Write, board: &Inspected) -> io::Result<()> {
    if board.start.shape().area() <= DRAWN_CELLS {
        draw(out, &board.start)?;
        writeln!(out)?;
    }
    let mut line = |name: &str, value: &str| writeln!(out, "{name:<NAME$}{value}");
    line("solvable", if board.is_solvable { "yes" } else { "no" })?;
    for estimate in &board.estimates {
        let groups = estimate
            .groups
            .as_ref()
            .map(|groups| format!(" ({groups})"));
        let moves = estimate.moves;
        let value = format!("{moves}{}", groups.unwrap_or_default());
        line(estimate.heuristic.name(), &value)?;
    }
    line("distance", &distance(board.distance))?;
    if let Some(disorder) = board.disorder {
        let with_row = if disorder.counts_blank_row {
            ", with the row of the blank"
        } else {
            ""
        };
        let (start, goal) = (disorder.start, disorder.goal);
        line(
            "disorder",
            &format!(
                "{start}, {}{with_row} (goal: {goal}, {})",
                parity(start),
                parity(goal)
            ),
        )?;
    }
    let (row, col) = board.blank();
    line("blank", &format!("row {row}, column {col}"))?;
    for (place, (m, next)) in board.neighbours.iter().enumerate() {
        let name = if place == 0 { "neighbours" } else { "" };
        line(name, &format!("{}  {}", m.letter(), slashes(next)))?;
    }
    match &board.twin {
        Some(twin) => line("twin", &slashes(twin)),
        None => line("twin", "none: it has fewer than two tiles"),
    }
}

/// The columns of the compact form after the estimates.
const FIGURES: [&str; 5] = ["distance", "disorder", "parity", "blank row", "neighbours"];

/// The heuristics whose estimates the compact form shows.
fn shown_heuristics() -> impl Iterator<Item = HeuristicKind> {
    let mut all = HeuristicKind::ALL.to_vec();
    all.retain(|&kind| kind != HeuristicKind::Zero);
    all.into_iter()
}

/// The columns of the compact form.
fn columns() -> impl Iterator<Item = &'static str> {
    let estimates = shown_heuristics().map(|kind| match kind {
        HeuristicKind::LinearConflict => "conflict",
        HeuristicKind::WalkingDistance => "walking",
        kind => kind.name(),
    });
    estimates.chain(FIGURES)
}

/// The head of the compact form.
pub fn inspect_head(out: &mut impl Write) -> io::Result<()> {
    for name in columns() {
        write!(out, "  {name}")?;
    }
    writeln!(out, "  board")
}

/// One line per board. A dash stands for a figure that the board does not have.
pub fn inspect_line(out: &mut impl Write, board: &Inspected) -> io::Result<()> {
    let estimate = |kind: HeuristicKind| {
        let found = board.estimates.iter().find(|known| known.heuristic == kind);
        found.map_or_else(|| "-".into(), |known| known.moves.to_string())
    };
    let mut values: Vec<String> = shown_heuristics().map(estimate).collect();
    values.push(distance(board.distance));
    let disorder = board.disorder.map(|disorder| disorder.start);
    values.push(disorder.map_or_else(|| "-".into(), |disorder| disorder.to_string()));
    values.push(disorder.map_or("-", parity).into());
    values.push(board.blank().0.to_string());
    values.push(board.neighbours.len().to_string());
    for (value, name) in values.iter().zip(columns()) {
        write!(out, "  {value:>width$}", width = name.len())?;
    }
    writeln!(out, "  {}", slashes(&board.start))
}
