//! Markdown, which can be read as it is: boards are drawn with digits, and places to write are lines.

use super::{Document, RULES, origin};
use crate::worksheet::block::{Block, Entry, Figure, Part, Table};
use crate::worksheet::{Exercise, Sheet};
use std::fmt::Write as _;
use std::io::{self, Write};
use taquin::Board;
use taquin::notation::{Dialect, write as write_board};
use taquin::tools::tree::TreeNode;

/// A place to write.
const BLANK: &str = "………";
/// What renderers of Markdown print as a new page.
const PAGE_BREAK: &str = "\n<div style=\"break-before: page\"></div>\n\n";

/// Writes the document.
pub(super) fn write(out: &mut impl Write, document: &Document<'_>) -> io::Result<()> {
    let mut pages = Vec::new();
    if document.contents.has_sheets() {
        pages.extend(document.sheets.iter().map(|its| sheet(document.title, its)));
    }
    if document.contents.has_keys() {
        pages.extend(document.sheets.iter().map(|its| key(document.title, its)));
    }
    out.write_all(pages.join(PAGE_BREAK).as_bytes())
}

fn sheet(title: &str, sheet: &Sheet) -> String {
    let name = sheet
        .student
        .as_deref()
        .map_or_else(|| BLANK.repeat(4), escaped);
    let date = BLANK.repeat(2);
    let mut text = format!("# {}\n\n", escaped(title));
    let _ = write!(text, "Name: {name}    Date: {date}\n\n{}\n", escaped(RULES));
    for (number, exercise) in (1..).zip(&sheet.exercises) {
        text += &headed(number, exercise, &exercise.content().question());
    }
    text
}

fn key(title: &str, sheet: &Sheet) -> String {
    let mut text = format!("# Answer key: {}\n\n", escaped(title));
    if let Some(student) = &sheet.student {
        let _ = write!(text, "Student: {}. ", escaped(student));
    }
    let _ = writeln!(text, "{}", origin(sheet));
    for (number, exercise) in (1..).zip(&sheet.exercises) {
        text += &headed(number, exercise, &exercise.content().answer());
    }
    text
}

fn headed(number: usize, exercise: &Exercise, content: &[Block]) -> String {
    let title = escaped(exercise.topic().title());
    format!("\n## {number}. {title}\n\n{}", blocks(content))
}

/// Blocks with an empty line between them.
pub(crate) fn blocks(blocks: &[Block]) -> String {
    blocks.iter().map(block).collect::<Vec<_>>().join("\n")
}

fn block(block: &Block) -> String {
    match block {
        Block::Text(text) => format!("{}\n", escaped(text)),
        Block::Figures(figures) => figures.iter().map(figure).collect(),
        Block::Parts(parts) => {
            let part = |part: &Part| format!("1. {} {}\n", escaped(&part.ask), entry(&part.answer));
            parts.iter().map(part).collect()
        }
        Block::Table(its) => table(its),
        Block::Tree(nodes) => tree(nodes),
        // Paper has more space than a text.
        Block::Space(_) => format!("{}\n", BLANK.repeat(8)),
    }
}

fn figure(figure: &Figure) -> String {
    format!("- {}: {}\n", entry(&figure.caption), entry(&figure.board))
}

fn entry(entry: &Entry) -> String {
    match entry {
        Entry::Text(text) => escaped(text),
        Entry::Blank => BLANK.into(),
        Entry::Board(board) => slashed(board),
        Entry::EmptyBoard(shape) => {
            let row = vec!["·"; shape.cols() as usize].join(" ");
            vec![row; shape.rows() as usize].join("/")
        }
    }
}

fn slashed(board: &Board) -> String {
    let text = write_board(board, Dialect::Slash).expect("slashes carry every board");
    format!("`{}`", text.trim_end())
}

fn table(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(table.head.iter().map(|head| escaped(head)).collect());
    text += &line(vec!["---".into(); table.head.len()]);
    for row in &table.rows {
        text += &line(row.iter().map(cell).collect());
    }
    text
}

/// An entry of a table, where a place to write needs no dots.
fn cell(cell: &Entry) -> String {
    match cell {
        Entry::Blank => String::new(),
        cell => entry(cell),
    }
}

/// A list in a list for each level.
fn tree(nodes: &[TreeNode]) -> String {
    let mut text = String::new();
    let mut todo = vec![0];
    while let Some(number) = todo.pop() {
        let node = &nodes[number];
        let last = node.last.map_or(String::new(), |m| format!("{m}: "));
        let indent = 2 * node.depth as usize;
        let _ = writeln!(text, "{:indent$}- {last}{}", "", slashed(&node.board));
        let children = (0..nodes.len()).filter(|&child| nodes[child].parent == Some(number));
        todo.extend(children.rev());
    }
    text
}

/// A text whose characters mean themselves.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<>|&".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
