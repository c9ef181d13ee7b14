//! `taquin audit`: is a heuristic admissible and consistent, and how good is it?

use super::Refusals;
use crate::args::NameParser;
use crate::args::{ThreadArgs, metric_parser, shape};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::io::{self, BufWriter, Write};
use std::time::Duration;
use taquin::notation::Dialect;
use taquin::tools::audit::Survey;
use taquin::{Board, Metric, Shape};
use taquin_app::audit::{Audit, AuditOptions, SAMPLES};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::input::{BoardReader, ReadOptions};
use taquin_app::limits::{Guard, Limits, catch_interrupts, duration};
use taquin_app::output::{json, text};
use taquin_app::plan::named_heuristic;
use taquin_app::store;

/// Options of `taquin audit`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin audit manhattan                                   every board of 3x3
  taquin audit hamming gaschnig max --goal snail           several side by side
  taquin audit manhattan --metric mtm                      where a line of tiles is one move
  taquin audit --command \"python3 examples/heuristics/manhattan.py\"
  taquin audit --command ./my-heuristic --shape 4x4 --samples 200 --seed 7 --json

A command of your own reads boards from its standard input, one a line (1 2 3/4 5 6/7 8 0 unless --to says otherwise), and \
prints one number a line, in the same order, at once or at the end. Fractions are allowed. It is run by the shell: sh -c, on \
Windows cmd /C. It does not learn the goal: it must know.

Shapes of up to 9 cells are audited on every board, which is a proof. Larger ones, up to 16 cells, are audited on the boards \
along shortest solutions of random boards: what is wrong there is wrong, but that nothing is found is no proof.

Exit code 0 if no board is overestimated (also where the heuristic is inconsistent: shortest solutions need no more), 1 if one \
is, 3 if the time was over, 4 if the command fails or answers what makes no sense, 130 after Ctrl-C.")]
pub struct AuditArgs {
    /// Heuristics of taquin
    #[arg(value_parser = NameParser::HEURISTIC)]
    heuristics: Vec<String>,
    /// A heuristic of your own: a command that reads boards and prints numbers
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
    /// The shape: rows x columns [default: the goal's, else 3x3]
    #[arg(long, value_parser = shape)]
    shape: Option<Shape>,
    /// The goal: last, first, snail, or a board
    #[arg(long, default_value = "last")]
    goal: String,
    /// What counts as a move: stm, one tile one step; mtm, a line of tiles
    #[arg(long, default_value = "stm", value_parser = metric_parser())]
    metric: Metric,
    /// Solve so many random boards and audit the boards along their solutions [default: 100 for more than 9 cells; every
    /// board for up to 9]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    samples: Option<u32>,
    /// Another seed gives other random boards
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The notation in which the command reads boards
    #[arg(long, value_name = "NOTATION", default_value = "slash", requires = "command", value_parser = line_dialect_parser())]
    to: Dialect,
    /// Stop after this time (10s, 500ms, 2m, 1h) and say what is known [default: none; 60s with --command]
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Write JSON, one object a heuristic
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// A command that hangs should be told so.
const TIME_OF_COMMANDS: Duration = Duration::from_secs(60);
/// The notations with a board a line.
fn line_dialect_parser() -> impl TypedValueParser<Value = Dialect> {
    use Dialect::{Comma, Json, Korf, Nine, Slash};
    const LINES: [Dialect; 5] = [Slash, Korf, Comma, Nine, Json];
    PossibleValuesParser::new(LINES.map(Dialect::name)).map(|name| {
        let named = LINES.into_iter().find(|dialect| dialect.name() == name);
        named.expect("only names of dialects are possible")
    })
}

/// Runs the command.
pub fn run(args: &AuditArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let mut out = BufWriter::new(io::stdout().lock());
    let refusals = Refusals {
        schema: "taquin.audit/1",
        json: args.json,
    };
    let default = args.command.as_ref().map(|_| TIME_OF_COMMANDS);
    let mut guard = Guard::new(&Limits {
        time: args.time.or(default),
        memory: u64::MAX,
    });
    let audited = goal(args).and_then(|goal| {
        let tables = store::tables();
        args.options().run(goal, &tables, &mut guard)
    });
    guard.finish();
    let exit = match audited {
        Ok(audit) => print(args, &audit, &mut out)?,
        Err(failure) => refusals.refuse(failure, &mut out)?,
    };
    out.flush()?;
    Ok(exit)
}

fn print(args: &AuditArgs, audit: &Audit, out: &mut impl Write) -> Result<Exit, Failure> {
    if let Some(reason) = audit.reason {
        let message = text::audit_stopped(audit, reason, args.samples.unwrap_or(SAMPLES));
        say("taquin", &message);
        if audit.estimated() == 0 {
            if args.json {
                let object = json::refused("taquin.audit/1", "limit", vec![message]);
                json::line(out, &object)?;
            }
            return Ok(audit.exit());
        }
    }
    if args.json {
        for audited in &audit.audited {
            json::line(out, &json::audit(audit, audited))?;
        }
    } else {
        text::audit(out, audit)?;
    }
    Ok(audit.exit())
}

/// The goal, of a shape that can be audited.
fn goal(args: &AuditArgs) -> Result<Board, Failure> {
    if args.heuristics.is_empty() && args.command.is_none() {
        let message =
            "nothing to audit: name a heuristic (taquin audit manhattan) or give a --command";
        return Err(Failure::Usage(message.into()));
    }
    let default = Shape::square(3).expect("3×3 is a shape");
    let shape = args.shape.unwrap_or(default);
    let goal = BoardReader::new(ReadOptions::default()).goal(&args.goal, shape)?;
    if let Some(shape) = args.shape
        && goal.shape() != shape
    {
        return Err(Failure::Usage(format!(
            "the goal is {}, but --shape says {shape}: leave one of them out",
            goal.shape()
        )));
    }
    if goal.shape().area() > Survey::MAX_CELLS {
        return Err(Failure::Usage(format!(
            "an audit needs shortest solutions, so it is for boards of up to {} cells, and this one is {}",
            Survey::MAX_CELLS,
            goal.shape()
        )));
    }
    Ok(goal)
}

impl AuditArgs {
    fn options(&self) -> AuditOptions {
        let heuristics = self.heuristics.iter();
        AuditOptions {
            heuristics: heuristics
                .filter_map(|name| named_heuristic(name))
                .collect(),
            command: self.command.clone(),
            dialect: self.to,
            metric: self.metric,
            samples: self.samples,
            seed: self.seed,
            threads: self.threads.count(),
        }
    }
}
