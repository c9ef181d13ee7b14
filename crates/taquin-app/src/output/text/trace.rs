//! `taquin trace` and `taquin tree`.

use super::check::explain;
use crate::check::Verdict;
use crate::trace::lockstep::LockstepResult;
use crate::trace::prune::Pruned;
use crate::trace::queue::Counts;
use crate::trace::{Part, TraceStep, UnsolvableEnd};
use crate::words::{self, many};
use std::io::{self, Write};
use taquin::notation;
use taquin::search::Side;
use taquin::solve::Answer;
use taquin::space::MoveOrder;
use taquin::tools::lockstep::LockstepSide;
use taquin::tools::tree::TreeNode;

/// The queue before a step: boards side by side, best board first, as in the example of the Princeton course.
pub fn trace_step(out: &mut impl Write, step: &TraceStep<'_>) -> io::Result<()> {
    let part = match step.part {
        None => "",
        Some(Part::End(Side::Forward)) => ", from the start",
        Some(Part::End(Side::Backward)) => ", from the goal",
        Some(Part::Lockstep(LockstepSide::Board)) => ", board",
        Some(Part::Lockstep(LockstepSide::Twin)) => ", twin",
    };
    let label = format!("Step {}{part}:", step.step);
    let indent = (label.len() + 1).max(11);
    let heuristic = if step.algorithm.uses_heuristic() {
        step.heuristic.name()
    } else {
        "estimate"
    };
    let names = ["priority", "moves", heuristic];
    let size =
        step.queue
            .first()
            .map_or(String::new(), |waiting| match waiting.seen.board.shape() {
                shape if shape.is_square() => shape.rows().to_string(),
                shape => shape.to_string(),
            });
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    let columns: Vec<Vec<String>> = step
        .queue
        .iter()
        .map(|waiting| {
            let values = [waiting.priority, waiting.seen.g, waiting.seen.h];
            let heads = names
                .iter()
                .zip(values)
                .map(|(name, value)| format!("{name:<width$} = {value}"));
            let board = waiting.seen.board.rows().map(|row| {
                let cells: Vec<String> = row
                    .iter()
                    .map(|tile| format!("{:>2}", tile.to_string()))
                    .collect();
                cells.join(" ")
            });
            heads.chain([size.clone()]).chain(board).collect()
        })
        .collect();
    let column_width = columns.iter().flatten().map(String::len).max().unwrap_or(0) + 4;
    for line in 0..columns.first().map_or(0, Vec::len) {
        let cells: String = columns
            .iter()
            .map(|column| format!("{:<column_width$}", column[line]))
            .collect();
        let label = if line == 0 { label.as_str() } else { "" };
        writeln!(out, "{}", format!("{label:<indent$}{cells}").trim_end())?;
    }
    if step.more > 0 {
        writeln!(out, "{:indent$}and {} more", "", step.more)?;
    }
    if let Some(pruned) = step.pruned {
        writeln!(out, "{:indent$}{}", "", pruned_children(pruned))?;
    }
    writeln!(out)
}

fn pruned_children(pruned: &[Pruned]) -> String {
    if pruned.is_empty() {
        return "pruned: nothing".into();
    }
    let child = |child: &Pruned| format!("{} (priority {})", child.m, child.priority);
    let children: Vec<String> = pruned.iter().map(child).collect();
    format!("pruned: {}", children.join(", "))
}

/// An iteration of IDA*.
pub fn trace_bound(out: &mut impl Write, bound: u32, is_first: bool) -> io::Result<()> {
    if is_first {
        writeln!(out, "Bound {bound}\n")
    } else {
        writeln!(
            out,
            "Bound {bound}: the smallest priority that was pruned\n"
        )
    }
}

/// The counts of a trace.
pub fn trace_end(
    out: &mut impl Write,
    counts: Counts,
    answer: &Answer,
    order: MoveOrder,
) -> io::Result<()> {
    let Counts { enqueued, dequeued } = counts;
    match answer {
        Answer::Solved(solution, _) => {
            write!(out, "solved in {}", many(solution.moves().len(), "move"))?
        }
        Answer::TooLong => write!(out, "no solution of that length")?,
        _ => write!(
            out,
            "stopped after {} (--steps shows more)",
            many(dequeued, "step")
        )?,
    }
    writeln!(out, ": {enqueued} enqueued, {dequeued} dequeued")?;
    writeln!(out, "order: {}", words::order(order))
}

/// The end of a trace of a board that cannot be solved, and why it cannot.
pub fn trace_exhausted(
    out: &mut impl Write,
    counts: Counts,
    end: UnsolvableEnd,
    verdict: &Verdict,
) -> io::Result<()> {
    let Counts { enqueued, dequeued } = counts;
    match end {
        UnsolvableEnd::Exhausted => writeln!(
            out,
            "unsolvable: the search expanded every reachable board without finding the goal: {enqueued} enqueued, {dequeued} dequeued"
        )?,
        UnsolvableEnd::MaxLength(most) => writeln!(
            out,
            "stopped by --max-length: no solution has at most {}, and the board is unsolvable: {enqueued} enqueued, {dequeued} dequeued",
            many(most, "move")
        )?,
        UnsolvableEnd::Steps => writeln!(
            out,
            "stopped after {}: the board is unsolvable, and IDA* does not remember which boards it has seen.\n\
         It would go on with larger and larger bounds and never end; A* ends when it has expanded them all.",
            many(dequeued, "step")
        )?,
    }
    writeln!(out)?;
    explain(out, verdict)
}

/// The end of a comparison of searches on a board that cannot be solved, and why it cannot.
pub fn exhausted(out: &mut impl Write, verdict: &Verdict) -> io::Result<()> {
    writeln!(
        out,
        "\nunsolvable: every search expanded every reachable board without finding the goal.\n"
    )?;
    explain(out, verdict)
}

/// The end of a search of a board and its twin.
pub fn trace_lockstep(out: &mut impl Write, result: &LockstepResult) -> io::Result<()> {
    let [board, twin] = result.counts;
    match result.winner {
        Some((LockstepSide::Board, moves)) => write!(out, "solved in {}", many(moves, "move"))?,
        Some((LockstepSide::Twin, moves)) => write!(
            out,
            "unsolvable: the twin reached the goal in {}, and only one of the two can",
            many(moves, "move")
        )?,
        None => write!(out, "stopped: too many boards in the queues")?,
    }
    writeln!(
        out,
        "\nboard: {} enqueued, {} dequeued\ntwin: {} enqueued, {} dequeued",
        board.enqueued, board.dequeued, twin.enqueued, twin.dequeued
    )
}

/// A tree, indented, with the move that leads to each board.
pub fn tree(out: &mut impl Write, nodes: &[TreeNode]) -> io::Result<()> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(number);
        }
    }
    let mut todo = vec![0];
    while let Some(number) = todo.pop() {
        let node = &nodes[number];
        let board = notation::slashes(&node.board);
        let last = node.last.map_or(String::new(), |m| format!("{m}: "));
        writeln!(
            out,
            "{:indent$}{last}{board}",
            "",
            indent = 2 * node.depth as usize
        )?;
        todo.extend(children[number].iter().rev());
    }
    let deepest = nodes.last().map_or(0, |node| node.depth);
    let count = |depth| {
        nodes
            .iter()
            .filter(|node| node.depth == depth)
            .count()
            .to_string()
    };
    let counts: Vec<String> = (0..=deepest).map(count).collect();
    writeln!(
        out,
        "\n{}; at each depth: {}",
        many(nodes.len(), "board"),
        counts.join(", ")
    )
}
