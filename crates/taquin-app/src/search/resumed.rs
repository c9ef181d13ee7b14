//! A search that goes on where it was stopped.

use super::Searched;
use crate::checkpoint::Checkpoint;
use crate::limits::{Guard, Limits};
use taquin::Problem;
use taquin::solve::{Plan, Tables, resume};

/// Runs one search that goes on from a checkpoint, and notes there how far it comes.
pub fn resumed(
    tables: &mut Tables,
    problem: &Problem,
    plan: &Plan,
    limits: &Limits,
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
