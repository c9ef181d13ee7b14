//! The program `taquin`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    taquin_cli::main()
}
