//! Moves as letters or words in the output.

use super::{messages, shortened};
use crate::verdict::{Finding, Verdict};
use taquin::Board;
use taquin::notation::{MoveLetters, Played, read_played};

/// The moves in the output, as directions of tiles: the line that is announced as the moves, else every line that has nothing but
/// moves. From a board that is the goal, prose without moves means none.
pub(super) fn read(text: &str, [start, goal]: [&Board; 2]) -> Result<Played, Finding> {
    let lines: Vec<String> = text.lines().map(plain).collect();
    let moves = announced(&lines).unwrap_or_else(|| {
        let lines = lines.iter().filter(|line| read_line(line, start).is_some());
        lines.map(String::as_str).collect::<Vec<_>>().join(" ")
    });
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
    let without = |c: char| if "[]()'\",".contains(c) { ' ' } else { c };
    line.chars().map(without).collect()
}

/// What follows `moves:` or `solution:`, or `solution (5 moves):`, in a plain line. A number is how many there are, and
/// moves may be on the next lines.
fn announced(lines: &[String]) -> Option<String> {
    lines.iter().find_map(|line| {
        let (words, moves) = line.split_once(':')?;
        let words = words.to_lowercase();
        let mut words = words.split_whitespace();
        let is_name = matches!(words.next(), Some("moves" | "solution" | "path"));
        let is_count =
            |word: &str| matches!(word, "move" | "moves" | "steps") || word.parse::<u64>().is_ok();
        let is_announced = is_name && words.all(is_count);
        let moves = moves.trim();
        let are_moves = moves.starts_with(|c: char| !c.is_ascii_digit());
        (is_announced && are_moves).then(|| moves.to_string())
    })
}

fn read_line(line: &str, start: &Board) -> Option<Played> {
    let played = read_played(line.trim(), Some(MoveLetters::Tile), start).ok()?;
    (!played.moves.is_empty()).then_some(played)
}
