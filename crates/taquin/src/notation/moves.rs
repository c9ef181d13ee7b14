//! Sequences of moves as text.
//!
//! Letters and words name a direction: `U`, `d`, `Left`, `north`, `↑`, with an optional count (`R2`). By default they say
//! where the *tile* goes; other programs say where the *blank* goes, and [`MoveLetters`] selects one of the two. The
//! numbers of the tiles in the order in which they move are unambiguous.

use super::error::{Position, Token};
use super::text::{self, Number, Word};
use crate::puzzle::{Board, Move, Shape, Tile};

/// What the words of a text of moves stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveLetters {
    /// Directions in which the tile goes.
    Tile,
    /// Directions in which the blank goes.
    Blank,
    /// Numbers of the tiles that move.
    Numbers,
}

/// An error in a text of moves, with its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {what}")]
#[non_exhaustive]
pub struct MovesError {
    /// The position.
    pub at: Position,
    /// What is wrong, and what was expected.
    pub what: String,
}

/// The moves of a text, up to a tile that cannot move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What the words stand for.
    pub letters: MoveLetters,
    /// The moves before that tile, or all moves.
    pub moves: Vec<Move>,
    /// The tile that cannot move, if there is one; the text after it is not read.
    pub stuck: Option<Stuck>,
}

/// A tile that should move next but is not next to the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The tile.
    pub tile: Tile,
    /// The position of its number.
    pub at: Position,
}

/// Reads directions of tiles, or tile numbers if the text has only those.
///
/// `start` is the board before the moves. Tile numbers are checked against it, directions are not.
pub fn read_moves(text: &str, start: &Board) -> Result<Vec<Move>, MovesError> {
    read_moves_as(text, letters_of(text), start)
}

/// Numbers if the text has only those, else directions of tiles.
fn letters_of(text: &str) -> MoveLetters {
    let only_numbers = text.bytes().any(|byte| byte.is_ascii_digit())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || is_separator(byte));
    match only_numbers {
        true => MoveLetters::Numbers,
        false => MoveLetters::Tile,
    }
}

/// Reads moves whose letters are known to be of one kind.
pub fn read_moves_as(
    text: &str,
    letters: MoveLetters,
    start: &Board,
) -> Result<Vec<Move>, MovesError> {
    let played = read_played(text, Some(letters), start)?;
    match played.stuck {
        None => Ok(played.moves),
        Some(Stuck { tile, at }) => {
            let what = format!("tile {tile} is not next to the blank here, so it cannot move");
            Err(MovesError { at, what })
        }
    }
}

/// Reads moves up to the first tile that cannot move, which is not an error here but part of the result.
///
/// Without `letters` the text is read as [`read_moves`] does.
pub fn read_played(
    text: &str,
    letters: Option<MoveLetters>,
    start: &Board,
) -> Result<Played, MovesError> {
    let letters = letters.unwrap_or_else(|| letters_of(text));
    let mut stuck = None;
    let moves = match letters {
        MoveLetters::Tile => directions(text, start)?,
        MoveLetters::Blank => {
            let moves = directions(text, start)?;
            moves.into_iter().map(Move::opposite).collect()
        }
        MoveLetters::Numbers => numbers(text, start, &mut stuck)?,
    };
    Ok(Played {
        letters,
        moves,
        stuck,
    })
}

/// Writes moves: letters without counts or spaces, or tile numbers separated by spaces.
///
/// Moves that the board cannot make have no tile numbers: `None`.
pub fn write_moves(moves: &[Move], letters: MoveLetters, start: &Board) -> Option<String> {
    match letters {
        MoveLetters::Tile => Some(moves.iter().map(|m| m.letter()).collect()),
        MoveLetters::Blank => {
            let blank = moves.iter().map(|m| m.blank_direction().letter());
            Some(blank.collect())
        }
        MoveLetters::Numbers => {
            let mut board = start.clone();
            let mut moved = |&m| {
                let hole = board.blank();
                board.play(m).ok()?;
                Some(board.tile(hole).to_string())
            };
            let numbers: Option<Vec<String>> = moves.iter().map(&mut moved).collect();
            numbers.map(|numbers| numbers.join(" "))
        }
    }
}

const fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b';')
}

fn error(text: &str, offset: usize, what: String) -> MovesError {
    let at = text::position(text.as_bytes(), offset);
    MovesError { at, what }
}

fn directions(text: &str, start: &Board) -> Result<Vec<Move>, MovesError> {
    let mut moves = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        if rest.is_empty() {
            return Ok(moves);
        }
        let offset = text.len() - rest.len();
        let Some((m, length)) = direction(rest) else {
            let token = Token::new(rest.split_whitespace().next().unwrap_or(rest).as_bytes());
            let wanted =
                "U, D, L, R with an optional count, N, S, W, E, words for these, or arrows";
            return Err(error(
                text,
                offset,
                format!("{token} is not a move ({wanted})"),
            ));
        };
        rest = &rest[length..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let count = count(&rest.as_bytes()[..digits], m, start.shape())
            .map_err(|what| error(text, offset + length, what))?;
        rest = &rest[digits..];
        moves.extend((0..count).map(|_| m));
    }
}

/// How often a move is made, if the digits after it are a number that fits in a line of the board.
fn count(digits: &[u8], m: Move, shape: Shape) -> Result<u32, String> {
    let room = match m {
        Move::Up | Move::Down => shape.rows() - 1,
        Move::Left | Move::Right => shape.cols() - 1,
    };
    match text::number(digits) {
        None => Ok(1),
        Some(Number::Value(count)) if (1..=room).contains(&count) => Ok(count),
        Some(_) if room == 0 => Err(format!("no tile of a {shape} board can move {m}")),
        Some(_) => {
            let token = Token::new(digits);
            Err(format!(
                "{token} times {m} does not fit a {shape} board (a count here is from 1 to {room})"
            ))
        }
    }
}

/// The direction a text begins with, and how many bytes it takes.
fn direction(text: &str) -> Option<(Move, usize)> {
    const NAMES: [(Move, [&str; 2], char); 4] = [
        (Move::Up, ["up", "north"], '↑'),
        (Move::Down, ["down", "south"], '↓'),
        (Move::Left, ["left", "west"], '←'),
        (Move::Right, ["right", "east"], '→'),
    ];
    let first = text.chars().next()?;
    // A word ends where no letter follows, so that `UP` is up and `UPL` is not up, then left.
    // No word has six letters. Looking at more would take quadratic time on a long run of letters.
    let letters = text.bytes().take(6).take_while(u8::is_ascii_alphabetic);
    let letters = letters.count();
    for (m, words, arrow) in NAMES {
        if first == arrow {
            return Some((m, arrow.len_utf8()));
        }
        if words
            .iter()
            .any(|word| text[..letters].eq_ignore_ascii_case(word))
        {
            return Some((m, letters));
        }
    }
    let letter = first.to_ascii_lowercase();
    let named = NAMES
        .into_iter()
        .find(|(_, words, _)| words.iter().any(|word| word.starts_with(letter)));
    named.map(|(m, ..)| (m, 1))
}

fn numbers(text: &str, start: &Board, stuck: &mut Option<Stuck>) -> Result<Vec<Move>, MovesError> {
    let mut board = start.clone();
    let mut moves = Vec::new();
    for word in Word::new(text.as_bytes()).words(is_separator) {
        let Some(Number::Value(number)) = text::number(word.bytes) else {
            let what = format!("{} is not a tile number", Token::new(word.bytes));
            return Err(error(text, word.offset, what));
        };
        let hole = board.blank();
        let tile = Tile::new(number);
        let moved = board.moves().iter().find(|&m| {
            let source = board.shape().source_unchecked(hole, m);
            board.tile(source) == tile
        });
        let Some(m) = moved else {
            let at = text::position(text.as_bytes(), word.offset);
            *stuck = Some(Stuck { tile, at });
            break;
        };
        board.play_unchecked(m);
        moves.push(m);
    }
    Ok(moves)
}
