//! `taquin check`: whether a board can be solved, and why.

use super::{Batch, Item, Refusals};
use crate::args::{GoalArgs, ReadArgs, help};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use taquin::notation::{self, Dialect};
use taquin::solvability::labels_reachable;
use taquin::{Goal, Labels};
use taquin_app::check::{Detail, Verdict};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::input;
use taquin_app::origin::Origin;
use taquin_app::output::{json, text};

/// Options of `taquin check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin check \"8 1 3/4 0 2/7 6 5\"                 the usual goal: 1 2 3 ... and the blank last
  taquin check \"3 2/0 1\" \"1 2/3 0\" --explain       from one board to another, with a proof
  taquin check puzzle.txt --goal snail             a file, with the goal of the 42 school
  taquin check --as nine aab- baa-                 labels may repeat
  taquin check puzzle*.txt                         several files
  taquin check --lines boards.txt --json           one board per line, one answer per line

Exit codes: 0 if all boards can be solved, 1 if one cannot, 4 if a board is not valid.")]
pub struct CheckArgs {
    /// Boards, files with boards, or - for standard input; of two arguments that are not both files, the second is the goal
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<String>,
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
    let asked = args.asked()?;
    if let Some((start, goal)) = labels(args, &asked)? {
        let mut out = json::WithOrigin::new(BufWriter::new(io::stdout().lock()), args.json);
        out.set(&Origin {
            source: "argument 1".into(),
            ..Origin::default()
        })?;
        return check_labels(args, &start, &goal, &mut out);
    }
    let refusals = Refusals {
        schema: "taquin.check/1",
        json: args.json,
    };
    let mut batch = Batch::new(&args.read, asked.boards, refusals).with_goal(asked.goal);
    // A goal that is not valid is one error, however many boards there are.
    if let Some(Err(failure)) = asked.goal.map(|goal| batch.reader.asked_goal(goal)) {
        return refusals.refuse(failure, &mut batch.out);
    }
    while let Some(item) = batch.next()? {
        let checked = check(args, &asked, &mut batch, item);
        batch.answered(checked)?;
    }
    Ok(batch.exit)
}

impl CheckArgs {
    /// Which arguments are boards, and which is the goal.
    fn asked(&self) -> Result<Asked<'_>, Failure> {
        let boards = &self.boards[..];
        let [start, goal] = boards else {
            let goal = self.goal.asked();
            return Ok(Asked { boards, goal });
        };
        if is_file(start) && is_file(goal) {
            let note = format!(
                "two files are two boards to check; --goal {goal} makes the second the goal"
            );
            say("taquin", note);
            let goal = self.goal.asked();
            return Ok(Asked { boards, goal });
        }
        if self.goal.asked().is_some() {
            let message =
                format!("--goal cannot be used with a goal as the second argument ({goal})");
            return Err(Failure::Usage(message));
        }
        let (boards, goal) = (&boards[..1], Some(&goal[..]));
        Ok(Asked { boards, goal })
    }

    const fn detail(&self) -> Detail {
        if self.explain {
            Detail::Argument
        } else {
            Detail::Verdict
        }
    }
}

/// Whether an argument is a file, or can only be the name of one that does not exist.
fn is_file(argument: &str) -> bool {
    let is_name = argument.contains(['.', '/', '\\']) && !argument.contains(char::is_whitespace);
    let is_missing = || is_name && notation::read_any(argument.as_bytes(), None).is_err();
    argument != "-" && (Path::new(argument).is_file() || is_missing())
}

/// What the arguments are.
struct Asked<'a> {
    boards: &'a [String],
    goal: Option<&'a str>,
}

fn check(
    args: &CheckArgs,
    asked: &Asked<'_>,
    batch: &mut Batch,
    item: Item,
) -> Result<Exit, Failure> {
    let (reading, out) = (item.reading, &mut batch.out);
    let shape = reading.start.shape();
    let goal = batch.reader.goal_of(asked.goal, shape, reading.goal)?;
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
        if asked.boards.len() > 1 && item.is_one_of_many {
            write!(out, "{}: ", item.name)?;
        }
        text::check(out, &verdict, args.detail())?;
    }
    Ok(exit(verdict.argument.reachable()))
}

const fn exit(solvable: bool) -> Exit {
    if solvable { Exit::Success } else { Exit::No }
}

/// Start and goal as labels, if they cannot be numbered.
fn labels(args: &CheckArgs, asked: &Asked<'_>) -> Result<Option<(Labels, Labels)>, Failure> {
    let goal = asked.goal.filter(|goal| goal.parse::<Goal>().is_err());
    let (Some(Dialect::Nine), Some(goal), false) = (args.read.form.dialect, goal, args.read.lines)
    else {
        return Ok(None);
    };
    let [start] = asked.boards else {
        return Ok(None);
    };
    let start = input::labels(start, args.read.form.shape)?;
    let goal = input::labels(goal, args.read.form.shape)?;
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
