//! How a program ends: exit codes, and the failures that lead to them.

use crate::option::OptionError;
use crate::words::io_error;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::process::ExitCode;
use taquin::solvability::ShapesDiffer;

/// The exit codes of `taquin`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Yes, solved, done.
    Success = 0,
    /// No, unsolvable.
    No = 1,
    /// The options are wrong.
    Usage = 2,
    /// A limit of time or memory was reached.
    Limit = 3,
    /// The input is wrong.
    BadInput = 4,
    /// A bug, or output that could not be written.
    Internal = 5,
    /// Another process of a distributed job is lost, or has never connected.
    Lost = 6,
    /// Ctrl-C.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why there is no answer. The text may have several lines.
///
/// `{failure}` names options as fields (`` `max_length` ``), `{failure:#}` as on a command line (`--max-length`).
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The arguments are wrong.
    #[error("{0}")]
    Usage(String),
    /// The options are wrong, and the text names some of them.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The input is wrong.
    #[error("{0}")]
    BadInput(String),
    /// The goal cannot be reached, so there is nothing to search.
    #[error(fmt = unsolvable)]
    Unsolvable,
    /// The same, and there are too many boards to show by a search that it never ends at the goal.
    #[error(fmt = unsolvable_and_large)]
    UnsolvableLarge {
        /// The number of boards that can be reached, in words.
        boards: String,
    },
    /// The same, and a search of all boards has shown it.
    #[error(fmt = exhausted)]
    Exhausted {
        /// What was to be done with the solution.
        what: String,
        /// The boards that were expanded.
        boards: u64,
    },
    /// It needs more time or memory than there is, or than is allowed.
    #[error("{0}")]
    Limit(String),
    /// The program that reads the output has ended.
    #[error("the output is closed")]
    BrokenPipe,
    /// The output could not be written.
    #[error("cannot write the output: {}", io_error(.0))]
    Output(io::Error),
    /// A file could not be written.
    #[error("{0}")]
    Unwritable(String),
    /// Another process of a distributed job is lost, or has never connected.
    #[error("{0}")]
    Lost(String),
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

fn unsolvable(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("unsolvable: no moves lead to the goal")?;
    if f.alternate() {
        f.write_str(" (taquin check --explain says why)")
    } else {
        Ok(())
    }
}

fn unsolvable_and_large(boards: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    unsolvable(f)?;
    write!(
        f,
        "; a search would end only after all {boards} that can be reached, which are too many to search"
    )
}

fn exhausted(what: &str, boards: &u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    unsolvable(f)?;
    write!(
        f,
        "; breadth-first search expanded all {boards} boards that can be reached, and there is nothing to {what}"
    )
}

impl From<io::Error> for Failure {
    /// Errors of files have their own messages, so this one is about standard output.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Output(error),
        }
    }
}

#[cfg(feature = "json")]
impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::from(io::Error::from(error))
    }
}

impl From<ShapesDiffer> for Failure {
    fn from(differ: ShapesDiffer) -> Failure {
        Failure::BadInput(differ.to_string())
    }
}

impl Failure {
    /// The exit code that it leads to.
    pub const fn exit(&self) -> Exit {
        match self {
            Failure::Unsolvable | Failure::UnsolvableLarge { .. } | Failure::Exhausted { .. } => {
                Exit::No
            }
            Failure::Option(OptionError::Board { .. }) => Exit::BadInput,
            Failure::Option(
                OptionError::CensusMemory(_)
                | OptionError::MachineMemory
                | OptionError::FarthestUnknown(_),
            ) => Exit::Limit,
            Failure::Usage(_) | Failure::Option(_) => Exit::Usage,
            Failure::BadInput(_) => Exit::BadInput,
            Failure::Limit(_) => Exit::Limit,
            // `taquin … | head` is not an error.
            Failure::BrokenPipe => Exit::Success,
            Failure::Output(_) | Failure::Unwritable(_) => Exit::Internal,
            Failure::Lost(_) => Exit::Lost,
            Failure::Interrupted => Exit::Interrupted,
        }
    }
}

/// Reports a failure on stderr and returns the exit code.
pub fn finish(program: &str, outcome: Result<Exit, Failure>) -> ExitCode {
    let exit = outcome.unwrap_or_else(|failure| {
        if !matches!(failure, Failure::BrokenPipe) {
            format!("{failure:#}")
                .lines()
                .for_each(|line| say(program, line));
        }
        failure.exit()
    });
    exit.into()
}

/// Writes a message to stderr. Failing to write it is not an error.
pub fn say(program: &str, what: impl Display) {
    // In one piece, because other processes may write to the same terminal.
    let _ = io::stderr().write_all(format!("{program}: {what}\n").as_bytes());
}
