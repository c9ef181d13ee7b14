//! Boards, goals, shapes and conventions from whatever Python passes.

use crate::board::Board;
use crate::error::value_error;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PySequence, PyString};
use std::fmt::Display;
use taquin::notation::{self, Dialect};
use taquin::{Goal, Shape, Tile};
use taquin_app::words::many;

/// The name of an object's type, for errors.
pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().name();
    name.map_or_else(|_| "object".into(), |name| name.to_string())
}

/// A shape: `(rows, cols)`, `"3x4"`, or one number for a square.
pub(crate) fn shape(object: &Bound<'_, PyAny>) -> PyResult<Shape> {
    let wrong = || {
        PyTypeError::new_err(format!(
            "a shape is (rows, cols), a text such as '3x4', or one number for a square, not {}",
            type_name(object)
        ))
    };
    if let Ok(text) = object.cast::<PyString>() {
        return notation::read_shape(&text.to_cow()?).map_err(value_error);
    }
    let invalid = |rows: &dyn Display, cols: &dyn Display| {
        value_error(format_args!(
            "{rows}×{cols} is not a valid board shape: a board has 1 to {} cells",
            Shape::MAX_CELLS
        ))
    };
    // Two numbers first: arrays pass them with every call, and an extraction that fails costs an exception.
    let (rows, cols) = match object.extract::<(i64, i64)>() {
        Ok(sides) => sides,
        Err(_) => {
            let side = match object.extract::<i64>() {
                Ok(side) => side,
                // A whole number of more than 64 bits.
                Err(_) if object.hasattr("__index__")? => return Err(invalid(object, object)),
                Err(_) => return Err(wrong()),
            };
            (side, side)
        }
    };
    let sides = u32::try_from(rows).ok().zip(u32::try_from(cols).ok());
    let (rows, cols) = sides.ok_or_else(|| invalid(&rows, &cols))?;
    Shape::new(rows, cols).map_err(value_error)
}

/// A board from a `Board`, text in any notation, rows, or tiles in reading order, also as a numpy array.
pub(crate) fn board(
    object: &Bound<'_, PyAny>,
    wanted: Option<Shape>,
    dialect: Option<Dialect>,
) -> PyResult<taquin::Board> {
    let board = if let Ok(board) = object.cast::<Board>() {
        board.get().0.clone()
    } else if let Ok(text) = object.cast::<PyString>() {
        return text_board(text.to_cow()?.as_bytes(), wanted, dialect);
    } else if let Ok(text) = object.cast::<PyBytes>() {
        return text_board(text.as_bytes(), wanted, dialect);
    } else if object.hasattr("tolist")? {
        listed(&object.call_method0("tolist")?, wanted)?
    } else {
        listed(object, wanted)?
    };
    match wanted {
        Some(wanted) if wanted != board.shape() => Err(value_error(format_args!(
            "the board is {}, not {wanted}",
            board.shape()
        ))),
        _ => Ok(board),
    }
}

fn text_board(
    text: &[u8],
    wanted: Option<Shape>,
    dialect: Option<Dialect>,
) -> PyResult<taquin::Board> {
    let reading = match dialect {
        Some(dialect) => notation::read(text, dialect, wanted),
        None => notation::read_any(text, wanted),
    };
    Ok(reading.map_err(value_error)?.start)
}

/// A board from rows of tiles, or from tiles in reading order.
fn listed(object: &Bound<'_, PyAny>, wanted: Option<Shape>) -> PyResult<taquin::Board> {
    let Ok(list) = object.cast::<PySequence>() else {
        return Err(PyTypeError::new_err(format!(
            "a board is a text, rows of tiles, a list of tiles in reading order, or a numpy array, not {}",
            type_name(object)
        )));
    };
    let items: Vec<Bound<'_, PyAny>> = list.try_iter()?.collect::<PyResult<_>>()?;
    let rows: Option<Vec<Vec<Bound<'_, PyAny>>>> = items.iter().map(as_row).collect();
    let (shape, items) = match rows {
        Some(rows) if !rows.is_empty() => {
            let cols = rows[0].len();
            if let Some(row) = rows.iter().position(|row| row.len() != cols) {
                return Err(value_error(format_args!(
                    "row {} has {} and row 1 has {cols}: all rows must have the same length",
                    row + 1,
                    many(rows[row].len(), "tile")
                )));
            }
            let shape = Shape::new(small(rows.len()), small(cols)).map_err(value_error)?;
            (shape, rows.into_iter().flatten().collect())
        }
        _ => (flat_shape(items.len(), wanted)?, items),
    };
    let tiles = items.iter().map(tile).collect::<PyResult<Vec<Tile>>>()?;
    taquin::Board::new(shape, tiles)
        .map_err(|error| value_error(format_args!("{error} ({})", uses(shape))))
}

/// A row of tiles, if the object is one.
fn as_row<'py>(object: &Bound<'py, PyAny>) -> Option<Vec<Bound<'py, PyAny>>> {
    if object.is_instance_of::<PyString>() {
        return None;
    }
    object
        .cast::<PySequence>()
        .ok()?
        .try_iter()
        .ok()?
        .collect::<PyResult<_>>()
        .ok()
}

fn small(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// What a board of a shape is made of, as advice.
pub(crate) fn uses(shape: Shape) -> String {
    match shape.area() {
        1 => "a 1×1 board is the blank, 0".into(),
        cells => format!(
            "a {shape} board uses 0 to {} once each, 0 is the blank",
            cells - 1
        ),
    }
}

/// The shape of tiles without rows: the one that is wanted, or else a square.
pub(crate) fn flat_shape(cells: usize, wanted: Option<Shape>) -> PyResult<Shape> {
    let square = Shape::square_of_area(cells);
    wanted.or(square).ok_or_else(|| {
        value_error(format_args!(
            "{cells} tiles do not make a square board: pass shape=(rows, cols)"
        ))
    })
}

fn tile(object: &Bound<'_, PyAny>) -> PyResult<Tile> {
    let number = object.extract::<i64>().map_err(|_| {
        value_error(format_args!(
            "a tile is a whole number, not {}: the blank is 0",
            object
                .repr()
                .map_or_else(|_| type_name(object), |repr| repr.to_string())
        ))
    })?;
    let number = u32::try_from(number)
        .map_err(|_| value_error(format_args!("there is no tile {number}: the blank is 0")))?;
    Ok(Tile::new(number))
}

/// A goal: `"last"`, `"first"`, `"snail"`, or whatever makes a board.
pub(crate) fn goal(object: &Bound<'_, PyAny>, shape: Shape) -> PyResult<taquin::Board> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_cow()?;
        match text.parse::<Goal>() {
            Ok(goal) => return Ok(goal.board(shape)),
            Err(error) if !text.contains(|c: char| c.is_ascii_digit()) => {
                return Err(value_error(format_args!("goal: {error}, or a board")));
            }
            Err(_) => {}
        }
    }
    let goal = board(object, None, None).map_err(|error| in_goal(object.py(), error))?;
    if goal.shape() == shape {
        return Ok(goal);
    }
    Err(value_error(format_args!(
        "goal: the start is {shape} and the goal is {}: they must have the same shape",
        goal.shape()
    )))
}

/// The same error, said to be about the goal.
fn in_goal(py: Python<'_>, error: PyErr) -> PyErr {
    let text = format!("goal: {}", error.value(py));
    if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(text)
    } else {
        value_error(text)
    }
}

/// An option of a call, `None` if it is missing or `None`.
pub(crate) fn item<'py>(
    options: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(options.get_item(name)?.filter(|value| !value.is_none()))
}

/// A text option.
pub(crate) fn text(options: &Bound<'_, PyDict>, name: &str) -> PyResult<Option<String>> {
    let Some(value) = item(options, name)? else {
        return Ok(None);
    };
    match value.extract() {
        Ok(text) => Ok(Some(text)),
        Err(_) => Err(PyTypeError::new_err(format!(
            "{name}: must be a text, not {}",
            type_name(&value)
        ))),
    }
}

/// A named option.
pub(crate) fn named<T: std::str::FromStr<Err: std::fmt::Display>>(
    options: &Bound<'_, PyDict>,
    name: &str,
) -> PyResult<Option<T>> {
    let text = text(options, name)?;
    text.map(|text| parse(name, &text)).transpose()
}

/// A name that must be known.
pub(crate) fn parse<T: std::str::FromStr<Err: std::fmt::Display>>(
    name: &str,
    text: &str,
) -> PyResult<T> {
    text.parse()
        .map_err(|error| value_error(format_args!("{name}: {error}")))
}

/// A whole number from 0.
pub(crate) fn whole(options: &Bound<'_, PyDict>, name: &str, most: u64) -> PyResult<Option<u64>> {
    let Some(value) = item(options, name)? else {
        return Ok(None);
    };
    let is_whole = value.hasattr("__index__")?;
    match value.extract::<u64>() {
        Ok(number) if number <= most => Ok(Some(number)),
        _ if is_whole => Err(value_error(format_args!(
            "{name}: must be from 0 to {most}, not {value}"
        ))),
        _ => Err(PyTypeError::new_err(format!(
            "{name}: must be a whole number, not {}",
            type_name(&value)
        ))),
    }
}

/// A yes or no.
pub(crate) fn flag(options: &Bound<'_, PyDict>, name: &str) -> PyResult<bool> {
    match item(options, name)? {
        None => Ok(false),
        Some(value) => value.extract().map_err(|_| {
            PyTypeError::new_err(format!(
                "{name}: must be True or False, not {}",
                type_name(&value)
            ))
        }),
    }
}

/// Whether letters of moves say where the blank goes; otherwise they say where the tile goes.
pub(crate) fn is_blank(convention: &str) -> PyResult<bool> {
    match convention {
        "tile" => Ok(false),
        "blank" => Ok(true),
        _ => Err(value_error(format_args!(
            "convention: `{convention}` is neither `tile` (a move says where the tile goes) nor `blank` (where the blank goes)"
        ))),
    }
}
