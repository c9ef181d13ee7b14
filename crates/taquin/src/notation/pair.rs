//! Two lines, start and goal, numbers separated by blanks or tabs, `b` for the blank: the input of `puzzle`.

use super::cells::{Blanks, Cells};
use super::error::{Fault, ReadError, ReadErrors, Token};
use super::text::{self, Word, is_space};
use crate::puzzle::Board;

/// A start and a goal of the same shape; the goal need not be reachable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pair {
    /// The first line.
    pub start: Board,
    /// The second line.
    pub goal: Board,
    /// The words of the first line as they were typed, with single spaces between them.
    pub start_words: String,
    /// The same of the second line.
    pub goal_words: String,
}

/// Reads two square boards of the same size, 2×2 or larger.
pub fn read_pair(input: &[u8]) -> Result<Pair, ReadErrors> {
    read(input, Blanks::B)
}

pub(super) fn read(input: &[u8], blanks: Blanks) -> Result<Pair, ReadErrors> {
    let mut lines = lines_of(input, blanks);
    let start = line(input, lines.next(), "start", blanks);
    let goal = line(input, lines.next(), "goal", blanks);
    let extra = lines
        .flat_map(|line| line.words(is_space))
        .next()
        .map(|word| {
            let (token, last) = (Token::new(word.bytes), "its second line");
            ReadError::at(input, word.offset, Fault::Trailing { token, last }).into()
        });
    match (start, goal, extra) {
        (Ok((start, start_words)), Ok((goal, goal_words)), None)
            if start.shape() == goal.shape() =>
        {
            Ok(Pair {
                start,
                goal,
                start_words,
                goal_words,
            })
        }
        (Ok((start, _)), Ok((goal, _)), None) => {
            let fault = Fault::ShapesDiffer {
                start: start.shape(),
                goal: goal.shape(),
            };
            let second_line = lines_of(input, blanks).nth(1).map_or(0, |line| line.offset);
            Err(ReadError::at(input, second_line, fault).into())
        }
        (start, goal, extra) => {
            let mut errors = ReadErrors::default();
            let refused = [start.err(), goal.err(), extra];
            refused
                .into_iter()
                .flatten()
                .for_each(|more| errors.append(more));
            Err(errors)
        }
    }
}

/// The lines as they are; for the forgiving reader, those with words, without byte-order mark and carriage returns.
fn lines_of(input: &[u8], blanks: Blanks) -> impl Iterator<Item = Word<'_>> {
    let forgiving = blanks == Blanks::Any;
    let text = if forgiving {
        text::without_bom(input)
    } else {
        Word::new(input)
    };
    let ends_line = |byte| byte == b'\n';
    text.split(ends_line).filter_map(move |line| {
        let bytes = line.bytes.strip_suffix(b"\r").filter(|_| forgiving);
        let line = Word {
            bytes: bytes.unwrap_or(line.bytes),
            ..line
        };
        (!forgiving || line.words(is_space).next().is_some()).then_some(line)
    })
}

fn line(
    input: &[u8],
    line: Option<Word<'_>>,
    which: &'static str,
    blanks: Blanks,
) -> Result<(Board, String), ReadErrors> {
    let mut cells = Cells::new(input, blanks);
    let offset = line.map_or(input.len(), |line| line.offset);
    let found = line.map_or(0, |line| cells.take_line(line, is_space));
    match found {
        0 => cells.error(offset, Fault::MissingLine { which }),
        1 => cells.error(offset, Fault::TooSmall),
        _ => {
            let words = line.into_iter().flat_map(|line| line.words(is_space));
            let mut joined = Vec::with_capacity(line.map_or(0, |line| line.bytes.len()));
            for word in words {
                joined.extend_from_slice(if joined.is_empty() { b"" } else { b" " });
                joined.extend_from_slice(word.bytes);
            }
            let joined = String::from_utf8_lossy(&joined).into_owned();
            return Ok((cells.list(None)?, joined));
        }
    }
    Err(cells.refused())
}

/// One of the two lines.
pub(super) fn write(board: &Board) -> String {
    let word = |tile: &crate::puzzle::Tile| {
        if tile.is_blank() {
            "b".to_string()
        } else {
            tile.to_string()
        }
    };
    let words: Vec<String> = board.tiles().iter().map(word).collect();
    words.join(" ") + "\n"
}
