//! One file per command, and what commands with several boards share.

pub mod about;
pub mod audit;
pub mod bench;
pub mod census;
pub mod check;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod compare;
pub mod convert;
pub mod count;
pub mod generate;
#[cfg(not(all(feature = "cluster", feature = "play", feature = "serve")))]
pub mod omitted;
#[cfg(feature = "play")]
pub mod play;
pub mod reach;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solve;
pub mod tables;
pub mod trace;
pub mod tree;
pub mod verify;

use crate::args::ReadArgs;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::vec;
use taquin::Board;
use taquin::notation::{self, Dialect, Reading};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::{BoardReader, Numbered};
use taquin_app::limits::is_interrupted;
use taquin_app::output::json;

/// One board of a command that takes several.
struct Item {
    /// Where it comes from.
    name: String,
    /// Whether there are more.
    is_one_of_many: bool,
    reading: Reading,
}

/// How a command reports boards that are not valid.
#[derive(Clone, Copy)]
struct Refusals {
    schema: &'static str,
    json: bool,
}

/// The boards of a command's arguments, in order, and the answers to them.
struct Batch<'a> {
    reader: BoardReader,
    out: BufWriter<StdoutLock<'static>>,
    refusals: Refusals,
    arguments: &'a [String],
    /// How many arguments have been read.
    read: usize,
    /// The boards of the argument that was read last.
    waiting: vec::IntoIter<Numbered>,
    /// Whether there is more than one board.
    is_many: bool,
    /// The worst exit code so far.
    exit: Exit,
}

impl<'a> Batch<'a> {
    fn new(read: &ReadArgs, arguments: &'a [String], refusals: Refusals) -> Batch<'a> {
        Batch {
            reader: BoardReader::new(read),
            out: BufWriter::new(io::stdout().lock()),
            refusals,
            arguments,
            read: 0,
            waiting: Vec::new().into_iter(),
            is_many: arguments.len() > 1,
            exit: Exit::Success,
        }
    }

    /// The next board; none after an interrupt. Boards that are not valid are reported and passed over.
    fn next(&mut self) -> Result<Option<Item>, Failure> {
        while self.exit != Exit::Interrupted {
            if let Some((line, reading)) = self.waiting.next() {
                match reading {
                    Ok(reading) => return Ok(Some(self.item(line, reading))),
                    Err(errors) => self.answered(Err(errors.into()))?,
                }
            } else if let Some(argument) = self.arguments.get(self.read) {
                self.read += 1;
                match self.reader.boards(argument) {
                    Ok(boards) => {
                        self.is_many |= boards.len() > 1;
                        self.waiting = boards.into_iter();
                    }
                    Err(failure) => self.answered(Err(failure))?,
                }
            } else {
                break;
            }
        }
        Ok(None)
    }

    fn item(&self, line: Option<usize>, reading: Reading) -> Item {
        let argument = &self.arguments[self.read - 1];
        Item {
            name: line.map_or_else(|| argument.clone(), |line| format!("{argument}:{line}")),
            is_one_of_many: self.is_many,
            reading,
        }
    }

    /// Takes the exit code of an answer; a board that could not be answered is reported.
    fn answered(&mut self, answer: Result<Exit, Failure>) -> Result<(), Failure> {
        let exit = answer.or_else(|failure| self.refusals.refuse(failure, &mut self.out))?;
        // A long batch shows each answer as soon as it is known.
        self.out.flush()?;
        self.exit = match is_interrupted() {
            true => Exit::Interrupted,
            false => self.exit.max(exit),
        };
        Ok(())
    }
}

/// The board in this notation; an error if the notation cannot write it.
fn written(board: &Board, dialect: Dialect) -> Result<String, Failure> {
    notation::write(board, dialect).map_err(|error| Failure::Usage(error.to_string()))
}

impl Refusals {
    /// Reports a board that is not valid; any other failure is returned.
    fn refuse(self, failure: Failure, out: &mut impl Write) -> Result<Exit, Failure> {
        let exit = failure.exit();
        if !matches!(exit, Exit::BadInput | Exit::Usage | Exit::No | Exit::Limit) {
            return Err(failure);
        }
        let messages: Vec<String> = format!("{failure:#}").lines().map(String::from).collect();
        messages
            .iter()
            .for_each(|message| taquin_app::exit::say("taquin", message));
        if self.json {
            let status = match exit {
                Exit::No => "unsolvable",
                Exit::Limit => "limit",
                _ => "bad-input",
            };
            json::line(out, &json::refused(self.schema, status, messages))?;
        }
        Ok(exit)
    }
}
