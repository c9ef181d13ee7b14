//! What the commands take; each command's own options stand with the command.

use crate::cmd;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use std::ffi::OsStr;
use std::time::Duration;
use taquin::notation::{self, Dialect, MoveLetters};
use taquin::search::Weight;
use taquin::solve::SearchOptions;
use taquin::space::MoveOrder;
use taquin::{Algorithm, HeuristicKind, Metric, Shape};
use taquin_app::input::ReadOptions;
use taquin_app::limits::{Limits, bytes, duration};
use taquin_app::plan::{
    AUTO, algorithms, heuristics, named_algorithm, named_heuristic, order, weight,
};

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

/// Reads a name of an algorithm or a heuristic in any spelling, and lists the names in `--help`.
#[derive(Clone, Copy)]
pub struct NameParser {
    names: fn() -> Vec<&'static str>,
    canonical: fn(&str) -> Option<&'static str>,
    takes_auto: bool,
}

impl NameParser {
    /// Algorithms.
    pub const ALGORITHM: NameParser = NameParser {
        names: algorithms,
        canonical: |text| Some(text.parse::<Algorithm>().ok()?.name()),
        takes_auto: false,
    };
    /// Algorithms, and `auto`.
    pub const ALGORITHM_OR_AUTO: NameParser = NameParser {
        takes_auto: true,
        ..NameParser::ALGORITHM
    };
    /// Heuristics.
    pub const HEURISTIC: NameParser = NameParser {
        names: heuristics,
        canonical: |text| Some(text.parse::<HeuristicKind>().ok()?.name()),
        takes_auto: false,
    };
    /// Heuristics, and `auto`.
    pub const HEURISTIC_OR_AUTO: NameParser = NameParser {
        takes_auto: true,
        ..NameParser::HEURISTIC
    };

    fn listed(&self) -> PossibleValuesParser {
        let auto = self.takes_auto.then_some(AUTO);
        PossibleValuesParser::new(auto.into_iter().chain((self.names)()))
    }
}

impl TypedValueParser for NameParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let text = value.to_str().unwrap_or_default();
        match (self.canonical)(text) {
            Some(name) => Ok(name.into()),
            None if self.takes_auto && text.eq_ignore_ascii_case(AUTO) => Ok(AUTO.into()),
            None => self.listed().parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let auto = self.takes_auto.then_some(AUTO);
        let names = auto.into_iter().chain((self.names)());
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// Options for the search.
#[derive(Clone, Debug, clap::Args)]
pub struct PlanArgs {
    /// The search
    #[arg(long, short, default_value = "auto", value_parser = NameParser::ALGORITHM_OR_AUTO)]
    pub algorithm: String,
    /// The heuristic; auto takes the strongest for the board
    #[arg(long, short = 'H', default_value = "auto", value_parser = NameParser::HEURISTIC_OR_AUTO)]
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
    pub fn plan(&self) -> SearchOptions {
        let mut options = SearchOptions::default();
        options.algorithm = named_algorithm(&self.algorithm, self.weight);
        options.heuristic = named_heuristic(&self.heuristic);
        options.order = self.order;
        options.max_length = self.max_length;
        options.threads = self.threads.count();
        options
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
        .map_err(|_| "a shape is rows x columns, such as 3x4, with at most 16777216 cells".into())
}
