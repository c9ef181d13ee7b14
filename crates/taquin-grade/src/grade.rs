//! Grades one submission: builds it, asks every case, and looks for the smallest failure.

mod build;
mod expected;
mod folder;
mod shrink;
mod speed;

use crate::case::{Answer, Case, Style};
use crate::cases::{Choices, Maker};
use crate::judge::{Judge, TELLING};
use crate::reference::Reference;
use crate::report::{Report, TestReport, rounded};
use crate::run::{Given, Limits, Outcome, Program, quoted};
use crate::suite::{Kind, Letters, Marks, Suite, Test};
use crate::verdict::{Finding, Verdict};
use expected::{expected, received};
use folder::Folder;
use shrink::Failing;
use taquin_app::exit::Failure;
use taquin_app::limits::{InterruptGuard, is_interrupted};
use taquin_app::words::{io_error, many};

/// After this many runs of a test that were stopped for what they used, the rest of the test is left out.
const LIMITS_PER_TEST: usize = 2;
/// Wrong inputs have little to do with each other, so more are tried.
const LIMITS_OF_BAD_INPUT: usize = 4;
/// After this many in all tests, every further test is stopped by one, and no smaller failure is looked for.
const LIMITS_IN_ALL: usize = 6;
/// How many boards may show what letters stand for, before the tests.
const PROBES: usize = 4;

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
        let folder = Folder::new()?;
        let broken = self.build(submission, &folder)?;
        if is_interrupted() {
            return Err(Failure::Interrupted);
        }
        let mut run = Run {
            grader: self,
            submission,
            folder,
            letters: self.suite.letters,
            has_worked: false,
            stopped: 0,
            broken,
            _listening: listening,
        };
        run.settle_letters()?;
        Ok(run)
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
        let Some(broken) = run.broken.clone() else {
            return run.replay(prepared, case, which);
        };
        Ok(Replay {
            about: case.about.clone(),
            command: case.command_line(&submission.program.command),
            finding: broken,
            expected: expected(&self.reference, case, self.suite.letters),
            received: String::new(),
        })
    }
}

/// The grading of one submission.
struct Run<'a> {
    grader: &'a Grader,
    submission: &'a Submission,
    folder: Folder,
    letters: Letters,
    /// Whether an answer was right, so that the program was built.
    has_worked: bool,
    /// Runs that were stopped for what they used.
    stopped: usize,
    /// Why no test can be run.
    broken: Option<Finding>,
    /// Ctrl-C ends the program that runs, and then this one.
    _listening: InterruptGuard,
}

impl Run<'_> {
    /// Lets boards of a few moves show what letters stand for, before the tests: the answer to a board of one move may mean either,
    /// and a case that is replayed alone is read as in the whole run.
    fn settle_letters(&mut self) -> Result<(), Failure> {
        if self.letters != Letters::Either || self.broken.is_some() {
            return Ok(());
        }
        let is_telling = |case: &Case| match &case.answer {
            Answer::Solution(asked) => {
                matches!(asked.style, Style::Moves(_))
                    && (TELLING..u32::MAX).contains(&case.size.distance)
            }
            _ => false,
        };
        let tests = self.grader.tests.iter();
        let cases = tests.flat_map(|test| test.cases.iter().map(|case| (case, &test.limits)));
        let mut cases: Vec<_> = cases.filter(|(case, _)| is_telling(case)).collect();
        cases.sort_by_key(|(case, _)| case.size);
        for (case, limits) in cases.into_iter().take(PROBES) {
            let (finding, _) = self.ask(case, limits)?;
            if self.letters != Letters::Either || finding.verdict.is_limit() {
                break;
            }
        }
        Ok(())
    }

    /// How many runs of a test may be stopped for what they used.
    const fn most_stopped(&self, kind: Kind) -> usize {
        match kind {
            _ if self.stopped >= LIMITS_IN_ALL => 1,
            Kind::BadInput => LIMITS_OF_BAD_INPUT,
            _ => LIMITS_PER_TEST,
        }
    }

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
        let wrong: Vec<Asked<'_>> = asked
            .into_iter()
            .filter(|asked| !asked.finding.is_right())
            .collect();
        let abouts: Vec<(usize, &str)> = wrong
            .iter()
            .map(|asked| (asked.number, asked.case.about.as_str()))
            .collect();
        let wrong = wrong.into_iter();
        if let Some(worst) = wrong.min_by_key(|asked| (asked.case.size, asked.number)) {
            let number = worst.number;
            if worst.finding.verdict == Verdict::NotBuilt && !self.has_worked {
                self.broken = Some(worst.finding.clone());
            }
            self.explain(prepared, worst, left_out, &mut report)?;
            if prepared.test.kind == Kind::BadInput {
                name_others(&mut report, number, &abouts);
            }
        } else if prepared.test.kind == Kind::Speed {
            self.mark_speed(prepared, &mut report);
        }
        Ok(report)
    }

    /// Asks the cases in order; returns how many were left out.
    fn ask_all<'p>(&mut self, prepared: &'p Prepared) -> Result<(Vec<Asked<'p>>, usize), Failure> {
        let mut asked = Vec::new();
        let most_stopped = self.most_stopped(prepared.test.kind);
        let mut stopped = 0;
        for (case, number) in prepared.cases.iter().zip(1..) {
            if stopped >= most_stopped {
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
            if verdict == Verdict::NotBuilt && !self.has_worked {
                break;
            }
        }
        let left_out = prepared.cases.len() - asked.len();
        Ok((asked, left_out))
    }

    /// Asks one case alone. Input that is too long for a command line is left in a file.
    fn replay(&mut self, prepared: &Prepared, case: &Case, which: &str) -> Result<Replay, Failure> {
        let (finding, outcome) = self.ask(case, &prepared.limits)?;
        let mut asked = Failing {
            case: case.clone(),
            finding,
            outcome,
        };
        if !asked.finding.boards.is_empty() {
            asked = self.example(prepared, asked)?;
        }
        let mut command = asked.case.command_line(&self.submission.program.command);
        if asked.case.has_long_input() {
            let name = format!("taquin-grade-{}-{which}.txt", self.grader.seed());
            let path = std::env::temp_dir().join(name);
            std::fs::write(&path, &asked.case.stdin).map_err(|error| unwritable(&path, &error))?;
            command = asked
                .case
                .command_line_reading(&self.submission.program.command, &path);
        }
        Ok(Replay {
            about: asked.case.about.clone(),
            command,
            expected: expected(&self.grader.reference, &asked.case, self.letters),
            received: received(&asked.outcome),
            finding: asked.finding,
        })
    }

    /// Asks one case.
    fn ask(&mut self, case: &Case, limits: &Limits) -> Result<(Finding, Outcome), Failure> {
        let args = self.folder.arguments(case)?;
        let given = Given {
            args: &args,
            stdin: &case.stdin,
        };
        let mut outcome = self.submission.program.run(given, limits);
        self.folder
            .hide_paths(&mut outcome, &self.submission.program.dir);
        // Ctrl-C has ended the program.
        if is_interrupted() {
            return Err(Failure::Interrupted);
        }
        let mut judge = Judge {
            reference: &self.grader.reference,
            limits,
            letters: self.letters,
            has_worked: self.has_worked,
        };
        let finding = judge.judge(case, &outcome);
        self.letters = judge.letters;
        self.has_worked |= finding.is_right();
        Ok((finding, outcome))
    }

    /// The command that asks a case with long input again.
    fn replay_line(&self, replay: &str) -> String {
        format!(
            "taquin grade {} --command {} --replay {replay}",
            self.grader.suite.assignment.name(),
            quoted(&self.submission.program.command)
        )
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
        let mut smallest = shrunk.smallest(self.grader, self.submission, self.letters);
        if let (true, Some(replay)) = (shrunk.case.has_long_input(), &report.replay) {
            smallest.command = self.replay_line(replay);
        }
        report.smallest = Some(smallest);
        Ok(())
    }
}

/// Names the other wrong inputs of a test that failed: they have little in common.
fn name_others(report: &mut TestReport, number: usize, abouts: &[(usize, &str)]) {
    let others = abouts.iter().filter(|(other, _)| *other != number);
    let others: Vec<&str> = others.map(|(_, about)| *about).collect();
    if let (Some(message), false) = (&mut report.message, others.is_empty()) {
        *message += &format!("\nalso failed: {}", others.join("; "));
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

/// The failure of a file that cannot be written.
pub(crate) fn unwritable(path: &std::path::Path, error: &std::io::Error) -> Failure {
    Failure::Unwritable(format!("{}: {}", path.display(), io_error(error)))
}
