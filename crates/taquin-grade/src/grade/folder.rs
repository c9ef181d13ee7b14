//! The directory of the files that a program under test reads.

use super::unwritable;
use crate::case::{Case, FILE, FILE_NAME};
use crate::run::Outcome;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use taquin_app::exit::Failure;

/// Longer output is left as it is: reports show the beginning, and paths are in short messages.
const MOST_SEARCHED: usize = 1 << 20;

/// A directory for the files of cases, removed when it is dropped.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> Result<Folder, Failure> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("taquin-grade-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
        Ok(Folder(folder))
    }

    /// The arguments of a case, whose file is written.
    pub(super) fn arguments(&self, case: &Case) -> Result<Vec<String>, Failure> {
        let path = self.0.join(FILE_NAME);
        if let Some(text) = &case.file {
            fs::write(&path, text).map_err(|error| unwritable(&path, &error))?;
        }
        let word = |word: &String| match word.as_str() {
            FILE => path.to_string_lossy().into_owned(),
            _ => word.clone(),
        };
        Ok(case.args.iter().map(word).collect())
    }

    /// Takes the names of directories out of what a program printed, which differ from run to run and from machine to machine.
    pub(super) fn hide_paths(&self, outcome: &mut Outcome, dir: &Path) {
        let paths = [&*self.0, dir].into_iter();
        for path in paths.filter(|path| path.is_absolute()) {
            let path = format!("{}/", path.display());
            for stream in [&mut outcome.stdout, &mut outcome.stderr] {
                if stream.len() <= MOST_SEARCHED {
                    remove(stream, path.as_bytes());
                }
            }
        }
    }
}

/// Removes every occurrence of some bytes.
fn remove(from: &mut Vec<u8>, what: &[u8]) {
    let mut kept = Vec::new();
    let mut rest = &from[..];
    while let Some(place) = rest.windows(what.len()).position(|part| part == what) {
        kept.extend_from_slice(&rest[..place]);
        rest = &rest[place + what.len()..];
    }
    if !kept.is_empty() || rest.len() < from.len() {
        kept.extend_from_slice(rest);
        *from = kept;
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A directory that stays is no reason to fail.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::remove;

    #[test]
    fn every_occurrence_is_removed() {
        for (text, expected) in [
            ("a/b/x a/b/y", "x y"),
            ("a/b/", ""),
            ("a/c/", "a/c/"),
            ("", ""),
        ] {
            let mut bytes = text.as_bytes().to_vec();
            remove(&mut bytes, b"a/b/");
            assert_eq!(bytes, expected.as_bytes(), "{text}");
        }
    }
}
