//! The server of `taquin serve`: HTTP in front of the [API](crate::api) and the page.

mod access;
mod browser;
mod client;
mod client_stream;
mod connections;
mod events;
mod framing;
mod listen;
mod page;
mod queue;
mod response;
mod routes;
mod service;
mod unread;

pub use browser::open_page;
pub use listen::Server;

use crate::api::Limits;
use std::time::Duration;

/// What the server allows.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The limits of each request.
    pub limits: Limits,
    /// The number of searches that run concurrently.
    pub running: usize,
    /// The number of searches that may queue.
    pub waiting: usize,
    /// The address under which others reach the page: links that it copies begin with it.
    pub url: Option<String>,
    /// What clients may hold.
    pub clients: ClientLimits,
}

/// What clients may hold, beside their searches.
#[derive(Clone, Copy, Debug)]
pub struct ClientLimits {
    /// The number of open connections.
    pub connections: usize,
    /// The number of open connections from one address.
    pub connections_per_client: usize,
    /// A client that reads nothing of its answer for this long is disconnected.
    pub stall: Duration,
    /// The bytes of answers that clients have not read yet, of all clients together.
    pub unread: usize,
}

impl Default for ClientLimits {
    fn default() -> ClientLimits {
        ClientLimits {
            connections: 1024,
            connections_per_client: 256,
            stall: Duration::from_secs(20),
            unread: 64 << 20,
        }
    }
}

/// The longest body of a request.
const BODY_BYTES: usize = 256 << 10;
