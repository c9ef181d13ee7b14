//! The file format of a level in a checkpoint: a header, and words with their places.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `taquin level 1`, two zeros |
//! | 32 | digest of the job |
//! | 4 + 4 + 4 + 4 | level, share, shares, number of counts that follow |
//! | 8 each | number of states in each level, up to this one |
//! | … | sections |
//! | 4 | checksum (CRC-32) of everything before |
//!
//! A section is an array's number (8), the place of its first word (8), the number of words (8), and runs with that many
//! words in all: a length (8) and that number of words, or a length with the highest bit set and one word, which is repeated.
//! Early and late levels consist mostly of repetitions. The last section has the number `u64::MAX` and nothing else. All
//! numbers are little-endian.

use crate::handshake::Digest;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use taquin::pdb::Section;
use taquin_app::words::io_error;

const MAGIC: [u8; 16] = *b"taquin level 1\0\0";
const REPEATED: u64 = 1 << 63;
const END: u64 = u64::MAX;
/// The words that are compared at a time to find repetitions.
const CHUNK: usize = 64;
/// The most words of a block.
const BLOCK: usize = 8192;
/// The most levels of a space.
const MAX_LEVELS: u32 = 1 << 24;

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelHeader {
    /// The job.
    pub digest: Digest,
    /// The level.
    pub level: u32,
    /// The share.
    pub share: u32,
    /// The number of shares.
    pub shares: u32,
    /// The number of states in each level, up to this one.
    pub counts: Vec<u64>,
}

/// A writer that computes a checksum.
struct Summed<W> {
    inner: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Summed<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }

    fn put_word(&mut self, word: u64) -> io::Result<()> {
        self.put(&word.to_le_bytes())
    }

    fn put_words(&mut self, words: &[u64]) -> io::Result<()> {
        if cfg!(target_endian = "little") {
            self.put(bytemuck::cast_slice(words))
        } else {
            words.iter().try_for_each(|&word| self.put_word(word))
        }
    }

    fn put_section(&mut self, section: &Section<'_>) -> io::Result<()> {
        self.put_word(section.array.into())?;
        self.put_word(section.first)?;
        self.put_word(section.words.len() as u64)?;
        let same = |chunk: &[u64]| chunk.iter().all(|&word| word == chunk[0]).then(|| chunk[0]);
        let mut rest = section.words;
        while !rest.is_empty() {
            let first = same(&rest[..rest.len().min(CHUNK)]);
            let alike = rest.chunks(CHUNK).take_while(|chunk| same(chunk) == first);
            let length = alike.map(<[u64]>::len).sum();
            let (now, later) = rest.split_at(length);
            match first {
                Some(word) => {
                    self.put_word(length as u64 | REPEATED)?;
                    self.put_word(word)?;
                }
                None => {
                    self.put_word(length as u64)?;
                    self.put_words(now)?;
                }
            }
            rest = later;
        }
        Ok(())
    }
}

/// Writes a level.
pub fn write<'a>(
    file: &mut File,
    head: &LevelHeader,
    sections: impl Iterator<Item = Section<'a>>,
) -> io::Result<()> {
    let mut out = Summed {
        inner: BufWriter::with_capacity(1 << 16, file),
        sum: crc32fast::Hasher::new(),
    };
    out.put(&MAGIC)?;
    out.put(&head.digest.0)?;
    for number in [
        head.level,
        head.share,
        head.shares,
        head.counts.len() as u32,
    ] {
        out.put(&number.to_le_bytes())?;
    }
    head.counts
        .iter()
        .try_for_each(|&count| out.put_word(count))?;
    for section in sections {
        out.put_section(&section)?;
    }
    out.put_word(END)?;
    let sum = out.sum.clone().finalize();
    out.put(&sum.to_le_bytes())?;
    out.inner.flush()
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelFileError {
    /// It cannot be read.
    #[error("cannot be read: {}", io_error(.0))]
    Io(#[from] io::Error),
    /// It is not a level, or of another version.
    #[error("is not a level of this version of taquin")]
    Foreign,
    /// Its name and its header disagree.
    #[error("belongs to a different job, level or share than its name says")]
    Misnamed,
    /// Its bytes have changed, or some are missing.
    #[error("is damaged: its checksum is wrong")]
    Checksum,
    /// The checksum is correct, but the content is not.
    #[error("is damaged: its sections do not have the declared lengths")]
    Form,
}

/// Reads a level whose checksum has been verified.
pub struct LevelReader {
    input: BufReader<File>,
    /// The array, and the place of the next word.
    place: (u32, u64),
    /// The remaining words of the section.
    in_section: u64,
    /// The remaining words of the run, and the word if it is repeated.
    in_run: (u64, Option<u64>),
}

impl LevelReader {
    /// Verifies a file, and reads its header.
    pub fn open(mut file: File) -> Result<(LevelHeader, LevelReader), LevelFileError> {
        check(&mut file)?;
        io::Seek::rewind(&mut file)?;
        let mut reader = LevelReader {
            input: BufReader::with_capacity(1 << 16, file),
            place: (0, 0),
            in_section: 0,
            in_run: (0, None),
        };
        let head = reader.head()?;
        Ok((head, reader))
    }

    fn head(&mut self) -> Result<LevelHeader, LevelFileError> {
        if self.bytes::<16>()? != MAGIC {
            return Err(LevelFileError::Foreign);
        }
        let digest = Digest(self.bytes()?);
        let mut number = || Ok::<u32, LevelFileError>(u32::from_le_bytes(self.bytes()?));
        let (level, share, shares, levels) = (number()?, number()?, number()?, number()?);
        if levels > MAX_LEVELS {
            return Err(LevelFileError::Form);
        }
        let mut counts = Vec::new();
        for _ in 0..levels {
            counts.push(self.word()?);
        }
        Ok(LevelHeader {
            digest,
            level,
            share,
            shares,
            counts,
        })
    }

    /// The next words: their array, the place of the first, and the words; `None` at the end.
    pub fn block(&mut self) -> Result<Option<(u32, u64, Vec<u64>)>, LevelFileError> {
        if self.in_section == 0 {
            let array = self.word()?;
            if array == END {
                return Ok(None);
            }
            let array = u32::try_from(array).map_err(|_| LevelFileError::Form)?;
            self.place = (array, self.word()?);
            self.in_section = self.word()?;
            if self.place.1.checked_add(self.in_section).is_none() {
                return Err(LevelFileError::Form);
            }
        }
        if self.in_section > 0 && self.in_run.0 == 0 {
            let length = self.word()?;
            let word = match length & REPEATED {
                0 => None,
                _ => Some(self.word()?),
            };
            self.in_run = (length & !REPEATED, word);
            if !(1..=self.in_section).contains(&self.in_run.0) {
                return Err(LevelFileError::Form);
            }
        }
        let length = self.in_run.0.min(BLOCK as u64);
        let words = match self.in_run.1 {
            Some(word) => vec![word; length as usize],
            None => self.words(length as usize)?,
        };
        let (array, first) = self.place;
        self.place.1 += length;
        self.in_section -= length;
        self.in_run.0 -= length;
        Ok(Some((array, first, words)))
    }

    fn words(&mut self, length: usize) -> Result<Vec<u64>, LevelFileError> {
        let mut words = vec![0; length];
        self.input
            .read_exact(bytemuck::cast_slice_mut(&mut words))?;
        words
            .iter_mut()
            .for_each(|word| *word = u64::from_le(*word));
        Ok(words)
    }

    fn word(&mut self) -> Result<u64, LevelFileError> {
        Ok(u64::from_le_bytes(self.bytes()?))
    }

    fn bytes<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], LevelFileError> {
        let mut bytes = [0; LENGTH];
        self.input.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// Verifies the checksum.
fn check(file: &mut File) -> Result<(), LevelFileError> {
    let length = file.metadata()?.len();
    let Some(mut left) = length.checked_sub(4) else {
        return Err(LevelFileError::Checksum);
    };
    let mut sum = crc32fast::Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    while left > 0 {
        let most = buffer
            .len()
            .min(usize::try_from(left).unwrap_or(usize::MAX));
        let read = file.read(&mut buffer[..most])?;
        if read == 0 {
            return Err(LevelFileError::Checksum);
        }
        sum.update(&buffer[..read]);
        left -= read as u64;
    }
    let mut theirs = [0; 4];
    file.read_exact(&mut theirs)?;
    if sum.finalize().to_le_bytes() == theirs {
        Ok(())
    } else {
        Err(LevelFileError::Checksum)
    }
}
