//! `taquin verify`: the verdict first, then what is known about the moves.

use super::solve::guarantee;
use super::{DRAWN_CELLS, draw};
use crate::limits::Reason;
use crate::verify::Judged;
use crate::words::{broken_step, many, slide, tried};
use std::io::{self, Write};
use taquin::notation::{self, Dialect};
use taquin::solve::Guarantee;
use taquin::tools::analyse::{Judgement, NearMiss, Tried, Verdict};
use taquin::{Board, Metric};

/// One line: the name, and the verdict.
pub fn verify_line(out: &mut impl Write, judged: &Judged) -> io::Result<()> {
    write!(out, "{}: {}", judged.given.name, verdict(judged))?;
    match advice(judged) {
        Some(advice) => writeln!(out, ". {advice}"),
        None => writeln!(out),
    }
}

/// The verdict, the board where the moves fail, and the lost moves.
pub fn verify(out: &mut impl Write, judged: &Judged) -> io::Result<()> {
    writeln!(out, "{}", verdict(judged))?;
    match &judged.verdict {
        Some(Verdict::Impossible { board, place, .. }) => {
            drawn(out, &format!("before move {}", place + 1), board)?;
        }
        Some(Verdict::Elsewhere { end, .. }) => drawn(out, "at the end", end)?,
        Some(Verdict::Broken(broken)) => {
            let (before, after) = match broken.place {
                0 => ("the start".into(), "the first board".into()),
                place => (
                    format!("before step {place}"),
                    format!("after step {place}"),
                ),
            };
            drawn(out, &before, &broken.before)?;
            drawn(out, &after, &broken.after)?;
        }
        Some(Verdict::Right) => lengths(out, judged)?,
        None => {}
    }
    if let Some(advice) = advice(judged) {
        writeln!(out, "{advice}")?;
    }
    match &judged.judgement {
        Some(judgement) if judgement.is_optimal() != Some(true) => losses(out, judged, judgement),
        _ => Ok(()),
    }
}

fn verdict(judged: &Judged) -> String {
    let claims = &judged.given.claims;
    match &judged.verdict {
        None => match &claims.status {
            Some(status) if judged.is_right() => format!("right: {status}, as claimed"),
            Some(_) if claims.is_solvable() == Some(true) => {
                "wrong: claimed to be solvable, but it is unsolvable".into()
            }
            Some(_) if claims.is_unsolvable() => {
                "wrong: claimed to be unsolvable, but it is solvable".into()
            }
            Some(status) => format!("wrong: there are no moves (the status is {status})"),
            None => "wrong: there are no moves".into(),
        },
        Some(Verdict::Right) => right(judged),
        Some(verdict) if !judged.is_solvable => {
            let also = match verdict {
                Verdict::Impossible { place, tried, .. } => {
                    format!("; and {}", impossible(judged, *place, *tried))
                }
                Verdict::Broken(broken) => format!("; and {}", broken_step(broken)),
                _ => String::new(),
            };
            format!(
                "wrong: no moves lead from this board to this goal (taquin check --explain says why){also}"
            )
        }
        Some(Verdict::Impossible { place, tried, .. }) => {
            format!("wrong: {}", impossible(judged, *place, *tried))
        }
        Some(Verdict::Broken(broken)) => format!("wrong: {}", broken_step(broken)),
        Some(Verdict::Elsewhere { wrong_tiles: 1, .. }) => {
            "wrong: the moves end at another board, with 1 tile in a wrong place".into()
        }
        Some(Verdict::Elsewhere { wrong_tiles, .. }) => {
            format!(
                "wrong: the moves end at another board, with {wrong_tiles} tiles in wrong places"
            )
        }
    }
}

fn right(judged: &Judged) -> String {
    let Some(judgement) = &judged.judgement else {
        return "right".into();
    };
    let known = length(judgement);
    if judged.false_claims.is_empty() {
        format!("right: {known}")
    } else {
        format!(
            "wrong: {} (the moves are right: {known})",
            judged.false_claims.join("; ")
        )
    }
}

fn impossible(judged: &Judged, place: usize, attempt: Tried) -> String {
    let written = tried(attempt, judged.letters());
    match attempt {
        Tried::Move(_) => format!(
            "move {} ({written}) is not possible: the blank is at the edge",
            place + 1
        ),
        Tried::Tile(_) => format!(
            "move {} (tile {written}) is not possible: the tile is not next to the blank",
            place + 1
        ),
    }
}

fn counted(count: usize, metric: Metric) -> String {
    let unit = match metric {
        Metric::SingleTile => "move",
        Metric::MultiTile => "slide",
    };
    many(count, unit)
}

fn length(judgement: &Judgement) -> String {
    known_length(
        &counted(judgement.length, judgement.metric),
        (judgement.length, judgement.shortest, judgement.lower_bound),
    )
}

/// A length, as it is written, and how far from the shortest it is.
pub(super) fn known_length(
    counted: &str,
    (length, shortest, lower_bound): (usize, Option<usize>, usize),
) -> String {
    match shortest {
        Some(shortest) if shortest == length => format!("{counted}, shortest"),
        Some(shortest) => {
            let more = length - shortest;
            format!("{counted}, {more} more than the shortest ({shortest})")
        }
        None => {
            let known = guarantee(Guarantee::None, length, lower_bound as u64);
            format!("{counted} ({known})")
        }
    }
}

fn lengths(out: &mut impl Write, judged: &Judged) -> io::Result<()> {
    let Some(played) = &judged.given.played else {
        return Ok(());
    };
    let [moves, slides] = [Metric::SingleTile, Metric::MultiTile]
        .map(|metric| counted(metric.length(&played.moves), metric));
    writeln!(
        out,
        "length: {moves} of one tile, {slides} of a line of tiles"
    )
}

/// How to correct wrong moves, or the goal.
fn advice(judged: &Judged) -> Option<String> {
    let is_near = !matches!(judged.near_miss, None | Some(NearMiss::GoesOn(0)));
    match &judged.verdict {
        Some(Verdict::Elsewhere { end, .. }) if judged.given.is_default_goal && !is_near => {
            other_goal(judged, end)
        }
        _ => judged
            .near_miss
            .map(|near_miss| correction(judged, near_miss)),
    }
}

/// Where legal moves end that were perhaps meant for that goal.
fn other_goal(judged: &Judged, end: &Board) -> Option<String> {
    let (given, shape) = (&judged.given, end.shape());
    let played = given.played.as_ref()?;
    let length = counted(given.metric.length(&played.moves), given.metric);
    let end = notation::write(end, Dialect::Slash).ok()?;
    let end = end.trim_end();
    (shape.area() <= DRAWN_CELLS && !played.moves.is_empty()).then(|| {
        format!("It is a legal sequence of {length}. If the board at its end is the goal, add --goal \"{end}\".")
    })
}

fn correction(judged: &Judged, near_miss: NearMiss) -> String {
    match near_miss {
        NearMiss::GoesOn(0) => "The start is already the goal: leave out the moves.".into(),
        NearMiss::GoesOn(after) => {
            format!("They reach the goal after move {after}; remove the moves after it.")
        }
        NearMiss::Mirrored => {
            let letters = judged.right_letters().name();
            let known = judged.judgement.as_ref().map(length);
            format!(
                "They look like moves of the {letters}: with --moves-from {letters} they are right ({}).",
                known.unwrap_or_default()
            )
        }
        NearMiss::Backwards => {
            "They lead from the goal to the start: in reverse order and with opposite directions, they are right.".into()
        }
        NearMiss::OtherGoal(goal) => {
            format!("They lead to another standard goal: with --goal {goal} they are right.")
        }
    }
}

fn drawn(out: &mut impl Write, what: &str, board: &Board) -> io::Result<()> {
    if board.shape().area() > DRAWN_CELLS {
        return Ok(());
    }
    writeln!(out, "{what}:")?;
    draw(out, board)
}

/// The moves after which every solution is longer, and the board before the first of them.
fn losses(out: &mut impl Write, judged: &Judged, judgement: &Judgement) -> io::Result<()> {
    let why = match judged.reason {
        Some(Reason::Time) => "the time limit was reached; raise it with --time",
        Some(Reason::Memory) => "the memory limit was reached",
        Some(Reason::NoMemory) => "the system has no more memory",
        Some(Reason::Interrupted) => "interrupted",
        None => "no shortest solution can be found",
    };
    if judgement.shortest.is_none() {
        return writeln!(out, "lost moves: not known ({why})");
    }
    if let Some(first) = judgement.losses.first() {
        writeln!(out, "lost moves:")?;
        writeln!(
            out,
            "{:>8}  {:<8}{:<8}{:>11}{:>10}",
            "move", "played", "better", "left before", "after"
        )?;
        let letters = judged.right_letters();
        for loss in &judgement.losses {
            let written = |better| slide(better, letters, &loss.board);
            let better = loss.better.map_or_else(|| "stop".into(), written);
            let (place, played) = (loss.place + 1, written(loss.played));
            let (before, after) = (loss.before, loss.after);
            writeln!(
                out,
                "{place:>8}  {played:<8}{better:<8}{before:>11}{after:>10}"
            )?;
        }
        let more = judgement.lost_moves - judgement.losses.len();
        if more > 0 {
            writeln!(out, "  … and {more} more")?;
        }
        drawn(
            out,
            &format!("before move {}", first.place + 1),
            &first.board,
        )?;
    }
    if judgement.followed < judgement.length {
        let (followed, length) = (judgement.followed, judgement.length);
        writeln!(
            out,
            "lost moves are known up to move {followed} of {length} ({why})"
        )?;
    }
    Ok(())
}
