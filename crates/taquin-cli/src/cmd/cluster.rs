//! `taquin cluster`: jobs for several workers, processes and machines.

mod batch;
mod census;
mod config;
mod job;
mod needs;
mod progress;
mod solve;
mod tables;

use taquin_app::exit::{Exit, Failure};

/// The jobs for several workers.
#[derive(Debug, clap::Subcommand)]
#[command(after_help = "Examples:
  taquin cluster census 3x4 --workers 2
  taquin cluster census 2x7 --processes 2 --checkpoint 2x7.levels
  taquin cluster census 2x7 --processes 2 --checkpoint 2x7.levels --resume
  taquin cluster tables 7-8 --processes 2
  taquin cluster solve board5x5.txt --processes 2 --checkpoint board5x5.search
  taquin cluster batch boards.txt --processes 2 > solutions.jsonl

On several machines: write a file with one host:port per line, copy it to all of them, and start the same command on each \
with its line number in the file, counted from 0:
  TAQUIN_CLUSTER_TOKEN=random_token taquin cluster census 2x7 --hosts hosts.txt --process 0 --checkpoint levels

Network traffic is neither encrypted nor signed: use a private network. See docs/guide/cluster.md.

Exit codes: 0 if the job is done, 3 if a limit was reached, 6 if another process of the job terminated, 130 after Ctrl-C. After 3, 6 and 130, the \
same command with --resume continues.")]
pub enum ClusterCommand {
    /// Count all boards of a shape by their distance from a goal
    Census(census::CensusArgs),
    /// Build the missing pattern databases of a partition
    Tables(tables::TablesArgs),
    /// Find a shortest solution of one board of up to 25 cells
    Solve(solve::SolveArgs),
    /// Solve the boards of a file, one per line
    Batch(batch::BatchArgs),
}

/// The memory of a process without its job, and of the messages in transit to its workers, approximately, in bytes.
fn message_bytes(workers: usize) -> f64 {
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
