//! `puzzle`: reads a start and a goal from standard input or a file and says whether the goal can be reached.
//!
//! The assignment: valid input gives three lines and exit code 0; invalid input gives one line on standard output and exit
//! code 1; a system call that fails gives a message on standard error and exit code 1.

#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::fmt::Display;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use taquin::notation::read_pair;
use taquin::solvability::reachable;
use taquin_app::exit::say;
use taquin_app::input::read_all;
use taquin_app::words::io_error;
use taquin_courses::programs::PUZZLE;

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        say("puzzle", io_error(&error));
        ExitCode::FAILURE
    })
}

fn run() -> io::Result<ExitCode> {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let words: Vec<&[u8]> = words.iter().map(|word| word.as_encoded_bytes()).collect();
    if let Some(text) = PUZZLE.only_text(&words) {
        io::stdout()
            .write_all(text.as_bytes())
            .map_err(unwritable)?;
        return Ok(ExitCode::SUCCESS);
    }
    let input = match &words[..] {
        [] | [b"-"] => read_stdin(),
        [file] => read_file(file),
        _ => return refuse("only one file can be read"),
    };
    match input {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => refuse(error),
        input => input.and_then(|input| answer(&input)),
    }
}

/// Invalid input gets one line.
fn refuse(why: impl Display) -> io::Result<ExitCode> {
    writeln!(io::stdout(), "error: {why}").map_err(unwritable)?;
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
    let written = writeln!(
        out,
        "start: {}\ngoal: {}\n{verdict}",
        pair.start_words, pair.goal_words
    );
    written.and_then(|()| out.flush()).map_err(unwritable)?;
    Ok(ExitCode::SUCCESS)
}

fn read_file(name: &[u8]) -> io::Result<Vec<u8>> {
    let name = String::from_utf8_lossy(name);
    let read = fs::File::open(&*name).and_then(read_all);
    read.map_err(|error| io::Error::new(error.kind(), format!("{name}: {}", io_error(&error))))
}

fn unwritable(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write the answer: {error}"))
}

fn read_stdin() -> io::Result<Vec<u8>> {
    if stdin_may_be_closed() {
        // Standard output gets the line that empty input gets.
        say("puzzle", "standard input seems to be closed");
    }
    read_all(io::stdin().lock()).map_err(|error| {
        let text = format!("cannot read standard input: {}", io_error(&error));
        io::Error::new(error.kind(), text)
    })
}

/// Rust opens `/dev/null` for reading *and writing* in place of a closed standard input, which looks like empty input. Some
/// programs open it in the same way for a child that should read nothing, and the two cases cannot be distinguished.
/// Without `/proc`, neither can be detected.
fn stdin_may_be_closed() -> bool {
    let is_null =
        fs::read_link("/proc/self/fd/0").is_ok_and(|path| path.as_os_str() == "/dev/null");
    let info = fs::read_to_string("/proc/self/fdinfo/0").unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    is_null && flags.is_some_and(|flags| flags.trim().ends_with('2'))
}
