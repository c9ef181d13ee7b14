//! The program `taquin`: a thin shell around the library of that name.

pub mod args;
pub mod cmd;

use args::{Args, Command};
use clap::Parser;
use std::process::ExitCode;

/// Reads the command line, runs the command and turns what happened into an exit code.
pub fn main() -> ExitCode {
    let outcome = match &Args::parse().command {
        Command::Solve(args) => cmd::solve::run(args),
        Command::Check(args) => cmd::check::run(args),
        Command::Verify(args) => cmd::verify::run(args),
        Command::Generate(args) => cmd::generate::run(args),
        Command::Convert(args) => cmd::convert::run(args),
        Command::Trace(args) => cmd::trace::run(args),
        Command::Compare(args) => cmd::compare::run(args),
        Command::Audit(args) => cmd::audit::run(args),
        Command::Tree(args) => cmd::tree::run(args),
        Command::Census(args) => cmd::census::run(args),
        Command::Count(args) => cmd::count::run(args),
        Command::Reach(args) => cmd::reach::run(args),
        Command::Play(args) => cmd::play::run(args),
        Command::Cluster(command) => cmd::cluster::run(command),
        Command::Tables(command) => cmd::tables::run(command),
        Command::Bench(args) => cmd::bench::run(args),
        Command::Serve(args) => cmd::serve::run(args),
        Command::Completions { shell, program } => cmd::about::completions(*shell, program),
        Command::Man { program } => cmd::about::man(program),
    };
    taquin_app::exit::finish("taquin", outcome)
}
