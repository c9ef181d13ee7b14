//! Atomic replacement of files: a name has either the old bytes or all of the new ones.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

/// The suffix of temporary files.
const UNFINISHED: &str = "unfinished";

/// Writes a temporary file and renames it once its bytes are on the disk. If that fails, the temporary file is removed.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut temporary = TemporaryFile::new(path)?;
    write(&mut temporary.file)?;
    temporary.rename()
}

/// A file in the same directory as its future name. It is removed if it is dropped before it is renamed.
#[derive(Debug)]
pub struct TemporaryFile {
    /// The file.
    pub file: File,
    path: PathBuf,
    name: PathBuf,
    is_renamed: bool,
}

impl TemporaryFile {
    /// An empty file that is to get this name.
    pub fn new(name: &Path) -> io::Result<TemporaryFile> {
        let path = temporary_name(name);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)?;
        // Others see that the file is being written. A file system without locks is no reason to fail.
        let _ = try_lock(&file);
        Ok(TemporaryFile {
            file,
            path,
            name: name.into(),
            is_renamed: false,
        })
    }

    /// Gives the file its name once its bytes are on the disk.
    pub fn rename(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, &self.name)?;
        self.is_renamed = true;
        sync_directory(&self.name)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if !self.is_renamed {
            // The error that led here is the one to report.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A name that no other process uses, even on another machine that shares the directory.
fn temporary_name(path: &Path) -> PathBuf {
    // The hasher's keys are random.
    let number = RandomState::new().hash_one(std::process::id());
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{number:016x}.{UNFINISHED}"));
    path.with_file_name(name)
}

/// The name that an unfinished file was to get; none if this is not the name of such a file.
pub fn unfinished(name: &str) -> Option<&str> {
    let (name, ending) = name.strip_prefix('.')?.rsplit_once('.')?;
    let (name, _number) = name.rsplit_once('.')?;
    (ending == UNFINISHED).then_some(name)
}

/// Whether a program is writing this unfinished file.
pub fn is_being_written(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| !try_lock(&file))
}

/// Locks a file until it is closed; false if another program has locked it.
#[cfg(all(unix, feature = "tables"))]
fn try_lock(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    let locked = flock(file, FlockOperation::NonBlockingLockExclusive);
    locked != Err(rustix::io::Errno::WOULDBLOCK)
}

/// Elsewhere open files cannot be removed, or nothing removes files.
#[cfg(not(all(unix, feature = "tables")))]
const fn try_lock(_: &File) -> bool {
    true
}

/// Makes the new name survive a power cut, too.
#[cfg(unix)]
fn sync_directory(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(directory) if directory != Path::new("") => File::open(directory)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}
