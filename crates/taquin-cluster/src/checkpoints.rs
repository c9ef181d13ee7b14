//! The checkpoint directory of a job: its finished levels, or its journal of finished tasks.
//!
//! A level is complete when all shares of one division are there. Continuing from a level needs it and the one before; so
//! the two latest complete levels are never removed. The directories of several machines may be the same one or different
//! ones: a process reads the files that it has.

use crate::files;
use crate::handshake::Digest;
use crate::job_header::{self, Kind, Wrong};
use crate::level_file::{self, LevelFileError, LevelHeader, LevelReader};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use taquin::pdb::Section;
use taquin_app::words::io_error;

/// The file that identifies the job.
const JOB: &str = "job";
/// Its largest size.
const MAX_JOB: u64 = 1 << 16;
/// The journal of a job that consists of tasks.
const JOURNAL: &str = "journal";
/// The prefix of the directories for tables.
const TABLE: &str = "table-";

/// What is wrong with a checkpoint.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// There is a checkpoint of the same job.
    #[error("{}: contains a checkpoint of this job", .0.display())]
    Begun(PathBuf),
    /// There is a checkpoint of another job.
    #[error("{}: contains a checkpoint of another job, {theirs}, not {ours}; choose another directory", path.display())]
    Foreign {
        /// The directory, or the journal in it.
        path: PathBuf,
        /// The job of the checkpoint.
        theirs: String,
        /// This job.
        ours: String,
    },
    /// The file that identifies the job is damaged.
    #[error("{}:{line}: {what} (choose another directory to start over)", path.display())]
    Job {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A level is damaged.
    #[error("{} {error} (remove it to continue from an earlier level or to start over)", path.display())]
    Level {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: LevelFileError,
    },
    /// A record of a journal is damaged.
    #[error("{}: at byte {byte}: {what} (choose another directory to start over)", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Where the record begins.
        byte: u64,
        /// What is wrong with it.
        what: String,
    },
    /// A running job uses it.
    #[error("{}: in use by a running job; stop that job first, or choose another directory", .0.display())]
    Locked(PathBuf),
    /// It cannot be read or written.
    #[error("{}: {}", path.display(), io_error(error))]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

/// A file with one share of a level; its name has these numbers.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct LevelFile {
    /// The level.
    pub level: u32,
    /// The share.
    pub share: u32,
    /// The number of shares.
    pub shares: u32,
}

impl LevelFile {
    fn name(&self) -> String {
        format!("level-{:04}.{}-of-{}", self.level, self.share, self.shares)
    }

    fn parse(name: &str) -> Option<LevelFile> {
        let (level, rest) = name.strip_prefix("level-")?.split_once('.')?;
        let (share, shares) = rest.split_once("-of-")?;
        let file = LevelFile {
            level: level.parse().ok()?,
            share: share.parse().ok()?,
            shares: shares.parse().ok()?,
        };
        // Other spellings of the same numbers are not our files.
        (file.name() == name && file.share < file.shares).then_some(file)
    }
}

/// Whether to continue from a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// An existing checkpoint is not changed, and the job does not start.
    No,
    /// From the latest complete level, or from the beginning if there is none.
    Yes,
}

/// The process that opens a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The first process: it locks the directory while the job runs.
    First,
    /// Another process, which may use the same directory or its own.
    Other,
}

/// The checkpoint directory of a job.
#[derive(Clone, Debug)]
pub struct CheckpointDir {
    path: PathBuf,
    digest: Digest,
    /// While this file is open, no other job can use the directory.
    _lock: Option<Arc<File>>,
}

impl CheckpointDir {
    /// Whether a directory can be used for the job that a line of text identifies. All processes check before they connect,
    /// and write only afterwards.
    pub fn check(path: &Path, job: &str, resume: Resume) -> Result<(), CheckpointError> {
        lock(path, Lock::Check)?;
        if is_of(path, job)? && resume == Resume::No {
            Err(CheckpointError::Begun(path.into()))
        } else {
            Ok(())
        }
    }

    /// Opens or creates the directory. The first process of a job locks it before anything is written.
    pub fn open(path: &Path, job: &str, holder: Role) -> Result<CheckpointDir, CheckpointError> {
        let mut checkpoint = CheckpointDir {
            path: path.into(),
            digest: Digest::of(job),
            _lock: None,
        };
        fs::create_dir_all(path).map_err(|error| checkpoint.fail(error))?;
        if holder == Role::First {
            checkpoint._lock = lock(path, Lock::Run)?.map(Arc::new);
            // Another job may have written between the check and the lock.
            is_of(path, job)?;
        }
        let text = job_header::text(Kind::Checkpoint, job);
        files::replace(&path.join(JOB), |file| file.write_all(text.as_bytes()))
            .map_err(|error| checkpoint.fail(error))?;
        for name in checkpoint.names()? {
            if files::unfinished(&name)
                .and_then(LevelFile::parse)
                .is_some()
            {
                // A process was killed while it wrote. No process is writing levels now.
                let _ = fs::remove_file(path.join(name));
            }
        }
        Ok(checkpoint)
    }

    /// The bytes of all levels in a directory, including those for the tables of a job.
    pub fn bytes(path: &Path) -> u64 {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let bytes = entries.map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            match entry.metadata() {
                Ok(data) if data.is_dir() && name.starts_with(TABLE) => {
                    CheckpointDir::bytes(&entry.path())
                }
                Ok(data) if LevelFile::parse(&name).is_some() => data.len(),
                _ => 0,
            }
        });
        bytes.sum()
    }

    /// The directory in this one for a table of a job that builds several.
    pub fn of_table(path: &Path, number: usize) -> PathBuf {
        path.join(format!("{TABLE}{number}"))
    }

    /// The journal of a job that consists of tasks.
    pub fn journal(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    /// The files with levels.
    pub fn files(&self) -> Result<Vec<LevelFile>, CheckpointError> {
        let names = self.names()?;
        Ok(names
            .iter()
            .filter_map(|name| LevelFile::parse(name))
            .collect())
    }

    fn names(&self) -> Result<Vec<String>, CheckpointError> {
        let list = || -> io::Result<Vec<String>> {
            let entries = fs::read_dir(&self.path)?;
            entries
                .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
                .collect()
        };
        list().map_err(|error| self.fail(error))
    }

    fn fail(&self, error: io::Error) -> CheckpointError {
        CheckpointError::Io {
            path: self.path.clone(),
            error,
        }
    }

    /// Writes a share of a level.
    pub fn write<'a>(
        &self,
        file: LevelFile,
        counts: &[u64],
        sections: impl Iterator<Item = Section<'a>>,
    ) -> Result<(), CheckpointError> {
        let path = self.path.join(file.name());
        let head = LevelHeader {
            digest: self.digest,
            level: file.level,
            share: file.share,
            shares: file.shares,
            counts: counts.into(),
        };
        let written = files::replace(&path, |file| level_file::write(file, &head, sections));
        written.map_err(|error| CheckpointError::Io { path, error })
    }

    /// Reads a share of a level.
    pub fn read(&self, file: LevelFile) -> Result<(LevelHeader, LevelReader), CheckpointError> {
        let path = self.path.join(file.name());
        let read = || {
            let (head, reader) = LevelReader::open(File::open(&path)?)?;
            let named = (file.level, file.share, file.shares);
            if head.digest == self.digest && (head.level, head.share, head.shares) == named {
                Ok((head, reader))
            } else {
                Err(LevelFileError::Misnamed)
            }
        };
        read().map_err(|error| self.damaged(file, error))
    }

    /// The error for a damaged file.
    pub fn damaged(&self, file: LevelFile, error: LevelFileError) -> CheckpointError {
        CheckpointError::Level {
            path: self.path.join(file.name()),
            error,
        }
    }

    /// Removes the levels before this one. Another process may do the same at the same time.
    pub fn remove_before(&self, level: u32) {
        let files = self.files().unwrap_or_default().into_iter();
        for old in files.filter(|file| file.level < level) {
            let _ = fs::remove_file(self.path.join(old.name()));
        }
    }

    /// Removes all levels, and the directory if it is empty then.
    pub fn clear(&self) {
        let is_ours = |name: &str| {
            let name = files::unfinished(name).unwrap_or(name);
            name == JOB || LevelFile::parse(name).is_some()
        };
        for name in self.names().unwrap_or_default() {
            if is_ours(&name) {
                let _ = fs::remove_file(self.path.join(name));
            }
        }
        let _ = fs::remove_dir(&self.path);
    }
}

/// The purpose of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lock {
    /// To check the directory: shared, and rejected while a job runs.
    Check,
    /// To run a job.
    Run,
}

/// Locks a directory until the file is dropped, if the directory exists and the system supports it.
#[cfg(unix)]
fn lock(path: &Path, purpose: Lock) -> Result<Option<File>, CheckpointError> {
    use rustix::fs::{FlockOperation, flock};
    let operation = match purpose {
        Lock::Check => FlockOperation::NonBlockingLockShared,
        Lock::Run => FlockOperation::NonBlockingLockExclusive,
    };
    let Ok(directory) = File::open(path) else {
        return Ok(None);
    };
    match flock(&directory, operation) {
        Err(rustix::io::Errno::WOULDBLOCK) => Err(CheckpointError::Locked(path.into())),
        _ => Ok(Some(directory)),
    }
}

#[cfg(not(unix))]
fn lock(_: &Path, _: Lock) -> Result<Option<File>, CheckpointError> {
    Ok(None)
}

/// Whether a directory belongs to this job. It may belong to none, but not to another.
fn is_of(path: &Path, job: &str) -> Result<bool, CheckpointError> {
    match read_job(&path.join(JOB))? {
        Some(theirs) if theirs != job => Err(CheckpointError::Foreign {
            path: path.into(),
            theirs,
            ours: job.into(),
        }),
        theirs => Ok(theirs.is_some()),
    }
}

/// The job of a directory; `None` if there is no file.
fn read_job(path: &Path) -> Result<Option<String>, CheckpointError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_JOB).read_to_end(&mut bytes));
    let text = match read {
        Ok(_) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(CheckpointError::Io {
                path: path.into(),
                error,
            });
        }
    };
    job_header::read(Kind::Checkpoint, &text)
        .map(Some)
        .map_err(|Wrong { line, what }| CheckpointError::Job {
            path: path.into(),
            line,
            what: what.into(),
        })
}
