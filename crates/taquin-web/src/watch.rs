//! What a search is told from outside, and what it tells.

use crate::reply::to_json;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use taquin_app::limits::{Client, SoFar};
use tokio::sync::mpsc::Sender;

/// Something that happens once, and is seen by many.
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

/// Belongs to whoever waits for an answer; nobody waits when it is gone.
#[derive(Debug, Default)]
pub(crate) struct Presence(Flag);

impl Presence {
    /// Raised when nobody waits any more.
    pub(crate) fn gone(&self) -> Flag {
        self.0.clone()
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// The link between a search and whoever waits for it.
#[derive(Debug)]
pub struct Watch {
    pub(crate) gone: Flag,
    pub(crate) stopping: Flag,
    /// Where progress goes, if anybody wants to hear of it.
    pub(crate) events: Option<Sender<Vec<u8>>>,
}

impl Watch {
    /// Whether the search should end: nobody waits for it, or the server stops.
    pub fn is_over(&self) -> bool {
        self.gone.is_raised() || self.stopping.is_raised()
    }

    /// Says how it goes. Who reads slowly misses some of it; nobody waits for them.
    pub fn tell(&self, progress: &impl Serialize) {
        if let Some(events) = &self.events {
            let _ = events.try_send(to_json(progress));
        }
    }
}

impl Client for Watch {
    fn is_gone(&self) -> bool {
        self.is_over()
    }

    fn tell(&self, so_far: &SoFar) {
        Watch::tell(self, so_far);
    }
}
