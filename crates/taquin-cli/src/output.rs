//! What the programs print: one file for each format.

pub mod json;
pub mod text;
