//! Which lines contain tiles.

/// What a line contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Empty,
    /// Tiles and nothing else.
    Cells,
    Prose,
}

impl LineKind {
    pub(super) fn of(line: &str) -> LineKind {
        let line = without_comment(line);
        if line.trim().is_empty() {
            return LineKind::Empty;
        }
        let is_tile = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit()) || is_blank(word);
        if is_labels(line) || words(line).all(is_tile) && words(line).next().is_some() {
            LineKind::Cells
        } else {
            LineKind::Prose
        }
    }
}

/// Whether a line contains tiles and nothing else.
pub fn is_row(line: &str) -> bool {
    LineKind::of(line) == LineKind::Cells
}

/// A comment holds neither tiles nor claims that anyone relies on.
pub(super) fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// The words of a row, without the marks that end rows or boards.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_mark = |c: char| c.is_whitespace() || ",;/|[](){}".contains(c);
    line.split(is_mark).filter(|word| !word.is_empty())
}

fn is_blank(word: &str) -> bool {
    matches!(
        word,
        "0" | "b" | "B" | "x" | "X" | "-" | "_" | "*" | "." | "·" | "null"
    )
}

pub(super) fn is_number(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
}

/// Labels as `Nine` prints them: one word with one hyphen, which is the blank. A heading ends with a colon.
pub(in crate::verify) fn is_labels(line: &str) -> bool {
    let line = line.trim();
    let hyphens = line.bytes().filter(|&byte| byte == b'-').count();
    line.len() > 1
        && hyphens == 1
        && !line.ends_with(':')
        && line.bytes().all(|byte| byte.is_ascii_graphic())
}

pub(super) fn has_blank(line: &str) -> bool {
    is_labels(line) || words(line).any(is_blank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_tiles_are_told_from_prose() {
        for line in [
            " 0  1  3 ",
            "1,2,0",
            "[1, 2, null]",
            "2361584-7",
            "aab-",
            "3",
            "1 2/3 0",
            "1 · 3",
        ] {
            assert_eq!(LineKind::of(line), LineKind::Cells, "{line}");
        }
        for line in [
            "Step 3:",
            "3:",
            "-:1:",
            "----",
            "solved",
            "--",
            "No solution possible",
            "1 2 ? 3",
        ] {
            assert_eq!(LineKind::of(line), LineKind::Prose, "{line}");
        }
        assert_eq!(LineKind::of(" # 1 2 3"), LineKind::Empty);
    }
}
