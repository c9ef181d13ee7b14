//! Boards drawn with lines: in ASCII (`+---+`), with box-drawing characters, and as Markdown tables. An empty cell is the
//! blank.

use super::cells::{Blanks, Cells};
use super::error::{Fault, ReadError, ReadErrors, Token};
use super::text::{self, Word};
use crate::puzzle::{Board, Shape};

pub(super) fn read(input: &[u8], blanks: Blanks) -> Result<Board, ReadErrors> {
    let rows = rows(input)?;
    let mut cells = Cells::new(input, blanks);
    let width = rows.first().map_or(0, Vec::len);
    for row in &rows {
        let (found, wanted) = (row.len(), width);
        if found != wanted {
            let offset = row.first().map_or(0, |cell| cell.offset);
            cells.error(offset, Fault::RowDiffers { found, wanted });
        }
        row.iter().for_each(|&cell| cells.take(or_blank(cell)));
    }
    let sides = (u32::try_from(rows.len()), u32::try_from(width));
    let shape = match sides {
        (Ok(rows), Ok(cols)) => Shape::new(rows, cols).ok(),
        _ => None,
    };
    match shape {
        Some(shape) => cells.board(shape),
        None => {
            let wanted = "cells between lines";
            cells.error(0, Fault::Empty { wanted });
            Err(cells.refused())
        }
    }
}

const fn or_blank(cell: Word<'_>) -> Word<'_> {
    match cell.bytes {
        [] => Word {
            bytes: b"0",
            offset: cell.offset,
        },
        _ => cell,
    }
}

/// A line of a drawing.
enum Line<'a> {
    /// It only separates rows.
    Rule,
    /// The cells between its bars.
    Cells(Vec<Word<'a>>),
    Other,
}

/// The rows of cells.
///
/// If the drawing has rules, the lines between two of them are one row, however high it is drawn. In a Markdown table, whose only
/// rule is below the first row, every line is a row.
fn rows(input: &[u8]) -> Result<Vec<Vec<Word<'_>>>, ReadErrors> {
    let mut groups: Vec<Vec<Vec<Word<'_>>>> = vec![Vec::new()];
    let mut is_closed = false;
    for line in text::without_bom(input).lines() {
        if line.bytes.trim_ascii().is_empty() {
            continue;
        }
        match Line::of(line) {
            Line::Rule => {
                is_closed = groups.len() > 1 || !groups[0].is_empty();
                groups.push(Vec::new());
            }
            Line::Cells(cells) => {
                is_closed = false;
                groups.last_mut().expect("one at least").push(cells);
            }
            // What stands below a drawing, such as the number of moves in a game.
            Line::Other if is_closed => {}
            Line::Other => {
                let line = line.trimmed(|byte| byte.is_ascii_whitespace());
                let token = Token::new(line.bytes);
                let wanted = "cells between bars, or a line between rows";
                let fault = Fault::Syntax { token, wanted };
                return Err(ReadError::at(input, line.offset, fault).into());
            }
        }
    }
    let groups = groups.into_iter().filter(|group| !group.is_empty());
    let mut rows: Vec<Vec<Word<'_>>> = groups.flat_map(rows_of_group).collect();
    // Markdown needs a header, which may be empty.
    let is_empty = |row: &Vec<Word<'_>>| row.iter().all(|cell| cell.bytes.is_empty());
    if rows
        .first()
        .is_some_and(|row| row.len() > 1 && is_empty(row))
    {
        rows.remove(0);
    }
    Ok(rows)
}

/// The lines with something in them; of several empty ones, one.
fn rows_of_group(mut group: Vec<Vec<Word<'_>>>) -> Vec<Vec<Word<'_>>> {
    let is_full = |row: &Vec<Word<'_>>| row.iter().any(|cell| !cell.bytes.is_empty());
    if group.iter().any(is_full) {
        group.retain(is_full)
    } else {
        group.truncate(1)
    }
    group
}

impl<'a> Line<'a> {
    fn of(line: Word<'a>) -> Line<'a> {
        if is_rule(line.bytes) {
            return Line::Rule;
        }
        let line = line.trimmed(|byte| byte.is_ascii_whitespace());
        let mut pieces = Vec::new();
        let (mut at, mut start) = (0, 0);
        while at < line.bytes.len() {
            match bar(&line.bytes[at..]) {
                Some(length) => {
                    pieces.push((start, at));
                    at += length;
                    start = at;
                }
                None => at += 1,
            }
        }
        if pieces.is_empty() {
            return Line::Other;
        }
        pieces.push((start, line.bytes.len()));
        let starts_with_bar = pieces[0] == (0, 0);
        let ends_with_bar = start == line.bytes.len();
        // The last bar ends the row if the first begins it: the goal may be drawn on the right.
        if starts_with_bar || ends_with_bar {
            pieces.pop();
        }
        let pieces = pieces.split_off(usize::from(starts_with_bar));
        let cell = |(start, end): (usize, usize)| {
            let cell = Word {
                bytes: &line.bytes[start..end],
                offset: line.offset + start,
            };
            cell.trimmed(|byte| byte.is_ascii_whitespace())
        };
        Line::Cells(pieces.into_iter().map(cell).collect())
    }
}

/// The length of the vertical bar that a text begins with.
fn bar(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'|', ..] => Some(1),
        // │, ┃ and ║.
        [0xe2, 0x94, 0x82 | 0x83, ..] | [0xe2, 0x95, 0x91, ..] => Some(3),
        _ => None,
    }
}

/// Whether a text begins with a box-drawing character, U+2500 to U+257F.
fn is_box(bytes: &[u8]) -> bool {
    matches!(bytes, [0xe2, 0x94 | 0x95, 0x80..=0xbf, ..])
}

/// Whether a line has only lines and corners, and at least two dashes or one box-drawing character other than a bar.
pub(super) fn is_rule(line: &[u8]) -> bool {
    let mut line = without_goal(line);
    let mut dashes = 0;
    while let Some(&first) = line.first() {
        let length = match first {
            b'-' | b'=' => {
                dashes += 1;
                1
            }
            b'+' | b'|' | b':' | b' ' | b'\t' | b'\r' => 1,
            _ if bar(line).is_some() => 3,
            _ if is_box(line) => {
                dashes += 2;
                3
            }
            _ => return false,
        };
        line = &line[length..];
    }
    dashes > 1
}

/// A line of a drawn board without what stands on its right, where a game may draw the goal.
fn without_goal(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii_start();
    let mut boxes = (0..line.len()).rev().filter(|&at| is_box(&line[at..]));
    if is_box(line) {
        &line[..boxes.next().map_or(line.len(), |last| last + 3)]
    } else {
        line
    }
}

/// Whether a text looks drawn: it has a rule and a bar, or every line begins and ends with a bar.
pub(super) fn is_drawn(input: &[u8]) -> bool {
    // Most texts have none of the characters of drawings.
    if !input.iter().any(|&byte| byte == b'|' || byte == 0xe2) {
        return false;
    }
    let (mut rules, mut barred, mut other) = (0, 0, 0);
    for line in text::without_bom(input).lines() {
        let bytes = line.bytes.trim_ascii();
        match bytes {
            [] => {}
            _ if is_rule(bytes) => rules += 1,
            [b'|', _, .., b'|'] | [0xe2, 0x94 | 0x95, _, .., 0x82 | 0x83 | 0x91] => barred += 1,
            _ if has_bar(bytes) => barred += usize::from(rules > 0),
            _ => other += 1,
        }
    }
    (rules > 0 && barred > 0) || (barred > 1 && other == 0)
}

fn has_bar(bytes: &[u8]) -> bool {
    (0..bytes.len()).any(|at| bar(&bytes[at..]).is_some())
}

pub(super) fn write(board: &Board) -> String {
    let cols = board.shape().cols() as usize;
    let width = (board.shape().area() - 1).to_string().len();
    let rule = |left: &str, between: &str, right: &str| {
        let cells = vec!["─".repeat(width + 2); cols];
        format!("{left}{}{right}\n", cells.join(between))
    };
    let row = |tiles: &[crate::puzzle::Tile]| {
        let cell = |tile: &crate::puzzle::Tile| {
            if tile.is_blank() {
                format!(" {:width$} ", "")
            } else {
                format!(" {tile:width$} ")
            }
        };
        let cells: Vec<String> = tiles.iter().map(cell).collect();
        format!("│{}│\n", cells.join("│"))
    };
    let rows: Vec<String> = board.rows().map(row).collect();
    let between = rule("├", "┼", "┤");
    rule("┌", "┬", "┐") + &rows.join(&between) + &rule("└", "┴", "┘")
}
