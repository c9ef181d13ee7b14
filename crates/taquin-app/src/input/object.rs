//! JSON objects as input: their boards, and the fields that only their authors understand.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;
use std::fmt;
use taquin::notation::{self, Dialect, ReadErrors, Reading};
use taquin::{Board, Goal, Shape};

/// The fields that taquin writes about boards or reads. All others are passed on.
///
/// They are those of the files in `docs/schema/`; a test compares the two.
pub const KNOWN_FIELDS: &[&str] = &[
    "algorithm",
    "all_moves",
    "at_most_times",
    "blank_col",
    "blank_row",
    "board",
    "boards",
    "boards_at_distance",
    "bound",
    "broken",
    "cells",
    "cells_with_moves",
    "cluster",
    "cols",
    "comment_is_wrong",
    "cpu_seconds",
    "cut",
    "depth",
    "dequeued",
    "disorder",
    "distance",
    "end",
    "enqueued",
    "errors",
    "estimates",
    "evaluated",
    "expanded",
    "explanation",
    "false_claims",
    "farthest",
    "farthest_boards",
    "first_moves",
    "followed",
    "generated",
    "goal",
    "goal_disorder",
    "goal_labels",
    "groups",
    "guarantee",
    "heuristic",
    "heuristic_command",
    "impossible",
    "index",
    "instance",
    "iterations",
    "last",
    "length",
    "length_per_cube",
    "lengths",
    "lost",
    "lost_moves",
    "lower_bound",
    "mean",
    "mean_length",
    "mean_length_per_cube",
    "mean_moves",
    "mean_ratio",
    "mean_seconds",
    "mending_swap",
    "metric",
    "mode",
    "more",
    "moves",
    "moves_are",
    "near_miss",
    "neighbours",
    "next",
    "node",
    "notation",
    "optimal",
    "optimal_first_moves",
    "optimal_first_moves_so_far",
    "optimal_length",
    "optimal_solutions",
    "optimal_solutions_at_least",
    "order",
    "overestimate",
    "parent",
    "parity",
    "peak_bytes",
    "prepare_cpu_seconds",
    "prepare_seconds",
    "published_length",
    "published_nodes",
    "published_nodes_are",
    "queue",
    "ratio",
    "reachable_goals",
    "reason",
    "rows",
    "rule",
    "schema",
    "seconds",
    "seed",
    "selected",
    "sequences",
    "set",
    "shortest",
    "side",
    "size",
    "slides",
    "solvable",
    "solvable_with_the_blank_at_a_cell",
    "solved",
    "source",
    "start",
    "start_disorder",
    "start_labels",
    "states",
    "stats",
    "status",
    "step",
    "stopped",
    "tables",
    "text",
    "threads",
    "total_cpu_seconds",
    "tried",
    "twin",
    "unsolvable",
    "wall_seconds",
    "wrong",
    "wrong_tiles",
];

/// Whether a text is an object, or begins as one.
pub fn is_object(text: &[u8]) -> bool {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    match text.trim_ascii_start().strip_prefix(b"{") {
        Some(rest) => matches!(rest.trim_ascii_start(), [] | [b'"' | b'}', ..]),
        None => false,
    }
}

/// The parts of an object that are boards. Long values are kept as text for [`notation`] to read.
#[derive(Deserialize)]
struct Object<'a> {
    rows: Option<u32>,
    cols: Option<u32>,
    #[serde(borrow)]
    start: Option<&'a RawValue>,
    #[serde(borrow)]
    board: Option<&'a RawValue>,
    #[serde(borrow)]
    farthest_boards: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    goal: Option<&'a RawValue>,
    #[serde(borrow)]
    schema: Option<&'a RawValue>,
    #[serde(borrow)]
    status: Option<&'a RawValue>,
}

/// The boards of an object with their goals, or what is wrong with it.
///
/// Objects of taquin without a board, such as sums at the end of a list, have none; other objects must have one.
pub fn boards(text: &[u8], shape: Option<Shape>) -> Result<Vec<Reading>, String> {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let object: Object<'_> = serde_json::from_slice(text).map_err(|error| invalid(&error))?;
    let shape = self::shape(object.rows, object.cols)?.or(shape);
    let values = match (object.start, object.board, &object.farthest_boards) {
        (Some(_), Some(_), _) => return Err("`start` and `board` are both there".into()),
        (Some(start), ..) => vec![("start", start)],
        (None, Some(board), _) => vec![("board", board)],
        (None, None, Some(boards)) => boards
            .iter()
            .map(|&board| ("farthest_boards", board))
            .collect(),
        (None, None, None) => return nothing(&object),
    };
    let read = |(field, value): (&str, &RawValue)| {
        let mut reading = board(field, value, shape)?;
        let start_shape = reading.start.shape();
        reading.goal = match (object.goal, reading.goal.take()) {
            (Some(_), Some(_)) => {
                return Err(format!("`{field}` contains a goal, so leave out `goal`"));
            }
            (Some(value), None) => Some(goal(value, start_shape)?),
            (None, own) => own,
        };
        Ok(reading)
    };
    values.into_iter().map(read).collect()
}

/// Of an object without a board.
fn nothing(object: &Object<'_>) -> Result<Vec<Reading>, String> {
    let schema = object.schema.and_then(string).unwrap_or_default();
    match object.status.and_then(string).as_deref() {
        Some(status @ "bad-input") => Err(format!("there is no board (the status is {status})")),
        _ if schema.starts_with("taquin.") => Ok(Vec::new()),
        _ => Err("the field `start` or `board` is missing".into()),
    }
}

/// The fields of an object that taquin does not know: their names, and their values as JSON.
pub fn unknown_fields(text: &[u8]) -> Vec<(String, String)> {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let fields: Result<Fields, _> = serde_json::from_slice(text);
    fields.map_or_else(|_| Vec::new(), |fields| fields.0)
}

/// All fields but the known ones.
struct Fields(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        deserializer.deserialize_map(FieldVisitor)
    }
}

struct FieldVisitor;

impl<'de> Visitor<'de> for FieldVisitor {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Fields, M::Error> {
        let mut fields: Vec<(String, String)> = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            let is_new = fields.iter().all(|(known, _)| *known != name);
            if is_new && !KNOWN_FIELDS.contains(&&name[..]) {
                fields.push((name, value.get().into()));
            }
        }
        Ok(Fields(fields))
    }
}

/// What is wrong with an object, without the parser's vocabulary.
pub fn invalid(error: &serde_json::Error) -> String {
    let column = error.column();
    match error.classify() {
        Category::Eof => "the line ends in the middle of a JSON value".into(),
        Category::Data => format!("column {column}: a field has a value of the wrong type"),
        _ => format!("column {column}: not valid JSON"),
    }
}

/// The shape that an object states.
pub fn shape(rows: Option<u32>, cols: Option<u32>) -> Result<Option<Shape>, String> {
    match (rows, cols) {
        (None, None) => Ok(None),
        (Some(rows), Some(cols)) => {
            let shape = Shape::new(rows, cols).map_err(|error| error.to_string())?;
            Ok(Some(shape))
        }
        _ => Err("`rows` and `cols` must be given together".into()),
    }
}

/// The value as a string, if it is one.
pub fn string(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// A board in an array or in a text, which may contain a goal too.
pub fn board(field: &str, value: &RawValue, shape: Option<Shape>) -> Result<Reading, String> {
    let reading = match string(value) {
        Some(text) => notation::read_any(text.as_bytes(), shape),
        None if value.get().starts_with('[') => {
            notation::read(value.get().as_bytes(), Dialect::Json, shape)
        }
        None => return Err(format!("{field}: expected an array or a string")),
    };
    reading.map_err(|errors| faults(field, &errors))
}

fn faults(field: &str, errors: &ReadErrors) -> String {
    let faults = errors.as_slice().iter().take(5);
    let lines = faults.map(|error| format!("{field}: {}", error.fault));
    lines.collect::<Vec<_>>().join("\n")
}

/// A goal: its name, or a board of this shape.
pub fn goal(value: &RawValue, shape: Shape) -> Result<Board, String> {
    let named = string(value).and_then(|name| name.parse::<Goal>().ok());
    if let Some(goal) = named {
        return Ok(goal.board(shape));
    }
    let reading = board("goal", value, Some(shape))?;
    match reading.goal {
        None => Ok(reading.start),
        Some(_) => Err("goal: expected one board, not two".into()),
    }
}
