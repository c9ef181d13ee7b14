//! Rejected options, as data: each front end writes their names in its own way.
//!
//! An [`OptionError`] knows the field names of options. Its `Display` writes them as fields (`` `max_length` ``), which is
//! how the HTTP API names them; the alternate form, `{error:#}`, writes them as on a command line (`--max-length`).
//! [`Failure`](crate::exit::Failure) passes the form on, so a front end chooses it once, where it prints failures.

use crate::words;
use std::fmt::{self, Display, Formatter};
use taquin::solve::{Algorithm, MAX_CELLS, OptionsError};
use taquin::{Metric, Shape};

/// The name of an option: `{}` writes it as a field, `{:#}` as on a command line.
///
/// ```
/// use taquin_app::option::OptionName;
/// let option = OptionName("max_length");
/// assert_eq!(format!("{option} {option:#}"), "`max_length` --max-length");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionName(pub &'static str);

impl Display for OptionName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            write!(f, "--{}", self.0.replace('_', "-"))
        } else {
            write!(f, "`{}`", self.0)
        }
    }
}

/// Why options are rejected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The library cannot run a search with these options.
    Search(#[from] OptionsError),
    /// An effort or a seed for an algorithm that terminates by itself.
    Effort {
        /// `effort` or `seed`.
        option: &'static str,
        /// The algorithm.
        algorithm: Algorithm,
    },
    /// The same for boards that are small enough to find a shortest solution.
    EffortSize {
        /// `effort` or `seed`.
        option: &'static str,
        /// The shape.
        shape: Shape,
    },
    /// A weight for algorithms without one.
    WeightUnused,
    /// A heuristic for an algorithm without one.
    HeuristicUnused(Algorithm),
    /// The value of an option is wrong.
    Value {
        /// The option.
        option: OptionName,
        /// What is wrong with its value.
        why: String,
    },
    /// One board per line, where one board is expected.
    Lines,
    /// A board that cannot be read without another option.
    Board {
        /// What is wrong with its text, one error per line.
        errors: String,
        /// What would help.
        needs: BoardNeeds,
    },
    /// A file that would be replaced.
    FileExists(String),
    /// Tile numbers without the board on which they move.
    NumbersWithoutBoard,
    /// A checkpoint of a search that has no pattern databases.
    Checkpoint(Shape),
    /// A metric for boards that are not chosen by their distance.
    MetricUnused,
    /// Boards with a single shortest solution, counted in slides.
    UniqueMetric,
    /// Boards with a single shortest solution that are too large.
    UniqueSize {
        /// The shape.
        shape: Shape,
        /// The most cells.
        most: usize,
    },
    /// The boards farthest from the goal, where they are not known.
    FarthestUnknown(Shape),
    /// A census that needs more memory than is allowed.
    CensusMemory(CensusMemory),
    /// A census for which the machine has less memory than is allowed.
    MachineMemory,
    /// Stored tables were requested, and some are missing.
    TablesMissing {
        /// Which, by the sizes of their groups.
        sizes: String,
        /// Where they were looked for.
        directory: String,
    },
}

/// The option that the reader of a board needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardNeeds {
    /// The shape: the rows are not marked, and the board is not square.
    Shape,
    /// The notation: the text is valid in several.
    Notation,
}

/// The memory for a census.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CensusMemory {
    /// The shape.
    pub shape: Shape,
    /// What counts as one move.
    pub metric: Metric,
    /// The approximate number of solvable boards of the shape.
    pub boards: f64,
    /// The number of bytes needed.
    pub needed: f64,
    /// The number of bytes allowed.
    pub allowed: u64,
    /// Whether the shape is so large that many machines should share the work.
    pub is_for_cluster: bool,
}

impl Display for OptionError {
    #[expect(clippy::too_many_lines, reason = "a table of messages")]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names = Names::of(f);
        match self {
            OptionError::Search(error) => names.search(f, error),
            OptionError::Effort { .. }
            | OptionError::EffortSize { .. }
            | OptionError::WeightUnused
            | OptionError::HeuristicUnused(_) => names.unused(f, self),
            OptionError::Value { option, why } => write!(f, "{}: {why}", names.before(*option)),
            OptionError::FarthestUnknown(shape) => {
                let hardest = names.before(OptionName("hardest"));
                write!(
                    f,
                    "{hardest}: the farthest {shape} boards from this goal are not known; they are known for up to 12 cells, \
                     and for 4×4 goals with the blank in a corner"
                )
            }
            OptionError::Lines => {
                write!(
                    f,
                    "{} works only in commands that take several boards",
                    names.of_field("lines")
                )
            }
            OptionError::Board { errors, needs } => match needs {
                BoardNeeds::Notation => {
                    write!(f, "{errors}; choose one with {}", names.of_field("as"))
                }
                BoardNeeds::Shape => write!(
                    f,
                    "{errors}\nfor other rectangles, mark the rows (1 2 3/4 5 0) or use {} ROWSxCOLS",
                    names.of_field("shape")
                ),
            },
            OptionError::FileExists(file) => {
                let force = names.of_field("force");
                write!(f, "{file} already exists; {force} replaces it")
            }
            OptionError::NumbersWithoutBoard => write!(
                f,
                "tile numbers depend on the board: add {} with the board on which the moves start",
                names.of_field("board")
            ),
            OptionError::Checkpoint(shape) => {
                let option = names.of_field("checkpoint");
                write!(
                    f,
                    "{option} supports only boards of 6 to 25 cells in two or more rows; this one is {shape}"
                )
            }
            OptionError::MetricUnused
            | OptionError::UniqueMetric
            | OptionError::UniqueSize { .. } => names.generate(f, self),
            OptionError::CensusMemory(memory) => names.census_memory(f, memory),
            OptionError::MachineMemory => {
                write!(
                    f,
                    "this machine has less memory than {} allows",
                    names.of_field("memory")
                )
            }
            OptionError::TablesMissing { sizes, directory } => {
                let cold = names.of_field("cold");
                write!(
                    f,
                    "the tables {sizes} are not all in {directory}: build them with `taquin tables build {sizes}`, or use {cold} to build them in memory"
                )
            }
        }
    }
}

/// How options are named.
#[derive(Clone, Copy)]
enum Names {
    Fields,
    Flags,
}

impl Names {
    /// The form that a format string asks for.
    fn of(f: &Formatter<'_>) -> Names {
        if f.alternate() {
            Names::Flags
        } else {
            Names::Fields
        }
    }

    fn of_field(self, field: &'static str) -> String {
        let option = OptionName(field);
        match self {
            Names::Fields => option.to_string(),
            Names::Flags => format!("{option:#}"),
        }
    }

    /// The name before a colon and what is wrong with its value.
    fn before(self, option: OptionName) -> String {
        match self {
            Names::Fields => option.0.into(),
            Names::Flags => format!("{option:#}"),
        }
    }

    fn of_fields<const N: usize>(self, fields: [&'static str; N]) -> [String; N] {
        fields.map(|field| self.of_field(field))
    }

    /// The name as the first word of a sentence about it: `max_length: …` or `--max-length …`.
    fn subject(self, option: &'static str) -> String {
        let option = self.before(OptionName(option));
        match self {
            Names::Fields => format!("{option}:"),
            Names::Flags => option,
        }
    }

    /// Options that the algorithm does not use.
    fn unused(self, f: &mut Formatter<'_>, error: &OptionError) -> fmt::Result {
        let [algorithm, time] = self.of_fields(["algorithm", "time"]);
        match error {
            OptionError::Effort {
                option,
                algorithm: used,
            } => write!(
                f,
                "{} works only with {algorithm} auto and beam, not with {used}: leave it out, or use {time}",
                self.subject(option)
            ),
            OptionError::EffortSize { option, shape } => write!(
                f,
                "{} has no effect on a {shape} board, where the search ends with a shortest solution: leave it out, or use {algorithm} beam",
                self.subject(option)
            ),
            OptionError::HeuristicUnused(used) => write!(
                f,
                "{} has no effect with {algorithm} {used}: leave it out, or choose another algorithm",
                self.subject("heuristic")
            ),
            _ => write!(
                f,
                "{} works only with {algorithm} weighted-astar",
                self.subject("weight")
            ),
        }
    }

    fn search(self, f: &mut Formatter<'_>, error: &OptionsError) -> fmt::Result {
        let [algorithm, all_optimal, max_length] =
            self.of_fields(["algorithm", "all_optimal", "max_length"]);
        match error {
            OptionsError::NotShortest { algorithm: used } => write!(
                f,
                "{all_optimal} needs a search that finds shortest solutions, and {used} does not; leave out {algorithm}, or use idastar"
            ),
            OptionsError::TooLarge { .. } => write!(
                f,
                "{error}; taquin solve without {algorithm} solves it line by line"
            ),
            OptionsError::NotStreamed { shape } => write!(
                f,
                "{all_optimal} and {max_length} support only boards of up to {MAX_CELLS} cells; this one is {shape}"
            ),
            error => write!(f, "{error}"),
        }
    }

    /// Options for boards to generate.
    fn generate(self, f: &mut Formatter<'_>, error: &OptionError) -> fmt::Result {
        let unique = self.subject("unique");
        match error {
            OptionError::UniqueSize { shape, most } => write!(
                f,
                "{unique} supports only boards of up to {most} cells; these are {shape}"
            ),
            OptionError::UniqueMetric => write!(
                f,
                "{unique} supports only the single-tile metric: leave out {}",
                self.of_field("metric")
            ),
            _ => {
                let [length, hardest, solve] =
                    self.of_fields(["optimal_length", "hardest", "solve"]);
                let metric = self.subject("metric");
                write!(f, "{metric} requires {length}, {hardest} or {solve}")
            }
        }
    }

    fn census_memory(self, f: &mut Formatter<'_>, memory: &CensusMemory) -> fmt::Result {
        let option = self.of_field("memory");
        let cluster = if memory.is_for_cluster {
            "; taquin cluster census divides the work among machines, or keeps it in files"
        } else {
            ""
        };
        write!(
            f,
            "{} has {} solvable boards, which take about {} of memory, and {option} allows {} (use {option} {} if this machine \
             has it{cluster})",
            memory.shape,
            words::large(memory.boards),
            words::bytes(memory.needed),
            words::bytes(memory.allowed as f64),
            enough(memory.needed)
        )
    }
}

/// A sufficient amount of memory, in the syntax of the option.
fn enough(bytes: f64) -> String {
    const MEGABYTE: f64 = (1 << 20) as f64;
    let megabytes = (bytes / MEGABYTE).ceil();
    if megabytes < 1024.0 {
        format!("{megabytes}M")
    } else {
        format!("{}G", (megabytes / 1024.0).ceil())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Failure;

    #[test]
    fn options_are_named_as_the_front_end_asks() {
        let failure = Failure::from(OptionError::MetricUnused);
        assert_eq!(
            failure.to_string(),
            "metric: requires `optimal_length`, `hardest` or `solve`"
        );
        assert_eq!(
            format!("{failure:#}"),
            "--metric requires --optimal-length, --hardest or --solve"
        );
        let error = OptionError::Value {
            option: OptionName("max_length"),
            why: "too small".into(),
        };
        assert_eq!(error.to_string(), "max_length: too small");
        assert_eq!(format!("{error:#}"), "--max-length: too small");
    }
}
