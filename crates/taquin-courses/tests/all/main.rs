//! Every integration test of the course programs, in one binary.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]

mod command_line;
#[path = "../../../../tests/shared/console.rs"]
mod console;
mod dependencies;
mod guide;
mod help;
mod nine;
mod npuzzle;
#[path = "../../../../tests/shared/programs.rs"]
mod programs;
mod puzzle;
