//! Pages for students and teachers, without scripts.

use super::{escaped, marks};
use crate::report::{Report, TestReport};
use crate::suite::Visibility;
use crate::verdict::Verdict;
use std::io::{self, Write};
use taquin_app::words::many;

const STYLE: &str = include_str!("report.css");

fn begin(out: &mut impl Write, title: &str) -> io::Result<()> {
    let title = escaped(title);
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>"
    )
}

fn end(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "</body>\n</html>")
}

/// The page of one submission, for the student: hidden tests are left out, and one line has their marks.
pub fn html(out: &mut impl Write, report: &Report) -> io::Result<()> {
    begin(
        out,
        &format!("{}: {}", report.assignment.name(), report.submission),
    )?;
    let (score, most) = (marks(report.score), marks(report.max_score));
    writeln!(
        out,
        "<p class=\"score\"><strong>{score} of {most} marks</strong>, seed {}</p>",
        report.seed
    )?;
    if let Some(moves_are) = &report.moves_are {
        writeln!(
            out,
            "<p>The letters of moves are directions of the {}.</p>",
            escaped(moves_are)
        )?;
    }
    writeln!(
        out,
        "<table>\n<thead><tr><th>test</th><th>category</th><th class=\"n\">marks</th><th>verdict</th></tr></thead>\n<tbody>"
    )?;
    let is_shown = |test: &&TestReport| test.visibility != Visibility::Hidden;
    for test in report.tests.iter().filter(is_shown) {
        writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td class=\"n\">{} of {}</td><td class=\"{}\">{}</td></tr>",
            escaped(&test.title),
            escaped(&test.category),
            marks(test.score),
            marks(test.max_score),
            class(test.verdict),
            test.verdict
        )?;
    }
    hidden_row(out, report)?;
    writeln!(out, "</tbody>\n</table>")?;
    let has_failed = |test: &&TestReport| test.verdict != Verdict::Right;
    for test in report.tests.iter().filter(is_shown).filter(has_failed) {
        section(out, test)?;
    }
    end(out)
}

/// The number and the marks of hidden tests, if there are any.
fn hidden_row(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let is_hidden = |test: &&TestReport| test.visibility == Visibility::Hidden;
    let hidden: Vec<_> = report.tests.iter().filter(is_hidden).collect();
    if hidden.is_empty() {
        return Ok(());
    }
    let sum = |marks: fn(&TestReport) -> f64| hidden.iter().map(|test| marks(test)).sum();
    writeln!(
        out,
        "<tr><td>{}</td><td></td><td class=\"n\">{} of {}</td><td></td></tr>",
        many(hidden.len(), "hidden test"),
        marks(sum(|test| test.score)),
        marks(sum(|test| test.max_score))
    )
}

const fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Right => "right",
        _ => "wrong",
    }
}

fn section(out: &mut impl Write, test: &TestReport) -> io::Result<()> {
    writeln!(out, "<section>\n<h2>{}</h2>", escaped(&test.title))?;
    writeln!(
        out,
        "<p><span class=\"wrong\">{}</span>: {} of {} right, {} of {} marks</p>",
        test.verdict,
        test.right,
        many(test.cases, "case"),
        marks(test.score),
        marks(test.max_score)
    )?;
    if let Some(message) = &test.message {
        writeln!(out, "<pre>{}</pre>", escaped(message))?;
    }
    if let Some(smallest) = &test.smallest {
        writeln!(
            out,
            "<h3>Smallest failure</h3>\n<pre class=\"command\">{}</pre>",
            escaped(&smallest.command)
        )?;
        writeln!(out, "<div class=\"answers\">")?;
        for (name, answer) in [
            ("Expected", &smallest.expected),
            ("Received", &smallest.received),
        ] {
            let answer = escaped(answer);
            writeln!(out, "<div><h3>{name}</h3>\n<pre>{answer}</pre></div>")?;
        }
        writeln!(out, "</div>")?;
    }
    writeln!(out, "</section>")
}

/// The page of a class, with the names of the pages of its submissions.
pub fn index(out: &mut impl Write, reports: &[(Report, String)]) -> io::Result<()> {
    let title = reports
        .first()
        .map_or("grades", |(report, _)| report.assignment.name());
    begin(
        out,
        &format!("{title}: {}", many(reports.len(), "submission")),
    )?;
    writeln!(
        out,
        "<table>\n<thead><tr><th>submission</th><th class=\"n\">score</th><th class=\"n\">of</th><th>first failure</th></tr></thead>\n<tbody>"
    )?;
    for (report, page) in reports {
        writeln!(
            out,
            "<tr><td><a href=\"{}\">{}</a></td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"{}\">{}</td></tr>",
            escaped(page),
            escaped(&report.submission),
            marks(report.score),
            marks(report.max_score),
            class(report.verdict()),
            report.verdict()
        )?;
    }
    writeln!(out, "</tbody>\n</table>")?;
    end(out)
}
