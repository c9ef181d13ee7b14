//! Maps a file into memory. Besides the cluster, this is the only file with `unsafe`.

use memmap2::Mmap;
use std::fs::File;
use std::io;

/// The bytes of a file, read from disk on access.
#[expect(unsafe_code, reason = "another program could change the mapped bytes")]
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are mapped. Files of the store are written under another name and
    // renamed, never in place, so what is mapped keeps its bytes even when a new table takes the name. A program that
    // writes into a table anyway causes a wrong estimate or, by truncating the file, SIGBUS; no reference or index is
    // ever made from the bytes, so nothing outside the table is read or written
    // (docs/decisions/0010-tables-on-disk.md).
    unsafe { Mmap::map(file) }
}
