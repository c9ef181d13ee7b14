//! Every integration test of the program, in one binary: linking once is faster than linking one binary per file.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]

mod about;
mod all_optimal;
mod audit;
mod bench;
mod census;
mod check;
mod checkpoint;
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(feature = "cluster")]
mod cluster_cut;
#[cfg(feature = "cluster")]
mod cluster_deal;
#[cfg(feature = "cluster")]
mod cluster_lost;
#[cfg(feature = "cluster")]
mod cluster_refused;
#[cfg(feature = "cluster")]
mod cluster_stopped;
mod common;
mod generate;
mod large;
mod omitted;
#[cfg(feature = "serve")]
mod openapi;
mod pictures;
#[cfg(feature = "play")]
mod play;
mod readme;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "serve")]
mod serve_limits;
mod solve;
mod tables;
mod verify;
