//! `taquin hint`.

use super::reachable_goals;
use super::solve::{guarantee, moves};
use crate::hint::Hint;
use crate::words::many;
use std::io::{self, Write};
use taquin::Slide;
use taquin::solvability::reachable_goals as goals_of;

/// The next moves, how far it is to the goal, and the other first moves that are as good.
pub fn hint(out: &mut impl Write, hint: &Hint) -> io::Result<()> {
    let Some(searched) = &hint.searched else {
        writeln!(out, "unsolvable")?;
        return reachable_goals(out, &goals_of(&hint.start));
    };
    let bound = searched.report.lower_bound;
    let Some((solution, known)) = hint.solution() else {
        let why = searched.why_unsolved();
        return writeln!(out, "no hint ({why}): at least {}", many(bound, "move"));
    };
    let length = hint.metric.length(solution);
    if length == 0 {
        return writeln!(out, "solved");
    }
    let format = hint.format();
    let next = hint.next().unwrap_or_default();
    writeln!(out, "next: {}", moves(&next, format, &hint.start))?;
    let known = guarantee(known, length, bound.into());
    writeln!(out, "remaining: {} ({known})", many(length, "move"))?;
    if let Some(first) = hint.first_moves() {
        let word = |slide: &Slide| moves(&slide.moves().collect::<Vec<_>>(), format, &hint.start);
        let first: Vec<String> = first.iter().map(word).collect();
        writeln!(out, "optimal first moves: {}", first.join(", "))?;
    }
    Ok(())
}
