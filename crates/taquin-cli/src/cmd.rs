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

use std::io::Write;
use taquin::Board;
use taquin::notation::{self, Dialect, Reading};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
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

/// Answers every board of the arguments in order. A board that is not valid is reported, and the next one is answered.
fn answer_each<W: Write>(
    reader: &mut BoardReader,
    arguments: &[String],
    refusals: Refusals,
    out: &mut W,
    mut answer: impl FnMut(&mut BoardReader, Item, &mut W) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let mut worst = Exit::Success;
    for argument in arguments {
        let readings = match reader.boards(argument) {
            Ok(readings) => readings,
            Err(failure) => {
                worst = worst.max(refusals.refuse(failure, out)?);
                continue;
            }
        };
        let is_one_of_many = arguments.len() > 1 || readings.len() > 1;
        for (line, reading) in readings {
            let name = line.map_or_else(|| argument.clone(), |line| format!("{argument}:{line}"));
            let answered = reading.map_err(Failure::from).and_then(|reading| {
                answer(
                    reader,
                    Item {
                        name,
                        is_one_of_many,
                        reading,
                    },
                    out,
                )
            });
            let exit = answered.or_else(|failure| refusals.refuse(failure, out))?;
            // A long batch shows each answer as soon as it is known.
            out.flush()?;
            worst = worst.max(exit);
            if exit == Exit::Interrupted || is_interrupted() {
                return Ok(Exit::Interrupted);
            }
        }
    }
    Ok(worst)
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
