//! Carries out a plan: every combination of space, heuristic and search is made here and nowhere else.

use super::beam;
use super::watch::Watcher;
use super::{
    Algorithm, AllShortest, Answer, Guarantee, HeuristicKind, Plan, PlanError, Report, TableSize,
    Tables,
};
use crate::census::distance_table::DistanceTable;
use crate::containers::Growth;
use crate::heuristic::{
    Gaschnig, Hamming, Heuristic, LinearConflict, Manhattan, Max, WalkingDistance, Zero,
};
use crate::pdb::BuildStopped;
use crate::puzzle::{Cell, Move, Problem, Shape};
use crate::search::{
    Ended, Outcome, Priority, Stats, best_first, bfs, bidirectional_bfs, idastar, nbs, shortest,
};
use crate::space::{Arrangement, Packed16, Packed25, Reversible, Space, Wide};
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// One search.
pub(super) fn attempt(
    problem: &Problem,
    plan: &Plan,
    algorithm: Algorithm,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let shape = problem.start().shape();
    match algorithm {
        Algorithm::Table => return look_up(problem, plan, tables, watcher),
        Algorithm::Beam => return beam::attempt(problem, plan, watcher),
        _ => {}
    }
    let estimate = match plan.estimate {
        _ if !algorithm.uses_heuristic() => HeuristicKind::Zero,
        Some(estimate) if !estimate.fits(shape) => {
            return Err(PlanError::Unfit { estimate, shape });
        }
        Some(estimate) => estimate,
        // Each of the two is the better one on some shapes and goals.
        None if HeuristicKind::Max.fits(shape) => HeuristicKind::Max,
        None => HeuristicKind::LinearConflict,
    };
    watcher.set_longest(plan.max_length, algorithm);
    let from_goal = algorithm == Algorithm::BfsFromGoal;
    watcher.set_goal(if from_goal {
        problem.start()
    } else {
        problem.goal()
    });
    if build(problem, plan, algorithm, estimate, tables, watcher).is_err() {
        return Ok(Report {
            answer: Answer::Stopped,
            lower_bound: watcher.keep_bound(0),
            algorithm,
            estimate,
            groups: None,
            stats: watcher.finish(&Stats::default()),
            all_shortest: None,
        });
    }
    let pattern_sum = tables
        .sums
        .get(&(shape, problem.goal().blank(), TableSize::Small));
    let run = Run {
        problem,
        plan,
        algorithm,
        estimate,
        groups: pattern_sum
            .filter(|_| estimate == HeuristicKind::Patterns)
            .map(|sum| sum.sizes().into()),
    };
    if let Some(space) = Packed16::new(problem, plan.order) {
        Ok(run.over(&space, tables, watcher))
    } else if let Some(space) = Packed25::new(problem, plan.order) {
        Ok(run.over(&space, tables, watcher))
    } else if let Some(space) = Wide::new(problem, plan.order) {
        Ok(run.over(&space, tables, watcher))
    } else {
        Err(PlanError::TooLarge { shape })
    }
}

/// The answer from the table of all boards.
pub(super) fn look_up(
    problem: &Problem,
    plan: &Plan,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let (shape, blank) = (problem.goal().shape(), problem.goal().blank());
    let whole = match tables.whole.entry((shape, blank, plan.metric)) {
        Entry::Occupied(place) => place.into_mut(),
        Entry::Vacant(place) => {
            let built = DistanceTable::build(shape, blank, plan.metric);
            place.insert(built.ok_or(PlanError::NoTable { shape })?)
        }
    };
    let solution = whole.solution(problem, plan.order);
    let length = plan.metric.length(solution.moves()) as u32;
    let fits = plan.max_length.is_none_or(|longest| length <= longest);
    // The boards of the way are looked at, and the table is what is held.
    let stats = watcher.finish(&Stats {
        selected: 1 + u64::from(length),
        generated: length.into(),
        peak_states: whole.boards() as u64,
        peak_bytes: whole.bytes() as u64,
        ..Stats::default()
    });
    let mut report = Report {
        groups: None,
        answer: if fits {
            Answer::Solved(solution, Guarantee::Optimal)
        } else {
            Answer::TooLong
        },
        lower_bound: watcher.keep_bound(length),
        algorithm: Algorithm::Table,
        estimate: HeuristicKind::Zero,
        stats,
        all_shortest: None,
    };
    let space = Packed16::new(problem, plan.order).expect("a table's boards fit in a word");
    add_all_shortest(&mut report, problem, plan, &space, whole, watcher);
    Ok(report)
}

/// Finds all shortest solutions too, if the plan wants them and the answer is one of them.
pub(super) fn add_all_shortest<S, H>(
    report: &mut Report,
    problem: &Problem,
    plan: &Plan,
    space: &S,
    heuristic: &H,
    watcher: &mut Watcher<'_, '_>,
) where
    S: Space<Move = Move>,
    S::State: Arrangement,
    H: Heuristic<S>,
{
    let (Some(list), Answer::Solved(solution, Guarantee::Optimal)) =
        (plan.all_shortest, &report.answer)
    else {
        return;
    };
    // The budget was for finding one.
    watcher.set_budget(None);
    watcher.set_share(None);
    let found = shortest(space, heuristic, solution.moves().len() as u32, watcher);
    let certified = |moves| problem.certify(moves).expect("all solutions replay");
    report.all_shortest = Some(AllShortest {
        count: found.count(),
        is_complete: found.is_complete(),
        first_moves: found.first_moves().collect(),
        solutions: found.paths(list).into_iter().map(certified).collect(),
    });
    report.stats = watcher.finish(found.stats());
}

/// Makes sure that there are tables for the goal and, for a search from both ends, for the start.
fn build(
    problem: &Problem,
    plan: &Plan,
    algorithm: Algorithm,
    estimate: HeuristicKind,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<(), BuildStopped> {
    let from_start = (algorithm == Algorithm::Bidirectional).then(|| problem.start().blank());
    let shape = problem.goal().shape();
    for blank in [problem.goal().blank()].into_iter().chain(from_start) {
        build_for(shape, blank, estimate, plan.threads, tables, watcher)?;
    }
    Ok(())
}

/// Makes sure that there are tables for goals with the blank at this cell.
pub(super) fn build_for(
    shape: Shape,
    blank: Cell,
    estimate: HeuristicKind,
    threads: usize,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<(), BuildStopped> {
    if matches!(
        estimate,
        HeuristicKind::WalkingDistance | HeuristicKind::Max
    ) {
        let walking = tables.walking.entry((shape, blank));
        walking.or_insert_with(|| {
            WalkingDistance::new(shape, blank).expect("a plan's heuristic fits its shape")
        });
    }
    if estimate == HeuristicKind::Patterns {
        tables.sum(shape, blank, TableSize::Small, threads, watcher)?;
    }
    Ok(())
}

/// What is being answered.
pub(super) struct Run<'a> {
    pub(super) problem: &'a Problem,
    pub(super) plan: &'a Plan,
    pub(super) algorithm: Algorithm,
    pub(super) estimate: HeuristicKind,
    pub(super) groups: Option<String>,
}

impl Run<'_> {
    fn over<S>(&self, space: &S, tables: &Tables, watcher: &mut Watcher<'_, '_>) -> Report
    where
        S: Reversible<Move = Move>,
        S::State: Arrangement,
    {
        let shape = self.problem.goal().shape();
        let walking = |blank: Cell| tables.walking[&(shape, blank)].clone();
        match self.estimate {
            HeuristicKind::Zero => self.with(space, |_| Zero, watcher),
            HeuristicKind::Hamming => self.with(space, |_| Hamming::new(shape), watcher),
            HeuristicKind::Gaschnig => self.with(space, |_| Gaschnig::new(shape), watcher),
            HeuristicKind::Manhattan => self.with(space, |_| Manhattan::new(shape), watcher),
            HeuristicKind::LinearConflict => {
                self.with(space, |_| LinearConflict::new(shape), watcher)
            }
            HeuristicKind::WalkingDistance => self.with(space, walking, watcher),
            HeuristicKind::Patterns => {
                let built =
                    |blank: Cell| Arc::clone(&tables.sums[&(shape, blank, TableSize::Small)]);
                self.with(space, built, watcher)
            }
            HeuristicKind::Max => {
                let larger = |blank: Cell| Max(LinearConflict::new(shape), walking(blank));
                self.with(space, larger, watcher)
            }
        }
    }

    /// `heuristic` makes one for a goal with the blank at that cell.
    fn with<S, H>(
        &self,
        space: &S,
        heuristic: impl Fn(Cell) -> H,
        watcher: &mut Watcher<'_, '_>,
    ) -> Report
    where
        S: Reversible<Move = Move>,
        S::State: Arrangement,
        H: Heuristic<S>,
    {
        let h = heuristic(self.problem.goal().blank());
        let max_length = self.plan.max_length;
        let first =
            |priority, watcher: &mut Watcher<'_, '_>| best_first(space, &h, priority, watcher);
        let outcome = match self.algorithm {
            Algorithm::Bfs => bfs(space, max_length, Growth::Twofold, watcher),
            Algorithm::BfsFromGoal => {
                reversed(bfs(&space.reversed(), max_length, Growth::Twofold, watcher))
            }
            Algorithm::UniformCost => first(Priority::Cost, watcher),
            Algorithm::Greedy => first(Priority::Greedy, watcher),
            Algorithm::AStar => first(Priority::AStar, watcher),
            Algorithm::WeightedAStar(weight) => first(Priority::Weighted(weight), watcher),
            Algorithm::IdaStar => idastar(space, &h, max_length, watcher),
            Algorithm::Table | Algorithm::Beam => unreachable!("neither searches a space"),
            Algorithm::Bidirectional if self.estimate == HeuristicKind::Zero => {
                bidirectional_bfs(space, max_length, watcher)
            }
            Algorithm::Bidirectional => {
                let back = heuristic(self.problem.start().blank());
                nbs(space, &h, &back, watcher)
            }
        };
        let at_start = h.estimate(h.start(&space.start()));
        let report = self.report(outcome, at_start, watcher);
        self.with_all_shortest(report, space, &h, watcher)
    }

    fn with_all_shortest<S, H>(
        &self,
        mut report: Report,
        space: &S,
        heuristic: &H,
        watcher: &mut Watcher<'_, '_>,
    ) -> Report
    where
        S: Space<Move = Move>,
        S::State: Arrangement,
        H: Heuristic<S>,
    {
        let (problem, plan) = (self.problem, self.plan);
        if self.algorithm.uses_heuristic() {
            add_all_shortest(&mut report, problem, plan, space, heuristic, watcher);
        } else {
            // Without a heuristic it would visit every board in reach, and many again and again.
            let conflicts = LinearConflict::new(self.problem.goal().shape());
            add_all_shortest(&mut report, problem, plan, space, &conflicts, watcher);
        }
        report
    }

    /// The report on a search that has ended.
    pub(super) fn report(
        &self,
        outcome: Outcome<Move>,
        at_start: u32,
        watcher: &mut Watcher<'_, '_>,
    ) -> Report {
        let stats = watcher.finish(&outcome.stats);
        let beyond = self
            .plan
            .max_length
            .map_or(0, |length| length.saturating_add(1));
        let (answer, lower_bound) = match outcome.ended {
            Ended::Stopped { .. } if watcher.is_too_long() => (Answer::TooLong, beyond),
            Ended::Stopped { at_least } => match outcome.best {
                Some(moves) => (self.best_known(moves), at_least),
                None => (Answer::Stopped, at_least),
            },
            Ended::Exhausted => (Answer::TooLong, beyond),
            Ended::Found(moves) => self.found(moves),
        };
        Report {
            answer,
            lower_bound: watcher.keep_bound(lower_bound.max(at_start)),
            algorithm: self.algorithm,
            estimate: self.estimate,
            groups: self.groups.clone(),
            stats,
            all_shortest: None,
        }
    }

    /// A path of a search that was stopped before it could prove anything about it.
    fn best_known(&self, moves: Vec<Move>) -> Answer {
        let fits = self
            .plan
            .max_length
            .is_none_or(|longest| moves.len() <= longest as usize);
        let solution = self
            .problem
            .certify(moves)
            .expect("a search gives a path that replays");
        if fits {
            Answer::Solved(solution, Guarantee::None)
        } else {
            Answer::Stopped
        }
    }

    /// Replays the moves. A path that is too long proves something only if it is shortest.
    fn found(&self, moves: Vec<Move>) -> (Answer, u32) {
        let length = moves.len() as u32;
        let guarantee = self.algorithm.guarantee();
        let lower_bound = match guarantee {
            Guarantee::Optimal => length,
            Guarantee::AtMostTimes(weight) => weight.shortest(length),
            Guarantee::None => 0,
        };
        let solution = self
            .problem
            .certify(moves)
            .expect("a search gives a path that replays");
        match self.plan.max_length {
            Some(longest) if lower_bound > longest => (Answer::TooLong, lower_bound),
            Some(longest) if length > longest => (Answer::Stopped, lower_bound),
            _ => (Answer::Solved(solution, guarantee), lower_bound),
        }
    }
}

/// The same path walked from its other end.
fn reversed(mut outcome: Outcome<Move>) -> Outcome<Move> {
    if let Ended::Found(moves) = &mut outcome.ended {
        Move::turn_round(moves);
    }
    outcome
}
