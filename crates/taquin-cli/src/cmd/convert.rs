//! `taquin convert`: boards and moves in another notation, or as a picture.

use super::moves::read_sequence;
use super::{Batch, Item, Refusals};
use crate::args::names::{NameParser, Target};
use crate::args::{GoalArgs, ReadArgs, help};
use std::io::Write;
use taquin::Board;
use taquin::notation::{self, Dialect, MoveFormat, MoveLetters, Reading};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::input::{BoardReader, Source, goal_of};
use taquin_app::moves::FoundMoves;
use taquin_app::output::{json, pddl, svg};

/// Options of `taquin convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin convert puzzle.txt                          from any notation to rows with slashes
  taquin convert \"8 1 3/4 0 2/7 6 5\" --to princeton
  taquin convert 123456708 --to json
  taquin convert \"1 2/0 3\" --to b --goal last         two lines, start and goal, for `puzzle`
  taquin convert \"1 2 3/4 0 6/7 5 8\" --moves \"U L\" --moves-as numbers
  taquin convert \"1 2 3/4 0 6/7 5 8\" --moves \"d r\" --moves-from blank
  taquin convert \"8 1 3/4 0 2/7 6 5\" --svg > board.svg
  taquin convert \"8 1 3/4 0 2/7 6 5\" --to pddl        a problem for planners (and pddl-domain)

Notations:
  princeton   the size, then the rows
  42          the same, with # comments
  b           two lines, start and goal, with b for the blank
  nine        a string of labels, with - for the blank (after height and width if it is not square)
  korf        one line of numbers, optionally after an index
  slash       1 2 3/4 5 6/7 8 0
  comma       1,2,3,4,5,6,7,8,0
  grid        rows of numbers
  json        [[1,2,3],[4,5,6],[7,8,0]]; a flat array is read too
  gap         rows of numbers with a gap for the blank
  box         a drawing with lines; Markdown tables are read too
  code        {{1, 2}, {3, 0}} of C; lists and tuples of Python and arrays of NumPy are read too

pddl and pddl-domain are written only. --goal sets the goal of pddl and the second line of the notation b. In other notations, a comment names a goal or a metric that the input has \
besides the defaults (# goal `first`); princeton, nine, json and code have no comments. --svg draws one board of up to 10000 cells.")]
pub struct ConvertArgs {
    #[arg(required = true, value_name = "BOARD", help = help::BOARDS)]
    boards: Vec<String>,
    #[arg(long, value_name = "NOTATION", default_value = "slash", value_parser = NameParser::TARGET, help = help::TO)]
    to: Target,
    #[command(flatten)]
    goal: GoalArgs,
    /// Convert these moves, which start at the board, instead of the board
    #[arg(long, conflicts_with_all = ["to", "goal"])]
    moves: Option<String>,
    #[arg(long, value_name = "FORM", requires = "moves", value_parser = NameParser::LETTERS, help = help::MOVES_FROM)]
    moves_from: Option<MoveLetters>,
    #[arg(long, value_name = "FORM", requires = "moves", value_parser = NameParser::LETTERS, help = help::MOVES_AS)]
    moves_as: Option<MoveLetters>,
    #[arg(long, requires = "moves", help = help::COMPACT)]
    compact: bool,
    /// The old spelling of --moves-as; with it, --moves-as has its old meaning, that of --moves-from
    #[arg(long, hide = true, value_name = "FORM", requires = "moves", conflicts_with = "moves_from", value_parser = NameParser::LETTERS)]
    moves_to: Option<MoveLetters>,
    #[arg(long, conflicts_with_all = ["to", "goal", "moves", "json", "lines"], help = help::SVG)]
    svg: bool,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &ConvertArgs) -> Result<Exit, Failure> {
    if args.goal.asked().is_some()
        && !matches!(args.to, Target::Board(Dialect::Pair) | Target::Pddl)
    {
        return Err(Failure::Usage(
            "--goal requires --to b or --to pddl: no other notation has a goal".into(),
        ));
    }
    if args.json && matches!(args.to, Target::Pddl | Target::PddlDomain) {
        return Err(Failure::Usage(
            "PDDL is not written as JSON: remove --json".into(),
        ));
    }
    if args.svg && args.boards.len() > 1 {
        return Err(Failure::Usage(
            "--svg draws one board; run it once per board".into(),
        ));
    }
    let refusals = Refusals {
        schema: "taquin.convert/1",
        json: args.json,
    };
    let mut batch = Batch::new(&args.read, &args.boards, refusals);
    while let Some(item) = batch.next()? {
        let converted = match args.moves {
            _ if args.svg => draw(&item.reading, &mut batch.out),
            Some(_) => convert_moves(args, &item.reading, &mut batch.out),
            None => convert(args, &item, &mut batch),
        };
        batch.answered(converted.map(|()| Exit::Success))?;
    }
    Ok(batch.exit)
}

fn convert(args: &ConvertArgs, item: &Item, batch: &mut Batch) -> Result<(), Failure> {
    let reading = &item.reading;
    let (reader, out) = (&mut batch.reader, &mut batch.out);
    let to = match args.to {
        Target::Board(to) => to,
        Target::PddlDomain => return Ok(pddl::domain(out)?),
        Target::Pddl => {
            let goal = goal(args, reader, reading)?;
            return Ok(pddl::problem(out, &reading.start, &goal)?);
        }
    };
    let write = |board: &Board| {
        notation::write(board, to).map_err(|error| Failure::BadInput(error.to_string()))
    };
    let mut text = write(&reading.start)?;
    if to == Dialect::Pair {
        text += &write(&goal(args, reader, reading)?)?;
    }
    if args.json {
        let goal = reading.goal.as_ref();
        json::line(out, &json::convert(&reading.start, goal, to, &text))
    } else {
        let goal = goal_of(None, reading.start.shape(), reading.goal.clone());
        let metric = item.metric.unwrap_or_default();
        batch.comments.write(out, to, &goal, metric)?;
        Ok(out.write_all(text.as_bytes())?)
    }
}

/// The goal of a board.
fn goal(args: &ConvertArgs, reader: &mut BoardReader, reading: &Reading) -> Result<Board, Failure> {
    let shape = reading.start.shape();
    let goal = reader.goal_of(args.goal.asked(), shape, reading.goal.clone())?;
    if goal.shape() == shape {
        Ok(goal)
    } else {
        Err(Failure::BadInput(format!(
            "the board is {shape}, but the goal is {}",
            goal.shape()
        )))
    }
}

fn draw(reading: &Reading, out: &mut impl Write) -> Result<(), Failure> {
    svg::fits(reading.start.shape(), 1)
        .map_err(|large| Failure::Usage(format!("{large}; --to grid writes it as text")))?;
    if reading.goal.is_some() {
        say("taquin", "the goal in the input is not drawn");
    }
    Ok(svg::board(out, &reading.start)?)
}

impl ConvertArgs {
    /// How to read moves, and how to write them.
    fn forms(&self) -> (Option<MoveLetters>, MoveLetters) {
        match self.moves_to {
            Some(to) => (self.moves_as, to),
            None => (self.moves_from, self.moves_as.unwrap_or(MoveLetters::Tile)),
        }
    }
}

fn convert_moves(
    args: &ConvertArgs,
    reading: &Reading,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let source = Source::inline(args.moves.as_deref().unwrap_or_default());
    let (from, letters) = args.forms();
    let start = &reading.start;
    let given = FoundMoves::all(source, "--moves")?.swap_remove(0).moves?;
    let sequence = read_sequence(given, from, Some(start.clone()))?;
    let format = MoveFormat::new(letters, sequence.metric, args.compact);
    let written = sequence.written(format)?;
    if args.json {
        let letters = format.written_letters();
        json::line(out, &json::convert_moves(start, letters, &written))
    } else {
        Ok(writeln!(out, "{written}")?)
    }
}
