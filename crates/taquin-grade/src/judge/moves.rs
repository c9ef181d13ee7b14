//! Moves as letters or words in the output.

use super::{messages, shortened};
use crate::verdict::{Finding, Verdict};
use taquin::Board;
use taquin::notation::{MoveLetters, Played, read_played};

/// The moves in the output, as directions of tiles: the line that is announced as the moves, else every line that has nothing but
/// moves and perhaps its number. From a board that is the goal, prose without moves means none.
pub(super) fn read(text: &str, [start, goal]: [&Board; 2]) -> Result<Played, Finding> {
    let lines: Vec<String> = text.lines().map(plain).collect();
    let announced: Vec<&str> = lines.iter().filter_map(|line| announced(line)).collect();
    let are_moves = |line: &&str| read_line(line, start).is_some();
    let moves = match announced.iter().copied().find(are_moves) {
        Some(moves) => moves.to_string(),
        None => {
            let lines = lines.iter().map(|line| without_number(line));
            lines.filter(are_moves).collect::<Vec<_>>().join(" ")
        }
    };
    // What is announced but cannot be read is shown in the message.
    let moves = match announced.first() {
        Some(first) if moves.is_empty() => first.to_string(),
        _ => moves,
    };
    let is_nothing_right = start == goal && !messages::is_complaint(text);
    if moves.is_empty() && !text.trim().is_empty() && !is_nothing_right {
        return Err(Finding::new(
            Verdict::WrongOutput,
            "the output has no moves: letters u, d, l, r are needed",
        ));
    }
    read_played(&moves, Some(MoveLetters::Tile), start).map_err(|error| {
        Finding::new(
            Verdict::WrongOutput,
            shortened(&format!("the moves cannot be read: {error}")),
        )
    })
}

/// A line without the marks of lists: `['U', 'D']` and `U -> D` are `U D`.
fn plain(line: &str) -> String {
    let line = line.replace("->", " ");
    let without = |c: char| if "[](){}'\",;".contains(c) { ' ' } else { c };
    line.chars().map(without).collect()
}

/// What follows `moves:`, `path_to_goal =` or `solution found in 5 moves:` in a plain line, unless it is a number: that is how
/// many there are.
fn announced(line: &str) -> Option<&str> {
    let (words, moves) = line.split_once([':', '='])?;
    let words = words.to_lowercase();
    let mut words = words.split(|c: char| !c.is_alphanumeric());
    let moves = moves.trim_start_matches('>').trim();
    let is_number = moves.is_empty() || moves.starts_with(|c: char| c.is_ascii_digit());
    (words.any(|word| NAMES.contains(&word)) && !is_number).then_some(moves)
}

/// How programs name the moves of a solution.
const NAMES: [&str; 12] = [
    "moves",
    "solution",
    "path",
    "actions",
    "sequence",
    "steps",
    "directions",
    "plan",
    "answer",
    "coups",
    "mouvements",
    "chemin",
];

/// A line without the number of its move: `1. up`, `1) up`, `Step 1: up` and `move 1 - up` are `up`.
fn without_number(line: &str) -> &str {
    let line = line.trim();
    let rest = line.trim_start_matches(|c: char| c.is_alphabetic() || c == '#');
    let word = line[..line.len() - rest.len()].to_lowercase();
    let is_name = matches!(
        &*word,
        "" | "#" | "step" | "move" | "action" | "étape" | "coup"
    );
    let number = rest.trim_start();
    let after = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let moves = after.trim_start();
    let moves = moves.strip_prefix(['.', ':', '-']).unwrap_or(moves);
    if is_name && after.len() < number.len() && moves.len() < after.len() {
        moves.trim()
    } else {
        line
    }
}

fn read_line(line: &str, start: &Board) -> Option<Played> {
    let played = read_played(line.trim(), Some(MoveLetters::Tile), start).ok()?;
    (!played.moves.is_empty()).then_some(played)
}
