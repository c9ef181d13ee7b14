//! Text for people.

use super::json;
use crate::cmd::check::Verdict;
use crate::cmd::solve::{Searched, Solved};
use crate::cmd::trace::{Counts, Moment};
use std::io::{self, Write};
use taquin::board::Board;
use taquin::goal::Goal;
use taquin::labels::Labels;
use taquin::notation::{self, Claim, Dialect, MoveLetters};
use taquin::shape::Move;
use taquin::solvability::{Argument, Disorder, DisorderRule};
use taquin::solve::{Answer, Guarantee, Report};
use taquin::tree::TreeNode;

/// Boards with more cells are not drawn, and their sums not written out.
const DRAWN_CELLS: usize = 400;

/// The verdict on the first line; for an unsolvable board what would help; the argument if asked for.
pub fn check(out: &mut impl Write, verdict: &Verdict, explain: bool) -> io::Result<()> {
    let solvable = verdict.argument.reachable();
    writeln!(out, "{}", if solvable { "solvable" } else { "unsolvable" })?;
    if explain {
        writeln!(out)?;
        match &verdict.argument {
            Argument::Order { .. } => explain_order(out, verdict)?,
            Argument::Disorder { rule, start, goal } => {
                explain_disorder(out, verdict, *rule, start, goal)?;
            }
        }
    }
    if !solvable {
        if explain {
            writeln!(out)?;
        }
        suggest(out, verdict)?;
    }
    Ok(())
}

fn suggest(out: &mut impl Write, verdict: &Verdict) -> io::Result<()> {
    reachable_goals(out, &verdict.reachable_goals)?;
    match verdict.swap {
        Some((a, b)) => writeln!(out, "Exchanging tiles {a} and {b} would make it solvable."),
        None => writeln!(out, "No exchange of two tiles would make it solvable."),
    }
}

fn reachable_goals(out: &mut impl Write, goals: &[Goal]) -> io::Result<()> {
    let goals: Vec<&str> = goals.iter().map(|goal| goal.name()).collect();
    match goals.as_slice() {
        [] => writeln!(
            out,
            "None of the usual goals (last, first, snail) can be reached."
        ),
        goals => writeln!(
            out,
            "Usual goals that can be reached: {}.",
            goals.join(", ")
        ),
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
        "Tile number {} in line is {} in the start and {} in the goal.",
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
             A move sideways changes no disorder; a move up or down takes a tile past {} others,\n\
             which changes the sum by an even number. So even stays even, and odd stays odd.",
            shape.cols() - 1
        )?,
        DisorderRule::TilesAndBlankRow => writeln!(
            out,
            "A {shape} board has an even width: its disorder is the sum over its tiles, plus the row of the blank\n\
             (counted from 1). A move sideways changes neither; a move up or down takes a tile past {} {},\n\
             which changes the sum by an odd number, and the blank's row by one. So even stays even, and odd stays odd.",
            shape.cols() - 1,
            if shape.cols() == 2 { "other" } else { "others" }
        )?,
    }
    disorder(out, "start", &verdict.start, start)?;
    disorder(out, "goal", &verdict.goal, goal)?;
    let parity = |disorder: &Disorder| if disorder.is_odd() { "odd" } else { "even" };
    writeln!(out)?;
    if start.is_odd() == goal.is_odd() {
        writeln!(out, "Both are {}: the goal can be reached.", parity(start))
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
    disorder: &Disorder,
) -> io::Result<()> {
    writeln!(out)?;
    let parity = if disorder.is_odd() { "odd" } else { "even" };
    if board.shape().area() > DRAWN_CELLS {
        return writeln!(out, "{name}: disorder {}, {parity}", disorder.sum);
    }
    writeln!(out, "{name}:")?;
    draw(out, board)?;
    let terms: Vec<String> = disorder
        .terms
        .iter()
        .map(|(_, term)| term.to_string())
        .collect();
    writeln!(
        out,
        "  disorder {} = {}, {parity}",
        terms.join("+"),
        disorder.sum
    )
}

/// A board with its columns aligned and nothing at the blank.
fn draw(out: &mut impl Write, board: &Board) -> io::Result<()> {
    let width = (board.shape().area() - 1).to_string().len();
    for row in board.rows() {
        write!(out, " ")?;
        for tile in row {
            match tile.is_blank() {
                true => write!(out, " {:>width$}", "·")?,
                false => write!(out, " {tile:>width$}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The verdict on labels that may repeat.
pub fn check_labels(
    out: &mut impl Write,
    start: &Labels,
    goal: &Labels,
    solvable: bool,
    explain: bool,
) -> io::Result<()> {
    writeln!(out, "{}", if solvable { "solvable" } else { "unsolvable" })?;
    if !explain {
        return Ok(());
    }
    let why = if start.sorted() != goal.sorted() {
        "Start and goal do not have the same labels.".to_string()
    } else if start.shape().is_line() {
        let order = if solvable { "is the same" } else { "differs" };
        format!("On a single line no tile can pass another, and the order of the labels {order}.")
    } else if let Some(label) = start.repeated() {
        format!(
            "Several tiles are labelled `{label}`. Exchanging two of them cannot be seen but makes an odd arrangement even,\n\
             so every arrangement of the labels can be reached."
        )
    } else {
        "All labels differ: number them and see `taquin check --explain` for the argument."
            .to_string()
    };
    writeln!(out, "\n{why}")
}

/// What to say about a comment that is wrong.
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

/// A name and a number of moves, -1 for an unsolvable board, as the course's checker prints them.
pub fn brief(out: &mut impl Write, solved: &Solved) -> io::Result<()> {
    match &solved.result {
        Err(_) => writeln!(out, "{}: -1", solved.name),
        Ok(searched) => match &searched.report.answer {
            Answer::Solved(solution, _) => {
                writeln!(out, "{}: {}", solved.name, solution.moves().len())
            }
            Answer::TooLong | Answer::Stopped => {
                writeln!(
                    out,
                    "{}: at least {}",
                    solved.name, searched.report.lower_bound
                )
            }
        },
    }
}

/// The answer, the moves, what the search did, and every board if asked for.
pub fn solve(out: &mut impl Write, solved: &Solved) -> io::Result<()> {
    let searched = match &solved.result {
        Ok(searched) => searched,
        Err(unsolvable) => {
            writeln!(out, "unsolvable")?;
            return reachable_goals(out, &unsolvable.reachable_goals);
        }
    };
    match &searched.report.answer {
        Answer::Solved(solution, guarantee) => {
            let length = solution.moves().len();
            writeln!(
                out,
                "length: {length} ({})",
                self::guarantee(*guarantee, searched.report.lower_bound)
            )?;
            let moves = moves(solution.moves(), solved.letters, &solved.start);
            writeln!(out, "moves: {moves}")?;
        }
        Answer::TooLong => writeln!(
            out,
            "no solution of that length: at least {} moves",
            searched.report.lower_bound
        )?,
        Answer::Stopped => {
            let why = match json::reason(searched) {
                "search" => "beyond the reach of the searches tried",
                why => why,
            };
            writeln!(
                out,
                "not solved ({why}): at least {} moves",
                searched.report.lower_bound
            )?;
        }
    }
    statistics(out, searched)?;
    if let (Answer::Solved(solution, _), true) = (&searched.report.answer, solved.states) {
        for board in solution.boards() {
            writeln!(out)?;
            draw(out, &board)?;
        }
    }
    Ok(())
}

fn guarantee(guarantee: Guarantee, lower_bound: u32) -> String {
    match guarantee {
        Guarantee::Optimal => "shortest".into(),
        Guarantee::AtMostTimes(weight) => {
            format!(
                "at most {} times the shortest, which has at least {lower_bound}",
                weight.get()
            )
        }
        Guarantee::None => format!("the shortest has at least {lower_bound}"),
    }
}

/// Letters for tiles, small letters with spaces for the blank, numbers with spaces.
fn moves(moves: &[Move], letters: MoveLetters, start: &Board) -> String {
    let written =
        notation::write_moves(moves, letters, start).expect("a solution's moves are possible");
    match letters {
        MoveLetters::Tile | MoveLetters::Numbers => written,
        MoveLetters::Blank => {
            let letters: Vec<String> = written.to_lowercase().chars().map(String::from).collect();
            letters.join(" ")
        }
    }
}

fn statistics(out: &mut impl Write, searched: &Searched) -> io::Result<()> {
    let Report {
        algorithm,
        estimate,
        stats,
        ..
    } = &searched.report;
    writeln!(out, "algorithm: {}", algorithm.name())?;
    if algorithm.uses_heuristic() {
        writeln!(out, "heuristic: {}", estimate.name())?;
    }
    writeln!(out, "order: {}", json::order(searched.order))?;
    writeln!(out, "selected: {}", stats.selected)?;
    writeln!(out, "generated: {}", stats.generated)?;
    writeln!(out, "reopened: {}", stats.reopened)?;
    writeln!(out, "duplicates: {}", stats.duplicates)?;
    writeln!(out, "peak states: {}", stats.peak_states)?;
    writeln!(out, "peak bytes: {}", stats.peak_bytes)?;
    writeln!(out, "seconds: {:.3}", searched.seconds)
}

/// The head of a comparison.
pub fn compare_head(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<16}{:<18}{:>7}{:>13}{:>13}{:>13}{:>13}{:>10}",
        "algorithm",
        "heuristic",
        "length",
        "selected",
        "generated",
        "peak states",
        "peak bytes",
        "seconds"
    )
}

/// One search of a comparison; a length that is not known is a lower bound.
pub fn compare(out: &mut impl Write, searched: &Searched) -> io::Result<()> {
    let Report {
        algorithm,
        estimate,
        stats,
        answer,
        lower_bound,
    } = &searched.report;
    let length = match answer {
        Answer::Solved(solution, _) => solution.moves().len().to_string(),
        Answer::TooLong | Answer::Stopped => format!("≥ {lower_bound}"),
    };
    let heuristic = if algorithm.uses_heuristic() {
        estimate.name()
    } else {
        "-"
    };
    writeln!(
        out,
        "{:<16}{:<18}{:>7}{:>13}{:>13}{:>13}{:>13}{:>10.3}",
        algorithm.name(),
        heuristic,
        length,
        stats.selected,
        stats.generated,
        stats.peak_states,
        stats.peak_bytes,
        searched.seconds
    )
}

/// The queue before a step: boards side by side, the best first, as in the Princeton course's example.
pub fn trace_step(out: &mut impl Write, moment: &Moment<'_>) -> io::Result<()> {
    let label = format!("Step {}:", moment.step);
    let indent = label.len().max(11);
    let heuristic = if moment.algorithm.uses_heuristic() {
        moment.estimate.name()
    } else {
        "estimate"
    };
    let names = ["priority", "moves", heuristic];
    let size =
        moment
            .queue
            .first()
            .map_or(String::new(), |waiting| match waiting.seen.board.shape() {
                shape if shape.is_square() => shape.rows().to_string(),
                shape => shape.to_string(),
            });
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    let columns: Vec<Vec<String>> = moment
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
    if moment.more > 0 {
        writeln!(out, "{:indent$}and {} more", "", moment.more)?;
    }
    writeln!(out)
}

/// What a trace counted.
pub fn trace_end(out: &mut impl Write, counts: Counts, length: Option<usize>) -> io::Result<()> {
    let Counts { enqueued, dequeued } = counts;
    match length {
        Some(length) => writeln!(
            out,
            "solved in {length} moves: {enqueued} enqueued, {dequeued} dequeued"
        ),
        None => writeln!(
            out,
            "stopped after {dequeued} steps (--steps shows more): {enqueued} enqueued, {dequeued} dequeued"
        ),
    }
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
        let board =
            notation::write(&node.board, Dialect::Slash).expect("slashes carry every board");
        let last = node.last.map_or(String::new(), |m| format!("{m}: "));
        writeln!(
            out,
            "{:indent$}{last}{}",
            "",
            board.trim_end(),
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
        "\n{} boards; at each depth: {}",
        nodes.len(),
        counts.join(", ")
    )
}
