//! `taquin solve` and `taquin compare`.

use super::{draw, reachable_goals};
use crate::generate::GeneratedBoard;
use crate::limits::Iteration;
use crate::search::stream::{CONSTRUCT, Streamed};
use crate::search::{CommandUse, Searched, Solved};
use crate::words::{self, many};
use std::io::{self, Write};
use taquin::notation::{self, MoveFormat, MoveLetters};
use taquin::search::Stats;
use taquin::solve::{Answer, Guarantee, HeuristicKind, Report};
use taquin::space::MoveOrder;
use taquin::{Board, Metric, Move, Slide};

/// A name and a number of moves, -1 for an unsolvable board, as the course's checker prints them.
pub fn brief(out: &mut impl Write, solved: &Solved) -> io::Result<()> {
    match &solved.result {
        Err(_) => writeln!(out, "{}: -1", solved.name),
        Ok(searched) => match &searched.report.answer {
            Answer::Solved(solution, _) => {
                writeln!(
                    out,
                    "{}: {}",
                    solved.name,
                    solved.metric.length(solution.moves())
                )
            }
            _ => {
                writeln!(
                    out,
                    "{}: at least {}",
                    solved.name, searched.report.lower_bound
                )
            }
        },
    }
}

/// The board of the solution below it; `taquin verify` reads it.
pub fn start(out: &mut impl Write, board: &Board) -> io::Result<()> {
    writeln!(out, "start: {}", notation::slashes(board))
}

/// The answer, the moves, the statistics, and every board if requested.
pub fn solve(out: &mut impl Write, solved: &Solved) -> io::Result<()> {
    let searched = match &solved.result {
        Ok(searched) => searched,
        Err(unsolvable) => {
            writeln!(out, "unsolvable")?;
            reachable_goals(out, &unsolvable.reachable_goals())?;
            return if solved.states {
                state(out, &solved.start)
            } else {
                Ok(())
            };
        }
    };
    match &searched.report.answer {
        Answer::Solved(solution, guarantee) => {
            let length = solved.metric.length(solution.moves());
            let known = self::guarantee(*guarantee, length, searched.report.lower_bound.into());
            let condition = if is_conditional(searched) {
                "; shortest if the heuristic never overestimates"
            } else {
                ""
            };
            let metric = metric_note(solved.metric);
            writeln!(out, "length: {length} ({known}{condition}{metric})")?;
            let moves = moves(solution.moves(), solved.format, &solved.start);
            writeln!(out, "moves: {moves}")?;
            letters(out, solved.format)?;
            if solved.all_optimal {
                all_shortest(out, solved, searched)?;
            }
        }
        Answer::TooLong => writeln!(
            out,
            "no solution of that length: at least {}",
            many(searched.report.lower_bound, "move")
        )?,
        _ => {
            let why = match (searched.why_unsolved(), searched.report.too_long) {
                ("max-length", Some(length)) => {
                    format!("the solution found has {}", many(length, "move"))
                }
                ("search", _) => "out of reach of the searches tried".into(),
                (why, _) => why.into(),
            };
            writeln!(
                out,
                "not solved ({why}): at least {}",
                many(searched.report.lower_bound, "move")
            )?;
        }
    }
    search_statistics(out, searched)?;
    if solved.show_iterations {
        iterations(out, &searched.iterations)?;
    }
    if let (Answer::Solved(solution, _), true) = (&searched.report.answer, solved.states) {
        for board in solution.boards() {
            state(out, &board)?;
        }
    }
    Ok(())
}

/// One of the boards of a solution. A drawn line of tiles could be read as another board.
fn state(out: &mut impl Write, board: &Board) -> io::Result<()> {
    writeln!(out)?;
    if board.shape().is_line() {
        writeln!(out, "{}", notation::slashes(board))
    } else {
        draw(out, board)
    }
}

/// What a length counts, if it does not count moves of one tile; `taquin verify` reads it.
const fn metric_note(metric: Metric) -> &'static str {
    match metric {
        Metric::SingleTile => "",
        Metric::MultiTile => ", mtm",
    }
}

/// What the words of moves stand for, if that cannot be seen; other commands read it.
fn letters(out: &mut impl Write, format: MoveFormat) -> io::Result<()> {
    match format.written_letters() {
        letters @ (MoveLetters::Blank | MoveLetters::Clicks) => {
            writeln!(out, "moves are: {}", letters.name())
        }
        _ => Ok(()),
    }
}

/// The number of shortest solutions, their first moves, and as many of them as requested.
fn all_shortest(out: &mut impl Write, solved: &Solved, searched: &Searched) -> io::Result<()> {
    let Some(all) = &searched.report.all_shortest else {
        return writeln!(
            out,
            "shortest solutions: unknown, because this one may be longer"
        );
    };
    if all.is_complete {
        writeln!(out, "shortest solutions: {}", all.count)?
    } else {
        // The one above is one of them even if no other was found.
        writeln!(
            out,
            "shortest solutions: at least {} ({})",
            all.count.max(1),
            searched.why_unsolved()
        )?
    }
    let written = |list: &[Move]| moves(list, solved.format, &solved.start);
    let slide = |slide: &Slide| written(&slide.moves().collect::<Vec<_>>());
    let first: Vec<String> = all.first_moves.iter().map(slide).collect();
    if first.is_empty() {
        return Ok(());
    }
    let so_far = if all.is_complete { "" } else { " (so far)" };
    writeln!(out, "first moves{so_far}: {}", first.join(", "))?;
    for solution in &all.solutions {
        writeln!(out, "  {}", written(solution.moves()))?;
    }
    let more = all.count - all.solutions.len() as u128;
    if more > 0 && !all.solutions.is_empty() {
        writeln!(out, "  … and {more} more (--list prints them)")?;
    }
    Ok(())
}

/// A solution in a list of boards: a comment, so that the boards can still be read.
pub fn key(out: &mut impl Write, searched: &Searched, made: &GeneratedBoard) -> io::Result<()> {
    let bound = searched.report.lower_bound;
    let Answer::Solved(solution, guarantee) = &searched.report.answer else {
        return writeln!(out, "# not solved: at least {}", many(bound, "move"));
    };
    let length = made.metric.length(solution.moves());
    let known = self::guarantee(*guarantee, length, bound.into());
    let moves = moves(solution.moves(), made.format, &made.board);
    let metric = metric_note(made.metric);
    writeln!(out, "# {} ({known}{metric}): {moves}", many(length, "move"))
}

/// What is known about a length, in words.
pub(super) fn guarantee(guarantee: Guarantee, length: usize, lower_bound: u64) -> String {
    match guarantee {
        Guarantee::Optimal => "shortest".into(),
        Guarantee::AtMostTimes(weight) => {
            format!(
                "at most {} times the shortest, which has at least {lower_bound}",
                weight.get()
            )
        }
        Guarantee::None if lower_bound == 0 => "the shortest has at least 0".into(),
        _ => {
            // Rounded up, so that the statement holds.
            let times = (length as f64 / lower_bound as f64 * 100.0).ceil() / 100.0;
            format!("the shortest has at least {lower_bound}: at most {times:.2} times as long")
        }
    }
}

/// As [`MoveFormat::write`] does, but lower-case letters with spaces for the blank.
pub(super) fn moves(moves: &[Move], format: MoveFormat, start: &Board) -> String {
    let written = format
        .write(moves, start)
        .expect("a solution's moves are possible");
    match format.letters {
        MoveLetters::Blank if format.is_compact => written.to_lowercase(),
        MoveLetters::Blank => {
            let letters: Vec<String> = written.to_lowercase().chars().map(String::from).collect();
            letters.join(" ")
        }
        _ => written,
    }
}

/// A solution that is written move by move.
pub fn streamed(
    out: &mut impl Write,
    streamed: &Streamed<'_>,
    format: MoveFormat,
    order: MoveOrder,
    states: bool,
) -> io::Result<()> {
    let Streamed {
        length,
        lower_bound,
        ..
    } = *streamed;
    let known = guarantee(streamed.guarantee(), length, lower_bound);
    writeln!(out, "length: {length} ({known})")?;
    writeln!(out, "moves: {}", streamed.moves(format).spaced())?;
    letters(out, format)?;
    writeln!(out, "algorithm: {CONSTRUCT}")?;
    statistics(out, order, &streamed.stats(), streamed.seconds)?;
    if states {
        streamed.each_board(|board| state(out, board))?;
    }
    Ok(())
}

fn search_statistics(out: &mut impl Write, searched: &Searched) -> io::Result<()> {
    let Report {
        algorithm, stats, ..
    } = &searched.report;
    writeln!(out, "algorithm: {}", algorithm.name())?;
    if algorithm.uses_heuristic() {
        writeln!(out, "heuristic: {}", searched.report.heuristic_name())?;
    }
    if let Some(CommandUse { command, evaluated }) = &searched.command {
        writeln!(out, "command: {command}")?;
        writeln!(out, "evaluated: {evaluated}")?;
    }
    overestimate(out, searched)?;
    statistics(out, searched.order, stats, searched.seconds)
}

/// Whether the length would be a shortest one if the user's heuristic were admissible.
fn is_conditional(searched: &Searched) -> bool {
    let Report {
        algorithm,
        heuristic,
        overestimate,
        answer,
        ..
    } = &searched.report;
    *heuristic == HeuristicKind::External
        && algorithm.guarantee() == Guarantee::Optimal
        && overestimate.is_none()
        && matches!(answer, Answer::Solved(_, Guarantee::None))
}

/// The board that proves that the user's heuristic is not admissible.
fn overestimate(out: &mut impl Write, searched: &Searched) -> io::Result<()> {
    let Some(found) = &searched.report.overestimate else {
        return Ok(());
    };
    let board = notation::slashes(&found.board);
    let moves = many(found.at_most, "move");
    writeln!(
        out,
        "not admissible: the heuristic says {} for {board}, which needs at most {moves}",
        found.estimate
    )
}

fn statistics(
    out: &mut impl Write,
    order: MoveOrder,
    stats: &Stats,
    seconds: f64,
) -> io::Result<()> {
    writeln!(out, "order: {}", words::order(order))?;
    writeln!(out, "selected: {}", stats.selected)?;
    writeln!(out, "generated: {}", stats.generated)?;
    writeln!(out, "reopened: {}", stats.reopened)?;
    writeln!(out, "duplicates: {}", stats.duplicates)?;
    writeln!(out, "peak states: {}", stats.peak_states)?;
    writeln!(out, "peak bytes: {}", stats.peak_bytes)?;
    writeln!(out, "seconds: {seconds:.3}")
}

/// A table of the iterations of IDA*.
pub(super) fn iterations(out: &mut impl Write, iterations: &[Iteration]) -> io::Result<()> {
    if iterations.is_empty() {
        return writeln!(out, "iterations: none (only searches with IDA* have them)");
    }
    writeln!(out, "iterations:")?;
    writeln!(
        out,
        "{:>7}{:>16}{:>16}{:>11}",
        "bound", "expanded", "generated", "seconds"
    )?;
    for iteration in iterations {
        write!(
            out,
            "{:>7}{:>16}{:>16}{:>11.3}",
            iteration.bound, iteration.expanded, iteration.generated, iteration.seconds
        )?;
        if !iteration.views.is_empty() {
            let views: Vec<String> = iteration
                .views
                .iter()
                .map(|view| view.to_string())
                .collect();
            write!(out, "  views {}", views.join(" "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The head of a comparison.
pub fn compare_head(out: &mut impl Write, order: MoveOrder) -> io::Result<()> {
    writeln!(out, "order: {}\n", words::order(order))?;
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

/// One search of a comparison, with a lower bound if its length is not known.
pub fn compare(out: &mut impl Write, searched: &Searched) -> io::Result<()> {
    let Report {
        algorithm,
        heuristic,
        stats,
        answer,
        lower_bound,
        ..
    } = &searched.report;
    let length = match answer {
        Answer::Solved(solution, _) => solution.moves().len().to_string(),
        // A comparison has no maximum length: the board is unsolvable.
        Answer::TooLong => "none".into(),
        _ => format!("≥ {lower_bound}"),
    };
    let heuristic = if algorithm.uses_heuristic() {
        heuristic.name()
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
    )?;
    overestimate(out, searched)
}
