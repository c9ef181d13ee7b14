//! Marks programs for sliding-puzzle assignments, and makes worksheets with answer keys.
//!
//! Knows no argument parser and prints nothing: `taquin grade` and `taquin worksheet` do.
#![forbid(unsafe_code)]

pub mod worksheet;
