//! The boards of a source, one after the other.

#[cfg(feature = "json")]
use super::object;
use super::refusal::Refusal;
use super::table::Table;
use super::{BoardReader, Source};
use crate::words::many;
use std::collections::VecDeque;
use std::ops::Range;
use std::vec;
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
            fields: Vec::new(),
            reading,
        }
    }
}

/// The boards of a source in order. Each is read when it is its turn.
#[derive(Debug)]
pub struct Boards {
    source: Source,
    /// The lines before each part that is not read yet, and its bytes.
    parts: vec::IntoIter<(usize, Range<usize>)>,
    table: Option<Table>,
    /// Boards that have been read.
    waiting: VecDeque<Found>,
    is_many: bool,
    /// Whether no board has been found yet.
    is_empty: bool,
}

impl Boards {
    /// The boards of a source.
    pub(super) fn new(source: Source, reader: &mut BoardReader) -> Boards {
        if reader.options.lines {
            Boards::lines(source)
        } else {
            Boards::detect(source, reader, Wanted::All)
        }
    }

    /// The boards of a source that should have only one.
    pub(super) fn one(source: Source, reader: &mut BoardReader) -> Boards {
        Boards::detect(source, reader, Wanted::One)
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
            source,
            parts: Vec::new().into_iter(),
            table: None,
            waiting: VecDeque::new(),
            is_many: false,
            is_empty: true,
        }
    }

    /// Detects whether a source is one board or several.
    fn detect(source: Source, reader: &mut BoardReader, wanted: Wanted) -> Boards {
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
                reader.say(how(&source, sequence, parts.len()));
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
        boards.waiting.push_back(Found::new(reading));
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
            let numbered = found.iter_mut().filter(|_| self.is_many);
            numbered.for_each(|found| found.line = Some(line + 1));
            self.waiting = found.into();
        }
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
        reading.goal = row
            .goal
            .map(|goal| goal.board(shape))
            .or(reading.goal.take());
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
    found.length = row.and_then(|row| row.length);
    vec![found]
}

#[cfg(feature = "json")]
fn of_object(reader: &mut BoardReader, source: &str, line: usize, bytes: &[u8]) -> Vec<Found> {
    let fields = object::unknown_fields(bytes);
    let found = |reading| Found {
        fields: fields.clone(),
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
