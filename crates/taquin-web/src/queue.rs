//! The queue of searches: some run, some wait, and whoever comes then is told to come again.

use crate::reply::{Kind, Refusal};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

#[derive(Debug)]
pub(crate) struct Queue {
    places: Arc<Semaphore>,
    running: usize,
    waiting: AtomicUsize,
    most_waiting: usize,
    /// Nobody waits longer.
    patience: Duration,
}

/// A place among the searches that run, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place(
    #[expect(dead_code, reason = "it is kept to be dropped")] OwnedSemaphorePermit,
);

/// Somebody who waits; also one who goes away has to be counted out.
struct Waiter<'a>(&'a AtomicUsize);

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Queue {
    pub(crate) fn new(running: usize, most_waiting: usize, patience: Duration) -> Queue {
        Queue {
            places: Arc::new(Semaphore::new(running)),
            running,
            waiting: AtomicUsize::new(0),
            most_waiting,
            patience,
        }
    }

    pub(crate) fn running(&self) -> usize {
        self.running - self.places.available_permits()
    }

    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// A place, at once or after some waiting, first come, first served.
    pub(crate) async fn enter(&self) -> Result<Place, Refusal> {
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            return Ok(Place(place));
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiter = Waiter(&self.waiting);
        if before >= self.most_waiting {
            return Err(busy(&format!(
                "{} searches run and {before} wait: try again in a moment",
                self.running
            )));
        }
        let place = Arc::clone(&self.places).acquire_owned();
        match tokio::time::timeout(self.patience, place).await {
            Ok(Ok(place)) => Ok(Place(place)),
            _ => Err(busy("other searches took too long: try again in a moment")),
        }
    }
}

fn busy(errors: &str) -> Refusal {
    Refusal::new(Kind::Busy, errors)
}
