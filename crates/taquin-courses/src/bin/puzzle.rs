//! `puzzle`: reads a start and a goal from standard input and says whether one can be reached from the other.
//!
//! A course's assignment, to the letter: three lines on correct input and exit code 0; one line on standard output
//! and exit code 1 on incorrect input; a message on standard error and exit code 1 when a system call fails. All the
//! work is the board's.

#![forbid(unsafe_code)]

use std::fmt::Display;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use taquin::notation::read_pair;
use taquin::solvability::reachable;
use taquin_app::exit::say;
use taquin_app::input::read_all;

fn main() -> ExitCode {
    let answered = match read_stdin() {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => refuse(error),
        read => read.and_then(|input| answer(&input)),
    };
    answered.unwrap_or_else(|error| {
        say("puzzle", error);
        ExitCode::FAILURE
    })
}

/// Incorrect input gets one line.
fn refuse(why: impl Display) -> io::Result<ExitCode> {
    writeln!(io::stdout(), "error: {why}")?;
    Ok(ExitCode::FAILURE)
}

fn answer(input: &[u8]) -> io::Result<ExitCode> {
    let pair = match read_pair(input) {
        Ok(pair) => pair,
        Err(errors) => return refuse(errors.first()),
    };
    let solvable = reachable(&pair.start, &pair.goal).expect("the boards of a pair have one shape");
    let verdict = if solvable { "solvable" } else { "unsolvable" };
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(
        out,
        "start: {}\ngoal: {}\n{verdict}",
        pair.start_words, pair.goal_words
    )?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn read_stdin() -> io::Result<Vec<u8>> {
    if stdin_may_be_closed() {
        // Standard output gets the line that empty input gets.
        say("puzzle", "standard input seems to be closed");
    }
    read_all(io::stdin().lock()).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot read standard input: {error}"))
    })
}

/// Rust opens `/dev/null` for reading *and writing* in place of a closed standard input, which would pass for empty
/// input. A few others open it so for a child that shall read nothing, and the two cannot be told apart; where there is
/// no `/proc`, neither can be seen.
fn stdin_may_be_closed() -> bool {
    let is_null =
        fs::read_link("/proc/self/fd/0").is_ok_and(|path| path.as_os_str() == "/dev/null");
    let info = fs::read_to_string("/proc/self/fdinfo/0").unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    is_null && flags.is_some_and(|flags| flags.trim().ends_with('2'))
}
