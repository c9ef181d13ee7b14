//! `taquin completions` and `taquin man`: what the shell and the manual need to know.

use crate::args::Args;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io;
use taquin_app::exit::{Exit, Failure};

/// Writes completions for a shell.
pub fn completions(shell: Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "taquin", &mut script);
    io::Write::write_all(&mut io::stdout(), &script)?;
    Ok(Exit::Success)
}

/// Writes the manual page.
pub fn man() -> Result<Exit, Failure> {
    clap_mangen::Man::new(Args::command()).render(&mut io::stdout())?;
    Ok(Exit::Success)
}
