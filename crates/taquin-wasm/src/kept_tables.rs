//! Pattern databases that outlive a worker: the worker keeps their bytes, in IndexedDB where the browser has it.

use std::sync::Arc;
use taquin::pdb::{self, Database, Pattern, PatternIndex};
use taquin::solve::TableStore;
use taquin::support::hash::fnv1a;

/// Where bytes are kept by name.
pub trait ByteStore: Send {
    /// The bytes with a name.
    fn load(&mut self, name: &str) -> Option<Vec<u8>>;
    /// Keeps bytes under a name.
    fn save(&mut self, name: &str, parts: [&[u8]; 2]);
}

/// Tables in such a store. Damaged ones are built again.
#[derive(Debug)]
pub struct KeptTables<S>(pub S);

impl<S: ByteStore> TableStore for KeptTables<S> {
    fn find(
        &mut self,
        pattern: &Pattern,
        index: &mut dyn FnMut() -> Arc<PatternIndex>,
    ) -> Option<Database> {
        let bytes = self.0.load(&name(pattern))?;
        pdb::open(Arc::new(bytes), pattern, &index(), checksum).ok()
    }

    fn built(&mut self, database: &Database) {
        let header = pdb::header(database, checksum(database.bits()));
        self.0
            .save(&name(database.pattern()), [&header, database.bits()]);
    }
}

/// The name of a table: shape, the blank's cell and the tiles' cells, counted from 0.
fn name(pattern: &Pattern) -> String {
    let shape = pattern.shape();
    let homes = pattern.homes().iter().map(|home| home.index().to_string());
    let homes: Vec<String> = homes.collect();
    let (rows, cols, blank) = (shape.rows(), shape.cols(), pattern.blank().index());
    format!("{rows}x{cols}-blank{blank}-cells{}", homes.join(","))
}

fn checksum(bits: &[u8]) -> u32 {
    let hash = fnv1a(bits);
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::sync::Mutex;
    use taquin::{Goal, Problem, Search, Tables};

    type Kept = BTreeMap<String, Vec<u8>>;

    /// What is kept, and how often something was found.
    #[derive(Clone, Default)]
    struct Memory(Arc<Mutex<(Kept, usize)>>);

    impl ByteStore for Memory {
        fn load(&mut self, name: &str) -> Option<Vec<u8>> {
            let mut memory = self.0.lock().unwrap();
            let found = memory.0.get(name).cloned();
            memory.1 += usize::from(found.is_some());
            found
        }

        fn save(&mut self, name: &str, parts: [&[u8]; 2]) {
            let mut memory = self.0.lock().unwrap();
            memory.0.insert(name.into(), parts.concat());
        }
    }

    fn generated(memory: &Memory) -> u64 {
        // 57 moves: too many for a search without tables.
        let board = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3".parse();
        let problem = Problem::new(board.unwrap(), Goal::First).unwrap();
        let tables = Tables::stored_in(KeptTables(memory.clone()));
        let report = Search::new(&problem).tables(&tables).run().unwrap();
        report.stats.generated
    }

    #[test]
    fn tables_are_built_once_and_damaged_ones_again() {
        let memory = Memory::default();
        let first = generated(&memory);
        let kept = memory.0.lock().unwrap().0.clone();
        assert!(!kept.is_empty());
        assert_eq!(memory.0.lock().unwrap().1, 0);
        // Stored tables are used at once, so fewer boards are generated without any.
        assert!(generated(&memory) < first);
        assert_eq!(memory.0.lock().unwrap().1, kept.len());
        for bytes in memory.0.lock().unwrap().0.values_mut() {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        }
        assert_eq!(generated(&memory), first);
        assert_eq!(memory.0.lock().unwrap().0, kept);
    }
}
