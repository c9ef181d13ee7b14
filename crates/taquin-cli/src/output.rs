//! What the programs print: one file for each format.

pub mod dot;
pub mod html;
pub mod json;
pub mod svg;
pub mod text;
