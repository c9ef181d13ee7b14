//! The result of a task as a line of text: a word for its kind, the six counts of its work, and what was found.

use std::fmt::{self, Display};
use taquin::Move;
use taquin::search::Stats;

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TaskResult {
    /// The subtree has no solution.
    Exhausted(Stats),
    /// A solution.
    Found(Stats, Vec<Move>),
    /// The first iterations have no solution; the bound of the next iteration.
    Next(Stats, u32),
}

impl Display for TaskResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, stats) = match self {
            TaskResult::Exhausted(stats) => ("exhausted", stats),
            TaskResult::Found(stats, _) => ("found", stats),
            TaskResult::Next(stats, _) => ("next", stats),
        };
        f.write_str(word)?;
        for count in stats.to_array() {
            write!(f, " {count}")?;
        }
        match self {
            TaskResult::Exhausted(_) => Ok(()),
            TaskResult::Found(_, moves) => {
                f.write_str(" ")?;
                moves.iter().try_for_each(|m| write!(f, "{}", m.letter()))
            }
            TaskResult::Next(_, bound) => write!(f, " {bound}"),
        }
    }
}

impl TaskResult {
    /// The inverse of `to_string`.
    pub(super) fn read(bytes: &[u8]) -> Option<TaskResult> {
        let text = str::from_utf8(bytes).ok()?;
        let mut words = text.split(' ');
        let kind = words.next()?;
        let mut counts = [0; 6];
        for count in &mut counts {
            *count = words.next()?.parse().ok()?;
        }
        let stats = Stats::from_array(counts);
        let result = match kind {
            "exhausted" => TaskResult::Exhausted(stats),
            "found" => TaskResult::Found(
                stats,
                words
                    .next()?
                    .chars()
                    .map(Move::from_letter)
                    .collect::<Option<_>>()?,
            ),
            "next" => TaskResult::Next(stats, words.next()?.parse().ok()?),
            _ => return None,
        };
        words.next().is_none().then_some(result)
    }
}
