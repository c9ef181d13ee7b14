//! `taquin tables build`.

use super::Printer;
use super::which::PartitionArgs;
use crate::args::number::number_in;
use crate::args::{ThreadArgs, help};
use std::sync::Arc;
use taquin::pdb::{Databases, HEADER_BYTES, Pattern, PatternIndex};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::store::Store;
use taquin_app::tables::{build, is_there, row};

/// The tables of the catalogue that are built by default: they give most of the gain.
const CATALOGUE: usize = 40;

/// Options of `taquin tables build`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin tables build                     the largest partition for 4x4: 7-8
  taquin tables build 6-6-6-6             for 5x5, goal last
  taquin tables build 5x5                 40 tables (0.9 GB), from which hard boards choose
  taquin tables build 5x5 --count 139     all of them (3.1 GB)
  taquin tables build 6-6-3 --goal \"1 2 3 4/5 6 7 8/9 10 0 11/12 13 14 15\"
  taquin tables build --shape 3x4
  taquin tables build 5-5-5               the tiles in the order of the goal
  taquin tables build --groups 1,2,3,4,5,6/7,8,9,10,11,12/13,14,15

Only the position of the blank in the goal matters; goals with the blank in a corner share their tables. The default shape is that of \
the goal, the square that the partition fills, or 4x4. solve, compare and bench use the partitions that have a name, and others with --groups. Ctrl-C \
stops the build; finished tables are kept, and unfinished ones are removed.")]
pub struct BuildArgs {
    #[command(flatten)]
    partition: PartitionArgs,
    /// Build the N most useful of the tables from which 5x5 searches choose a partition for each board [default for 5x5: 40]
    #[arg(long, value_name = "N", conflicts_with = "groups", value_parser = number_in(1..=139_u16))]
    count: Option<u16>,
    #[command(flatten)]
    threads: ThreadArgs,
    #[arg(long, help = help::FORCE)]
    force: bool,
    #[arg(long, help = help::JSON)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &BuildArgs, store: &Store) -> Result<Exit, Failure> {
    let count = args.count.map(usize::from);
    let needed = match args.partition.catalogue(count)? {
        Some(catalogue) => {
            let tables = catalogue.tables().iter().cloned();
            tables.take(count.unwrap_or(CATALOGUE)).collect()
        }
        None => Databases::needed(&args.partition.partitions()?),
    };
    let mut printer = Printer::new(args.json);
    let mut indices = Databases::default();
    let mut missing = Vec::new();
    for pattern in needed {
        let index = Arc::clone(indices.index(pattern.shape(), pattern.homes().len()));
        if !args.force && is_there(store, &pattern, &index) {
            printer.row(&row(store, pattern, &index, "there"))?
        } else {
            missing.push((pattern, index))
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

/// Prints what the construction needs.
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
                "building {count} {tables}: at most {} of memory, {} on disk in {folder}",
                megabytes(memory),
                megabytes(disk)
            ),
        );
    }
}

fn megabytes(bytes: usize) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
