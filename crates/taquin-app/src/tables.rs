//! Pattern databases on disk: listing them, and building missing ones.

use crate::exit::{Failure, say};
use crate::limits::Construction;
use crate::store::{Examined, Fault, Store};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use taquin::pdb::{Database, Databases, HEADER_BYTES, Pattern, PatternIndex};
use taquin::support::memory::is_spare;

/// A file and its state, for the writers.
#[derive(Debug)]
pub struct Row {
    /// The file.
    pub path: PathBuf,
    /// The pattern of its table.
    pub pattern: Option<Pattern>,
    /// Its length.
    pub bytes: Option<u64>,
    /// Its state in one word.
    pub state: &'static str,
    /// What is wrong with it, to follow the file's name.
    pub problem: Option<String>,
}

impl Row {
    /// A file that was examined; `in_order` is the state of a valid file.
    pub fn new(examined: Examined, in_order: &'static str) -> Row {
        let fault = examined.table.err();
        Row {
            path: examined.path,
            pattern: examined.pattern,
            bytes: examined.bytes,
            state: fault.as_ref().map_or(in_order, Fault::word),
            problem: fault.map(|fault| fault.to_string()),
        }
    }

    /// A file of which only the name is known.
    pub fn bare(path: PathBuf, state: &'static str) -> Row {
        Row {
            bytes: fs::metadata(&path).ok().map(|data| data.len()),
            path,
            pattern: None,
            state,
            problem: None,
        }
    }
}

/// Passes every file to `tell`, with verified checksums.
pub fn each(
    store: &Store,
    tell: &mut dyn FnMut(&Row) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut indices = Databases::default();
    for path in store.files()? {
        tell(&Row::new(store.examine(&path, &mut indices), "ok"))?;
    }
    for path in store.unfinished()? {
        tell(&Row::bare(path, "unfinished"))?;
    }
    Ok(())
}

/// Whether a valid table is stored. A damaged file is reported.
pub fn is_there(store: &Store, pattern: &Pattern, index: &Arc<PatternIndex>) -> bool {
    match store.load(pattern, || Arc::clone(index)) {
        Ok(table) => table.is_some(),
        Err(fault) => {
            let path = store.path(pattern);
            let what = format_args!("{} {fault}; it is rebuilt", path.display());
            say("taquin", what);
            false
        }
    }
}

/// Builds a table in memory, with progress.
pub fn build(
    pattern: &Pattern,
    index: &Arc<PatternIndex>,
    threads: usize,
) -> Result<Database, Failure> {
    let what = format!("{} tiles of {}", pattern.homes().len(), pattern.shape());
    if !is_spare(index.build_bytes()) {
        let bytes = index.build_bytes();
        return Err(Failure::Limit(format!(
            "there is not enough memory to build the table of {what}, which takes about {bytes} bytes"
        )));
    }
    let construction = Construction::new(index.entries(), what);
    let built = Database::build(pattern, index, threads, &mut |added| {
        construction.level(added)
    });
    built.map_err(|_| Failure::Interrupted)
}

/// The row of a table with this pattern.
pub fn row(store: &Store, pattern: Pattern, index: &PatternIndex, state: &'static str) -> Row {
    Row {
        path: store.path(&pattern),
        bytes: Some((HEADER_BYTES + index.bytes()) as u64),
        pattern: Some(pattern),
        state,
        problem: None,
    }
}
