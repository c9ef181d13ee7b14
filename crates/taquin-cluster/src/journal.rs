//! The journal: an append-only file with the results of finished tasks.
//!
//! It begins with the three lines that identify the job (`job_header.rs`). Then there is one record per task:
//!
//! | bytes | what |
//! |---|---|
//! | 8 + 4 | the task's number, the length of its result |
//! | 4 | checksum (CRC-32) of these |
//! | … | the result |
//! | 4 | checksum of the result |
//!
//! All numbers are little-endian. A process that is killed, or loses power, while it writes a record leaves a part of it at
//! the end of the file, which is removed. Any other damage is an error.

use crate::checkpoints::CheckpointError;
use crate::files;
use crate::job_header::{self, Kind, Wrong};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The largest size of the lines that identify the job.
const MAX_LINES: u64 = 1 << 16;
/// The size of a record before its result.
const HEAD: usize = 16;
/// The size of the checksum after the result.
const TAIL: u64 = 4;
/// The largest size of a result. The longest are the moves of large boards in a batch, one byte each.
pub const MAX_RESULT: usize = 1 << 30;
/// A power cut loses at most the results of this time.
const SYNC: Duration = Duration::from_secs(1);

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl Journal {
    /// Opens or creates the file. `each` is called with the finished tasks in the order in which they were finished; an error
    /// that it returns counts as damage.
    pub fn open(
        path: &Path,
        job: &str,
        each: &mut dyn FnMut(u64, Vec<u8>) -> Result<(), String>,
    ) -> Result<Journal, CheckpointError> {
        let fail = |error| fail(path, error);
        if !fs::exists(path).map_err(fail)? {
            let text = job_header::text(Kind::Journal, job);
            files::replace(path, |file| file.write_all(text.as_bytes())).map_err(fail)?;
        }
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .open(path)
            .map_err(fail)?;
        let (theirs, begin) = read_job(path, &mut file)?;
        if theirs != job {
            return Err(foreign(path, theirs, job));
        }
        let length = file.metadata().map_err(fail)?.len();
        let mut records = Records {
            path,
            file: BufReader::new(&mut file),
            byte: begin,
            length,
        };
        while let Some((byte, number, result)) = records.next()? {
            each(number, result).map_err(|what| records.damaged(byte, &what))?;
        }
        let whole = records.byte;
        if whole < length {
            file.set_len(whole).map_err(fail)?;
        }
        Ok(Journal {
            path: path.into(),
            file,
            synced: Instant::now(),
        })
    }

    /// Adds a finished task.
    pub fn add(&mut self, number: u64, result: &[u8]) -> Result<(), CheckpointError> {
        if result.len() > MAX_RESULT {
            let error = io::Error::other(format!("a result of {} bytes is too long", result.len()));
            return Err(fail(&self.path, error));
        }
        let written = self.file.write_all(&record(number, result));
        written.map_err(|error| fail(&self.path, error))?;
        if self.synced.elapsed() < SYNC {
            Ok(())
        } else {
            self.sync()
        }
    }

    /// Makes sure that what was added survives a power cut.
    pub fn sync(&mut self) -> Result<(), CheckpointError> {
        self.file
            .sync_data()
            .map_err(|error| fail(&self.path, error))?;
        self.synced = Instant::now();
        Ok(())
    }

    /// Removes the file after the job is complete.
    pub fn remove(self) -> Result<(), CheckpointError> {
        fs::remove_file(&self.path).map_err(|error| fail(&self.path, error))
    }
}

fn fail(path: &Path, error: io::Error) -> CheckpointError {
    CheckpointError::Io {
        path: path.into(),
        error,
    }
}

fn foreign(path: &Path, theirs: String, ours: &str) -> CheckpointError {
    CheckpointError::Foreign {
        path: path.into(),
        theirs,
        ours: ours.into(),
    }
}

/// The job of a file, and the end of the lines that identify it.
fn read_job(path: &Path, file: &mut File) -> Result<(String, u64), CheckpointError> {
    let mut lines = Vec::new();
    let mut read = || {
        file.rewind()?;
        let mut reader = BufReader::new(&mut *file).take(MAX_LINES);
        (0..3).try_for_each(|_| reader.read_until(b'\n', &mut lines).map(drop))?;
        file.seek(io::SeekFrom::Start(lines.len() as u64)).map(drop)
    };
    read().map_err(|error| fail(path, error))?;
    let text = String::from_utf8_lossy(&lines);
    match job_header::read(Kind::Journal, &text) {
        Ok(job) => Ok((job, lines.len() as u64)),
        Err(Wrong { line, what }) => Err(CheckpointError::Job {
            path: path.into(),
            line,
            what: what.into(),
        }),
    }
}

fn record(number: u64, result: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + result.len() + TAIL as usize);
    bytes.extend(number.to_le_bytes());
    bytes.extend((result.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(result);
    bytes.extend(crc32fast::hash(result).to_le_bytes());
    bytes
}

/// The records of a file.
struct Records<'a> {
    path: &'a Path,
    file: BufReader<&'a mut File>,
    /// Everything before this byte is complete.
    byte: u64,
    length: u64,
}

impl Records<'_> {
    /// The next task with its place, if there is a complete one.
    fn next(&mut self) -> Result<Option<(u64, u64, Vec<u8>)>, CheckpointError> {
        let left = self.length - self.byte;
        if left < HEAD as u64 {
            return Ok(None);
        }
        let mut head = [0; HEAD];
        self.read(&mut head)?;
        let number = |from: usize, to: usize| {
            let bytes = head[from..to].iter().rev();
            bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
        };
        let result = number(8, 12);
        if u64::from(crc32fast::hash(&head[..12])) != number(12, 16) || result > MAX_RESULT as u64 {
            // The system may have reserved space for what it had no time to write.
            return if head == [0; HEAD] && self.is_zero()? {
                Ok(None)
            } else {
                Err(self.damaged(self.byte, "this is not a record"))
            };
        }
        let size = HEAD as u64 + result + TAIL;
        if left < size {
            return Ok(None);
        }
        let (mut bytes, mut sum) = (vec![0; result as usize], [0; TAIL as usize]);
        self.read(&mut bytes)?;
        self.read(&mut sum)?;
        if crc32fast::hash(&bytes) != u32::from_le_bytes(sum) {
            return if left == size {
                Ok(None)
            } else {
                Err(self.damaged(self.byte, "the checksum of a result is wrong"))
            };
        }
        let begin = self.byte;
        self.byte += size;
        Ok(Some((begin, number(0, 8), bytes)))
    }

    fn read(&mut self, bytes: &mut [u8]) -> Result<(), CheckpointError> {
        let read = self.file.read_exact(bytes);
        read.map_err(|error| fail(self.path, error))
    }

    /// Whether the rest of the file is zero.
    fn is_zero(&mut self) -> Result<bool, CheckpointError> {
        let bytes = self.file.by_ref().bytes();
        let mut values = bytes.map(|byte| byte.map(|byte| byte == 0));
        let is_zero = values.try_fold(true, |all, zero| zero.map(|zero| all && zero));
        is_zero.map_err(|error| fail(self.path, error))
    }

    fn damaged(&self, byte: u64, what: &str) -> CheckpointError {
        CheckpointError::Record {
            path: self.path.into(),
            byte,
            what: what.into(),
        }
    }
}
