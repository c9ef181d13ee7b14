//! The boards of a request: `start`, `goal`, and how to read them (`as`, `shape`).

use super::CELLS;
use super::error::ApiError;
use super::fields::{BoardText, Field};
use serde::Deserialize;
use taquin::notation::{self, Claim, Dialect, Fault, ReadError, ReadErrors, Reading};
use taquin::{Board, Goal, Shape};
use taquin_app::words::many;

/// The fields of every request about one board.
#[derive(Debug, Deserialize)]
pub(crate) struct BoardFields {
    start: Field<BoardText>,
    goal: Option<Field<BoardText>>,
    #[serde(rename = "as")]
    notation: Option<Field<Dialect>>,
    shape: Option<Field<Shape>>,
}

impl BoardFields {
    /// The start, and the goal of the request, or of the start's text, or the usual one.
    pub(crate) fn read(&self) -> Result<Boards, ApiError> {
        let written = Written::new(self.notation.as_ref(), self.shape.as_ref());
        written.boards(&self.start, self.goal.as_ref())
    }
}

/// A start and its goal.
pub(crate) struct Boards {
    pub(crate) start: Board,
    pub(crate) goal: Board,
    pub(crate) claim: Option<Claim>,
}

/// How the boards of a request are written.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    dialect: Option<Dialect>,
    shape: Option<Shape>,
}

impl Written {
    pub(crate) fn new(dialect: Option<&Field<Dialect>>, shape: Option<&Field<Shape>>) -> Written {
        Written {
            dialect: dialect.map(|field| field.0),
            shape: shape.map(|field| field.0),
        }
    }

    fn boards(
        self,
        start: &Field<BoardText>,
        goal: Option<&Field<BoardText>>,
    ) -> Result<Boards, ApiError> {
        let reading = self.read("start", &start.0.text, start.0.is_array)?;
        let shape = reading.start.shape();
        let goal = match (goal, reading.goal) {
            (Some(_), Some(_)) => {
                let error = "leave it out: the text of start has two lines, start and goal";
                return Err(ApiError::field("goal", error));
            }
            (Some(goal), None) => self.goal(&goal.0, shape)?,
            (None, Some(goal)) => goal,
            (None, None) => Goal::Last.board(shape),
        };
        Ok(Boards {
            start: reading.start,
            goal,
            claim: reading.claim,
        })
    }

    /// The goal for boards of a shape: a name or a board.
    fn goal(self, goal: &BoardText, shape: Shape) -> Result<Board, ApiError> {
        let named = (!goal.is_array).then(|| goal.text.parse::<Goal>());
        if let Some(Ok(named)) = named {
            return Ok(named.board(shape));
        }
        let reading = self.read("goal", &goal.text, goal.is_array);
        let reading = reading.map_err(|error| {
            let names = Goal::ALL.map(Goal::name).join(", ");
            error.and(format!("goal: must be one of {names}, or a board"))
        })?;
        match reading.goal {
            Some(_) => Err(ApiError::field("goal", "must be one board, not two")),
            None if reading.start.shape() != shape => {
                let found = reading.start.shape();
                let error = format!("the board is {found}, not {shape}");
                Err(ApiError::field("goal", error))
            }
            None => Ok(reading.start),
        }
    }

    /// One text, which is the value of a field.
    pub(crate) fn read(self, field: &str, text: &str, is_array: bool) -> Result<Reading, ApiError> {
        let dialect = if is_array {
            Some(Dialect::Json)
        } else {
            self.dialect
        };
        let reading = match dialect {
            Some(dialect) => notation::read(text.as_bytes(), dialect, self.shape),
            None => notation::read_any(text.as_bytes(), self.shape),
        };
        let reading = reading.map_err(|errors| unreadable(field, &errors))?;
        allow(field, reading.start.shape(), CELLS)?;
        Ok(reading)
    }
}

/// The goal of a request without a start.
pub(crate) fn goal_for(goal: Option<&Field<BoardText>>, shape: Shape) -> Result<Board, ApiError> {
    let written = Written {
        dialect: None,
        shape: Some(shape),
    };
    match goal {
        Some(goal) => written.goal(&goal.0, shape),
        None => Ok(Goal::Last.board(shape)),
    }
}

/// Refuses boards that are too large for a call.
pub(crate) fn allow(field: &str, shape: Shape, most: usize) -> Result<(), ApiError> {
    if shape.area() > most {
        Err(ApiError::too_large(field, shape, most))
    } else {
        Ok(())
    }
}

/// Every error of a text, with its place.
fn unreadable(field: &str, errors: &ReadErrors) -> ApiError {
    let message = |error: &ReadError| {
        let advice = match error.fault {
            Fault::Ambiguous { .. } => "; choose one with the field `as`",
            _ => "",
        };
        format!("{field}: {}: {}{advice}", error.at, error.fault)
    };
    let mut messages: Vec<String> = errors.as_slice().iter().map(message).collect();
    if errors.more() > 0 {
        messages.push(format!(
            "{field}: and {}",
            many(errors.more(), "more error")
        ));
    }
    let is_not_square = |error: &ReadError| matches!(error.fault, Fault::NotSquare { .. });
    if errors.as_slice().iter().any(is_not_square) {
        let advice =
            "needed for boards that are not square, unless the text marks rows (1 2 3/4 5 0)";
        messages.push(format!("shape: {advice}"));
    }
    ApiError::fields(messages)
}
