//! Every integration test of the app, in one binary.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]

mod architecture;
mod flow;
mod release;
