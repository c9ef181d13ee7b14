//! `taquin worksheet`: printable exercises with an answer key.

use crate::args::help;
use crate::args::names::NameParser;
use crate::args::number::{number, number_in};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use taquin_app::exit::{Exit, Failure};
use taquin_app::files;
use taquin_app::generate::numbered::{NamePattern, OutputDirectory};
use taquin_app::generate::seed;
use taquin_app::words::io_error;
use taquin_grade::worksheet::format::Document;
use taquin_grade::worksheet::students::{NamesError, file_name, names};
use taquin_grade::worksheet::{Contents, Format, Level, Maker, Options, Sheet, Topic};

/// Options of `taquin worksheet`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin worksheet --seed 7                             an exercise of every topic, then answers
  taquin worksheet -o sheet.html --key key.html         a page to print, and its answers
  taquin worksheet --topic heuristics,astar --count 3 --level hard -o sheet.html
  taquin worksheet --each names.txt -o sheets.html --key key.html
  taquin worksheet --each names.txt --into sheets --html --force
  taquin worksheet --topic shortest --count 5 --json | taquin solve - --brief

Topics:
  counting      how many boards of a shape there are
  reachability  whether the goal can be reached: disorder and parity
  two-by-two    every board that can be reached on 2x2
  tree          the tree of breadth-first search to level 3
  heuristics    estimates of a board by hand
  astar         a search with A*, to fill in
  admissible    which heuristics are admissible, with counter-examples in the key
  shortest      shortest solutions of small boards

Without --html, --markdown and --json, the name of the output file decides the format; Markdown is the default. Without --key, the answers \
follow all sheets, on separate pages. The same --seed gives the same exercises on every machine. With --each, a student's \
exercises depend on the seed and on the name only. The key names the seed of every sheet; sheets do not, because it \
gives the answers away.

--into writes one file per student, and the answers into a file key.html, key.md or key.json in the same directory, unless --key names \
another file.")]
pub struct WorksheetArgs {
    /// Topics of the exercises, in this order [default: all]
    #[arg(long, short, value_name = "TOPICS", value_delimiter = ',', value_parser = NameParser::TOPIC, hide_possible_values = true)]
    topic: Vec<Topic>,
    /// Number of exercises per topic
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1, value_parser = number_in(1_u32..=100))]
    count: u32,
    /// How hard the exercises are
    #[arg(long, short, value_name = "LEVEL", default_value = "medium", value_parser = NameParser::LEVEL)]
    level: Level,
    #[arg(long, value_name = "N", value_parser = number::<u64>(), help = help::SEED)]
    seed: Option<u64>,
    /// Title of the sheets
    #[arg(long, value_name = "TEXT", default_value = "Sliding-tile puzzles")]
    title: String,
    /// Make a different sheet for each student named in this file, one name per line
    #[arg(long, value_name = "FILE")]
    each: Option<PathBuf>,
    /// Write an HTML page that prints well
    #[arg(long, conflicts_with_all = ["markdown", "json"])]
    html: bool,
    /// Write Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    #[arg(long, help = help::JSON)]
    json: bool,
    /// Write the sheets into this file
    #[arg(long, short, value_name = "FILE", conflicts_with = "into")]
    output: Option<PathBuf>,
    /// Write the answers into this file, and only there
    #[arg(long, short, value_name = "FILE")]
    key: Option<PathBuf>,
    #[command(flatten)]
    files: FileArgs,
}

/// One file per student.
#[derive(Debug, clap::Args)]
struct FileArgs {
    /// Write one file per student into this directory, and print the names of the files
    #[arg(long, value_name = "DIR", requires = "each")]
    into: Option<PathBuf>,
    /// Names of the files: %d stands for the number of the student, %03d for three digits of it [default: number and name]
    #[arg(long, value_name = "NAME", requires = "into", value_parser = NamePattern::read)]
    name: Option<NamePattern>,
    /// Replace files that already exist
    #[arg(long, requires = "into")]
    force: bool,
}

/// Runs the command.
pub fn run(args: &WorksheetArgs) -> Result<Exit, Failure> {
    if args.output.is_some() && args.output == args.key {
        let same = "--output and --key name the same file; use two";
        return Err(Failure::Usage(same.into()));
    }
    let students = args.students()?;
    let options = args.options();
    let directory = match &args.files.into {
        Some(into) => Some(OutputDirectory::open(into, args.files.force)?),
        None => None,
    };
    let seed = seed("taquin", args.seed);
    let mut maker = Maker::default();
    let sheets = match &students {
        None => vec![maker.sheet(&options, seed, None)],
        Some(students) => maker.variants(&options, seed, students),
    };
    let writer = Writer {
        format: args.format(),
        title: &args.title,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    match &directory {
        Some(directory) => args.write_each(&writer, directory, &sheets, &mut out)?,
        None => args.write_one(&writer, &sheets, &mut out)?,
    }
    out.flush()?;
    Ok(Exit::Success)
}

impl WorksheetArgs {
    /// The students, if there is a list of them.
    fn students(&self) -> Result<Option<Vec<String>>, Failure> {
        let Some(path) = &self.each else {
            return Ok(None);
        };
        let file = path.display();
        let bytes = std::fs::read(path).map_err(|error| {
            Failure::BadInput(format!("cannot read {file}: {}", io_error(&error)))
        })?;
        let text = String::from_utf8(bytes).map_err(|_| {
            Failure::BadInput(format!("{file} is not text in UTF-8; save it as UTF-8"))
        })?;
        let names = names(&text).map_err(|error| {
            let colon = match error {
                NamesError::Repeated { .. } => ":",
                _ => ": ",
            };
            Failure::BadInput(format!("{file}{colon}{error}"))
        })?;
        Ok(Some(names))
    }

    fn options(&self) -> Options {
        let topics = match self.topic.as_slice() {
            [] => Topic::ALL.to_vec(),
            topics => topics.to_vec(),
        };
        Options {
            topics,
            count: self.count,
            level: self.level,
        }
    }

    fn format(&self) -> Format {
        let extension = self.output.as_ref().and_then(|path| path.extension());
        let named = || Format::of_extension(extension?.to_str()?);
        match self {
            WorksheetArgs { html: true, .. } => Format::Html,
            WorksheetArgs { json: true, .. } => Format::Json,
            WorksheetArgs { markdown: true, .. } => Format::Markdown,
            _ => named().unwrap_or(Format::Markdown),
        }
    }

    /// All sheets as one document, with the key or beside it.
    fn write_one(
        &self,
        writer: &Writer<'_>,
        sheets: &[Sheet],
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let contents = match &self.key {
            None => Contents::Both,
            Some(key) => {
                writer.write_file(key, sheets, Contents::Keys)?;
                Contents::Sheets
            }
        };
        match &self.output {
            Some(path) => writer.write_file(path, sheets, contents),
            None => Ok(out.write_all(&writer.bytes(sheets, contents)?)?),
        }
    }

    /// One file per student, and one for the key.
    fn write_each(
        &self,
        writer: &Writer<'_>,
        directory: &OutputDirectory,
        sheets: &[Sheet],
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let extension = writer.format.extension();
        let key_name = format!("key.{extension}");
        let file = |(number, sheet): (u64, &Sheet)| match &self.files.name {
            Some(pattern) => pattern.name(number),
            None => {
                let student = sheet.student.as_deref().map(file_name);
                format!("{number:03}-{}.{extension}", student.unwrap_or_default())
            }
        };
        let files: Vec<String> = (1..).zip(sheets).map(file).collect();
        let in_directory = self.key.is_none().then_some(&key_name);
        files
            .iter()
            .chain(in_directory)
            .try_for_each(|name| directory.check(name))?;
        for (sheet, name) in sheets.iter().zip(&files) {
            let bytes = writer.bytes(std::slice::from_ref(sheet), Contents::Sheets)?;
            writeln!(out, "{}", directory.write(name, &bytes)?.display())?;
        }
        match &self.key {
            Some(key) => writer.write_file(key, sheets, Contents::Keys)?,
            None => {
                let bytes = writer.bytes(sheets, Contents::Keys)?;
                writeln!(out, "{}", directory.write(&key_name, &bytes)?.display())?;
            }
        }
        Ok(())
    }
}

/// Writes documents in one format.
struct Writer<'a> {
    format: Format,
    title: &'a str,
}

impl Writer<'_> {
    fn bytes(&self, sheets: &[Sheet], contents: Contents) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let document = Document {
            title: self.title,
            sheets,
            contents,
        };
        self.format.write(&mut bytes, &document)?;
        Ok(bytes)
    }

    fn write_file(&self, path: &Path, sheets: &[Sheet], contents: Contents) -> Result<(), Failure> {
        let bytes = self.bytes(sheets, contents)?;
        files::replace(path, |file| file.write_all(&bytes)).map_err(|error| {
            let file = path.display();
            Failure::Unwritable(format!("cannot write {file}: {}", io_error(&error)))
        })
    }
}
