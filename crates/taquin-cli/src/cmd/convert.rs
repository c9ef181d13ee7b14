//! `taquin convert`: boards and moves in another notation, or drawn.

use super::{Refusals, answer_each};
use crate::args::{ReadArgs, dialect_parser, letters_parser};
use std::io::{self, BufWriter, Write};
use taquin::Board;
use taquin::notation::{self, Dialect, MoveLetters, Reading};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::input::BoardReader;
use taquin_app::output::{json, svg};

/// Options of `taquin convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin convert puzzle.txt                          any notation to rows with slashes
  taquin convert \"8 1 3/4 0 2/7 6 5\" --to princeton
  taquin convert 123456708 --to json
  taquin convert \"1 2/0 3\" --to b --goal last         two lines, start and goal, for `puzzle`
  taquin convert \"1 2 3/4 0 6/7 5 8\" --moves \"U L\" --moves-to numbers
  taquin convert \"8 1 3/4 0 2/7 6 5\" --svg > board.svg

Notations:
  princeton   the size, then the rows
  42          the same, with # comments
  b           two lines, start and goal, b for the blank
  nine        a string of labels, - for the blank (height and width before it if not square)
  korf        one line of numbers, an index before them if you like
  slash       1 2 3/4 5 6/7 8 0
  comma       1,2,3,4,5,6,7,8,0
  grid        rows of numbers
  json        [[1,2,3],[4,5,6],[7,8,0]]; a flat array is read too")]
pub struct ConvertArgs {
    /// Boards, files with one, or - for standard input
    #[arg(required = true)]
    boards: Vec<String>,
    /// The notation to write
    #[arg(long, value_name = "NOTATION", default_value = "slash", value_parser = dialect_parser())]
    to: Dialect,
    /// The goal to write where the notation has one: last, first, snail, or a board
    #[arg(long)]
    goal: Option<String>,
    /// Convert these moves, which start at the board, instead of the board
    #[arg(long, conflicts_with_all = ["to", "goal"])]
    moves: Option<String>,
    /// What the moves say: where the tile goes, where the blank goes, or which tile moves
    #[arg(long, value_name = "WHAT", requires = "moves", value_parser = letters_parser())]
    moves_as: Option<MoveLetters>,
    /// What to write of the moves [default: where the tile goes]
    #[arg(long, value_name = "WHAT", requires = "moves", value_parser = letters_parser())]
    moves_to: Option<MoveLetters>,
    /// Draw the board instead: one, of up to 10000 cells
    #[arg(long, conflicts_with_all = ["to", "goal", "moves", "json", "lines"])]
    svg: bool,
    /// Write JSON, one object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &ConvertArgs) -> Result<Exit, Failure> {
    if args.goal.is_some() && args.to != Dialect::Pair {
        return Err(Failure::Usage(
            "--goal goes with --to b: no other notation has a goal".into(),
        ));
    }
    if args.svg && args.boards.len() > 1 {
        return Err(Failure::Usage(
            "--svg draws one board: run it once for each".into(),
        ));
    }
    let mut reader = BoardReader::new(&args.read);
    let mut out = BufWriter::new(io::stdout().lock());
    let refusals = Refusals {
        schema: "taquin.convert/1",
        json: args.json,
    };
    answer_each(
        &mut reader,
        &args.boards,
        refusals,
        &mut out,
        |reader, item, out| {
            match args.moves {
                _ if args.svg => draw(&item.reading, out)?,
                Some(_) => convert_moves(args, &item.reading, out)?,
                None => convert(args, reader, &item.reading, out)?,
            }
            Ok(Exit::Success)
        },
    )
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
        let goal = reader.goal_of(args.goal.as_deref(), shape, reading.goal.clone())?;
        if goal.shape() != shape {
            let message = format!("the board is {shape} and the goal is {}", goal.shape());
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
        .map_err(|large| Failure::Usage(format!("{large}: --to grid writes it as text")))?;
    say_of_goal(reading);
    Ok(svg::board(out, &reading.start)?)
}

fn say_of_goal(reading: &Reading) {
    if reading.goal.is_some() {
        say(
            "taquin",
            "the goal of the input is left out: only --to b has one",
        );
    }
}

fn convert_moves(
    args: &ConvertArgs,
    reading: &Reading,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (text, start) = (args.moves.as_deref().unwrap_or_default(), &reading.start);
    let moves = match args.moves_as {
        Some(letters) => notation::read_moves_as(text, letters, start),
        None => notation::read_moves(text, start),
    };
    let moves = moves.map_err(|error| Failure::BadInput(format!("moves: {error}")))?;
    let letters = args.moves_to.unwrap_or(MoveLetters::Tile);
    let written = notation::write_moves(&moves, letters, start).ok_or_else(|| {
        let message = "moves: this board cannot make them, so they have no tile numbers (blank-move letters? try --moves-as blank)";
        Failure::BadInput(message.into())
    })?;
    if args.json {
        json::line(out, &json::convert_moves(start, letters, &written))
    } else {
        Ok(writeln!(out, "{written}")?)
    }
}
