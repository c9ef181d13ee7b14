//! Every integration test of the course programs, in one binary.
#![allow(
    missing_docs,
    clippy::too_many_lines,
    clippy::unwrap_used,
    reason = "test code; long tests are tables of cases"
)]

mod command_line;
#[path = "../../../../tests/shared/console.rs"]
mod console;
mod dependencies;
mod examples;
mod grade;
mod guide;
mod help;
mod nine;
mod npuzzle;
#[path = "../../../../tests/shared/programs.rs"]
mod programs;
mod puzzle;
