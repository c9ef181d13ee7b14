//! Sheets and keys as documents.

mod html;
mod json;
pub(crate) mod markdown;

use super::Sheet;
use std::io::{self, Write};

/// How a document is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A self-contained page that prints well.
    Html,
    /// Markdown.
    Markdown,
    /// JSON, one object per exercise and line.
    Json,
}

/// What a document has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Exercises, for students. Nothing in them leads to the answers, not even the seed.
    Sheets,
    /// Answers, for teachers.
    Keys,
    /// First all exercises, then all answers.
    Both,
}

impl Contents {
    const fn has_sheets(self) -> bool {
        matches!(self, Contents::Sheets | Contents::Both)
    }

    const fn has_keys(self) -> bool {
        matches!(self, Contents::Keys | Contents::Both)
    }
}

/// Some sheets as one document.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// The title of each sheet.
    pub title: &'a str,
    /// The sheets.
    pub sheets: &'a [Sheet],
    /// What is written of them.
    pub contents: Contents,
}

impl Format {
    /// The usual end of a file's name.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Markdown => "md",
            Format::Json => "json",
        }
    }

    /// The format of a file, by the end of its name.
    pub fn of_extension(extension: &str) -> Option<Format> {
        match &extension.to_ascii_lowercase()[..] {
            "html" | "htm" => Some(Format::Html),
            "md" | "markdown" => Some(Format::Markdown),
            "json" | "jsonl" => Some(Format::Json),
            _ => None,
        }
    }

    /// Writes a document.
    pub fn write(self, out: &mut impl Write, document: &Document<'_>) -> io::Result<()> {
        match self {
            Format::Html => html::write(out, document),
            Format::Markdown => markdown::write(out, document),
            Format::Json => json::write(out, document),
        }
    }
}

/// What every sheet says first.
const RULES: &str = "A move slides one tile into the blank cell next to it. Moves are named after the direction in which the tile \
                     goes: up (U), down (D), left (L), right (R). Unless another goal is shown, the goal is 1, 2, 3, … in reading order, \
                     with the blank last.";

/// What the key says about its sheet.
fn origin(sheet: &Sheet) -> String {
    format!("Level {}, seed {}.", sheet.level, sheet.seed)
}
