//! The program `taquin`: a thin shell around the library of that name. The course programs share parts of it.

pub mod args;
pub mod cmd;
pub mod exit;
pub mod input;
pub mod output;

use args::{Args, Command};
use clap::Parser;
use std::process::ExitCode;

/// Reads the command line, runs the command and turns what happened into an exit code.
pub fn main() -> ExitCode {
    let outcome = match &Args::parse().command {
        Command::Check(args) => cmd::check::run(args),
        Command::Convert(args) => cmd::convert::run(args),
    };
    exit::finish("taquin", outcome)
}
