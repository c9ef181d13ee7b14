//! Tables of learned weights of pairs of tiles, by shape.

use super::Tables;
use crate::large::learned::PairTable;
use crate::puzzle::Shape;
use std::sync::{Arc, MutexGuard, PoisonError};

/// Tables beyond this memory are dropped, the least recently used first. The largest one, of 10×10, takes half of it.
const MOST_BYTES: u64 = 256 << 20;

/// The tables that were used last, the most recent one last.
#[derive(Default)]
pub(super) struct PairTables(Vec<Arc<PairTable>>);

impl PairTables {
    /// The table of a shape, if it is there, which becomes the most recent one.
    fn find(&mut self, shape: Shape) -> Option<Arc<PairTable>> {
        let place = self.0.iter().position(|table| table.shape() == shape)?;
        self.0[place..].rotate_left(1);
        self.0.last().cloned()
    }

    fn add(&mut self, table: &Arc<PairTable>) {
        self.0.push(Arc::clone(table));
        let bytes = |tables: &[Arc<PairTable>]| tables.iter().map(|table| table.bytes()).sum();
        while self.0.len() > 1 && MOST_BYTES < bytes(&self.0) {
            self.0.remove(0);
        }
    }
}

impl Tables {
    /// Whether the table of a shape has been built.
    pub(in crate::solve) fn has_pair_table(&self, shape: Shape) -> bool {
        self.pairs().find(shape).is_some()
    }

    /// The table of a shape, built on some threads if it is not there yet. Other searches that need one wait.
    pub(in crate::solve) fn pair_table(
        &self,
        shape: Shape,
        threads: usize,
    ) -> Option<Arc<PairTable>> {
        let mut tables = self.pairs();
        if let Some(table) = tables.find(shape) {
            return Some(table);
        }
        let table = Arc::new(PairTable::built(shape, threads)?);
        tables.add(&table);
        Some(table)
    }

    /// A panic of another thread leaves the tables consistent.
    fn pairs(&self) -> MutexGuard<'_, PairTables> {
        self.0.pairs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_built_once_and_the_least_recent_are_dropped() {
        let shape = |side| Shape::square(side).expect("a shape");
        let tables = Tables::default();
        assert!(!tables.has_pair_table(shape(5)));
        let first = tables.pair_table(shape(5), 1).expect("5×5 has a table");
        assert!(tables.has_pair_table(shape(5)));
        let again = tables.pair_table(shape(5), 2).expect("5×5 has a table");
        assert!(Arc::ptr_eq(&first, &again));
        assert!(tables.pair_table(shape(3), 1).is_none());
        // 131 MB, and 84 MB.
        tables.pair_table(shape(10), 2);
        assert!(tables.has_pair_table(shape(5)));
        tables.pair_table(shape(9), 2);
        assert!(tables.has_pair_table(shape(5)));
        tables.pair_table(Shape::new(9, 10).expect("a shape"), 2);
        assert!(!tables.has_pair_table(shape(10)));
        assert!(tables.has_pair_table(shape(9)));
    }
}
