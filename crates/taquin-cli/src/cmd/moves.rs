//! `taquin moves`: sequences of moves played, undone, simplified, counted and rewritten.

use super::Refusals;
use crate::args::names::NameParser;
use crate::args::{ReadOneArgs, help};
use std::io::{self, Write};
use taquin::notation::{Dialect, MoveFormat, MoveLetters};
use taquin::tools::moves::{invert, simplify};
use taquin::{Board, Metric};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
use taquin_app::moves::Sequence;
use taquin_app::output::json;

/// What to do with moves.
#[derive(Debug, clap::Subcommand)]
pub enum MovesCommand {
    /// Make moves on a board, and print the board that they lead to
    Apply(ApplyArgs),
    /// Print the moves that undo a sequence
    Invert(SequenceArgs),
    /// Remove moves that are undone right away
    Simplify(SequenceArgs),
    /// Count moves, and slides of whole lines of tiles
    Count(SequenceArgs),
    /// Write moves in another form
    Convert(SequenceArgs),
}

/// Options of `taquin moves apply`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin moves apply \"1 2 3/4 5 6/7 8 0\" \"R2 D\"
  taquin moves apply \"1 2 3/4 5 6/7 8 0\" \"7 4\" --moves-from clicks     a click moves all tiles up to the blank
  taquin moves apply puzzle.txt moves.txt --to grid

A move that is impossible is an error that names it.")]
pub struct ApplyArgs {
    #[arg(help = help::BOARD)]
    board: String,
    #[arg(help = help::MOVES)]
    moves: String,
    #[arg(long, value_name = "NOTATION", default_value = "slash", value_parser = NameParser::DIALECT, help = help::TO)]
    to: Dialect,
    #[command(flatten)]
    form: MoveFormArgs,
    #[command(flatten)]
    read: ReadOneArgs,
}

/// Options of the other commands.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin moves invert \"R2 D L\"
  taquin moves simplify \"R L U U\"
  taquin moves count R2D3LU
  taquin moves convert \"R2 D\" --moves-as blank
  taquin moves convert \"R2 D\" --board \"1 2 3/4 5 6/7 8 0\" --moves-as clicks

Tile numbers have a meaning only on a board, so they need --board. With it, a move that is impossible is an error.")]
pub struct SequenceArgs {
    #[arg(help = help::MOVES)]
    moves: String,
    /// Board on which the moves start: board, file with a board, or - for standard input
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    #[command(flatten)]
    form: MoveFormArgs,
    #[command(flatten)]
    read: ReadOneArgs,
}

/// How moves are read and written.
#[derive(Clone, Copy, Debug, clap::Args)]
struct MoveFormArgs {
    #[arg(long, value_name = "FORM", value_parser = NameParser::LETTERS, help = help::MOVES_FROM)]
    moves_from: Option<MoveLetters>,
    #[arg(long, value_name = "FORM", value_parser = NameParser::LETTERS, help = help::MOVES_AS)]
    moves_as: Option<MoveLetters>,
    #[arg(long, help = help::COMPACT)]
    compact: bool,
    #[arg(long, help = help::JSON)]
    json: bool,
}

/// Runs the command.
pub fn run(command: &MovesCommand) -> Result<Exit, Failure> {
    let mut out = io::stdout().lock();
    let refusals = Refusals {
        schema: "taquin.moves/1",
        json: command.form().json,
    };
    match answer(command, &mut out) {
        Ok(()) => Ok(Exit::Success),
        Err(failure) => refusals.refuse(failure, &mut out),
    }
}

fn answer(command: &MovesCommand, out: &mut impl Write) -> Result<(), Failure> {
    command.check()?;
    match command {
        MovesCommand::Apply(args) => {
            let mut reader = BoardReader::new(&args.read);
            let reading = reader.only_board(&args.board)?;
            let start = reading.start;
            let goal = reader.goal_of(None, start.shape(), reading.goal)?;
            let sequence = args.form.read(&mut reader, &args.moves, Some(start))?;
            match (&sequence.end, args.form.json) {
                (Some(end), false) => {
                    out.write_all(super::written(end, &goal, args.to)?.as_bytes())?
                }
                _ => args.form.write(&sequence, out)?,
            }
        }
        MovesCommand::Invert(args) => {
            let sequence = args.read()?;
            let inverted = sequence.inverted(invert(&sequence.moves));
            args.form.write(&inverted, out)?;
        }
        MovesCommand::Simplify(args) => {
            let sequence = args.read()?;
            args.form
                .write(&sequence.with(simplify(&sequence.moves)), out)?;
        }
        MovesCommand::Convert(args) => args.form.write(&args.read()?, out)?,
        MovesCommand::Count(args) => {
            let sequence = args.read()?;
            if args.form.json {
                args.form.write(&sequence, out)?;
            } else {
                for metric in Metric::ALL {
                    writeln!(out, "{metric}: {}", metric.length(&sequence.moves))?;
                }
            }
        }
    }
    Ok(())
}

impl MovesCommand {
    /// An error for options without effect.
    fn check(&self) -> Result<(), Failure> {
        let form = self.form();
        let writes_moves =
            form.json || !matches!(self, MovesCommand::Apply(_) | MovesCommand::Count(_));
        if !writes_moves && (form.moves_as.is_some() || form.compact) {
            let wrong = "--moves-as and --compact say how moves are written, and this command writes them only with --json";
            return Err(Failure::Usage(wrong.into()));
        }
        match self {
            MovesCommand::Apply(_) => Ok(()),
            MovesCommand::Invert(args)
            | MovesCommand::Simplify(args)
            | MovesCommand::Count(args)
            | MovesCommand::Convert(args) => args.check(),
        }
    }

    const fn form(&self) -> &MoveFormArgs {
        match self {
            MovesCommand::Apply(args) => &args.form,
            MovesCommand::Invert(args)
            | MovesCommand::Simplify(args)
            | MovesCommand::Count(args)
            | MovesCommand::Convert(args) => &args.form,
        }
    }
}

impl SequenceArgs {
    fn check(&self) -> Result<(), Failure> {
        let form = self.read.form;
        if self.board.is_none() && (form.dialect.is_some() || form.shape.is_some()) {
            let wrong = "--as and --shape say how the board is read; add --board or remove them";
            return Err(Failure::Usage(wrong.into()));
        }
        Ok(())
    }

    fn read(&self) -> Result<Sequence, Failure> {
        let mut reader = BoardReader::new(&self.read);
        let board = self.board.as_deref();
        let start = board.map(|board| reader.only_board(board)).transpose()?;
        let start = start.map(|reading| reading.start);
        self.form.read(&mut reader, &self.moves, start)
    }
}

impl MoveFormArgs {
    fn read(
        &self,
        reader: &mut BoardReader,
        moves: &str,
        start: Option<Board>,
    ) -> Result<Sequence, Failure> {
        Sequence::read(&reader.open(moves)?, self.moves_from, start)
    }

    fn write(&self, sequence: &Sequence, out: &mut impl Write) -> Result<(), Failure> {
        let format = MoveFormat::new(
            self.moves_as.unwrap_or(MoveLetters::Tile),
            Metric::SingleTile,
            self.compact,
        );
        let written = sequence.written(format)?;
        if self.json {
            json::line(out, &json::moves(sequence, format, written))
        } else {
            Ok(writeln!(out, "{written}")?)
        }
    }
}
