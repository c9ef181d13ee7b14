//! Solutions as JSON Lines, one object per line. [`notation`] reads the boards and moves in them.

use super::listing::{Listing, is_row};
use super::{Claims, Given};
use crate::exit::Failure;
#[cfg(feature = "csv")]
use crate::input::csv;
use crate::input::object::{self, Object};
use crate::input::{MAX_BYTES, read_all};
use crate::origin::Origin;
use crate::words::io_error;
use serde_json::value::RawValue;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use taquin::notation::{self, MoveLetters, Played};
use taquin::tools::analyse::moves_between;
use taquin::{Board, Goal, Metric, Shape};

/// Reads a file or standard input line by line.
#[expect(missing_debug_implementations, reason = "a reader has none")]
pub struct Lines {
    name: String,
    /// The argument, as the origin of a solution names it.
    source: String,
    reader: Box<dyn BufRead>,
    line: usize,
    is_empty: bool,
    /// Of the line that was read last.
    origin: Origin,
}

/// What `taquin verify` reads.
const ARGUMENTS: &str = "give a board and its moves (taquin verify BOARD MOVES), or a file of boards or JSON Lines, or - for standard input";

/// What an argument is called that is an object itself.
const INLINE: &str = "the argument";

impl Lines {
    /// A file, standard input for `-`, or else the argument itself if it is an object.
    pub fn open(argument: &str) -> Result<Lines, Failure> {
        let (name, reader): (&str, Box<dyn BufRead>) = if argument == "-" {
            ("standard input", Box::new(io::stdin().lock()))
        } else if Path::new(argument).exists() {
            let file = File::open(argument);
            let file = file
                .map_err(|error| Failure::BadInput(format!("{argument}: {}", io_error(&error))))?;
            (argument, Box::new(BufReader::new(file)))
        } else if argument.trim_start().starts_with('{') {
            let text = argument.as_bytes().to_vec();
            (INLINE, Box::new(io::Cursor::new(text)))
        } else if notation::read_any(argument.as_bytes(), None).is_ok() {
            return Err(Failure::Usage(format!(
                "the moves are missing; {ARGUMENTS}"
            )));
        } else {
            return Err(Failure::BadInput(format!(
                "no such file: {argument:?}; {ARGUMENTS}"
            )));
        };
        let is_text = name == INLINE;
        Ok(Lines {
            name: name.into(),
            source: if is_text { "argument 1" } else { argument }.into(),
            reader,
            line: 0,
            is_empty: true,
            origin: Origin::default(),
        })
    }

    /// The name of the file, or a description.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text, if it is a [listing](super::listing) of boards: the first line that is an object or a row of tiles
    /// decides. Without such a line it has no solutions as objects.
    pub fn text_of_boards(&mut self) -> Result<Option<String>, Failure> {
        let refuse = |name: &str, what: &str| Failure::BadInput(format!("{name}: {what}"));
        let mut bytes = Vec::new();
        let is_boards = loop {
            let begin = bytes.len();
            let most = MAX_BYTES - begin as u64;
            let read = (&mut self.reader).take(most).read_until(b'\n', &mut bytes);
            let read = read.map_err(|error| refuse(&self.name, &io_error(&error)))?;
            let line = &bytes[begin..];
            if read == 0 {
                break !bytes.trim_ascii().is_empty();
            } else if object::is_object(line) {
                break false;
            } else if is_header(line) {
                self.rows_as_lines(bytes)?;
                return Ok(None);
            } else if is_row(&String::from_utf8_lossy(line)) {
                break true;
            }
        };
        if !is_boards {
            let rest = std::mem::replace(&mut self.reader, Box::new(io::empty()));
            self.reader = Box::new(io::Cursor::new(bytes).chain(rest));
            return Ok(None);
        }
        let rest = read_all(&mut self.reader);
        bytes.extend(rest.map_err(|error| refuse(&self.name, &io_error(&error)))?);
        let text = String::from_utf8(bytes);
        text.map(Some)
            .map_err(|_| refuse(&self.name, "boards must be UTF-8 text"))
    }

    /// Reads the rest of CSV, of which these bytes are the beginning, as JSON Lines.
    #[cfg(feature = "csv")]
    fn rows_as_lines(&mut self, mut bytes: Vec<u8>) -> Result<(), Failure> {
        let refuse =
            |line: u64, what: &str| Failure::BadInput(format!("{}:{line}: {what}", self.name));
        let rest = read_all(&mut self.reader);
        bytes.extend(rest.map_err(|error| refuse(1, &io_error(&error)))?);
        let lines = csv::json_lines(&bytes).map_err(|(line, what)| refuse(line, &what))?;
        self.reader = Box::new(io::Cursor::new(lines.unwrap_or_default()));
        Ok(())
    }

    /// Without the reader of CSV there is none.
    #[cfg(not(feature = "csv"))]
    fn rows_as_lines(&mut self, _: Vec<u8>) -> Result<(), Failure> {
        Ok(())
    }

    /// Where the last solution or error comes from.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The next solution; `None` at the end. After an error, the next call continues with the next line. Objects of taquin
    /// without a solution, such as sums at the end of a list, are passed over.
    pub fn next_solution(&mut self) -> Result<Option<Given>, Failure> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = (&mut self.reader)
                .take(MAX_BYTES)
                .read_until(b'\n', &mut bytes);
            self.line += 1;
            let name = format!("{}:{}", self.name, self.line);
            self.origin = Origin {
                source: format!("{}:{}", self.source, self.line),
                fields: object::unknown_fields(&bytes),
            };
            let refuse = |what: String| {
                let lines = what.lines().map(|line| format!("{name}: {line}"));
                Failure::BadInput(lines.collect::<Vec<_>>().join("\n"))
            };
            let is_too_long = bytes.len() as u64 == MAX_BYTES;
            let stopped = match &read {
                Ok(0) => return Ok(None),
                Ok(_) if is_too_long => {
                    Some(format!("the line is longer than {} MiB", MAX_BYTES >> 20))
                }
                Ok(_) => None,
                Err(error) => Some(io_error(error)),
            };
            if let Some(what) = stopped {
                // Nothing more can be read.
                self.reader = Box::new(io::empty());
                self.is_empty = false;
                return Err(refuse(what));
            }
            if !matches!(bytes.trim_ascii(), [] | [b'#', ..]) {
                match object(&bytes) {
                    Ok(None) => continue,
                    Ok(Some(given)) => {
                        self.is_empty = false;
                        return Ok(Some(Given { name, ..given }));
                    }
                    Err(what) => {
                        self.is_empty = false;
                        return Err(refuse(what));
                    }
                }
            }
        }
    }

    /// An error if there was no solution. To be called at the end.
    pub fn refuse_nothing(&self) -> Result<(), Failure> {
        if self.is_empty {
            Err(Failure::BadInput(format!(
                "{}: contains no solution",
                self.name
            )))
        } else {
            Ok(())
        }
    }
}

/// Whether a line is the header of CSV.
#[cfg(feature = "csv")]
fn is_header(line: &[u8]) -> bool {
    csv::delimiter(line).is_some()
}

/// Without the reader of CSV there is none.
#[cfg(not(feature = "csv"))]
const fn is_header(_: &[u8]) -> bool {
    false
}

/// The solution in a line, without a name, or what is wrong with it; `None` for an object of taquin without a solution.
pub fn object(line: &[u8]) -> Result<Option<Given>, String> {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    if !line.trim_ascii_start().starts_with(b"{") {
        return Err(
            "not a JSON object (for a board and its moves, use taquin verify BOARD MOVES)".into(),
        );
    }
    let object = Object::read(line)?;
    let shape = object.shape()?;
    let values = object.array("states")?;
    let states = states(values.as_deref(), shape)?;
    let Some(start) = first_board(&object, values.as_deref())? else {
        return Ok(None);
    };
    let (start, own_goal) = board("start", start, shape)?;
    let goal = match (object.get("goal"), own_goal) {
        (Some(_), Some(_)) => return Err("`start` contains a goal, so leave out `goal`".into()),
        (None, Some(goal)) => goal,
        (None, None) => Goal::Last.board(start.shape()),
        (Some(goal), None) => object::goal(goal, start.shape())?,
    };
    let letters = object.letters()?;
    let metric = object.metric()?.unwrap_or_default();
    let played = object
        .get("moves")
        .map(|raw| moves(raw, letters, metric, &start));
    let mut claims = Claims {
        status: object.string("status")?,
        length: object.number("length")?,
        lower_bound: object.number("lower_bound")?,
        is_optimal: object.string("guarantee")?.as_deref() == Some("optimal"),
        other_states: false,
    };
    let played = played.transpose()?;
    match (&played, states) {
        (None, Some(boards)) => {
            let listing = Listing {
                boards,
                claims,
                ..Listing::default()
            };
            let given = listing.given(String::new(), Some(start), goal, metric);
            return given.map(Some).map_err(|failure| failure.to_string());
        }
        (Some(played), Some(states)) => {
            // Boards are one tile apart, whatever the metric is.
            let moves = moves_between(&states, Metric::SingleTile);
            claims.other_states =
                states.first() != Some(&start) || moves.as_ref() != Ok(&played.moves);
        }
        (_, None) => {}
    }
    Ok(Some(Given {
        name: String::new(),
        played,
        broken: None,
        start,
        goal,
        metric,
        claims,
        is_default_goal: false,
    }))
}

/// The board that the solution of an object starts with; `None` for an object of taquin without a solution.
fn first_board<'a>(
    object: &Object<'a>,
    states: Option<&[&'a RawValue]>,
) -> Result<Option<&'a RawValue>, String> {
    let (start, board) = (object.get("start"), object.get("board"));
    if start.is_some() && board.is_some() {
        return Err("`start` and `board` are both there".into());
    }
    let first = states.and_then(|states| states.first());
    let has_sequence = object.get("moves").is_some() || states.is_some();
    let is_unsolvable = object.string("status")?.as_deref() == Some("unsolvable");
    match start.or(board).or(first.copied()) {
        None => no_start(object).map(|()| None),
        Some(_) if !has_sequence && !is_unsolvable && object.is_own() => Ok(None),
        start => Ok(start),
    }
}

/// An error unless taquin writes such objects without a board.
fn no_start(object: &Object<'_>) -> Result<(), String> {
    match object.string("status")? {
        Some(status) => Err(format!(
            "the field `start` is missing (the status is {status})"
        )),
        None if object.is_own() => Ok(()),
        None => Err("the field `start` is missing".into()),
    }
}

/// The boards of the field `states`, all of one shape.
fn states(
    values: Option<&[&RawValue]>,
    shape: Option<Shape>,
) -> Result<Option<Vec<Board>>, String> {
    let Some(values) = values else {
        return Ok(None);
    };
    let read = |(place, value): (usize, &&RawValue)| match board("states", value, shape) {
        Ok((board, None)) => Ok(board),
        Ok((_, Some(_))) => Err(format!("states: board {} is two boards", place + 1)),
        Err(what) => Err(what.replace("states:", &format!("states: board {}:", place + 1))),
    };
    values
        .iter()
        .enumerate()
        .map(read)
        .collect::<Result<_, _>>()
        .map(Some)
}

/// A board, and a goal if the text contains both.
fn board(
    field: &str,
    value: &RawValue,
    shape: Option<Shape>,
) -> Result<(Board, Option<Board>), String> {
    let reading = object::board(field, value, shape)?;
    Ok((reading.start, reading.goal))
}

/// Moves as a string, an array of strings, or an array of numbers.
fn moves(
    value: &RawValue,
    letters: Option<MoveLetters>,
    metric: Metric,
    start: &Board,
) -> Result<Played, String> {
    let text = object::moves_text(value)?;
    let letters = letters.unwrap_or_else(|| MoveLetters::detect(&text, metric));
    notation::read_played(&text, Some(letters), start).map_err(|error| format!("moves: {error}"))
}
