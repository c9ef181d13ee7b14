//! `taquin audit`: is a heuristic admissible and consistent, and how good is it?

mod child;

use super::Refusals;
use super::plan::{HEURISTICS, estimate, usage_error};
use crate::args::{ReadArgs, ThreadArgs, metric_parser, shape};
use crate::exit::{Exit, Failure, say};
use crate::input::BoardReader;
use crate::limits::{Guard, LimitArgs, Reason, catch_interrupts, duration};
use crate::output::{json, text};
use crate::store;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::io::{self, BufWriter, Write};
use std::time::Duration;
use taquin::notation::{self, Dialect};
use taquin::solve::{Answer, Guarantee, HeuristicKind, Plan, Tables, estimates, solve_with};
use taquin::tools::audit::{Comparison, Judgement, Survey};
use taquin::tools::generate::Generator;
use taquin::{Board, Metric, Problem, Shape};

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
    #[arg(value_parser = PossibleValuesParser::new(&HEURISTICS[1..]))]
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
/// How many random boards are solved if nobody says.
const SAMPLES: u32 = 100;
/// What others are compared with.
const YARDSTICKS: [HeuristicKind; 2] = [HeuristicKind::Manhattan, HeuristicKind::LinearConflict];

/// The notations with a board a line.
fn line_dialect_parser() -> impl TypedValueParser<Value = Dialect> {
    use Dialect::{Comma, Json, Korf, Nine, Slash};
    const LINES: [Dialect; 5] = [Slash, Korf, Comma, Nine, Json];
    PossibleValuesParser::new(LINES.map(Dialect::name)).map(|name| {
        let named = LINES.into_iter().find(|dialect| dialect.name() == name);
        named.expect("only names of dialects are possible")
    })
}

/// Which boards were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Every,
    /// Those along shortest solutions.
    Samples {
        /// How many random boards were solved.
        solved: u32,
        /// By which seed they were made.
        seed: u64,
    },
}

/// A heuristic with what was found about it.
#[derive(Debug)]
pub struct Audited {
    /// The name of one of ours; nothing for a command.
    pub estimate: Option<HeuristicKind>,
    /// What it said, as far as it came.
    said: Vec<f64>,
    /// What was found.
    pub judgement: Judgement,
}

/// Heuristics side by side, for the printers.
#[derive(Debug)]
pub struct Audit {
    /// The goal.
    pub goal: Board,
    /// What counts as one move.
    pub metric: Metric,
    /// Which boards were looked at.
    pub scope: Scope,
    /// The command that was audited.
    pub command: Option<String>,
    survey: Survey,
    /// What was asked for.
    pub audited: Vec<Audited>,
    /// What else it is compared with.
    pub yardsticks: Vec<Audited>,
    /// Why it was stopped, if it was.
    pub reason: Option<Reason>,
}

impl Audit {
    /// Whether every board that there is was looked at.
    pub fn is_proof(&self) -> bool {
        self.scope == Scope::Every && self.reason.is_none()
    }

    /// How many boards every heuristic has estimated.
    fn estimated(&self) -> usize {
        self.audited.first().map_or(0, |audited| audited.said.len())
    }

    /// Manhattan distance and linear conflict against a heuristic.
    pub fn comparisons(&self, audited: &Audited) -> Vec<(HeuristicKind, Comparison)> {
        let others = self.audited.iter().chain(&self.yardsticks);
        let others = others.filter_map(|other| Some((other.estimate?, other)));
        let others = others.filter(|(estimate, _)| {
            YARDSTICKS.contains(estimate) && audited.estimate != Some(*estimate)
        });
        others
            .map(|(estimate, other)| (estimate, self.survey.compare(&audited.said, &other.said)))
            .collect()
    }

    fn exit(&self) -> Exit {
        match self.reason {
            Some(Reason::Interrupted) => Exit::Interrupted,
            Some(_) => Exit::Limit,
            None if self
                .audited
                .iter()
                .all(|audited| audited.judgement.is_admissible()) =>
            {
                Exit::Success
            }
            None => Exit::No,
        }
    }
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
    let mut guard = Guard::new(&LimitArgs {
        time: args.time.or(default),
        memory: u64::MAX,
    });
    let audited = goal(args).and_then(|goal| audit(args, goal, &mut guard));
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
        let message = how_far(args, audit, reason);
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

/// How far an audit came that was stopped.
fn how_far(args: &AuditArgs, audit: &Audit, reason: Reason) -> String {
    let why = match reason {
        Reason::Interrupted => "interrupted",
        _ => "the time is over (--time 10m gives more)",
    };
    let solved = match audit.scope {
        Scope::Every => String::new(),
        Scope::Samples { solved, .. } => {
            let samples = args.samples.unwrap_or(SAMPLES);
            format!("{solved} of {samples} random boards were solved, ")
        }
    };
    let (estimated, boards) = (audit.estimated(), audit.survey.len());
    format!("{why}: {solved}{estimated} of {boards} boards were estimated")
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
    let goal = BoardReader::new(&ReadArgs::default()).goal(&args.goal, shape)?;
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

fn audit(args: &AuditArgs, goal: Board, guard: &mut Guard) -> Result<Audit, Failure> {
    let mut all: Vec<HeuristicKind> = Vec::new();
    let named = args.heuristics.iter().filter_map(|name| estimate(name));
    for estimate in named.chain(YARDSTICKS) {
        if !all.contains(&estimate) {
            all.push(estimate);
        }
    }
    let asked =
        |estimate: &HeuristicKind| args.heuristics.iter().any(|name| name == estimate.name());
    let ours = all.iter().filter(|estimate| asked(estimate)).count();
    let mut tables = store::tables();
    let (survey, scope) = survey(args, &goal, &mut tables, guard)?;
    let mut said = Vec::new();
    for estimate in all {
        let estimates = built_in(args, &goal, estimate, &survey, &mut tables, guard)?;
        said.push((Some(estimate), estimates));
    }
    if let Some(command) = &args.command {
        let boards = lines(&survey, args.to)?;
        let answers = match guard.reason {
            None => child::ask(command, boards, guard)?,
            Some(_) => Vec::new(),
        };
        said.insert(ours, (None, answers));
    }
    let mut audited = judge(&survey, said);
    let yardsticks = audited.split_off(ours + usize::from(args.command.is_some()));
    Ok(Audit {
        goal,
        metric: args.metric,
        scope,
        command: args.command.clone(),
        survey,
        audited,
        yardsticks,
        reason: guard.reason,
    })
}

/// Judges heuristics side by side; where one was stopped, on the boards that it had come to.
fn judge(survey: &Survey, said: Vec<(Option<HeuristicKind>, Vec<f64>)>) -> Vec<Audited> {
    let fewest = said.iter().map(|(_, said)| said.len()).min().unwrap_or(0);
    let judged = said.into_iter().map(|(estimate, mut said)| {
        said.truncate(fewest);
        let judgement = survey.judge(&said);
        Audited {
            estimate,
            judgement: judgement.expect("every estimate is a finite number"),
            said,
        }
    });
    judged.collect()
}

/// The boards to audit: all of them, or those along shortest solutions.
fn survey(
    args: &AuditArgs,
    goal: &Board,
    tables: &mut Tables,
    guard: &mut Guard,
) -> Result<(Survey, Scope), Failure> {
    if args.samples.is_none()
        && let Some(survey) = Survey::every(goal, args.metric)
    {
        return Ok((survey, Scope::Every));
    }
    let mut survey = Survey::new(goal, args.metric).expect("the goal is not too large");
    let mut generator = Generator::new(args.seed);
    let plan = Plan {
        metric: args.metric,
        threads: args.threads.count(),
        ..Plan::default()
    };
    let mut solved = 0;
    while solved < args.samples.unwrap_or(SAMPLES) {
        let problem = Problem::new(generator.random(goal), goal.clone());
        let problem = problem.expect("a generated board can be solved");
        let on_tick = &mut |stats: &_, at_least| guard.check(stats, at_least, None);
        let report = solve_with(tables, &problem, &plan, on_tick).map_err(usage_error)?;
        let Answer::Solved(solution, Guarantee::Optimal) = report.answer else {
            break;
        };
        survey.add(&solution);
        solved += 1;
    }
    let seed = args.seed;
    Ok((survey, Scope::Samples { solved, seed }))
}

/// What one of our own heuristics says; nothing if it was stopped.
fn built_in(
    args: &AuditArgs,
    goal: &Board,
    estimate: HeuristicKind,
    survey: &Survey,
    tables: &mut Tables,
    guard: &mut Guard,
) -> Result<Vec<f64>, Failure> {
    let on_tick = &mut |stats: &_, at_least| guard.check(stats, at_least, None);
    let threads = args.threads.count();
    let said = estimates(tables, goal, estimate, threads, survey.states(), on_tick);
    let said = said.map_err(usage_error)?.unwrap_or_default();
    Ok(said.into_iter().map(f64::from).collect())
}

/// The boards as a command reads them.
fn lines(survey: &Survey, dialect: Dialect) -> Result<String, Failure> {
    let lines = survey
        .boards()
        .map(|board| notation::write(&board, dialect));
    lines
        .collect::<Result<String, _>>()
        .map_err(|error| Failure::Usage(error.to_string()))
}
