//! Right answers and received ones, as a report shows them.

use crate::case::{Answer, Case, Positions, Refusal, Rule, Solved, Style};
use crate::reference::{Reference, label_path};
use crate::run::{End, Outcome, signal_name};
use crate::suite::Letters;
use taquin::Problem;
use taquin::notation::{MoveLetters, write_moves};
use taquin_app::words::many;

/// Lines of an answer that are shown.
const LINES: usize = 24;
/// Bytes of an answer that are shown.
const BYTES: usize = 2000;
/// The right answer, or one of them.
pub(super) fn expected(reference: &Reference, case: &Case) -> String {
    match &case.answer {
        Answer::Text { text, .. } => shown(text),
        Answer::Refusal(Refusal::Stdout) => "one line on standard output that says what is wrong, nothing on standard error, exit code 1".into(),
        Answer::Refusal(Refusal::Stderr) => "one line on standard error that says what is wrong, nothing on standard output, an exit code that is not 0".into(),
        Answer::Refusal(Refusal::Anywhere) => "a message that says what is wrong".into(),
        Answer::Silence { why } => format!("nothing: {why}"),
        Answer::Positions(asked) => positions(asked),
        Answer::Solution(asked) => solution(reference, asked),
        Answer::Unsolvable { .. } => "a statement that there is no solution".into(),
        Answer::Estimates { rule, .. } => match rule {
            Rule::Admissible => "no estimate above the distance".into(),
            Rule::Consistent => "estimates of neighbours that differ by at most 1, and 0 for the goal".into(),
            Rule::AtLeastManhattan => "no estimate below Manhattan distance".into(),
        },
    }
}

fn positions(asked: &Positions) -> String {
    let Some(moves) = label_path(&asked.initial, &asked.goal) else {
        return many(asked.distance, "move");
    };
    let (shape, mut blank) = (asked.initial.shape(), asked.initial.blank());
    let mut labels = asked.initial.labels().to_vec();
    let mut text = format!("{}\n", asked.initial);
    for m in moves {
        let source = shape.source_unchecked(blank, m);
        labels.swap(blank.index(), source.index());
        blank = source;
        text += &format!("{}\n", String::from_utf8_lossy(&labels));
    }
    shown(&text)
}

fn solution(reference: &Reference, asked: &Solved) -> String {
    let problem = Problem::new(asked.start.clone(), asked.goal.clone()).ok();
    let moves = problem.and_then(|problem| reference.shortest(&problem));
    let Some(moves) = moves else {
        return "a solution".into();
    };
    let (letters, whose) = match asked.style {
        Style::Moves(Letters::Blank) => (MoveLetters::Blank, "blank"),
        _ => (MoveLetters::Tile, "tiles"),
    };
    let written = write_moves(&moves, letters, &asked.start).unwrap_or_default();
    let length = many(moves.len(), "move");
    if moves.is_empty() {
        return format!("a solution of {length}");
    }
    format!("a solution of {length}, such as {written} (directions of the {whose})")
}

/// What a program printed, and how it ended.
pub(super) fn received(outcome: &Outcome) -> String {
    let mut text = shown(&String::from_utf8_lossy(&outcome.stdout));
    if text.is_empty() {
        text = "nothing on standard output\n".into();
    }
    let stderr = String::from_utf8_lossy(&outcome.stderr);
    if let Some(line) = stderr.lines().rfind(|line| !line.trim().is_empty()) {
        text += &format!("standard error: {line}\n");
    }
    let end = match &outcome.end {
        End::Code(0) => return text,
        End::Code(code) => format!("exit code {code}"),
        End::Signal(signal) => format!("signal {signal} ({})", signal_name(*signal)),
        End::Time => "stopped at the time limit".into(),
        End::Memory => "stopped at the memory limit".into(),
        End::Output => "stopped at the output limit".into(),
        End::Processes => "stopped at the limit of processes".into(),
        End::NotStarted(what) => what.clone(),
    };
    text + &end + "\n"
}

/// The beginning of a text.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number == LINES || shown.len() + line.len() > BYTES {
            let more = text.lines().count() - number;
            return format!("{shown}… and {}\n", many(more, "more line"));
        }
        shown += line;
    }
    if !shown.is_empty() && !shown.ends_with('\n') {
        shown.push('\n');
    }
    shown
}
