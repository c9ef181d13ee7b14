//! Tables that outlive a search: few enough that the server may run for years.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;
use taquin::pdb::Partition;
use taquin::search::Stats;
use taquin::solve::{
    Algorithm, Answer, HeuristicKind, OnTick, Plan, Prepared, Report, SHORTEST_CELLS, TableSize,
    Tables, lower_bound, prepare,
};
use taquin::{Board, Cell, Metric, Move, Problem, Shape};
use taquin_app::limits::Guard;
use taquin_app::search::Searched;
use taquin_app::store;

/// How many goals' tables are kept, of a few megabytes each on 4×4.
const SMALL_KEPT: usize = 8;
/// The same of large ones: 7-8 on 4×4 takes 196 MB.
const LARGE_KEPT: usize = 1;
/// After so many boards generated with small tables, about ten seconds, the large ones are built.
const WORTH_LARGE: u64 = 120_000_000;

/// A goal, by the place of its blank, an order of moves, and the size of the tables.
type Key = (Shape, Cell, [Move; 4], TableSize);

/// The tables of boards of 10 to 16 cells, which all searches share: random 15-puzzles are what people ask for.
#[derive(Debug, Default)]
pub(super) struct TableCache {
    /// What was used last is last.
    kept: Mutex<Vec<(Key, Prepared)>>,
    /// Held by who builds small ones, and by who builds large ones, so that nobody builds what somebody else does.
    small: Mutex<()>,
    large: Mutex<()>,
}

impl TableCache {
    /// Whether a search for this is one with shared tables.
    pub(super) fn serves(goal: &Board, plan: &Plan) -> bool {
        let shape = goal.shape();
        plan.metric == Metric::SingleTile
            && matches!(plan.algorithm, None | Some(Algorithm::IdaStar))
            && matches!(plan.estimate, None | Some(HeuristicKind::Patterns))
            && !Algorithm::Table.fits(shape)
            && shape.area() <= SHORTEST_CELLS
            && HeuristicKind::Patterns.fits(shape)
    }

    /// A shortest solution: with small tables, and with large ones where there are any, or when the search is long.
    pub(super) fn search(&self, mut guard: Guard<'_>, problem: &Problem, plan: &Plan) -> Searched {
        let report = self.report(&mut guard, problem, plan);
        Searched {
            report,
            order: plan.order,
            seconds: guard.finish(),
            reason: guard.reason,
        }
    }

    fn report(&self, guard: &mut Guard<'_>, problem: &Problem, plan: &Plan) -> Report {
        let goal = problem.goal();
        let on_tick: &mut OnTick<'_> = &mut |stats, at_least| guard.check(stats, at_least, None);
        let Some((size, prepared)) = self.any(goal, plan, on_tick) else {
            return stopped(problem);
        };
        let may_grow =
            size == TableSize::Small && Partition::large(goal.shape(), goal.blank()).is_some();
        let mut is_long = false;
        let report = prepared.solve(problem, plan, &mut |stats, at_least| {
            is_long = may_grow && stats.generated > WORTH_LARGE;
            match is_long {
                true => std::ops::ControlFlow::Break(()),
                false => guard.check(stats, at_least, None),
            }
        });
        if !is_long {
            return report;
        }
        let before = report.stats;
        let on_tick: &mut OnTick<'_> = &mut |_, _| guard.check(&before, report.lower_bound, None);
        let Some(prepared) = self.get(goal, plan, TableSize::Large, on_tick) else {
            return report;
        };
        let mut later = prepared.solve(problem, plan, &mut |stats, at_least| {
            let at_least = at_least.max(report.lower_bound);
            guard.check(&before.followed_by(stats), at_least, None)
        });
        later.stats = before.followed_by(&later.stats);
        later.lower_bound = later.lower_bound.max(report.lower_bound);
        later
    }

    /// The best that there is, else small ones, which take a moment to build. None if it was stopped.
    fn any(
        &self,
        goal: &Board,
        plan: &Plan,
        on_tick: &mut OnTick<'_>,
    ) -> Option<(TableSize, Prepared)> {
        for size in [TableSize::Large, TableSize::Small] {
            if let Some(prepared) = self.look(&key(goal, plan, size)) {
                return Some((size, prepared));
            }
        }
        let size = match store::tables().find(goal, TableSize::Large) {
            true => TableSize::Large,
            false => TableSize::Small,
        };
        Some((size, self.get(goal, plan, size, on_tick)?))
    }

    /// Finds them here or on disk, or builds them, or waits until somebody else has. None if it was stopped.
    fn get(
        &self,
        goal: &Board,
        plan: &Plan,
        size: TableSize,
        on_tick: &mut OnTick<'_>,
    ) -> Option<Prepared> {
        let key = key(goal, plan, size);
        let builder = match size {
            TableSize::Small => &self.small,
            TableSize::Large => &self.large,
        };
        loop {
            if let Some(prepared) = self.look(&key) {
                return Some(prepared);
            }
            let _building = match builder.try_lock() {
                Ok(building) => building,
                // It holds nothing that could be broken.
                Err(TryLockError::Poisoned(broken)) => broken.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    if on_tick(&Stats::default(), 0).is_break() {
                        return None;
                    }
                    std::thread::sleep(Duration::from_millis(5));
                    continue;
                }
            };
            let prepared = prepare(&mut store::tables(), goal, plan, size, on_tick).ok()??;
            self.keep(key, prepared.clone());
            return Some(prepared);
        }
    }

    fn look(&self, key: &Key) -> Option<Prepared> {
        let mut kept = self.kept();
        let found = kept.iter().position(|(known, _)| known == key)?;
        let found = kept.remove(found);
        let prepared = found.1.clone();
        kept.push(found);
        Some(prepared)
    }

    fn keep(&self, key: Key, prepared: Prepared) {
        let most = match key.3 {
            TableSize::Small => SMALL_KEPT,
            TableSize::Large => LARGE_KEPT,
        };
        let mut kept = self.kept();
        kept.push((key, prepared));
        let of_size = |(known, _): &(Key, _)| known.3 == key.3;
        if kept.iter().filter(|entry| of_size(entry)).count() > most
            && let Some(oldest) = kept.iter().position(of_size)
        {
            kept.remove(oldest);
        }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<(Key, Prepared)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const fn key(goal: &Board, plan: &Plan, size: TableSize) -> Key {
    (goal.shape(), goal.blank(), plan.order.moves(), size)
}

/// The time was over before there were tables.
fn stopped(problem: &Problem) -> Report {
    Report {
        answer: Answer::Stopped,
        lower_bound: u32::try_from(lower_bound(problem)).unwrap_or(u32::MAX),
        algorithm: Algorithm::IdaStar,
        estimate: HeuristicKind::Patterns,
        groups: None,
        stats: Stats::default(),
        all_shortest: None,
    }
}

/// Tables of everything else: each search takes some, adds what it needs, and puts them back.
#[derive(Debug, Default)]
pub(super) struct Pool(Mutex<Vec<Used>>);

/// Tables with what they have been used for.
#[derive(Debug)]
struct Used {
    tables: Tables,
    goals: HashSet<(Shape, Cell, Metric)>,
    times: u32,
}

impl Pool {
    /// Tables for more goals are given up: of 25 cells each takes up to 70 MB.
    const MOST_GOALS: usize = 4;
    /// Tables that were used more often are given up too: the more is done with them, the more they want to hold.
    const MOST_TIMES: u32 = 500;

    /// Lends tables, such as have been used for this goal if there are any.
    pub(super) fn with<T>(
        &self,
        goal: &Board,
        metric: Metric,
        work: impl FnOnce(&mut Tables) -> T,
    ) -> T {
        let goal = (goal.shape(), goal.blank(), metric);
        let mut used = self.take(&goal);
        used.goals.insert(goal);
        used.times += 1;
        let done = work(&mut used.tables);
        if used.goals.len() <= Pool::MOST_GOALS && used.times <= Pool::MOST_TIMES {
            self.shared().push(used);
        }
        done
    }

    fn take(&self, goal: &(Shape, Cell, Metric)) -> Used {
        let mut shared = self.shared();
        let fitting = shared.iter().position(|used| used.goals.contains(goal));
        let taken = match fitting {
            Some(fitting) => Some(shared.swap_remove(fitting)),
            None => shared.pop(),
        };
        taken.unwrap_or_else(|| Used {
            tables: store::tables(),
            goals: HashSet::new(),
            times: 0,
        })
    }

    fn shared(&self) -> MutexGuard<'_, Vec<Used>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
