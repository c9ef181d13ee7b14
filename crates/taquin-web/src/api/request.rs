//! A request: its call, and its fields with their types.

use super::call::Call;
use super::census::CensusRequest;
use super::check::CheckRequest;
use super::deserialize::{read, shown};
use super::error::ApiError;
use super::generate::GenerateRequest;
use super::hint::HintRequest;
use super::notation::{ReadRequest, WriteRequest};
use super::solve::SolveRequest;
use super::tables::TablesRequest;
use super::trace::TraceRequest;
use super::unique::Unique;
use super::verify::VerifyRequest;
use serde_json::error::Category;
use serde_json::{Map, Value};

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
        let value = serde_json::from_slice(body);
        let Unique(value) = value.map_err(|error| ApiError::bad(invalid(&error)))?;
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
            Call::Solve => Request::Solve(read(call, fields)?),
            Call::Check => Request::Check(read(call, fields)?),
            Call::Verify => Request::Verify(read(call, fields)?),
            Call::Generate => Request::Generate(read(call, fields)?),
            Call::Hint => Request::Hint(read(call, fields)?),
            Call::Trace => Request::Trace(read(call, fields)?),
            Call::Read => Request::Read(read(call, fields)?),
            Call::Write => Request::Write(read(call, fields)?),
            Call::Census => Request::Census(read(call, fields)?),
            Call::Tables => Request::Tables(read(call, fields)?),
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
        // The name that an object has twice, followed by its position.
        Category::Data => {
            let message = error.to_string();
            let name = message
                .rsplit_once(" at line ")
                .map_or("", |(name, _)| name);
            format!("{}: given twice", shown(name))
        }
        Category::Eof => "the body ends in the middle of a JSON value".into(),
        _ => format!(
            "the body is not valid JSON: see line {}, column {}",
            error.line(),
            error.column()
        ),
    }
}
