//! The folder in which a job keeps what it has done, level by level.
//!
//! A level is complete when all shares of one cut are there. To go on from a level takes it and the one before; so the two
//! latest complete ones are never removed. The folders of several machines may be one and the same, or not: whoever has a
//! file reads it.

use crate::coding::{self, Damage, Head, Reader};
use crate::files;
use crate::handshake::Digest;
use crate::job::{self, Kind, Wrong};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use taquin::pdb::Section;

/// The file that says what the others are of.
const JOB: &str = "job";
/// It is no longer.
const MAX_JOB: u64 = 1 << 16;
/// The file of a job that deals tasks out.
const JOURNAL: &str = "journal";
/// What the names of folders for tables begin with.
const TABLE: &str = "table-";

/// What is wrong with a folder.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// There is something already.
    #[error("{}: there is a checkpoint of this job: --resume goes on from it (or name another folder to begin anew)", .0.display())]
    Begun(PathBuf),
    /// There is something else.
    #[error("{}: this is a checkpoint of another job, {theirs}, not {ours} (name another folder)", path.display())]
    Foreign {
        /// The folder, or the journal in it.
        path: PathBuf,
        /// What it is of.
        theirs: String,
        /// What this job is.
        ours: String,
    },
    /// The file about the job makes no sense.
    #[error("{}:{line}: {what} (name another folder to begin anew)", path.display())]
    Job {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What should be there.
        what: String,
    },
    /// A level makes no sense.
    #[error("{} {damage} (without it the job goes on from an earlier level, or begins anew)", path.display())]
    Level {
        /// The file.
        path: PathBuf,
        /// Why.
        damage: Damage,
    },
    /// A record of a journal makes no sense.
    #[error("{}: at byte {byte} {what} (name another folder to begin anew)", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Where the record begins.
        byte: u64,
        /// What is wrong with it.
        what: String,
    },
    /// Somebody else works with it.
    #[error("{}: a job that goes on now keeps its work there (end it first, or name another folder)", .0.display())]
    Locked(PathBuf),
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// A file of a folder, by its name.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Kept {
    /// The level.
    pub level: u32,
    /// Whose part it is.
    pub share: u32,
    /// Of how many.
    pub shares: u32,
}

impl Kept {
    fn name(&self) -> String {
        format!("level-{:04}.{}-of-{}", self.level, self.share, self.shares)
    }

    fn parse(name: &str) -> Option<Kept> {
        let (level, rest) = name.strip_prefix("level-")?.split_once('.')?;
        let (share, shares) = rest.split_once("-of-")?;
        let kept = Kept {
            level: level.parse().ok()?,
            share: share.parse().ok()?,
            shares: shares.parse().ok()?,
        };
        // Names that are only like ours are somebody else's.
        (kept.name() == name && kept.share < kept.shares).then_some(kept)
    }
}

/// Whether to go on from what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// What is there stays as it is, and the job does not begin.
    No,
    /// From the latest complete level, or from the beginning if there is none.
    Yes,
}

/// Who opens a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The first process: no other job begins there as long as it has the folder.
    First,
    /// Another one, which may have the same folder or its own.
    Other,
}

/// A job's folder.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    digest: Digest,
    /// While this is open no other job begins here.
    _lock: Option<Arc<File>>,
}

impl Folder {
    /// Whether a folder may be used for the job that a line of text describes. All processes ask before they meet, and none
    /// writes before.
    pub fn check(path: &Path, job: &str, resume: Resume) -> Result<(), CheckpointError> {
        lock(path, Lock::ToLook)?;
        match is_of(path, job)? && resume == Resume::No {
            true => Err(CheckpointError::Begun(path.into())),
            false => Ok(()),
        }
    }

    /// Opens or makes the folder. The first process of a job locks it for all, before anything is written.
    pub fn open(path: &Path, job: &str, holder: Holder) -> Result<Folder, CheckpointError> {
        let mut folder = Folder {
            path: path.into(),
            digest: Digest::of(job),
            _lock: None,
        };
        fs::create_dir_all(path).map_err(|error| folder.fail(error))?;
        if holder == Holder::First {
            folder._lock = lock(path, Lock::ToWork)?.map(Arc::new);
            // Somebody may have been here between the look and the lock.
            is_of(path, job)?;
        }
        let text = job::text(Kind::Checkpoint, job);
        files::replace(&path.join(JOB), |file| file.write_all(text.as_bytes()))
            .map_err(|error| folder.fail(error))?;
        for name in folder.names()? {
            if files::unfinished(&name).and_then(Kept::parse).is_some() {
                // Somebody was ended while writing. Nobody is writing levels now.
                let _ = fs::remove_file(path.join(name));
            }
        }
        Ok(folder)
    }

    /// The bytes of all levels in a folder, and in those for the tables of a job.
    pub fn bytes(path: &Path) -> u64 {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let bytes = entries.map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            match entry.metadata() {
                Ok(data) if data.is_dir() && name.starts_with(TABLE) => {
                    Folder::bytes(&entry.path())
                }
                Ok(data) if Kept::parse(&name).is_some() => data.len(),
                _ => 0,
            }
        });
        bytes.sum()
    }

    /// The folder in this one for a table of a job that builds several.
    pub fn of_table(path: &Path, number: usize) -> PathBuf {
        path.join(format!("{TABLE}{number}"))
    }

    /// Where a job that deals tasks out has its journal.
    pub fn journal(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    /// What is kept there.
    pub fn kept(&self) -> Result<Vec<Kept>, CheckpointError> {
        let names = self.names()?;
        Ok(names.iter().filter_map(|name| Kept::parse(name)).collect())
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

    /// Keeps a share of a level.
    pub fn write<'a>(
        &self,
        kept: Kept,
        counts: &[u64],
        sections: impl Iterator<Item = Section<'a>>,
    ) -> Result<(), CheckpointError> {
        let path = self.path.join(kept.name());
        let head = Head {
            digest: self.digest,
            level: kept.level,
            share: kept.share,
            shares: kept.shares,
            counts: counts.into(),
        };
        let written = files::replace(&path, |file| coding::write(file, &head, sections));
        written.map_err(|error| CheckpointError::Io { path, error })
    }

    /// Reads a share of a level.
    pub fn read(&self, kept: Kept) -> Result<(Head, Reader), CheckpointError> {
        let path = self.path.join(kept.name());
        let read = || {
            let (head, reader) = Reader::open(File::open(&path)?)?;
            let named = (kept.level, kept.share, kept.shares);
            match head.digest == self.digest && (head.level, head.share, head.shares) == named {
                true => Ok((head, reader)),
                false => Err(Damage::Misnamed),
            }
        };
        read().map_err(|damage| self.damaged(kept, damage))
    }

    /// What is wrong with a file.
    pub fn damaged(&self, kept: Kept, damage: Damage) -> CheckpointError {
        CheckpointError::Level {
            path: self.path.join(kept.name()),
            damage,
        }
    }

    /// Removes levels before this one. Another process may be about the same.
    pub fn forget_before(&self, level: u32) {
        let kept = self.kept().unwrap_or_default().into_iter();
        for old in kept.filter(|kept| kept.level < level) {
            let _ = fs::remove_file(self.path.join(old.name()));
        }
    }

    /// The job is done: removes all levels, and the folder if nothing else is in it.
    pub fn clear(&self) {
        let is_ours = |name: &str| {
            let name = files::unfinished(name).unwrap_or(name);
            name == JOB || Kept::parse(name).is_some()
        };
        for name in self.names().unwrap_or_default() {
            if is_ours(&name) {
                let _ = fs::remove_file(self.path.join(name));
            }
        }
        let _ = fs::remove_dir(&self.path);
    }
}

/// For what a folder is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lock {
    /// Many may look at once, while nobody works.
    ToLook,
    ToWork,
}

/// Locks a folder until the file is dropped, where it is there and the system can.
#[cfg(unix)]
fn lock(path: &Path, what_for: Lock) -> Result<Option<File>, CheckpointError> {
    use rustix::fs::{FlockOperation, flock};
    let operation = match what_for {
        Lock::ToLook => FlockOperation::NonBlockingLockShared,
        Lock::ToWork => FlockOperation::NonBlockingLockExclusive,
    };
    let Ok(folder) = File::open(path) else {
        return Ok(None);
    };
    match flock(&folder, operation) {
        Err(rustix::io::Errno::WOULDBLOCK) => Err(CheckpointError::Locked(path.into())),
        _ => Ok(Some(folder)),
    }
}

#[cfg(not(unix))]
fn lock(_: &Path, _: Lock) -> Result<Option<File>, CheckpointError> {
    Ok(None)
}

/// Whether a folder is of this job; it may be of none, but not of another.
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

/// The job of a folder; none if there is no file.
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
    job::read(Kind::Checkpoint, &text)
        .map(Some)
        .map_err(|Wrong { line, what }| CheckpointError::Job {
            path: path.into(),
            line,
            what: what.into(),
        })
}
