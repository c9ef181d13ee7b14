//! Every integration test of the program, in one binary: linking once is faster than linking one binary per file.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]

mod about;
mod all_optimal;
mod audit;
mod bench;
mod census;
mod check;
mod checkpoint;
mod cluster;
mod cluster_cut;
mod cluster_deal;
mod cluster_lost;
mod cluster_refused;
mod cluster_stopped;
mod common;
mod generate;
mod large;
mod openapi;
mod pictures;
mod play;
mod readme;
mod serve;
mod serve_limits;
mod solve;
mod tables;
mod verify;
