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
#[cfg(feature = "grade")]
pub mod grade;
pub mod hint;
pub mod inspect;
pub mod moves;
#[cfg(not(all(
    feature = "cluster",
    feature = "grade",
    feature = "play",
    feature = "serve"
)))]
pub mod omitted;
#[cfg(feature = "serve")]
pub mod page;
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
#[cfg(feature = "grade")]
pub mod worksheet;

use crate::args::ReadArgs;
use std::io::{self, BufWriter, StdoutLock, Write};
use taquin::notation::{self, Dialect, Reading};
use taquin::{Board, Goal, Metric};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::input::{BoardReader, Boards, Found, GoalHint, unquoted};
use taquin_app::limits::is_interrupted;
use taquin_app::origin::Origin;
use taquin_app::output::csv::{Columns, Rows};
use taquin_app::output::json::{self, WithOrigin};
use taquin_app::output::text::BoardComments;
use taquin_app::words::many;

/// The note for a board without quotation marks.
pub(crate) const UNQUOTED: &str =
    "the arguments together are read as one board; quote a board that contains spaces";

/// One board of a command that takes several.
struct Item {
    /// Where it comes from.
    name: String,
    /// Whether there are more.
    is_one_of_many: bool,
    /// What counts as one move, if the input says so.
    metric: Option<Metric>,
    /// Whether an argument is the board itself.
    is_inline: bool,
    reading: Reading,
}

/// How a command reports boards that are not valid.
#[derive(Clone, Copy)]
struct Refusals {
    schema: &'static str,
    json: bool,
}

/// The boards of a command's arguments, in order, and the answers to them.
struct Batch {
    reader: BoardReader,
    out: WithOrigin<Rows<BufWriter<StdoutLock<'static>>>>,
    refusals: Refusals,
    arguments: Vec<String>,
    /// How many arguments have been read.
    read: usize,
    /// The boards of the argument that was read last.
    waiting: Option<Boards>,
    /// Whether there is more than one board.
    is_many: bool,
    /// Which other goal all boards have, if the default one is used.
    hint: Option<GoalHint>,
    /// What the text of the answers says about the boards in them.
    comments: BoardComments,
    /// The worst exit code so far.
    exit: Exit,
    errors: ErrorCount,
}

/// The errors of one input on stderr: the first few say enough.
#[derive(Default)]
struct ErrorCount {
    shown: usize,
    hidden: usize,
}

impl ErrorCount {
    /// No more are shown after this many, but all of the first board.
    const ENOUGH: usize = 5;

    fn say(&mut self, messages: &[String]) {
        let most = match self.shown {
            0 => messages.len(),
            shown => ErrorCount::ENOUGH.saturating_sub(shown),
        };
        let (shown, hidden) = messages.split_at(most.min(messages.len()));
        shown.iter().for_each(|message| say("taquin", message));
        self.shown += shown.len();
        self.hidden += hidden.len();
    }

    /// Says how many more there are, at the end of the input.
    fn finish(&mut self, input: &str) {
        let ErrorCount { hidden, .. } = std::mem::take(self);
        if hidden > 0 {
            let more = many(hidden, "more error");
            let input = if input == "-" {
                "standard input"
            } else {
                input
            };
            say("taquin", format_args!("{input}: and {more}"));
        }
    }
}

/// Standard output for answers, with their origins, as rows if there are columns.
fn answers(
    columns: Option<Columns>,
    refusals: Refusals,
) -> WithOrigin<Rows<BufWriter<StdoutLock<'static>>>> {
    let rows = Rows::new(BufWriter::new(io::stdout().lock()), columns);
    WithOrigin::new(rows, refusals.json)
}

impl Batch {
    fn new(read: &ReadArgs, arguments: &[String], refusals: Refusals) -> Batch {
        let arguments = match unquoted(arguments, read) {
            Some(board) => {
                say("taquin", UNQUOTED);
                vec![board]
            }
            None => arguments.to_vec(),
        };
        Batch {
            reader: BoardReader::new(read),
            out: answers(None, refusals),
            refusals,
            is_many: arguments.len() > 1,
            arguments,
            read: 0,
            waiting: None,
            hint: None,
            comments: BoardComments::default(),
            exit: Exit::Success,
            errors: ErrorCount::default(),
        }
    }

    /// Without a requested goal, a hint follows if all boards are unsolvable but would be solvable with another goal.
    fn with_goal(mut self, asked: Option<&str>) -> Batch {
        self.hint = asked.is_none().then(GoalHint::default);
        self
    }

    /// With columns, the objects are written as rows of CSV.
    fn with_columns(mut self, columns: Option<Columns>) -> Batch {
        self.out = answers(columns, self.refusals);
        self
    }

    /// The next board; none after an interrupt. Boards that are not valid are reported and passed over.
    fn next(&mut self) -> Result<Option<Item>, Failure> {
        while self.exit != Exit::Interrupted {
            if let Some(found) = self.next_found() {
                let origin = self.origin(&found);
                self.out.set(&origin)?;
                match found.reading {
                    Ok(reading) => return Ok(Some(self.item(found.line, found.metric, reading))),
                    Err(errors) => self.answered(Err(errors.into()))?,
                }
            } else if let Some(argument) = self.arguments.get(self.read).cloned() {
                self.finish_errors();
                self.read += 1;
                self.out.set(&Origin {
                    source: argument.clone(),
                    ..Origin::default()
                })?;
                match self.reader.boards(&argument) {
                    Ok(boards) => {
                        self.is_many |= boards.is_many();
                        self.waiting = Some(boards);
                    }
                    Err(failure) => self.answered(Err(failure))?,
                }
            } else {
                break;
            }
        }
        self.finish_errors();
        if let Some(goal) = self.hint.take().and_then(GoalHint::goal) {
            say_other_goal(goal);
        }
        Ok(None)
    }

    /// Says how many errors of the argument that was read last are not shown.
    fn finish_errors(&mut self) {
        if let Some(last) = self.read.checked_sub(1) {
            self.errors.finish(&self.arguments[last]);
        }
    }

    fn next_found(&mut self) -> Option<Found> {
        let boards = self.waiting.as_mut()?;
        let found = boards.next(&mut self.reader);
        self.is_many |= boards.is_many();
        found
    }

    fn item(&mut self, line: Option<usize>, metric: Option<Metric>, reading: Reading) -> Item {
        if let Some(hint) = &mut self.hint {
            hint.take(&reading);
        }
        let argument = &self.arguments[self.read - 1];
        Item {
            name: line.map_or_else(|| argument.clone(), |line| format!("{argument}:{line}")),
            is_one_of_many: self.is_many,
            metric,
            is_inline: self.waiting.as_ref().is_some_and(Boards::is_inline),
            reading,
        }
    }

    /// The file with the line, or the number of an argument that is a board.
    fn origin(&self, found: &Found) -> Origin {
        let argument = &self.arguments[self.read - 1];
        let is_text = self.waiting.as_ref().is_some_and(Boards::is_inline);
        let source = match (is_text, found.line) {
            (true, Some(line)) => format!("argument {}:{line}", self.read),
            (true, None) => format!("argument {}", self.read),
            (false, Some(line)) => format!("{argument}:{line}"),
            (false, None) => argument.clone(),
        };
        Origin {
            source,
            fields: found.fields.clone(),
        }
    }

    /// Takes the exit code of an answer; a board that could not be answered is reported.
    fn answered(&mut self, answer: Result<Exit, Failure>) -> Result<(), Failure> {
        let (out, errors) = (&mut self.out, &mut self.errors);
        let exit = answer.or_else(|failure| self.refusals.refuse_one(failure, out, errors))?;
        // A long batch shows each answer as soon as it is known.
        self.out.flush()?;
        self.exit = if is_interrupted() {
            Exit::Interrupted
        } else {
            self.exit.max(exit)
        };
        Ok(())
    }
}

fn say_other_goal(goal: Goal) {
    let goal = goal.name();
    let what = format_args!("none of the boards is solvable, but all are with --goal {goal}");
    say("taquin", what);
}

/// The board in this notation, with its goal if the notation has one; an error if the notation cannot write it.
fn written(board: &Board, goal: &Board, dialect: Dialect) -> Result<String, Failure> {
    let write =
        |board| notation::write(board, dialect).map_err(|error| Failure::Usage(error.to_string()));
    let mut text = write(board)?;
    if dialect == Dialect::Pair {
        text += &write(goal)?;
    }
    Ok(text)
}

impl Refusals {
    /// Reports a board that is not valid; any other failure is returned.
    fn refuse(self, failure: Failure, out: &mut impl Write) -> Result<Exit, Failure> {
        self.refuse_one(failure, out, &mut ErrorCount::default())
    }

    /// The same for one of several boards of an input.
    fn refuse_one(
        self,
        failure: Failure,
        out: &mut impl Write,
        errors: &mut ErrorCount,
    ) -> Result<Exit, Failure> {
        let exit = failure.exit();
        if !matches!(exit, Exit::BadInput | Exit::Usage | Exit::No | Exit::Limit) {
            return Err(failure);
        }
        let messages: Vec<String> = format!("{failure:#}").lines().map(String::from).collect();
        errors.say(&messages);
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
