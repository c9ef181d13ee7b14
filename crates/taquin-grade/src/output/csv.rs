//! A gradebook: one line per submission, with a column per test.

use super::marks;
use crate::report::Report;
use std::io::{self, Write};

/// A header and one line per report. All reports are of one suite.
pub fn csv(out: &mut impl Write, reports: &[Report]) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    let mut header: Vec<&str> = vec![
        "submission",
        "assignment",
        "seed",
        "score",
        "max_score",
        "verdict",
    ];
    if let Some(first) = reports.first() {
        header.extend(first.tests.iter().map(|test| test.name.as_str()));
    }
    writer.write_record(&header)?;
    for report in reports {
        let mut row = vec![
            report.submission.clone(),
            report.assignment.name().into(),
            report.seed.to_string(),
            marks(report.score),
            marks(report.max_score),
            report.verdict().to_string(),
        ];
        row.extend(report.tests.iter().map(|test| marks(test.score)));
        writer.write_record(&row)?;
    }
    writer.flush()
}
