//! The engine behind `solve`: which tables it takes, and where they come from.

use super::run::{Run, add_all_shortest};
use super::watch::Watcher;
use super::{Algorithm, Answer, HeuristicKind, OnTick, Plan, PlanError, Report, Tables};
use crate::pdb::engine::{EngineProgress, EngineSearch};
use crate::pdb::{
    BuildStopped, Bytes, Database, Databases, Partition, Pattern, PatternIndex, PatternSum,
};
use crate::puzzle::{Board, Cell, Problem, Shape};
use crate::search::{Event, Observer, Stats};
use crate::space::{Automaton, MoveOrder, Packed16, Packed25};
use std::fmt;
use std::sync::Arc;

/// After so many boards generated with small tables the large ones pay: building them takes as long.
pub(super) const WORTH_LARGE: u64 = 120_000_000;
/// After so many boards it pays to move large tables to a faster place.
const WORTH_SETTLING: u64 = 40_000_000;
/// The moves that an automaton looks back: one that sees more outgrows the second-level cache.
const LOOK_BACK: usize = 12;

/// Which pattern databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableSize {
    /// Built within a second, or a few for 5×5.
    Small,
    /// Worth keeping on disk.
    Large,
}

impl TableSize {
    /// The partitions of this size for a goal.
    pub fn partitions(self, shape: Shape, blank: Cell) -> Option<Vec<Partition>> {
        match self {
            TableSize::Small => Partition::small(shape, blank),
            TableSize::Large => Partition::large(shape, blank),
        }
    }
}

/// Where tables may be that were built before.
pub trait TableStore: Send {
    /// The table of a pattern, if it is there and in order. `index` says how its entries are numbered, which takes some
    /// milliseconds to find out.
    fn find(
        &mut self,
        pattern: &Pattern,
        index: &mut dyn FnMut() -> Arc<PatternIndex>,
    ) -> Option<Database>;

    /// The same bytes at a place that is faster to look up in, if there is one: moving them takes a moment, and is worth it
    /// for a long search.
    fn relocate(&mut self, bits: &[u8]) -> Option<Bytes> {
        let _ = bits;
        None
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("databases", &self.databases)
            .finish_non_exhaustive()
    }
}

impl Tables {
    /// No tables yet, but somewhere to look for them.
    pub fn stored_in(stored: impl TableStore + 'static) -> Tables {
        Tables {
            stored: Some(Box::new(stored)),
            ..Tables::default()
        }
    }

    /// Whether all tables for a goal are at hand, perhaps stored.
    pub fn find(&mut self, goal: &Board, size: TableSize) -> bool {
        let (shape, blank) = (goal.shape(), goal.blank());
        if self.sums.contains_key(&(shape, blank, size)) {
            return true;
        }
        let Some(partitions) = size.partitions(shape, blank) else {
            return false;
        };
        self.look_up(&partitions) && self.add_sum(shape, blank, size, &partitions)
    }

    /// Takes what is stored; says whether nothing is missing.
    fn look_up(&mut self, partitions: &[Partition]) -> bool {
        Databases::needed(partitions).into_iter().all(|pattern| {
            if !self.databases.contains(&pattern)
                && let Some(stored) = &mut self.stored
            {
                let (shape, tiles) = (pattern.shape(), pattern.homes().len());
                let index = &mut || Arc::clone(self.databases.index(shape, tiles));
                if let Some(database) = stored.find(&pattern, index) {
                    self.databases.insert(database);
                }
            }
            self.databases.contains(&pattern)
        })
    }

    fn add_sum(
        &mut self,
        shape: Shape,
        blank: Cell,
        size: TableSize,
        partitions: &[Partition],
    ) -> bool {
        let sum = PatternSum::new(shape, blank, partitions, &self.databases);
        let sum = sum.map(|sum| self.sums.insert((shape, blank, size), Arc::new(sum)));
        sum.is_some()
    }

    /// The sum for a goal; its tables are found or built.
    pub(super) fn sum(
        &mut self,
        shape: Shape,
        blank: Cell,
        size: TableSize,
        threads: usize,
        watcher: &mut Watcher<'_, '_>,
    ) -> Result<Arc<PatternSum>, BuildStopped> {
        if !self.sums.contains_key(&(shape, blank, size)) {
            let partitions = size
                .partitions(shape, blank)
                .expect("a plan's heuristic fits its shape");
            self.look_up(&partitions);
            self.databases
                .build(&partitions, threads, &mut |_| watcher.wait())?;
            self.add_sum(shape, blank, size, &partitions);
            if shape.area() > 16 {
                self.relocate(shape, blank, size);
            }
        }
        Ok(Arc::clone(&self.sums[&(shape, blank, size)]))
    }

    /// Moves the tables of a goal to a faster place, if there is one: worth a moment's work before a long search.
    pub fn relocate(&mut self, shape: Shape, blank: Cell, size: TableSize) {
        self.relocated.insert((shape, blank, size));
        let (Some(stored), Some(partitions)) = (&mut self.stored, size.partitions(shape, blank))
        else {
            return;
        };
        let relocated = self
            .databases
            .relocate(&partitions, &mut |bits| stored.relocate(bits));
        if relocated {
            self.add_sum(shape, blank, size, &partitions);
        }
    }

    fn automaton(&mut self, shape: Shape, order: MoveOrder) -> Arc<Automaton> {
        let automaton = self.automata.entry((shape, order.moves()));
        Arc::clone(automaton.or_insert_with(|| Arc::new(Automaton::new(shape, order, LOOK_BACK))))
    }
}

/// Whether the engine is what a plan for IDA* asks for.
pub(super) fn serves(plan: &Plan, shape: Shape) -> bool {
    matches!(plan.estimate, None | Some(HeuristicKind::Patterns))
        && HeuristicKind::Patterns.fits(shape)
}

/// One search with tables of a size.
pub(super) fn attempt(
    problem: &Problem,
    plan: &Plan,
    size: TableSize,
    budget: Option<u64>,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    watcher.set_budget(budget);
    let before = watcher.finish(&Stats::default()).generated;
    // What an earlier search proved need not be proved again.
    let from = EngineProgress {
        bound: watcher.keep_bound(0),
        ..EngineProgress::default()
    };
    let report = search(problem, plan, size, from, tables, watcher, &mut |_| {});
    if size == TableSize::Small {
        tables.spent += report.stats.generated - before;
    }
    Ok(report)
}

/// A search that moves the tables to a faster place when it turns out to be long.
pub(super) fn relocating(
    problem: &Problem,
    plan: &Plan,
    size: TableSize,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let (shape, blank) = (problem.goal().shape(), problem.goal().blank());
    if !tables.relocated.contains(&(shape, blank, size)) {
        let report = attempt(problem, plan, size, Some(WORTH_SETTLING), tables, watcher)?;
        if !watcher.is_spent() {
            return Ok(report);
        }
        tables.relocate(shape, blank, size);
    }
    attempt(problem, plan, size, None, tables, watcher)
}

fn search(
    problem: &Problem,
    plan: &Plan,
    size: TableSize,
    from: EngineProgress,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
    on_progress: &mut dyn FnMut(&EngineProgress),
) -> Report {
    let Ok(prepared) = Prepared::new(tables, problem.goal(), plan, size, watcher) else {
        return Report {
            answer: Answer::Stopped,
            lower_bound: watcher.keep_bound(0),
            algorithm: Algorithm::IdaStar,
            estimate: HeuristicKind::Patterns,
            groups: None,
            stats: watcher.finish(&Stats::default()),
            all_shortest: None,
        };
    };
    prepared.search(problem, plan, from, watcher, on_progress)
}

/// What searches towards one goal look up: tables and an automaton. Clones share them, so that threads may search for
/// several boards at a time.
#[derive(Clone, Debug)]
pub struct Prepared {
    sum: Arc<PatternSum>,
    automaton: Arc<Automaton>,
}

impl Prepared {
    /// The shape has tables of the size.
    fn new(
        tables: &mut Tables,
        goal: &Board,
        plan: &Plan,
        size: TableSize,
        watcher: &mut Watcher<'_, '_>,
    ) -> Result<Prepared, BuildStopped> {
        let (shape, blank) = (goal.shape(), goal.blank());
        Ok(Prepared {
            sum: tables.sum(shape, blank, size, plan.threads, watcher)?,
            automaton: tables.automaton(shape, plan.order),
        })
    }

    /// The tables.
    pub fn sum(&self) -> &PatternSum {
        &self.sum
    }

    /// The automaton.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// A shortest solution. The order of moves is that of the preparation.
    ///
    /// # Panics
    ///
    /// If the goal is of another shape, or has its blank elsewhere, than the one that was prepared for.
    pub fn solve(&self, problem: &Problem, plan: &Plan, on_tick: &mut OnTick<'_>) -> Report {
        let goal = problem.goal();
        assert!(
            (goal.shape(), goal.blank()) == (self.sum.shape(), self.sum.blank()),
            "tables are for the goal of the problem"
        );
        let mut watcher = Watcher::new(goal, on_tick, None);
        self.search(
            problem,
            plan,
            EngineProgress::default(),
            &mut watcher,
            &mut |_| {},
        )
    }

    fn search(
        &self,
        problem: &Problem,
        plan: &Plan,
        from: EngineProgress,
        watcher: &mut Watcher<'_, '_>,
        on_progress: &mut dyn FnMut(&EngineProgress),
    ) -> Report {
        watcher.set_longest(plan.max_length, Algorithm::IdaStar);
        let on_tick = &mut |progress: &EngineProgress, stats: &Stats| {
            on_progress(progress);
            let tick: Event<'_, Packed16> = Event::Tick {
                stats,
                at_least: progress.bound,
            };
            watcher.observe(tick)
        };
        let search = EngineSearch {
            problem,
            sum: &self.sum,
            automaton: &self.automaton,
            max_length: plan.max_length,
            threads: plan.threads,
            from,
        };
        let outcome = search.run(on_tick);
        let run = Run {
            problem,
            plan,
            algorithm: Algorithm::IdaStar,
            estimate: HeuristicKind::Patterns,
            groups: Some(self.sum.sizes().into()),
        };
        let mut report = run.report(outcome, 0, watcher);
        if let Some(space) = Packed16::new(problem, plan.order) {
            add_all_shortest(&mut report, problem, plan, &space, &self.sum, watcher);
        } else if let Some(space) = Packed25::new(problem, plan.order) {
            add_all_shortest(&mut report, problem, plan, &space, &self.sum, watcher);
        }
        report
    }
}

/// Finds or builds the tables of a size for a goal, and the automaton for the plan's order of moves. None for shapes without
/// such tables.
///
/// `on_tick` is told now and then that time passes, and may stop the construction.
pub fn prepare(
    tables: &mut Tables,
    goal: &Board,
    plan: &Plan,
    size: TableSize,
    on_tick: &mut OnTick<'_>,
) -> Result<Option<Prepared>, BuildStopped> {
    if size.partitions(goal.shape(), goal.blank()).is_none() {
        return Ok(None);
    }
    let mut watcher = Watcher::new(goal, on_tick, None);
    Prepared::new(tables, goal, plan, size, &mut watcher).map(Some)
}

/// Finds a shortest solution with pattern databases of a size, going on where an earlier search with such stopped.
/// `on_progress` is told now and then from where a later one could go on. None for shapes without such tables.
pub fn resume(
    tables: &mut Tables,
    problem: &Problem,
    plan: &Plan,
    size: TableSize,
    from: EngineProgress,
    on_progress: &mut dyn FnMut(&EngineProgress),
    on_tick: &mut OnTick<'_>,
) -> Option<Report> {
    let goal = problem.goal();
    size.partitions(goal.shape(), goal.blank()).map(|_| {
        let mut watcher = Watcher::new(goal, on_tick, None);
        search(problem, plan, size, from, tables, &mut watcher, on_progress)
    })
}
