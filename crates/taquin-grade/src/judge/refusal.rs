//! Input that must be refused, and questions whose answer is nothing.

use super::layout::exact;
use super::messages::{is_complaint, names_fault};
use super::solution::says_unsolvable;
use super::{Said, boards, first_line};
use crate::case::Refusal;
use crate::verdict::{Finding, Verdict};

/// Judges the answer to wrong input.
pub(super) fn judge(refusal: Refusal, about: &str, said: &Said<'_>) -> Finding {
    let stderr = String::from_utf8_lossy(said.stderr);
    match refusal {
        Refusal::Stdout if is_answer(said.stdout) => accepted(said, about),
        Refusal::Stdout => on(said, about, [said.stdout, &stderr], Streams::STDOUT),
        Refusal::Stderr
            if said.code == 0 && stderr.trim().is_empty() && !is_complaint(said.stdout) =>
        {
            accepted(said, about)
        }
        Refusal::Stderr => on(said, about, [&stderr, said.stdout], Streams::STDERR),
        Refusal::Anywhere if is_solution(said.stdout) => accepted(said, about),
        Refusal::Anywhere => anywhere(said, about, &stderr),
    }
}

/// The names of the stream for the message, and of the other one.
struct Streams {
    right: &'static str,
    other: &'static str,
    /// The exit code, if only one is right.
    code: Option<i32>,
}

impl Streams {
    const STDOUT: Streams = Streams {
        right: "standard output",
        other: "standard error",
        code: Some(1),
    };
    const STDERR: Streams = Streams {
        right: "standard error",
        other: "standard output",
        code: None,
    };
}

fn on(said: &Said<'_>, about: &str, [message, other]: [&str; 2], streams: Streams) -> Finding {
    let Streams {
        right,
        other: wrong,
        code,
    } = streams;
    let wanted = format!("the input is wrong ({about})");
    let lines = message
        .lines()
        .filter(|line| !line.trim().is_empty())
        .count();
    if lines != 1 {
        let elsewhere = if lines == 0 && is_complaint(other) {
            format!("; the message is on {wrong}")
        } else {
            String::new()
        };
        return Finding::new(
            Verdict::WrongOutput,
            format!("{wanted}: one line on {right} is needed, not {lines}{elsewhere}"),
        );
    }
    if !other.trim().is_empty() {
        let line = first_line(other.as_bytes());
        return Finding::new(
            Verdict::WrongOutput,
            format!("{wanted}: nothing should be on {wrong}, but there is: {line}"),
        );
    }
    let is_right = code.map_or(said.code != 0, |code| said.code == code);
    if is_right {
        return Finding::right();
    }
    let code = code.map_or_else(|| "not 0".into(), |code| code.to_string());
    Finding::new(
        Verdict::WrongExitCode,
        format!(
            "{wanted}: the exit code should be {code}, but is {}",
            said.code
        ),
    )
}

/// A message on either stream, or an exit code that says the same. An answer with exit code 0 is no message.
fn anywhere(said: &Said<'_>, about: &str, stderr: &str) -> Finding {
    if said.stdout.trim().is_empty() && stderr.trim().is_empty() {
        return Finding::new(
            Verdict::WrongOutput,
            format!("the input is wrong ({about}), and the program says nothing"),
        );
    }
    let is_about_solving =
        |text: &str| says_unsolvable(text) && text.to_lowercase().contains("sol");
    let is_answer = is_about_solving(said.stdout)
        || is_about_solving(stderr)
        || boards::read(said.stdout, &[]).is_ok_and(|listing| !listing.boards.is_empty());
    let is_message = !stderr.trim().is_empty() || names_fault(said.stdout);
    if said.code != 0 || is_message && !is_answer {
        return Finding::right();
    }
    accepted(said, about)
}

fn accepted(said: &Said<'_>, about: &str) -> Finding {
    let answer = match said.stdout.trim() {
        "" => "prints nothing".into(),
        answer => format!("answers: {}", first_line(answer.as_bytes())),
    };
    Finding::new(
        Verdict::AcceptedBadInput,
        format!("the input is wrong ({about}), but the program {answer}"),
    )
}

/// Whether a text has a line of an answer of `puzzle`.
pub(super) fn is_answer(text: &str) -> bool {
    text.lines()
        .any(|line| line.starts_with("start:") || matches!(line.trim(), "solvable" | "unsolvable"))
}

/// Whether a text has the numbers that come with a solution.
fn is_solution(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("moves") && text.contains("complexity")
}

/// Judges an answer that must be empty.
pub(super) fn silence(why: &str, said: &Said<'_>) -> Finding {
    let is_silent = said.stdout.trim().is_empty() && said.stderr.trim_ascii().is_empty();
    if said.code != 0 && is_silent {
        return Finding::new(
            Verdict::WrongExitCode,
            format!(
                "{why}, so nothing should be printed, and nothing is; but the exit code is {}, not 0",
                said.code
            ),
        );
    }
    if !is_silent && said.refuses() {
        return said.refused();
    }
    exact(
        "",
        said.stdout,
        &format!("{why}, so nothing should be printed; "),
    )
}
