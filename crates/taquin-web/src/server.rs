//! The server of `taquin serve`: HTTP in front of the [API](crate::api) and the page.

mod access;
mod browser;
mod client;
mod events;
mod listen;
mod page;
mod queue;
mod response;
mod routes;

pub use browser::open_page;
pub use listen::Server;

use crate::api::Limits;

/// What the server allows.
#[derive(Clone, Copy, Debug)]
pub struct ServerOptions {
    /// The limits of each request.
    pub limits: Limits,
    /// The number of searches that run concurrently.
    pub running: usize,
    /// The number of searches that may queue.
    pub waiting: usize,
}

/// The longest body of a request.
const BODY_BYTES: usize = 256 << 10;
