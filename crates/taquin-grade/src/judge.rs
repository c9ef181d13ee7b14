//! Judges what a program answered. The order is from the outside in: limits and crashes, then the answer, then the exit code and
//! the layout of an answer that is otherwise right.

mod boards;
mod estimates;
mod layout;
mod letters;
mod messages;
mod moves;
mod numbers;
mod positions;
mod refusal;
mod solution;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use letters::TELLING;

use crate::case::{Answer, Case};
use crate::reference::Reference;
use crate::run::{End, Limits, Outcome, signal_name};
use crate::suite::Letters;
use crate::verdict::{Finding, Verdict};
use messages::Breakdown;
use std::borrow::Cow;
use taquin_app::words::{bytes, many};

/// Judges the answers of one submission.
#[derive(Debug)]
pub(crate) struct Judge<'a> {
    pub(crate) reference: &'a Reference,
    pub(crate) limits: &'a Limits,
    /// What its letters stand for, once a case has shown it.
    pub(crate) letters: Letters,
    /// Whether it has been right before, so that no message says that it cannot be started.
    pub(crate) has_worked: bool,
}

impl Judge<'_> {
    /// The verdict on one answer.
    pub(crate) fn judge(&mut self, case: &Case, outcome: &Outcome) -> Finding {
        let code = match self.ended(outcome) {
            Ok(code) => code,
            Err(finding) => return finding,
        };
        let stdout = String::from_utf8_lossy(&outcome.stdout);
        let said = Said {
            code,
            stdout: &stdout,
            stderr: &outcome.stderr,
        };
        match &case.answer {
            Answer::Text { text, why } => text::judge(text, why, &said),
            Answer::Refusal(refusal) => refusal::judge(*refusal, &case.about, &said),
            Answer::Silence { why } => refusal::silence(why, &said),
            Answer::Positions(asked) => said.with_code(|| positions::judge(asked, &said)),
            Answer::Solution(asked) => said.with_code(|| self.solution(asked, &said)),
            Answer::Unsolvable { start, goal, style } => {
                solution::unsolvable(self.reference, [start, goal], *style, &said)
            }
            Answer::Estimates { survey, rule } => {
                said.with_code(|| estimates::judge(self.reference, survey, *rule, &said))
            }
        }
    }

    /// The exit code, or what ended the program instead.
    fn ended(&self, outcome: &Outcome) -> Result<i32, Finding> {
        let Limits {
            wall,
            memory,
            output,
            processes,
            file,
            ..
        } = self.limits;
        let (verdict, message) = match &outcome.end {
            End::Code(126 | 127) => (
                Verdict::NotBuilt,
                format!(
                    "the program could not be started: {}",
                    first_line(&outcome.stderr)
                ),
            ),
            End::Code(0) => return Ok(0),
            End::Code(code) => match messages::breakdown(&outcome.stderr) {
                None => return Ok(*code),
                Some(Breakdown::NotStarted(_)) if self.has_worked => return Ok(*code),
                Some(Breakdown::NotStarted(line)) => (
                    Verdict::NotBuilt,
                    format!("the program could not be started: {line}"),
                ),
                Some(Breakdown::Exception(line)) => (
                    Verdict::Crash,
                    format!("the program ended with exit code {code}: {line}"),
                ),
            },
            End::Signal(signal) => (
                Verdict::Crash,
                format!(
                    "the program was ended by signal {signal} ({})",
                    signal_name(*signal)
                ),
            ),
            End::Time => (
                Verdict::TimeLimit,
                format!("no answer within {}", many(wall.as_secs_f64(), "second")),
            ),
            End::Memory => (
                Verdict::MemoryLimit,
                format!("more than {} of memory", bytes(*memory as f64)),
            ),
            End::Output => (
                Verdict::OutputLimit,
                format!("more than {} of output", bytes(*output as f64)),
            ),
            End::File => (
                Verdict::OutputLimit,
                format!("a file of more than {} was written", bytes(*file as f64)),
            ),
            End::Processes => (
                Verdict::Crash,
                format!("the program was ended because it started more than {processes} processes"),
            ),
            End::NotStarted(what) => (Verdict::NotBuilt, what.clone()),
        };
        Err(Finding::new(verdict, message))
    }
}

/// What a program that ended by itself has said.
struct Said<'a> {
    code: i32,
    stdout: &'a str,
    stderr: &'a [u8],
}

impl Said<'_> {
    /// A right answer needs exit code 0. A message instead of an answer says that the input was refused.
    fn with_code(&self, judge: impl FnOnce() -> Finding) -> Finding {
        let finding = judge();
        match finding.verdict {
            Verdict::Right if self.code != 0 => Finding::new(
                Verdict::WrongExitCode,
                format!(
                    "the answer is right, but the exit code is {}, not 0",
                    self.code
                ),
            ),
            Verdict::WrongOutput if self.refuses() => self.refused(),
            _ => finding,
        }
    }

    fn stderr(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.stderr)
    }

    /// Whether there is a message instead of an answer, on either stream.
    fn refuses(&self) -> bool {
        let has_failed = self.code != 0;
        if self.stdout.trim().is_empty() {
            return has_failed || messages::is_complaint(&self.stderr());
        }
        messages::is_complaint(self.stdout) || has_failed && messages::is_prose(self.stdout)
    }

    /// The finding that right input was refused.
    fn refused(&self) -> Finding {
        let message = match self.stdout.trim() {
            "" => first_line(self.stderr),
            text => first_line(text.as_bytes()),
        };
        let how = match self.code {
            0 => "refuses it".into(),
            code => format!("ended with exit code {code}"),
        };
        Finding::new(
            Verdict::RefusedGoodInput,
            format!("the input is right, but the program {how}: {message}"),
        )
    }
}

/// The first line of a text, or that there is none.
fn first_line(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    line.map_or_else(|| "no message".into(), shortened)
}

/// A line that fits on a screen.
pub(crate) fn shortened(line: &str) -> String {
    const MOST: usize = 160;
    if line.chars().count() <= MOST {
        return line.into();
    }
    line.chars().take(MOST).chain(['…']).collect()
}
