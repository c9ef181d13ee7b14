//! What the commands take; each command's own options stand with the command.

use crate::cmd;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use std::time::Duration;
use taquin::notation::{self, Dialect, MoveLetters};
use taquin::search::Weight;
use taquin::solve::Plan;
use taquin::space::MoveOrder;
use taquin::{Metric, Shape};
use taquin_app::input::ReadOptions;
use taquin_app::limits::{Limits, bytes, duration};
use taquin_app::plan::{ALGORITHMS, HEURISTICS, algorithm, estimate, order, weight};

/// The sliding-tile puzzle: 8, 15, 24 tiles, any rectangle.
#[derive(Debug, Parser)]
#[command(
    name = "taquin",
    version,
    after_help = "Exit codes: 0 yes or solved, 1 no or unsolvable, 2 usage, 3 a limit was reached, 4 bad input, \
                  5 internal error, \
                  6 another process of a job is gone, 130 interrupted.\nResults go to standard output, everything else to standard error."
)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve boards
    Solve(cmd::solve::SolveArgs),
    /// Can it be solved? And why, or why not?
    Check(cmd::check::CheckArgs),
    /// Is a solution right, is it shortest, and where were moves lost?
    Verify(cmd::verify::VerifyArgs),
    /// Make random boards
    Generate(cmd::generate::GenerateArgs),
    /// Write boards or moves in another notation
    Convert(cmd::convert::ConvertArgs),
    /// Show a search step by step, with what its queue holds
    Trace(cmd::trace::TraceArgs),
    /// Run searches and heuristics side by side on one board
    Compare(cmd::compare::CompareArgs),
    /// Is a heuristic admissible and consistent, and how good is it?
    Audit(cmd::audit::AuditArgs),
    /// Draw every board within a few moves
    Tree(cmd::tree::TreeArgs),
    /// Count all boards of a shape by their distance from a goal
    Census(cmd::census::CensusArgs),
    /// Say how many boards a shape has
    Count(cmd::count::CountArgs),
    /// List every board that can be reached from a board
    Reach(cmd::reach::ReachArgs),
    /// Play in the terminal
    Play(cmd::play::PlayArgs),
    /// Build, list, verify and remove pattern databases on disk
    #[command(subcommand)]
    Tables(cmd::tables::TablesCommand),
    /// Run jobs on many workers, processes and machines
    #[command(subcommand)]
    Cluster(cmd::cluster::ClusterCommand),
    /// Measure on published boards
    Bench(cmd::bench::BenchArgs),
    /// Show a page in the browser, and answer requests over HTTP
    Serve(cmd::serve::ServeArgs),
    /// Write completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
        /// The program: taquin, or a course program
        #[arg(default_value = "taquin", value_parser = cmd::about::programs())]
        program: String,
    },
    /// Write a manual page
    Man {
        /// The program: taquin, or a course program
        #[arg(default_value = "taquin", value_parser = cmd::about::programs())]
        program: String,
    },
}

/// How boards are read.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ReadArgs {
    /// Read this notation and no other; without it taquin finds out and says what it found
    #[arg(long = "as", value_name = "NOTATION", value_parser = dialect_parser())]
    pub dialect: Option<Dialect>,
    /// The board's shape (`3x4`: rows, columns), for notations that do not tell rows
    #[arg(long, value_parser = shape)]
    pub shape: Option<Shape>,
    /// Read one board a line; empty lines and lines that begin with # are skipped
    #[arg(long)]
    pub lines: bool,
}

impl From<&ReadArgs> for ReadOptions {
    fn from(args: &ReadArgs) -> ReadOptions {
        ReadOptions {
            dialect: args.dialect,
            shape: args.shape,
            lines: args.lines,
        }
    }
}

/// Options for limits.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct LimitArgs {
    /// Stop after this time (10s, 500ms, 2m, 1h) and say what is known; boards of more than 16 cells get shorter solutions
    /// until then, and with 0 the first one [default: none; 10s for those]
    #[arg(long, value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop when a search holds this much memory (500M, 2G) and say what is known
    #[arg(long, default_value = "2G", value_parser = bytes)]
    pub memory: u64,
}

impl LimitArgs {
    /// The limits that the options set.
    pub const fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            memory: self.memory,
        }
    }
}

/// Options for the search.
#[derive(Clone, Debug, clap::Args)]
pub struct PlanArgs {
    /// The search
    #[arg(long, short, default_value = "auto", value_parser = PossibleValuesParser::new(ALGORITHMS))]
    pub algorithm: String,
    /// The heuristic; auto takes the strongest for the board
    #[arg(long, short = 'H', default_value = "auto", value_parser = PossibleValuesParser::new(HEURISTICS))]
    pub heuristic: String,
    /// The weight of weighted-astar: solutions have at most this many times the shortest length
    #[arg(long, default_value = "2", value_parser = weight)]
    weight: Weight,
    /// The order in which tiles are tried, four letters
    #[arg(long, default_value = "UDLR", value_parser = order)]
    order: MoveOrder,
    /// Look for no longer solution
    #[arg(long, value_name = "N")]
    max_length: Option<u32>,
    #[command(flatten)]
    threads: ThreadArgs,
}

impl PlanArgs {
    /// The plan that the options make.
    pub fn plan(&self) -> Plan {
        Plan {
            algorithm: algorithm(&self.algorithm, self.weight),
            estimate: estimate(&self.heuristic),
            order: self.order,
            max_length: self.max_length,
            threads: self.threads.count(),
            ..Plan::default()
        }
    }
}

/// How many threads.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ThreadArgs {
    /// Threads for building tables and for searching with them; the answer and the counts are the same for any number
    /// [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// What was asked for, or all cores.
    pub fn count(self) -> usize {
        self.threads
            .map_or_else(taquin_app::plan::threads, usize::from)
    }
}

/// A notation by its name.
pub fn dialect_parser() -> impl TypedValueParser<Value = Dialect> {
    let names = Dialect::ALL.map(Dialect::name);
    PossibleValuesParser::new(names).map(|name| {
        let named = Dialect::ALL
            .into_iter()
            .find(|dialect| dialect.name() == name);
        named.expect("only names of dialects are possible")
    })
}

/// What letters of moves mean, by its name.
pub fn letters_parser() -> impl TypedValueParser<Value = MoveLetters> {
    PossibleValuesParser::new(["tile", "blank", "numbers"]).map(|name| match name.as_str() {
        "tile" => MoveLetters::Tile,
        "blank" => MoveLetters::Blank,
        _ => MoveLetters::Numbers,
    })
}

/// What counts as one move, by its name.
pub fn metric_parser() -> impl TypedValueParser<Value = Metric> {
    PossibleValuesParser::new(["stm", "mtm"]).map(|name| match name.as_str() {
        "mtm" => Metric::MultiTile,
        _ => Metric::SingleTile,
    })
}

/// A shape as rows and columns.
pub fn shape(text: &str) -> Result<Shape, String> {
    notation::read_shape(text)
        .ok_or_else(|| "a shape is rows x columns, such as 3x4, with at most 16777216 cells".into())
}
