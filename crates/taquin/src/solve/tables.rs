//! Tables that were built or loaded, shared by searches.

mod distances;
mod held;
mod own;
mod pairs;
mod views;

use super::watch::Watcher;
use super::{HeuristicKind, OptionsError, SearchObserver, SearchOptions};
use crate::heuristic::WalkingDistance;
use crate::pdb::{
    BuildStopped, Bytes, Database, Databases, Partition, Pattern, PatternIndex, PatternSum,
};
use crate::puzzle::{Board, Cell, Shape};
use crate::slide_metric::{SlideTableSize, SlideTables, SlideTablesError};
use crate::space::{Automaton, MoveOrder};
pub(super) use held::Goal;
use held::{Held, Limits};
use pairs::PairTables;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The number of moves that an automaton looks back: a longer one exceeds the second-level cache.
const LOOK_BACK: usize = 12;
/// How often a thread that waits for another thread's table checks whether it should stop.
const WAIT: Duration = Duration::from_millis(5);
/// What the tables of the multi-tile metric hold while they are built, approximately, on boards of these
/// sizes. Smaller ones need little, and larger ones have none.
const SLIDE_BYTES: u64 = 60 << 20;
const LARGE_SLIDES: RangeInclusive<usize> = 13..=16;

/// The size of pattern databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableSize {
    /// Small tables: built within a second, or a few for 5×5.
    Small,
    /// Large tables: worth storing on disk.
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

impl fmt::Display for TableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableSize::Small => "small",
            TableSize::Large => "large",
        })
    }
}

/// Storage for tables that were built before.
pub trait TableStore: Send {
    /// The table of a pattern, if it is stored and intact. `index` computes how its entries are numbered, which takes
    /// some milliseconds.
    fn find(
        &mut self,
        pattern: &Pattern,
        index: &mut dyn FnMut() -> Arc<PatternIndex>,
    ) -> Option<Database>;

    /// Takes note of a table that was not stored and has been built. By default nothing is stored: large tables are worth
    /// it only if the user says so.
    fn built(&mut self, database: &Database) {
        let _ = database;
    }

    /// The same bytes in faster memory, if there is any. Moving them takes a moment, which pays off in a long search.
    fn relocate(&mut self, bits: &[u8]) -> Option<Bytes> {
        let _ = bits;
        None
    }
}

/// Why tables could not be prepared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TablesError {
    /// The shape does not have them.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The observer stopped the construction.
    #[error(transparent)]
    Stopped(#[from] BuildStopped),
}

/// Tables that searches build, use and leave for later searches.
///
/// Clones share their tables, and threads may search with one `Tables` at the same time: what one thread builds, the others
/// wait for. A search looks up what it needs before it begins, so that it never waits for a lock.
///
/// ```
/// use taquin::{Goal, Problem, Search, Tables};
/// let tables = Tables::default();
/// for board in ["8 1 3/4 0 2/7 6 5", "8 6 7/2 5 4/3 0 1"] {
///     let problem = Problem::new(board.parse()?, Goal::Last)?;
///     // The second search finds the table that the first one built.
///     Search::new(&problem).tables(&tables).run()?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Tables(Arc<Shared>);

#[derive(Default)]
struct Shared {
    held: Mutex<Held>,
    /// Notified when a construction ends.
    ended: Condvar,
    /// Never locked while `held` is.
    store: Mutex<Option<Box<dyn TableStore>>>,
    /// Locked while a table of pairs is built, and never together with the others.
    pairs: Mutex<PairTables>,
}

/// Constructions of one kind follow each other, because each takes much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Construction {
    Patterns(TableSize),
    OwnPatterns,
    Distances,
    Slides,
}

/// A construction that is under way.
struct Claim<'a> {
    tables: &'a Tables,
    construction: Construction,
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let mut held = self.tables.held();
        held.under_way.retain(|&other| other != self.construction);
        self.tables.0.ended.notify_all();
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("databases", &self.held().databases)
            .finish_non_exhaustive()
    }
}

impl Tables {
    /// No tables yet, but a store to load them from.
    pub fn stored_in(store: impl TableStore + 'static) -> Tables {
        let tables = Tables::default();
        *tables.store() = Some(Box::new(store));
        tables
    }

    /// Sets the limits: tables of at most `goals` goals are held, and large pattern databases of at most `large` of
    /// them. A goal is a shape and the blank's goal cell. The least recently used tables are dropped first, once no
    /// search uses them any more.
    pub fn limit(&self, goals: usize, large: usize) {
        self.held().set_limits(Limits { goals, large });
    }

    /// Whether all pattern databases of a size are in memory or in the store for a goal.
    pub fn find(&self, goal: &Board, size: TableSize) -> bool {
        let goal = Goal::of(goal);
        if self.held().goal(goal).sum(size).is_some() {
            return true;
        }
        let Some(partitions) = size.partitions(goal.shape, goal.blank) else {
            return false;
        };
        let mut databases = self.held().databases.clone();
        let is_complete = self.look_up(&mut databases, &partitions);
        self.add(goal, size, &partitions, &databases);
        is_complete
    }

    /// The larger of the sizes whose pattern databases are all in memory or in the store for a goal; small if none is
    /// complete, because small ones are quick to build. A search that cannot change its tables later begins with these.
    ///
    /// ```
    /// use taquin::solve::TableSize;
    /// use taquin::{Goal, Shape, Tables};
    /// let goal = Goal::Last.board(Shape::new(4, 4)?);
    /// assert_eq!(Tables::default().largest(&goal), TableSize::Small);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest(&self, goal: &Board) -> TableSize {
        if self.find(goal, TableSize::Large) {
            TableSize::Large
        } else {
            TableSize::Small
        }
    }

    /// Finds or builds the pattern databases of a size for a goal, on `threads` threads.
    pub fn prepare(
        &self,
        goal: &Board,
        size: TableSize,
        threads: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<GoalTables, TablesError> {
        let key = Goal::of(goal);
        if size.partitions(key.shape, key.blank).is_none() {
            let shape = key.shape;
            return Err(OptionsError::NoPatterns { size, shape }.into());
        }
        let options = SearchOptions {
            threads,
            ..SearchOptions::default()
        };
        let mut watcher = Watcher::new(goal, &options, observer);
        Ok(self.goal_tables(key, size, &options, &mut watcher)?)
    }

    /// Moves the pattern databases of a goal to faster memory, if the store has any. This pays off before long searches.
    pub fn relocate(&self, goal: &Board, size: TableSize) {
        self.relocate_sum(Goal::of(goal), size);
    }

    /// The tables of the engine.
    pub(super) fn goal_tables(
        &self,
        goal: Goal,
        size: TableSize,
        options: &SearchOptions,
        watcher: &mut Watcher<'_>,
    ) -> Result<GoalTables, BuildStopped> {
        Ok(GoalTables {
            sum: self.sum(goal, size, options.threads, watcher)?,
            automaton: self.automaton(goal.shape, options.order),
        })
    }

    /// The sum of a goal's pattern databases, which are loaded or built.
    pub(super) fn sum(
        &self,
        goal: Goal,
        size: TableSize,
        threads: usize,
        watcher: &mut Watcher<'_>,
    ) -> Result<Arc<PatternSum>, BuildStopped> {
        let found = self.held().goal(goal).sum(size);
        if let Some(sum) = found {
            return Ok(sum);
        }
        let _claim = self.claim(Construction::Patterns(size), watcher)?;
        let found = self.held().goal(goal).sum(size);
        if let Some(sum) = found {
            return Ok(sum);
        }
        let partitions = size.partitions(goal.shape, goal.blank);
        let partitions = partitions.expect("a search's heuristic fits its shape");
        // Other threads use the held tables meanwhile; what this thread builds is added when it is complete.
        let mut databases = self.held().databases.clone();
        let mut built = Ok(());
        if !self.look_up(&mut databases, &partitions) {
            let known = databases.clone();
            if watcher.hold(databases.build_bytes(&partitions)).is_break() {
                return Err(BuildStopped);
            }
            built = databases.build(&partitions, threads, &mut |_| watcher.wait());
            self.report_built(&databases, &known, &partitions);
        }
        let sum = self.add(goal, size, &partitions, &databases);
        built?;
        // While a table is moved it is there twice.
        let bytes = databases.held_bytes(&partitions);
        let relocated = if goal.shape.area() > 16 && watcher.allows(bytes) {
            self.relocate_sum(goal, size)
        } else {
            None
        };
        Ok(relocated.or(sum).expect("all tables are there"))
    }

    /// The tables of the engine for a sum.
    pub(super) fn with_sum(
        &self,
        goal: Goal,
        sum: &Arc<PatternSum>,
        order: MoveOrder,
    ) -> GoalTables {
        GoalTables {
            sum: Arc::clone(sum),
            automaton: self.automaton(goal.shape, order),
        }
    }

    /// Loads stored tables; returns whether the set is complete.
    fn look_up(&self, databases: &mut Databases, partitions: &[Partition]) -> bool {
        let mut store = self.store();
        Databases::needed(partitions).into_iter().all(|pattern| {
            if !databases.contains(&pattern)
                && let Some(store) = store.as_mut()
            {
                let (shape, tiles) = (pattern.shape(), pattern.homes().len());
                let index = &mut || Arc::clone(databases.index(shape, tiles));
                if let Some(database) = store.find(&pattern, index) {
                    databases.insert(database);
                }
            }
            databases.contains(&pattern)
        })
    }

    /// Tells the store which tables were not known and are there now.
    fn report_built(&self, databases: &Databases, known: &Databases, partitions: &[Partition]) {
        if let Some(store) = self.store().as_mut() {
            let needed = Databases::needed(partitions);
            let new = needed.iter().filter(|pattern| !known.contains(pattern));
            new.filter_map(|pattern| databases.get(pattern))
                .for_each(|database| store.built(database));
        }
    }

    /// Adds the tables of a goal; returns their sum if they are complete.
    fn add(
        &self,
        goal: Goal,
        size: TableSize,
        partitions: &[Partition],
        databases: &Databases,
    ) -> Option<Arc<PatternSum>> {
        let mut held = self.held();
        held.databases.add(databases, partitions);
        let sum = PatternSum::new(goal.shape, goal.blank, partitions, databases)?;
        Some(held.add_sum(goal, size, Arc::new(sum)))
    }

    /// Whether the tables of a goal are in the fastest memory already.
    pub(super) fn is_relocated(&self, goal: Goal, size: TableSize) -> bool {
        self.held().goal(goal).is_relocated(size)
    }

    /// The sum after it was moved; `None` if it was not.
    pub(super) fn relocate_sum(&self, goal: Goal, size: TableSize) -> Option<Arc<PatternSum>> {
        self.held().goal(goal).set_relocated(size);
        let partitions = size.partitions(goal.shape, goal.blank)?;
        let mut databases = self.held().databases.clone();
        let relocated = match self.store().as_mut() {
            Some(store) => databases.relocate(&partitions, &mut |bits| store.relocate(bits)),
            None => false,
        };
        if !relocated {
            return None;
        }
        let sum = self.add(goal, size, &partitions, &databases)?;
        if let Some(store) = self.store().as_mut() {
            sum.successors_in(&mut |bytes| store.relocate(bytes));
        }
        Some(sum)
    }

    /// The memory for building the tables of a size for a goal, in bytes; 0 if they are there.
    pub(super) fn build_bytes(&self, goal: Goal, size: TableSize) -> u64 {
        let Some(partitions) = size.partitions(goal.shape, goal.blank) else {
            return 0;
        };
        self.held().databases.build_bytes(&partitions)
    }

    /// The boards generated with small tables of a goal since its large ones were dropped.
    pub(super) fn spent(&self, goal: Goal) -> u64 {
        self.held().goal(goal).spent
    }

    pub(super) fn add_spent(&self, goal: Goal, generated: u64) {
        self.held().goal(goal).spent += generated;
    }

    fn automaton(&self, shape: Shape, order: MoveOrder) -> Arc<Automaton> {
        let known = self.held().automaton(shape, order);
        known.unwrap_or_else(|| {
            let automaton = Arc::new(Automaton::new(shape, order, LOOK_BACK));
            self.held().add_automaton(shape, order, &automaton);
            automaton
        })
    }

    pub(super) fn walking(&self, goal: Goal) -> WalkingDistance {
        let known = self.held().goal(goal).walking.clone();
        known.unwrap_or_else(|| {
            let walking = WalkingDistance::new(goal.shape, goal.blank);
            let walking = walking.expect("a search's heuristic fits its shape");
            self.held().goal(goal).walking = Some(walking.clone());
            walking
        })
    }

    /// The tables for searches in the multi-tile metric.
    pub(super) fn slides(
        &self,
        goal: Goal,
        threads: usize,
        watcher: &mut Watcher<'_>,
    ) -> Result<Arc<SlideTables>, TablesError> {
        let known = |tables: &Tables| tables.held().goal(goal).slides.clone();
        if let Some(tables) = known(self) {
            return Ok(tables);
        }
        let _claim = self.claim(Construction::Slides, watcher)?;
        if let Some(tables) = known(self) {
            return Ok(tables);
        }
        let (shape, blank) = (goal.shape, goal.blank);
        if LARGE_SLIDES.contains(&shape.area()) && watcher.hold(SLIDE_BYTES).is_break() {
            return Err(BuildStopped.into());
        }
        let on_level = &mut |_| watcher.wait();
        let built = SlideTables::build(shape, blank, SlideTableSize::Six, threads, on_level);
        let tables = match built {
            Ok(tables) => Arc::new(tables),
            Err(SlideTablesError::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => return Err(OptionsError::Metric { shape }.into()),
        };
        self.held().goal(goal).slides = Some(Arc::clone(&tables));
        Ok(tables)
    }

    /// Waits until no other thread runs such a construction.
    fn claim(
        &self,
        construction: Construction,
        watcher: &mut Watcher<'_>,
    ) -> Result<Claim<'_>, BuildStopped> {
        loop {
            let mut held = self.held();
            if !held.under_way.contains(&construction) {
                held.under_way.push(construction);
                return Ok(Claim {
                    tables: self,
                    construction,
                });
            }
            drop(self.0.ended.wait_timeout(held, WAIT));
            if watcher.wait().is_break() {
                return Err(BuildStopped);
            }
        }
    }

    /// A panic of another thread leaves the tables consistent: every change of them is complete.
    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn store(&self) -> MutexGuard<'_, Option<Box<dyn TableStore>>> {
        self.0.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tables that IDA* uses for one goal, for programs that distribute its iterations themselves. Clones share the
/// tables.
#[derive(Clone, Debug)]
pub struct GoalTables {
    sum: Arc<PatternSum>,
    automaton: Arc<Automaton>,
}

impl GoalTables {
    /// The pattern databases.
    pub fn sum(&self) -> &PatternSum {
        &self.sum
    }

    /// The automaton that leaves out duplicates.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    pub(super) const fn shared_sum(&self) -> &Arc<PatternSum> {
        &self.sum
    }
}

/// Rejects a heuristic that a shape does not have.
pub(super) fn check_fits(heuristic: HeuristicKind, shape: Shape) -> Result<(), OptionsError> {
    if heuristic.fits(shape) {
        Ok(())
    } else {
        Err(OptionsError::UnsupportedShape { heuristic, shape })
    }
}
