//! Grades one submission: builds it, asks every case, and looks for the smallest failure.

mod expected;
mod shrink;
mod speed;

use crate::case::{Case, FILE};
use crate::cases::{Choices, Maker};
use crate::judge::Judge;
use crate::reference::Reference;
use crate::report::{Report, TestReport, rounded};
use crate::run::{Given, Limits, Outcome, Program, quoted};
use crate::suite::{Kind, Letters, Marks, Suite, Test};
use crate::verdict::{Finding, Verdict};
use expected::{expected, received};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use taquin_app::exit::Failure;
use taquin_app::limits::{InterruptGuard, is_interrupted};
use taquin_app::words::{io_error, many};

/// After this many runs of a test that were stopped for what they used, the rest of the test is left out.
const LIMITS_PER_TEST: usize = 2;
/// After this many in all tests, so are the tests that follow.
const LIMITS_IN_ALL: usize = 6;
/// What a build may use.
const BUILD_SECONDS: f64 = 120.0;

/// A suite with its cases, ready to grade any number of submissions.
#[derive(Debug)]
pub struct Grader {
    suite: Suite,
    choices: Choices,
    limits: Limits,
    reference: Reference,
    tests: Vec<Prepared>,
}

#[derive(Debug)]
struct Prepared {
    test: Test,
    cases: Vec<Case>,
    limits: Limits,
}

/// A program to be graded.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Its name.
    pub name: String,
    /// How it is run.
    pub program: Program,
    /// The command that builds it.
    pub build: Option<String>,
}

/// How a case went.
#[derive(Clone, Debug)]
struct Asked<'a> {
    case: &'a Case,
    number: usize,
    finding: Finding,
    outcome: Outcome,
}

/// One case, asked alone.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What the case is about.
    pub about: String,
    /// The command line.
    pub command: String,
    /// The finding.
    pub finding: Finding,
    /// The right answer.
    pub expected: String,
    /// The answer of the program.
    pub received: String,
}

impl Grader {
    /// The suite, the choices and the limits, as text that two runs can be compared by.
    pub(crate) fn identity(&self) -> String {
        format!("{:?} {:?} {:?}", self.suite, self.choices, self.limits)
    }

    /// Makes the cases of all tests that are included.
    pub fn new(suite: Suite, choices: Choices, limits: Limits) -> Result<Grader, Failure> {
        let reference = Reference::default();
        let mut tests = Vec::new();
        for test in suite.tests.iter().filter(|test| choices.includes(test)) {
            let cases = Maker::new(&suite, test, &reference, &choices).cases()?;
            let limits = match test.seconds {
                Some(seconds) => {
                    let Limits { wall, cpu, .. } = Limits::of_seconds(seconds)?;
                    Limits {
                        wall,
                        cpu,
                        ..limits
                    }
                }
                None => limits,
            };
            tests.push(Prepared {
                test: test.clone(),
                cases,
                limits,
            });
        }
        Ok(Grader {
            suite,
            choices,
            limits,
            reference,
            tests,
        })
    }

    /// The suite.
    pub fn suite(&self) -> &Suite {
        &self.suite
    }

    /// The seed.
    pub const fn seed(&self) -> u64 {
        self.choices.seed
    }

    /// The number of cases of each test.
    pub fn counts(&self) -> impl Iterator<Item = (&Test, usize)> {
        self.tests
            .iter()
            .map(|prepared| (&prepared.test, prepared.cases.len()))
    }

    /// Grades a submission. `progress` is called after each test.
    pub fn grade(
        &self,
        submission: &Submission,
        progress: &mut dyn FnMut(&TestReport),
    ) -> Result<Report, Failure> {
        let mut report = Report {
            schema: Report::SCHEMA.into(),
            assignment: self.suite.assignment,
            submission: submission.name.clone(),
            seed: self.choices.seed,
            score: 0.0,
            max_score: 0.0,
            moves_are: None,
            tests: Vec::new(),
        };
        let mut run = self.begin(submission)?;
        for prepared in &self.tests {
            let test = run.test(prepared)?;
            progress(&test);
            report.tests.push(test);
        }
        report.moves_are = match (self.suite.letters, run.letters) {
            (Letters::Either, Letters::Tile) => Some("tile".into()),
            (Letters::Either, Letters::Blank) => Some("blank".into()),
            _ => None,
        };
        report.add_up();
        Ok(report)
    }

    /// Builds a submission.
    fn begin<'a>(&'a self, submission: &'a Submission) -> Result<Run<'a>, Failure> {
        let listening = InterruptGuard::begin();
        let broken = build(submission, &self.limits);
        if is_interrupted() {
            return Err(Failure::Interrupted);
        }
        Ok(Run {
            grader: self,
            submission,
            folder: Folder::new()?,
            letters: self.suite.letters,
            stopped: 0,
            broken,
            _listening: listening,
        })
    }

    /// Asks one case alone: a test, or a test and the number of a case, such as `lengths.3`.
    pub fn replay(&self, submission: &Submission, which: &str) -> Result<Replay, Failure> {
        let (name, number) = match which.rsplit_once('.') {
            Some((name, number)) => (name, number.parse().ok()),
            None => (which, Some(1_usize)),
        };
        let mut tests = self.tests.iter();
        let prepared = tests.find(|prepared| prepared.test.name == name);
        let prepared = prepared.ok_or_else(|| {
            Failure::Usage(format!(
                "there is no test {name:?}; the suite lists the names"
            ))
        })?;
        let case = number.and_then(|number| prepared.cases.get(number.checked_sub(1)?));
        let case = case.ok_or_else(|| {
            let cases = many(prepared.cases.len(), "case");
            Failure::Usage(format!(
                "{which:?}: the test {name} has {cases}, counted from 1"
            ))
        })?;
        let mut run = self.begin(submission)?;
        let (finding, answer) = match &run.broken {
            Some(finding) => (finding.clone(), String::new()),
            None => {
                let (finding, outcome) = run.ask(case, &prepared.limits)?;
                (finding, received(&outcome))
            }
        };
        Ok(Replay {
            about: case.about.clone(),
            command: case.command_line(&submission.program.command),
            finding,
            expected: expected(&self.reference, case),
            received: answer,
        })
    }
}

/// Builds a submission; returns what is wrong if that fails.
fn build(submission: &Submission, limits: &Limits) -> Option<Finding> {
    let command = submission.build.as_ref()?;
    let program = Program {
        command: format!("sh -c {}", quoted(command)),
        dir: submission.program.dir.clone(),
        sandbox: submission.program.sandbox.to_build(),
    };
    let limits = Limits {
        wall: std::time::Duration::from_secs_f64(BUILD_SECONDS),
        cpu: BUILD_SECONDS as u64 * 4,
        memory: limits.memory.max(4 << 30),
        output: 16 << 20,
        processes: 512,
    };
    let given = Given {
        args: &[],
        stdin: &[],
    };
    let outcome = program.run(given, &limits);
    if outcome.end == crate::run::End::Code(0) {
        return None;
    }
    let said = [outcome.stdout, outcome.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let mut last: Vec<&str> = said.lines().rev().take(8).collect();
    last.reverse();
    Some(Finding::new(
        Verdict::NotBuilt,
        format!("`{command}` failed:\n{}", last.join("\n")),
    ))
}

/// The grading of one submission.
struct Run<'a> {
    grader: &'a Grader,
    submission: &'a Submission,
    folder: Folder,
    letters: Letters,
    /// Runs that were stopped for what they used.
    stopped: usize,
    /// Why no test can be run.
    broken: Option<Finding>,
    /// Ctrl-C ends the program that runs, and then this one.
    _listening: InterruptGuard,
}

impl Run<'_> {
    fn test(&mut self, prepared: &Prepared) -> Result<TestReport, Failure> {
        let mut report = blank(prepared);
        if let Some(broken) = &self.broken {
            report.verdict = broken.verdict;
            report.message = Some(broken.message.clone());
            return Ok(report);
        }
        let (asked, left_out) = self.ask_all(prepared)?;
        report.seconds = asked.iter().map(|asked| asked.outcome.seconds).sum();
        report.memory_bytes = asked
            .iter()
            .filter_map(|asked| asked.outcome.memory_bytes)
            .max();
        report.right = asked
            .iter()
            .filter(|asked| asked.finding.is_right())
            .count();
        let share = match prepared.test.marks {
            Marks::Each => report.right as f64 / prepared.cases.len() as f64,
            Marks::All if report.right == prepared.cases.len() => 1.0,
            Marks::All => 0.0,
        };
        report.score = rounded(prepared.test.weight * share);
        let wrong = asked.into_iter().filter(|asked| !asked.finding.is_right());
        if let Some(worst) = wrong.min_by_key(|asked| (asked.case.size, asked.number)) {
            if worst.finding.verdict == Verdict::NotBuilt {
                self.broken = Some(worst.finding.clone());
            }
            self.explain(prepared, worst, left_out, &mut report)?;
        } else if left_out > 0 {
            report.verdict = Verdict::TimeLimit;
            report.message =
                Some("not run: too many runs before it were stopped by a limit".into());
        } else if prepared.test.kind == Kind::Speed {
            self.mark_speed(prepared, &mut report);
        }
        Ok(report)
    }

    /// Asks the cases in order; returns how many were left out.
    fn ask_all<'p>(&mut self, prepared: &'p Prepared) -> Result<(Vec<Asked<'p>>, usize), Failure> {
        let mut asked = Vec::new();
        let mut stopped = 0;
        for (case, number) in prepared.cases.iter().zip(1..) {
            if stopped >= LIMITS_PER_TEST || self.stopped >= LIMITS_IN_ALL {
                break;
            }
            let (finding, outcome) = self.ask(case, &prepared.limits)?;
            let verdict = finding.verdict;
            if verdict.is_limit() {
                stopped += 1;
                self.stopped += 1;
            }
            asked.push(Asked {
                case,
                number,
                finding,
                outcome,
            });
            if verdict == Verdict::NotBuilt {
                break;
            }
        }
        let left_out = prepared.cases.len() - asked.len();
        Ok((asked, left_out))
    }

    /// Asks one case.
    fn ask(&mut self, case: &Case, limits: &Limits) -> Result<(Finding, Outcome), Failure> {
        let args = self.folder.arguments(case)?;
        let given = Given {
            args: &args,
            stdin: &case.stdin,
        };
        let outcome = self.submission.program.run(given, limits);
        // Ctrl-C has ended the program.
        if is_interrupted() {
            return Err(Failure::Interrupted);
        }
        let mut judge = Judge {
            reference: &self.grader.reference,
            limits,
            letters: self.letters,
        };
        let finding = judge.judge(case, &outcome);
        self.letters = judge.letters;
        Ok((finding, outcome))
    }

    /// Reports the smallest failure that can be found.
    fn explain(
        &mut self,
        prepared: &Prepared,
        worst: Asked<'_>,
        left_out: usize,
        report: &mut TestReport,
    ) -> Result<(), Failure> {
        let (name, number) = (&prepared.test.name, worst.number);
        report.replay = Some(format!("{}:{name}.{number}", self.grader.choices.seed));
        let shrunk = self.shrink(prepared, worst)?;
        report.verdict = shrunk.finding.verdict;
        let mut message = shrunk.finding.message.clone();
        if left_out > 0 && report.verdict.is_limit() {
            message += &format!("\n{} not run after that", many(left_out, "case"));
        }
        report.message = Some(message);
        report.smallest = Some(shrunk.smallest(self.grader, self.submission));
        Ok(())
    }
}

/// The report of a test before it is run.
fn blank(prepared: &Prepared) -> TestReport {
    let test = &prepared.test;
    TestReport {
        name: test.name.clone(),
        title: test.title.clone(),
        category: test.category.clone(),
        visibility: test.visibility,
        verdict: Verdict::Right,
        score: 0.0,
        max_score: test.weight,
        cases: prepared.cases.len(),
        right: 0,
        seconds: 0.0,
        memory_bytes: None,
        message: None,
        replay: None,
        smallest: None,
    }
}

/// A directory for the files of cases, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, Failure> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("taquin-grade-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
        Ok(Folder(folder))
    }

    /// The arguments of a case, whose file is written.
    fn arguments(&self, case: &Case) -> Result<Vec<String>, Failure> {
        let path = self.0.join(crate::case::FILE_NAME);
        if let Some(text) = &case.file {
            fs::write(&path, text).map_err(|error| unwritable(&path, &error))?;
        }
        let word = |word: &String| match word.as_str() {
            FILE => path.to_string_lossy().into_owned(),
            _ => word.clone(),
        };
        Ok(case.args.iter().map(word).collect())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A directory that stays is no reason to fail.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The failure of a file that cannot be written.
pub(crate) fn unwritable(path: &std::path::Path, error: &std::io::Error) -> Failure {
    Failure::Unwritable(format!("{}: {}", path.display(), io_error(error)))
}
