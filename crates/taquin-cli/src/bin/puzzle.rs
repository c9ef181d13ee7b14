//! `puzzle`: reads a start and a goal from standard input and says whether one can be reached from the other.
//!
//! A course's assignment, to the letter: three lines on correct input and exit code 0; one line on standard output
//! and exit code 1 on incorrect input; a message on standard error and exit code 1 when a system call fails. All the
//! work is the board's.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use taquin::notation::read_pair;
use taquin::solvability::reachable;
use taquin_cli::exit::say;
use taquin_cli::input::read_all;

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
    let mut out = io::stdout().lock();
    let pair = match read_pair(input) {
        Ok(pair) => pair,
        Err(errors) => return refuse(errors.first()),
    };
    let solvable = reachable(&pair.start, &pair.goal).expect("the boards of a pair have one shape");
    let mut lines = input.split(|&byte| byte == b'\n');
    let mut echo = || joined(lines.next().unwrap_or_default());
    let (start, goal) = (echo(), echo());
    let verdict: &[u8] = if solvable {
        b"solvable\n"
    } else {
        b"unsolvable\n"
    };
    out.write_all(
        &[
            b"start: ",
            &start[..],
            b"\ngoal: ",
            &goal[..],
            b"\n",
            verdict,
        ]
        .concat(),
    )?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The words of a line with single spaces between them.
fn joined(line: &[u8]) -> Vec<u8> {
    let words = line
        .split(|&byte| matches!(byte, b' ' | b'\t'))
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(&b' ')
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
