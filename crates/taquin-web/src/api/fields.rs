//! The types of fields: each value is checked once, here, and an error says what it must be.

use super::names::Named;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Number, Value};
use std::time::Duration;
use taquin::Shape;
use taquin::notation::read_shape;
use taquin::search::Weight;
use taquin::space::MoveOrder;
use taquin_app::limits::duration;
use taquin_app::plan;

/// A field of a request: a value that was read as a `T`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field<T>(pub(crate) T);

impl<'de, T: FieldValue> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Field<T>, D::Error> {
        let value = Value::deserialize(deserializer)?;
        T::read(value).map(Field).map_err(D::Error::custom)
    }
}

/// A type that a field may have.
pub(crate) trait FieldValue: Sized {
    /// The value of a field, or what it must be; the message follows the field's name.
    fn read(value: Value) -> Result<Self, String>;
}

impl FieldValue for String {
    fn read(value: Value) -> Result<String, String> {
        match value {
            Value::String(text) => Ok(text),
            _ => Err("must be a string".into()),
        }
    }
}

impl FieldValue for bool {
    fn read(value: Value) -> Result<bool, String> {
        value
            .as_bool()
            .ok_or_else(|| "must be true or false".into())
    }
}

impl<T: Named> FieldValue for T {
    fn read(value: Value) -> Result<T, String> {
        let names = || T::all_names().join(", ");
        let Value::String(text) = value else {
            return Err(format!("must be a string, one of {}", names()));
        };
        T::parse(&text).ok_or_else(|| {
            let text: String = text.chars().take(40).collect();
            format!("{text:?} is not {}; use one of {}", T::KIND, names())
        })
    }
}

/// A whole number from `LEAST` to `MOST`, as JSON may write it: 3, or 3.0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole<const LEAST: u64, const MOST: u64>(pub(crate) u64);

impl<const LEAST: u64, const MOST: u64> FieldValue for Whole<LEAST, MOST> {
    fn read(value: Value) -> Result<Self, String> {
        let number = match &value {
            Value::Number(number) => whole(number),
            _ => None,
        };
        number
            .filter(|number| (LEAST..=MOST).contains(number))
            .map(Whole)
            .ok_or_else(|| format!("must be a whole number from {LEAST} to {MOST}"))
    }
}

/// Any seed.
pub(crate) type Seed = Whole<0, { u64::MAX }>;

fn whole(number: &Number) -> Option<u64> {
    /// Whole numbers up to here are exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    number.as_u64().or_else(|| {
        let float = number.as_f64()?;
        let is_whole = float.fract() == 0.0 && (0.0..=EXACT).contains(&float);
        is_whole.then_some(float as u64)
    })
}

impl FieldValue for Weight {
    fn read(value: Value) -> Result<Weight, String> {
        let weight = value.as_f64().and_then(Weight::new);
        weight.ok_or_else(|| format!("must be a number from 1 to {}", Weight::MAX))
    }
}

impl FieldValue for MoveOrder {
    fn read(value: Value) -> Result<MoveOrder, String> {
        let order = value.as_str().and_then(|text| plan::order(text).ok());
        order.ok_or_else(|| {
            "must be a string with each of U, D, L and R once, such as \"UDLR\"".into()
        })
    }
}

impl FieldValue for Duration {
    fn read(value: Value) -> Result<Duration, String> {
        let time = value.as_str().and_then(|text| duration(text).ok());
        time.ok_or_else(|| {
            "must be a string with a time, such as \"500ms\", \"10s\" or \"2m\"".into()
        })
    }
}

impl FieldValue for Shape {
    fn read(value: Value) -> Result<Shape, String> {
        let shape = value.as_str().and_then(|text| read_shape(text).ok());
        shape.ok_or_else(|| {
            "must be a string with rows and columns, such as \"3x4\", and at most 16777216 cells".into()
        })
    }
}

/// A board: text in some notation, or an array, which is JSON notation.
#[derive(Clone, Debug)]
pub(crate) struct BoardText {
    pub(crate) text: String,
    pub(crate) is_array: bool,
}

impl FieldValue for BoardText {
    fn read(value: Value) -> Result<BoardText, String> {
        let is_array = value.is_array();
        match value {
            Value::String(text) => Ok(BoardText { text, is_array }),
            Value::Array(_) => Ok(BoardText {
                text: value.to_string(),
                is_array,
            }),
            _ => Err("must be a board: a string, or an array of tiles".into()),
        }
    }
}

/// Moves as text: a string, or an array of strings or numbers.
#[derive(Clone, Debug)]
pub(crate) struct MovesText(pub(crate) String);

impl FieldValue for MovesText {
    fn read(value: Value) -> Result<MovesText, String> {
        let wrong = || "must be a string, or an array of strings or of whole numbers".to_string();
        let items = match value {
            Value::String(text) => return Ok(MovesText(text)),
            Value::Array(items) => items,
            _ => return Err(wrong()),
        };
        let words = items.into_iter().map(|item| match item {
            Value::String(word) => Some(word),
            Value::Number(number) => whole(&number).map(|number| number.to_string()),
            _ => None,
        });
        let words: Option<Vec<String>> = words.collect();
        Ok(MovesText(words.ok_or_else(wrong)?.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whole_numbers_may_have_a_fraction_of_zero() {
        let read = |value| Whole::<1, 100>::read(value).map(|Whole(number)| number);
        assert_eq!(read(json!(3)), Ok(3));
        assert_eq!(read(json!(3.0)), Ok(3));
        for wrong in [
            json!(0),
            json!(101),
            json!(-1),
            json!(2.5),
            json!(1e300),
            json!("3"),
            json!([]),
        ] {
            assert_eq!(
                read(wrong),
                Err("must be a whole number from 1 to 100".into())
            );
        }
        assert!(Seed::read(json!(u64::MAX)).is_ok());
    }
}
