//! The command line: the commands, and the options that several of them share.

pub(crate) mod help;
pub(crate) mod names;
pub(crate) mod number;
mod unquoted;

use crate::cmd;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use names::{NameParser, shape};
use number::{number, number_in};
use std::path::Path;
use std::time::Duration;
use taquin::Shape;
use taquin::notation::Dialect;
use taquin::search::Weight;
use taquin::solve::{Algorithm, SearchOptions};
use taquin::space::MoveOrder;
use taquin_app::exit::{Failure, say};
use taquin_app::input::ReadOptions;
use taquin_app::limits::{Limits, bytes, duration};
use taquin_app::plan::{
    AUTO, check_heuristic, check_weight, named_algorithm, named_heuristic, order, weight,
};

/// Solve, check and study sliding-tile puzzles: 8, 15 or 24 tiles, or any rectangle
#[derive(Debug, Parser)]
#[command(
    name = "taquin",
    version,
    after_help = "Results go to standard output, everything else to standard error.

Exit codes:
  0    yes, or solved
  1    no, or unsolvable
  2    invalid command line
  3    a limit was reached
  4    invalid input
  5    internal error, or output that cannot be written
  6    another process of a cluster job was lost
  130  interrupted"
)]
pub struct Args {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// Reads the command line; ends the program if it is not valid.
pub fn parse() -> Args {
    Args::try_parse()
        .or_else(with_quotes)
        .unwrap_or_else(|error| with_command(error).exit())
}

/// A board or a file where a command is expected: the error says which command takes it.
fn with_command(error: clap::Error) -> clap::Error {
    let word = std::env::args_os().nth(1);
    let word = word.as_ref().and_then(|word| word.to_str()).unwrap_or("");
    let is_board =
        word.starts_with(|c: char| c.is_ascii_digit() || c == '[') || word.contains(['/', '\n']);
    if error.kind() != ErrorKind::InvalidSubcommand || !(is_board || Path::new(word).exists()) {
        return error;
    }
    let message = format!("'{word}' is not a command; to solve it, use: taquin solve {word:?}");
    Args::command().error(ErrorKind::InvalidSubcommand, message)
}

/// The arguments with a board that was not quoted as one word, if that mends the error.
fn with_quotes(error: clap::Error) -> Result<Args, clap::Error> {
    if error.kind() != ErrorKind::UnknownArgument {
        return Err(error);
    }
    let words: Option<Vec<String>> = std::env::args_os()
        .map(|word| word.into_string().ok())
        .collect();
    let mended = words.and_then(|words| Args::try_parse_from(unquoted::joined(&words)?).ok());
    if mended.is_some() {
        say("taquin", cmd::UNQUOTED);
    }
    mended.ok_or(error)
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve boards
    Solve(cmd::solve::SolveArgs),
    /// Check whether a board can be solved, and explain why
    Check(cmd::check::CheckArgs),
    /// Print everything known about a board: estimates, distance, disorder, neighbours, twin
    Inspect(cmd::inspect::InspectArgs),
    /// Verify a solution, and find the moves that it wastes
    Verify(cmd::verify::VerifyArgs),
    /// Show the next moves of a board
    Hint(cmd::hint::HintArgs),
    /// Apply, undo, simplify, count and convert sequences of moves
    #[command(subcommand)]
    Moves(cmd::moves::MovesCommand),
    /// Generate random boards
    Generate(cmd::generate::GenerateArgs),
    /// Convert boards or moves to another notation
    Convert(cmd::convert::ConvertArgs),
    /// Write printable exercises with an answer key
    #[cfg(feature = "grade")]
    Worksheet(cmd::worksheet::WorksheetArgs),
    /// Write printable exercises with an answer key (not in this build)
    #[cfg(not(feature = "grade"))]
    #[command(hide = true)]
    Worksheet(cmd::omitted::OmittedArgs),
    /// Show a search step by step, with its queue
    Trace(cmd::trace::TraceArgs),
    /// Compare algorithms and heuristics on one board
    Compare(cmd::compare::CompareArgs),
    /// Test whether heuristics are admissible and consistent
    Audit(cmd::audit::AuditArgs),
    /// Draw every board within a few moves
    Tree(cmd::tree::TreeArgs),
    /// Count the boards of a shape by their distance from a goal
    Census(cmd::census::CensusArgs),
    /// Print the number of boards of a shape
    Count(cmd::count::CountArgs),
    /// List every board that can be reached from a board
    Reach(cmd::reach::ReachArgs),
    /// Mark programs for assignments
    #[cfg(feature = "grade")]
    Grade(cmd::grade::GradeArgs),
    /// Mark programs for assignments (not in this build)
    #[cfg(not(feature = "grade"))]
    #[command(hide = true)]
    Grade(cmd::omitted::OmittedArgs),
    /// Play in the terminal
    #[cfg(feature = "play")]
    Play(cmd::play::PlayArgs),
    /// Play in the terminal (not in this build)
    #[cfg(not(feature = "play"))]
    #[command(hide = true)]
    Play(cmd::omitted::OmittedArgs),
    /// Build, list, verify and remove pattern databases on disk
    #[command(subcommand)]
    Tables(cmd::tables::TablesCommand),
    /// Run jobs on several processes or machines
    #[cfg(feature = "cluster")]
    #[command(subcommand)]
    Cluster(cmd::cluster::ClusterCommand),
    /// Run jobs on several processes or machines (not in this build)
    #[cfg(not(feature = "cluster"))]
    #[command(hide = true)]
    Cluster(cmd::omitted::OmittedArgs),
    /// Measure speed on published boards
    Bench(cmd::bench::BenchArgs),
    /// Write the web page as a static site
    #[cfg(feature = "serve")]
    #[command(subcommand)]
    Page(cmd::page::PageCommand),
    /// Write the web page as a static site (not in this build)
    #[cfg(not(feature = "serve"))]
    #[command(hide = true)]
    Page(cmd::omitted::OmittedArgs),
    /// Serve a web page and an HTTP API
    #[cfg(feature = "serve")]
    Serve(cmd::serve::ServeArgs),
    /// Serve a web page and an HTTP API (not in this build)
    #[cfg(not(feature = "serve"))]
    #[command(hide = true)]
    Serve(cmd::omitted::OmittedArgs),
    /// Write shell completions
    Completions(cmd::about::CompletionsArgs),
    /// Write a manual page
    Man(cmd::about::ManArgs),
}

/// How several boards are read.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ReadArgs {
    #[command(flatten)]
    pub(crate) form: FormArgs,
    /// Read one board per line; skip empty lines and lines that start with #
    #[arg(long)]
    pub lines: bool,
}

/// How one board is read.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ReadOneArgs {
    #[command(flatten)]
    pub(crate) form: FormArgs,
    /// For commands with several boards; hidden in others, where it is an error or changes nothing
    #[arg(long, hide = true)]
    pub lines: bool,
}

/// The form of boards.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct FormArgs {
    /// Read boards in this notation only [default: detect it, and report it on standard error]
    #[arg(long = "as", value_name = "NOTATION", value_parser = NameParser::DIALECT)]
    pub dialect: Option<Dialect>,
    #[arg(long, value_name = "ROWSxCOLS", value_parser = shape, help = help::SHAPE)]
    pub(crate) shape: Option<Shape>,
}

impl FormArgs {
    const fn options(self, lines: bool) -> ReadOptions {
        ReadOptions {
            dialect: self.dialect,
            shape: self.shape,
            lines,
        }
    }
}

impl From<&ReadArgs> for ReadOptions {
    fn from(args: &ReadArgs) -> ReadOptions {
        args.form.options(args.lines)
    }
}

impl From<&ReadOneArgs> for ReadOptions {
    fn from(args: &ReadOneArgs) -> ReadOptions {
        args.form.options(args.lines)
    }
}

/// The goal to reach.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct GoalArgs {
    // Labels may begin with a hyphen, the blank.
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true, help = help::GOAL)]
    goal: Option<String>,
}

impl GoalArgs {
    /// The goal that was asked for.
    pub fn asked(&self) -> Option<&str> {
        self.goal.as_deref()
    }

    /// The goal, where there is no input.
    pub fn or_last(&self) -> &str {
        self.asked().unwrap_or("last")
    }
}

/// The goal of a command that reads no board.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ShapeGoalArgs {
    #[arg(long, value_name = "GOAL", help = help::GOAL_OF_SHAPE)]
    goal: Option<String>,
}

impl ShapeGoalArgs {
    /// The goal.
    pub fn or_last(&self) -> &str {
        self.goal.as_deref().unwrap_or("last")
    }
}

/// Options for limits.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct LimitArgs {
    #[command(flatten)]
    pub(crate) time: TimeArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

/// The time limit.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TimeArgs {
    #[arg(long, value_name = "TIME", value_parser = duration, help = help::TIME)]
    pub(crate) time: Option<Duration>,
}

/// The memory limit.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct MemoryArgs {
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = bytes, help = help::MEMORY)]
    pub(crate) memory: u64,
}

impl LimitArgs {
    /// The limits that the options set.
    pub const fn limits(&self) -> Limits {
        Limits {
            time: self.time.time,
            memory: self.memory.memory,
        }
    }
}

/// Options for the search.
#[derive(Clone, Debug, clap::Args)]
pub struct PlanArgs {
    #[arg(long, short, value_name = "NAME", default_value = "auto", value_parser = NameParser::ALGORITHM_OR_AUTO, help = help::ALGORITHM)]
    pub(crate) algorithm: String,
    #[arg(long, short = 'H', value_name = "NAME", default_value = "auto", value_parser = NameParser::HEURISTIC_OR_AUTO, help = help::HEURISTIC)]
    pub(crate) heuristic: String,
    #[command(flatten)]
    variant: VariantArgs,
    #[arg(long, value_name = "N", value_parser = number::<u32>(), help = help::MAX_LENGTH)]
    max_length: Option<u32>,
    #[command(flatten)]
    threads: ThreadArgs,
}

impl PlanArgs {
    /// An error for options without effect.
    pub fn check(&self) -> Result<(), Failure> {
        let algorithm: Option<Algorithm> = self.algorithm.parse().ok();
        self.variant.check(algorithm.as_slice())?;
        match algorithm {
            Some(algorithm) if self.heuristic != AUTO => check_heuristic(&[algorithm]),
            _ => Ok(()),
        }
    }

    /// The plan that the options make.
    pub fn plan(&self) -> SearchOptions {
        let mut options = SearchOptions::default();
        options.algorithm = named_algorithm(&self.algorithm, self.variant.weight());
        options.heuristic = named_heuristic(&self.heuristic);
        options.order = self.variant.order;
        options.max_length = self.max_length;
        options.threads = self.threads.count();
        options
    }
}

/// Options that change how an algorithm works.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct VariantArgs {
    #[arg(long, value_name = "WEIGHT", value_parser = weight, help = help::WEIGHT)]
    weight: Option<Weight>,
    #[arg(long, value_name = "ORDER", default_value = "UDLR", value_parser = order, help = help::ORDER)]
    pub(crate) order: MoveOrder,
}

impl VariantArgs {
    /// The weight of weighted A*.
    pub fn weight(self) -> Weight {
        self.weight.unwrap_or(Weight::DEFAULT)
    }

    /// An error for a weight that none of the algorithms uses.
    pub fn check(self, algorithms: &[Algorithm]) -> Result<(), Failure> {
        check_weight(self.weight, algorithms)
    }
}

/// The number of threads.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ThreadArgs {
    /// Use N threads; answers and counts are the same for any number [default: all cores]
    #[arg(long, value_name = "N", value_parser = number_in(1_u16..=512))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// The number from the option, or all cores.
    pub fn count(self) -> usize {
        self.threads
            .map_or_else(taquin_app::plan::threads, usize::from)
    }
}

#[cfg(test)]
mod tests;
