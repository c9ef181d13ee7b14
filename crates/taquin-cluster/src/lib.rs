//! Jobs for the sliding-tile puzzle that are too large for one thread, one process or one machine, on
//! [timely dataflow](timely).
//!
//! A job is run by [`Workers`](workers::Workers): the threads of one process, or of several processes that have connected
//! to each other ([`rendezvous`]) and verified that they run the same job ([`handshake`]). Workers send each other messages
//! through a [`Channel`].
//!
//! - A whole space is divided into shares, one per worker, and explored [level by level](levels); finished levels are
//!   written to [checkpoints].
//! - Independent tasks are distributed by a [`scheduler`]; finished tasks are written to a [journal].

pub mod batch;
pub mod census;
pub mod channel;
pub mod checkpoints;
pub mod handshake;
pub mod heartbeat;
mod job_header;
pub mod journal;
pub mod level_file;
pub mod levels;
pub mod lost;
pub mod memory;
mod packet;
pub mod rendezvous;
pub mod scheduler;
pub mod solve;
pub mod tables;
pub mod workers;

use channel::Channel;
use taquin_app::files;
use timely::worker::Worker;

/// A worker has requested that the job stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Why a job ended. All processes of a job agree on it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum JobEnd {
    /// Everything is done.
    Complete,
    /// A process was asked to stop.
    Stopped,
    /// The checkpoint or journal cannot be used.
    Refused(String),
    /// A worker could not continue.
    Failed(String),
    /// A worker did not get the memory for its share.
    NoMemory(String),
}

/// Waits until all workers have prepared something. Returns this worker's result if all have succeeded, and otherwise the
/// first failure and its process.
pub fn agree<T>(worker: &mut Worker, threads: usize, own: Result<T, String>) -> Result<T, String> {
    let failures = gather_failures(worker, own.as_ref().err().cloned());
    let failure = failures
        .into_iter()
        .enumerate()
        .find_map(|(worker, failure)| {
            failure.map(|failure| format!("process {}: {failure}", worker / threads))
        });
    match failure {
        Some(failure) => Err(failure),
        None => own,
    }
}

/// Not generic, so that its dataflow is compiled once.
fn gather_failures(worker: &mut Worker, own: Option<String>) -> Vec<Option<String>> {
    let mut channel: Channel<Option<String>> = Channel::new(worker, "agree");
    channel.gather(worker, own)
}
