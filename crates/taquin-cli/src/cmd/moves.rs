//! `taquin moves`: sequences of moves played, undone, simplified, counted and rewritten.

use super::{ErrorCount, Refusals};
use crate::args::names::NameParser;
use crate::args::{ReadOneArgs, help};
use std::io::{self, StdoutLock, Write};
use std::path::Path;
use taquin::notation::{Dialect, MoveFormat, MoveLetters};
use taquin::tools::moves::{invert, simplify};
use taquin::{Board, Metric};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
use taquin_app::moves::{FoundMoves, GivenMoves, Sequence};
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
  taquin moves apply \"1 2 3/4 5 6/7 8 0\" \"7 4\" --moves-from clicks     a click moves a whole line
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
  taquin solve puzzle.txt | taquin moves convert - --compact
  taquin moves convert \"R2 D\" --board \"1 2 3/4 5 6/7 8 0\" --moves-as clicks

MOVES may also be what taquin solve prints, or JSON Lines or CSV with a field moves, whose board is then used. Tile numbers have a \
meaning only on a board, so they need such a board or --board. With it, a move that is impossible is an error.")]
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
    let refusals = Refusals {
        schema: "taquin.moves/1",
        json: command.form().json,
    };
    let mut out = Out::new(io::stdout().lock(), refusals.json);
    let answered = answer(command, refusals, &mut out);
    answered.or_else(|failure| refusals.refuse(failure, &mut out))
}

/// Standard output; objects name their source.
type Out = json::WithOrigin<StdoutLock<'static>>;

fn answer(command: &MovesCommand, refusals: Refusals, out: &mut Out) -> Result<Exit, Failure> {
    command.check()?;
    match command {
        MovesCommand::Apply(args) => apply(args, refusals, out),
        MovesCommand::Invert(args) => args.each(refusals, out, |sequence, out| {
            let inverted = sequence.inverted(invert(&sequence.moves));
            args.form.write(&inverted, out)
        }),
        MovesCommand::Simplify(args) => args.each(refusals, out, |sequence, out| {
            let simplified = sequence.with(simplify(&sequence.moves));
            args.form.write(&simplified, out)
        }),
        MovesCommand::Convert(args) => args.each(refusals, out, |sequence, out| {
            args.form.write(sequence, out)
        }),
        MovesCommand::Count(args) => args.each(refusals, out, |sequence, out| {
            if args.form.json {
                return args.form.write(sequence, out);
            }
            for metric in Metric::ALL {
                writeln!(out, "{metric}: {}", metric.length(&sequence.moves))?;
            }
            Ok(())
        }),
    }
}

fn apply(args: &ApplyArgs, refusals: Refusals, out: &mut Out) -> Result<Exit, Failure> {
    let mut reader = BoardReader::new(&args.read);
    let reading = reader.only_board(&args.board);
    out.set(reader.origin())?;
    let reading = reading?;
    let (start, own_goal) = (reading.start, reading.goal);
    let goal = reader.goal_of(None, start.shape(), own_goal.clone())?;
    let found = FoundMoves::all(reader.open(&args.moves)?, "argument 2")?;
    let mut each = Each::new(refusals, &args.moves);
    for FoundMoves { moves, .. } in found {
        let sequence = moves
            .and_then(|given| read_sequence(given, args.form.moves_from, Some(start.clone())))
            .map(|sequence| sequence.with_goal(own_goal.clone()));
        each.answer(sequence, out, |sequence, out| {
            match (&sequence.end, args.form.json) {
                (Some(end), false) => {
                    Ok(out.write_all(super::written(end, &goal, args.to)?.as_bytes())?)
                }
                _ => args.form.write(sequence, out),
            }
        })?;
    }
    Ok(each.finish())
}

/// The answers to the sequences of one input, each of which may be wrong.
struct Each<'a> {
    refusals: Refusals,
    errors: ErrorCount,
    /// The input.
    argument: &'a str,
    worst: Exit,
}

impl Each<'_> {
    fn new(refusals: Refusals, argument: &str) -> Each<'_> {
        Each {
            refusals,
            errors: ErrorCount::default(),
            argument,
            worst: Exit::Success,
        }
    }

    fn answer(
        &mut self,
        sequence: Result<Sequence, Failure>,
        out: &mut Out,
        act: impl Fn(&Sequence, &mut Out) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let answered = sequence.and_then(|sequence| act(&sequence, out));
        let exit = match answered {
            Ok(()) => Exit::Success,
            Err(failure) => self.refusals.refuse_one(failure, out, &mut self.errors)?,
        };
        self.worst = self.worst.max(exit);
        Ok(())
    }

    /// The worst exit code.
    fn finish(mut self) -> Exit {
        self.errors.finish(self.argument);
        self.worst
    }
}

/// Reads moves, and plays them if there is a start.
pub(super) fn read_sequence(
    given: GivenMoves,
    letters: Option<MoveLetters>,
    start: Option<Board>,
) -> Result<Sequence, Failure> {
    let advice = "if these are directions of the blank, use --moves-from blank";
    Sequence::read(given, letters, start).map_err(|error| error.with_advice(advice))
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

    /// Does something with each sequence of moves: those of objects, or the only one.
    fn each(
        &self,
        refusals: Refusals,
        out: &mut Out,
        act: impl Fn(&Sequence, &mut Out) -> Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        let mut reader = BoardReader::new(&self.read);
        let board = self.board.as_ref();
        let board = board.map(|board| reader.only_board(board)).transpose()?;
        let (start, goal) = match board {
            Some(reading) => (Some(reading.start), reading.goal),
            None => (None, None),
        };
        let is_file = self.moves == "-" || Path::new(&self.moves).exists();
        let named: &str = if is_file { &self.moves } else { "argument 1" };
        let mut each = Each::new(refusals, &self.moves);
        for FoundMoves { origin, moves } in FoundMoves::all(reader.open(&self.moves)?, named)? {
            out.set(&origin)?;
            let sequence = moves
                .and_then(|given| read_sequence(given, self.form.moves_from, start.clone()))
                .map(|sequence| sequence.with_goal(goal.clone()));
            each.answer(sequence, out, &act)?;
        }
        Ok(each.finish())
    }
}

impl MoveFormArgs {
    fn write(&self, sequence: &Sequence, out: &mut impl Write) -> Result<(), Failure> {
        let format = MoveFormat::new(
            self.moves_as.unwrap_or(MoveLetters::Tile),
            sequence.metric,
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
