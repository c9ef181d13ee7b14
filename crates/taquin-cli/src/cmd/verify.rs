//! `taquin verify`: whether a solution is correct and shortest, and which of its moves are wasted.

use super::Refusals;
use crate::args::names::NameParser;
use crate::args::{GoalArgs, ReadArgs, ThreadArgs, TimeArgs, help};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use taquin::Metric;
use taquin::notation::{self, MoveLetters};
use taquin::solve::Tables;
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
use taquin_app::limits::{catch_interrupts, is_interrupted};
use taquin_app::output::{json, text};
use taquin_app::store;
use taquin_app::verify::lines::Lines;
use taquin_app::verify::{Claims, Given, JudgeOptions};

/// Options of `taquin verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin verify \"1 2 3/4 0 6/7 5 8\" UL              directions of the tiles
  taquin verify puzzle.txt moves.txt --goal snail
  taquin verify puzzle.txt \"d r\" --moves-from blank   directions of the blank
  taquin verify \"1 2 3/4 0 6/7 5 8\" \"5 8\"           numbers of the tiles
  taquin solve --lines boards.txt --json | taquin verify -

Moves may also be words (up left) or arrows, and have counts (R2). If they are wrong as read but right in another form, \
verify says so. A lost move is one that does not lead closer to the goal. It costs two moves (one or two in the multi-tile \
metric); the costs add up to the difference from the shortest solution.

With one argument, verify reads JSON Lines such as solve --json writes, one object per line:
  start        the board: an array (with rows and cols), an array per row, or text in any notation
  goal         the same, or last, first, snail [default: last]
  moves        text, or an array of letters, words or tile numbers
  moves_are    tile, blank or numbers [default: numbers if there are only numbers, else tile]
  metric       stm or mtm [default: stm]
  status, length, lower_bound, guarantee        claims, which are also checked
A line with the status unsolvable needs no moves; it is right if the board is unsolvable.

--time limits the time per board; the default is 10s for boards of more than 16 cells, and no limit for others. Reaching \
the limit is not an error, but less is then known about the solution.

Exit codes: 0 if everything is right, shortest or not; 1 if moves are wrong (one is impossible, or they do not reach the goal) \
or a claim is false; 4 if something cannot be read; 130 after Ctrl-C.")]
pub struct VerifyArgs {
    /// Board, file with a board, or - for standard input; without MOVES, a file of JSON Lines
    board: String,
    /// Moves, file with moves, or - for standard input
    moves: Option<String>,
    #[command(flatten)]
    goal: GoalArgs,
    #[arg(long, alias = "moves-as", value_name = "FORM", value_parser = NameParser::LETTERS, help = help::MOVES_FROM)]
    moves_from: Option<MoveLetters>,
    #[arg(long, value_name = "METRIC", value_parser = NameParser::METRIC, help = help::METRIC)]
    metric: Option<Metric>,
    #[command(flatten)]
    time: TimeArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let mut out = BufWriter::new(io::stdout().lock());
    let tables = store::tables();
    let refusals = Refusals {
        schema: "taquin.verify/1",
        json: args.json,
    };
    let Some(moves) = &args.moves else {
        return run_lines(args, &tables, refusals, &mut out);
    };
    let judged = read(args, moves).and_then(|given| args.options().judge(&tables, given));
    let exit = match judged {
        Err(failure) => refusals.refuse(failure, &mut out)?,
        Ok(judged) => {
            match args.json {
                true => json::line(&mut out, &json::verify(&judged))?,
                false => text::verify(&mut out, &judged)?,
            }
            judged.exit()
        }
    };
    out.flush()?;
    Ok(exit)
}

/// The one board with its moves.
fn read(args: &VerifyArgs, moves: &str) -> Result<Given, Failure> {
    let mut reader = BoardReader::new(&args.read);
    let reading = reader.only_board(&args.board)?;
    let start = reading.start;
    let goal = reader.goal_of(args.goal.asked(), start.shape(), reading.goal)?;
    let source = reader.open(moves)?;
    let text = String::from_utf8(source.bytes).map_err(|_| {
        let message = format!("{}: moves must be UTF-8 text", source.name);
        Failure::BadInput(message)
    })?;
    let played = notation::read_played(&text, args.moves_from, &start).map_err(|error| {
        let (at, name) = (error.at, &source.name);
        let is_name = moves.contains(['.', '/']) && !Path::new(moves).exists();
        let no_file = match is_name {
            true => format!("{name}: there is no such file, and the text is not valid as moves:\n"),
            false => String::new(),
        };
        Failure::BadInput(format!(
            "{no_file}{name}:{}:{}: {}",
            at.line, at.column, error.what
        ))
    })?;
    Ok(Given {
        name: args.board.clone(),
        start,
        goal,
        played: Some(played),
        metric: args.metric.unwrap_or_default(),
        claims: Claims::default(),
    })
}

/// Verifies JSON Lines: one object per line, one verdict per line.
fn run_lines(
    args: &VerifyArgs,
    tables: &Tables,
    refusals: Refusals,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    args.allows_lines()?;
    let mut worst = Exit::Success;
    let mut lines = Lines::open(&args.board)?;
    while let Some(given) = lines.next_solution() {
        let judged = given.and_then(|given| args.options().judge(tables, given));
        let exit = match judged {
            Err(failure) => refusals.refuse(failure, out)?,
            Ok(judged) => {
                match args.json {
                    true => json::line(out, &json::verify(&judged))?,
                    false => text::verify_line(out, &judged)?,
                }
                judged.exit()
            }
        };
        // A long batch shows each answer as soon as it is known.
        out.flush()?;
        worst = worst.max(exit);
        if exit == Exit::Interrupted || is_interrupted() {
            return Ok(Exit::Interrupted);
        }
    }
    lines.refuse_nothing()?;
    Ok(worst)
}

impl VerifyArgs {
    /// An error for options that a field of each object replaces.
    fn allows_lines(&self) -> Result<(), Failure> {
        let given = [
            (self.goal.asked().is_some(), "--goal", "`goal`"),
            (self.moves_from.is_some(), "--moves-from", "`moves_are`"),
            (self.metric.is_some(), "--metric", "`metric`"),
            (self.read.shape.is_some(), "--shape", "`rows` and `cols`"),
            (self.read.dialect.is_some(), "--as", "`start`"),
            (self.read.lines, "--lines", "the line"),
        ];
        match given.into_iter().find(|(is_given, ..)| *is_given) {
            None => Ok(()),
            Some((_, option, field)) => Err(Failure::Usage(format!(
                "{option} works with one board and its moves (taquin verify BOARD MOVES); in JSON Lines, {field} of each object is used"
            ))),
        }
    }

    fn options(&self) -> JudgeOptions<'static> {
        JudgeOptions {
            time: self.time.time,
            threads: self.threads.count(),
            client: None,
        }
    }
}
