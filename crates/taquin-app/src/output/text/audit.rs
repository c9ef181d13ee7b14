//! `taquin audit`: the verdicts, counterexamples, and a table.

use super::draw;
use crate::audit::{Audit, Audited, Scope};
use crate::limits::Reason;
use crate::words::many;
use std::io::{self, Write};
use taquin::Board;
use taquin::notation;
use taquin::tools::audit::{Inconsistency, OverestimatedBoard};

/// The judgement of each heuristic, and a table of all of them.
pub fn audit(out: &mut impl Write, audit: &Audit) -> io::Result<()> {
    for audited in &audit.audited {
        if audit.audited.len() > 1 {
            writeln!(out, "{}:", name(audited))?;
        }
        verdict(out, audit, audited)?;
        writeln!(out)?;
    }
    table(out, audit)?;
    comparisons(out, audit)
}

/// The progress of a stopped audit; `samples` random boards were to be solved.
pub fn audit_stopped(audit: &Audit, reason: Reason, samples: u32) -> String {
    let why = match reason {
        Reason::Interrupted => "interrupted",
        Reason::Time | Reason::Memory | Reason::NoMemory => {
            "the time limit was reached; raise it with --time"
        }
    };
    let solved = match audit.scope {
        Scope::Every => String::new(),
        Scope::Samples { solved, .. } => {
            format!("{solved} of {samples} random boards were solved, ")
        }
    };
    let (estimated, boards) = (audit.estimated(), audit.boards());
    format!("{why}: {solved}{estimated} of {boards} boards were estimated")
}

fn name(audited: &Audited) -> &'static str {
    audited
        .heuristic
        .map_or("the command", |estimate| estimate.name())
}

fn verdict(out: &mut impl Write, audit: &Audit, audited: &Audited) -> io::Result<()> {
    let judgement = &audited.judgement;
    let (above, jumps) = (&judgement.overestimates, &judgement.inconsistencies);
    let sound = |all: usize, what: &str| {
        if audit.is_proof() {
            format!("yes, on all {}", many(all, what))
        } else {
            format!(
                "no counterexample in {}, which is not a proof",
                many(all, what)
            )
        }
    };
    let admissible = match &above.worst {
        None => sound(judgement.boards, "board"),
        Some(worst) => {
            let are = if above.count == 1 { "is" } else { "are" };
            let by = worst.estimate - f64::from(worst.distance);
            let (count, boards) = (above.count, judgement.boards);
            format!("no, {count} of {boards} boards {are} overestimated, by {by} at worst")
        }
    };
    let consistent = match &jumps.worst {
        None => sound(judgement.edges, "move"),
        Some(worst) => {
            let change = if jumps.count == 1 {
                "changes"
            } else {
                "change"
            };
            let by = worst.estimates[0] - worst.estimates[1];
            let (count, edges) = (jumps.count, judgement.edges);
            format!(
                "no, {count} of {edges} moves {change} the estimate by more than 1, by {by} at worst"
            )
        }
    };
    writeln!(out, "admissible: {admissible}")?;
    writeln!(out, "consistent: {consistent}")?;
    if let Some(at_goal) = judgement.at_goal.filter(|&h| h != 0.0) {
        writeln!(out, "at the goal: {at_goal} instead of 0")?;
    }
    if judgement.negative > 0 {
        writeln!(
            out,
            "below 0: {}, where 0 would be closer",
            many(judgement.negative, "board")
        )?;
    }
    if let (Some(first), Some(worst)) = (&above.first, &above.worst) {
        overestimates(out, first, worst)?;
    }
    jumps
        .first
        .as_ref()
        .map_or(Ok(()), |first| jump(out, first))
}

fn overestimates(
    out: &mut impl Write,
    first: &OverestimatedBoard,
    worst: &OverestimatedBoard,
) -> io::Result<()> {
    let case = |case: &OverestimatedBoard| {
        let moves = if case.distance == 1 { "move" } else { "moves" };
        format!(
            "{} {moves} away, estimated {}",
            case.distance, case.estimate
        )
    };
    writeln!(
        out,
        "\noverestimated, the nearest to the goal: {}",
        case(first)
    )?;
    draw(out, &first.board)?;
    if worst != first {
        let board = notation::slashes(&worst.board);
        writeln!(out, "the worst: {board}, {}", case(worst))?;
    }
    Ok(())
}

/// Two boards side by side.
fn jump(out: &mut impl Write, jump: &Inconsistency) -> io::Result<()> {
    let [high, low] = jump.estimates;
    writeln!(
        out,
        "\ninconsistent, the nearest to the goal: one move apart, estimated {high} and {low}"
    )?;
    let drawn = |board: &Board| -> io::Result<String> {
        let mut text = Vec::new();
        draw(&mut text, board)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    };
    let [left, right] = [drawn(&jump.boards[0])?, drawn(&jump.boards[1])?];
    for (left, right) in left.lines().zip(right.lines()) {
        writeln!(out, "{left}   {right}")?;
    }
    Ok(())
}

fn table(out: &mut impl Write, audit: &Audit) -> io::Result<()> {
    let all: Vec<&Audited> = audit.audited.iter().chain(&audit.yardsticks).collect();
    let sampled = match audit.scope {
        Scope::Every => String::new(),
        Scope::Samples { solved, seed } => {
            format!(" on the solutions of {solved} random boards (seed {seed})")
        }
    };
    if let Some(judgement) = all.first().map(|audited| &audited.judgement) {
        let away = judgement.mean + judgement.mean_error;
        writeln!(
            out,
            "boards: {}{sampled}, {away:.2} moves away on average\n",
            judgement.boards
        )?;
    }
    writeln!(
        out,
        "{:<16}{:>8}{:>9}{:>9}{:>9}{:>15}{:>14}",
        "heuristic", "mean", "error", "exact", "largest", "overestimated", "inconsistent"
    )?;
    for audited in all {
        let judgement = &audited.judgement;
        writeln!(
            out,
            "{:<16}{:>8.2}{:>9.2}{:>9}{:>9}{:>15}{:>14}",
            name(audited),
            judgement.mean,
            judgement.mean_error,
            judgement.exact,
            // Fractions are rounded to fit.
            format!("{:.2}", judgement.largest).trim_end_matches(".00"),
            judgement.overestimates.count,
            judgement.inconsistencies.count
        )?;
    }
    Ok(())
}

fn comparisons(out: &mut impl Write, audit: &Audit) -> io::Result<()> {
    writeln!(out)?;
    for audited in &audit.audited {
        for (other, comparison) in audit.comparisons(audited) {
            let (name, other) = (name(audited), other.name());
            let (larger, smaller) = (comparison.larger, comparison.smaller);
            let dominates = match (larger, smaller) {
                _ if !audit.is_proof() => "",
                (0, 0) => ": they are the same",
                // A heuristic that overestimates does not dominate.
                (_, 0) if audited.judgement.is_admissible() => ": it dominates",
                _ => "",
            };
            writeln!(
                out,
                "{name} against {other}: larger on {larger} boards, smaller on {smaller}{dominates}"
            )?;
        }
    }
    Ok(())
}
