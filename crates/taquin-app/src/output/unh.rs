//! The data-file format, version 4, of the search group of the University of New Hampshire: one block per run, of pairs
//! of a key and a value, and rows of tables. Their plotting programs read it.

use crate::bench::{Measured, Setting};
use std::io::{self, Write};
use taquin::notation;

/// The block of one board.
pub fn bench_instance(
    out: &mut impl Write,
    setting: &Setting,
    measured: &Measured,
) -> io::Result<()> {
    let (report, start) = (&measured.report, measured.problem.start());
    let board = notation::slashes(start);
    let mut pairs = vec![
        ("domain", "tiles".to_string()),
        ("set", setting.name.clone()),
        ("num", measured.number.to_string()),
        ("rows", start.shape().rows().to_string()),
        ("cols", start.shape().cols().to_string()),
        ("initial state", board),
        ("algorithm", report.algorithm.name().into()),
        ("heuristic", report.heuristic_name()),
        ("threads", setting.threads.to_string()),
    ];
    let found = if measured.length().is_some() {
        "yes"
    } else {
        "no"
    };
    pairs.push(("found solution", found.into()));
    if let Some(length) = measured.length() {
        pairs.push(("final sol cost", length.to_string()));
        pairs.push(("final sol length", (length + 1).to_string()));
    }
    pairs.push(("lower bound", report.lower_bound.to_string()));
    if let Some(length) = measured.published {
        pairs.push(("published cost", length.to_string()));
    }
    pairs.push(("total nodes expanded", report.stats.selected.to_string()));
    pairs.push(("total nodes generated", report.stats.generated.to_string()));
    pairs.push(("total wall time", measured.took.seconds.to_string()));
    if let Some(seconds) = measured.took.cpu_seconds {
        pairs.push(("total raw cpu time", seconds.to_string()));
    }
    writeln!(out, "#start data file format 4")?;
    for (key, value) in pairs {
        // A value ends at the next quotation mark.
        writeln!(out, "#pair  \"{key}\"\t\"{}\"", value.replace('"', "'"))?;
    }
    iterations(out, measured)?;
    writeln!(out, "#end data file format 4")
}

/// One row for each iteration of IDA*.
fn iterations(out: &mut impl Write, measured: &Measured) -> io::Result<()> {
    if measured.iterations.is_empty() {
        return Ok(());
    }
    let name = "#altcols  \"iteration\"";
    writeln!(
        out,
        "{name}\t\"bound\"\t\"nodes expanded\"\t\"nodes generated\"\t\"wall time\""
    )?;
    for iteration in &measured.iterations {
        writeln!(
            out,
            "#altrow  \"iteration\"\t{}\t{}\t{}\t{}",
            iteration.bound, iteration.expanded, iteration.generated, iteration.seconds
        )?;
    }
    Ok(())
}
