//! The memory of a share: in RAM, or in a file that is mapped into memory. How much of either is free.

use memmap2::MmapMut;
use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::path::Path;
use taquin::support::memory::is_spare;
use taquin_app::words::io_error;

/// Words, zero at first.
#[derive(Debug)]
pub enum Words {
    /// In memory.
    Memory(Vec<u64>),
    /// In a file without a name, which disappears with the process, however that ends.
    File(MmapMut),
}

impl Words {
    /// Words in memory; an error if there is not enough for them, and for the threads and packets of a process.
    pub fn in_memory(words: usize) -> io::Result<Words> {
        let mut memory = Vec::new();
        let is_reserved = words == 0
            || (is_spare(words.saturating_mul(size_of::<u64>()))
                && memory.try_reserve_exact(words).is_ok());
        if !is_reserved {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        memory.resize(words, 0);
        Ok(Words::Memory(memory))
    }

    /// Words in a file of a directory; an error if its disk does not have enough space.
    pub fn in_directory(directory: &Path, words: usize) -> io::Result<Words> {
        if words == 0 {
            return Words::in_memory(0);
        }
        fs::create_dir_all(directory)?;
        let path = directory.join(format!(".words-{}", crate::handshake::random_token()?));
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path)?;
        fs::remove_file(&path)?;
        // With a sparse file, the process would be killed when the disk is full.
        io::copy(&mut io::repeat(0).take(8 * words as u64), &mut file)?;
        map(&file).map(Words::File)
    }
}

/// Words for several maps, in files if there is a directory for them.
pub fn all<const MAPS: usize>(
    words: [usize; MAPS],
    directory: Option<&Path>,
) -> Result<[Words; MAPS], String> {
    let mut made = Vec::with_capacity(MAPS);
    for words in words {
        let words = match directory {
            Some(directory) => Words::in_directory(directory, words)
                .map_err(|error| format!("{}: {}", directory.display(), io_error(&error))),
            None => Words::in_memory(words)
                .map_err(|_| format!("there is not enough memory for another {} bytes", 8 * words)),
        };
        made.push(words?);
    }
    Ok(made.try_into().expect("there are as many"))
}

#[expect(
    unsafe_code,
    reason = "the bytes of a mapped file could be changed by another process"
)]
fn map(file: &fs::File) -> io::Result<MmapMut> {
    // SAFETY: the file has no name any more and this is its only handle, so no other process can change or truncate it.
    unsafe { MmapMut::map_mut(file) }
}

impl AsRef<[u64]> for Words {
    fn as_ref(&self) -> &[u64] {
        match self {
            Words::Memory(words) => words,
            Words::File(bytes) => bytemuck::cast_slice(bytes),
        }
    }
}

impl AsMut<[u64]> for Words {
    fn as_mut(&mut self) -> &mut [u64] {
        match self {
            Words::Memory(words) => words,
            Words::File(bytes) => bytemuck::cast_slice_mut(bytes),
        }
    }
}

/// The free memory in bytes; `None` if the system does not report it.
pub fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// A file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disk {
    /// Its device number.
    pub number: u64,
    /// Its free bytes.
    pub free: u64,
}

/// The file system of a directory, which need not exist yet; `None` if the system does not report it.
#[cfg(unix)]
pub fn disk(directory: &Path) -> Option<Disk> {
    let absolute = std::path::absolute(directory).ok()?;
    let existing = absolute.ancestors().find(|path| path.exists())?;
    let stat = rustix::fs::statvfs(existing).ok()?;
    Some(Disk {
        number: std::os::unix::fs::MetadataExt::dev(&fs::metadata(existing).ok()?),
        free: stat.f_bavail.checked_mul(stat.f_frsize)?,
    })
}

/// The file system of a directory is not known on this system.
#[cfg(not(unix))]
pub fn disk(_: &Path) -> Option<Disk> {
    None
}
