//! The bytes of a table file, mapped into memory if that is safe. Besides the cluster, this is the only file with `unsafe`.

use memmap2::Mmap;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use taquin::pdb::Bytes;

/// The bytes of a file: mapped if only this user can change them, and otherwise a copy.
pub(super) fn bytes_of(file: &File) -> io::Result<Bytes> {
    if is_ours_alone(file)? {
        Ok(Arc::new(map(file)?))
    } else {
        read(file).map(|bytes| Arc::new(bytes) as Bytes)
    }
}

/// Whether only this user, or the administrator, can change a file.
#[cfg(unix)]
fn is_ours_alone(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    const WRITABLE_BY_OTHERS: u32 = 0o022;
    const ADMINISTRATOR: u32 = 0;
    let data = file.metadata()?;
    let own = rustix::process::geteuid().as_raw();
    Ok([own, ADMINISTRATOR].contains(&data.uid()) && data.mode() & WRITABLE_BY_OTHERS == 0)
}

/// Elsewhere a mapped file cannot be truncated.
#[cfg(not(unix))]
fn is_ours_alone(_: &File) -> io::Result<bool> {
    Ok(true)
}

/// A copy of a file.
fn read(mut file: &File) -> io::Result<Vec<u8>> {
    let length = usize::try_from(file.metadata()?.len());
    let length = length.map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
    let mut bytes = Vec::new();
    let reserved = bytes.try_reserve_exact(length);
    reserved.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes of a file, read from disk on access.
#[expect(unsafe_code, reason = "another program could change the mapped bytes")]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are mapped. Files of the store are written under another name and
    // renamed, never in place, so what is mapped keeps its bytes even when a new table takes the name. Files that other
    // users may write are not mapped. A program of the same user that writes into a table anyway causes a wrong estimate or,
    // by truncating the file, SIGBUS; no reference or index is ever made from the bytes, so nothing outside the table is read
    // or written (docs/decisions/0010-tables-on-disk.md).
    unsafe { Mmap::map(file) }
}
