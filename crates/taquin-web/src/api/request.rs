//! A request: its call, and its fields with their types.

use super::call::Call;
use super::census::CensusRequest;
use super::check::CheckRequest;
use super::error::ApiError;
use super::generate::GenerateRequest;
use super::hint::HintRequest;
use super::notation::{ReadRequest, WriteRequest};
use super::solve::SolveRequest;
use super::tables::TablesRequest;
use super::trace::TraceRequest;
use super::verify::VerifyRequest;
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{self, DeserializeSeed, IntoDeserializer, MapAccess};
use serde_json::error::Category;
use serde_json::{Map, Value, map};
use std::fmt;

/// A request with valid fields; boards and moves are still text.
#[derive(Debug)]
pub enum Request {
    /// Solve a board.
    Solve(Box<SolveRequest>),
    /// Check whether a board can be solved.
    Check(CheckRequest),
    /// Check moves.
    Verify(VerifyRequest),
    /// Generate boards.
    Generate(Box<GenerateRequest>),
    /// Return the next moves.
    Hint(HintRequest),
    /// Trace a search.
    Trace(Box<TraceRequest>),
    /// Parse a board.
    Read(ReadRequest),
    /// Write a board or moves in another notation.
    Write(WriteRequest),
    /// Count the boards at each distance.
    Census(CensusRequest),
    /// List the tables on disk.
    Tables(TablesRequest),
}

impl Request {
    /// Reads a request from a body.
    pub fn from_json(call: Call, body: &[u8]) -> Result<Request, ApiError> {
        let value = serde_json::from_slice(body).map_err(|error| ApiError::bad(invalid(&error)))?;
        match value {
            Value::Object(fields) => Request::from_fields(call, fields),
            _ => Err(ApiError::bad("the body must be a JSON object")),
        }
    }

    /// Reads a request from the pairs of a query.
    pub fn from_query(
        call: Call,
        pairs: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Request, ApiError> {
        let mut fields = Map::new();
        for (name, value) in pairs {
            if fields.insert(name.clone(), value.into()).is_some() {
                return Err(ApiError::field(&shown(&name), "given twice"));
            }
        }
        Request::from_fields(call, fields)
    }

    /// Reads a request from its fields.
    pub fn from_fields(call: Call, fields: Map<String, Value>) -> Result<Request, ApiError> {
        Ok(match call {
            Call::Solve => Request::Solve(read(fields)?),
            Call::Check => Request::Check(read(fields)?),
            Call::Verify => Request::Verify(read(fields)?),
            Call::Generate => Request::Generate(read(fields)?),
            Call::Hint => Request::Hint(read(fields)?),
            Call::Trace => Request::Trace(read(fields)?),
            Call::Read => Request::Read(read(fields)?),
            Call::Write => Request::Write(read(fields)?),
            Call::Census => Request::Census(read(fields)?),
            Call::Tables => Request::Tables(read(fields)?),
        })
    }

    /// Whether the client asks for progress before the answer.
    pub fn is_streamed(&self) -> bool {
        matches!(self, Request::Solve(request) if request.is_streamed())
    }
}

/// What is wrong with a body, without the parser's vocabulary.
fn invalid(error: &serde_json::Error) -> String {
    match error.classify() {
        Category::Eof => "the body ends in the middle of a JSON value".into(),
        _ => format!(
            "the body is not valid JSON: see line {}, column {}",
            error.line(),
            error.column()
        ),
    }
}

fn read<T: for<'de> Deserialize<'de>>(fields: Map<String, Value>) -> Result<T, ApiError> {
    let fields = Fields {
        rest: fields.into_iter(),
        current: None,
    };
    T::deserialize(MapAccessDeserializer::new(fields))
        .map_err(|FieldError(error)| ApiError::bad(error))
}

/// A name from a request, short enough for a message.
fn shown(name: &str) -> String {
    name.chars().take(40).flat_map(char::escape_debug).collect()
}

/// The fields of a request for serde, so that errors name the field.
struct Fields {
    rest: map::IntoIter,
    current: Option<(String, Value)>,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = FieldError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, FieldError> {
        let Some((name, value)) = self.rest.next() else {
            return Ok(None);
        };
        let known: StrDeserializer<'_, FieldError> = name.as_str().into_deserializer();
        let key = seed.deserialize(known)?;
        self.current = Some((name, value));
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, FieldError> {
        let (name, value) = self
            .current
            .take()
            .expect("serde asks for a name before its value");
        if value.is_null() {
            return Err(FieldError(format!("{name}: must not be null")));
        }
        seed.deserialize(value)
            .map_err(|error| FieldError(format!("{name}: {error}")))
    }
}

/// What is wrong with a field, in words for the client.
#[derive(Debug)]
struct FieldError(String);

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FieldError {}

impl de::Error for FieldError {
    fn custom<T: fmt::Display>(message: T) -> FieldError {
        FieldError(message.to_string())
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> FieldError {
        let name = shown(name);
        FieldError(match known {
            [] => format!("{name}: unknown field; this call takes no fields"),
            known => format!("{name}: unknown field; the fields are {}", known.join(", ")),
        })
    }

    fn missing_field(name: &'static str) -> FieldError {
        FieldError(format!("{name}: this field is required"))
    }
}
