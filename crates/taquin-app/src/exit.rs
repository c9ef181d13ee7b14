//! How a program ends: exit codes, and the failures that lead to them.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// The exit codes of `taquin`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Yes, solved, done.
    Success = 0,
    /// No, unsolvable.
    No = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// A limit of time or memory was reached.
    Limit = 3,
    /// The input makes no sense.
    BadInput = 4,
    /// A bug, or output that could not be written.
    Internal = 5,
    /// Another process of a job on many is gone, or never came.
    Lost = 6,
    /// Ctrl-C.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command did not do what it was asked to; every line of it is for people.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line makes no sense.
    #[error("{0}")]
    Usage(String),
    /// The input makes no sense.
    #[error("{0}")]
    BadInput(String),
    /// The goal cannot be reached, so there is nothing to search.
    #[error("unsolvable: a search would never end (taquin check --explain says why)")]
    Unsolvable,
    /// It would take more than there is, or more than is allowed.
    #[error("{0}")]
    Limit(String),
    /// Nobody reads the output any more.
    #[error("the reader of the output went away")]
    BrokenPipe,
    /// The output could not be written.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
    /// A file could not be written.
    #[error("{0}")]
    Unwritable(String),
    /// Another process of a job on many is gone, or never came.
    #[error("{0}")]
    Lost(String),
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

impl From<io::Error> for Failure {
    /// All other input and output goes through [`crate::input`] and [`crate::store`], so this one is about standard output.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Output(error),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::from(io::Error::from(error))
    }
}

impl Failure {
    /// The exit code that it leads to.
    pub const fn exit(&self) -> Exit {
        match self {
            Failure::Unsolvable => Exit::No,
            Failure::Usage(_) => Exit::Usage,
            Failure::BadInput(_) => Exit::BadInput,
            Failure::Limit(_) => Exit::Limit,
            // `taquin … | head` is no mistake.
            Failure::BrokenPipe => Exit::Success,
            Failure::Output(_) | Failure::Unwritable(_) => Exit::Internal,
            Failure::Lost(_) => Exit::Lost,
            Failure::Interrupted => Exit::Interrupted,
        }
    }
}

/// Says on stderr what went wrong, if anything did, and gives the exit code.
pub fn finish(program: &str, outcome: Result<Exit, Failure>) -> ExitCode {
    let exit = outcome.unwrap_or_else(|failure| {
        if !matches!(failure, Failure::BrokenPipe) {
            failure
                .to_string()
                .lines()
                .for_each(|line| say(program, line));
        }
        failure.exit()
    });
    exit.into()
}

/// Says something on stderr. Where nobody listens there, that is no reason to fail.
pub fn say(program: &str, what: impl Display) {
    // In one piece, because other processes may say something to the same terminal.
    let _ = io::stderr().write_all(format!("{program}: {what}\n").as_bytes());
}
