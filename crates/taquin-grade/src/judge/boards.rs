//! Sequences of boards in the output, and the numbers around them.

use crate::verdict::{Finding, Verdict};
use taquin_app::input::{BoardReader, ReadOptions};
use taquin_app::verify::listing::{Listing, listings};

/// The one sequence of boards in an output.
pub(super) fn read(text: &str) -> Result<Listing, Finding> {
    let found = listings(
        "the output",
        text,
        BoardReader::quiet(ReadOptions::default()),
    )
    .map_err(|failure| {
        Finding::new(
            Verdict::WrongOutput,
            format!("a board cannot be read: {failure}"),
        )
    })?;
    let mut found = found.into_iter();
    match (found.next(), found.next()) {
        (Some(listing), None) => Ok(listing),
        (None, _) => Err(Finding::new(
            Verdict::WrongOutput,
            "the output has neither boards nor a statement that there is no solution",
        )),
        (Some(_), Some(second)) => Err(Finding::new(
            Verdict::WrongOutput,
            format!("line {}: a second solution begins", second.line),
        )),
    }
}

/// The last number of the line about a complexity.
pub(super) fn complexity(text: &str, of: &str) -> Option<u64> {
    let line = text.lines().map(str::to_lowercase).find(|line| {
        line.contains("complexity") && line.contains(of)
            || line.contains(&format!("{of} complexity"))
    })?;
    let mut numbers = line.split(|c: char| !c.is_ascii_digit());
    numbers.rfind(|word| !word.is_empty())?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complexities_are_found_in_several_words() {
        let text =
            "Complexity in time: 12\nMaximum number of states (complexity in size) = 7 states\n";
        assert_eq!(complexity(text, "time"), Some(12));
        assert_eq!(complexity(text, "size"), Some(7));
        assert_eq!(complexity("Time complexity: 5", "time"), Some(5));
        assert_eq!(complexity("time: 5", "time"), None);
    }
}
