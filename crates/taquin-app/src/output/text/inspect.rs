//! `taquin inspect`: a table of one board, or a line per board.

use super::{DRAWN_CELLS, draw};
use crate::inspect::{Distance, Inspected};
use std::io::{self, Write};
use taquin::Board;
use taquin::notation::{self, Dialect};
use taquin::solve::HeuristicKind;

/// The names of the figures in front of their values.
const NAME: usize = 18;

fn slashes(board: &Board) -> String {
    let written = notation::write(board, Dialect::Slash).expect("slashes carry every board");
    written.trim_end().into()
}

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

/// The columns of the compact form: names and widths.
const COLUMNS: [(&str, usize); 12] = [
    ("hamming", 9),
    ("gaschnig", 10),
    ("manhattan", 11),
    ("conflict", 10),
    ("walking", 9),
    ("max", 5),
    ("pdb", 5),
    ("distance", 10),
    ("disorder", 10),
    ("parity", 8),
    ("blank row", 11),
    ("neighbours", 12),
];

/// The head of the compact form.
pub fn inspect_head(out: &mut impl Write) -> io::Result<()> {
    for (name, width) in COLUMNS {
        write!(out, "{name:>width$}")?;
    }
    writeln!(out, "  board")
}

/// One line per board. A dash stands for a figure that the board does not have.
pub fn inspect_line(out: &mut impl Write, board: &Inspected) -> io::Result<()> {
    let estimate = |kind: HeuristicKind| {
        let found = board.estimates.iter().find(|known| known.heuristic == kind);
        found.map_or_else(|| "-".into(), |known| known.moves.to_string())
    };
    let kinds = HeuristicKind::ALL.into_iter().skip(1);
    let mut values: Vec<String> = kinds.map(estimate).collect();
    values.push(distance(board.distance));
    let disorder = board.disorder.map(|disorder| disorder.start);
    values.push(disorder.map_or_else(|| "-".into(), |disorder| disorder.to_string()));
    values.push(disorder.map_or("-", parity).into());
    values.push(board.blank().0.to_string());
    values.push(board.neighbours.len().to_string());
    for (value, (_, width)) in values.iter().zip(COLUMNS) {
        write!(out, "{value:>width$}")?;
    }
    writeln!(out, "  {}", slashes(&board.start))
}
