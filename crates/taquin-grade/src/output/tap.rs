//! TAP version 14.

use super::{details_for_student, indented, marks};
use crate::report::Report;
use crate::verdict::Verdict;
use std::io::{self, Write};

/// One line per test, with what was found as YAML.
pub fn tap(out: &mut impl Write, reports: &[Report]) -> io::Result<()> {
    let tests: usize = reports.iter().map(|report| report.tests.len()).sum();
    writeln!(out, "TAP version 14\n1..{tests}")?;
    let mut number = 0;
    for report in reports {
        for test in &report.tests {
            number += 1;
            let is_right = test.verdict == Verdict::Right;
            let ok = if is_right { "ok" } else { "not ok" };
            writeln!(
                out,
                "{ok} {number} - {}: {}",
                described(&report.submission),
                described(&test.name)
            )?;
            let (score, most) = (marks(test.score), marks(test.max_score));
            writeln!(
                out,
                "  ---\n  score: {score}\n  max_score: {most}\n  verdict: {}",
                test.verdict
            )?;
            let details = details_for_student(test);
            if !details.is_empty() {
                write!(out, "  message: |\n{}", indented(&indented(&details)))?;
            }
            writeln!(out, "  ...")?;
        }
    }
    Ok(())
}

/// A description without the character that begins a directive, and without the end of a line.
fn described(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('#', "\\#")
        .replace('\n', " ")
}
