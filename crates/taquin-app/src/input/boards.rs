//! The boards of a source, one after the other.

use super::context::{Context, is_note};
use super::line_stream::LineStream;
#[cfg(feature = "json")]
use super::object;
use super::refusal::Refusal;
use super::table::Table;
use super::{BoardReader, Source};
use crate::exit::Failure;
use crate::words::many;
use std::collections::VecDeque;
use std::ops::Range;
use std::vec;
use taquin::Metric;
use taquin::notation::{self, Dialect, Part, Reading, Sequence};

/// A board of a source, or the errors in it.
#[derive(Debug)]
pub struct Found {
    /// Its line, if the source has several boards.
    pub line: Option<usize>,
    /// The number of its instance, if a table or an index gives one.
    pub number: Option<u32>,
    /// Its shortest length, if a table gives it.
    pub length: Option<u32>,
    /// What counts as one move, if its object or its row says so.
    pub metric: Option<Metric>,
    /// What its object says beside what taquin understands: names, and values as JSON.
    pub fields: Vec<(String, String)>,
    /// The board or the errors.
    pub reading: Result<Reading, Refusal>,
}

impl Found {
    const fn new(reading: Result<Reading, Refusal>) -> Found {
        Found {
            line: None,
            number: None,
            length: None,
            metric: None,
            fields: Vec::new(),
            reading,
        }
    }

    /// Takes what the lines above it say; what its own text says comes first.
    fn take(&mut self, context: &Context, line: usize) {
        if let (Some(goal), Ok(reading)) = (context.goal(line), &mut self.reading) {
            let shape = reading.start.shape();
            reading.goal = reading.goal.take().or_else(|| Some(goal.board(shape)));
        }
        self.metric = self.metric.or(context.metric(line));
    }
}

/// The boards of a source in order. Each is read when it is its turn.
#[derive(Debug)]
pub struct Boards {
    source: Source,
    /// The lines that are not read yet, if they are read one by one.
    stream: Option<LineStream>,
    /// The lines before each part that is not read yet, and its bytes.
    parts: vec::IntoIter<(usize, Range<usize>)>,
    table: Option<Table>,
    /// What the lines around the boards say about them.
    context: Context,
    /// Boards that have been read.
    waiting: VecDeque<Found>,
    is_many: bool,
    /// Whether no board has been found yet.
    is_empty: bool,
}

impl Boards {
    /// The boards of a source.
    pub(super) fn new(source: Source, reader: &mut BoardReader) -> Boards {
        Boards::of_rows(source, reader).unwrap_or_else(|source| {
            if reader.options.lines {
                Boards::lines(source)
            } else {
                Boards::detect(source, reader, Wanted::All)
            }
        })
    }

    /// The boards of lines that are read one by one.
    #[cfg_attr(not(feature = "csv"), expect(unused_variables))]
    pub(super) fn stream(stream: LineStream, reader: &mut BoardReader) -> Result<Boards, Failure> {
        let name = stream.name().to_string();
        let source = |bytes| Source {
            name,
            bytes,
            inline: false,
        };
        #[cfg(feature = "csv")]
        if reader.options.dialect.is_none() && super::csv::delimiter(stream.head()).is_some() {
            return Ok(Boards::new(source(stream.into_bytes()?), reader));
        }
        Ok(Boards {
            table: Table::of(stream.head()),
            stream: Some(stream),
            is_many: true,
            ..Boards::empty(source(Vec::new()))
        })
    }

    /// Reads the boards of the next line that has any; false at the end of the lines.
    fn read_on(&mut self, reader: &mut BoardReader) -> bool {
        let Some(stream) = &mut self.stream else {
            return false;
        };
        let piece = match stream.next() {
            Ok(Some(piece)) => piece,
            Ok(None) => return false,
            Err(failure) => {
                self.stream = None;
                let refusal = Refusal::plain(failure.to_string());
                self.waiting.push_back(Found::new(Err(refusal)));
                return true;
            }
        };
        self.context.take(&piece.bytes, piece.line);
        for part in notation::lines(&piece.bytes) {
            let line = piece.line + part.line;
            let (name, table) = (&self.source.name, self.table.as_ref());
            let mut found = of_part(reader, name, line, part.bytes, table);
            for found in &mut found {
                found.line = Some(line + 1);
                found.take(&self.context, line);
            }
            self.waiting.extend(found);
        }
        true
    }

    /// The boards of a source that should have only one.
    pub(super) fn one(source: Source, reader: &mut BoardReader) -> Boards {
        Boards::of_rows(source, reader)
            .unwrap_or_else(|source| Boards::detect(source, reader, Wanted::One))
    }

    /// The boards of CSV, or else the source.
    #[cfg(feature = "csv")]
    fn of_rows(source: Source, reader: &BoardReader) -> Result<Boards, Source> {
        if reader.options.dialect.is_some() || super::csv::delimiter(&source.bytes).is_none() {
            return Err(source);
        }
        Ok(match source.without_csv() {
            Ok(source) => Boards::lines(source),
            Err((source, refusal)) => {
                let mut boards = Boards::empty(source);
                boards.waiting.push_back(Found::new(Err(refusal)));
                boards
            }
        })
    }

    /// Without the reader of CSV there is none.
    #[cfg(not(feature = "csv"))]
    const fn of_rows(source: Source, _: &BoardReader) -> Result<Boards, Source> {
        Err(source)
    }

    fn lines(source: Source) -> Boards {
        let parts = notation::lines(&source.bytes);
        let parts = ranges(&source, &parts);
        let table = Table::of(&source.bytes);
        Boards {
            parts,
            table,
            is_many: true,
            ..Boards::empty(source)
        }
    }

    fn empty(source: Source) -> Boards {
        Boards {
            context: Context::of(&source.bytes),
            source,
            stream: None,
            parts: Vec::new().into_iter(),
            table: None,
            waiting: VecDeque::new(),
            is_many: false,
            is_empty: true,
        }
    }

    /// Detects whether a source is one board or several.
    fn detect(mut source: Source, reader: &mut BoardReader, wanted: Wanted) -> Boards {
        let has_prose = reader.options.dialect.is_none() && has_prose(&source.bytes);
        if has_prose || has_notes(&source.bytes) {
            let context = Context::of(&source.bytes);
            source.bytes = boards_only(&source.bytes, has_prose);
            if source.bytes.trim_ascii().is_empty() {
                return Boards::empty(source);
            }
            let mut boards = Boards::detect(source, reader, wanted);
            let single = boards.waiting.iter_mut();
            single.for_each(|found| found.take(&context, usize::MAX));
            return Boards { context, ..boards };
        }
        if is_object(&source.bytes) && reader.options.dialect.is_none() {
            return Boards::objects(source);
        }
        let whole = reader.read_only(&source.bytes);
        let is_one = match (&whole, wanted) {
            (Ok(reading), Wanted::All) => {
                reader.options.dialect.is_some() || !is_two_lists(reading, &source.bytes)
            }
            (whole, _) => whole.is_ok(),
        };
        if !is_one && reader.options.dialect.is_none() && Table::of(&source.bytes).is_some() {
            return Boards::lines(source);
        }
        if !is_one {
            let skipped = figures_length(&source.bytes);
            let options = reader.options;
            let split = notation::split(&source.bytes[skipped..], options.dialect, options.shape);
            if let Some((sequence, parts)) = split {
                let lines = lines_in(&source.bytes[..skipped]);
                let parts: Vec<Part<'_>> = parts
                    .into_iter()
                    .map(|part| Part {
                        line: part.line + lines,
                        ..part
                    })
                    .collect();
                if parts.len() > 1 {
                    reader.say(how(&source, sequence, parts.len()));
                }
                return Boards {
                    parts: ranges(&source, &parts),
                    is_many: parts.len() > 1,
                    ..Boards::empty(source)
                };
            }
        }
        if let (Ok(reading), None) = (&whole, reader.options.dialect) {
            reader.report(reading);
        }
        let reading = whole.map_err(|errors| source.refuse(0, errors));
        let mut boards = Boards::empty(source);
        let mut found = Found::new(reading);
        found.take(&boards.context, usize::MAX);
        boards.waiting.push_back(found);
        boards
    }

    /// One object per line, or objects of several lines.
    fn objects(source: Source) -> Boards {
        let lines = notation::lines(&source.bytes);
        let values = if lines.iter().all(|line| is_object(line.bytes)) {
            None
        } else {
            notation::split(&source.bytes, Some(Dialect::Json), None)
        };
        let parts = values.map_or(lines, |(_, values)| values);
        Boards {
            is_many: parts.len() > 1,
            parts: ranges(&source, &parts),
            ..Boards::empty(source)
        }
    }

    /// Whether the source has several boards.
    pub const fn is_many(&self) -> bool {
        self.is_many
    }

    /// Whether the argument itself is the text.
    pub const fn is_inline(&self) -> bool {
        self.source.inline
    }

    /// The next board, or the errors in it. A source without a board is an error.
    pub fn next(&mut self, reader: &mut BoardReader) -> Option<Found> {
        while self.waiting.is_empty()
            && let Some((line, range)) = self.parts.next()
        {
            let bytes = &self.source.bytes[range];
            let mut found = of_part(reader, &self.source.name, line, bytes, self.table.as_ref());
            self.is_many |= found.len() > 1;
            for found in &mut found {
                found.line = self.is_many.then_some(line + 1);
                found.take(&self.context, line);
            }
            self.waiting = found.into();
        }
        while self.waiting.is_empty() && self.read_on(reader) {}
        let found = self.waiting.pop_front();
        if std::mem::replace(&mut self.is_empty, false) && found.is_none() {
            let message = format!("{}: contains no board", self.source.name);
            return Some(Found::new(Err(Refusal::plain(message))));
        }
        found
    }
}

/// How many boards a caller takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    One,
    All,
}

/// The boards in a part of a source: one, unless it is an object that has several or none.
pub(super) fn of_part(
    reader: &mut BoardReader,
    source: &str,
    line: usize,
    bytes: &[u8],
    table: Option<&Table>,
) -> Vec<Found> {
    #[cfg(feature = "json")]
    if reader.options.dialect.is_none() && object::is_object(bytes) {
        return of_object(reader, source, line, bytes);
    }
    let row = table.map(|table| table.row(bytes));
    let board = row.as_ref().map_or(bytes, |row| row.board);
    let reading = reader.read(board);
    let mut found =
        Found::new(reading.map_err(|errors| Refusal::of_text(source, errors.below(line))));
    if let (Some(row), Ok(reading)) = (&row, &mut found.reading) {
        let shape = reading.start.shape();
        let goal = row.goal.as_ref().map(|goal| goal.board(shape));
        reading.goal = goal.or(reading.goal.take());
        let id = row.id.map(|id| ("id".to_string(), json_of(id)));
        found.fields.extend(id);
    }
    let index = found
        .reading
        .as_ref()
        .ok()
        .and_then(|reading| reading.index.as_deref());
    let id = row.as_ref().map_or(index, |row| row.id);
    found.number = id.and_then(|id| id.parse().ok());
    found.metric = row.as_ref().and_then(|row| row.metric);
    found.length = row.and_then(|row| row.length);
    vec![found]
}

#[cfg(feature = "json")]
fn of_object(reader: &mut BoardReader, source: &str, line: usize, bytes: &[u8]) -> Vec<Found> {
    let fields = object::unknown_fields(bytes);
    let object::Figures {
        number,
        length,
        metric,
    } = object::figures(bytes);
    let found = |reading| Found {
        fields: fields.clone(),
        number,
        length,
        metric,
        ..Found::new(reading)
    };
    match object::boards(bytes, reader.options.shape) {
        Ok(readings) => readings.into_iter().map(Ok).map(found).collect(),
        Err(what) => vec![found(Err(Refusal::of_object(source, line, &what)))],
    }
}

#[cfg(feature = "json")]
fn is_object(bytes: &[u8]) -> bool {
    object::is_object(bytes)
}

/// Without the reader of objects there are none.
#[cfg(not(feature = "json"))]
const fn is_object(_: &[u8]) -> bool {
    false
}

/// A number as it is, any other text in quotation marks.
fn json_of(text: &str) -> String {
    match text.parse::<u32>() {
        Ok(number) => number.to_string(),
        Err(_) => format!("{text:?}"),
    }
}

fn ranges(source: &Source, parts: &[Part<'_>]) -> vec::IntoIter<(usize, Range<usize>)> {
    let base = source.bytes.as_ptr() as usize;
    let range = |part: &Part<'_>| {
        let start = part.bytes.as_ptr() as usize - base;
        (part.line, start..start + part.bytes.len())
    };
    parts.iter().map(range).collect::<Vec<_>>().into_iter()
}

fn how(source: &Source, sequence: Sequence, count: usize) -> String {
    let (name, boards) = (&source.name, many(count, "board"));
    match sequence {
        Sequence::Lines => format!("{name}: read as {boards}, one per line"),
        _ => format!("{name}: read as {boards}, one after the other"),
    }
}

/// Two lists with 0 for the blank are two boards where several are expected; start and goal have `b`.
fn is_two_lists(reading: &Reading, bytes: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
    reading.dialect == Dialect::Pair && bytes.iter().all(is_plain)
}

fn lines_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// How lines begin that solutions have beside their boards: those of `taquin solve --states`, of the `Solver` of the
/// Princeton course, and of the 42 school's N-puzzle.
const PROSE: &[&str] = &[
    "Algorithm: ",
    "Complexity in ",
    "Minimum number of moves = ",
    "Number of moves: ",
    "Sequence of states:",
    "algorithm: ",
    "command: ",
    "duplicates: ",
    "evaluated: ",
    "generated: ",
    "goal: ",
    "heuristic: ",
    "length: ",
    "metric: ",
    "moves are: ",
    "moves: ",
    "order: ",
    "peak bytes: ",
    "peak states: ",
    "reopened: ",
    "seconds: ",
    "selected: ",
    "start: ",
];

fn is_prose(line: &[u8]) -> bool {
    PROSE.iter().any(|begin| line.starts_with(begin.as_bytes()))
}

/// Whether a text contains lines that solutions have beside their boards.
pub(crate) fn has_prose(bytes: &[u8]) -> bool {
    bytes.split(|&byte| byte == b'\n').any(is_prose)
}

/// Whether a text that is not a table has comments that only name a goal or a metric.
fn has_notes(bytes: &[u8]) -> bool {
    bytes.split(|&byte| byte == b'\n').any(is_note) && Table::of(bytes).is_none()
}

/// The same lines, but those without boards are empty: figures of a census, comments of taquin, and prose if there is any.
/// If lines name the starts of solutions, these are the boards.
fn boards_only(bytes: &[u8], has_prose: bool) -> Vec<u8> {
    const START: &[u8] = b"start: ";
    let lines = || bytes.split(|&byte| byte == b'\n');
    let has_starts = has_prose && lines().any(|line| line.starts_with(START));
    let mut figures = lines_in(&bytes[..figures_length(bytes)]);
    let lines = lines().map(|line| match line.strip_prefix(START) {
        _ if figures > 0 => {
            figures -= 1;
            &[]
        }
        Some(start) if has_starts => start,
        None if !(has_starts || is_note(line) || has_prose && is_prose(line)) => line,
        _ => &[],
    });
    lines.collect::<Vec<_>>().join(&b'\n')
}

/// The length of the figures that `taquin census --list-farthest` prints before the boards.
fn figures_length(bytes: &[u8]) -> usize {
    if !bytes.starts_with(b"distance  ") {
        return 0;
    }
    let metric = bytes.windows(9).position(|window| window == b"\nmetric: ");
    let end = metric.and_then(|metric| {
        let rest = &bytes[metric + 1..];
        let end = rest.iter().position(|&byte| byte == b'\n')?;
        Some(metric + 1 + end + 1)
    });
    end.unwrap_or(0)
}
