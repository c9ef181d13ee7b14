//! `taquin inspect`: everything known about a board.

use super::{Batch, Item, Refusals};
use crate::args::{GoalArgs, ReadArgs, ThreadArgs, help};
use taquin_app::exit::{Exit, Failure};
use taquin_app::inspect::Inspector;
use taquin_app::limits::catch_interrupts;
use taquin_app::output::{json, text};
use taquin_app::store;

/// Options of `taquin inspect`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin inspect \"8 1 3/4 0 2/7 6 5\"
  taquin inspect --lines boards.txt                       one line per board
  taquin reach \"1 2/3 0\" | taquin inspect --lines -       the disorder of all 12 boards
  taquin inspect puzzle.txt --goal snail --json

The estimates are those of every heuristic that supports the shape; a dash stands for one that does not. Pattern databases for \
more than 16 cells are used if they have been built (taquin tables build). The distance is the length of a shortest solution; \
of boards of more than 9 cells it is known if a short search finds it, else a lower bound is given.

disorder     for each tile, the lower-numbered tiles after it, added up; if the width is even, plus the row of the blank
parity       whether the disorder is even or odd; it never changes, so start and goal must agree
neighbours   the boards one move away
twin         the board with its first two tiles swapped, which is solvable if this one is not

Exit codes: 0 if all boards have been inspected, solvable or not; 4 if a board is not valid.")]
pub struct InspectArgs {
    #[arg(required = true, value_name = "BOARD", help = help::BOARDS)]
    boards: Vec<String>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &InspectArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let tables = store::tables();
    let mut inspector = Inspector::new(&tables, args.threads.count());
    let refusals = Refusals {
        schema: "taquin.inspect/1",
        json: args.json,
    };
    let mut batch = Batch::new(&args.read, &args.boards, refusals);
    let mut has_head = false;
    while let Some(item) = batch.next()? {
        let inspected = inspect(args, &mut inspector, item, &mut batch, &mut has_head);
        batch.answered(inspected)?;
    }
    Ok(batch.exit)
}

fn inspect(
    args: &InspectArgs,
    inspector: &mut Inspector<'_>,
    item: Item,
    batch: &mut Batch,
    has_head: &mut bool,
) -> Result<Exit, Failure> {
    let Item {
        name,
        is_one_of_many,
        metric,
        reading,
        ..
    } = item;
    batch.reader.leave_metric_of(metric);
    let goal = args.goal.asked();
    let goal = batch
        .reader
        .goal_of(goal, reading.start.shape(), reading.goal)?;
    let inspected = inspector.inspect(name, reading.start, goal)?;
    let out = &mut batch.out;
    if args.json {
        json::line(out, &json::inspect(&inspected))?;
    } else if is_one_of_many || args.read.lines {
        if !std::mem::replace(has_head, true) {
            text::inspect_head(out)?;
        }
        text::inspect_line(out, &inspected)?;
    } else {
        text::inspect(out, &inspected)?;
    }
    Ok(Exit::Success)
}
