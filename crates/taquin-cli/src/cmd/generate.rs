//! `taquin generate`: random boards, of all boards or at an exact distance.

use super::{Refusals, written};
use crate::args::names::{NameParser, shape};
use crate::args::number::number;
use crate::args::{LimitArgs, ShapeGoalArgs, ThreadArgs, help};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use taquin::notation::Dialect;
use taquin::solve::Answer;
use taquin::{Board, Metric, Shape};
use taquin_app::exit::{Exit, Failure};
use taquin_app::generate::bad::bad_texts;
use taquin_app::generate::numbered::{NamePattern, OutputDirectory};
use taquin_app::generate::{GenerateOptions, GeneratedBoard, seed, stopped};
use taquin_app::input::goal_of_shape;
use taquin_app::limits::catch_interrupts;
use taquin_app::output::text::BoardComments;
use taquin_app::output::{json, text};
use taquin_app::store;

/// Options of `taquin generate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin generate --size 4 --count 10 --seed 1        ten boards, the same ones every time
  taquin generate --shape 3x5 --walk 30               30 random moves from the goal
  taquin generate --size 3 --goal snail --unsolvable --to 42
  taquin generate --size 3 --optimal-length 20        a board that takes exactly 20 moves
  taquin generate --size 4 --optimal-length 50 --count 5 --solve
  taquin generate --shape 3x4 --hardest
  taquin generate --size 3 --unique --solve           a board with one shortest solution
  taquin generate --size 3 --optimal-length 5,10,15 --count 4 --distinct
  taquin generate --size 3 --count 20 --to princeton --into boards --name puzzle%02d.txt
  taquin generate --size 3 --bad --to 42 --into bad   wrong files, and index.tsv says why
  taquin generate --size 3 --count 100 | taquin solve --lines - --json

Boards are drawn uniformly from all boards that meet the conditions, unless --walk is given. The same --seed gives the same boards on \
every machine and with every version; without it, every run gives different boards. Boards at an exact distance have up to 16 cells. \
On 4x4, distances over 66 are so rare among random boards that finding one takes minutes or more, but the farthest boards, at \
80 moves, are known (--hardest). --time and Ctrl-C stop the search for boards; those already found are printed. With --solve, \
the time limit applies to each solution too. --metric applies to --optimal-length, --hardest and --solve. With several lengths, \
--count is the number of boards per length, and each length begins with the same seed.

--into writes one file per board and prints their names. --bad writes texts in the notation of --to that a reader must refuse, one \
mistake each.")]
pub struct GenerateArgs {
    #[arg(long, short, value_name = "N", conflicts_with = "shape", value_parser = number::<u32>(), help = help::SIZE)]
    size: Option<u32>,
    #[arg(long, value_name = "ROWSxCOLS", value_parser = shape, help = help::SHAPE)]
    shape: Option<Shape>,
    #[command(flatten)]
    goal: ShapeGoalArgs,
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1, value_parser = number::<u64>(), help = help::COUNT)]
    count: u64,
    #[arg(long, value_name = "N", value_parser = number::<u64>(), help = help::SEED)]
    seed: Option<u64>,
    /// Generate boards from which the goal cannot be reached
    #[arg(long, short)]
    unsolvable: bool,
    /// Make N random moves from the goal instead of drawing from all boards
    #[arg(long, value_name = "N", conflicts_with_all = ["optimal_length", "hardest"], value_parser = number::<u64>())]
    walk: Option<u64>,
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', conflicts_with_all = ["unsolvable", "hardest"], value_parser = number::<u32>(), help = help::OPTIMAL_LENGTH)]
    optimal_length: Vec<u32>,
    /// Generate boards at the greatest distance from the goal
    #[arg(long, conflicts_with = "unsolvable")]
    hardest: bool,
    /// Generate boards with a unique shortest solution, on up to 16 cells
    #[arg(long, conflicts_with_all = ["unsolvable", "walk"])]
    unique: bool,
    #[arg(long, value_name = "METRIC", default_value = "stm", hide_default_value = true, value_parser = NameParser::METRIC, help = help::METRIC)]
    metric: Metric,
    /// Generate every board at most once
    #[arg(long)]
    distinct: bool,
    /// Write a solution after each board, on a line that starts with #
    #[arg(long, conflicts_with = "unsolvable")]
    solve: bool,
    #[arg(long, requires = "solve", help = help::COMPACT)]
    compact: bool,
    #[arg(long, value_name = "NOTATION", default_value = "slash", value_parser = NameParser::DIALECT, help = help::TO)]
    to: Dialect,
    #[command(flatten)]
    files: FileArgs,
    #[arg(long, conflicts_with_all = ["into", "to"], help = help::JSON)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// One file per board.
#[derive(Debug, clap::Args)]
struct FileArgs {
    /// Write one file per board into this directory, and print the names of the files
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// Names of the files: %d stands for the number of the board, %03d for three digits of it
    #[arg(long, value_name = "NAME", default_value = "board-%03d.txt", requires = "into", value_parser = NamePattern::read)]
    name: NamePattern,
    /// Replace files that already exist
    #[arg(long, requires = "into")]
    force: bool,
    /// Write texts with mistakes instead of boards, and index.tsv with the mistake in each
    #[arg(long, requires = "into", conflicts_with_all = ["count", "unsolvable", "walk", "optimal_length", "hardest", "unique", "metric", "solve", "distinct", "name", "time", "memory", "threads"])]
    bad: bool,
}

/// Runs the command.
pub fn run(args: &GenerateArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let refusals = Refusals {
        schema: "taquin.generate/1",
        json: args.json,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let exit = generate(args, &mut out).or_else(|failure| refusals.refuse(failure, &mut out))?;
    out.flush()?;
    Ok(exit)
}

fn generate(args: &GenerateArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let goal = goal_of_shape(args.goal.or_last(), args.asked_shape()?)?;
    let lengths: Vec<Option<u32>> = match args.optimal_length.as_slice() {
        [] => vec![None],
        lengths => lengths.iter().copied().map(Some).collect(),
    };
    let total = args.count * lengths.len() as u64;
    args.options(lengths[0]).check(&goal)?;
    // A notation that cannot write boards of this shape is an error before the first board.
    written(&goal, &goal, args.to)?;
    if args.files.bad {
        return write_bad(args, &goal, out);
    }
    check_lengths(args, &lengths, &goal)?;
    let mut printer = Printer {
        args,
        directory: args.files.directory(total)?,
        printed: 0,
        comments: BoardComments::default(),
        exit: Exit::Success,
        out,
    };
    let mut known_seed = args.seed;
    for length in lengths {
        let options = args.options(length);
        let seed = || *known_seed.insert(seed("taquin", known_seed));
        let made = options.each(&goal, seed, &store::tables(), &mut |made| {
            printer.print(made, options.is_long())
        })?;
        if made < args.count {
            return Err(stopped(printer.printed, total));
        }
    }
    Ok(printer.exit)
}

/// Of several lengths, one that no board has is an error before the first board.
fn check_lengths(
    args: &GenerateArgs,
    lengths: &[Option<u32>],
    goal: &Board,
) -> Result<(), Failure> {
    let longest = lengths.iter().max();
    // If there are boards at a length, there are some at every smaller one, but perhaps none with a single solution.
    let is_checked = |length: &&Option<u32>| args.unique || Some(*length) == longest;
    let mut checked = lengths.iter().skip(1).filter(is_checked);
    checked.try_for_each(|&length| args.options(length).check_exists(goal, &store::tables()))
}

/// Prints boards, or writes them into files.
struct Printer<'a, W> {
    args: &'a GenerateArgs,
    directory: Option<OutputDirectory>,
    printed: u64,
    comments: BoardComments,
    exit: Exit,
    out: &'a mut W,
}

impl<W: Write> Printer<'_, W> {
    fn print(&mut self, made: &GeneratedBoard, is_long: bool) -> Result<(), Failure> {
        let key = made.key.as_ref().map(|key| &key.report.answer);
        if matches!(key, Some(Answer::TooLong | Answer::Stopped)) {
            self.exit = Exit::Limit;
        }
        self.printed += 1;
        if self.args.json {
            json::line(self.out, &json::generate(made))?;
        } else {
            if self.directory.is_some() {
                self.comments.begin_file();
            }
            let mut text = Vec::new();
            let to = self.args.to;
            self.comments
                .write(&mut text, to, &made.goal, made.metric)?;
            text.extend(written(&made.board, &made.goal, to)?.into_bytes());
            if let Some(key) = &made.key {
                text::key(&mut text, key, made)?;
            }
            match &self.directory {
                None => self.out.write_all(&text)?,
                Some(directory) => {
                    let name = self.args.files.name.name(self.printed);
                    let path = directory.write(&name, &text)?;
                    writeln!(self.out, "{}", path.display())?;
                }
            }
        }
        // Each board is shown as soon as it is found.
        if is_long {
            self.out.flush()?;
        }
        Ok(())
    }
}

/// Writes texts with mistakes, and their index.
fn write_bad(args: &GenerateArgs, goal: &Board, out: &mut impl Write) -> Result<Exit, Failure> {
    let Some(directory) = args.files.directory(0)? else {
        return Err(Failure::Usage("--bad needs --into DIR".into()));
    };
    let mut options = args.options(None);
    options.count = 1;
    let mut text = String::new();
    let seed = || seed("taquin", args.seed);
    options.each(goal, seed, &store::tables(), &mut |made| {
        text = written(&made.board, &made.goal, args.to)?;
        Ok(())
    })?;
    const INDEX: &str = "index.tsv";
    let mut index = String::from("file\tmistake\terror\n");
    let texts = bad_texts(&text, args.to);
    let names: Vec<String> = texts
        .iter()
        .map(|bad| format!("{}.txt", bad.name))
        .collect();
    for name in names.iter().map(String::as_str).chain([INDEX]) {
        directory.check(name)?;
    }
    for (bad, name) in texts.iter().zip(&names) {
        let path = directory.write(name, &bad.bytes)?;
        writeln!(out, "{}", path.display())?;
        index += &format!("{name}\t{}\t{}\n", bad.mistake, bad.error);
    }
    let path = directory.write(INDEX, index.as_bytes())?;
    writeln!(out, "{}", path.display())?;
    Ok(Exit::Success)
}

impl FileArgs {
    /// The directory for the files, none of which exists unless it may be replaced.
    fn directory(&self, files: u64) -> Result<Option<OutputDirectory>, Failure> {
        let Some(into) = &self.into else {
            return Ok(None);
        };
        let directory = OutputDirectory::open(into, self.force)?;
        (1..=files).try_for_each(|number| directory.check(&self.name.name(number)))?;
        Ok(Some(directory))
    }
}

impl GenerateArgs {
    fn asked_shape(&self) -> Result<Shape, Failure> {
        match (self.size, self.shape) {
            (None, Some(shape)) => Ok(shape),
            (size, _) => {
                Shape::square(size.unwrap_or(4)).map_err(|error| Failure::Usage(error.to_string()))
            }
        }
    }

    fn options(&self, optimal_length: Option<u32>) -> GenerateOptions<'static> {
        GenerateOptions {
            count: self.count,
            unsolvable: self.unsolvable,
            walk: self.walk,
            optimal_length,
            hardest: self.hardest,
            unique: self.unique,
            metric: self.metric,
            distinct: self.distinct,
            solve: self.solve,
            is_compact: self.compact,
            limits: self.limits.limits(),
            threads: self.threads.count(),
            client: None,
        }
    }
}
