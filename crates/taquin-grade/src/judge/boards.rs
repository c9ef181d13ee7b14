//! Sequences of boards in the output.

use super::shortened;
use crate::verdict::{Finding, Verdict};
use taquin_app::input::{BoardReader, ReadOptions};
use taquin_app::verify::listing::{Listing, listings};

/// The one sequence of boards in an output.
pub(super) fn read(text: &str) -> Result<Listing, Finding> {
    let found = listings(
        "the output",
        &plain(text),
        BoardReader::quiet(ReadOptions::default()),
    )
    .map_err(|failure| {
        Finding::new(
            Verdict::WrongOutput,
            shortened(&format!("a board cannot be read: {failure}")),
        )
    })?;
    let mut found = found.into_iter();
    let Some(listing) = found.next() else {
        return Err(Finding::new(
            Verdict::WrongOutput,
            "the output has neither boards nor a statement that there is no solution",
        ));
    };
    match found.find(|other| !is_repeated(other, &listing)) {
        None => Ok(listing),
        Some(second) => Err(second_solution(&listing, &second)),
    }
}

fn second_solution(listing: &Listing, second: &Listing) -> Finding {
    let line = second.line;
    match (listing.claims.length, second.claims.length) {
        (Some(one), Some(other)) if second.boards.is_empty() => Finding::new(
            Verdict::WrongNumber,
            format!("the number of moves is given as {one}, and in line {line} as {other}"),
        ),
        _ => Finding::new(
            Verdict::WrongOutput,
            format!("line {line}: a second solution begins"),
        ),
    }
}

/// Whether a line after the boards only repeats their number of moves.
fn is_repeated(other: &Listing, listing: &Listing) -> bool {
    other.boards.is_empty()
        && !other.claims.is_unsolvable()
        && other.claims.length == listing.claims.length
}

/// The same lines, with rows such as `[1, 2]` and `| 1 | 2 |` as `1 2`.
fn plain(text: &str) -> String {
    let is_mark = |c: char| "[](),|".contains(c);
    let is_row = |line: &str| {
        let is_cell = |c: char| c.is_ascii_digit() || c.is_whitespace() || is_mark(c);
        line.matches(['[', '(']).count() < 2 && line.chars().all(is_cell)
    };
    let without = |c: char| if is_mark(c) { ' ' } else { c };
    let line = |line: &str| {
        if is_row(line) {
            line.chars().map(without).collect()
        } else {
            line.to_string()
        }
    };
    text.split_inclusive('\n').map(line).collect()
}
