//! `taquin tables`: pattern databases on disk.

mod build;
mod which;

use crate::args::{ThreadArgs, help};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use taquin::pdb::Databases;
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::files;
use taquin_app::groups::Groups;
use taquin_app::limits::{Construction, catch_interrupts};
use taquin_app::output::{json, text};
use taquin_app::store::{Fault, Store, VARIABLE};
use taquin_app::tables::{Row, each};
use taquin_app::words::io_error;
#[cfg(feature = "cluster")]
pub(super) use which::PartitionArgs;
use which::WhichArgs;

/// The commands for tables.
#[derive(Debug, clap::Subcommand)]
#[command(after_help = format!("Examples:
  taquin tables build 7-8                 for 4x4; solve finds them automatically
  taquin tables build 6-6-6-6             for 5x5
  taquin tables list
  taquin tables verify
  taquin tables remove --all

Tables are stored in the user's cache directory, or in the directory that {VARIABLE} names. A file is named after its pattern: \
the shape, the cell of the blank, and the goal cells of the tiles, counted from 0. Rotated and mirrored patterns share a file."))]
pub enum TablesCommand {
    /// Build the missing pattern databases of a partition
    Build(build::BuildArgs),
    /// List the tables, and verify their checksums
    List(ListArgs),
    /// Verify every entry of the tables
    Verify(VerifyArgs),
    /// Remove tables
    Remove(RemoveArgs),
}

/// Options of `taquin tables list`.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    #[arg(long, help = help::JSON)]
    json: bool,
}

/// Options of `taquin tables verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin tables verify
  taquin tables verify /mnt/tables/*.pdb

A table is correct if its checksum matches, every entry is reachable from the goal and differs by one from each neighbour, and \
every entry except the goal's has a smaller neighbour. Only a correct table has these properties.

Exit codes: 0 if all tables are correct, 1 if one is not.")]
pub struct VerifyArgs {
    /// Files, or names of files in the table directory [default: all tables there]
    files: Vec<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
    #[arg(long, help = help::JSON)]
    json: bool,
}

/// Options of `taquin tables remove`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin tables remove 7-8
  taquin tables remove 6-6-6-6 --goal snail
  taquin tables remove 4x4-blank0-cells1,2,3.pdb
  taquin tables remove --all

Exit codes: 0 if a table was removed, 1 if there was none.")]
pub struct RemoveArgs {
    /// Partitions (7-8), or names of files in the table directory
    #[arg(conflicts_with = "all")]
    which: Vec<String>,
    /// Remove everything, including unfinished files
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    goal: WhichArgs,
    #[arg(long, help = help::JSON)]
    json: bool,
}

/// Prints the rows of a table list.
#[derive(Debug)]
pub(super) struct Printer {
    json: bool,
    rows: usize,
}

impl Printer {
    pub(super) const fn new(json: bool) -> Printer {
        Printer { json, rows: 0 }
    }

    pub(super) fn row(&mut self, row: &Row) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        self.rows += 1;
        if self.json {
            json::line(&mut out, &json::table(row))?;
        } else {
            if self.rows == 1 {
                text::tables_head(&mut out)?;
            }
            text::table(&mut out, row)?;
        }
        Ok(out.flush()?)
    }
}

/// Runs the command.
pub fn run(command: &TablesCommand) -> Result<Exit, Failure> {
    catch_interrupts();
    let store = Store::new()?;
    match command {
        TablesCommand::Build(args) => build::run(args, &store),
        TablesCommand::List(args) => list(args, &store),
        TablesCommand::Verify(args) => verify(args, &store),
        TablesCommand::Remove(args) => remove(args, &store),
    }
}

fn list(args: &ListArgs, store: &Store) -> Result<Exit, Failure> {
    let mut printer = Printer::new(args.json);
    each(store, &mut |row| printer.row(row))?;
    if printer.rows == 0 {
        say_none(store);
    }
    Ok(Exit::Success)
}

fn say_none(store: &Store) {
    let folder = store.folder().display();
    say(
        "taquin",
        format_args!("no tables in {folder} (taquin tables build creates them)"),
    );
}

fn verify(args: &VerifyArgs, store: &Store) -> Result<Exit, Failure> {
    let paths = match &args.files[..] {
        [] => store.files()?,
        files => files.iter().map(|file| in_folder(store, file)).collect(),
    };
    if paths.is_empty() {
        say_none(store);
    }
    let mut printer = Printer::new(args.json);
    let mut indices = Databases::default();
    let mut worst = Exit::Success;
    for path in paths {
        let mut examined = store.examine(&path, &mut indices);
        if let Ok(table) = &examined.table {
            let what = format!("verifying {}", path.display());
            let construction = Construction::new(table.index().entries(), what);
            let verified =
                table.verify(args.threads.count(), &mut |added| construction.level(added));
            drop(construction);
            if !verified.map_err(|_| Failure::Interrupted)? {
                examined.table = Err(Fault::Wrong);
            }
        }
        if examined.table.is_err() {
            worst = Exit::No;
        }
        printer.row(&Row::new(examined, "right"))?;
    }
    Ok(worst)
}

/// The file; if there is none, the one of that name in the table directory.
fn in_folder(store: &Store, file: &Path) -> PathBuf {
    let is_name = file.parent() == Some(Path::new(""));
    if is_name && !file.exists() {
        store.folder().join(file)
    } else {
        file.into()
    }
}

fn remove(args: &RemoveArgs, store: &Store) -> Result<Exit, Failure> {
    let mut paths = if args.all {
        [store.files()?, store.unfinished()?].concat()
    } else if args.which.is_empty() {
        let message = "name what to remove: a partition such as 7-8, a file, or --all";
        return Err(Failure::Usage(message.into()));
    } else {
        let paths = args.which.iter().map(|which| named(args, store, which));
        paths.collect::<Result<Vec<_>, _>>()?.concat()
    };
    paths.retain(|path| fs::symlink_metadata(path).is_ok());
    let is_unfinished = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.and_then(files::unfinished).is_some()
    };
    paths.retain(|path| {
        let is_written = is_unfinished(path) && files::is_being_written(path);
        if is_written {
            let path = path.display();
            say(
                "taquin",
                format_args!("{path}: kept, because a program is writing it"),
            );
        }
        !is_written
    });
    paths.sort();
    paths.dedup();
    if paths.is_empty() {
        let folder = store.folder().display();
        if args.all {
            say("taquin", format_args!("no tables in {folder}"));
        } else {
            let which = args.which.join(", ");
            let message = "(taquin tables list shows all)";
            say(
                "taquin",
                format_args!("{which}: no such table in {folder} {message}"),
            );
        }
        return Ok(Exit::No);
    }
    let mut printer = Printer::new(args.json);
    for path in paths {
        let row = Row::bare(path, "removed");
        fs::remove_file(&row.path).map_err(|error| {
            let error = io_error(&error);
            Failure::Unwritable(format!("{}: cannot remove it: {error}", row.path.display()))
        })?;
        printer.row(&row)?;
    }
    Ok(Exit::Success)
}

/// The files of a partition, or the file of this name.
fn named(args: &RemoveArgs, store: &Store, which: &str) -> Result<Vec<PathBuf>, Failure> {
    let path = Path::new(which);
    if path.extension().is_some() {
        return if path.file_name() == Some(path.as_os_str()) {
            Ok(vec![store.folder().join(path)])
        } else {
            Err(Failure::Usage(format!(
                "{which}: only files in {} can be removed; give the name without a directory",
                store.folder().display()
            )))
        };
    }
    let groups: Groups = which
        .parse()
        .map_err(|error| Failure::Usage(format!("{which}: {error}")))?;
    let partitions = args.goal.of_argument(&groups, which)?;
    let needed = Databases::needed(&partitions);
    Ok(needed.iter().map(|pattern| store.path(pattern)).collect())
}
