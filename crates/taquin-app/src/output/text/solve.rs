//! `taquin solve` and `taquin compare`.

use super::{draw, reachable_goals};
use crate::search::stream::{CONSTRUCT, Streamed};
use crate::search::{Searched, Solved};
use crate::words::{self, many};
use std::io::{self, Write};
use taquin::notation::{self, MoveLetters};
use taquin::search::Stats;
use taquin::solve::{Answer, Guarantee, Report};
use taquin::space::MoveOrder;
use taquin::{Board, Metric, Move};

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

/// The answer, the moves, the statistics, and every board if requested.
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
            let length = solved.metric.length(solution.moves());
            writeln!(
                out,
                "length: {length} ({})",
                self::guarantee(*guarantee, length, searched.report.lower_bound.into())
            )?;
            let moves = moves(solution.moves(), solved.letters, &solved.start);
            writeln!(out, "moves: {moves}")?;
            if solved.all_optimal {
                all_shortest(out, solved, searched)?;
            }
        }
        Answer::TooLong => writeln!(
            out,
            "no solution of that length: at least {}",
            many(searched.report.lower_bound, "move")
        )?,
        Answer::Stopped => {
            let why = match searched.why_unsolved() {
                "search" => "beyond the reach of the searches tried",
                why => why,
            };
            writeln!(
                out,
                "not solved ({why}): at least {}",
                many(searched.report.lower_bound, "move")
            )?;
        }
    }
    search_statistics(out, searched)?;
    if let (Answer::Solved(solution, _), true) = (&searched.report.answer, solved.states) {
        for board in solution.boards() {
            writeln!(out)?;
            draw(out, &board)?;
        }
    }
    Ok(())
}

/// The number of shortest solutions, their first moves, and as many of them as requested.
fn all_shortest(out: &mut impl Write, solved: &Solved, searched: &Searched) -> io::Result<()> {
    let Some(all) = &searched.report.all_shortest else {
        return writeln!(
            out,
            "shortest solutions: unknown, because this one may be longer"
        );
    };
    match all.is_complete {
        true => writeln!(out, "shortest solutions: {}", all.count)?,
        // The one above is one of them even if no other was found.
        false => writeln!(
            out,
            "shortest solutions: at least {} ({})",
            all.count.max(1),
            searched.why_unsolved()
        )?,
    }
    let written = |list: &[Move]| moves(list, solved.letters, &solved.start);
    let first: Vec<String> = all.first_moves.iter().map(|m| written(&[m])).collect();
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
pub fn key(
    out: &mut impl Write,
    searched: &Searched,
    start: &Board,
    metric: Metric,
) -> io::Result<()> {
    let bound = searched.report.lower_bound;
    let Answer::Solved(solution, guarantee) = &searched.report.answer else {
        return writeln!(out, "# not solved: at least {}", many(bound, "move"));
    };
    let length = metric.length(solution.moves());
    let known = self::guarantee(*guarantee, length, bound.into());
    let moves = notation::write_moves(solution.moves(), MoveLetters::Tile, start);
    writeln!(
        out,
        "# {} ({known}): {}",
        many(length, "move"),
        moves.unwrap_or_default()
    )
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
        Guarantee::None => {
            // Rounded up, so that the statement holds.
            let times = (length as f64 / lower_bound as f64 * 100.0).ceil() / 100.0;
            format!("the shortest has at least {lower_bound}: at most {times:.2} times as long")
        }
    }
}

/// Letters for tiles, lower-case letters with spaces for the blank, numbers with spaces.
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

/// A solution that is written move by move.
pub fn streamed(
    out: &mut impl Write,
    streamed: &Streamed<'_>,
    letters: MoveLetters,
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
    writeln!(out, "moves: {}", streamed.moves(letters).spaced())?;
    writeln!(out, "algorithm: {CONSTRUCT}")?;
    statistics(out, order, &Stats::default(), streamed.seconds)?;
    if states {
        streamed.each_board(|board| {
            writeln!(out)?;
            draw(out, board)
        })?;
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
    statistics(out, searched.order, stats, searched.seconds)
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
        Answer::TooLong | Answer::Stopped => format!("≥ {lower_bound}"),
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
    )
}
