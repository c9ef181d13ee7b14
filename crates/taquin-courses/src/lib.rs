//! The command lines of the course programs `puzzle`, `Nine` and `npuzzle`, as data.
//!
//! [`programs`] has one table per program. From it come the program's `--help`, the options that `npuzzle` accepts, and
//! what `taquin completions` and `taquin man` write. [`command_line`] is what reads such a table.

pub mod command_line;
pub mod programs;
