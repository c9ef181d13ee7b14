//! Every integration test of the course programs, in one binary.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]

#[path = "../../../../tests/shared/console.rs"]
mod console;
mod guide;
mod nine;
mod npuzzle;
#[path = "../../../../tests/shared/programs.rs"]
mod programs;
mod puzzle;
