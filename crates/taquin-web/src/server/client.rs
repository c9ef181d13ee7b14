//! The connection between a search and the client that waits for its answer.

use super::response::to_json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use taquin_app::limits::{Client, Progress};
use tokio::sync::mpsc::Sender;

/// A flag that is raised once and seen by many threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flag(Arc<AtomicBool>);

impl Flag {
    pub(crate) fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Held as long as the client is connected; dropping it cancels the search.
#[derive(Debug, Default)]
pub(crate) struct Connected(Flag);

impl Connected {
    /// Raised when the client has disconnected.
    pub(crate) fn disconnected(&self) -> Flag {
        self.0.clone()
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// The client as a search sees it.
#[derive(Debug)]
pub(crate) struct HttpClient {
    pub(crate) disconnected: Flag,
    pub(crate) stopping: Flag,
    /// Where progress goes, if the client asked for it.
    pub(crate) events: Option<Sender<Vec<u8>>>,
}

impl Client for HttpClient {
    /// The client has disconnected, or the server is shutting down.
    fn is_gone(&self) -> bool {
        self.disconnected.is_raised() || self.stopping.is_raised()
    }

    /// A slow reader misses events, and does not slow down the search.
    fn tell(&self, progress: &Progress) {
        if let Some(events) = &self.events {
            let _ = events.try_send(to_json(progress));
        }
    }
}
