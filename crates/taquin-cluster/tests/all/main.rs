//! Every integration test of the cluster crate, in one binary: linking once is faster than linking one binary per file.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]

mod batch;
mod channel;
mod checkpoints;
mod journal;
mod memory;
mod rendezvous;
mod scheduler;
mod solve;
