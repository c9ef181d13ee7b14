//! `taquin.tables/1`.

use crate::cmd::tables::Row;
use serde::Serialize;

/// `taquin.tables/1`.
#[derive(Debug, Serialize)]
pub struct Table {
    schema: &'static str,
    state: &'static str,
    #[serde(flatten)]
    pattern: Option<PatternObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

#[derive(Debug, Serialize)]
struct PatternObject {
    rows: u32,
    cols: u32,
    /// Where the blank and the tiles belong, counted from 0 in reading order.
    blank: usize,
    cells: Vec<usize>,
}

/// The object for a file.
pub fn table(row: &Row) -> Table {
    Table {
        schema: "taquin.tables/1",
        state: row.state,
        pattern: row.pattern.as_ref().map(|pattern| PatternObject {
            rows: pattern.shape().rows(),
            cols: pattern.shape().cols(),
            blank: pattern.blank().index(),
            cells: pattern.homes().iter().map(|home| home.index()).collect(),
        }),
        bytes: row.bytes,
        file: row.path.display().to_string(),
        problem: row.problem.clone(),
    }
}
