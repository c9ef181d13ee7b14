//! The sum of pattern databases: exact distances for groups of tiles, added up.
//!
//! **Admissible**, because each table counts only the moves of its own tiles, and no tile is in two groups (Korf & Felner,
//! *Artificial Intelligence* 134, 2002). All tiles are divided in two ways, the second usually the mirror image of the
//! first, which the same tables serve; the larger sum counts.
//! **Consistent**: the tables know the blank's region, so a move changes the sum by one.
//!
//! A move changes one group in each partition: one lookup for its set of cells, one for its order, and one for the
//! bit.

use super::successors::Successors;
use crate::heuristic::{Heuristic, moved};
use crate::pdb::{
    BuildStopped, Bytes, CellMap, Class, Database, Partition, Pattern, PatternIndex, Placement,
    TileStep,
};
use crate::puzzle::{Cell, Shape};
use crate::space::{Arrangement, Space};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// The most groups of a partition.
pub(crate) const MAX_GROUPS: usize = 4;
/// The number of partitions that are used at once.
const VIEWS: usize = 2;

/// Tables by pattern.
#[derive(Clone, Debug, Default)]
pub struct Databases {
    tables: HashMap<Pattern, Database>,
    indices: HashMap<(Shape, usize), Arc<PatternIndex>>,
}

impl Databases {
    /// The numbering of the placements of this number of tiles.
    pub fn index(&mut self, shape: Shape, tiles: usize) -> &Arc<PatternIndex> {
        let index = self.indices.entry((shape, tiles));
        index.or_insert_with(|| Arc::new(PatternIndex::new(shape, tiles)))
    }

    /// Whether there is a table for a pattern of [`Databases::needed`].
    pub fn contains(&self, pattern: &Pattern) -> bool {
        self.tables.contains_key(pattern)
    }

    /// The table for a pattern of [`Databases::needed`].
    pub fn get(&self, pattern: &Pattern) -> Option<&Database> {
        self.tables.get(pattern)
    }

    /// Adds what another collection has for some partitions.
    pub fn add(&mut self, other: &Databases, partitions: &[Partition]) {
        for pattern in Databases::needed(partitions) {
            let key = (pattern.shape(), pattern.homes().len());
            if let Some(index) = other.indices.get(&key) {
                self.indices.insert(key, Arc::clone(index));
            }
            if let Some(database) = other.tables.get(&pattern) {
                self.insert(database.clone());
            }
        }
    }

    /// Drops the tables of all patterns but those to keep.
    pub fn retain(&mut self, keep: impl Fn(&Pattern) -> bool) {
        self.tables.retain(|pattern, _| keep(pattern));
    }

    /// Adds a table, from a file for example.
    pub fn insert(&mut self, database: Database) {
        self.tables.insert(database.pattern().clone(), database);
    }

    /// Moves the tables of some partitions with `relocate`. Returns whether any was moved.
    pub fn relocate(
        &mut self,
        partitions: &[Partition],
        relocate: &mut dyn FnMut(&[u8]) -> Option<Bytes>,
    ) -> bool {
        let mut any = false;
        for pattern in Databases::needed(partitions) {
            let relocated = self
                .tables
                .get(&pattern)
                .and_then(|table| table.relocated(relocate));
            if let Some(table) = relocated {
                self.insert(table);
                any = true;
            }
        }
        any
    }

    /// The patterns whose tables serve some partitions, each once: turned and mirrored ones share a table.
    pub fn needed(partitions: &[Partition]) -> Vec<Pattern> {
        let mut needed = Vec::new();
        for pattern in partitions.iter().flat_map(Partition::patterns) {
            let (canonical, _) = pattern.canonical();
            if !needed.contains(&canonical) {
                needed.push(canonical);
            }
        }
        needed
    }

    /// The memory for the tables of some partitions, one of them twice, and for the words of a search, in bytes.
    pub(crate) fn held_bytes(&mut self, partitions: &[Partition]) -> u64 {
        let (mut tables, mut largest, mut words) = (0, 0, 0);
        for pattern in Databases::needed(partitions) {
            let index = self.index(pattern.shape(), pattern.homes().len());
            tables += index.bytes();
            largest = largest.max(index.bytes());
            words = words.max(index.successor_bytes());
        }
        (tables + largest + words) as u64
    }

    /// The memory for building the missing tables of some partitions, in bytes, approximately.
    pub fn build_bytes(&mut self, partitions: &[Partition]) -> u64 {
        let (mut tables, mut building) = (0, 0);
        for pattern in Databases::needed(partitions) {
            if !self.contains(&pattern) {
                let index = self.index(pattern.shape(), pattern.homes().len());
                tables += index.bytes() as u64;
                building = building.max((index.build_bytes() - index.bytes()) as u64);
            }
        }
        tables + building
    }

    /// Builds the missing tables of some partitions.
    pub fn build(
        &mut self,
        partitions: &[Partition],
        threads: usize,
        on_level: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), BuildStopped> {
        for pattern in Databases::needed(partitions) {
            if !self.contains(&pattern) {
                let index = Arc::clone(self.index(pattern.shape(), pattern.homes().len()));
                self.insert(Database::build(&pattern, &index, threads, on_level)?);
            }
        }
        Ok(())
    }
}

/// A group of a partition.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) database: Database,
    pub(crate) seen_as: CellMap,
}

/// One partition of all tiles.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) slots: Vec<Slot>,
    /// For each home, the group of its tile.
    pub(crate) group_of: [u8; Pattern::MAX_CELLS],
}

/// Tables for groups of tiles that together are all tiles of a goal.
#[derive(Clone, Debug)]
pub struct PatternSum {
    views: Vec<View>,
    sizes: String,
    shape: Shape,
    blank: Cell,
    /// Computed when a search needs them.
    successors: OnceLock<Arc<Successors>>,
}

/// The heuristic's memo of a board: for each partition, its groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternMemo([Seen; VIEWS]);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    placements: [Placement; MAX_GROUPS],
    classes: [Class; MAX_GROUPS],
    sum: u8,
}

impl PatternSum {
    /// The sum for goals of this shape with the blank at `blank`. `None` if a table of the partitions is missing.
    pub fn new(
        shape: Shape,
        blank: Cell,
        partitions: &[Partition],
        tables: &Databases,
    ) -> Option<PatternSum> {
        let views = partitions
            .iter()
            .map(|partition| View::new(partition, tables));
        Some(PatternSum {
            views: views.collect::<Option<_>>()?,
            sizes: partitions.first()?.to_string(),
            shape,
            blank,
            successors: OnceLock::new(),
        })
    }

    /// The tiles of each group: `6-6-3`.
    pub fn sizes(&self) -> &str {
        &self.sizes
    }

    /// The shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's goal cell.
    pub const fn blank(&self) -> Cell {
        self.blank
    }

    pub(crate) fn views(&self) -> &[View] {
        &self.views
    }

    /// Where each move leads in each table.
    pub(crate) fn successors(&self) -> &Arc<Successors> {
        self.successors_in(&mut |_| None)
    }

    /// The same; `relocate` may move them to faster memory when they are made.
    pub(crate) fn successors_in(
        &self,
        relocate: &mut dyn FnMut(&[u8]) -> Option<Bytes>,
    ) -> &Arc<Successors> {
        self.successors.get_or_init(|| {
            let mut indices: Vec<&Arc<PatternIndex>> = Vec::new();
            for slot in self.views.iter().flat_map(|view| &view.slots) {
                let index = slot.database.index();
                if indices.iter().all(|known| known.tiles() != index.tiles()) {
                    indices.push(index);
                }
            }
            if let [index] = indices[..] {
                return Arc::clone(index.successors(relocate));
            }
            let indices: Vec<&PatternIndex> = indices.into_iter().map(|index| &**index).collect();
            Arc::new(Successors::new(&indices, relocate))
        })
    }
}

impl View {
    fn new(partition: &Partition, tables: &Databases) -> Option<View> {
        let mut view = View {
            slots: Vec::new(),
            group_of: [0; Pattern::MAX_CELLS],
        };
        for (group, pattern) in partition.patterns().iter().enumerate() {
            pattern
                .homes()
                .iter()
                .for_each(|home| view.group_of[home.index()] = group as u8);
            let (canonical, seen_as) = pattern.canonical();
            let database = tables.tables.get(&canonical)?.clone();
            view.slots.push(Slot { database, seen_as });
        }
        Some(view)
    }
}

impl Slot {
    /// The cells of the group's tiles and of the blank.
    pub(crate) fn place(&self, state: &impl Arrangement, cells: usize) -> (Placement, u32) {
        let see = |cell: usize| usize::from(self.seen_as[cell]);
        let mut places = [0; Pattern::MAX_CELLS];
        for cell in (0..cells).filter(|&cell| cell != state.blank()) {
            places[see(state.home_at(cell))] = see(cell);
        }
        let homes = self.database.pattern().homes().iter();
        let tiles: Vec<usize> = homes.map(|home| places[home.index()]).collect();
        (Placement::at(&tiles), see(state.blank()) as u32)
    }

    /// The distance of the group's tiles.
    pub(crate) fn distance(&self, placement: Placement, blank: u32) -> u32 {
        let distance = self.database.distance_at(placement, blank);
        distance.expect("a table leads home from everywhere")
    }
}

impl<S: Space<State: Arrangement>> Heuristic<S> for PatternSum {
    type Memo = PatternMemo;

    fn start(&self, state: &S::State) -> PatternMemo {
        let mut memo = PatternMemo([Seen::default(); VIEWS]);
        for (seen, view) in memo.0.iter_mut().zip(&self.views) {
            for (group, slot) in view.slots.iter().enumerate() {
                let (placement, blank) = slot.place(state, self.shape.area());
                seen.placements[group] = placement;
                seen.classes[group] = slot.database.class_at(placement, blank);
                seen.sum += slot.distance(placement, blank) as u8;
            }
        }
        memo
    }

    #[inline]
    fn after(
        &self,
        mut memo: PatternMemo,
        from: &S::State,
        _: S::Move,
        to: &S::State,
    ) -> PatternMemo {
        let home = moved(from, to);
        for (seen, view) in memo.0.iter_mut().zip(&self.views) {
            let group = usize::from(view.group_of[home]);
            let Slot { database, seen_as } = &view.slots[group];
            let step = TileStep::new(seen_as[to.blank()].into(), seen_as[from.blank()].into());
            let placement = database.index().after(seen.placements[group], step);
            let class = database.class_at(placement, step.from());
            seen.sum = if class.is_after(seen.classes[group]) {
                seen.sum + 1
            } else {
                seen.sum - 1
            };
            (seen.placements[group], seen.classes[group]) = (placement, class);
        }
        memo
    }

    #[inline]
    fn estimate(&self, memo: PatternMemo) -> u32 {
        memo.0
            .iter()
            .map(|seen| u32::from(seen.sum))
            .max()
            .unwrap_or(0)
    }
}
