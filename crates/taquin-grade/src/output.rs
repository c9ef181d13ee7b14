//! One writer per format. A writer takes reports and only writes.

mod check50;
mod classroom50;
mod csv;
mod gradescope;
mod html;
mod junit;
mod tap;
mod text;

pub use check50::check50;
pub use classroom50::{Identity, classroom50};
pub use csv::csv;
pub use gradescope::gradescope;
pub use html::{html, index};
pub use junit::junit;
pub use tap::tap;
pub use text::{list, replay, show, table, text};

use crate::report::TestReport;
use crate::suite::Visibility;
use crate::verdict::Verdict;

/// Marks without needless decimals.
fn marks(marks: f64) -> String {
    let text = format!("{marks:.2}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// A text with `&`, `<`, `>` and quotation marks as references, for HTML and XML. Characters that XML cannot have are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c => out.push(shown(c)),
        }
    }
    out
}

/// A character as terminals, XML and YAML can show it: a program may print anything.
fn shown(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// Everything that a report says about a test that failed; nothing if it is right.
fn details(test: &TestReport) -> String {
    if test.verdict == Verdict::Right {
        return String::new();
    }
    let mut text = format!(
        "{}: {}\n",
        test.verdict,
        test.message.as_deref().unwrap_or_default().trim_end()
    );
    if let Some(smallest) = &test.smallest {
        text += &format!(
            "smallest failure:\n  {}\nexpected:\n{}received:\n{}",
            smallest.command,
            indented(&smallest.expected),
            indented(&smallest.received)
        );
    }
    if let Some(replay) = &test.replay {
        text += &format!("the smallest case that failed: --replay {replay}\n");
    }
    text
}

/// The same for a student, who does not learn what hidden tests ask. Gradescope hides tests itself and does not need this.
fn details_for_student(test: &TestReport) -> String {
    match test.visibility {
        Visibility::Hidden => String::new(),
        _ => details(test),
    }
}

/// Every line with two spaces before it.
fn indented(text: &str) -> String {
    let line = |line: &str| format!("  {}\n", line.chars().map(shown).collect::<String>());
    text.lines().map(line).collect()
}
