//! What the options of `taquin grade` mean.

use super::GradeArgs;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use taquin_app::exit::{Failure, say};
use taquin_app::words::io_error;
use taquin_grade::cases::Choices;
use taquin_grade::each::{matches, names};
use taquin_grade::grade::Submission;
use taquin_grade::run::{Limits, Program, Sandbox};
use taquin_grade::suite::{Assignment, Suite};

/// The assignment of a name.
pub(super) fn assignment(text: &str) -> Result<Assignment, String> {
    let mut all = Assignment::ALL.into_iter();
    let found = all.find(|assignment| assignment.name() == text);
    let names = Assignment::ALL.map(Assignment::name).join(", ");
    found.ok_or_else(|| format!("must be one of {names}"))
}

/// A mode with its options.
pub(super) fn mode(text: &str) -> Result<(String, Vec<String>), String> {
    let (name, options) = text
        .split_once('=')
        .ok_or("give a mode and the options for it, such as greedy=--greedy")?;
    let options = options.split_whitespace().map(String::from).collect();
    Ok((name.into(), options))
}

/// The seed and the test of `--replay`.
pub(super) fn replay(text: &str) -> Result<(u64, &str), Failure> {
    let parts = text.split_once(':');
    let parts = parts.and_then(|(seed, which)| Some((seed.parse().ok()?, which)));
    parts.ok_or_else(|| {
        Failure::Usage(format!(
            "--replay takes a seed and a test, such as 0:lengths.3, not {text:?}"
        ))
    })
}

/// The name of the submission in a directory.
pub(super) fn name(dir: &Path) -> String {
    let absolute = fs::canonicalize(dir).unwrap_or_else(|_| dir.into());
    let name = absolute
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| dir.display().to_string())
}

/// Choices that include every test of a suite.
pub(super) fn everything(suite: &Suite) -> Choices {
    let modes = suite.tests.iter().filter_map(|test| test.mode.clone());
    Choices {
        seed: 0,
        modes: modes.map(|mode| (mode, Vec::new())).collect(),
        asked: suite
            .tests
            .iter()
            .filter_map(|test| test.ask.clone())
            .collect(),
    }
}

impl GradeArgs {
    /// The text of the suite.
    pub(super) fn suite_text(&self) -> Result<String, Failure> {
        match &self.suite {
            Some(file) => fs::read_to_string(file).map_err(|error| {
                Failure::BadInput(format!("{}: {}", file.display(), io_error(&error)))
            }),
            None => {
                let assignment = self.assignment.or(self.show);
                Ok(assignment.map(Assignment::suite).unwrap_or_default().into())
            }
        }
    }

    /// What was chosen beside the suite. A seed in `--replay` comes first.
    pub(super) fn choices(&self) -> Result<Choices, Failure> {
        let seed = match &self.replay {
            Some(text) => replay(text)?.0,
            None => self.seed,
        };
        let modes: BTreeMap<String, Vec<String>> = self.map.iter().cloned().collect();
        Ok(Choices {
            seed,
            modes,
            asked: self.ask.clone(),
        })
    }

    /// The limits of each case.
    pub(super) fn limits(&self, suite: &Suite) -> Result<Limits, Failure> {
        let mut limits = suite.limits()?;
        if let Some(time) = self.case_time {
            limits.wall = time;
            limits.cpu = time.as_secs() + 2;
        }
        if let Some(memory) = self.case_memory {
            limits.memory = memory;
        }
        Ok(limits)
    }

    /// The program in a directory.
    pub(super) fn submission_in(&self, name: String, dir: PathBuf) -> Result<Submission, Failure> {
        let sandbox = match self.sandbox.as_str() {
            "bwrap" => Sandbox::Bubblewrap,
            _ => Sandbox::None,
        };
        sandbox
            .check()
            .map_err(|why| Failure::Usage(format!("--sandbox {}: {why}", self.sandbox)))?;
        let dir = fs::canonicalize(&dir)
            .map_err(|error| Failure::Usage(format!("{}: {}", dir.display(), io_error(&error))))?;
        Ok(Submission {
            name,
            program: Program {
                command: self.command.clone().unwrap_or_default(),
                dir,
                sandbox,
            },
            build: self.build.clone(),
        })
    }

    /// The programs in all directories of `--each`. What is left out is named.
    pub(super) fn submissions(&self) -> Result<Vec<Submission>, Failure> {
        let reports = fs::canonicalize(&self.reports).ok();
        let is_reports = |dir: &PathBuf| reports.is_some() && fs::canonicalize(dir).ok() == reports;
        let skip = |path: &Path, why: &str| {
            say("taquin", format_args!("skipped {}: {why}", path.display()));
        };
        let mut dirs: Vec<PathBuf> = Vec::new();
        let mut seen = HashSet::new();
        for found in self.each.iter().map(|each| matches(each)) {
            for other in found.others {
                if seen.insert(other.clone()) {
                    skip(&other, "not a directory");
                }
            }
            for dir in found.directories {
                if !seen.insert(dir.clone()) {
                    continue;
                }
                if is_reports(&dir) {
                    skip(&dir, "the directory of the reports");
                } else {
                    dirs.push(dir);
                }
            }
        }
        if dirs.is_empty() {
            let patterns = self.each.join(" ");
            return Err(Failure::Usage(format!("no directory matches {patterns}")));
        }
        let names = names(&dirs);
        names
            .into_iter()
            .zip(dirs)
            .map(|(name, dir)| self.submission_in(name, dir))
            .collect()
    }

    /// The options that a bundle passes on.
    pub(super) fn options(&self, suite: &Suite) -> Result<Vec<String>, Failure> {
        let mut words = Vec::new();
        let mut option = |name: &str, value: String| words.extend([name.to_string(), value]);
        let command = self.command.as_ref().or(suite.command.as_ref());
        let command = command.ok_or_else(|| {
            Failure::Usage("--bundle needs --command: the suite names no command".into())
        })?;
        // The suite's way of building belongs to its command.
        let build = match &self.command {
            Some(_) => self.build.as_ref(),
            None => self.build.as_ref().or(suite.build.as_ref()),
        };
        option("--command", command.clone());
        option("--seed", self.seed.to_string());
        if let Some(build) = build {
            option("--build", build.clone());
        }
        for (mode, options) in &self.map {
            option("--map", format!("{mode}={}", options.join(" ")));
        }
        for ask in &self.ask {
            option("--ask", ask.clone());
        }
        if let Some(time) = self.case_time {
            option("--case-time", format!("{}s", time.as_secs_f64()));
        }
        if let Some(memory) = self.case_memory {
            option("--case-memory", memory.to_string());
        }
        if self.sandbox != "none" {
            option("--sandbox", self.sandbox.clone());
        }
        Ok(words)
    }

    /// Refuses modes and optional tests that the suite does not have, and optional tests whose mode has no options.
    pub(super) fn check_names(&self, suite: &Suite) -> Result<(), Failure> {
        for (place, (mode, _)) in self.map.iter().enumerate() {
            known("--map", mode, "mode", &suite.modes())?;
            if self.map[..place].iter().any(|(earlier, _)| earlier == mode) {
                return Err(Failure::Usage(format!("--map {mode} is given twice")));
            }
        }
        for ask in &self.ask {
            known("--ask", ask, "optional test", &suite.optional())?;
            let tests = suite
                .tests
                .iter()
                .filter(|test| test.ask.as_ref() == Some(ask));
            let is_mapped = |mode: &&String| self.map.iter().any(|(mapped, _)| mapped == *mode);
            let mut modes = tests.filter_map(|test| test.mode.as_ref());
            if let Some(mode) = modes.find(|mode| !is_mapped(mode)) {
                return Err(Failure::Usage(format!(
                    "--ask {ask} needs the options for the mode {mode}, such as --map \"{mode}=--{mode}\""
                )));
            }
        }
        Ok(())
    }
}

/// Refuses a name that a suite does not have.
fn known(option: &str, name: &str, what: &str, names: &[&str]) -> Result<(), Failure> {
    if names.contains(&name) {
        return Ok(());
    }
    let known = if names.is_empty() {
        format!("the suite has no {what}s")
    } else {
        format!("the {what}s of the suite: {}", names.join(", "))
    };
    Err(Failure::Usage(format!(
        "{option} {name}: unknown {what}; {known}"
    )))
}
