//! `puzzle`: reads a start and a goal from standard input and says whether one can be reached from the other.
//!
//! A course's assignment, to the letter: three lines on correct input and exit code 0; one line on standard output
//! and exit code 1 on incorrect input; a message on standard error and exit code 1 when a system call fails. All the
//! work is the board's.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use taquin::notation::read_pair;
use taquin::solvability::reachable;
use taquin_cli::input::read_all;

fn main() -> ExitCode {
    match read_stdin().and_then(|input| answer(&input)) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("puzzle: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(input: &[u8]) -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let pair = match read_pair(input) {
        Ok(pair) => pair,
        Err(errors) => {
            writeln!(out, "error: {}", errors.first())?;
            return Ok(ExitCode::FAILURE);
        }
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
    if stdin_was_closed() {
        return Err(io::Error::other("standard input is closed"));
    }
    read_all(io::stdin().lock()).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot read standard input: {error}"))
    })
}

/// Rust opens `/dev/null` for reading *and writing* in place of a closed standard input, which would pass for empty
/// input; nobody else opens it so for reading. Where there is no `/proc` an empty input is all that can be seen.
fn stdin_was_closed() -> bool {
    let is_null =
        fs::read_link("/proc/self/fd/0").is_ok_and(|path| path.as_os_str() == "/dev/null");
    let info = fs::read_to_string("/proc/self/fdinfo/0").unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    is_null && flags.is_some_and(|flags| flags.trim().ends_with('2'))
}
