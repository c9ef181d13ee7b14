//! What became of a task, as a line of words: the first says what it is, six numbers say what was done, and then there is
//! what was found.

use std::fmt::{self, Display};
use taquin::Move;
use taquin::search::Stats;

/// What became of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// There is no solution in it.
    Exhausted(Stats),
    /// There is.
    Found(Stats, Vec<Move>),
    /// The low rounds have none; this is the bound of the next one.
    Next(Stats, u32),
}

impl Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, stats) = match self {
            Finding::Exhausted(stats) => ("exhausted", stats),
            Finding::Found(stats, _) => ("found", stats),
            Finding::Next(stats, _) => ("next", stats),
        };
        f.write_str(word)?;
        for number in numbers(stats) {
            write!(f, " {number}")?;
        }
        match self {
            Finding::Exhausted(_) => Ok(()),
            Finding::Found(_, moves) => {
                f.write_str(" ")?;
                moves.iter().try_for_each(|m| write!(f, "{}", m.letter()))
            }
            Finding::Next(_, bound) => write!(f, " {bound}"),
        }
    }
}

fn numbers(stats: &Stats) -> [u64; 6] {
    [
        stats.selected,
        stats.generated,
        stats.reopened,
        stats.duplicates,
        stats.peak_states,
        stats.peak_bytes,
    ]
}

impl Finding {
    /// Reads what `to_string` has written.
    pub(super) fn read(bytes: &[u8]) -> Option<Finding> {
        let text = str::from_utf8(bytes).ok()?;
        let mut words = text.split(' ');
        let kind = words.next()?;
        let mut number = || words.next()?.parse().ok();
        let mut counts = [0; 6];
        for count in &mut counts {
            *count = number()?;
        }
        let stats = Stats::from_array(counts);
        let finding = match kind {
            "exhausted" => Finding::Exhausted(stats),
            "found" => Finding::Found(
                stats,
                words
                    .next()?
                    .chars()
                    .map(Move::from_letter)
                    .collect::<Option<_>>()?,
            ),
            "next" => Finding::Next(stats, words.next()?.parse().ok()?),
            _ => return None,
        };
        words.next().is_none().then_some(finding)
    }
}
