//! `taquin verify` on labels that may repeat.

use super::verify::known_length;
use crate::verify::labels::{JudgedLabels, LabelVerdict};
use crate::words::many;
use std::io::{self, Write};
use taquin::Labels;

/// The verdict, and the arrangements where the sequence fails.
pub fn verify_labels(out: &mut impl Write, judged: &JudgedLabels) -> io::Result<()> {
    writeln!(out, "{}", verdict(judged))?;
    match &judged.verdict {
        LabelVerdict::Right => {}
        LabelVerdict::OtherStart(first) => {
            drawn(out, "the start", &judged.start)?;
            drawn(out, "the first board", first)?;
        }
        LabelVerdict::Broken {
            place,
            before,
            after,
        } => {
            drawn(out, &format!("before step {place}"), before)?;
            drawn(out, &format!("after step {place}"), after)?;
        }
        LabelVerdict::Elsewhere(end) => {
            drawn(out, "at the end", end)?;
            drawn(out, "the goal", &judged.goal)?;
            if judged.is_default_goal {
                let length = many(judged.length, "move");
                writeln!(
                    out,
                    "It is a legal sequence of {length}. If the board at its end is the goal, add --goal \"{end}\"."
                )?;
            }
        }
    }
    Ok(())
}

fn verdict(judged: &JudgedLabels) -> String {
    // Only a path from start to goal is at least as long as the shortest one.
    let length = || {
        known_length(
            &many(judged.length, "move"),
            (judged.length, judged.shortest, judged.lower_bound),
        )
    };
    match &judged.verdict {
        LabelVerdict::Right if judged.is_right() => format!("right: {}", length()),
        LabelVerdict::Right => {
            let claims = judged.false_claims.join("; ");
            format!("wrong: {claims} (the moves are right: {})", length())
        }
        LabelVerdict::OtherStart(_) => "wrong: the sequence does not begin with the start".into(),
        LabelVerdict::Broken { place, .. } => format!("wrong: step {place} is not one move"),
        LabelVerdict::Elsewhere(_) if !judged.is_solvable => {
            "wrong: no moves lead from this board to this goal".into()
        }
        LabelVerdict::Elsewhere(_) => "wrong: the sequence ends at another board".into(),
    }
}

/// The labels in rows.
fn drawn(out: &mut impl Write, what: &str, labels: &Labels) -> io::Result<()> {
    writeln!(out, "{what}:")?;
    for row in labels.labels().chunks(labels.shape().cols() as usize) {
        writeln!(out, "  {}", String::from_utf8_lossy(row))?;
    }
    Ok(())
}
