//! `taquin verify`: is somebody's solution right, is it shortest, and where were moves lost?

use super::Refusals;
use crate::args::{ReadArgs, ThreadArgs, letters_parser, metric_parser};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;
use taquin::Metric;
use taquin::notation::{self, MoveLetters};
use taquin::solve::Tables;
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
use taquin_app::limits::{catch_interrupts, duration, is_interrupted};
use taquin_app::output::{json, text};
use taquin_app::store;
use taquin_app::verify::lines::Lines;
use taquin_app::verify::{Claims, Given, JudgeOptions};

/// Options of `taquin verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin verify \"1 2 3/4 0 6/7 5 8\" UL              letters say where the tile goes
  taquin verify puzzle.txt moves.txt --goal snail
  taquin verify puzzle.txt \"d r\" --moves-as blank   letters say where the blank goes
  taquin verify \"1 2 3/4 0 6/7 5 8\" \"5 8\"           numbers of the tiles in the order in which they move
  taquin solve --lines boards.txt --json | taquin verify -

Moves may also be words (up left), arrows, and have counts (R2). If they are wrong as they were read and right in another \
way, verify says so. A lost move is one that does not bring the goal closer. It costs two moves, in the multi-tile \
metric one or two; together they are what the solution is longer than the shortest.

With one argument verify reads JSON Lines, one object a line, such as solve --json writes:
  start        the board: an array (rows and cols say its shape), an array for each row, or a text in any notation
  goal         the same, or last, first, snail [default: last]
  moves        a text, or an array of letters, words or tile numbers
  moves_are    tile, blank or numbers [default: tile, or numbers where there are only those]
  metric       stm or mtm [default: stm]
  status, length, lower_bound, guarantee        what is claimed, and is judged as well
A line with the status unsolvable needs no moves: it is right if the board is unsolvable.

Exit code 0 if everything is right, shortest or not; 1 if moves are wrong (one is not possible, or they end elsewhere) or a \
claim is false; 4 if something cannot be read; 130 after Ctrl-C. A limit of time is no fault of a solution: less is known of it.")]
pub struct VerifyArgs {
    /// A board, a file with one, or - for standard input; without MOVES, a file of JSON Lines
    board: String,
    /// The moves, a file with them, or - for standard input
    moves: Option<String>,
    /// The board to reach: last, first, snail, or a board [default: the file's own, else last]
    #[arg(long)]
    goal: Option<String>,
    /// What the moves say: where the tile goes, where the blank goes, or which tile moves [default: tile, or numbers where
    /// there are only those]
    #[arg(long, value_name = "WHAT", value_parser = letters_parser())]
    moves_as: Option<MoveLetters>,
    /// What counts as a move: stm, one tile one step; mtm, a line of tiles [default: stm]
    #[arg(long, value_parser = metric_parser())]
    metric: Option<Metric>,
    /// Stop after this time a board (10s, 500ms, 2m, 1h) and say what is known [default: none; 10s for boards of more than
    /// 16 cells]
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Write JSON, one object a line
    #[arg(long)]
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
    let goal = reader.goal_of(args.goal.as_deref(), start.shape(), reading.goal)?;
    let source = reader.open(moves)?;
    let text = String::from_utf8(source.bytes).map_err(|_| {
        let message = format!("{}: moves are text, and this is not UTF-8", source.name);
        Failure::BadInput(message)
    })?;
    let played = notation::read_played(&text, args.moves_as, &start).map_err(|error| {
        let (at, name) = (error.at, &source.name);
        let is_name = moves.contains(['.', '/']) && !Path::new(moves).exists();
        let no_file = match is_name {
            true => format!("{name}: there is no such file, and it makes no moves either:\n"),
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

/// One object a line, a verdict a line.
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
        // A long batch shows each answer when it is there.
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
    /// The objects say themselves what some options say about a board with its moves.
    fn allows_lines(&self) -> Result<(), Failure> {
        let given = [
            (self.goal.is_some(), "--goal", "`goal`"),
            (self.moves_as.is_some(), "--moves-as", "`moves_are`"),
            (self.metric.is_some(), "--metric", "`metric`"),
            (self.read.shape.is_some(), "--shape", "`rows` and `cols`"),
            (self.read.dialect.is_some(), "--as", "`start`"),
            (self.read.lines, "--lines", "each line"),
        ];
        match given.into_iter().find(|(is_given, ..)| *is_given) {
            None => Ok(()),
            Some((_, option, field)) => Err(Failure::Usage(format!(
                "{option} is for a board with its moves (taquin verify BOARD MOVES); in JSON Lines {field} of an object says it"
            ))),
        }
    }

    fn options(&self) -> JudgeOptions<'static> {
        JudgeOptions {
            time: self.time,
            threads: self.threads.count(),
            client: None,
        }
    }
}
