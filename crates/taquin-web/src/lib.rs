//! The server behind `taquin serve`: HTTP, the page, limits, the queue of searches, streams, and a stop that loses nothing.
//!
//! It knows nothing of puzzles: whoever implements [`Puzzles`] does. The API is described in `openapi.json`, which the server
//! shows too; why it is as it is, in `docs/decisions/0017-server.md`.

#![forbid(unsafe_code)]

mod access;
mod api;
mod call;
mod events;
mod listen;
mod page;
mod queue;
mod reply;
mod watch;

pub use call::Call;
pub use listen::Server;
pub use reply::{Kind, Refusal};
pub use watch::Watch;

use serde_json::{Map, Value};
use std::time::Duration;

/// A request: the fields of an object, or of a query.
pub type Request = Map<String, Value>;

/// Who answers the calls.
pub trait Puzzles: Send + Sync + 'static {
    /// The answer to a call, as JSON. Runs on a thread of its own; should ask `watch` now and then whether anybody still
    /// waits for it.
    fn answer(&self, call: Call, request: Request, watch: &Watch) -> Result<Vec<u8>, Refusal>;
}

/// What a request may take. Cells and time are for the puzzles to keep; the server tells them.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most cells of a board.
    pub cells: usize,
    /// The longest search.
    pub time: Duration,
    /// The most memory of a search.
    pub memory: u64,
    /// How many searches run at once.
    pub running: usize,
    /// How many more may wait.
    pub waiting: usize,
}

/// The longest body of a request.
pub const BODY_BYTES: usize = 256 << 10;
