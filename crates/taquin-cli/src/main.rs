//! The program `taquin`.

use std::process::ExitCode;

fn main() -> ExitCode {
    taquin_cli::main()
}
