//! What is done when the caller leaves the choice: a straight slide, tables when they pay, or stages for large boards.

use super::run::attempt;
use super::watch::Watcher;
use super::{
    Algorithm, AllShortest, Answer, Guarantee, HeuristicKind, Plan, PlanError, Report, TableSize,
    Tables, beam, fast,
};
use crate::pdb::Partition;
use crate::puzzle::{Move, Problem};
use crate::search::Stats;

/// The small tables take a fifth of a second of work on 4×4, in which a search without them generates a million boards: an
/// easy board is solved before they would be ready. The large ones take some seconds; they are built when the small ones
/// have cost as much.
pub(super) fn with_tables(
    problem: &Problem,
    plan: &Plan,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let with = |estimate| Plan {
        estimate: Some(estimate),
        ..*plan
    };
    if watcher.spent(&Stats::default(), None) >= 1.0 && plan.all_shortest.is_none() {
        // No time at all: what there is at once.
        return beam::attempt(problem, plan, watcher);
    }
    let goal = problem.goal();
    let small = HeuristicKind::Patterns.fits(goal.shape());
    if tables.find(goal, TableSize::Large) {
        return fast::relocating(problem, plan, TableSize::Large, tables, watcher);
    }
    if !small || !tables.find(goal, TableSize::Small) {
        watcher.set_budget(small.then_some(1_000_000));
        let report = attempt(
            problem,
            &with(HeuristicKind::Max),
            Algorithm::IdaStar,
            tables,
            watcher,
        )?;
        if !watcher.is_spent() {
            return Ok(report);
        }
    }
    let has_large = Partition::large(goal.shape(), goal.blank()).is_some();
    let budget = has_large.then(|| fast::WORTH_LARGE.saturating_sub(tables.spent));
    let report = fast::attempt(problem, plan, TableSize::Small, budget, tables, watcher)?;
    match watcher.is_spent() {
        true => fast::relocating(problem, plan, TableSize::Large, tables, watcher),
        false => Ok(report),
    }
}

/// On a single line there is one way: the blank goes straight home.
pub(super) fn slide(problem: &Problem, plan: &Plan) -> Report {
    let (from, to) = (problem.start().blank(), problem.goal().blank());
    let is_column = problem.start().shape().cols() == 1;
    let m = match (to > from, is_column) {
        (true, true) => Move::Up,
        (false, true) => Move::Down,
        (true, false) => Move::Left,
        (false, false) => Move::Right,
    };
    let length = from.index().abs_diff(to.index());
    let solution = problem
        .certify(vec![m; length])
        .expect("the order of a line is the goal's");
    let fits = plan
        .max_length
        .is_none_or(|longest| length <= longest as usize);
    let all_shortest = plan.all_shortest.filter(|_| fits).map(|list| AllShortest {
        count: 1,
        is_complete: true,
        first_moves: solution.moves().iter().copied().collect(),
        solutions: vec![solution.clone(); list.min(1)],
    });
    Report {
        answer: if fits {
            Answer::Solved(solution, Guarantee::Optimal)
        } else {
            Answer::TooLong
        },
        lower_bound: length as u32,
        algorithm: Algorithm::IdaStar,
        estimate: HeuristicKind::Manhattan,
        groups: None,
        // What IDA* would have done: it never has a choice.
        stats: Stats {
            selected: 1 + length as u64,
            generated: length as u64,
            peak_states: 1 + length as u64,
            ..Stats::default()
        },
        all_shortest,
    }
}

/// How much of what may be spent goes into proofs, of the boards that are mostly beyond them.
const SHARE: f64 = 0.35;
/// No search of a few million boards proves a solution of more moves, nor has it time for larger boards.
const HOPEFUL_LENGTH: u64 = 150;
const HOPEFUL_CELLS: usize = 400;
/// Boards generated without tables by a search for a shortest solution, on boards of 25 cells; on larger ones, where each
/// costs more, fewer.
const WITHOUT_TABLES: u64 = 2_000_000;
/// An effort that leaves less than this for proofs is not worth building tables.
const WORTH_TABLES: f64 = 5e6;

/// For boards that are mostly beyond optimal search: a search that proves the shortest solution, for a third of what may be
/// spent, then one that always has a solution and looks for shorter ones.
pub(super) fn in_stages(
    problem: &Problem,
    plan: &Plan,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let shape = problem.goal().shape();
    if let Some(estimate) = plan.estimate.filter(|estimate| !estimate.fits(shape)) {
        return Err(PlanError::Unfit { estimate, shape });
    }
    if is_hopeful(problem) && watcher.spent(&Stats::default(), None) < SHARE {
        watcher.set_share(Some(SHARE));
        let report = shortest(problem, plan, tables, watcher)?;
        if !matches!(report.answer, Answer::Stopped) {
            return Ok(report);
        }
        watcher.forgive_beyond(SHARE);
    }
    beam::attempt(problem, plan, watcher)
}

/// For the same boards where only a shortest solution will do.
pub(super) fn proof(
    problem: &Problem,
    plan: &Plan,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    if is_hopeful(problem) {
        return shortest(problem, plan, tables, watcher);
    }
    let lower_bound = u32::try_from(beam::lower_bound(problem)).unwrap_or(u32::MAX);
    let is_too_long = plan.max_length.is_some_and(|longest| lower_bound > longest);
    Ok(Report {
        answer: match is_too_long {
            true => Answer::TooLong,
            false => Answer::Stopped,
        },
        lower_bound,
        algorithm: Algorithm::IdaStar,
        estimate: HeuristicKind::LinearConflict,
        groups: None,
        stats: Stats::default(),
        all_shortest: None,
    })
}

fn is_hopeful(problem: &Problem) -> bool {
    problem.goal().shape().area() <= HOPEFUL_CELLS && beam::lower_bound(problem) <= HOPEFUL_LENGTH
}

fn shortest(
    problem: &Problem,
    plan: &Plan,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let (shape, blank) = (problem.goal().shape(), problem.goal().blank());
    watcher.set_budget(Some(WITHOUT_TABLES * 25 / shape.area().max(25) as u64));
    let report = attempt(problem, plan, Algorithm::IdaStar, tables, watcher)?;
    let is_worth = |effort| effort as f64 * SHARE >= WORTH_TABLES;
    if !fast::serves(plan, shape)
        || !watcher.is_spent()
        || watcher.spent(&Stats::default(), None) >= SHARE
        || !watcher.effort().is_none_or(is_worth)
    {
        return Ok(report);
    }
    watcher.set_budget(None);
    let built = tables.sum(shape, blank, TableSize::Small, plan.threads, watcher);
    if built.is_err() {
        return Ok(report);
    }
    // Where threads share a search, chance decides how much of it is done when it is stopped.
    let threads = match watcher.effort() {
        Some(_) => 1,
        None => plan.threads,
    };
    let plan = Plan { threads, ..*plan };
    fast::attempt(problem, &plan, TableSize::Small, None, tables, watcher)
}
