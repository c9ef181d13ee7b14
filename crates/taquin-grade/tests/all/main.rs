//! Every integration test of the crate, in one binary: linking once is faster than linking one binary per file.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]
#![allow(clippy::too_many_lines, reason = "tests are tables of cases")]

mod common;
#[cfg(unix)]
mod formats;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod many;
#[cfg(unix)]
mod students;
mod suites;
mod worksheet;
