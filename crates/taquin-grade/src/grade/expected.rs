//! Right answers and received ones, as a report shows them.

use crate::case::{Answer, Case, Positions, Refusal, Rule, Solved, Style};
use crate::judge::shortened;
use crate::reference::{Reference, label_path};
use crate::run::{End, Outcome, signal_name};
use crate::suite::Letters;
use taquin::notation::{Dialect, MoveLetters, write_layout, write_moves};
use taquin::{Board, Move, Problem};
use taquin_app::words::many;

/// Lines of an answer that are shown.
const LINES: usize = 24;
/// Bytes of an answer that are shown.
const BYTES: usize = 2000;
/// The right answer, or one of them, in the letters of the program.
pub(super) fn expected(reference: &Reference, case: &Case, letters: Letters) -> String {
    match &case.answer {
        Answer::Text { text, .. } => shown(text),
        Answer::Refusal(Refusal::Stdout) => "one line on standard output that says what is wrong, nothing on standard error, exit code 1".into(),
        Answer::Refusal(Refusal::Stderr) => "one line on standard error that says what is wrong, nothing on standard output, an exit code that is not 0".into(),
        Answer::Refusal(Refusal::Anywhere) => "a message that says what is wrong, and no answer".into(),
        Answer::Silence { why } => format!("nothing: {why}"),
        Answer::Positions(asked) => positions(asked),
        Answer::Solution(asked) => solution(reference, asked, letters),
        Answer::Unsolvable { .. } => "a statement that there is no solution".into(),
        Answer::Estimates { rule, .. } => match rule {
            Rule::Admissible => "one number per board, none above the distance".into(),
            Rule::Consistent => "one number per board; those of neighbours differ by at most 1, and the goal has 0".into(),
            Rule::AtLeastManhattan => "one number per board, none below Manhattan distance".into(),
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

fn solution(reference: &Reference, asked: &Solved, letters: Letters) -> String {
    let problem = Problem::new(asked.start.clone(), asked.goal.clone()).ok();
    let moves = problem.and_then(|problem| reference.shortest(&problem));
    let Some(moves) = moves else {
        return "a solution".into();
    };
    match asked.style {
        Style::Princeton => {
            let head = format!("Minimum number of moves = {}\n", moves.len());
            shown(&(head + &boards(&asked.start, &moves, Dialect::Princeton)))
        }
        Style::FortyTwo => {
            let head = format!(
                "both complexities, the number of moves: {}, and boards such as\n",
                moves.len()
            );
            shown(&(head + &boards(&asked.start, &moves, Dialect::Grid)))
        }
        Style::Moves(_) => {
            let length = many(moves.len(), "move");
            if moves.is_empty() {
                return format!("a solution of {length}");
            }
            let (letters, whose) = match letters {
                Letters::Blank => (MoveLetters::Blank, "blank"),
                _ => (MoveLetters::Tile, "tiles"),
            };
            let written = write_moves(&moves, letters, &asked.start).unwrap_or_default();
            format!("a solution of {length}, such as {written} (directions of the {whose})")
        }
    }
}

/// The boards of a solution, with an empty line after each.
fn boards(start: &Board, moves: &[Move], dialect: Dialect) -> String {
    let mut board = start.clone();
    let write = |board: &Board| write_layout(board, dialect).unwrap_or_default() + "\n";
    let mut text = write(&board);
    for &m in moves {
        board.play(m).expect("a solution can be played");
        text += &write(&board);
    }
    text
}

/// What a program printed, and how it ended.
pub(super) fn received(outcome: &Outcome) -> String {
    let mut text = shown(&String::from_utf8_lossy(&outcome.stdout));
    if text.is_empty() {
        text = "nothing on standard output\n".into();
    }
    let stderr = String::from_utf8_lossy(&outcome.stderr);
    if let Some(line) = stderr.lines().rfind(|line| !line.trim().is_empty()) {
        text += &format!("standard error: {}\n", shortened(line));
    }
    let end = match &outcome.end {
        End::Code(0) => return text,
        End::Code(code) => format!("exit code {code}"),
        End::Signal(signal) => format!("signal {signal} ({})", signal_name(*signal)),
        End::Time => "stopped at the time limit".into(),
        End::Memory => "stopped at the memory limit".into(),
        End::Output => "stopped at the output limit".into(),
        End::Processes => "stopped at the limit of processes".into(),
        End::File => "stopped at the limit of the size of a file".into(),
        End::NotStarted(what) => what.clone(),
    };
    text + &end + "\n"
}

/// The beginning of a text.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number == LINES || shown.len() > BYTES {
            let more = text.lines().count() - number;
            return format!("{shown}… and {}\n", many(more, "more line"));
        }
        let end = if line.ends_with('\n') { "\n" } else { "" };
        shown += &shortened(line.trim_end_matches('\n'));
        shown += end;
    }
    if !shown.is_empty() && !shown.ends_with('\n') {
        shown.push('\n');
    }
    shown
}
