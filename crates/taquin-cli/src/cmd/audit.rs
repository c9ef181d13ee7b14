//! `taquin audit`: whether a heuristic is admissible and consistent, and how accurate it is.

use super::Refusals;
use crate::args::names::{NameParser, shape};
use crate::args::number::{number, number_in};
use crate::args::{ShapeGoalArgs, ThreadArgs, TimeArgs, help};
use std::io::{self, BufWriter, Write};
use std::time::Duration;
use taquin::notation::Dialect;
use taquin::tools::audit::Survey;
use taquin::{Board, Metric, Shape};
use taquin_app::audit::{Audit, AuditOptions, SAMPLES};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::input::{BoardReader, ReadOptions};
use taquin_app::limits::{Guard, Limits, catch_interrupts};
use taquin_app::output::csv::{self, Rows};
use taquin_app::output::{json, text};
use taquin_app::plan::named_heuristic;
use taquin_app::store;

/// Options of `taquin audit`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin audit manhattan                                   every board of 3x3
  taquin audit hamming gaschnig max --goal snail           several side by side
  taquin audit manhattan --metric mtm                      a line of tiles is one move
  taquin audit --heuristic-command \"python3 examples/heuristics/manhattan.py\"
  taquin audit --heuristic-command ./my-heuristic --shape 4x4 --samples 200 --seed 7 --json
  taquin audit manhattan linear-conflict max --csv         one line per heuristic

A --heuristic-command reads boards from its standard input, one per line (1 2 3/4 5 6/7 8 0 unless --to selects another notation), and \
prints one number per line in the same order, immediately or at the end. Fractions are allowed. It is run by the shell (sh -c, or \
cmd /C on Windows), does not receive the goal, and is stopped after 60 seconds unless --time sets another limit.

The default shape is that of the goal, or 3x3. Shapes of up to 9 cells are audited on every board, which is a proof. Larger \
shapes, of up to 16 cells, are audited on the boards along shortest solutions of random boards: a counterexample found there is \
conclusive, but finding none proves nothing.

Exit codes: 0 if no board is overestimated (an inconsistent heuristic may still give shortest solutions), 1 if one is, 3 if the \
time limit was reached, 4 if the command fails or its output is invalid, 130 after Ctrl-C.")]
pub struct AuditArgs {
    /// Built-in heuristics
    #[arg(value_parser = NameParser::HEURISTIC)]
    heuristics: Vec<String>,
    /// The same as the arguments; other commands have this option
    #[arg(long, short = 'H', alias = "heuristics", value_name = "NAMES", hide = true, value_delimiter = ',', value_parser = NameParser::HEURISTIC)]
    heuristic: Vec<String>,
    #[arg(long = "heuristic-command", alias = "command", value_name = "COMMAND", help = help::HEURISTIC_COMMAND)]
    command: Option<String>,
    #[arg(long, value_name = "ROWSxCOLS", value_parser = shape, help = help::SHAPE)]
    shape: Option<Shape>,
    #[command(flatten)]
    goal: ShapeGoalArgs,
    #[arg(long, value_name = "METRIC", default_value = "stm", hide_default_value = true, value_parser = NameParser::METRIC, help = help::METRIC)]
    metric: Metric,
    /// Solve N random boards and audit the boards along their solutions [default: every board of up to 9 cells, else 100
    /// random boards]
    #[arg(long, value_name = "N", value_parser = number_in(1_u32..=10_000))]
    samples: Option<u32>,
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(), help = help::SEED)]
    seed: u64,
    #[arg(long, value_name = "NOTATION", default_value = "slash", requires = "command", value_parser = NameParser::LINE_DIALECT, help = help::TO)]
    to: Dialect,
    #[command(flatten)]
    time: TimeArgs,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[arg(long, conflicts_with = "json", help = help::CSV)]
    csv: bool,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// The time limit of a command, which may hang.
const TIME_OF_COMMANDS: Duration = Duration::from_secs(60);

/// Runs the command.
pub fn run(args: &AuditArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let out = BufWriter::new(io::stdout().lock());
    let mut out = Rows::new(out, args.csv.then_some(csv::AUDIT));
    let refusals = Refusals {
        schema: "taquin.audit/1",
        json: args.writes_objects(),
    };
    let default = args.command.as_ref().map(|_| TIME_OF_COMMANDS);
    let mut guard = Guard::new(&Limits {
        time: args.time.time.or(default),
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
            if args.writes_objects() {
                let object = json::refused("taquin.audit/1", "limit", vec![message]);
                json::line(out, &object)?;
            }
            return Ok(audit.exit());
        }
    }
    if args.writes_objects() {
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
    if args.names().next().is_none() && args.command.is_none() {
        let message = "nothing to audit; name a heuristic (taquin audit manhattan) or use --heuristic-command";
        return Err(Failure::Usage(message.into()));
    }
    let default = Shape::square(3).expect("3×3 is a valid shape");
    let shape = args.shape.unwrap_or(default);
    let goal = BoardReader::new(ReadOptions::default()).goal(args.goal.or_last(), shape)?;
    if let Some(shape) = args.shape
        && goal.shape() != shape
    {
        return Err(Failure::Usage(format!(
            "the goal is {}, but --shape is {shape}; remove one of them",
            goal.shape()
        )));
    }
    if goal.shape().area() > Survey::MAX_CELLS {
        return Err(Failure::Usage(format!(
            "an audit needs shortest solutions, so it works for boards of up to {} cells; this one is {}",
            Survey::MAX_CELLS,
            goal.shape()
        )));
    }
    Ok(goal)
}

impl AuditArgs {
    /// Whether to write JSON objects, which may become rows of CSV.
    const fn writes_objects(&self) -> bool {
        self.json || self.csv
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        self.heuristics.iter().chain(&self.heuristic)
    }

    fn options(&self) -> AuditOptions {
        AuditOptions {
            heuristics: self
                .names()
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
