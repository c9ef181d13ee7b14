//! Sequences of boards in the output.

use super::shortened;
use crate::verdict::{Finding, Verdict};
use taquin::Board;
use taquin_app::input::{BoardReader, ReadOptions};
use taquin_app::verify::listing::{Listing, listings};

/// The one sequence of boards in an output. The boards that the program is given may come before it, as a heading.
pub(super) fn read(text: &str, given: &[&Board]) -> Result<Listing, Finding> {
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
    let mut found = found.into_iter().peekable();
    let Some(mut listing) = found.next() else {
        return Err(Finding::new(
            Verdict::WrongOutput,
            "the output has neither boards nor a statement that there is no solution",
        ));
    };
    // A number between the heading and the solution ends the first sequence.
    let is_given = |board: &Board| given.contains(&board);
    while listing.boards.iter().all(is_given)
        && let Some(next) = found.next_if(|next| !next.boards.is_empty())
    {
        listing.boards.extend(next.boards);
        listing.claims.length = listing.claims.length.or(next.claims.length);
    }
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

/// The same lines without colours, and with rows such as `[1, 2]`, `[[1 2]` and `| 1 | 2 |` as `1 2`.
fn plain(text: &str) -> String {
    let is_mark = |c: char| "[](),|│┃║".contains(c);
    let is_row = |line: &str| {
        let is_cell = |c: char| c.is_ascii_digit() || c.is_whitespace() || is_mark(c);
        let inside = line.trim_matches(|c: char| !c.is_ascii_digit());
        !inside.contains(['[', '(']) && line.chars().all(is_cell)
    };
    let without = |c: char| if is_mark(c) { ' ' } else { c };
    let line = |line: &str| {
        if is_border(line) {
            String::new()
        } else if is_row(line) {
            line.chars().map(without).collect()
        } else {
            line.to_string()
        }
    };
    let text = without_colours(text);
    text.split_inclusive('\n').map(line).collect()
}

/// Whether a line is drawn between the rows of a table: `+---+---+`.
fn is_border(line: &str) -> bool {
    let is_joint = |c: char| c == '+' || ('┌'..='╬').contains(&c);
    let is_line = |c: char| "-=─━═ \t\r\n".contains(c);
    line.contains(is_joint) && line.chars().all(|c| is_joint(c) || is_line(c))
}

/// A text without the escape sequences of terminals, such as those of colours.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(|c: char| ('@'..='~').contains(&c));
        plain += end.map_or("", |end| &part[end + 1..]);
    }
    plain
}
