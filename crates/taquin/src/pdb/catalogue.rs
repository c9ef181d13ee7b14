//! All partitions of the 24 tiles of 5×5 into four connected groups of six, for a blank that belongs in a corner.
//!
//! Which partition gives the best estimates differs greatly from board to board. There are 2,182 of them, but their groups need
//! only 139 tables: mirrored and rotated ones share a table. A *view* is one of the partitions, by number. The tables are
//! ordered by usefulness: the first forty give most of the gain.

use super::regions::Flood;
use super::{CellMap, Partition, Pattern, symmetries};
use crate::puzzle::{Cell, Shape};
use crate::support::bits::SetBits;
use std::collections::HashMap;

mod worth;

/// The tiles of a group, and the groups of a partition.
const GROUP: u32 = 6;
const GROUPS: usize = 4;

/// The partitions for one corner.
#[derive(Clone, Debug)]
pub struct Catalogue {
    shape: Shape,
    blank: Cell,
    /// The groups, each once.
    patterns: Vec<CataloguePattern>,
    /// For each view, its groups.
    views: Vec<[u16; GROUPS]>,
    /// The patterns whose tables serve all of them, in the order of their worth.
    tables: Vec<Pattern>,
}

/// A group of a catalogue.
#[derive(Clone, Debug)]
pub(crate) struct CataloguePattern {
    pub(crate) pattern: Pattern,
    /// The number of its table.
    pub(crate) table: usize,
    pub(crate) seen_as: CellMap,
}

impl Catalogue {
    /// The catalogue for a goal; `None` if the shape is not 5×5 or the blank does not belong in a corner.
    pub fn new(shape: Shape, blank: Cell) -> Option<Catalogue> {
        if (shape.rows(), shape.cols()) != (5, 5) {
            return None;
        }
        // Views have the same numbers for all corners.
        let turned = symmetries(shape).find(|map| usize::from(map[0]) == blank.index())?;
        let mut catalogue = Catalogue {
            shape,
            blank,
            patterns: Vec::new(),
            views: Vec::new(),
            tables: Vec::new(),
        };
        let mut known = HashMap::new();
        for groups in partitions(shape) {
            let view = groups.map(|group| {
                let number = *known.entry(group).or_insert(catalogue.patterns.len());
                if number == catalogue.patterns.len() {
                    catalogue.add(group, &turned);
                }
                number as u16
            });
            catalogue.views.push(view);
        }
        catalogue.sort_tables();
        Some(catalogue)
    }

    /// Adds a group, and its table if that is new.
    fn add(&mut self, group: u32, turned: &CellMap) {
        let homes = SetBits::of(group).map(|cell| self.shape.at(turned[cell].into()));
        let homes: Vec<Cell> = homes
            .map(|home| home.expect("a symmetry keeps cells on the board"))
            .collect();
        let pattern =
            Pattern::new(self.shape, self.blank, &homes).expect("six tiles are a pattern");
        let (canonical, seen_as) = pattern.canonical();
        let table = self.tables.iter().position(|known| *known == canonical);
        let table = table.unwrap_or_else(|| {
            self.tables.push(canonical);
            self.tables.len() - 1
        });
        self.patterns.push(CataloguePattern {
            pattern,
            table,
            seen_as,
        });
    }

    /// Puts the tables in the order of their worth.
    fn sort_tables(&mut self) {
        let worth = |table: usize| {
            let homes = self.tables[table].homes().iter();
            let set = homes.fold(0, |set, home| set | 1u32 << home.index());
            let place = worth::TABLES.iter().position(|&known| known == set);
            (place.unwrap_or(worth::TABLES.len()), table)
        };
        let mut order: Vec<usize> = (0..self.tables.len()).collect();
        order.sort_by_key(|&table| worth(table));
        self.tables = order
            .iter()
            .map(|&table| self.tables[table].clone())
            .collect();
        let mut place = vec![0; order.len()];
        order
            .iter()
            .enumerate()
            .for_each(|(new, &old)| place[old] = new);
        for pattern in &mut self.patterns {
            pattern.table = place[pattern.table];
        }
    }

    /// The shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The patterns whose tables serve all views, those with the most worth first.
    pub fn tables(&self) -> &[Pattern] {
        &self.tables
    }

    /// The number of views.
    pub fn len(&self) -> usize {
        self.views.len()
    }

    /// There is always a view.
    pub fn is_empty(&self) -> bool {
        self.views.is_empty()
    }

    /// The partition of a view, if there is one with this number.
    pub fn partition(&self, view: u16) -> Option<Partition> {
        let groups = self.views.get(usize::from(view))?;
        let groups: Vec<Vec<Cell>> = groups
            .iter()
            .map(|&group| self.patterns[usize::from(group)].pattern.homes().to_vec())
            .collect();
        let partition = Partition::new(self.shape, self.blank, &groups);
        Some(partition.expect("a view is a partition"))
    }

    pub(crate) fn patterns(&self) -> &[CataloguePattern] {
        &self.patterns
    }

    pub(crate) fn views(&self) -> &[[u16; GROUPS]] {
        &self.views
    }
}

/// All partitions for a blank at the first cell, as sets of cells.
fn partitions(shape: Shape) -> Vec<[u32; GROUPS]> {
    let flood = Flood::new(shape);
    let mut found = Vec::new();
    divide(
        &flood,
        u32::MAX >> (32 - shape.area()) & !1,
        [0; GROUPS],
        0,
        &mut found,
    );
    found
}

/// Divides the free cells into the groups from `number` on.
fn divide(
    flood: &Flood,
    free: u32,
    mut groups: [u32; GROUPS],
    number: usize,
    found: &mut Vec<[u32; GROUPS]>,
) {
    if free == 0 {
        return found.push(groups);
    }
    // A region that is not a multiple of a group cannot be divided.
    let (largest, others) = flood.regions(free);
    let regions = others.iter().chain([&largest]);
    if regions
        .into_iter()
        .any(|region| region.count_ones() % GROUP != 0)
    {
        return;
    }
    let first = free & free.wrapping_neg();
    let mut pieces = Vec::new();
    grow(flood, (first, 0), free, &mut pieces);
    for piece in pieces {
        groups[number] = piece;
        divide(flood, free & !piece, groups, number + 1, found);
    }
}

/// All connected groups that extend a piece within the free cells and have no excluded cell.
fn grow(flood: &Flood, (piece, excluded): (u32, u32), free: u32, found: &mut Vec<u32>) {
    if piece.count_ones() == GROUP {
        return found.push(piece);
    }
    let mut excluded = excluded;
    for cell in SetBits::of(flood.around(piece) & free & !(excluded | piece)) {
        grow(flood, (piece | 1 << cell, excluded), free, found);
        excluded |= 1 << cell;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_2182_partitions_and_139_tables_for_every_corner() {
        let shape = Shape::new(5, 5).unwrap();
        let first = Catalogue::new(shape, shape.at(0).unwrap()).unwrap();
        for corner in [0, 4, 20, 24] {
            let catalogue = Catalogue::new(shape, shape.at(corner).unwrap()).unwrap();
            let counts = (
                catalogue.len(),
                catalogue.patterns().len(),
                catalogue.tables().len(),
            );
            assert_eq!(counts, (2182, 727, 139));
            assert_eq!(catalogue.tables(), first.tables());
            assert_eq!(catalogue.views(), first.views());
            let different: HashSet<_> = catalogue.views().iter().collect();
            assert_eq!(different.len(), 2182);
            (0..2182).for_each(|view| assert!(catalogue.partition(view).is_some()));
            assert_eq!(catalogue.partition(2182), None);
        }
        assert!(Catalogue::new(shape, shape.at(1).unwrap()).is_none());
        assert!(Catalogue::new(Shape::new(4, 4).unwrap(), shape.at(0).unwrap()).is_none());
    }

    #[test]
    fn every_table_has_a_place_in_the_order_of_worth() {
        let shape = Shape::new(5, 5).unwrap();
        let catalogue = Catalogue::new(shape, shape.at(0).unwrap()).unwrap();
        let sets = catalogue.tables().iter().map(|table| {
            let homes = table.homes().iter();
            homes.fold(0, |set, home| set | 1u32 << home.index())
        });
        assert!(sets.eq(worth::TABLES));
    }
}
