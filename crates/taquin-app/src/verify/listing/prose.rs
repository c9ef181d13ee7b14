//! What the lines between boards say.

/// The moves that a line gives: `moves: LURD`, or `# 4 moves (shortest): LURD` as `taquin generate --solve` writes them.
pub fn written_moves(line: &str) -> Option<&str> {
    let (head, moves) = line.split_once(": ")?;
    let is_comment = || head.starts_with("# ") && counted(&head.to_lowercase()).is_some();
    let is_moves = head == "moves" && assigned(line, "moves").is_none();
    (is_moves || is_comment()).then_some(moves.trim())
}

/// Whether a line of lower-case prose says that there is no solution.
pub(super) fn is_unsolvable(line: &str) -> bool {
    let says = ["no solution", "unsolvable", "not solvable", "insolvable"];
    says.iter().any(|words| line.contains(words))
}

/// Whether a line of lower-case prose claims that its number of moves is the least, and does not only bound it.
pub(super) fn is_optimal(line: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|words| line.contains(words));
    has(&["(shortest", "minimum number", "minimal", "optimal"])
        && !has(&["at least", "at most", "not optimal", "suboptimal"])
}

/// The number of moves that a line of lower-case prose claims: `moves = 4`, `length: 4`, `in 4 moves` or `nombre de coups : 4`.
pub(in crate::verify) fn length(line: &str) -> Option<u64> {
    ["moves", "length", "coups"]
        .iter()
        .find_map(|word| assigned(line, word))
        .or_else(|| counted(line))
}

/// The number after a word and `=` or `:`, unless the line continues with more numbers or letters.
fn assigned(line: &str, word: &str) -> Option<u64> {
    let (_, rest) = line.split_once(word)?;
    let rest = rest.trim_start().strip_prefix(['=', ':'])?.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let (number, rest) = rest.split_at(end.unwrap_or(rest.len()));
    let goes_on = rest.trim_start().starts_with(|c: char| c.is_alphanumeric());
    number.parse().ok().filter(|_| !goes_on)
}

/// The number before `moves`, unless it is only a bound, or how many are left.
fn counted(line: &str) -> Option<u64> {
    let words: Vec<&str> = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let place = words
        .iter()
        .position(|word| matches!(*word, "move" | "moves"))?;
    let before = place.checked_sub(2).map(|place| words[place]);
    let is_bound = matches!(before, Some("least" | "most" | "after" | "than" | "within"));
    let is_rest = matches!(words.get(place + 1), Some(&("left" | "remaining" | "to")));
    let number = words[place.checked_sub(1)?].parse().ok();
    number.filter(|_| !is_bound && !is_rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_not_claims_of_optimality() {
        for (line, claimed) in [
            ("length: 14 (shortest)", true),
            ("length: 14 (shortest, mtm)", true),
            ("minimum number of moves = 4", true),
            ("an optimal solution with 4 moves", true),
            (
                "length: 53 (the shortest has at least 21: at most 2.53 times as long)",
                false,
            ),
            (
                "length: 24 (at most 2 times the shortest, which has at least 21)",
                false,
            ),
            ("solved in 20 moves, perhaps not optimal", false),
            ("number of moves = 4", false),
        ] {
            assert_eq!(is_optimal(line), claimed, "{line}");
        }
    }

    #[test]
    fn claims_are_found_in_prose() {
        let cases = [
            ("Minimum number of moves = 4", Some(4)),
            ("Number of moves: 15 (shortest)", Some(15)),
            ("length: 14 (shortest)", Some(14)),
            ("Solved in 1 move!", Some(1)),
            ("moves: 5 8", None),
            ("moves: ULDR", None),
            ("It takes at least 20 moves.", None),
            ("Complexity in time: 3", None),
            ("Move 3: up", None),
            ("1 move left", None),
            ("3 moves to go:", None),
            ("Nombre de coups : 5", Some(5)),
        ];
        for (line, claimed) in cases {
            assert_eq!(length(&line.to_lowercase()), claimed, "{line}");
        }
    }
}
