//! `taquin cluster`: jobs for many workers, processes and machines.

mod batch;
mod census;
mod config;
mod needs;
mod shown;
mod solve;
mod tables;

use taquin_app::exit::{Exit, Failure};

/// What to do on many workers.
#[derive(Debug, clap::Subcommand)]
#[command(after_help = "Examples:
  taquin cluster census 3x4 --workers 2
  taquin cluster census 2x7 --processes 2 --checkpoint 2x7.levels
  taquin cluster census 2x7 --processes 2 --checkpoint 2x7.levels --resume
  taquin cluster tables 7-8 --processes 2
  taquin cluster solve board5x5.txt --processes 2 --checkpoint board5x5.search
  taquin cluster batch boards.txt --processes 2 > solutions.jsonl

On several machines: a file with one address a line (host:port), the same on all of them, and on each the same command with \
the number of its line, counted from 0:
  TAQUIN_CLUSTER_TOKEN=secret taquin cluster census 2x7 --hosts hosts.txt --process 0 --checkpoint levels

What goes over the network is neither encrypted nor signed: keep it inside a private network. docs/guide/cluster.md tells more.

Exit codes: 0 done, 3 a limit was reached, 6 another process of the job is gone, 130 after Ctrl-C; after any of these the same \
command with --resume goes on.")]
pub enum ClusterCommand {
    /// Count all boards of a shape by their distance from a goal
    Census(census::CensusArgs),
    /// Build what is missing of a partition's pattern databases
    Tables(tables::TablesArgs),
    /// Solve one board of up to 25 cells with a shortest solution
    Solve(solve::SolveArgs),
    /// Solve the boards of a file, one a line
    Batch(batch::BatchArgs),
}

/// What a process takes anyway, and what is on its way to its workers at most, about, in bytes.
fn messages(workers: usize) -> f64 {
    12e6 + 8e6 * workers as f64
}

/// Runs the command.
pub fn run(command: &ClusterCommand) -> Result<Exit, Failure> {
    match command {
        ClusterCommand::Census(args) => census::run(args),
        ClusterCommand::Tables(args) => tables::run(args),
        ClusterCommand::Solve(args) => solve::run(args),
        ClusterCommand::Batch(args) => batch::run(args),
    }
}
