//! The queue of searches: some run, some wait, and further requests are rejected.

use crate::api::{ApiError, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

#[derive(Debug)]
pub(crate) struct Queue {
    permits: Arc<Semaphore>,
    running: usize,
    waiting: AtomicUsize,
    most_waiting: usize,
    timeout: Duration,
}

/// The permission to run a search, until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit(
    #[expect(dead_code, reason = "it has an effect when it is dropped")] OwnedSemaphorePermit,
);

/// Counts a waiting request, also if it is cancelled.
struct Waiter<'a>(&'a AtomicUsize);

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Queue {
    /// `timeout` is the longest that a request may wait.
    pub(crate) fn new(running: usize, most_waiting: usize, timeout: Duration) -> Queue {
        Queue {
            permits: Arc::new(Semaphore::new(running)),
            running,
            waiting: AtomicUsize::new(0),
            most_waiting,
            timeout,
        }
    }

    pub(crate) fn running(&self) -> usize {
        self.running - self.permits.available_permits()
    }

    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Waits for a permit, first come, first served.
    pub(crate) async fn enter(&self) -> Result<Permit, ApiError> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Ok(Permit(permit));
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiter = Waiter(&self.waiting);
        if before >= self.most_waiting {
            return Err(busy(format!(
                "the server is busy ({} running, {before} waiting); try again in a moment",
                self.running
            )));
        }
        let permit = Arc::clone(&self.permits).acquire_owned();
        match tokio::time::timeout(self.timeout, permit).await {
            Ok(Ok(permit)) => Ok(Permit(permit)),
            _ => Err(busy(
                "the request timed out in the queue; try again in a moment",
            )),
        }
    }
}

fn busy(errors: impl AsRef<str>) -> ApiError {
    ApiError::new(ErrorKind::Busy, errors)
}
