//! `taquin check`: the verdict and the argument.

use super::{DRAWN_CELLS, draw, reachable_goals};
use crate::check::{Detail, Verdict};
use std::io::{self, Write};
use taquin::notation::Claim;
use taquin::solvability::{Argument, Disorder, DisorderRule, labels_reachable};
use taquin::{Board, Labels, Tile};

/// The verdict on the first line, the argument if requested, and advice for an unsolvable board.
pub fn check(out: &mut impl Write, verdict: &Verdict, detail: Detail) -> io::Result<()> {
    let solvable = verdict.argument.reachable();
    writeln!(out, "{}", if solvable { "solvable" } else { "unsolvable" })?;
    if detail == Detail::Argument {
        writeln!(out)?;
        explain(out, verdict)?;
    }
    if !solvable {
        if detail == Detail::Argument {
            writeln!(out)?;
        }
        suggest(out, verdict)?;
    }
    Ok(())
}

/// The argument alone.
pub fn explain(out: &mut impl Write, verdict: &Verdict) -> io::Result<()> {
    match &verdict.argument {
        Argument::Order { .. } => explain_order(out, verdict),
        Argument::Disorder { rule, start, goal } => {
            explain_disorder(out, verdict, *rule, start, goal)
        }
    }
}

fn suggest(out: &mut impl Write, verdict: &Verdict) -> io::Result<()> {
    reachable_goals(out, &verdict.reachable_goals)?;
    match verdict.swap {
        Some((a, b)) => writeln!(out, "Swapping tiles {a} and {b} would make it solvable."),
        None => writeln!(out, "No swap of two tiles would make it solvable."),
    }
}

fn explain_order(out: &mut impl Write, verdict: &Verdict) -> io::Result<()> {
    writeln!(
        out,
        "A {} board is a single line: no tile can pass another, so the order of the tiles never changes.",
        verdict.start.shape()
    )?;
    let Argument::Order {
        difference: Some(difference),
    } = &verdict.argument
    else {
        return writeln!(out, "Start and goal have the same order.");
    };
    writeln!(
        out,
        "The first difference is at tile {} of the line: {} in the start, {} in the goal.",
        difference.place + 1,
        difference.start,
        difference.goal
    )
}

fn explain_disorder(
    out: &mut impl Write,
    verdict: &Verdict,
    rule: DisorderRule,
    start: &Disorder,
    goal: &Disorder,
) -> io::Result<()> {
    let shape = verdict.start.shape();
    writeln!(
        out,
        "The disorder of a tile is the number of lower-numbered tiles after it in reading order."
    )?;
    match rule {
        DisorderRule::Tiles => writeln!(
            out,
            "A {shape} board has an odd width: its disorder is the sum over its tiles.\n\
             A horizontal move does not change the disorder; a move up or down takes a tile past {} others,\n\
             which changes the sum by an even number. So even stays even, and odd stays odd.",
            shape.cols() - 1
        )?,
        DisorderRule::TilesAndBlankRow => writeln!(
            out,
            "A {shape} board has an even width: its disorder is the sum over its tiles, plus the row of the blank\n\
             (counted from 1). A horizontal move changes neither; a move up or down takes a tile past {} {},\n\
             which changes the sum by an odd number, and the blank's row by one. So even stays even, and odd stays odd.",
            shape.cols() - 1,
            if shape.cols() == 2 { "other" } else { "others" }
        )?,
    }
    disorder(out, "start", &verdict.start, rule, start)?;
    disorder(out, "goal", &verdict.goal, rule, goal)?;
    let parity = |disorder: &Disorder| if disorder.is_odd() { "odd" } else { "even" };
    writeln!(out)?;
    if start.is_odd() == goal.is_odd() {
        writeln!(
            out,
            "Both are {}: the goal can be reached (that this is enough was shown by Johnson and Story in 1879).",
            parity(start)
        )
    } else {
        let (start, goal) = (parity(start), parity(goal));
        writeln!(
            out,
            "The start is {start} and the goal is {goal}: no sequence of moves leads from one to the other."
        )
    }
}

fn disorder(
    out: &mut impl Write,
    name: &str,
    board: &Board,
    rule: DisorderRule,
    disorder: &Disorder,
) -> io::Result<()> {
    writeln!(out)?;
    let parity = if disorder.is_odd() { "odd" } else { "even" };
    if board.shape().area() > DRAWN_CELLS {
        return writeln!(out, "{name}: disorder {}, {parity}", disorder.sum);
    }
    writeln!(out, "{name}:")?;
    draw(out, board)?;
    let counts = |tile: &Tile| !tile.is_blank() || rule == DisorderRule::TilesAndBlankRow;
    let counted = disorder.terms.iter().filter(|(tile, _)| counts(tile));
    let terms: Vec<String> = counted.map(|(_, term)| term.to_string()).collect();
    writeln!(
        out,
        "  disorder {} = {}, {parity}",
        terms.join("+"),
        disorder.sum
    )
}

/// The verdict on labels that cannot be numbered.
pub fn check_labels(
    out: &mut impl Write,
    start: &Labels,
    goal: &Labels,
    detail: Detail,
) -> io::Result<()> {
    let solvable = labels_reachable(start, goal) == Ok(true);
    writeln!(out, "{}", if solvable { "solvable" } else { "unsolvable" })?;
    if detail == Detail::Verdict {
        return Ok(());
    }
    let why = match start.repeated() {
        Some(label) if start.sorted() == goal.sorted() && !start.shape().is_line() => format!(
            "Several tiles are labelled `{label}`. Exchanging two of them cannot be seen but makes an odd arrangement even,\n\
             so every arrangement of the labels can be reached."
        ),
        _ if start.sorted() != goal.sorted() => {
            "Start and goal do not have the same labels.".into()
        }
        _ => {
            let order = if solvable { "is the same" } else { "differs" };
            format!(
                "On a single line no tile can pass another, and the order of the labels {order}."
            )
        }
    };
    writeln!(out, "\n{why}")
}

/// The warning about a false claim in a comment.
pub const fn false_claim(claim: Claim) -> &'static str {
    match claim {
        Claim::Solvable => {
            "a comment in the file says the puzzle is solvable, but for the snail goal it is not"
        }
        Claim::Unsolvable => {
            "a comment in the file says the puzzle is unsolvable, but for the snail goal it is solvable"
        }
    }
}
