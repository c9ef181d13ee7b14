//! Sequences of labels that repeat, as `Nine` prints them.

use super::{Out, VerifyArgs, text_of};
use std::io::Write;
use taquin::{Goal, Labels};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::{self, BoardReader, labels};
use taquin_app::output::{json, text};
use taquin_app::verify::labels::{JudgedLabels, LabelSequence, label_sequence};

/// The start, if it is labels that repeat.
pub(super) fn start(args: &VerifyArgs) -> Option<Labels> {
    let is_stdin = args.board == "-";
    let labels = || labels(&args.board, args.read.form.shape).ok();
    let start = if is_stdin { None } else { labels() };
    start.filter(|start| start.repeated().is_some())
}

/// Judges the sequence that should begin with this start.
pub(super) fn run_with_start(
    args: &VerifyArgs,
    start: Labels,
    moves: &str,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let source = BoardReader::new(&args.read).open(moves)?;
    let (name, text) = text_of(source)?;
    let Some(sequence) = label_sequence(&name, &text, Some(start.shape()))? else {
        return Err(Failure::BadInput(format!(
            "{name}: the labels of the board repeat, so its solution must be a sequence of boards, one per line, as Nine prints it"
        )));
    };
    judge(args, sequence, Some(start), out)
}

/// Writes the judgement of a sequence.
pub(super) fn judge(
    args: &VerifyArgs,
    sequence: LabelSequence,
    start: Option<Labels>,
    out: &mut Out,
) -> Result<Exit, Failure> {
    args.allows_labels()?;
    let goal = goal(args, start.as_ref().unwrap_or(&sequence.positions[0]))?;
    let name = format!("{}:{}", args.board, sequence.line);
    let judged = JudgedLabels::new(name, sequence, start, (goal, args.goal.asked().is_none()))?;
    if args.json {
        json::line(out, &json::verify_labels(&judged))?
    } else {
        text::verify_labels(out, &judged)?
    }
    out.flush()?;
    Ok(judged.exit())
}

/// The requested goal: labels, or the labels of the start in the order of a named goal.
fn goal(args: &VerifyArgs, start: &Labels) -> Result<Labels, Failure> {
    let asked = args.goal.asked().unwrap_or(Goal::Last.name());
    let Ok(named) = asked.parse::<Goal>() else {
        return input::labels(asked, Some(start.shape()));
    };
    let ordered = start.ordered_as(&named.board(start.shape()));
    Ok(ordered.expect("a named goal has every shape"))
}
