//! One file per board, with numbers in their names.

use crate::exit::Failure;
use crate::files;
use crate::option::OptionError;
use crate::words::io_error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Names with a number in them, such as `board-%03d.txt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern {
    before: String,
    width: usize,
    after: String,
}

impl NamePattern {
    /// Reads a pattern: a file name with one `%d`, or `%03d` for three digits.
    ///
    /// ```
    /// use taquin_app::generate::numbered::NamePattern;
    /// assert_eq!(NamePattern::read("sol3-%02d.inp").unwrap().name(7), "sol3-07.inp");
    /// assert!(NamePattern::read("board.txt").is_err());
    /// ```
    pub fn read(text: &str) -> Result<NamePattern, String> {
        let wrong =
            || "a name has one %d for the number, or %03d for three digits, and no /".to_string();
        let (before, rest) = text.split_once('%').ok_or_else(wrong)?;
        let (digits, after) = rest.split_once('d').ok_or_else(wrong)?;
        let width = match digits {
            "" => Ok(0),
            _ if digits.starts_with('0') => digits.parse().map_err(|_| wrong()),
            _ => Err(wrong()),
        };
        let is_plain = !before.contains('/') && !after.contains(['/', '%']);
        match width {
            Ok(width) if width <= 9 && is_plain => Ok(NamePattern {
                before: before.into(),
                width,
                after: after.into(),
            }),
            _ => Err(wrong()),
        }
    }

    /// The name with this number.
    pub fn name(&self, number: u64) -> String {
        let NamePattern {
            before,
            width,
            after,
        } = self;
        format!("{before}{number:0width$}{after}")
    }
}

/// A directory that gets files, none of which replaces another unless that is allowed.
#[derive(Clone, Debug)]
pub struct OutputDirectory {
    directory: PathBuf,
    may_replace: bool,
}

impl OutputDirectory {
    /// The directory, which is created if it does not exist.
    pub fn open(directory: &Path, may_replace: bool) -> Result<OutputDirectory, Failure> {
        fs::create_dir_all(directory).map_err(|error| {
            let name = directory.display();
            Failure::Unwritable(format!("cannot create {name}: {}", io_error(&error)))
        })?;
        Ok(OutputDirectory {
            directory: directory.into(),
            may_replace,
        })
    }

    /// An error if a file of this name exists and must not be replaced.
    pub fn check(&self, name: &str) -> Result<(), Failure> {
        let path = self.directory.join(name);
        if !self.may_replace && path.exists() {
            Err(OptionError::FileExists(path.display().to_string()).into())
        } else {
            Ok(())
        }
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, Failure> {
        self.check(name)?;
        let path = self.directory.join(name);
        files::replace(&path, |file| file.write_all(bytes)).map_err(|error| {
            Failure::Unwritable(format!(
                "cannot write {}: {}",
                path.display(),
                io_error(&error)
            ))
        })?;
        Ok(path)
    }
}
