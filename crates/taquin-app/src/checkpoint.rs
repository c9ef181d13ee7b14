//! The progress of a long search, in a small text file.
//!
//! One key and one value per line, always in the same order: what is searched for, the progress, the iterations so far
//! (bound, boards expanded, boards generated, seconds, views), and a checksum. A file
//! belongs to one board, goal, order of moves, partition of the tiles and version of the program.

use crate::exit::{Failure, say};
use crate::files;
use crate::limits::{Iteration, Iterations};
use crate::option::OptionError;
use crate::words::{self, io_error, many};
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use taquin::notation;
use taquin::pdb::engine::{EngineProgress, PROGRESS_VERSION, Views};
use taquin::search::Stats;
use taquin::solve::{TableSize, Tables};
use taquin::space::MoveOrder;
use taquin::{Board, Problem};

/// The first line.
const HEAD: &str = "taquin checkpoint 1";
/// How often the file is written while the search runs.
const EVERY: Duration = Duration::from_secs(30);
/// The longest file that is read.
const MAX_BYTES: u64 = 1 << 15;
/// The keys for what is searched for.
const SUBJECT: [&str; 5] = ["program", "start", "goal", "order", "groups"];
/// The keys for the progress.
const NUMBERS: [&str; 11] = [
    "bound",
    "tasks",
    "selected",
    "generated",
    "reopened",
    "duplicates",
    "peak-states",
    "peak-bytes",
    "generated-in-round",
    "generated-in-round-before",
    "views",
];

/// The key for one of the iterations.
const ITERATION: &str = "iteration";

/// The file of one search.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    subject: [String; SUBJECT.len()],
    size: TableSize,
    /// Where to continue.
    progress: EngineProgress,
    iterations: Vec<Iteration>,
    written: Instant,
}

/// The content of a file.
struct Text {
    subject: [String; SUBJECT.len()],
    progress: EngineProgress,
    iterations: Vec<Iteration>,
}

impl Checkpoint {
    /// The checkpoint in the file, which must belong to this search, or a new one if there is no file. A new one uses the
    /// largest tables that are available.
    pub fn open(
        path: &Path,
        problem: &Problem,
        order: MoveOrder,
        tables: &Tables,
    ) -> Result<Checkpoint, Failure> {
        let found = read(path)?;
        let goal = problem.goal();
        let size = match &found {
            Some(text) if Some(&text.subject[4]) == groups(goal, TableSize::Large).as_ref() => {
                TableSize::Large
            }
            Some(_) => TableSize::Small,
            None => tables.largest(goal),
        };
        let groups = groups(goal, size).ok_or(OptionError::Checkpoint(goal.shape()))?;
        let subject = [
            format!("{}.{PROGRESS_VERSION}", env!("CARGO_PKG_VERSION")),
            notation::slashes(problem.start()),
            notation::slashes(goal),
            words::order(order),
            groups,
        ];
        let mut checkpoint = Checkpoint {
            path: path.into(),
            subject,
            size,
            progress: EngineProgress::default(),
            iterations: Vec::new(),
            written: Instant::now(),
        };
        match found {
            Some(text) => checkpoint.take(text)?,
            // A file that cannot be written is reported now rather than after an hour.
            None => checkpoint.write()?,
        }
        Ok(checkpoint)
    }

    /// Continues from the content of a file, if it belongs to the same search.
    fn take(&mut self, text: Text) -> Result<(), Failure> {
        let mut pairs = SUBJECT.iter().zip(self.subject.iter().zip(&text.subject));
        if let Some((word, (ours, theirs))) = pairs.find(|(_, (ours, theirs))| ours != theirs) {
            return Err(refuse(
                &self.path,
                format_args!("belongs to another search: its {word} is {theirs}, not {ours}"),
            ));
        }
        self.progress = text.progress;
        self.iterations = text.iterations;
        let generated = many(self.progress.stats.generated, "board");
        let bound = many(self.progress.bound, "move");
        let path = self.path.display();
        let from = format_args!("continuing from {path}: at least {bound}, {generated} generated");
        say("taquin", from);
        Ok(())
    }

    /// The tables of the search.
    pub const fn size(&self) -> TableSize {
        self.size
    }

    /// Where to continue.
    pub const fn progress(&self) -> EngineProgress {
        self.progress
    }

    /// The iterations up to there; the last one may be unfinished.
    pub fn iterations(&self) -> &[Iteration] {
        &self.iterations
    }

    /// Records the progress. If the file cannot be written, that is reported, and the next attempt is made later.
    pub fn note(&mut self, progress: &EngineProgress, iterations: &Iterations) {
        self.progress = *progress;
        self.iterations = iterations.up_to(&progress.stats);
        if self.written.elapsed() >= EVERY
            && let Err(failure) = self.write()
        {
            say("taquin", failure);
            self.written = Instant::now();
        }
    }

    /// Writes the file.
    pub fn write(&mut self) -> Result<(), Failure> {
        let text = self.text();
        let written = files::replace(&self.path, |file| file.write_all(text.as_bytes()));
        self.written = Instant::now();
        written.map_err(|error| {
            let path = self.path.display();
            Failure::Unwritable(format!(
                "{path}: the checkpoint cannot be written: {}",
                io_error(&error)
            ))
        })
    }

    /// To be called when the answer has been printed. Removes the file if the board is solved, and writes it otherwise.
    pub fn finish(mut self, is_solved: bool) -> Result<(), Failure> {
        if !is_solved {
            return self.write();
        }
        let path = self.path.display();
        match fs::remove_file(&self.path) {
            Ok(()) => say("taquin", format_args!("solved: {path} was removed")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => say(
                "taquin",
                format_args!("solved, but {path} cannot be removed: {}", io_error(&error)),
            ),
        }
        Ok(())
    }

    fn text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        let mut line = |word: &str, value: &dyn Display| text += &format!("{word} {value}\n");
        for (word, value) in SUBJECT.iter().zip(&self.subject) {
            line(word, value);
        }
        for (word, value) in NUMBERS.iter().zip(numbers(&self.progress)) {
            line(word, &value);
        }
        for iteration in &self.iterations {
            let Iteration {
                bound,
                expanded,
                generated,
                seconds,
                views,
            } = iteration;
            let views = views.to_number();
            line(
                ITERATION,
                &format_args!("{bound} {expanded} {generated} {seconds:.3} {views}"),
            );
        }
        let checksum = crc32fast::hash(text.as_bytes());
        text + &format!("checksum {checksum:08x}\n")
    }
}

/// The groups of a size, such as `6-6-3`.
fn groups(goal: &Board, size: TableSize) -> Option<String> {
    let partitions = size.partitions(goal.shape(), goal.blank())?;
    partitions.first().map(ToString::to_string)
}

/// The values of [`NUMBERS`].
fn numbers(progress: &EngineProgress) -> [u64; NUMBERS.len()] {
    let stats = &progress.stats;
    [
        progress.bound.into(),
        progress.tasks as u64,
        stats.selected,
        stats.generated,
        stats.reopened,
        stats.duplicates,
        stats.peak_states,
        stats.peak_bytes,
        progress.generated[0],
        progress.generated[1],
        progress.views.to_number(),
    ]
}

/// The progress with these values of [`NUMBERS`], unless one is too large.
fn progress(numbers: [u64; NUMBERS.len()]) -> Option<EngineProgress> {
    let [
        bound,
        tasks,
        selected,
        generated,
        reopened,
        duplicates,
        peak_states,
        peak_bytes,
        round,
        before,
        views,
    ] = numbers;
    let mut progress = EngineProgress::default();
    progress.bound = u8::try_from(bound).ok()?.into();
    progress.tasks = usize::try_from(tasks).ok()?;
    progress.stats = Stats::from_array([
        selected,
        generated,
        reopened,
        duplicates,
        peak_states,
        peak_bytes,
    ]);
    progress.generated = [round, before];
    progress.views = Views::from_number(views);
    Some(progress)
}

/// The content of a file; `None` if there is no file.
fn read(path: &Path) -> Result<Option<Text>, Failure> {
    let mut bytes = Vec::new();
    let opened = File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes));
    match opened {
        Ok(_) => parse(path, &String::from_utf8_lossy(&bytes)).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(refuse(
            path,
            format_args!("cannot be read: {}", io_error(&error)),
        )),
    }
}

/// The numbered lines of a file.
struct Lines<'a> {
    path: &'a Path,
    lines: Peekable<Box<dyn Iterator<Item = (usize, &'a str)> + 'a>>,
}

impl<'a> Lines<'a> {
    fn of(path: &'a Path, text: &'a str) -> Lines<'a> {
        // Empty lines follow the end, so that a missing line has a number too.
        let lines = text.split('\n').chain(std::iter::repeat(""));
        let lines: Box<dyn Iterator<Item = (usize, &str)>> = Box::new((1..).zip(lines));
        Lines {
            path,
            lines: lines.peekable(),
        }
    }

    fn error(&self, line: usize, what: impl Display) -> Failure {
        Failure::BadInput(format!(
            "{}:{line}: {what} (remove the file to start from the beginning)",
            self.path.display()
        ))
    }

    /// The value after the word with which the next line begins, if it begins with it.
    fn next_if(&mut self, word: &str) -> Option<(usize, &'a str)> {
        let of = |line: &'a str| line.strip_prefix(word)?.strip_prefix(' ');
        let (line, found) = *self.lines.peek()?;
        let value = of(found)?;
        self.lines.next();
        Some((line, value))
    }

    /// The same for a line that must begin with the word.
    fn value(&mut self, word: &str) -> Result<(usize, &'a str), Failure> {
        let line = self.lines.peek().map_or(0, |(line, _)| *line);
        self.next_if(word).ok_or_else(|| {
            self.error(
                line,
                format_args!("expected a line that begins with {word}"),
            )
        })
    }

    fn iterations(&mut self) -> Result<Vec<Iteration>, Failure> {
        let mut all = Vec::new();
        while let Some((line, value)) = self.next_if(ITERATION) {
            let read = iteration(value);
            all.push(read.ok_or_else(|| {
                let all = "a bound, two counts, a number of seconds and views";
                self.error(line, format_args!("expected {all} after {ITERATION}"))
            })?);
        }
        Ok(all)
    }
}

fn iteration(text: &str) -> Option<Iteration> {
    let mut words = text.split(' ');
    let iteration = Iteration {
        bound: words.next()?.parse().ok()?,
        expanded: words.next()?.parse().ok()?,
        generated: words.next()?.parse().ok()?,
        seconds: words.next()?.parse().ok().filter(|s: &f64| s.is_finite())?,
        views: Views::from_number(words.next()?.parse().ok()?),
    };
    words.next().is_none().then_some(iteration)
}

fn parse(path: &Path, text: &str) -> Result<Text, Failure> {
    let mut lines = Lines::of(path, text);
    let (_, version) = lines.value("taquin")?;
    if Some(version) != HEAD.strip_prefix("taquin ") {
        return Err(lines.error(1, format_args!("expected {HEAD}")));
    }
    let mut subject = [const { String::new() }; SUBJECT.len()];
    for (place, word) in subject.iter_mut().zip(SUBJECT) {
        *place = lines.value(word)?.1.into();
    }
    let mut numbers = [0; NUMBERS.len()];
    for (place, word) in numbers.iter_mut().zip(NUMBERS) {
        let (line, number) = lines.value(word)?;
        let wrong = |_| lines.error(line, format_args!("expected a number after {word}"));
        *place = number.parse().map_err(wrong)?;
    }
    let iterations = lines.iterations()?;
    let (line, checksum) = lines.value("checksum")?;
    let ours = text
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    if checksum != format!("{:08x}", crc32fast::hash(&text.as_bytes()[..ours])) {
        let wrong = "the checksum does not match: a line above was changed";
        return Err(lines.error(line, wrong));
    }
    let progress = progress(numbers);
    let progress = progress.ok_or_else(|| lines.error(line, "a number above is too large"))?;
    Ok(Text {
        subject,
        progress,
        iterations,
    })
}

fn refuse(path: &Path, what: impl Display) -> Failure {
    Failure::BadInput(format!(
        "{} {what} (use another file, or remove it to start from the beginning)",
        path.display()
    ))
}
