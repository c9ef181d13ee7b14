//! `taquin.tables/1`.

use crate::tables::Row;
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
    goal_cells: Vec<usize>,
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
            goal_cells: pattern.homes().iter().map(|home| home.index()).collect(),
        }),
        bytes: row.bytes,
        file: row.path.display().to_string(),
        problem: row.problem.clone(),
    }
}

/// `taquin.tables/1`, all of them together.
#[derive(Debug, Serialize)]
pub struct Tables {
    schema: &'static str,
    tables: Vec<TableHere>,
}

/// A table, without the place where it is.
#[derive(Debug, Serialize)]
pub struct TableHere {
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cols: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
}

/// The object for a table.
pub fn table_here(row: &Row) -> TableHere {
    let pattern = row.pattern.as_ref();
    TableHere {
        state: row.state,
        rows: pattern.map(|pattern| pattern.shape().rows()),
        cols: pattern.map(|pattern| pattern.shape().cols()),
        tiles: pattern.map(|pattern| pattern.homes().len()),
        bytes: row.bytes,
    }
}

/// The object for all tables.
pub const fn tables(tables: Vec<TableHere>) -> Tables {
    Tables {
        schema: "taquin.tables/1",
        tables,
    }
}
