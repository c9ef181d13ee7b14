//! `taquin convert`: boards and moves in another notation, or as a picture.

use super::{Batch, Refusals};
use crate::args::names::NameParser;
use crate::args::{GoalArgs, ReadArgs, help};
use std::io::Write;
use taquin::Board;
use taquin::notation::{self, Dialect, MoveLetters, Reading};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::input::BoardReader;
use taquin_app::output::{json, svg};

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

--goal sets the second line of the notation b; no other notation has a goal. --svg draws one board of up to 10000 cells.")]
pub struct ConvertArgs {
    #[arg(required = true, value_name = "BOARD", help = help::BOARDS)]
    boards: Vec<String>,
    #[arg(long, value_name = "NOTATION", default_value = "slash", value_parser = NameParser::DIALECT, help = help::TO)]
    to: Dialect,
    #[command(flatten)]
    goal: GoalArgs,
    /// Convert these moves, which start at the board, instead of the board
    #[arg(long, conflicts_with_all = ["to", "goal"])]
    moves: Option<String>,
    #[arg(long, value_name = "FORM", requires = "moves", value_parser = NameParser::LETTERS, help = help::MOVES_FROM)]
    moves_from: Option<MoveLetters>,
    #[arg(long, value_name = "FORM", requires = "moves", value_parser = NameParser::LETTERS, help = help::MOVES_AS)]
    moves_as: Option<MoveLetters>,
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
    if args.goal.asked().is_some() && args.to != Dialect::Pair {
        return Err(Failure::Usage(
            "--goal requires --to b: no other notation has a goal".into(),
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
            None => convert(args, &mut batch.reader, &item.reading, &mut batch.out),
        };
        batch.answered(converted.map(|()| Exit::Success))?;
    }
    Ok(batch.exit)
}

fn convert(
    args: &ConvertArgs,
    reader: &mut BoardReader,
    reading: &Reading,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let write = |board: &Board| {
        notation::write(board, args.to).map_err(|error| Failure::BadInput(error.to_string()))
    };
    let mut text = write(&reading.start)?;
    if args.to == Dialect::Pair {
        let shape = reading.start.shape();
        let goal = reader.goal_of(args.goal.asked(), shape, reading.goal.clone())?;
        if goal.shape() != shape {
            let message = format!("the board is {shape}, but the goal is {}", goal.shape());
            return Err(Failure::BadInput(message));
        }
        text += &write(&goal)?;
    } else {
        say_of_goal(reading);
    }
    if args.json {
        json::line(out, &json::convert(&reading.start, args.to, &text))
    } else {
        Ok(out.write_all(text.as_bytes())?)
    }
}

fn draw(reading: &Reading, out: &mut impl Write) -> Result<(), Failure> {
    svg::fits(reading.start.shape(), 1)
        .map_err(|large| Failure::Usage(format!("{large}; --to grid writes it as text")))?;
    say_of_goal(reading);
    Ok(svg::board(out, &reading.start)?)
}

fn say_of_goal(reading: &Reading) {
    if reading.goal.is_some() {
        say(
            "taquin",
            "the goal in the input is dropped; only --to b writes it",
        );
    }
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
    let (text, start) = (args.moves.as_deref().unwrap_or_default(), &reading.start);
    let (from, letters) = args.forms();
    let moves = match from {
        Some(letters) => notation::read_moves_as(text, letters, start),
        None => notation::read_moves(text, start),
    };
    let moves = moves.map_err(|error| Failure::BadInput(format!("moves: {error}")))?;
    let written = notation::write_moves(&moves, letters, start).ok_or_else(|| {
        let message = "moves: they are not possible on this board, so they have no tile numbers (if they are directions of the blank, add --moves-from blank)";
        Failure::BadInput(message.into())
    })?;
    if args.json {
        json::line(out, &json::convert_moves(start, letters, &written))
    } else {
        Ok(writeln!(out, "{written}")?)
    }
}
