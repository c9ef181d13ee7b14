//! `taquin grade`: marks programs for the assignments.

mod format;
mod options;

use crate::args::help;
use crate::args::number::{number, number_in};
use clap::builder::NonEmptyStringValueParser;
use format::{Format, write_class, write_one};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::limits::{bytes, catch_interrupts, duration};
use taquin_app::words::io_error;
use taquin_grade::bundle::{self, Autograder};
use taquin_grade::each::{Class, Done};
use taquin_grade::grade::{Grader, Submission};
use taquin_grade::output;
use taquin_grade::report::Report;
use taquin_grade::suite::{Assignment, Suite};

/// Options of `taquin grade`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin grade --list                                       the assignments
  taquin grade --show nine                                  the tests of one
  taquin grade nine --command ./Nine                        mark the program in this directory
  taquin grade nine --dir ann --build make --command ./Nine --json
  taquin grade nine --each \"submissions/*\" --build make --command ./Nine --jobs 2 --csv
  taquin grade npuzzle-42 --command ./npuzzle --map \"manhattan=-H manhattan\" --map greedy=--greedy
  taquin grade nine --command ./Nine --replay 0:lengths.3   one case alone
  taquin grade nine --bundle gradescope --output autograder.zip

The command is a program with its first arguments, which a shell reads; it runs in --dir. Each case is stopped when it exceeds the \
suite's limits of time, memory, output or processes, and all processes that it started are killed. That guards against mistakes, but a \
program may still read and write files as you can: use --sandbox bwrap, a container or a separate account for programs that you \
do not trust.

Exit codes: 0 if grading worked, whatever the marks, 1 with --fail-under if a score is lower, 2 for an invalid command line, 4 for \
an invalid suite, 5 for output that cannot be written, 130 after Ctrl-C.")]
pub struct GradeArgs {
    /// Assignment: solvability, eight-puzzle, nine, n-puzzle, npuzzle-42 or heuristic
    #[arg(value_parser = options::assignment, required_unless_present_any = ["list", "show"])]
    assignment: Option<Assignment>,
    /// Program to mark, with its first arguments
    #[arg(long, value_name = "COMMAND", required_unless_present_any = ["list", "show", "bundle"], value_parser = NonEmptyStringValueParser::new())]
    command: Option<String>,
    /// Command that builds the program first
    #[arg(long, value_name = "COMMAND")]
    build: Option<String>,
    /// Directory in which to build and run [default: this one]
    #[arg(long, value_name = "DIR", conflicts_with = "each")]
    dir: Option<PathBuf>,
    /// Mark the program in each of these directories; * and ? stand for any characters
    #[arg(long, value_name = "DIRS", num_args = 1..)]
    each: Vec<String>,
    /// Mark N submissions at a time
    #[arg(long, value_name = "N", default_value_t = 1, requires = "each", value_parser = number_in(1_u16..=64))]
    jobs: u16,
    /// Directory for the reports of --each
    #[arg(long, value_name = "DIR", default_value = "grades", requires = "each")]
    reports: PathBuf,
    /// Keep the reports that an earlier run of the same command with --each has written
    #[arg(long, requires = "each")]
    resume: bool,
    /// Suite to use instead of the assignment's own
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(), conflicts_with = "replay", help = help::SEED)]
    seed: u64,
    /// Options of the program for a mode of the suite, such as "manhattan=-H manhattan"
    #[arg(long, value_name = "MODE=OPTIONS", value_parser = options::mode)]
    map: Vec<(String, Vec<String>)>,
    /// Include the optional tests of this name
    #[arg(long, value_name = "NAME")]
    ask: Vec<String>,
    /// Time limit of each case, instead of the suite's
    #[arg(long, value_name = "TIME", value_parser = case_time)]
    case_time: Option<Duration>,
    /// Memory limit of each case, instead of the suite's
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    case_memory: Option<u64>,
    /// Confine the program: none, or bwrap for no network and a read-only file system
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = ["none", "bwrap"])]
    sandbox: String,
    /// Run one case alone, as a report names it
    #[arg(long, value_name = "SEED:TEST", conflicts_with_all = ["each", "json", "csv", "html", "format"])]
    replay: Option<String>,
    #[arg(long, help = help::JSON)]
    json: bool,
    /// Write a gradebook as CSV: one line per submission, one column per test
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Write a page
    #[arg(long, conflicts_with_all = ["json", "csv", "each"])]
    html: bool,
    /// Write another format: junit, tap, gradescope, classroom50 or check50
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["json", "csv", "html"], value_parser = Format::parse)]
    format: Option<Format>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Exit with code 1 if a score is lower
    #[arg(long, value_name = "SCORE", value_parser = score)]
    fail_under: Option<f64>,
    /// Write a zip file that marks submissions: gradescope
    #[arg(long, value_name = "SYSTEM", value_parser = ["gradescope"], requires = "output", conflicts_with_all = ["each", "dir", "replay", "json", "csv", "html", "format", "fail_under"])]
    bundle: Option<String>,
    /// List the assignments
    #[arg(long, conflicts_with_all = ["assignment", "show", "json", "csv", "html", "format"])]
    list: bool,
    /// Show the tests of an assignment
    #[arg(long, value_name = "ASSIGNMENT", value_parser = options::assignment, conflicts_with_all = ["assignment", "json", "csv", "html", "format"])]
    show: Option<Assignment>,
}

/// A file, or standard output.
type Out = BufWriter<Box<dyn Write>>;

/// A time limit.
fn case_time(text: &str) -> Result<Duration, String> {
    let time = duration(text)?;
    if time.is_zero() {
        return Err("a time limit is more than 0".into());
    }
    Ok(time)
}

/// A number of marks.
fn score(text: &str) -> Result<f64, String> {
    let score = text.parse().ok().filter(|score: &f64| score.is_finite());
    score.ok_or_else(|| "must be a number of marks".into())
}

/// Runs the command.
pub fn run(args: &GradeArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    if args.list {
        return args.write(|out| Ok(output::list(out)?));
    }
    let grader = args.grader()?;
    if args.show.is_some() {
        return args.write(|out| Ok(output::show(out, grader.suite(), grader.counts())?));
    }
    if args.bundle.is_some() {
        return args.bundle();
    }
    if let Some(replay) = &args.replay {
        let (_, which) = options::replay(replay)?;
        let replay = grader.replay(&args.submission()?, which)?;
        return args.write(|out| Ok(output::replay(out, &replay)?));
    }
    let reports = if args.each.is_empty() {
        let report = grader.grade(&args.submission()?, &mut |_| {})?;
        args.write(|out| write_one(out, args.chosen(), &report))?;
        vec![report]
    } else {
        let reports = args.class(&grader)?;
        args.write(|out| write_class(out, args.chosen(), &reports))?;
        reports
    };
    Ok(args.exit(&reports))
}

impl GradeArgs {
    fn grader(&self) -> Result<Grader, Failure> {
        let suite = self.suite_text()?;
        let mut suite = self.read_suite(&suite)?;
        if self.case_time.is_some() {
            suite.tests.iter_mut().for_each(|test| test.seconds = None);
        }
        let mut choices = self.choices()?;
        if self.show.is_some() {
            choices = options::everything(&suite);
        }
        self.check_names(&suite)?;
        let limits = self.limits(&suite)?;
        Grader::new(suite, choices, limits)
    }

    fn read_suite(&self, text: &str) -> Result<Suite, Failure> {
        let suite = Suite::read(text).map_err(|failure| match &self.suite {
            Some(file) => Failure::BadInput(format!("{}: {failure}", file.display())),
            None => failure,
        })?;
        match self.assignment {
            Some(assignment) if assignment != suite.assignment => Err(Failure::Usage(format!(
                "the suite is for {}, not for {}",
                suite.assignment.name(),
                assignment.name()
            ))),
            _ => Ok(suite),
        }
    }

    fn submission(&self) -> Result<Submission, Failure> {
        let dir = self.dir.clone().unwrap_or_else(|| ".".into());
        let name = match &self.dir {
            Some(dir) => options::name(dir),
            None => self.command.clone().unwrap_or_default(),
        };
        self.submission_in(name, dir)
    }

    fn class(&self, grader: &Grader) -> Result<Vec<Report>, Failure> {
        let class = Class {
            grader,
            submissions: self.submissions()?,
            jobs: self.jobs.into(),
            out: self.reports.clone(),
            resume: self.resume,
        };
        let reports = class.grade(&|done: Done<'_>| {
            let Done {
                report,
                is_resumed,
                done,
                all,
            } = done;
            let how = if is_resumed { " (graded before)" } else { "" };
            let (name, score, most) = (&report.submission, report.score, report.max_score);
            say(
                "taquin",
                format_args!("{done} of {all}: {name}: {score} of {most}{how}"),
            );
        })?;
        let index = self.reports.join("index.html");
        say("taquin", format_args!("reports: {}", index.display()));
        Ok(reports)
    }

    fn bundle(&self) -> Result<Exit, Failure> {
        let text = self.suite_text()?;
        let suite = self.read_suite(&text)?;
        let options = self.options(&suite)?;
        let taquin = std::env::current_exe().and_then(std::fs::read);
        let taquin = taquin.map_err(|error| {
            Failure::Unwritable(format!("cannot read this program: {}", io_error(&error)))
        })?;
        let autograder = Autograder {
            taquin: &taquin,
            assignment: suite.assignment.name(),
            suite: &text,
            options: &options,
        };
        self.write(|out| Ok(bundle::gradescope(out, &autograder)?))
    }

    /// Writes to the file of `--output`, or to standard output.
    fn write(&self, write: impl FnOnce(&mut Out) -> Result<(), Failure>) -> Result<Exit, Failure> {
        let refuse = |error: io::Error| match &self.output {
            Some(path) => Failure::Unwritable(format!("{}: {}", path.display(), io_error(&error))),
            None => error.into(),
        };
        let stream: Box<dyn Write> = match &self.output {
            None => Box::new(io::stdout().lock()),
            Some(path) => Box::new(File::create(path).map_err(refuse)?),
        };
        let mut out = BufWriter::new(stream);
        write(&mut out)?;
        out.flush().map_err(refuse)?;
        Ok(Exit::Success)
    }

    const fn chosen(&self) -> Format {
        match self.format {
            Some(format) => format,
            None if self.json => Format::Json,
            None if self.csv => Format::Csv,
            None if self.html => Format::Html,
            None => Format::Text,
        }
    }

    /// Whether a score is too low.
    fn exit(&self, reports: &[Report]) -> Exit {
        let is_low = |least| reports.iter().any(|report| report.score < least);
        match self.fail_under {
            Some(least) if is_low(least) => Exit::No,
            _ => Exit::Success,
        }
    }
}
