//! The words that every interface uses for the same thing, and numbers with their units.

use std::fmt::Display;
use std::io;
use taquin::notation::{self, MoveLetters};
use taquin::space::MoveOrder;
use taquin::tools::analyse::{BrokenStep, StepFault, Tried};
use taquin::{Board, Move, Slide};

/// A number with its noun: `1 move`, `2 moves`.
pub fn many(number: impl Display, what: &str) -> String {
    let number = number.to_string();
    let s = if number == "1" { "" } else { "s" };
    format!("{number} {what}{s}")
}

/// A number that need not be exact: with all its digits, or as a power of ten.
pub fn large(number: f64) -> String {
    match number {
        ..1e15 => format!("{number:.0}"),
        1e300.. => "more than 10^300".into(),
        _ => format!("{number:.1e}").replace('e', "·10^"),
    }
}

/// What the system says about a failed operation, without its error number; what to do about a directory.
pub fn io_error(error: &io::Error) -> String {
    // An error that was given words already keeps them.
    if error.kind() == io::ErrorKind::IsADirectory && error.raw_os_error().is_some() {
        return "it is a directory; name a file".into();
    }
    let text = error.to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].into()
}

/// An amount of memory.
pub fn bytes(bytes: f64) -> String {
    const UNITS: [&str; 5] = ["kB", "MB", "GB", "TB", "PB"];
    let mut amount = bytes / 1e3;
    for unit in UNITS {
        if amount < 1000.0 {
            return format!("{amount:.1} {unit}");
        }
        amount /= 1000.0;
    }
    format!("{} bytes", large(bytes))
}

/// The order in which moves are tried, as four letters.
pub fn order(order: MoveOrder) -> String {
    order.moves().into_iter().map(Move::letter).collect()
}

/// A move of one or several tiles in this notation.
pub fn slide(slide: Slide, letters: MoveLetters, board: &Board) -> String {
    let moves: Vec<_> = slide.moves().collect();
    notation::write_moves(&moves, letters, board).expect("the board can make the move")
}

/// A move that cannot be made, as it was written.
pub fn tried(tried: Tried, letters: MoveLetters) -> String {
    match (tried, letters) {
        (Tried::Tile(tile), _) => tile.to_string(),
        (Tried::Move(m), MoveLetters::Blank) => m.blank_direction().letter().into(),
        (Tried::Move(m), _) => m.letter().into(),
    }
}

/// Why two consecutive boards of a solution are not one move apart.
pub fn broken_step(broken: &BrokenStep) -> String {
    let BrokenStep {
        place,
        before,
        after,
        fault,
    } = broken;
    let what = match fault {
        StepFault::Shapes => {
            let (before, after) = (before.shape(), after.shape());
            format!("leads from a {before} board to a {after} board")
        }
        StepFault::Same => "changes nothing: both boards are the same".into(),
        StepFault::Far(tile) => {
            format!("exchanges the blank with tile {tile}, which is not next to it")
        }
        StepFault::Line(tiles) => {
            format!(
                "moves {} at once; a step moves one tile",
                many(tiles, "tile")
            )
        }
        StepFault::Cells(cells) => format!("changes {}; a move changes 2", many(cells, "cell")),
    };
    match (place, fault) {
        (0, StepFault::Line(1)) => {
            "the sequence does not begin with the start, but with the board after the first move"
                .into()
        }
        (0, _) => "the sequence does not begin with the start".into(),
        _ => format!("step {place} {what}"),
    }
}
