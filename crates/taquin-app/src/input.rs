//! Where boards come from: arguments, files, standard input.

mod boards;
pub(crate) mod context;
#[cfg(feature = "csv")]
pub(crate) mod csv;
mod line_stream;
mod mistakes;
#[cfg(feature = "json")]
pub mod object;
mod refusal;
mod table;

pub(crate) use boards::has_prose;
pub use boards::{Boards, Found};
pub use mistakes::{GoalHint, unquoted};
pub use refusal::Refusal;

use crate::exit::{Failure, say};
use crate::option::{BoardNeeds, OptionError};
use crate::origin::Origin;
use crate::words::io_error;
use line_stream::LineStream;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use taquin::notation::{self, Dialect, ReadErrors, Reading};
use taquin::{Board, Goal, Labels, Metric, Shape};

/// The longest input: twice the largest board, with space for separators.
pub const MAX_BYTES: u64 = 512 << 20;

/// Reads to the end, but never more than [`MAX_BYTES`].
pub fn read_all(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        let message = format!(
            "the input is longer than {} MiB, which is too long for a board",
            MAX_BYTES >> 20
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// A text with a name for error messages.
#[derive(Debug)]
pub struct Source {
    /// The file's name, or a description.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Whether the argument itself is the text.
    inline: bool,
}

impl Source {
    /// A file, standard input for `-`, or else the argument itself.
    pub fn open(argument: &str) -> Result<Source, Failure> {
        if argument == "-" || Path::new(argument).exists() {
            return Source::open_file(argument);
        }
        Ok(Source::inline(argument))
    }

    /// The argument itself.
    pub fn inline(argument: &str) -> Source {
        Source {
            name: quoted(argument),
            bytes: argument.as_bytes().to_vec(),
            inline: true,
        }
    }

    /// A file, or standard input for `-`.
    pub fn open_file(argument: &str) -> Result<Source, Failure> {
        let source = |name: &str, bytes: io::Result<Vec<u8>>| match bytes {
            Ok(bytes) => Ok(Source {
                name: name.into(),
                bytes,
                inline: false,
            }),
            Err(error) => Err(Failure::BadInput(format!("{name}: {}", io_error(&error)))),
        };
        if argument == "-" {
            source("standard input", read_all(io::stdin().lock()))
        } else {
            source(argument, File::open(argument).and_then(read_all))
        }
    }

    /// Whether the argument itself is the text, and looks like the name of a file.
    pub fn is_missing_file(&self) -> bool {
        let is_name = |byte| matches!(byte, &b'.' | &b'/' | &b'\\');
        self.inline && self.bytes.iter().any(is_name)
    }

    /// The lines that contain boards, with their numbers.
    pub fn board_lines(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let lines = notation::lines(&self.bytes).into_iter();
        lines.map(|part| (part.line + 1, part.bytes))
    }

    /// The same as JSON Lines, if it is CSV.
    #[cfg(feature = "csv")]
    pub(crate) fn without_csv(mut self) -> Result<Source, (Source, Refusal)> {
        match csv::json_lines(&self.bytes) {
            Ok(None) => Ok(self),
            Ok(Some(lines)) => {
                self.bytes = lines;
                Ok(self)
            }
            Err((line, what)) => {
                let message = format!("{}:{line}: {what}", self.name);
                Err((self, Refusal::plain(message)))
            }
        }
    }

    fn refuse(&self, line: usize, errors: ReadErrors) -> Refusal {
        if self.inline {
            Refusal::of_argument(&self.name, &self.bytes, errors)
        } else {
            Refusal::of_text(&self.name, errors.below(line))
        }
    }
}

/// The beginning of an argument, quoted, as its name.
fn quoted(argument: &str) -> String {
    const SHOWN: usize = 40;
    let shown: String = argument
        .chars()
        .take(SHOWN)
        .flat_map(char::escape_debug)
        .collect();
    let more = if argument.chars().count() > SHOWN {
        "…"
    } else {
        ""
    };
    format!("\"{shown}{more}\"")
}

/// How boards are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// The notation; without it, the reader detects it and reports which one it is.
    pub dialect: Option<Dialect>,
    /// The board's shape, for notations that do not mark rows.
    pub shape: Option<Shape>,
    /// One board per line; empty lines and lines that begin with # are skipped.
    pub lines: bool,
}

/// Reads boards as the options say, and reports on stderr which notation it detected, each notation once.
#[derive(Debug)]
pub struct BoardReader {
    options: ReadOptions,
    reported: Vec<String>,
    /// The goal that was read last, with its argument: every board needs it again.
    goal: Option<(String, Board)>,
    stdin_was_read: bool,
    /// Where the only board comes from.
    origin: Origin,
    /// What counts as one move, if the only board says so.
    metric: Option<Metric>,
    /// Whether arguments come from another machine, and so never name files.
    is_remote: bool,
    is_quiet: bool,
}

impl BoardReader {
    /// A reader that has reported nothing yet.
    pub fn new(options: impl Into<ReadOptions>) -> BoardReader {
        BoardReader {
            options: options.into(),
            reported: Vec::new(),
            goal: None,
            stdin_was_read: false,
            origin: Origin::default(),
            metric: None,
            is_remote: false,
            is_quiet: false,
        }
    }

    /// A reader that reports nothing on stderr.
    pub fn quiet(options: impl Into<ReadOptions>) -> BoardReader {
        BoardReader {
            is_quiet: true,
            ..BoardReader::new(options)
        }
    }

    /// A reader with the same options that reports nothing on stderr.
    pub fn to_quiet(&self) -> BoardReader {
        BoardReader::quiet(self.options)
    }

    /// A reader for requests from other machines: an argument is always the text itself, and nothing is reported.
    pub fn remote(options: impl Into<ReadOptions>) -> BoardReader {
        BoardReader {
            is_remote: true,
            ..BoardReader::quiet(options)
        }
    }

    /// A file, standard input for `-` (once), or else the argument itself.
    pub fn open(&mut self, argument: &str) -> Result<Source, Failure> {
        if self.is_remote {
            return Ok(Source {
                name: quoted(argument),
                bytes: argument.as_bytes().to_vec(),
                inline: false,
            });
        }
        self.take_stdin(argument)?;
        Source::open(argument)
    }

    /// Every board of an argument, a file or standard input, in order, including those that cannot be read.
    ///
    /// Several boards may follow each other in any notation; JSON objects and tables have more than a board.
    /// With one board per line, files and standard input are read line by line.
    pub fn boards(&mut self, argument: &str) -> Result<Boards, Failure> {
        let is_stream = argument == "-" || Path::new(argument).is_file();
        if self.options.lines && !self.is_remote && is_stream {
            self.take_stdin(argument)?;
            return Boards::stream(LineStream::open(argument)?, self);
        }
        let source = self.open(argument)?;
        Ok(Boards::new(source, self))
    }

    fn take_stdin(&mut self, argument: &str) -> Result<(), Failure> {
        if argument == "-" && std::mem::replace(&mut self.stdin_was_read, true) {
            let message = "standard input (-) can be read only once";
            return Err(Failure::Usage(message.into()));
        }
        Ok(())
    }

    /// The boards of a text that the caller has read.
    pub fn boards_in(&mut self, name: &str, text: &str) -> Boards {
        let source = Source {
            name: name.into(),
            bytes: text.into(),
            inline: false,
        };
        Boards::new(source, self)
    }

    /// The board of a command that takes exactly one.
    pub fn only_board(&mut self, argument: &str) -> Result<Reading, Failure> {
        if self.options.lines {
            return Err(OptionError::Lines.into());
        }
        let source = self.open(argument)?;
        self.origin.source = if source.inline {
            "argument 1".into()
        } else {
            argument.into()
        };
        let found = self.one(source)?;
        self.origin.fields = found.fields;
        self.metric = found.metric;
        Ok(found.reading?)
    }

    /// Where the [only board](BoardReader::only_board) comes from.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Reports that the metric of the only board is not used, unless it is the default one.
    pub fn leave_metric(&mut self) {
        self.leave_metric_of(self.metric);
    }

    /// Reports that the metric of a board is not used, unless it is the default one.
    pub fn leave_metric_of(&mut self, metric: Option<Metric>) {
        if let Some(metric) = metric.filter(|&metric| metric != Metric::default()) {
            self.say(format!(
                "the metric {metric} of the input is not used here: a move is that of one tile"
            ));
        }
    }

    /// The one board of an argument.
    pub fn board(&mut self, argument: &str) -> Result<Reading, Failure> {
        let source = self.open(argument)?;
        Ok(self.one(source)?.reading?)
    }

    /// The one board of a source.
    fn one(&mut self, source: Source) -> Result<Found, Failure> {
        let name = source.name.clone();
        let mut boards = Boards::one(source, self);
        let first = boards.next(self);
        match (first, boards.next(self)) {
            (Some(_), Some(_)) => Err(Failure::BadInput(format!(
                "{name}: contains several boards, and only one is expected here"
            ))),
            (Some(found), None) => Ok(found),
            (None, _) => unreachable!("a source without a board is an error"),
        }
    }

    /// The one board in the text of a file that the caller reads.
    pub fn text(&mut self, file: &str, text: &str) -> Result<Reading, Failure> {
        self.line(file, 1, text)
    }

    /// The board in a line, counted from 1, of a file that the caller reads.
    pub fn line(&mut self, file: &str, line: usize, text: &str) -> Result<Reading, Failure> {
        let mut found = boards::of_part(self, file, line - 1, text.as_bytes(), None).into_iter();
        match found.next() {
            Some(found) => Ok(found.reading?),
            None => Err(Failure::BadInput(format!(
                "{file}:{line}: contains no board"
            ))),
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<Reading, ReadErrors> {
        let reading = self.read_only(bytes)?;
        if self.options.dialect.is_none() {
            self.report(&reading);
        }
        Ok(reading)
    }

    /// Reads without a report.
    fn read_only(&self, bytes: &[u8]) -> Result<Reading, ReadErrors> {
        match self.options.dialect {
            Some(dialect) => notation::read(bytes, dialect, self.options.shape),
            None => notation::read_any(bytes, self.options.shape),
        }
    }

    fn report(&mut self, reading: &Reading) {
        let after = match &reading.index {
            Some(_) if self.options.lines => " after an index".into(),
            Some(index) => format!(" after the index {index}"),
            None => String::new(),
        };
        let (dialect, shape) = (reading.dialect, reading.start.shape());
        // A course's own boards have nine labels.
        let is_guess = dialect == Dialect::Nine
            && self.options.shape.is_none()
            && shape.is_square()
            && shape.area() != 9;
        let unless = if is_guess {
            ", unless a shape is given"
        } else {
            ""
        };
        self.say(format!("read as {dialect}{after} ({shape}{unless})"));
    }

    /// Reports how something was read, once.
    fn say(&mut self, how: String) {
        if !self.is_quiet && !self.reported.contains(&how) {
            say("taquin", &how);
            self.reported.push(how);
        }
    }

    /// The requested goal, which replaces that in the text; or else the goal in the text, or else the default goal.
    pub fn goal_of(
        &mut self,
        asked: Option<&str>,
        shape: Shape,
        own: Option<Board>,
    ) -> Result<Board, Failure> {
        let asked = asked.map(|asked| self.asked_goal(asked)).transpose()?;
        if let (Some(asked), Some(own)) = (&asked, &own)
            && asked.board(shape) != *own
        {
            self.say("the goal in the input is replaced by the requested one".into());
        }
        Ok(goal_of(asked.as_ref(), shape, own))
    }

    /// The goal of that name, or the board in that argument, for a start of this shape.
    pub fn goal(&mut self, argument: &str, shape: Shape) -> Result<Board, Failure> {
        Ok(self.asked_goal(argument)?.board(shape))
    }

    /// The goal of that name, or the board in that argument.
    pub fn asked_goal(&mut self, argument: &str) -> Result<AskedGoal, Failure> {
        if let Ok(goal) = argument.parse() {
            return Ok(AskedGoal::Named(goal));
        }
        if let Some((known, board)) = &self.goal
            && known == argument
        {
            return Ok(AskedGoal::Board(board.clone()));
        }
        let with_names = |errors: String| {
            let names = Goal::ALL.map(Goal::name).join(", ");
            format!("{errors}\nthe goal must be one of {names}, or a board")
        };
        let reading = self.board(argument).map_err(|failure| match failure {
            Failure::BadInput(errors) => Failure::BadInput(with_names(errors)),
            Failure::Option(OptionError::Board {
                errors,
                needs: BoardNeeds::Shape,
            }) => {
                let (errors, needs) = (with_names(errors), BoardNeeds::Shape);
                OptionError::Board { errors, needs }.into()
            }
            failure => failure,
        })?;
        match reading.goal {
            Some(_) => Err(Failure::BadInput(format!(
                "{argument}: the goal must be one board, not two"
            ))),
            None => {
                self.goal = Some((argument.into(), reading.start.clone()));
                Ok(AskedGoal::Board(reading.start))
            }
        }
    }
}

/// A goal as requested.
#[derive(Clone, Debug)]
pub enum AskedGoal {
    /// By its name, for a board of any shape.
    Named(Goal),
    /// As a board.
    Board(Board),
}

impl AskedGoal {
    /// The goal for a start of this shape.
    pub fn board(&self, shape: Shape) -> Board {
        match self {
            AskedGoal::Named(goal) => goal.board(shape),
            AskedGoal::Board(board) => board.clone(),
        }
    }
}

/// The requested goal, or else the goal in the text, or else the default goal.
pub fn goal_of(asked: Option<&AskedGoal>, shape: Shape, own: Option<Board>) -> Board {
    match (asked, own) {
        (Some(asked), _) => asked.board(shape),
        (None, Some(goal)) => goal,
        (None, None) => Goal::Last.board(shape),
    }
}

/// The labels in an argument, a file or standard input.
pub fn labels(argument: &str, shape: Option<Shape>) -> Result<Labels, Failure> {
    let source = Source::open(argument)?;
    notation::read_labels_text(source.bytes.trim_ascii_end(), shape)
        .map_err(|errors| source.refuse(0, errors).into())
}

/// The labels in a line, counted from 1, of a file that the caller reads.
pub fn labels_in(
    file: &str,
    line: usize,
    text: &str,
    shape: Option<Shape>,
) -> Result<Labels, Failure> {
    notation::read_labels_text(text.as_bytes(), shape)
        .map_err(|errors| Refusal::of_text(file, errors.below(line - 1)).into())
}

/// The goal of this name, or the board of this shape in that argument.
pub fn goal_of_shape(argument: &str, shape: Shape) -> Result<Board, Failure> {
    let options = ReadOptions {
        shape: Some(shape),
        ..ReadOptions::default()
    };
    BoardReader::new(options).goal(argument, shape)
}
