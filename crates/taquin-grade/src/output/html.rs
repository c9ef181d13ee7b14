//! Pages for students and teachers, without scripts.

use super::{escaped, marks};
use crate::report::{Report, TestReport};
use crate::verdict::Verdict;
use std::io::{self, Write};
use taquin_app::words::many;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}\
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ccc;vertical-align:top}\
td.n,th.n{text-align:right}pre{background:#f4f4f4;padding:.6rem;overflow-x:auto;margin:.3rem 0}.right{color:#116329}.wrong{color:#a40e26}\
h2{margin-top:2rem}@media print{body{margin:0}section{break-inside:avoid}}";

fn begin(out: &mut impl Write, title: &str) -> io::Result<()> {
    let title = escaped(title);
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>"
    )
}

fn end(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "</body>\n</html>")
}

/// The page of one submission.
pub fn html(out: &mut impl Write, report: &Report) -> io::Result<()> {
    begin(
        out,
        &format!("{}: {}", report.assignment.name(), report.submission),
    )?;
    let (score, most) = (marks(report.score), marks(report.max_score));
    writeln!(
        out,
        "<p><strong>{score} of {most} marks</strong>, seed {}</p>",
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
        "<table>\n<tr><th>test</th><th>category</th><th class=\"n\">marks</th><th>verdict</th></tr>"
    )?;
    for test in &report.tests {
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
    writeln!(out, "</table>")?;
    for test in report
        .tests
        .iter()
        .filter(|test| test.verdict != Verdict::Right)
    {
        section(out, test)?;
    }
    end(out)
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
        "<p class=\"wrong\">{}, {} of {} right</p>",
        test.verdict,
        test.right,
        many(test.cases, "case")
    )?;
    if let Some(message) = &test.message {
        writeln!(out, "<pre>{}</pre>", escaped(message))?;
    }
    if let Some(smallest) = &test.smallest {
        writeln!(
            out,
            "<p>The smallest failure:</p>\n<pre>{}</pre>",
            escaped(&smallest.command)
        )?;
        writeln!(
            out,
            "<p>Expected:</p>\n<pre>{}</pre>",
            escaped(&smallest.expected)
        )?;
        writeln!(
            out,
            "<p>Received:</p>\n<pre>{}</pre>",
            escaped(&smallest.received)
        )?;
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
        "<table>\n<tr><th>submission</th><th class=\"n\">score</th><th class=\"n\">of</th><th>first failure</th></tr>"
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
    writeln!(out, "</table>")?;
    end(out)
}
