//! The lines that say of which job a file is.
//!
//! ```text
//! taquin cluster checkpoint 1
//! job census 3x4
//! checksum 0a1b2c3d
//! ```

/// What kind of file it is, by the word in its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A folder of levels.
    Checkpoint,
    /// A list of finished tasks.
    Journal,
}

/// What is wrong, and in which line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) line: usize,
    pub(crate) what: &'static str,
}

/// The lines for a job, which is a line of text itself.
pub(crate) fn text(kind: Kind, job: &str) -> String {
    let kind = match kind {
        Kind::Checkpoint => "checkpoint",
        Kind::Journal => "journal",
    };
    let text = format!("taquin cluster {kind} 1\njob {job}\n");
    let sum = crc32fast::hash(text.as_bytes());
    text + &format!("checksum {sum:08x}\n")
}

/// The job of which some lines are.
pub(crate) fn read(kind: Kind, lines: &str) -> Result<String, Wrong> {
    let job = lines.lines().nth(1);
    let job = job.and_then(|line| line.strip_prefix("job "));
    let job = job.ok_or(Wrong {
        line: 2,
        what: "a line that begins with job should be here",
    })?;
    match lines == text(kind, job) {
        true => Ok(job.into()),
        false => Err(Wrong {
            line: 3,
            what: "the checksum is wrong: something above was changed",
        }),
    }
}
