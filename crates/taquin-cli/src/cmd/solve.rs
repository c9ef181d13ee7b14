//! `taquin solve`: solutions, with what is known about them.

use super::plan::{PlanArgs, STATISTICS, unfit};
use super::{Item, Refusals, answer_each};
use crate::args::{ReadArgs, letters_parser, metric_parser};
use crate::checkpoint::Checkpoint;
use crate::exit::{Exit, Failure, say};
use crate::input::BoardReader;
use crate::limits::{Guard, LimitArgs, Reason, catch_interrupts};
use crate::output::{json, text};
use crate::store;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use taquin::board::Board;
use taquin::goal::Goal;
use taquin::metric::Metric;
use taquin::notation::{MoveLetters, Reading};
use taquin::problem::{Problem, ProblemError};
use taquin::solvability::reachable_goals;
use taquin::solve::{Answer, Guarantee, Plan, Report, Tables, resume, solve_with};
use taquin::space::MoveOrder;

/// Options of `taquin solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("Examples:
  taquin solve \"8 1 3/4 0 2/7 6 5\"
  taquin solve puzzle.txt --goal snail --states
  taquin solve puzzle.txt --algorithm astar --heuristic manhattan --moves blank
  taquin solve --brief puzzle*.txt
  taquin solve --lines boards.txt --json --time 10s
  taquin solve puzzle.txt --all-optimal --list 100
  taquin solve puzzle.txt --metric mtm
  taquin solve board5x5.txt --checkpoint FILE       goes on where it was stopped

{STATISTICS}

Exit code 0 if all boards are solved, 1 if one is unsolvable, 3 if a limit was reached, 4 if one makes no sense."))]
pub struct SolveArgs {
    /// Boards, files with one, or - for standard input
    #[arg(required = true)]
    boards: Vec<String>,
    /// The board to reach: last, first, snail, or a board [default: the file's own, else last]
    #[arg(long)]
    goal: Option<String>,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// What counts as a move: stm, one tile one step; mtm, a line of tiles (up to 16 cells)
    #[arg(long, default_value = "stm", value_parser = metric_parser())]
    metric: Metric,
    /// Keep in this file how far the search has come, every 30 seconds and when it is stopped, and go on from there; one
    /// board of 6 to 25 cells, IDA* with pattern databases
    #[arg(long, value_name = "FILE", conflicts_with = "all_optimal")]
    checkpoint: Option<PathBuf>,
    /// Print every board from the start to the goal
    #[arg(long)]
    states: bool,
    /// What to write of the moves: where the tile goes, where the blank goes, or which tile moves
    #[arg(long, value_name = "WHAT", default_value = "tile", value_parser = letters_parser())]
    moves: MoveLetters,
    /// Count all shortest solutions, and say how they begin
    #[arg(long)]
    all_optimal: bool,
    /// With --all-optimal, print so many of them
    #[arg(long, value_name = "N", default_value = "10", requires = "all_optimal")]
    list: usize,
    /// One line a board: its name and the number of moves (-1 if unsolvable)
    #[arg(long, conflicts_with_all = ["json", "states", "all_optimal"])]
    brief: bool,
    /// Write JSON, one object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Everything about one board, for the printers.
#[derive(Debug)]
pub struct Solved {
    /// Where it comes from.
    pub name: String,
    /// The start.
    pub start: Board,
    /// The goal.
    pub goal: Board,
    /// What came of it.
    pub result: Result<Searched, Unsolvable>,
    /// What to write of the moves.
    pub letters: MoveLetters,
    /// Whether to print every board.
    pub states: bool,
    /// Whether all shortest solutions are wanted.
    pub all_optimal: bool,
    /// What counts as one move.
    pub metric: Metric,
}

/// A search that was run.
#[derive(Debug)]
pub struct Searched {
    /// What it gave.
    pub report: Report,
    /// The order in which moves were tried.
    pub order: MoveOrder,
    /// How long it took.
    pub seconds: f64,
    /// Why it was stopped, if it was.
    pub reason: Option<Reason>,
}

impl Searched {
    /// Whether the search for all shortest solutions was stopped.
    pub const fn misses_some(&self) -> bool {
        matches!(&self.report.all_shortest, Some(all) if !all.is_complete)
    }
}

/// The goal cannot be reached.
#[derive(Debug)]
pub struct Unsolvable {
    /// The usual goals that can.
    pub reachable_goals: Vec<Goal>,
}

impl Solved {
    fn is_solved(&self) -> bool {
        let searched = self.result.as_ref();
        searched.is_ok_and(|searched| matches!(searched.report.answer, Answer::Solved(..)))
    }

    /// The exit code that the result asks for.
    pub const fn exit(&self) -> Exit {
        match &self.result {
            Err(_) => Exit::No,
            Ok(searched) => match (&searched.report.answer, searched.reason) {
                (Answer::Solved(..), _) if !searched.misses_some() => Exit::Success,
                (_, Some(Reason::Interrupted)) => Exit::Interrupted,
                _ => Exit::Limit,
            },
        }
    }
}

/// Runs the command.
pub fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    if args.checkpoint.is_some() {
        allows_checkpoint(args)?;
    }
    let mut reader = BoardReader::new(&args.read);
    let mut out = BufWriter::new(io::stdout().lock());
    let mut tables = store::tables();
    let refusals = Refusals {
        schema: "taquin.solve/1",
        json: args.json,
    };
    answer_each(
        &mut reader,
        &args.boards,
        refusals,
        &mut out,
        |reader, item, out| {
            let Item {
                name,
                is_one_of_many,
                reading,
            } = item;
            let (solved, checkpoint) = solve_one(args, reader, &mut tables, name, reading)?;
            print(args, &solved, is_one_of_many, out)?;
            if let Some(checkpoint) = checkpoint {
                // Not before the answer is safe.
                out.flush()?;
                checkpoint.finish(solved.is_solved())?;
            }
            Ok(solved.exit())
        },
    )
}

fn solve_one(
    args: &SolveArgs,
    reader: &mut BoardReader<'_>,
    tables: &mut Tables,
    name: String,
    reading: Reading,
) -> Result<(Solved, Option<Checkpoint>), Failure> {
    let start = reading.start;
    let goal = reader.goal_of(args.goal.as_deref(), start.shape(), reading.goal)?;
    let plan = Plan {
        metric: args.metric,
        all_shortest: args.all_optimal.then_some(args.list),
        ..args.plan.plan()
    };
    let mut checkpoint = None;
    let result = match Problem::new(start.clone(), goal.clone()) {
        Ok(problem) => Ok(match &args.checkpoint {
            None => search(tables, &problem, &plan, &args.limits)?,
            Some(path) => {
                let opened = Checkpoint::open(path, &problem, plan.order, tables)?;
                let kept = checkpoint.insert(opened);
                resumed(tables, &problem, &plan, &args.limits, kept)
            }
        }),
        Err(ProblemError::Unreachable(_)) => Err(Unsolvable {
            reachable_goals: reachable_goals(&start),
        }),
        Err(ProblemError::ShapesDiffer(differ)) => {
            return Err(Failure::BadInput(differ.to_string()));
        }
    };
    let solved = Solved {
        name,
        start,
        goal,
        result,
        letters: args.moves,
        states: args.states,
        all_optimal: args.all_optimal,
        metric: args.metric,
    };
    Ok((solved, checkpoint))
}

/// Runs one search under its limits.
pub fn search(
    tables: &mut Tables,
    problem: &Problem,
    plan: &Plan,
    limits: &LimitArgs,
) -> Result<Searched, Failure> {
    let mut guard = Guard::new(limits);
    let report = solve_with(tables, problem, plan, &mut |stats, at_least| {
        guard.check(stats, at_least)
    });
    Ok(Searched {
        report: report.map_err(unfit)?,
        order: plan.order,
        seconds: guard.finish(),
        reason: guard.reason,
    })
}

/// A checkpoint is of one board, and of the one search that can go on.
fn allows_checkpoint(args: &SolveArgs) -> Result<(), Failure> {
    let is_one = args.boards.len() == 1 && !args.read.lines;
    let is_ida = matches!(&args.plan.algorithm[..], "auto" | "idastar");
    let has_tables = matches!(&args.plan.heuristic[..], "auto" | "pdb");
    let wrong = if !is_one {
        "--checkpoint is for one board, without --lines"
    } else if !is_ida || !has_tables {
        "--checkpoint is for IDA* with pattern databases: leave --algorithm and --heuristic out"
    } else if args.metric != Metric::SingleTile {
        "--checkpoint is for the single-tile metric: leave --metric out"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(wrong.into()))
}

/// Runs one search that goes on from a checkpoint, and notes there how far it comes.
fn resumed(
    tables: &mut Tables,
    problem: &Problem,
    plan: &Plan,
    limits: &LimitArgs,
    checkpoint: &mut Checkpoint,
) -> Searched {
    let (size, from) = (checkpoint.size(), checkpoint.progress());
    let mut guard = Guard::new(limits);
    let report = resume(
        tables,
        problem,
        plan,
        size,
        from,
        &mut |progress| checkpoint.note(progress),
        &mut |stats, at_least| guard.check(stats, at_least),
    );
    let mut report = report.expect("a checkpoint has tables");
    // Building the tables may have taken all the time.
    report.lower_bound = report.lower_bound.max(from.bound);
    Searched {
        report,
        order: plan.order,
        seconds: guard.finish(),
        reason: guard.reason,
    }
}

fn print(
    args: &SolveArgs,
    solved: &Solved,
    many: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if args.brief {
        text::brief(out, solved)?;
        warn_of_longer(solved);
    } else if args.json {
        json::line(out, &json::solve(solved))?;
    } else {
        if many {
            writeln!(out, "{}:", solved.name)?;
        }
        text::solve(out, solved)?;
        if many {
            writeln!(out)?;
        }
    }
    Ok(())
}

/// A number alone does not say that it may not be the least.
fn warn_of_longer(solved: &Solved) {
    if let Ok(searched) = &solved.result
        && let Answer::Solved(_, guarantee) = searched.report.answer
        && guarantee != Guarantee::Optimal
    {
        let (name, bound) = (&solved.name, searched.report.lower_bound);
        say(
            "taquin",
            format_args!("{name}: there may be a shorter solution, with at least {bound} moves"),
        );
    }
}
