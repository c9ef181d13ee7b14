//! The lines that identify the job of a file.
//!
//! ```text
//! taquin cluster checkpoint 1
//! job census 3x4
//! checksum 0a1b2c3d
//! ```

/// The kind of file, which its first line names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A directory with levels.
    Checkpoint,
    /// A journal of finished tasks.
    Journal,
}

/// A damaged line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) line: usize,
    pub(crate) what: &'static str,
}

/// The lines for a job, which a line of text identifies.
pub(crate) fn text(kind: Kind, job: &str) -> String {
    let kind = match kind {
        Kind::Checkpoint => "checkpoint",
        Kind::Journal => "journal",
    };
    let text = format!("taquin cluster {kind} 1\njob {job}\n");
    let sum = crc32fast::hash(text.as_bytes());
    text + &format!("checksum {sum:08x}\n")
}

/// The job that some lines identify.
pub(crate) fn read(kind: Kind, lines: &str) -> Result<String, Wrong> {
    let job = lines.lines().nth(1);
    let job = job.and_then(|line| line.strip_prefix("job "));
    let job = job.ok_or(Wrong {
        line: 2,
        what: "expected a line that begins with job",
    })?;
    if lines == text(kind, job) {
        Ok(job.into())
    } else {
        Err(Wrong {
            line: 3,
            what: "the checksum is wrong: a line above was changed",
        })
    }
}
