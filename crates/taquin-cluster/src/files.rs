//! Writing a file so that its name has either the old bytes or all of the new ones.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the names of unfinished files end with.
pub const UNFINISHED: &str = "unfinished";

/// Writes beside the file and renames, once the bytes are on the disk. Whatever goes wrong, nothing is left beside.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let beside = beside(path);
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&beside)?;
    let written = write(&mut file)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    written?;
    sync_folder(path)
}

/// A name that no other process and no other thread of this one uses.
fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}-{count}.{UNFINISHED}", std::process::id()));
    path.with_file_name(name)
}

/// The new name, too, should outlive a power cut.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if folder != Path::new("") => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
