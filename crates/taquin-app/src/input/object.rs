//! JSON objects as input: their boards, and the fields that only their authors understand.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::fmt;
use taquin::notation::{self, Dialect, MoveLetters, ReadErrors, Reading};
use taquin::{Board, Goal, Metric, Shape};

/// The fields that taquin writes about boards or reads. All others are passed on.
///
/// They are those of the files in `docs/schema/`; a test compares the two.
pub const KNOWN_FIELDS: &[&str] = &[
    "algorithm",
    "all_boards",
    "all_moves",
    "area",
    "at_most_times",
    "blank_col",
    "blank_row",
    "board",
    "boards",
    "boards_at_distance",
    "bound",
    "broken",
    "cells_with_moves",
    "cluster",
    "cols",
    "comment_is_wrong",
    "connected_components",
    "cpu_seconds",
    "cut",
    "depth",
    "dequeued",
    "disorder",
    "disorder_at_goal",
    "distance",
    "end",
    "end_labels",
    "enqueued",
    "errors",
    "estimated",
    "estimated_cpu_seconds",
    "estimated_generated",
    "estimated_seconds",
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
    "goal_cells",
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
    "mean_published_length",
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
    "neighbour_pairs",
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
    "solvable_boards",
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
    "text",
    "threads",
    "total_cpu_seconds",
    "tried",
    "twin",
    "unsolvable_boards",
    "wall_seconds",
    "wrong",
    "wrong_instances",
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
    /// The board after the moves of `taquin.moves/1`.
    #[serde(borrow)]
    end: Option<&'a RawValue>,
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
    let object: Object<'_> = read(text)?;
    let shape = self::shape(object.rows, object.cols)?.or(shape);
    let is_moves = object.schema.and_then(string).as_deref() == Some("taquin.moves/1");
    let values = match (object.start, object.board, &object.farthest_boards) {
        _ if is_moves && object.end.is_some() => {
            object.end.into_iter().map(|end| ("end", end)).collect()
        }
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

/// The moves of an object.
#[derive(Debug)]
pub struct ObjectMoves {
    /// The board before them, if it is there.
    pub start: Option<Board>,
    /// The moves as text.
    pub text: String,
    /// What the words stand for, if the object says so.
    pub letters: Option<MoveLetters>,
    /// The goal, if the object names it.
    pub goal: Option<Board>,
    /// What counts as one move, if the object says so.
    pub metric: Option<Metric>,
}

/// The moves of an object, or what is wrong with it; `None` for an object of taquin without moves.
pub fn moves(text: &[u8]) -> Result<Option<ObjectMoves>, String> {
    #[derive(Deserialize)]
    struct Given<'a> {
        rows: Option<u32>,
        cols: Option<u32>,
        #[serde(borrow)]
        start: Option<&'a RawValue>,
        #[serde(borrow)]
        board: Option<&'a RawValue>,
        #[serde(borrow)]
        moves: Option<&'a RawValue>,
        #[serde(borrow)]
        goal: Option<&'a RawValue>,
        moves_are: Option<String>,
        metric: Option<String>,
        schema: Option<String>,
    }
    let given: Given<'_> = read(text)?;
    let Some(moves) = given.moves else {
        let is_own = given.schema.is_some_and(|name| name.starts_with("taquin."));
        return if is_own {
            Ok(None)
        } else {
            Err("the field `moves` is missing".into())
        };
    };
    let shape = shape(given.rows, given.cols)?;
    let start = given.start.or(given.board);
    let start = start
        .map(|value| board("start", value, shape))
        .transpose()?;
    let (start, own_goal) = match start {
        Some(reading) => (Some(reading.start), reading.goal),
        None => (None, None),
    };
    // A named goal is a board only for a start.
    let asked_goal = match (given.goal, &start) {
        (Some(value), Some(start)) => Some(goal(value, start.shape())?),
        _ => None,
    };
    Ok(Some(ObjectMoves {
        start,
        text: moves_text(moves)?,
        letters: given.moves_are.as_deref().map(letters).transpose()?,
        goal: asked_goal.or(own_goal),
        metric: given.metric.as_deref().map(metric).transpose()?,
    }))
}

/// What the field `metric` says.
pub fn metric(name: &str) -> Result<Metric, String> {
    name.parse().map_err(|_| {
        let names = Metric::ALL.map(Metric::name).join(", ");
        format!("metric: {name:?} is not one of {names}")
    })
}

/// Moves as a string, an array of strings, or an array of numbers.
pub fn moves_text(value: &RawValue) -> Result<String, String> {
    let array = value.get().strip_prefix('[');
    let array = array.and_then(|rest| rest.strip_suffix(']'));
    match (string(value), array) {
        (Some(text), _) => Ok(text),
        (None, Some(list)) if list.contains('"') => {
            let words: Result<Vec<String>, _> = serde_json::from_str(value.get());
            let mixed = "moves: an array must contain only strings or only numbers";
            words
                .map(|words| words.join(" "))
                .map_err(|_| mixed.to_string())
        }
        (None, Some(numbers)) => Ok(numbers.into()),
        (None, None) => Err("moves: expected a string or an array".into()),
    }
}

/// What the field `moves_are` says.
pub fn letters(name: &str) -> Result<MoveLetters, String> {
    name.parse().map_err(|_| {
        let names = MoveLetters::ALL.map(MoveLetters::name).join(", ");
        format!("moves_are: {name:?} is not one of {names}")
    })
}

/// What an object says about its board as an instance of a set.
#[derive(Debug, Default)]
pub struct Figures {
    /// Its number.
    pub number: Option<u32>,
    /// The length of its shortest solutions, in moves of one tile.
    pub length: Option<u32>,
    /// What counts as one move.
    pub metric: Option<Metric>,
}

/// The figures of an object; none if they have other types.
pub fn figures(text: &[u8]) -> Figures {
    /// Each value may be of any type, because other programs use these names too.
    #[derive(Deserialize)]
    struct Given<'a> {
        #[serde(borrow)]
        instance: Option<&'a RawValue>,
        #[serde(borrow)]
        id: Option<&'a RawValue>,
        #[serde(borrow)]
        length: Option<&'a RawValue>,
        #[serde(borrow)]
        optimal_length: Option<&'a RawValue>,
        #[serde(borrow)]
        published_length: Option<&'a RawValue>,
        #[serde(borrow)]
        metric: Option<&'a RawValue>,
        #[serde(borrow)]
        guarantee: Option<&'a RawValue>,
        #[serde(borrow)]
        schema: Option<&'a RawValue>,
    }
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let Ok(given) = serde_json::from_slice::<Given<'_>>(text) else {
        return Figures::default();
    };
    let number = |value: Option<&RawValue>| value.and_then(|value| value.get().parse().ok());
    let text = |value: Option<&RawValue>| value.and_then(string).unwrap_or_default();
    // What taquin found is a shortest length only if it says so.
    let is_own = text(given.schema).starts_with("taquin.");
    let is_shortest = !is_own || text(given.guarantee) == "optimal";
    let is_single = matches!(&text(given.metric)[..], "" | "stm");
    let length = number(given.published_length)
        .or(number(given.optimal_length))
        .or(number(given.length).filter(|_| is_shortest));
    Figures {
        number: number(given.instance).or(number(given.id)),
        length: length.filter(|_| is_single),
        metric: text(given.metric).parse().ok(),
    }
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

/// Reads an object in which no field is given twice.
pub fn read<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, String> {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    // What is not an object is an error of the second reading.
    if let Ok(Fields {
        twice: Some(name), ..
    }) = serde_json::from_slice(text)
    {
        return Err(format!("{name}: given twice"));
    }
    serde_json::from_slice(text).map_err(|error| invalid(&error))
}

/// The fields of an object that taquin does not know: their names, and their values as JSON.
pub fn unknown_fields(text: &[u8]) -> Vec<(String, String)> {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let fields: Result<Fields, _> = serde_json::from_slice(text);
    fields.map_or_else(|_| Vec::new(), |fields| fields.unknown)
}

/// The fields of an object.
struct Fields {
    /// All but the known ones.
    unknown: Vec<(String, String)>,
    /// The first name that was there before.
    twice: Option<String>,
}

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
        let (mut names, mut unknown, mut twice) = (HashSet::new(), Vec::new(), None);
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            if !names.insert(name.clone()) {
                twice.get_or_insert(name);
            } else if !KNOWN_FIELDS.contains(&&name[..]) {
                unknown.push((name, value.get().into()));
            }
        }
        Ok(Fields { unknown, twice })
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
