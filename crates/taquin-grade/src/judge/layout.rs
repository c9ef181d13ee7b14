//! Where two texts differ, and mistakes that only the layout shows.

use super::shortened;
use crate::verdict::{Finding, Verdict};

/// The first difference between two texts, in words; `None` if they are the same.
pub(super) fn difference(expected: &str, received: &str) -> Option<String> {
    if expected == received {
        return None;
    }
    if format!("{received}\n") == expected {
        let line = expected.lines().count();
        return Some(format!("line {line}: the newline at the end is missing"));
    }
    let mut wanted = expected.split('\n');
    let mut found = received.split('\n');
    for line in 1.. {
        let (want, have) = (wanted.next(), found.next());
        if want == have {
            continue;
        }
        let is_last = wanted.clone().next().is_none();
        return Some(match (want, have) {
            (Some("") | None, Some(have)) if is_last && !have.is_empty() => {
                format!("line {line}, column 1: extra output: {:?}", shortened(have))
            }
            (Some(want), Some(have)) => line_difference(line, want, have),
            (Some(want), None) => format!("line {line} is missing: {:?}", shortened(want)),
            (None, _) => format!("line {line}: an extra line at the end"),
        });
    }
    None
}

fn line_difference(line: usize, want: &str, have: &str) -> String {
    let same = want
        .chars()
        .zip(have.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let column = same + 1;
    let rest = |text: &str| text.chars().skip(same).collect::<String>();
    let (want_rest, have_rest) = (rest(want), rest(have));
    if want_rest.is_empty() && have_rest == "\r" {
        return format!(
            "line {line}, column {column}: the line ends with CR LF, as on Windows, not with LF"
        );
    }
    if want.is_empty() {
        let have = shortened(have);
        return format!("line {line}: an empty line is missing before {have:?}");
    }
    if want_rest.is_empty() && have_rest.trim().is_empty() {
        return format!("line {line}, column {column}: spaces at the end of the line");
    }
    format!(
        "line {line}, column {column}: {:?} instead of {:?}",
        shortened(have),
        shortened(want)
    )
}

/// Checks the whole output against the text that it should be.
pub(super) fn exact(expected: &str, received: &str, what: &str) -> Finding {
    match difference(expected, received) {
        None => Finding::right(),
        Some(difference) => Finding::new(Verdict::WrongOutput, format!("{what}{difference}")),
    }
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn the_first_difference_is_named() {
        let cases = [
            ("a\nb\n", "a\nb\n", None),
            (
                "a\nb\n",
                "a\nb",
                Some("line 2: the newline at the end is missing"),
            ),
            (
                "a\nb\n",
                "a \nb\n",
                Some("line 1, column 2: spaces at the end of the line"),
            ),
            (
                "a\nb\n",
                "a\nc\n",
                Some("line 2, column 1: \"c\" instead of \"b\""),
            ),
            (
                "a\nb\n",
                "a\n",
                Some("line 2, column 1: \"\" instead of \"b\""),
            ),
            (
                "a\nb\n",
                "a\nb\nc\n",
                Some("line 3, column 1: extra output: \"c\""),
            ),
            (
                "a\nb\n",
                "a\nb\n\n",
                Some("line 4: an extra line at the end"),
            ),
            (
                "a\nb\n",
                "",
                Some("line 1, column 1: \"\" instead of \"a\""),
            ),
            ("", "x\n", Some("line 1, column 1: extra output: \"x\"")),
            (
                "a\nb\n",
                "a\r\nb\r\n",
                Some("line 1, column 2: the line ends with CR LF, as on Windows, not with LF"),
            ),
            (
                "a\n\nb\n",
                "a\nb\n",
                Some("line 2: an empty line is missing before \"b\""),
            ),
        ];
        for (expected, received, named) in cases {
            assert_eq!(difference(expected, received).as_deref(), named);
        }
    }
}
