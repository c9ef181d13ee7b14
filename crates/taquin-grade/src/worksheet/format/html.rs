//! A self-contained page: no script, no file beside it, black on white, with a page of paper for each sheet and key.

use super::{Document, RULES, origin};
use crate::worksheet::block::{Block, Entry, Figure, Layout, Part, Table};
use crate::worksheet::{Exercise, Sheet};
use std::fmt::Write as _;
use std::io::{self, Write};
use taquin::Shape;
use taquin_app::output::svg;

const STYLE: &str = include_str!("worksheet.css");
/// Tables with more rows of boards would not fit below the text on one page.
const LONG: usize = 7;
/// A place to write.
const FILL: &str = "<span class=\"fill\" role=\"img\" aria-label=\"to fill in\"></span>";

/// Writes the document.
pub(super) fn write(out: &mut impl Write, document: &Document<'_>) -> io::Result<()> {
    let title = escaped(document.title);
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>"
    )?;
    if document.contents.has_sheets() {
        for its in document.sheets {
            out.write_all(sheet(&title, its).as_bytes())?;
        }
    }
    if document.contents.has_keys() {
        for its in document.sheets {
            out.write_all(key(&title, its).as_bytes())?;
        }
    }
    writeln!(out, "</main>\n</body>\n</html>")
}

fn sheet(title: &str, sheet: &Sheet) -> String {
    let name = sheet.student.as_deref().map(escaped);
    let name = name.map_or_else(|| FILL.into(), |name| format!("<b>{name}</b>"));
    let exercises = exercises(sheet, |exercise| exercise.content().question());
    format!(
        "<article class=\"sheet\">\n<header>\n<h1>{title}</h1>\n\
         <p class=\"who\"><span>Name: {name}</span><span>Date: {FILL}</span></p>\n\
         <p class=\"rules\">{}</p>\n</header>\n{exercises}</article>\n",
        escaped(RULES)
    )
}

fn key(title: &str, sheet: &Sheet) -> String {
    let student = sheet.student.as_deref().map(escaped);
    let student = student.map_or_else(String::new, |name| format!("<b>{name}</b>. "));
    let exercises = exercises(sheet, |exercise| exercise.content().answer());
    format!(
        "<article class=\"key\">\n<header>\n<h1>Answer key: {title}</h1>\n<p class=\"rules\">{student}{}</p>\n</header>\n\
         {exercises}</article>\n",
        origin(sheet)
    )
}

fn exercises(sheet: &Sheet, content: impl Fn(&Exercise) -> Vec<Block>) -> String {
    let exercise = |(number, exercise): (usize, &Exercise)| {
        let title = exercise.topic().title();
        let blocks: String = content(exercise).iter().map(block).collect();
        format!("<section>\n<h2>{number}. {title}</h2>\n{blocks}</section>\n")
    };
    (1..).zip(&sheet.exercises).map(exercise).collect()
}

fn block(block: &Block) -> String {
    match block {
        Block::Text(text) => format!("<p>{}</p>\n", escaped(text)),
        Block::Figures(figures) => {
            let figures: String = figures.iter().map(figure).collect();
            format!("<div class=\"figures\">\n{figures}</div>\n")
        }
        Block::Parts(parts) => {
            let part = |part: &Part| {
                let answer = entry(&part.answer);
                format!("<li><span>{}</span> {answer}</li>\n", escaped(&part.ask))
            };
            let parts: String = parts.iter().map(part).collect();
            format!("<ol type=\"a\">\n{parts}</ol>\n")
        }
        Block::Table(its) => table(its),
        Block::Tree(nodes) => {
            let drawing = drawing(|out| svg::tree(out, nodes));
            format!("<div class=\"tree\">{}</div>\n", styled_by_page(&drawing))
        }
        Block::Space(lines) => format!("<div class=\"space\" style=\"height: {lines}em\"></div>\n"),
    }
}

fn figure(figure: &Figure) -> String {
    let (board, caption) = (entry(&figure.board), entry(&figure.caption));
    format!("<figure>{board}<figcaption>{caption}</figcaption></figure>\n")
}

fn entry(entry: &Entry) -> String {
    match entry {
        Entry::Text(text) => format!("<span>{}</span>", escaped(text)),
        Entry::Blank => FILL.into(),
        Entry::Board(board) => drawing(|out| svg::inline_board(out, board)),
        Entry::EmptyBoard(shape) => empty(*shape),
    }
}

/// A table; a long one of narrow columns as two, side by side.
fn table(table: &Table) -> String {
    match table.layout {
        Layout::LastWide => rows("wide", &table.head, &table.rows),
        Layout::Narrow if table.rows.len() <= LONG => rows("narrow", &table.head, &table.rows),
        Layout::Narrow => {
            let half = table.rows.len().div_ceil(2);
            let halves = table.rows.chunks(half);
            let halves: String = halves
                .map(|half| rows("narrow", &table.head, half))
                .collect();
            format!("<div class=\"halves\">\n{halves}</div>\n")
        }
    }
}

fn rows(class: &str, head: &[String], rows: &[Vec<Entry>]) -> String {
    let mut text = format!("<table class=\"{class}\">\n<thead><tr>");
    for head in head {
        let _ = write!(text, "<th scope=\"col\">{}</th>", escaped(head));
    }
    text += "</tr></thead>\n<tbody>\n";
    for row in rows {
        text += "<tr>";
        for (place, cell) in row.iter().enumerate() {
            let cell = match cell {
                Entry::Blank => String::new(),
                cell => entry(cell),
            };
            text += &if place == 0 {
                format!("<th scope=\"row\">{cell}</th>")
            } else {
                format!("<td>{cell}</td>")
            };
        }
        text += "</tr>\n";
    }
    text + "</tbody>\n</table>\n"
}

fn drawing(draw: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    draw(&mut bytes).expect("a vector takes everything");
    String::from_utf8(bytes).expect("pictures are text")
}

/// A picture without its own style, which would apply to the whole page.
fn styled_by_page(picture: &str) -> String {
    let (before, rest) = picture.split_once("<style>").expect("it has a style");
    let (_, after) = rest.split_once("</style>").expect("its style ends");
    format!("{before}{}", after.trim_start())
}

/// A board without tiles, to be filled in.
fn empty(shape: Shape) -> String {
    const CELL: u32 = 24;
    let (rows, cols) = (shape.rows(), shape.cols());
    let (width, height) = (cols * CELL, rows * CELL);
    let mut lines = String::new();
    for row in 0..=rows {
        let _ = write!(lines, "M1 {}h{width}", row * CELL + 1);
    }
    for col in 0..=cols {
        let _ = write!(lines, "M{} 1v{height}", col * CELL + 1);
    }
    format!(
        "<svg class=\"empty\" xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {0} {1}\" role=\"img\">\
         <title>empty {shape} board</title><path d=\"{lines}\"/></svg>",
        width + 2,
        height + 2
    )
}

/// A text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
