//! `taquin verify`: whether a solution is correct and shortest, and which of its moves are wasted.

mod labels;

use super::{ErrorCount, Refusals};
use crate::args::names::NameParser;
use crate::args::{GoalArgs, ReadOneArgs, ThreadArgs, TimeArgs, help};
use std::io::{self, BufWriter, StdoutLock, Write};
use taquin::notation::{self, MoveLetters};
use taquin::solve::Tables;
use taquin::{Board, Metric};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::{BoardReader, ReadOptions, Source};
use taquin_app::limits::{catch_interrupts, is_interrupted};
use taquin_app::moves::written_letters;
use taquin_app::origin::Origin;
use taquin_app::output::{json, text};
use taquin_app::store;
use taquin_app::verify::labels::label_sequence;
use taquin_app::verify::lines::Lines;
use taquin_app::verify::listing::{AboutMoves, Listing, is_listing, listings, written_moves};
use taquin_app::verify::{Claims, Given, JudgeOptions, Judged};

/// Options of `taquin verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin verify \"1 2 3/4 0 6/7 5 8\" UL              directions of the tiles
  taquin verify puzzle.txt moves.txt --goal snail
  taquin verify puzzle.txt \"d r\" --moves-from blank   directions of the blank
  taquin verify \"1 2 3/4 0 6/7 5 8\" \"5 8\"           numbers of the tiles
  taquin solve --lines boards.txt --json | taquin verify -
  npuzzle puzzle.txt | taquin verify -               boards instead of moves
  taquin verify puzzle.txt states.txt

Moves may also be words (up left) or arrows, and have counts (R2). If they are wrong as read but right in another form, \
verify says so. A lost move is one that does not lead closer to the goal. It costs two moves (one or two in the multi-tile \
metric); the costs add up to the difference from the shortest solution.

A solution may also be a sequence of boards in any notation, from the start to the goal, as many courses require. Other \
lines are skipped, but what they claim is checked: the number of moves (Minimum number of moves = 4), and whether \
the board is unsolvable (No solution possible) or, without moves, solvable (as puzzle prints it). The labels that Nine prints may repeat; then the goal is a string of labels too. The output of the 42 school's N-puzzle has the goal snail unless --goal sets another.

With one argument, verify reads such a sequence, or JSON Lines such as solve --json writes, one object per line, or CSV with \
these columns:
  start        (or board) the board: an array (with rows and cols), an array per row, or text in any notation
  goal         the same, or last, first, snail [default: last]
  moves        text, or an array of letters, words or tile numbers
  moves_are    tile, blank or numbers [default: numbers if there are only numbers, else tile]
  states       the boards from start to goal, instead of start and moves or in addition to them
  metric       stm or mtm [default: stm]
  status, length, lower_bound, guarantee        claims, which are also checked
A line with the status unsolvable needs no moves; it is right if the board is unsolvable.

--time limits the time per board; the default is 10s for boards of more than 16 cells, and no limit for others. Reaching \
the limit is not an error, but less is then known about the solution.

Exit codes: 0 if everything is right, shortest or not; 1 if moves or boards are wrong (one is impossible, or they do not reach \
the goal) or a claim is false; 4 if something cannot be read; 130 after Ctrl-C.")]
pub struct VerifyArgs {
    /// Board, file with a board, or - for standard input; without MOVES, a file of boards from start to goal, or of JSON Lines
    board: String,
    /// Moves, file with moves or with boards from start to goal, or - for standard input
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
    read: ReadOneArgs,
}

/// Standard output; objects name their source.
type Out = json::WithOrigin<BufWriter<StdoutLock<'static>>>;

/// Runs the command.
pub fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let mut out = Out::new(BufWriter::new(io::stdout().lock()), args.json);
    let tables = store::tables();
    let refusals = Refusals {
        schema: "taquin.verify/1",
        json: args.json,
    };
    let Some(moves) = &args.moves else {
        let mut lines = Lines::open(&args.board)?;
        return match lines.text_of_boards() {
            Ok(None) => run_lines(args, &tables, refusals, (lines, &mut out)),
            Ok(Some(text)) => {
                run_listings(args, &tables, refusals, (lines.name(), &text, &mut out))
            }
            Err(failure) => refusals.refuse(failure, &mut out),
        };
    };
    if let Some(start) = labels::start(args) {
        let judged = labels::run_with_start(args, start, moves, &mut out);
        return judged.or_else(|failure| refusals.refuse(failure, &mut out));
    }
    let mut reader = BoardReader::new(&args.read);
    let given = read(args, moves, &mut reader);
    out.set(reader.origin())?;
    let judged = given.and_then(|given| args.options().judge(&tables, given));
    let exit = report(args, refusals, judged, &mut out)?;
    out.flush()?;
    Ok(exit)
}

/// Writes the judgement of the only solution.
fn report(
    args: &VerifyArgs,
    refusals: Refusals,
    judged: Result<Judged, Failure>,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    match judged {
        Err(failure) => refusals.refuse(failure, out),
        Ok(judged) => {
            if args.json {
                json::line(out, &json::verify(&judged))?
            } else {
                text::verify(out, &judged)?
            }
            Ok(judged.exit())
        }
    }
}

/// The one board with its moves.
fn read(args: &VerifyArgs, moves: &str, reader: &mut BoardReader) -> Result<Given, Failure> {
    let reading = reader.only_board(&args.board)?;
    let start = reading.start;
    let source = reader.open(moves)?;
    let is_missing_file = source.is_missing_file();
    let (name, text) = text_of(source)?;
    let metric = args.metric.unwrap_or_default();
    if args.moves_from.is_none() && is_listing(&text, Some(start.shape())) {
        let options = ReadOptions {
            dialect: None,
            shape: Some(start.shape()),
            lines: false,
        };
        let listing = only(&name, listings(&name, &text, BoardReader::new(options))?)?;
        let asked = args.goal.asked().or(listing.program_goal());
        let own = reading.goal.or(listing.named_goal(start.shape()));
        let is_default_goal = asked.is_none() && own.is_none();
        let goal = reader.goal_of(asked, start.shape(), own)?;
        let given = listing.given(args.board.clone(), Some(start), goal, metric)?;
        return Ok(Given {
            is_default_goal,
            ..given
        });
    }
    let about = AboutMoves::of(&text);
    let own = reading.goal.or(about.goal(start.shape()));
    let goal = reader.goal_of(args.goal.asked(), start.shape(), own)?;
    let metric = args.metric.or(about.metric).unwrap_or_default();
    // What taquin solve prints has the moves on one line.
    let said = text.lines().find_map(written_letters);
    let text = text.lines().find_map(written_moves).unwrap_or(&text);
    let letters = args
        .moves_from
        .or(said)
        .unwrap_or_else(|| MoveLetters::detect(text, metric));
    let played = notation::read_played(text, Some(letters), &start).map_err(|error| {
        let at = error.at;
        let no_file = if is_missing_file {
            format!("{name}: there is no such file, and the text is not valid as moves:\n")
        } else {
            String::new()
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
        broken: None,
        metric,
        claims: Claims::default(),
        is_default_goal: false,
    })
}

/// A source as text.
fn text_of(source: Source) -> Result<(String, String), Failure> {
    match String::from_utf8(source.bytes) {
        Ok(text) => Ok((source.name, text)),
        Err(_) => Err(Failure::BadInput(format!(
            "{}: moves must be UTF-8 text",
            source.name
        ))),
    }
}

/// The only sequence of boards for a board.
fn only(name: &str, mut listings: Vec<Listing>) -> Result<Listing, Failure> {
    match (listings.pop(), listings.len()) {
        (Some(listing), 0) => Ok(listing),
        (None, _) => Err(Failure::BadInput(format!("{name}: contains no board"))),
        (Some(_), more) => Err(Failure::BadInput(format!(
            "{name}: contains {} solutions; one board has one (taquin verify FILE judges several)",
            more + 1
        ))),
    }
}

/// Verifies sequences of boards; several get one line each.
fn run_listings(
    args: &VerifyArgs,
    tables: &Tables,
    refusals: Refusals,
    (name, text, out): (&str, &str, &mut Out),
) -> Result<Exit, Failure> {
    args.allows_listing()?;
    let options = ReadOptions {
        lines: false,
        ..ReadOptions::from(&args.read)
    };
    let judged = label_sequence(name, text, options.shape).and_then(|sequence| {
        let Some(sequence) = sequence else {
            return Ok(None);
        };
        out.set(&Origin::of_file(
            &args.board,
            Some(sequence.line),
            Vec::new(),
        ))?;
        labels::judge(args, sequence, None, out).map(Some)
    });
    match judged {
        Ok(None) => {}
        Ok(Some(exit)) => return Ok(exit),
        Err(failure) => return refusals.refuse(failure, out),
    }
    let found = match listings(name, text, BoardReader::new(options)) {
        Ok(found) => found,
        Err(failure) => return refusals.refuse(failure, out),
    };
    if found.is_empty() {
        let message = format!(
            "{name}: contains neither boards nor JSON objects (for a board and its moves, use taquin verify BOARD MOVES)"
        );
        return refusals.refuse(Failure::BadInput(message), out);
    }
    let mut reader = BoardReader::new(&args.read);
    let mut solutions = Vec::new();
    for listing in found {
        solutions.extend(solutions_of(args, &mut reader, listing)?);
    }
    let is_many = solutions.len() > 1;
    let mut worst = Exit::Success;
    for (listing, goal) in solutions {
        out.set(&Origin::of_file(
            &args.board,
            Some(listing.line),
            Vec::new(),
        ))?;
        let judged = listed(args, name, listing, goal);
        let judged = judged.and_then(|given| args.options().judge(tables, given));
        let exit = match judged {
            Ok(judged) if is_many && !args.json => {
                text::verify_line(out, &judged)?;
                judged.exit()
            }
            judged => report(args, refusals, judged, out)?,
        };
        out.flush()?;
        worst = worst.max(exit);
        if exit == Exit::Interrupted || is_interrupted() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

/// The solutions in a sequence of boards, with their goal.
fn solutions_of(
    args: &VerifyArgs,
    reader: &mut BoardReader,
    listing: Listing,
) -> Result<Vec<(Listing, Option<Board>)>, Failure> {
    let Some(shape) = listing.shape() else {
        return Ok(vec![(listing, None)]);
    };
    let asked = args.goal.asked().or(listing.program_goal());
    let goal = reader.goal_of(asked, shape, listing.named_goal(shape))?;
    let solutions = listing.solutions(&goal).into_iter();
    Ok(solutions
        .map(|solution| (solution, Some(goal.clone())))
        .collect())
}

/// A sequence of boards that contains its start.
fn listed(
    args: &VerifyArgs,
    name: &str,
    listing: Listing,
    goal: Option<Board>,
) -> Result<Given, Failure> {
    let name = format!("{name}:{}", listing.line);
    let Some(goal) = goal else {
        return Err(Failure::BadInput(format!(
            "{name}: there is no board before this claim; name it with taquin verify BOARD FILE"
        )));
    };
    let asked = args.goal.asked().or(listing.program_goal());
    let is_default_goal = asked.is_none() && listing.goal.is_none();
    let given = listing.given(name, None, goal, args.metric.unwrap_or_default())?;
    Ok(Given {
        is_default_goal,
        ..given
    })
}

/// Verifies JSON Lines: one object per line, one verdict per line.
fn run_lines(
    args: &VerifyArgs,
    tables: &Tables,
    refusals: Refusals,
    (mut lines, out): (Lines, &mut Out),
) -> Result<Exit, Failure> {
    args.allows_lines()?;
    let mut worst = Exit::Success;
    let mut errors = ErrorCount::default();
    loop {
        let judged = match lines.next_solution() {
            Ok(None) => break,
            Ok(Some(given)) => args.options().judge(tables, given),
            Err(failure) => Err(failure),
        };
        out.set(lines.origin())?;
        let exit = match judged {
            Err(failure) => refusals.refuse_one(failure, out, &mut errors)?,
            Ok(judged) => {
                if args.json {
                    json::line(out, &json::verify(&judged))?
                } else {
                    text::verify_line(out, &judged)?
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
    errors.finish(lines.name());
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
            (
                self.read.form.shape.is_some(),
                "--shape",
                "`rows` and `cols`",
            ),
            (self.read.form.dialect.is_some(), "--as", "`start`"),
        ];
        if self.read.lines {
            let message = "--lines is not needed: JSON Lines have one object per line";
            return Err(Failure::Usage(message.into()));
        }
        match given.into_iter().find(|(is_given, ..)| *is_given) {
            None => Ok(()),
            Some((_, option, field)) => Err(Failure::Usage(format!(
                "{option} works with one board and its moves (taquin verify BOARD MOVES); in JSON Lines, {field} of each object is used"
            ))),
        }
    }

    /// An error for options that mean nothing for labels that repeat.
    fn allows_labels(&self) -> Result<(), Failure> {
        let wrong = match (self.metric, self.time.time) {
            (Some(Metric::MultiTile), _) => "--metric mtm needs labels that differ; remove it",
            (_, Some(_)) => "--time has no effect on labels that repeat; remove it",
            (_, None) => return self.allows_listing(),
        };
        Err(Failure::Usage(wrong.into()))
    }

    /// An error for options that mean nothing for a sequence of boards.
    fn allows_listing(&self) -> Result<(), Failure> {
        let wrong = match (self.moves_from, self.read.lines) {
            (Some(_), _) => "--moves-from is for moves, and these are boards; remove it",
            (None, true) => "--lines is not needed: verify finds the boards by itself; remove it",
            (None, false) => return Ok(()),
        };
        Err(Failure::Usage(wrong.into()))
    }

    fn options(&self) -> JudgeOptions<'static> {
        JudgeOptions {
            time: self.time.time,
            threads: self.threads.count(),
            client: None,
        }
    }
}
