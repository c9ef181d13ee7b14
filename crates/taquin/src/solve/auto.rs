//! What is done when the caller leaves the choice: a straight slide, tables when they pay, or stages for large boards.

use super::run::attempt;
use super::watch::Watcher;
use super::{
    Algorithm, AllShortest, Answer, Estimate, Guarantee, Plan, PlanError, Report, Size, Tables,
    fast,
};
use crate::pdb::Partition;
use crate::problem::Problem;
use crate::search::{Stats, Weight};
use crate::shape::Move;

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
    let goal = problem.goal();
    let small = Estimate::Patterns.fits(goal.shape());
    if tables.find(goal, Size::Large) {
        return fast::settling(problem, plan, Size::Large, tables, watcher);
    }
    if !small || !tables.find(goal, Size::Small) {
        watcher.set_budget(small.then_some(1_000_000));
        let report = attempt(
            problem,
            &with(Estimate::Max),
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
    let report = fast::attempt(problem, plan, Size::Small, budget, tables, watcher)?;
    match watcher.is_spent() {
        true => fast::settling(problem, plan, Size::Large, tables, watcher),
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
        estimate: Estimate::Manhattan,
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

/// For boards that are mostly beyond optimal search: a search that proves the shortest solution, then ones that stay
/// within a factor, then any. Budgets of generated states, not of time, give the same board the same answer always; they
/// make about ten seconds and half a gigabyte in all, and as long again where there are pattern databases.
pub(super) fn in_stages(
    problem: &Problem,
    plan: &Plan,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let weighted =
        |weight| Algorithm::WeightedAStar(Weight::new(weight).expect("the weight is above 1"));
    watcher.set_budget(Some(2_000_000));
    let mut report = attempt(problem, plan, Algorithm::IdaStar, tables, watcher)?;
    if fast::serves(plan, problem.goal().shape()) && watcher.is_spent() {
        report = fast::attempt(
            problem,
            plan,
            Size::Small,
            Some(fast::WORTH_TRYING),
            tables,
            watcher,
        )?;
    }
    let mut stage = |algorithm, budget, watcher: &mut Watcher<'_, '_>| {
        watcher.set_budget(Some(budget));
        attempt(problem, plan, algorithm, tables, watcher)
    };
    let fallbacks = [
        (weighted(1.5), 500_000),
        (weighted(3.0), 500_000),
        (Algorithm::Greedy, 3_000_000),
    ];
    for (algorithm, budget) in fallbacks {
        if !matches!(report.answer, Answer::Stopped) || watcher.is_stopped() {
            break;
        }
        report = stage(algorithm, budget, watcher)?;
    }
    Ok(report)
}
