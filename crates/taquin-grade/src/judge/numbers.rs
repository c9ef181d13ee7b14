//! The complexities that the 42 school asks for: the states that were selected in all, and the most that were in memory at once.

use crate::verdict::{Finding, Verdict};
use taquin::Board;
use taquin_app::words::many;

/// A state has at most this many neighbours.
const NEIGHBOURS: u128 = 4;
/// No program selects more states: a billion per second for a quarter of an hour.
const MOST_SELECTED: u128 = 1_000_000_000_000;

/// The complexities are there and possible.
pub(super) fn judge(text: &str, start: &Board, length: u64) -> Result<(), Finding> {
    let [time, size] = [TIME, SIZE].map(|of| {
        let missing = || format!("the complexity in {} is missing", of.words[0]);
        complexity(text, of).ok_or_else(|| Finding::new(Verdict::WrongOutput, missing()))
    });
    let (time, size) = (time?, size?);
    let solution = format!("for a solution of {}", many(length, "move"));
    let wrong = if time < u128::from(length) || size == 0 && length > 0 {
        let (of, number) = if size == 0 {
            ("size", size)
        } else {
            ("time", time)
        };
        format!(
            "a complexity in {of} of {number} is not possible {solution}: its states are selected and stored"
        )
    } else if time > MOST_SELECTED {
        format!(
            "a complexity in time of {time} is not possible: no program selects as many states in the time limit"
        )
    } else if size > 1 + NEIGHBOURS * (time + 1) {
        format!(
            "a complexity in size of {size} is not possible with a complexity in time of {time}: a selected state adds at most {NEIGHBOURS}"
        )
    } else {
        match reachable(start) {
            // A state may wait in the open set once per neighbour.
            Some(states) if size > NEIGHBOURS * states => format!(
                "a complexity in size of {size} is not possible: a {} puzzle has {states} states that can be reached",
                start.shape()
            ),
            _ => return Ok(()),
        }
    };
    Err(Finding::new(Verdict::WrongNumber, wrong))
}

/// Half of the permutations, if they can be counted.
fn reachable(board: &Board) -> Option<u128> {
    let cells = board.shape().area() as u128;
    let permutations = (1..=cells).try_fold(1_u128, u128::checked_mul);
    permutations.map(|permutations| (permutations / 2).max(1))
}

/// How programs call a complexity.
#[derive(Clone, Copy)]
struct Names {
    /// Words beside "complexity", in English and French.
    words: &'static [&'static str],
    /// Words beside "states", in a line without "complexity".
    states: &'static str,
}

const TIME: Names = Names {
    words: &["time", "temps"],
    states: "selected",
};
const SIZE: Names = Names {
    words: &["size", "space", "memory", "taille", "espace", "mémoire"],
    states: "memory",
};

/// The number of a complexity: the first after its name, or the last before it. A number that is too large for any machine
/// is the largest that fits.
fn complexity(text: &str, of: Names) -> Option<u128> {
    let text = text.to_lowercase().replace("complexité", "complexity");
    let text = text.replace("complexity en ", "complexity in ");
    let names = |word: &&str| {
        [
            format!("complexity in {word}"),
            format!("{word} complexity"),
        ]
    };
    let names: Vec<String> = of.words.iter().flat_map(names).collect();
    let named = |line: &str| {
        let name = names.iter().find(|name| line.contains(*name))?;
        number_near(line, name)
    };
    let near = |line: &str| {
        let is_meant = of.words.iter().any(|word| line.contains(word));
        is_meant.then(|| number_near(line, "complexity"))?
    };
    let counted = |line: &str| {
        let is_meant = line.contains(of.states);
        is_meant.then(|| number_near(line, "states"))?
    };
    let number = text
        .lines()
        .find_map(named)
        .or_else(|| text.lines().find_map(near))
        .or_else(|| text.lines().find_map(counted))?;
    Some(number.parse().unwrap_or(u128::MAX))
}

/// The first number after a name in a line, or the last before it.
fn number_near(line: &str, name: &str) -> Option<String> {
    let (before, after) = line.split_once(name)?;
    numbers(after).next().or_else(|| numbers(before).last())
}

/// The whole numbers of a text, without the separators of thousands.
fn numbers(text: &str) -> impl Iterator<Item = String> {
    let runs = text.split(|c: char| !c.is_ascii_digit() && !",_\u{202f}'".contains(c));
    runs.map(|run| run.chars().filter(char::is_ascii_digit).collect())
        .filter(|run: &String| !run.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Goal, Shape};

    #[test]
    fn complexities_are_found_in_several_words() {
        let text =
            "Complexity in time: 12\nMaximum number of states (complexity in size) = 7 states\n";
        assert_eq!(complexity(text, TIME), Some(12));
        assert_eq!(complexity(text, SIZE), Some(7));
        assert_eq!(complexity("Time complexity: 5", TIME), Some(5));
        assert_eq!(complexity("Space complexity: 7", SIZE), Some(7));
        assert_eq!(complexity("Complexité en taille : 7", SIZE), Some(7));
        let line = "Complexity in time: 12, complexity in size: 7, number of moves: 3";
        assert_eq!(complexity(line, TIME), Some(12));
        assert_eq!(complexity(line, SIZE), Some(7));
        let words = "Total states selected (time): 12\nMost states in memory (size): 7\n";
        assert_eq!(complexity(words, TIME), Some(12));
        assert_eq!(complexity(words, SIZE), Some(7));
        assert_eq!(
            complexity("Time complexity: 1,234 in 0.5 s", TIME),
            Some(1234)
        );
        assert_eq!(complexity("31 states (complexity in time)", TIME), Some(31));
        let huge = format!("complexity in time: {}", "9".repeat(70));
        assert_eq!(complexity(&huge, TIME), Some(u128::MAX));
        assert_eq!(complexity("time: 5", TIME), None);
    }

    #[test]
    fn complexities_must_be_possible() {
        let board = Goal::Snail.board(Shape::square(3).unwrap());
        let judged = |time: &str, size: &str| {
            let text = format!("complexity in time: {time}\ncomplexity in size: {size}\n");
            judge(&text, &board, 9).map_err(|finding| finding.verdict)
        };
        assert_eq!(judged("12", "30"), Ok(()));
        assert_eq!(judged("181440", "181440"), Ok(()));
        for (time, size) in [
            ("8", "30"),
            ("12", "0"),
            ("12", "54"),
            ("99999999999999999999999", "30"),
            ("99999999", "725761"),
        ] {
            assert_eq!(
                judged(time, size),
                Err(Verdict::WrongNumber),
                "{time} {size}"
            );
        }
        assert_eq!(judged("12", "no number"), Err(Verdict::WrongOutput));
    }
}
