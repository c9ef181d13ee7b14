//! `taquin tables build`.

use super::which::PartitionArgs;
use super::{Printer, Row};
use crate::args::ThreadArgs;
use crate::exit::{Exit, Failure, say};
use crate::limits::Construction;
use crate::store::Store;
use std::sync::Arc;
use taquin::pdb::{Database, Databases, HEADER_BYTES, Pattern, PatternIndex};

/// Options of `taquin tables build`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin tables build                     the largest known for 4x4: 7-8
  taquin tables build 6-6-6-6             for 5x5, goal last
  taquin tables build 6-6-3 --goal \"1 2 3 4/5 6 7 8/9 10 0 11/12 13 14 15\"
  taquin tables build --shape 3x4
  taquin tables build --groups 1,2,3,4,5,6/7,8,9,10,11,12/13,14,15

Goals whose blank is in a corner share their tables. solve, compare and bench look for the partitions that have a name.
Ctrl-C ends it and leaves no unfinished table; those that were finished stay.")]
pub struct BuildArgs {
    #[command(flatten)]
    partition: PartitionArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Build also what is there already
    #[arg(long)]
    force: bool,
    /// Write JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &BuildArgs, store: &Store) -> Result<Exit, Failure> {
    let partitions = args.partition.partitions()?;
    let mut printer = Printer::new(args.json);
    let mut indices = Databases::default();
    let mut missing = Vec::new();
    for pattern in Databases::needed(&partitions) {
        let index = Arc::clone(indices.index(pattern.shape(), pattern.homes().len()));
        match !args.force && is_there(store, &pattern, &index) {
            true => printer.row(&row(store, pattern, &index, "there"))?,
            false => missing.push((pattern, index)),
        }
    }
    announce(&missing, store);
    for (pattern, index) in missing {
        let table = build(&pattern, &index, args.threads.count())?;
        store.save(&table)?;
        printer.row(&row(store, pattern, &index, "built"))?;
    }
    Ok(Exit::Success)
}

/// Whether a table need not be built; says so if its file is damaged.
pub(in crate::cmd) fn is_there(
    store: &Store,
    pattern: &Pattern,
    index: &Arc<PatternIndex>,
) -> bool {
    match store.load(pattern, || Arc::clone(index)) {
        Some(Ok(_)) => true,
        None => false,
        Some(Err(fault)) => {
            let path = store.path(pattern);
            let what = format_args!("{} {fault}; it is built anew", path.display());
            say("taquin", what);
            false
        }
    }
}

/// Says what it will take.
fn announce(missing: &[(Pattern, Arc<PatternIndex>)], store: &Store) {
    let disk: usize = missing
        .iter()
        .map(|(_, index)| HEADER_BYTES + index.bytes())
        .sum();
    let memory = missing.iter().map(|(_, index)| index.build_bytes()).max();
    if let Some(memory) = memory {
        let (count, folder) = (missing.len(), store.folder().display());
        let tables = if count == 1 { "table" } else { "tables" };
        say(
            "taquin",
            format_args!(
                "building {count} {tables}: {} of memory at most, {} on disk in {folder}",
                megabytes(memory),
                megabytes(disk)
            ),
        );
    }
}

fn megabytes(bytes: usize) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

fn build(
    pattern: &Pattern,
    index: &Arc<PatternIndex>,
    threads: usize,
) -> Result<Database, Failure> {
    let what = format!("{} tiles of {}", pattern.homes().len(), pattern.shape());
    let construction = Construction::new(index.entries(), what);
    let built = Database::build(pattern, index, threads, &mut |added| {
        construction.level(added)
    });
    built.map_err(|_| Failure::Interrupted)
}

/// What is printed of a table.
pub(in crate::cmd) fn row(
    store: &Store,
    pattern: Pattern,
    index: &PatternIndex,
    state: &'static str,
) -> Row {
    Row {
        path: store.path(&pattern),
        bytes: Some((HEADER_BYTES + index.bytes()) as u64),
        pattern: Some(pattern),
        state,
        problem: None,
    }
}
