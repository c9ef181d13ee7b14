//! Sequences of moves as text.
//!
//! Letters and words name a direction: `U`, `d`, `Left`, `north`, `↑`, with an optional count (`R2`). By default they say
//! where the *tile* goes; other programs say where the *blank* goes, and [`MoveLetters`] selects one of the two. The
//! numbers of the tiles in the order in which they move are unambiguous. A click on a tile in line with the blank moves
//! it and every tile between.
//!
//! ```
//! use taquin::notation::{MoveLetters, read_moves, read_moves_as, read_played, write_moves};
//! use taquin::{Board, Move};
//!
//! let start: Board = "1 2 3/4 0 6/7 5 8".parse()?;
//! let moves = [Move::Up, Move::Left];
//! for text in ["UL", "up, left", "↑1 ←1", "5 8"] {
//!     assert_eq!(read_moves(text, &start)?, moves);
//! }
//! assert_eq!(read_moves_as("DR", MoveLetters::Blank, &start)?, moves);
//! assert_eq!(write_moves(&moves, MoveLetters::Numbers, &start).as_deref(), Some("5 8"));
//! assert_eq!(read_moves("U X", &start).unwrap_err().at.to_string(), "line 1, column 3");
//!
//! // Tile 1 is not next to the blank.
//! let played = read_played("5 1 8", None, &start)?;
//! assert_eq!(played.moves, [Move::Up]);
//! assert_eq!(played.stuck.unwrap().tile.number(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::error::{Position, Token};
use super::text::{self, Number, Word};
use crate::names::{NameKind, UnknownName, find};
use crate::puzzle::{Board, Metric, Move, Shape, Slide, Tile};
use std::str::FromStr;

/// What the words of a text of moves stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveLetters {
    /// Directions in which the tile goes.
    Tile,
    /// Directions in which the blank goes.
    Blank,
    /// Numbers of the tiles that move, one by one.
    Numbers,
    /// Numbers of the tiles that are clicked: each moves with every tile between it and the blank.
    Clicks,
}

impl MoveLetters {
    /// All of them.
    pub const ALL: [MoveLetters; 4] = [
        MoveLetters::Tile,
        MoveLetters::Blank,
        MoveLetters::Numbers,
        MoveLetters::Clicks,
    ];

    /// The name, for options and fields.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    const fn names(self) -> &'static [&'static str] {
        match self {
            MoveLetters::Tile => &["tile"],
            MoveLetters::Blank => &["blank"],
            MoveLetters::Numbers => &["numbers"],
            MoveLetters::Clicks => &["clicks"],
        }
    }

    /// What the words of a text stand for: numbers if it begins with one, which are clicks in the multi-tile metric, else
    /// directions of tiles.
    pub fn detect(text: &str, metric: Metric) -> MoveLetters {
        match (letters_of(text), metric) {
            (MoveLetters::Numbers, Metric::MultiTile) => MoveLetters::Clicks,
            (letters, _) => letters,
        }
    }

    /// Whether the words are directions, which can be read without a board.
    pub const fn are_directions(self) -> bool {
        matches!(self, MoveLetters::Tile | MoveLetters::Blank)
    }
}

impl FromStr for MoveLetters {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<MoveLetters, UnknownName> {
        find(text, NameKind::Moves, &MoveLetters::ALL, MoveLetters::names)
    }
}

/// How to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveFormat {
    /// What the words stand for.
    pub letters: MoveLetters,
    /// One word per slide, with counts, as [`write_slides`] does; otherwise as [`write_moves`].
    pub is_compact: bool,
}

impl MoveFormat {
    /// Moves of a metric: compact if requested, and in the multi-tile metric, so that words and length agree.
    pub fn new(letters: MoveLetters, metric: Metric, is_compact: bool) -> MoveFormat {
        MoveFormat {
            letters,
            is_compact: is_compact || metric == Metric::MultiTile,
        }
    }

    /// What the written words stand for: one number per slide is a click.
    pub const fn written_letters(self) -> MoveLetters {
        match self.letters {
            MoveLetters::Numbers if self.is_compact => MoveLetters::Clicks,
            letters => letters,
        }
    }

    /// The moves as text. Moves that the board cannot make have no tile numbers: `None`.
    pub fn write(self, moves: &[Move], start: &Board) -> Option<String> {
        if self.is_compact {
            write_slides(moves, self.letters, start)
        } else {
            write_moves(moves, self.letters, start)
        }
    }
}

impl From<MoveLetters> for MoveFormat {
    fn from(letters: MoveLetters) -> MoveFormat {
        MoveFormat::new(letters, Metric::SingleTile, false)
    }
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

/// A tile that should move next but is not next to the blank, or for a click, not in line with it.
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

/// Numbers if the text begins with one, else directions of tiles.
fn letters_of(text: &str) -> MoveLetters {
    let first = text.bytes().find(|&byte| !is_separator(byte));
    if first.is_some_and(|byte| byte.is_ascii_digit()) {
        MoveLetters::Numbers
    } else {
        MoveLetters::Tile
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
            let place = match letters {
                MoveLetters::Clicks => "in line with",
                _ => "next to",
            };
            let what = format!("tile {tile} is not {place} the blank here, so it cannot move");
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
        MoveLetters::Tile => directions(text, Some(start.shape()))?,
        MoveLetters::Blank => {
            let moves = directions(text, Some(start.shape()))?;
            moves.into_iter().map(Move::opposite).collect()
        }
        MoveLetters::Numbers => numbers(text, start, Metric::SingleTile, &mut stuck)?,
        MoveLetters::Clicks => numbers(text, start, Metric::MultiTile, &mut stuck)?,
    };
    Ok(Played {
        letters,
        moves,
        stuck,
    })
}

/// Reads directions of tiles, for which no board is needed; counts go up to 999.
///
/// ```
/// use taquin::Move::{Left, Up};
/// assert_eq!(taquin::notation::read_directions("U L2")?, [Up, Left, Left]);
/// # Ok::<(), taquin::notation::MovesError>(())
/// ```
pub fn read_directions(text: &str) -> Result<Vec<Move>, MovesError> {
    directions(text, None)
}

/// Writes moves with counts, one word per slide: `L U R2`, or the numbers of the clicked tiles.
///
/// Moves that the board cannot make have no tile numbers: `None`.
///
/// ```
/// use taquin::notation::{MoveLetters, read_moves, write_slides};
/// let start = "1 2 3/4 5 6/0 7 8".parse()?;
/// let moves = read_moves("LLD", &start)?;
/// assert_eq!(write_slides(&moves, MoveLetters::Tile, &start).as_deref(), Some("L2 D"));
/// assert_eq!(write_slides(&moves, MoveLetters::Numbers, &start).as_deref(), Some("8 6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_slides(moves: &[Move], letters: MoveLetters, start: &Board) -> Option<String> {
    let mut board = start.clone();
    let mut word = |slide: Slide| match letters {
        MoveLetters::Tile => Some(counted(slide.m.letter(), slide.tiles)),
        MoveLetters::Blank => Some(counted(slide.m.blank_direction().letter(), slide.tiles)),
        MoveLetters::Numbers | MoveLetters::Clicks => {
            slide
                .moves()
                .try_for_each(|m| board.play(m).ok().map(drop))?;
            // The tile that moved last was the farthest from the blank.
            let moved = board.shape().source(board.blank(), slide.m.opposite())?;
            Some(board.tile(moved).to_string())
        }
    };
    let words: Option<Vec<String>> = Metric::MultiTile.slides(moves).map(&mut word).collect();
    words.map(|words| words.join(" "))
}

fn counted(letter: char, count: u32) -> String {
    match count {
        1 => letter.into(),
        _ => format!("{letter}{count}"),
    }
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
        MoveLetters::Clicks => write_slides(moves, letters, start),
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

fn directions(text: &str, shape: Option<Shape>) -> Result<Vec<Move>, MovesError> {
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
        let count = count(&rest.as_bytes()[..digits], m, shape)
            .map_err(|what| error(text, offset + length, what))?;
        rest = &rest[digits..];
        moves.extend((0..count).map(|_| m));
    }
}

/// The largest count if the board is not known, so that a short text never stands for more moves than fit in memory.
const MAX_COUNT: u32 = 999;

/// How often a move is made, if the digits after it are a number that fits in a line of the board.
fn count(digits: &[u8], m: Move, shape: Option<Shape>) -> Result<u32, String> {
    let room = shape.map_or(MAX_COUNT, |shape| match m {
        Move::Up | Move::Down => shape.rows() - 1,
        Move::Left | Move::Right => shape.cols() - 1,
    });
    let token = Token::new(digits);
    match (text::number(digits), shape) {
        (None, _) => Ok(1),
        (Some(Number::Value(count)), _) if (1..=room).contains(&count) => Ok(count),
        (_, Some(shape)) if room == 0 => Err(format!("no tile of a {shape} board can move {m}")),
        (_, Some(shape)) => Err(format!(
            "{token} times {m} does not fit a {shape} board (a count here is from 1 to {room})"
        )),
        (_, None) => Err(format!("{token} is not a count from 1 to {room}")),
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

fn numbers(
    text: &str,
    start: &Board,
    metric: Metric,
    stuck: &mut Option<Stuck>,
) -> Result<Vec<Move>, MovesError> {
    let mut board = start.clone();
    let mut moves = Vec::new();
    for word in Word::new(text.as_bytes()).words(is_separator) {
        let Some(Number::Value(number)) = text::number(word.bytes) else {
            let what = format!("{} is not a tile number", Token::new(word.bytes));
            return Err(error(text, word.offset, what));
        };
        if stuck.is_some() {
            continue;
        }
        let tile = Tile::new(number);
        let Some(slide) = slide_of(&board, tile, metric) else {
            let at = text::position(text.as_bytes(), word.offset);
            *stuck = Some(Stuck { tile, at });
            continue;
        };
        for m in slide.moves() {
            board.play_unchecked(m);
            moves.push(m);
        }
    }
    Ok(moves)
}

/// The move of this metric that moves a tile and all tiles between it and the blank.
fn slide_of(board: &Board, tile: Tile, metric: Metric) -> Option<Slide> {
    let shape = board.shape();
    let reach = match metric {
        Metric::SingleTile => 1,
        Metric::MultiTile => shape.rows().max(shape.cols()),
    };
    board.moves().iter().find_map(|m| {
        let mut cell = board.blank();
        (1..=reach).find_map(|tiles| {
            cell = shape.source(cell, m)?;
            (board.tile(cell) == tile).then_some(Slide { m, tiles })
        })
    })
}
