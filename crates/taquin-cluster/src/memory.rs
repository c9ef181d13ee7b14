//! Where the words of a share are: in memory, or in a file that is mapped into memory. What there is of either.

use memmap2::MmapMut;
use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Words, zero at first.
#[derive(Debug)]
pub enum Words {
    /// In memory.
    Memory(Vec<u64>),
    /// In a file without a name: it is gone when the process is, however it ends.
    File(MmapMut),
}

impl Words {
    /// So many words in memory, if there is so much.
    pub fn in_memory(words: usize) -> io::Result<Words> {
        let mut memory = Vec::new();
        memory
            .try_reserve_exact(words)
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        memory.resize(words, 0);
        Ok(Words::Memory(memory))
    }

    /// So many words in a folder, if its disk has so much.
    pub fn in_folder(folder: &Path, words: usize) -> io::Result<Words> {
        if words == 0 {
            return Words::in_memory(0);
        }
        fs::create_dir_all(folder)?;
        let path = folder.join(format!(".words-{}", crate::handshake::secret()?));
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path)?;
        fs::remove_file(&path)?;
        // A file with holes would end the process when the disk is full.
        io::copy(&mut io::repeat(0).take(8 * words as u64), &mut file)?;
        map(&file).map(Words::File)
    }
}

/// Words for several maps, in a folder if there is one; or what is missing.
pub fn all<const MAPS: usize>(
    words: [usize; MAPS],
    folder: Option<&Path>,
) -> Result<[Words; MAPS], String> {
    let mut made = Vec::with_capacity(MAPS);
    for words in words {
        let words = match folder {
            Some(folder) => Words::in_folder(folder, words)
                .map_err(|error| format!("{}: {error}", folder.display())),
            None => Words::in_memory(words)
                .map_err(|_| format!("there is no memory for {} bytes more", 8 * words)),
        };
        made.push(words?);
    }
    Ok(made.try_into().expect("there are as many"))
}

#[expect(unsafe_code, reason = "a map's bytes could change under our feet")]
fn map(file: &fs::File) -> io::Result<MmapMut> {
    // SAFETY: the file has no name any more and this is its only handle, so nobody else can change it or make it shorter.
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

/// How much memory is free, if the system tells.
pub fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// A disk, or whatever else files are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disk {
    /// Which one.
    pub number: u64,
    /// The bytes that are free.
    pub free: u64,
}

/// The disk of a folder, if the system tells. The folder need not be there yet.
#[cfg(unix)]
pub fn disk(folder: &Path) -> Option<Disk> {
    let absolute = std::path::absolute(folder).ok()?;
    let there = absolute.ancestors().find(|folder| folder.exists())?;
    let stat = rustix::fs::statvfs(there).ok()?;
    Some(Disk {
        number: std::os::unix::fs::MetadataExt::dev(&fs::metadata(there).ok()?),
        free: stat.f_bavail.checked_mul(stat.f_frsize)?,
    })
}

/// The disk of a folder: nobody knows here.
#[cfg(not(unix))]
pub fn disk(_: &Path) -> Option<Disk> {
    None
}
