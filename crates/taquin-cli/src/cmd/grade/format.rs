//! The formats of `taquin grade`.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};
use taquin_app::exit::Failure;
use taquin_app::output::json;
use taquin_grade::output::{self, Identity};
use taquin_grade::report::Report;

/// How reports are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Text,
    Json,
    Csv,
    Html,
    JUnit,
    Tap,
    Gradescope,
    Classroom50,
    Check50,
}

impl Format {
    /// The formats of `--format`.
    const NAMED: [(&'static str, Format); 5] = [
        ("junit", Format::JUnit),
        ("tap", Format::Tap),
        ("gradescope", Format::Gradescope),
        ("classroom50", Format::Classroom50),
        ("check50", Format::Check50),
    ];

    pub(super) fn parse(text: &str) -> Result<Format, String> {
        let mut named = Format::NAMED.into_iter();
        let found = named.find(|(name, _)| *name == text);
        let names = Format::NAMED.map(|(name, _)| name).join(", ");
        found
            .map(|(_, format)| format)
            .ok_or(format!("must be one of {names}"))
    }
}

/// Writes one report.
pub(super) fn write_one(
    out: &mut impl Write,
    format: Format,
    report: &Report,
) -> Result<(), Failure> {
    let one = std::slice::from_ref(report);
    match format {
        Format::Text => output::text(out, report)?,
        Format::Json => json::line(out, report)?,
        Format::Csv => output::csv(out, one)?,
        Format::Html => output::html(out, report)?,
        Format::JUnit => output::junit(out, one)?,
        Format::Tap => output::tap(out, one)?,
        Format::Gradescope => output::gradescope(out, report)?,
        Format::Classroom50 => output::classroom50(out, report, &identity())?,
        Format::Check50 => output::check50(out, report)?,
    }
    Ok(())
}

/// Writes the reports of a class: all in one, or one object per line.
pub(super) fn write_class(
    out: &mut impl Write,
    format: Format,
    reports: &[Report],
) -> Result<(), Failure> {
    match format {
        Format::Text => output::table(out, reports)?,
        Format::Csv => output::csv(out, reports)?,
        Format::JUnit => output::junit(out, reports)?,
        Format::Tap => output::tap(out, reports)?,
        _ => {
            for report in reports {
                write_one(out, format, report)?;
            }
        }
    }
    Ok(())
}

/// Whose submission it is, as Classroom 50 tells it in the environment.
fn identity() -> Identity {
    let variable = |name| std::env::var(name).unwrap_or_default();
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Identity {
        classroom: variable("CLASSROOM"),
        assignment: variable("ASSIGNMENT"),
        submission: variable("SUBMISSION_TAG"),
        commit: variable("COMMIT_URL"),
        release: variable("RELEASE_URL"),
        review: variable("REVIEW_URL"),
        time: now.map_or(0, |now| now.as_secs()),
    }
}
