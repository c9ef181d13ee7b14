//! Jobs of the sliding-tile puzzle that are too large for one thread, one process or one machine, on
//! [timely dataflow](timely).
//!
//! A job is run by a [`Crew`](crew::Crew): workers, which are threads of one process or of many that have found each other
//! ([`meet`]) and made sure that they are about the same ([`greet`]). Workers send each other letters through a
//! [`Channel`].
//!
//! - A whole space falls into shares, a worker each, and is walked [level by level](levels); levels are [kept](keep).
//! - Tasks that know nothing of each other are [dealt out](deal); those that are done are in a [journal].

pub mod batch;
pub mod census;
pub mod channel;
pub mod checkpoints;
pub mod coding;
pub mod crew;
pub mod deal;
pub mod handshake;
mod job;
pub mod journal;
pub mod levels;
pub mod lost;
pub mod memory;
mod packet;
pub mod rendezvous;
pub mod solve;
pub mod tables;

use channel::Channel;
use taquin_app::files;
use timely::worker::Worker;

/// Somebody said that it is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Hears whether all workers have what they need; gives this one's if so, and else what is missing, and where.
pub fn agree<T>(worker: &mut Worker, threads: usize, own: Result<T, String>) -> Result<T, String> {
    let mut channel: Channel<Option<String>> = Channel::new(worker, "agree");
    let failures = channel.gather(worker, own.as_ref().err().cloned());
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
