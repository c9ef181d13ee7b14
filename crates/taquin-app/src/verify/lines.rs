//! Solutions as JSON Lines, one object per line. [`notation`] reads the boards and moves in them.

use super::{Claims, Given};
use crate::exit::Failure;
use crate::input::MAX_BYTES;
use crate::words::io_error;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use taquin::notation::{self, Dialect, MoveLetters, Played, ReadErrors};
use taquin::{Board, Goal, Metric, Shape};

/// Reads a file or standard input line by line.
#[expect(missing_debug_implementations, reason = "a reader has none")]
pub struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    line: usize,
    is_empty: bool,
}

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
            ("the argument", Box::new(io::Cursor::new(text)))
        } else {
            return Err(Failure::Usage(format!(
                "no such file: {argument:?}; give a board and its moves (taquin verify BOARD MOVES), or a file of JSON Lines, or - for standard input"
            )));
        };
        Ok(Lines {
            name: name.into(),
            reader,
            line: 0,
            is_empty: true,
        })
    }

    /// The next solution or the errors in it; `None` at the end.
    pub fn next_solution(&mut self) -> Option<Result<Given, Failure>> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = (&mut self.reader)
                .take(MAX_BYTES)
                .read_until(b'\n', &mut bytes);
            self.line += 1;
            let name = format!("{}:{}", self.name, self.line);
            let refuse = |what: String| {
                let lines = what.lines().map(|line| format!("{name}: {line}"));
                Failure::BadInput(lines.collect::<Vec<_>>().join("\n"))
            };
            let is_too_long = bytes.len() as u64 == MAX_BYTES;
            let stopped = match &read {
                Ok(0) => return None,
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
                return Some(Err(refuse(what)));
            }
            if !matches!(bytes.trim_ascii(), [] | [b'#', ..]) {
                self.is_empty = false;
                let given = object(&bytes).map_err(refuse);
                return Some(given.map(|given| Given { name, ..given }));
            }
        }
    }

    /// An error if there was no solution. To be called at the end.
    pub fn refuse_nothing(&self) -> Result<(), Failure> {
        match self.is_empty {
            true => Err(Failure::BadInput(format!(
                "{}: contains no solution",
                self.name
            ))),
            false => Ok(()),
        }
    }
}

/// Long values are kept as text for [`notation`] to read.
#[derive(Deserialize)]
struct Object<'a> {
    rows: Option<u32>,
    cols: Option<u32>,
    #[serde(borrow)]
    start: Option<&'a RawValue>,
    #[serde(borrow)]
    goal: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Option<&'a RawValue>,
    moves_are: Option<String>,
    metric: Option<String>,
    status: Option<String>,
    length: Option<u64>,
    lower_bound: Option<u64>,
    guarantee: Option<String>,
}

/// The solution in a line, without a name, or what is wrong with it.
pub fn object(line: &[u8]) -> Result<Given, String> {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    if !line.trim_ascii_start().starts_with(b"{") {
        return Err(
            "not a JSON object (for a board and its moves, use taquin verify BOARD MOVES)".into(),
        );
    }
    let object: Object<'_> = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let shape = shape(object.rows, object.cols)?;
    let Some(start) = object.start else {
        return Err(match object.status {
            Some(status) => format!("the field `start` is missing (the status is {status})"),
            None => "the field `start` is missing".into(),
        });
    };
    let (start, own_goal) = board("start", start, shape)?;
    let goal = match (object.goal, own_goal) {
        (Some(_), Some(_)) => return Err("`start` contains a goal, so leave out `goal`".into()),
        (None, Some(goal)) => goal,
        (None, None) => Goal::Last.board(start.shape()),
        (Some(goal), None) => self::goal(goal, start.shape())?,
    };
    let letters = object.moves_are.as_deref().map(letters).transpose()?;
    let played = object.moves.map(|raw| moves(raw, letters, &start));
    Ok(Given {
        name: String::new(),
        played: played.transpose()?,
        start,
        goal,
        metric: metric(object.metric.as_deref())?,
        claims: Claims {
            status: object.status,
            length: object.length,
            lower_bound: object.lower_bound,
            is_optimal: object.guarantee.as_deref() == Some("optimal"),
        },
    })
}

fn shape(rows: Option<u32>, cols: Option<u32>) -> Result<Option<Shape>, String> {
    match (rows, cols) {
        (None, None) => Ok(None),
        (Some(rows), Some(cols)) => {
            let shape = Shape::new(rows, cols).map_err(|error| error.to_string())?;
            Ok(Some(shape))
        }
        _ => Err("`rows` and `cols` go together".into()),
    }
}

/// The value as a string, if it is one.
fn string(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// A board, and a goal if the text contains both.
fn board(
    field: &str,
    value: &RawValue,
    shape: Option<Shape>,
) -> Result<(Board, Option<Board>), String> {
    let reading = match string(value) {
        Some(text) => notation::read_any(text.as_bytes(), shape),
        None if value.get().starts_with('[') => {
            notation::read(value.get().as_bytes(), Dialect::Json, shape)
        }
        None => return Err(format!("{field}: expected an array or a string")),
    };
    let reading = reading.map_err(|errors| faults(field, &errors))?;
    match shape {
        Some(shape) if reading.start.shape() != shape => Err(format!(
            "{field}: the board is {}, but `rows` and `cols` say {shape}",
            reading.start.shape()
        )),
        _ => Ok((reading.start, reading.goal)),
    }
}

fn faults(field: &str, errors: &ReadErrors) -> String {
    let faults = errors.as_slice().iter();
    let lines = faults.map(|error| format!("{field}: {}", error.fault));
    lines.collect::<Vec<_>>().join("\n")
}

fn goal(value: &RawValue, shape: Shape) -> Result<Board, String> {
    let named = string(value).and_then(|name| notation::read_goal(&name));
    if let Some(goal) = named {
        return Ok(goal.board(shape));
    }
    match board("goal", value, Some(shape))? {
        (goal, None) => Ok(goal),
        (_, Some(_)) => Err("goal: expected one board, not two".into()),
    }
}

fn letters(name: &str) -> Result<MoveLetters, String> {
    match name {
        "tile" => Ok(MoveLetters::Tile),
        "blank" => Ok(MoveLetters::Blank),
        "numbers" => Ok(MoveLetters::Numbers),
        _ => Err(format!(
            "moves_are: {name:?} is not one of tile, blank, numbers"
        )),
    }
}

fn metric(name: Option<&str>) -> Result<Metric, String> {
    match name {
        None | Some("stm") => Ok(Metric::SingleTile),
        Some("mtm") => Ok(Metric::MultiTile),
        Some(name) => Err(format!("metric: {name:?} is not one of stm, mtm")),
    }
}

/// Moves as a string, an array of strings, or an array of numbers.
fn moves(value: &RawValue, letters: Option<MoveLetters>, start: &Board) -> Result<Played, String> {
    let array = value.get().strip_prefix('[');
    let array = array.and_then(|rest| rest.strip_suffix(']'));
    let text = match (string(value), array) {
        (Some(text), _) => text,
        (None, Some(list)) if list.contains('"') => {
            let words: Vec<String> = serde_json::from_str(value.get()).map_err(|_| {
                "moves: an array must contain only strings or only numbers".to_string()
            })?;
            words.join(" ")
        }
        (None, Some(numbers)) => numbers.into(),
        (None, None) => return Err("moves: expected a string or an array".into()),
    };
    notation::read_played(&text, letters, start).map_err(|error| format!("moves: {error}"))
}
