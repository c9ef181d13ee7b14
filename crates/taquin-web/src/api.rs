//! The API: requests and their answers, without HTTP.
//!
//! [`Request`] has one variant per call, each with the fields of its JSON object; [`Api::answer`] answers it with the same
//! JSON as the command line. A [`Client`] receives progress and may cancel. Neither knows how requests arrive, so that a
//! server and a WebAssembly worker can share them.

mod boards;
mod call;
mod census;
mod check;
mod deserialize;
mod error;
mod fields;
mod generate;
mod health;
mod hint;
mod names;
mod notation;
mod request;
mod search;
mod solve;
mod tables;
mod trace;
mod unique;
mod verify;

pub use call::Call;
pub use census::CensusRequest;
pub use check::CheckRequest;
pub use error::{ApiError, ErrorKind};
pub use generate::GenerateRequest;
pub use health::QueueHealth;
pub use hint::HintRequest;
pub use names::Names;
pub use notation::{ReadRequest, WriteRequest};
pub use request::Request;
pub use solve::SolveRequest;
pub use tables::TablesRequest;
pub use taquin_app::limits::Client;
pub use trace::TraceRequest;
pub use verify::VerifyRequest;

use serde::Serialize;
use std::time::Duration;
use taquin::solve::Tables;

/// The largest boards of requests.
pub const CELLS: usize = 100;

/// The goals whose tables are kept: on 25 cells each takes up to 70 MB.
const GOALS_KEPT: usize = 8;
/// The goals whose large pattern databases are kept: 7-8 on 4×4 takes 196 MB.
const LARGE_KEPT: usize = 1;

/// What one request may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest search.
    pub time: Duration,
    /// The most memory of a search, in bytes.
    pub memory: u64,
}

/// Answers requests.
#[derive(Debug)]
pub struct Api {
    limits: Limits,
    /// Shared by all searches, and bounded, so that a server may run for years.
    tables: Tables,
}

impl Api {
    /// An API that searches with these tables.
    pub fn new(limits: Limits, tables: Tables) -> Api {
        tables.limit(GOALS_KEPT, LARGE_KEPT);
        Api { limits, tables }
    }

    /// The answer to a request, as JSON. It may take as long as the limits allow; `client` may end it earlier.
    pub fn answer(&self, request: &Request, client: &dyn Client) -> Result<Vec<u8>, ApiError> {
        match request {
            Request::Solve(request) => request.answer(self, client),
            Request::Check(request) => request.answer(),
            Request::Verify(request) => request.answer(self, client),
            Request::Generate(request) => request.answer(self, client),
            Request::Hint(request) => request.answer(self, client),
            Request::Trace(request) => request.answer(self, client),
            Request::Read(request) => request.answer(),
            Request::Write(request) => request.answer(),
            Request::Census(request) => request.answer(self, client),
            Request::Tables(request) => request.answer(),
        }
    }
}

/// An answer as it is sent.
fn to_json(answer: &impl Serialize) -> Result<Vec<u8>, ApiError> {
    serde_json::to_vec(answer).map_err(|_| {
        let error = "internal error: the answer cannot be written as JSON";
        ApiError::new(ErrorKind::Internal, error)
    })
}
