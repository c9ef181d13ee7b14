//! Tables on disk: one file for each pattern, in the user's cache directory.
//!
//! A file is written under a temporary name and renamed, so it is complete or absent, and two programs may build the same
//! table at the same time. It is opened by mapping it into memory, or read if other users may write it; header and checksum are verified before any other byte
//! is used. Why: `docs/decisions/0010-tables-on-disk.md`.

mod huge;
mod map;

use crate::exit::{Failure, say};
use crate::files;
use crate::limits::is_interrupted;
use crate::words::io_error;
use etcetera::BaseStrategy;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use taquin::Cell;
use taquin::pdb::{self, Bytes, Database, Databases, FormatError, Pattern, PatternIndex};
use taquin::solve::{TableStore, Tables};

/// The environment variable that names another directory.
pub const VARIABLE: &str = "TAQUIN_TABLES";
/// The extension of table files.
const EXTENSION: &str = "pdb";
/// The most tables that a search of 5×5 builds in memory to choose from: 0.9 GB.
const BUILT_VIEWS: usize = 40;
/// Bytes written between two checks for Ctrl-C.
const PIECE: usize = 8 << 20;

/// The directory with tables.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    /// Patterns whose files were unusable, which has been reported.
    refused: Vec<Pattern>,
}

/// Why a file cannot be used as a table; follows the file's name.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A directory, a pipe, or the like.
    #[error("is not a file")]
    NoFile,
    /// It could not be read.
    #[error("cannot be read: {}", io_error(.0))]
    Unreadable(#[from] io::Error),
    /// Its bytes are not those of a table.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A table whose entries are not distances.
    #[error("is wrong: its entries contradict each other")]
    Wrong,
}

impl Fault {
    /// Its name in JSON.
    pub const fn word(&self) -> &'static str {
        match self {
            Fault::NoFile | Fault::Unreadable(_) => "unreadable",
            Fault::Format(FormatError::Foreign) => "foreign",
            Fault::Format(FormatError::Version(_)) => "other-version",
            Fault::Format(FormatError::Pattern) => "other-pattern",
            Fault::Format(FormatError::Length { .. }) => "wrong-length",
            Fault::Format(_) => "damaged",
            Fault::Wrong => "wrong",
        }
    }
}

/// A file of the store, and what it contains.
#[derive(Debug)]
pub struct Examined {
    /// The file.
    pub path: PathBuf,
    /// Its length, if that can be read.
    pub bytes: Option<u64>,
    /// The pattern that its header names.
    pub pattern: Option<Pattern>,
    /// The table.
    pub table: Result<Database, Fault>,
}

impl Store {
    /// The directory that the environment names, or `taquin` in the user's cache directory.
    pub fn new() -> Result<Store, Failure> {
        let folder = match std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
            Some(folder) => PathBuf::from(folder),
            None => {
                let strategy = etcetera::choose_base_strategy().map_err(|error| {
                    Failure::Usage(format!(
                        "no directory for tables: {error}; set {VARIABLE} to choose one"
                    ))
                })?;
                strategy.cache_dir().join("taquin")
            }
        };
        Ok(Store {
            folder,
            refused: Vec::new(),
        })
    }

    /// The directory.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file for the table of a pattern.
    pub fn path(&self, pattern: &Pattern) -> PathBuf {
        self.folder.join(file_name(pattern))
    }

    /// The table of a pattern; `None` if it has no file.
    pub fn load(
        &self,
        pattern: &Pattern,
        index: impl FnOnce() -> Arc<PatternIndex>,
    ) -> Result<Option<Database>, Fault> {
        let file = match open(&self.path(pattern)) {
            Err(Fault::Unreadable(error)) if is_absence(&error) => return Ok(None),
            file => file?,
        };
        let bytes = map::bytes_of(&file)?;
        let database = pdb::open(bytes, pattern, &index(), checksum)?;
        Ok(Some(database))
    }

    /// Writes a table. Several programs may do so at the same time.
    pub fn save(&self, database: &Database) -> Result<PathBuf, Failure> {
        let path = self.path(database.pattern());
        let header = pdb::header(database, checksum(database.bits()));
        let written = fs::create_dir_all(&self.folder).and_then(|()| {
            files::replace(&path, |file| {
                file.write_all(&header)?;
                database.bits().chunks(PIECE).try_for_each(|piece| {
                    if is_interrupted() {
                        // Not `ErrorKind::Interrupted`, after which `write_all` tries again.
                        Err(io::Error::other("stopped"))
                    } else {
                        file.write_all(piece)
                    }
                })
            })
        });
        match written {
            Ok(()) => Ok(path),
            Err(_) if is_interrupted() => Err(Failure::Interrupted),
            Err(error) => Err(Failure::Unwritable(format!(
                "{}: cannot be written: {} (it takes {} bytes; set {VARIABLE} to choose another directory)",
                path.display(),
                io_error(&error),
                header.len() + database.bits().len(),
            ))),
        }
    }

    /// Every file with the extension of a table, sorted by name.
    pub fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        self.files_where(|name| Path::new(name).extension() == Some(OsStr::new(EXTENSION)))
    }

    /// Temporary files of programs that are writing, or ended while writing.
    pub fn unfinished(&self) -> Result<Vec<PathBuf>, Failure> {
        self.files_where(|name| name.to_str().and_then(files::unfinished).is_some())
    }

    fn files_where(&self, wanted: impl Fn(&OsStr) -> bool) -> Result<Vec<PathBuf>, Failure> {
        let names = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.and_then(|entries| {
                let names = entries.map(|entry| Ok(entry?.file_name()));
                names.collect::<io::Result<Vec<OsString>>>()
            }),
        };
        let unreadable = |error: io::Error| {
            let folder = self.folder.display();
            Failure::BadInput(format!(
                "{folder}: the directory for tables cannot be read: {} (set {VARIABLE} to choose another directory)",
                io_error(&error)
            ))
        };
        let mut names = names.map_err(unreadable)?;
        names.retain(|name| wanted(name));
        names.sort();
        Ok(names.iter().map(|name| self.folder.join(name)).collect())
    }

    /// Examines a file without trusting it: nothing is allocated by its header before its checksum is verified.
    pub fn examine(&self, path: &Path, indices: &mut Databases) -> Examined {
        let mut examined = Examined {
            path: path.into(),
            bytes: fs::metadata(path).ok().map(|data| data.len()),
            pattern: None,
            table: Err(Fault::NoFile),
        };
        examined.table = (|| {
            let bytes = map::bytes_of(&open(path)?)?;
            let content = (*bytes).as_ref();
            let (pattern, expected) = pdb::checksum_of(content)?;
            examined.pattern = Some(pattern.clone());
            let is_stored = path.parent() == Some(&self.folder);
            if is_stored && path.file_name() != Some(OsStr::new(&file_name(&pattern))) {
                return Err(FormatError::Pattern.into());
            }
            if checksum(&content[pdb::HEADER_BYTES..]) != expected {
                return Err(FormatError::Checksum.into());
            }
            let index = indices.index(pattern.shape(), pattern.homes().len());
            Ok(pdb::open(bytes, &pattern, index, |_| expected)?)
        })();
        examined
    }
}

/// Tables backed by the store, if there is a directory for it.
pub fn tables() -> Tables {
    Store::new().map_or_else(|_| Tables::default(), Tables::stored_in)
}

/// The same for programs that may take much memory: long searches of 5×5 also build tables from which they choose.
pub fn building_tables() -> Tables {
    let tables = tables();
    tables.build_views(BUILT_VIEWS);
    tables
}

/// The same without any table from disk.
pub fn cold_tables() -> Tables {
    let tables = Tables::stored_in(Nothing);
    tables.build_views(BUILT_VIEWS);
    tables
}

impl TableStore for Store {
    /// An unusable file is reported once and not read again: every board of a batch needs it.
    fn find(
        &mut self,
        pattern: &Pattern,
        index: &mut dyn FnMut() -> Arc<PatternIndex>,
    ) -> Option<Database> {
        if self.refused.contains(pattern) {
            return None;
        }
        match self.load(pattern, index) {
            Ok(database) => database,
            Err(fault) => {
                let path = self.path(pattern);
                let advice = "it is ignored (taquin tables build rebuilds it)";
                say(
                    "taquin",
                    format_args!("{} {fault}; {advice}", path.display()),
                );
                self.refused.push(pattern.clone());
                None
            }
        }
    }

    fn relocate(&mut self, bits: &[u8]) -> Option<Bytes> {
        huge::relocate(bits)
    }
}

/// A store without tables, whatever is on disk.
#[derive(Clone, Copy, Debug)]
struct Nothing;

impl TableStore for Nothing {
    fn find(&mut self, _: &Pattern, _: &mut dyn FnMut() -> Arc<PatternIndex>) -> Option<Database> {
        None
    }

    fn relocate(&mut self, bits: &[u8]) -> Option<Bytes> {
        huge::relocate(bits)
    }
}

/// The name of a pattern's file: `4x4-blank0-cells1,2,3.pdb`. Tiles are identified by the cells where they belong, counted
/// from 0 in reading order, because one table serves many goals.
fn file_name(pattern: &Pattern) -> String {
    let (shape, blank) = (pattern.shape(), pattern.blank().index());
    let (rows, cols) = (shape.rows(), shape.cols());
    let cells = cells(pattern.homes());
    format!("{rows}x{cols}-blank{blank}-cells{cells}.{EXTENSION}")
}

/// Cells as numbers with commas.
pub fn cells(cells: &[Cell]) -> String {
    let numbers: Vec<String> = cells.iter().map(|cell| cell.index().to_string()).collect();
    numbers.join(",")
}

/// Opens regular files only: a pipe would block forever.
fn open(path: &Path) -> Result<File, Fault> {
    if fs::metadata(path)?.is_file() {
        Ok(File::open(path)?)
    } else {
        Err(Fault::NoFile)
    }
}

fn is_absence(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// CRC-32; 178 MB take 16 ms, and a second thread saved nothing.
fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}
