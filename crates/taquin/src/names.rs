//! Names of algorithms, heuristics, metrics, notations and goals, as users type them.
//!
//! Each enum lists its names next to its variants, the printed one first. Parsing ignores case, spaces, `-` and
//! `_`, so that `A*`, `a-star` and `AStar` are one name.

use std::fmt;

/// A text that is not a name of its kind.
///
/// ```
/// let error = "fastest".parse::<taquin::HeuristicKind>().unwrap_err();
/// assert!(error.to_string().starts_with("`fastest` is not a heuristic; the heuristics are zero, hamming,"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {kind}; {} are {}", kind.plural(), names.join(", "))]
#[non_exhaustive]
pub struct UnknownName {
    /// What was read.
    pub text: String,
    /// What it should name.
    pub kind: NameKind,
    /// The names that are printed, without synonyms.
    pub names: Vec<&'static str>,
}

/// What a name is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameKind {
    /// An algorithm.
    Algorithm,
    /// A heuristic.
    Heuristic,
    /// A metric.
    Metric,
    /// A form of moves.
    Moves,
    /// A notation of boards.
    Notation,
    /// A standard goal.
    Goal,
}

impl NameKind {
    const fn plural(self) -> &'static str {
        match self {
            NameKind::Algorithm => "the algorithms",
            NameKind::Heuristic => "the heuristics",
            NameKind::Metric => "the metrics",
            NameKind::Moves => "the forms of moves",
            NameKind::Notation => "the notations",
            NameKind::Goal => "the named goals",
        }
    }
}

impl fmt::Display for NameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NameKind::Algorithm => "an algorithm",
            NameKind::Heuristic => "a heuristic",
            NameKind::Metric => "a metric",
            NameKind::Moves => "a form of moves",
            NameKind::Notation => "a notation",
            NameKind::Goal => "a named goal",
        })
    }
}

/// The variant of this name. `names` lists the names of a variant, the one that is printed first.
pub(crate) fn find<T: Copy>(
    text: &str,
    kind: NameKind,
    all: &[T],
    names: impl Fn(T) -> &'static [&'static str],
) -> Result<T, UnknownName> {
    let wanted = key(text);
    let mut all_of = all.iter().copied();
    let found = all_of.find(|&variant| names(variant).iter().any(|name| key(name) == wanted));
    found.ok_or_else(|| UnknownName {
        text: text.into(),
        kind,
        names: all.iter().map(|&variant| names(variant)[0]).collect(),
    })
}

/// The same for every spelling of a name.
fn key(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
    letters.flat_map(char::to_lowercase).collect()
}
