//! A search that goes on where it was stopped: `--checkpoint`.

use super::{Searched, SolveArgs};
use crate::checkpoint::Checkpoint;
use crate::exit::Failure;
use crate::limits::{Guard, LimitArgs};
use taquin::solve::{Plan, Tables, resume};
use taquin::{Metric, Problem};

/// A checkpoint is of one board, and of the one search that can go on.
pub(super) fn allows_checkpoint(args: &SolveArgs) -> Result<(), Failure> {
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
pub(super) fn resumed(
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
        &mut |stats, at_least| guard.check(stats, at_least, None),
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
