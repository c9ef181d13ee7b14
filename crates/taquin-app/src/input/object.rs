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

/// A JSON object, of which each reader takes the fields that it needs. Values are kept as text: their types are checked only
/// where they matter, because other programs use some of these names too, and [`notation`] reads the boards.
#[derive(Debug)]
pub struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Object<'a> {
    /// Reads an object in which no field is given twice.
    pub fn read(text: &'a [u8]) -> Result<Object<'a>, String> {
        let object = Object::read_any(text).map_err(|error| invalid(&error))?;
        match object.first_of_each().1 {
            Some(name) => Err(format!("{name}: given twice")),
            None => Ok(object),
        }
    }

    /// Reads an object that may have fields of the same name.
    fn read_any(text: &'a [u8]) -> serde_json::Result<Object<'a>> {
        let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        serde_json::from_slice(text)
    }

    /// The fields without those whose name was there before, and the first such name.
    fn first_of_each(&self) -> (Vec<(&str, &'a RawValue)>, Option<&str>) {
        let (mut names, mut fields, mut twice) = (HashSet::new(), Vec::new(), None);
        for (name, value) in &self.0 {
            if names.insert(name) {
                fields.push((&name[..], *value));
            } else {
                twice.get_or_insert(&name[..]);
            }
        }
        (fields, twice)
    }

    /// The value of a field; `None` stands for `null` too.
    pub fn get(&self, field: &str) -> Option<&'a RawValue> {
        let (_, value) = self.0.iter().find(|(name, _)| name == field)?;
        (value.get() != "null").then_some(*value)
    }

    /// The value of a field as a string, or an error if it is something else.
    pub fn string(&self, field: &str) -> Result<Option<String>, String> {
        self.typed(field, "a string")
    }

    /// The value of a field as a whole number, or an error if it is something else.
    pub fn number<T: Deserialize<'a>>(&self, field: &str) -> Result<Option<T>, String> {
        self.typed(field, "a whole number")
    }

    /// The values in a field, or an error if it is not an array.
    pub fn array(&self, field: &str) -> Result<Option<Vec<&'a RawValue>>, String> {
        self.typed(field, "an array")
    }

    fn typed<T: Deserialize<'a>>(&self, field: &str, what: &str) -> Result<Option<T>, String> {
        let value = self
            .get(field)
            .map(|value| serde_json::from_str(value.get()));
        let wrong = |_| format!("{field}: expected {what}");
        value.transpose().map_err(wrong)
    }

    /// The value of a field if it is a string, and else nothing.
    fn text(&self, field: &str) -> String {
        self.get(field).and_then(string).unwrap_or_default()
    }

    /// Whether taquin wrote it.
    pub fn is_own(&self) -> bool {
        self.text("schema").starts_with("taquin.")
    }

    /// The shape that it states.
    pub fn shape(&self) -> Result<Option<Shape>, String> {
        match (self.number("rows")?, self.number("cols")?) {
            (None, None) => Ok(None),
            (Some(rows), Some(cols)) => {
                let shape = Shape::new(rows, cols).map_err(|error| error.to_string())?;
                Ok(Some(shape))
            }
            _ => Err("`rows` and `cols` must be given together".into()),
        }
    }

    /// What counts as one move, if it says so.
    pub fn metric(&self) -> Result<Option<Metric>, String> {
        let name = self.string("metric")?;
        let read = |name: String| {
            name.parse().map_err(|_| {
                let names = Metric::ALL.map(Metric::name).join(", ");
                format!("metric: {name:?} is not one of {names}")
            })
        };
        name.map(read).transpose()
    }

    /// What the words of its moves stand for, if it says so.
    pub fn letters(&self) -> Result<Option<MoveLetters>, String> {
        let name = self.string("moves_are")?;
        let read = |name: String| {
            name.parse().map_err(|_| {
                let names = MoveLetters::ALL.map(MoveLetters::name).join(", ");
                format!("moves_are: {name:?} is not one of {names}")
            })
        };
        name.map(read).transpose()
    }
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<'de>, D::Error> {
        deserializer.deserialize_map(FieldVisitor)
    }
}

struct FieldVisitor;

impl<'de> Visitor<'de> for FieldVisitor {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Object<'de>, M::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Object(fields))
    }
}

/// The boards of an object with their goals, or what is wrong with it.
///
/// Objects of taquin without a board, such as sums at the end of a list, have none; other objects must have one.
pub fn boards(text: &[u8], shape: Option<Shape>) -> Result<Vec<Reading>, String> {
    let object = Object::read(text)?;
    let shape = object.shape()?.or(shape);
    let (start, board) = (object.get("start"), object.get("board"));
    let end = object.get("end");
    let values = match (start, board, object.array("farthest_boards")?) {
        _ if end.is_some() && object.text("schema") == "taquin.moves/1" => {
            end.into_iter().map(|end| ("end", end)).collect()
        }
        (Some(_), Some(_), _) => return Err("`start` and `board` are both there".into()),
        (Some(start), ..) => vec![("start", start)],
        (None, Some(board), _) => vec![("board", board)],
        (None, None, Some(boards)) => boards
            .into_iter()
            .map(|board| ("farthest_boards", board))
            .collect(),
        (None, None, None) => return nothing(&object),
    };
    let read = |(field, value): (&str, &RawValue)| {
        let mut reading = self::board(field, value, shape)?;
        let start_shape = reading.start.shape();
        reading.goal = match (object.get("goal"), reading.goal.take()) {
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
    let object = Object::read(text)?;
    let Some(moves) = object.get("moves") else {
        return if object.is_own() {
            Ok(None)
        } else {
            Err("the field `moves` is missing".into())
        };
    };
    let shape = object.shape()?;
    let start = object.get("start").or(object.get("board"));
    let start = start
        .map(|value| board("start", value, shape))
        .transpose()?;
    let (start, own_goal) = match start {
        Some(reading) => (Some(reading.start), reading.goal),
        None => (None, None),
    };
    // A named goal is a board only for a start.
    let asked_goal = match (object.get("goal"), &start) {
        (Some(value), Some(start)) => Some(goal(value, start.shape())?),
        _ => None,
    };
    Ok(Some(ObjectMoves {
        start,
        text: moves_text(moves)?,
        letters: object.letters()?,
        goal: asked_goal.or(own_goal),
        metric: object.metric()?,
    }))
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
    let Ok(object) = Object::read(text) else {
        return Figures::default();
    };
    let number = |field: &str| object.number(field).ok().flatten();
    // What taquin found is a shortest length only if it says so.
    let is_shortest = !object.is_own() || object.text("guarantee") == "optimal";
    let metric = object.text("metric");
    let length = number("published_length")
        .or(number("optimal_length"))
        .or(number("length").filter(|_| is_shortest));
    Figures {
        number: number("instance").or(number("id")),
        length: length.filter(|_| matches!(&metric[..], "" | "stm")),
        metric: metric.parse().ok(),
    }
}

/// Of an object without a board.
fn nothing(object: &Object<'_>) -> Result<Vec<Reading>, String> {
    match &object.text("status")[..] {
        status @ "bad-input" => Err(format!("there is no board (the status is {status})")),
        _ if object.is_own() => Ok(Vec::new()),
        _ => Err("the field `start` or `board` is missing".into()),
    }
}

/// The fields of an object that taquin does not know: their names, and their values as JSON.
pub fn unknown_fields(text: &[u8]) -> Vec<(String, String)> {
    let Ok(object) = Object::read_any(text) else {
        return Vec::new();
    };
    let fields = object.first_of_each().0.into_iter();
    let unknown = fields.filter(|(name, _)| !KNOWN_FIELDS.contains(name));
    unknown
        .map(|(name, value)| (name.into(), value.get().into()))
        .collect()
}

/// What is wrong with an object, without the parser's vocabulary.
fn invalid(error: &serde_json::Error) -> String {
    let column = error.column();
    match error.classify() {
        Category::Eof => "the line ends in the middle of a JSON value".into(),
        Category::Data => "not a JSON object".into(),
        _ => format!("column {column}: not valid JSON"),
    }
}

/// The value as a string, if it is one.
fn string(value: &RawValue) -> Option<String> {
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
