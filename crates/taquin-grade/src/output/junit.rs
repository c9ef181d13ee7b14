//! JUnit's XML, which continuous integration reads.

use super::{details_for_student, escaped};
use crate::report::{Report, TestReport};
use crate::verdict::Verdict;
use std::io::{self, Write};

/// One suite per report.
pub fn junit(out: &mut impl Write, reports: &[Report]) -> io::Result<()> {
    writeln!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>"
    )?;
    for report in reports {
        let (failed, seconds) = (
            report.tests.iter().filter(|test| has_failed(test)).count(),
            seconds(report),
        );
        writeln!(
            out,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failed}\" errors=\"0\" time=\"{seconds:.3}\">",
            escaped(&report.submission),
            report.tests.len()
        )?;
        for test in &report.tests {
            case(out, report, test)?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn has_failed(test: &TestReport) -> bool {
    test.verdict != Verdict::Right
}

fn seconds(report: &Report) -> f64 {
    report.tests.iter().map(|test| test.seconds).sum()
}

fn case(out: &mut impl Write, report: &Report, test: &TestReport) -> io::Result<()> {
    write!(
        out,
        "    <testcase classname=\"{}.{}\" name=\"{}\" time=\"{:.3}\"",
        report.assignment.name(),
        escaped(&test.category),
        escaped(&test.name),
        test.seconds
    )?;
    if !has_failed(test) {
        return writeln!(out, "/>");
    }
    writeln!(
        out,
        ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>",
        test.verdict,
        escaped(&details_for_student(test))
    )
}
