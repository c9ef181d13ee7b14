//! Jobs of the sliding-tile puzzle that are too large for one thread, one process or one machine, on
//! [timely dataflow](timely).
//!
//! A job is run by a [`Crew`](crew::Crew): workers, which are threads of one process or of many that have found each other
//! ([`meet`]) and made sure that they are about the same ([`greet`]). Workers send each other letters through a
//! [`Channel`](channel::Channel).
//!
//! - A whole space falls into shares, a worker each, and is walked [level by level](levels); levels are [kept](keep).

pub mod channel;
pub mod coding;
pub mod crew;
pub mod files;
pub mod greet;
pub mod keep;
pub mod levels;
pub mod lost;
pub mod meet;
mod packet;

/// Somebody said that it is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;
