//! What the programs print: one file for each format.

pub mod dot;
pub mod html;
pub mod json;
pub mod svg;
pub mod text;

use std::fmt::Display;

/// How many of something.
pub fn many(number: impl Display, what: &str) -> String {
    let number = number.to_string();
    let s = if number == "1" { "" } else { "s" };
    format!("{number} {what}{s}")
}
