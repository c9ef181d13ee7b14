//! `taquin check`: whether a board can be solved, and why.

use super::{Batch, Refusals};
use crate::args::{GoalArgs, ReadArgs, help};
use std::io::{self, BufWriter, Write};
use taquin::Labels;
use taquin::notation::{self, Dialect, Reading};
use taquin::solvability::labels_reachable;
use taquin_app::check::{Detail, Verdict};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::input::{self, BoardReader};
use taquin_app::output::{json, text};

/// Options of `taquin check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin check \"8 1 3/4 0 2/7 6 5\"                 the usual goal: 1 2 3 ... and the blank last
  taquin check \"3 2/0 1\" \"1 2/3 0\" --explain       from one board to another, with a proof
  taquin check puzzle.txt --goal snail             a file, with the goal of the 42 school
  taquin check --as nine aab- baa-                 labels may repeat
  taquin check --lines boards.txt --json           one board per line, one answer per line

Exit codes: 0 if all boards can be solved, 1 if one cannot, 4 if a board is not valid.")]
pub struct CheckArgs {
    #[arg(value_name = "BOARD", help = help::BOARD)]
    start: String,
    /// Goal to reach, in the same forms; the same as --goal
    #[arg(value_name = "GOAL", conflicts_with = "goal")]
    target: Option<String>,
    #[command(flatten)]
    goal: GoalArgs,
    /// Print the proof, not only the answer
    #[arg(long)]
    explain: bool,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    if let Some((start, goal)) = labels(args)? {
        return check_labels(
            args,
            &start,
            &goal,
            &mut BufWriter::new(io::stdout().lock()),
        );
    }
    let refusals = Refusals {
        schema: "taquin.check/1",
        json: args.json,
    };
    let start = std::slice::from_ref(&args.start);
    let mut batch = Batch::new(&args.read, start, refusals);
    while let Some(item) = batch.next()? {
        let checked = check(args, &mut batch.reader, item.reading, &mut batch.out);
        batch.answered(checked)?;
    }
    Ok(batch.exit)
}

impl CheckArgs {
    fn asked_goal(&self) -> Option<&str> {
        self.target.as_deref().or(self.goal.asked())
    }

    const fn detail(&self) -> Detail {
        if self.explain {
            Detail::Argument
        } else {
            Detail::Verdict
        }
    }
}

fn check(
    args: &CheckArgs,
    reader: &mut BoardReader,
    reading: Reading,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let goal = reader.goal_of(args.asked_goal(), reading.start.shape(), reading.goal)?;
    let verdict = Verdict::new(reading.start, goal, reading.claim)?;
    if let Some(claim) = verdict.false_claim {
        say(
            "taquin",
            format_args!("warning: {}", text::false_claim(claim)),
        );
    }
    if args.json {
        json::line(out, &json::check(&verdict, args.detail()))?;
    } else {
        text::check(out, &verdict, args.detail())?;
    }
    Ok(exit(verdict.argument.reachable()))
}

const fn exit(solvable: bool) -> Exit {
    if solvable { Exit::Success } else { Exit::No }
}

/// Start and goal as labels, if they cannot be numbered.
fn labels(args: &CheckArgs) -> Result<Option<(Labels, Labels)>, Failure> {
    let goal = args
        .asked_goal()
        .filter(|goal| notation::read_goal(goal).is_none());
    let (Some(Dialect::Nine), Some(goal), false) = (args.read.dialect, goal, args.read.lines)
    else {
        return Ok(None);
    };
    let start = input::labels(&args.start, args.read.shape)?;
    let goal = input::labels(goal, args.read.shape)?;
    let can_be_numbered = start.repeated().is_none() && start.sorted() == goal.sorted();
    Ok((!can_be_numbered).then_some((start, goal)))
}

/// Checks boards whose labels repeat.
fn check_labels(
    args: &CheckArgs,
    start: &Labels,
    goal: &Labels,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let solvable = labels_reachable(start, goal);
    let solvable = solvable.map_err(|differ| Failure::BadInput(differ.to_string()))?;
    if args.json {
        json::line(out, &json::check_labels(start, goal, solvable))?;
    } else {
        text::check_labels(out, start, goal, args.detail())?;
    }
    out.flush()?;
    Ok(exit(solvable))
}
