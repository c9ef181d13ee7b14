//! Many submissions: each in its directory, several at a time, with a page per submission and an index.
//!
//! The report of a submission is written as soon as it is known, so that an interrupted run can be resumed.

use crate::fingerprint::fingerprint;
use crate::grade::{Grader, Submission, unwritable};
use crate::output;
use crate::report::Report;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use taquin::support::hash::fnv1a;
use taquin_app::exit::Failure;
use taquin_app::files::replace;
use taquin_app::limits::is_interrupted;
use taquin_app::output::json;
use taquin_app::parallel::in_order;

/// A class: its submissions, and where their reports go.
#[derive(Debug)]
pub struct Class<'a> {
    /// The suite.
    pub grader: &'a Grader,
    /// The submissions.
    pub submissions: Vec<Submission>,
    /// How many are graded at a time.
    pub jobs: usize,
    /// The directory of the reports.
    pub out: PathBuf,
    /// Whether reports that are there already are taken as they are.
    pub resume: bool,
}

/// A submission that is done.
#[derive(Debug)]
pub struct Done<'a> {
    /// Its report.
    pub report: &'a Report,
    /// Whether it was there already.
    pub is_resumed: bool,
    /// How many are done.
    pub done: usize,
    /// How many there are.
    pub all: usize,
}

impl Class<'_> {
    /// Grades all submissions and writes their pages and the index. `progress` is called for each that is done.
    pub fn grade(&self, progress: &(dyn Fn(Done<'_>) + Sync)) -> Result<Vec<Report>, Failure> {
        fs::create_dir_all(&self.out).map_err(|error| unwritable(&self.out, &error))?;
        let names = self.names();
        let tasks: Vec<_> = self.submissions.iter().zip(&names).collect();
        let done = AtomicUsize::new(0);
        let work = |&(submission, name): &(&Submission, &String)| {
            let (report, is_resumed) = self.one(submission, name)?;
            progress(Done {
                report: &report,
                is_resumed,
                done: done.fetch_add(1, Ordering::Relaxed) + 1,
                all: names.len(),
            });
            Ok(report)
        };
        let mut reports = Vec::new();
        in_order(&tasks, self.jobs, work, |report| {
            reports.push(report);
            Ok(())
        })?;
        if is_interrupted() {
            return Err(Failure::Interrupted);
        }
        self.write_index(&reports, &names)?;
        Ok(reports)
    }

    /// The names of files: those of the submissions, if they can be that.
    fn names(&self) -> Vec<String> {
        let mut taken: HashSet<String> = ["index".into()].into();
        let mut name = |submission: &Submission| {
            let plain = |c: char| {
                if c.is_ascii_alphanumeric() || "-_.".contains(c) {
                    c
                } else {
                    '-'
                }
            };
            let plain: String = submission.name.chars().map(plain).collect();
            let numbered = (2..).map(|number| format!("{plain}-{number}"));
            let mut names = std::iter::once(plain.clone()).chain(numbered);
            let name = names.find(|name| taken.insert(name.to_lowercase()));
            name.expect("there is always another number")
        };
        self.submissions.iter().map(&mut name).collect()
    }

    /// Grades one submission, or takes its report from an earlier run.
    fn one(&self, submission: &Submission, name: &str) -> Result<(Report, bool), Failure> {
        if self.resume
            && let Some(report) = self.earlier(name, submission)
        {
            return Ok((report, true));
        }
        let report = self.grader.grade(submission, &mut |_| {})?;
        let page = self.out.join(format!("{name}.html"));
        write(&page, |out| output::html(out, &report))?;
        write(&self.out.join(format!("{name}.json")), |out| {
            json::line(out, &report).map_err(|failure| io::Error::other(failure.to_string()))
        })?;
        write(&self.identity_file(name), |out| {
            out.write_all(self.identity(submission).as_bytes())
        })?;
        Ok((report, false))
    }

    /// The report of an earlier run, if that graded the same program in the same way.
    fn earlier(&self, name: &str, submission: &Submission) -> Option<Report> {
        let identity = fs::read_to_string(self.identity_file(name)).ok()?;
        let report = fs::read(self.out.join(format!("{name}.json"))).ok()?;
        (identity == self.identity(submission))
            .then(|| serde_json::from_slice(&report).ok())
            .flatten()
    }

    fn identity_file(&self, name: &str) -> PathBuf {
        self.out.join(format!("{name}.run"))
    }

    /// What a report depends on: the suite, the seed, the limits, the commands, and the files of the submission. It is taken after
    /// grading, when the files that a build writes are there.
    fn identity(&self, submission: &Submission) -> String {
        let text = format!("{} {submission:?}", self.grader.identity());
        let files = fingerprint(&submission.program);
        format!("{:016x} {files:016x}\n", fnv1a(text.as_bytes()))
    }

    fn write_index(&self, reports: &[Report], names: &[String]) -> Result<(), Failure> {
        let pages = reports
            .iter()
            .cloned()
            .zip(names.iter().map(|name| format!("{name}.html")));
        let pages: Vec<(Report, String)> = pages.collect();
        write(&self.out.join("index.html"), |out| {
            output::index(out, &pages)
        })
    }
}

fn write(path: &Path, write: impl FnOnce(&mut fs::File) -> io::Result<()>) -> Result<(), Failure> {
    replace(path, write).map_err(|error| unwritable(path, &error))
}

/// What a pattern stands for.
#[derive(Debug, Default)]
pub struct Matches {
    /// The directories, in order.
    pub directories: Vec<PathBuf>,
    /// What is not a directory.
    pub others: Vec<PathBuf>,
}

/// What a pattern stands for. `*` and `?` stand for any characters of a name, and not for hidden names.
pub fn matches(pattern: &str) -> Matches {
    let mut found = vec![PathBuf::new()];
    for part in Path::new(pattern).components() {
        let name = part.as_os_str().to_string_lossy();
        if name.contains(['*', '?']) {
            let inside = found.iter().flat_map(|folder| names_in(folder, &name));
            found = inside.collect();
        } else {
            found.iter_mut().for_each(|folder| folder.push(part));
        }
    }
    found.retain(|path| path.exists());
    found.sort();
    let (directories, others) = found.into_iter().partition(|path| path.is_dir());
    Matches {
        directories,
        others,
    }
}

/// The names of the submissions in these directories: those of the directories, or if some are the same, the paths below the
/// directory that contains all of them.
pub fn names(directories: &[PathBuf]) -> Vec<String> {
    let absolute = directories
        .iter()
        .map(|path| fs::canonicalize(path).unwrap_or_else(|_| path.clone()));
    let absolute: Vec<PathBuf> = absolute.collect();
    let last = |path: &PathBuf| Some(path.file_name()?.to_string_lossy().into_owned());
    let short: Vec<Option<String>> = absolute.iter().map(last).collect();
    let distinct: HashSet<_> = short.iter().collect();
    let is_enough = distinct.len() == short.len();
    let parent = common_parent(&absolute);
    let long = |path: &PathBuf| {
        let below = path.strip_prefix(&parent).unwrap_or(path);
        below.to_string_lossy().into_owned()
    };
    let name = |(path, short): (&PathBuf, Option<String>)| match short {
        Some(short) if is_enough => short,
        _ => long(path),
    };
    absolute.iter().zip(short).map(name).collect()
}

/// The longest path that is the beginning of all of them, and not one of them.
fn common_parent(paths: &[PathBuf]) -> PathBuf {
    let Some(first) = paths.first().and_then(|path| path.parent()) else {
        return PathBuf::new();
    };
    let mut parents = first.ancestors();
    let holds = |parent: &&Path| {
        let is_inside = |path: &PathBuf| path.starts_with(parent) && path != parent;
        paths.iter().all(is_inside)
    };
    parents.find(holds).unwrap_or(Path::new("")).into()
}

fn names_in(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let here = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let entries = fs::read_dir(here).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let names = names.filter(|name| !name.starts_with('.') && is_match(pattern, name));
    names.map(|name| folder.join(name)).collect()
}

fn is_match(pattern: &str, name: &str) -> bool {
    let mut rest = name.chars();
    let Some(first) = pattern.chars().next() else {
        return name.is_empty();
    };
    let after = &pattern[first.len_utf8()..];
    match first {
        '*' => is_match(after, name) || rest.next().is_some() && is_match(pattern, rest.as_str()),
        '?' => rest.next().is_some() && is_match(after, rest.as_str()),
        c => rest.next() == Some(c) && is_match(after, rest.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_repeat_are_paths() {
        let of = |paths: &[&str]| names(&paths.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(of(&["/none/x/ann", "/none/x/bob"]), ["ann", "bob"]);
        assert_eq!(
            of(&["/none/x/ann/hw1", "/none/x/bob/hw1"]),
            ["ann/hw1", "bob/hw1"]
        );
        assert_eq!(of(&["/none/hw1", "/none/x/hw1"]), ["hw1", "x/hw1"]);
    }

    #[test]
    fn patterns_match_names() {
        let cases = [
            ("*", "ann", true),
            ("a*n", "ann", true),
            ("a*b", "ann", false),
            ("a?n", "ann", true),
            ("a?n", "an", false),
            ("", "", true),
            ("ann", "anna", false),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(is_match(pattern, name), expected, "{pattern} {name}");
        }
    }
}
