//! `taquin tables`.

use crate::tables::Row;
use std::io::{self, Write};

/// The head of a list of tables.
pub fn tables_head(out: &mut impl Write) -> io::Result<()> {
    line(out, ["shape", "tiles", "bytes", "state", "file"])
}

/// A file and its state, with what is wrong after its name.
pub fn table(out: &mut impl Write, row: &Row) -> io::Result<()> {
    let unknown = || "-".to_string();
    let pattern = row.pattern.as_ref();
    let shape = pattern.map_or_else(unknown, |pattern| {
        let shape = pattern.shape();
        format!("{}x{}", shape.rows(), shape.cols())
    });
    let tiles = pattern.map_or_else(unknown, |pattern| pattern.homes().len().to_string());
    let bytes = row.bytes.map_or_else(unknown, |bytes| bytes.to_string());
    let name = row.path.file_name().unwrap_or(row.path.as_os_str());
    let mut file = name.to_string_lossy().into_owned();
    if let Some(problem) = &row.problem {
        file = format!("{file} {problem}");
    }
    line(out, [&shape, &tiles, &bytes, row.state, &file])
}

fn line(out: &mut impl Write, [shape, tiles, bytes, state, file]: [&str; 5]) -> io::Result<()> {
    writeln!(out, "{shape:<6}{tiles:>6}{bytes:>12}  {state:<14}{file}")
}
