//! Reports for a terminal.

use super::{details, indented, marks};
use crate::grade::Replay;
use crate::report::Report;
use crate::suite::{Assignment, Suite, Test};
use crate::verdict::Verdict;
use std::io::{self, Write};
use taquin_app::words::many;

/// The marks, then every test with what was found.
pub fn text(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let (score, most) = (marks(report.score), marks(report.max_score));
    let assignment = report.assignment.name();
    writeln!(
        out,
        "{}: {score} of {most} marks for {assignment}, seed {}",
        report.submission, report.seed
    )?;
    if let Some(moves_are) = &report.moves_are {
        writeln!(
            out,
            "the letters of moves are directions of the {moves_are}"
        )?;
    }
    for test in &report.tests {
        writeln!(
            out,
            "\n{:<20}{:>6} of {:<6}{:<20}{}",
            test.name,
            marks(test.score),
            marks(test.max_score),
            test.verdict,
            test.title
        )?;
        if test.verdict != Verdict::Right {
            let count = format!("{} of {} right", test.right, many(test.cases, "case"));
            write!(out, "  {count}\n{}", indented(&details(test)))?;
        }
    }
    Ok(())
}

/// One line per submission.
pub fn table(out: &mut impl Write, reports: &[Report]) -> io::Result<()> {
    let names = reports
        .iter()
        .map(|report| report.submission.chars().count());
    let width = names.max().unwrap_or(0).max("submission".len());
    writeln!(
        out,
        "{:<width$}  {:>7}  {:>7}  first failure",
        "submission", "score", "of"
    )?;
    for report in reports {
        let failed = report
            .tests
            .iter()
            .find(|test| test.verdict != Verdict::Right);
        let failure = failed.map_or_else(String::new, |test| {
            format!("{} ({})", test.verdict, test.name)
        });
        writeln!(
            out,
            "{:<width$}  {:>7}  {:>7}  {failure}",
            report.submission,
            marks(report.score),
            marks(report.max_score)
        )?;
    }
    Ok(())
}

/// The assignments.
pub fn list(out: &mut impl Write) -> io::Result<()> {
    for assignment in Assignment::ALL {
        let suite = Suite::built_in(assignment);
        writeln!(out, "{:<14}{}", assignment.name(), suite.title)?;
        writeln!(out, "{:<14}{}", "", suite.program)?;
    }
    Ok(())
}

/// The tests of a suite, with the number of their cases.
pub fn show<'a>(
    out: &mut impl Write,
    suite: &Suite,
    tests: impl Iterator<Item = (&'a Test, usize)>,
) -> io::Result<()> {
    writeln!(out, "{}: {}", suite.assignment.name(), suite.title)?;
    writeln!(out, "program: {}", suite.program)?;
    let limits = &suite.limits;
    writeln!(
        out,
        "limits per case: {} s, {} of memory, {} of output, {} processes\n",
        limits.seconds, limits.memory, limits.output, limits.processes
    )?;
    for (test, cases) in tests {
        let only = match (&test.mode, &test.ask) {
            (_, Some(ask)) => format!(" (only if asked for: {ask})"),
            (Some(mode), None) => format!(" (only with a map for {mode})"),
            (None, None) => String::new(),
        };
        writeln!(
            out,
            "{:<20}{:>5}  {:>10}  {}{only}",
            test.name,
            marks(test.weight),
            many(cases, "case"),
            test.title
        )?;
    }
    Ok(())
}

/// One case, asked alone.
pub fn replay(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
    writeln!(out, "{}", replay.command)?;
    if !replay.about.is_empty() {
        writeln!(out, "about: {}", replay.about)?;
    }
    write!(out, "expected:\n{}", indented(&replay.expected))?;
    write!(out, "received:\n{}", indented(&replay.received))?;
    writeln!(out, "verdict: {}", replay.finding.verdict)?;
    write!(out, "{}", indented(&replay.finding.message))
}
