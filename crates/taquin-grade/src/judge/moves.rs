//! Moves as letters or words in the output.

use crate::verdict::{Finding, Verdict};
use taquin::Board;
use taquin::notation::{MoveLetters, Played, read_played};

/// The moves in the output, as directions of tiles: the line that is announced as the moves, else every line that has nothing but
/// moves.
pub(super) fn read(text: &str, start: &Board) -> Result<Played, Finding> {
    let moves = announced(text).unwrap_or_else(|| {
        let lines = text.lines().filter(|line| read_line(line, start).is_some());
        lines.collect::<Vec<_>>().join(" ")
    });
    let is_empty = moves.trim().is_empty();
    if is_empty && text.lines().any(|line| !line.trim().is_empty()) && announced(text).is_none() {
        return Err(Finding::new(
            Verdict::WrongOutput,
            "the output has no moves: letters u, d, l, r are needed",
        ));
    }
    read_played(&moves, Some(MoveLetters::Tile), start).map_err(|error| {
        Finding::new(
            Verdict::WrongOutput,
            format!("the moves cannot be read: {error}"),
        )
    })
}

/// What follows `moves:` or `solution:`.
fn announced(text: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (word, moves) = line.split_once(':')?;
        let is_announced = matches!(
            word.trim().to_lowercase().as_str(),
            "moves" | "solution" | "path"
        );
        is_announced.then(|| moves.trim().to_string())
    })
}

fn read_line(line: &str, start: &Board) -> Option<Played> {
    let line = line.trim();
    let played = read_played(line, Some(MoveLetters::Tile), start).ok()?;
    (!played.moves.is_empty()).then_some(played)
}
