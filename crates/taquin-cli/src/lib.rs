//! The program `taquin`: arguments become calls of the library, and writers print the results.
//!
//! The features `play`, `serve`, `grade` and `cluster` are on by default; without one, its commands only give an error.

pub mod args;
pub mod cmd;

use args::Command;
use std::process::ExitCode;

/// Reads the command line, runs the command and returns its exit code.
pub fn main() -> ExitCode {
    let outcome = match &args::parse().command {
        Command::Solve(args) => cmd::solve::run(args),
        Command::Check(args) => cmd::check::run(args),
        Command::Inspect(args) => cmd::inspect::run(args),
        Command::Verify(args) => cmd::verify::run(args),
        Command::Hint(args) => cmd::hint::run(args),
        Command::Moves(command) => cmd::moves::run(command),
        Command::Generate(args) => cmd::generate::run(args),
        Command::Convert(args) => cmd::convert::run(args),
        #[cfg(feature = "grade")]
        Command::Worksheet(args) => cmd::worksheet::run(args),
        #[cfg(not(feature = "grade"))]
        Command::Worksheet(_) => cmd::omitted::run("grade"),
        Command::Trace(args) => cmd::trace::run(args),
        Command::Compare(args) => cmd::compare::run(args),
        Command::Audit(args) => cmd::audit::run(args),
        Command::Tree(args) => cmd::tree::run(args),
        Command::Census(args) => cmd::census::run(args),
        Command::Count(args) => cmd::count::run(args),
        Command::Reach(args) => cmd::reach::run(args),
        #[cfg(feature = "play")]
        Command::Play(args) => cmd::play::run(args),
        #[cfg(not(feature = "play"))]
        Command::Play(_) => cmd::omitted::run("play"),
        #[cfg(feature = "cluster")]
        Command::Cluster(command) => cmd::cluster::run(command),
        #[cfg(not(feature = "cluster"))]
        Command::Cluster(_) => cmd::omitted::run("cluster"),
        #[cfg(feature = "grade")]
        Command::Grade(args) => cmd::grade::run(args),
        #[cfg(not(feature = "grade"))]
        Command::Grade(_) => cmd::omitted::run("grade"),
        Command::Tables(command) => cmd::tables::run(command),
        Command::Bench(args) => cmd::bench::run(args),
        #[cfg(feature = "serve")]
        Command::Page(command) => cmd::page::run(command),
        #[cfg(not(feature = "serve"))]
        Command::Page(_) => cmd::omitted::run("serve"),
        #[cfg(feature = "serve")]
        Command::Serve(args) => cmd::serve::run(args),
        #[cfg(not(feature = "serve"))]
        Command::Serve(_) => cmd::omitted::run("serve"),
        Command::Completions(args) => cmd::about::completions(args),
        Command::Man(args) => cmd::about::man(args),
    };
    taquin_app::exit::finish("taquin", outcome)
}
