//! A file seen as memory: the one place of the programs with `unsafe`.

use memmap2::Mmap;
use std::fs::File;
use std::io;

/// The bytes of a file, read from disk when they are looked at.
#[expect(unsafe_code, reason = "a map's bytes could change under our feet")]
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are mapped. Files of the store are written under another name and
    // renamed, never in place, so what is mapped keeps its bytes even when a new table takes the name. Somebody else who
    // writes into a table anyway gives a wrong estimate or, by making the file shorter, SIGBUS; no reference or index is
    // ever made from the bytes, so nothing outside of the table is read or written
    // (docs/decisions/0010-tables-on-disk.md).
    unsafe { Mmap::map(file) }
}
