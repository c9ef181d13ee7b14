//! The names of students, and the seed of each student's sheet.

use taquin::support::hash::fnv1a;
use taquin_app::words::many;

/// Why a list of names is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NamesError {
    /// There is no name in it.
    #[error("there are no names; write one per line")]
    Empty,
    /// Two sheets would be the same, and nothing would tell whose they are.
    #[error(
        "{line}: {name} appears twice, also on line {first}; add something that tells the two apart"
    )]
    Repeated {
        /// The name.
        name: String,
        /// The line, counted from 1.
        line: usize,
        /// The line where it appeared first.
        first: usize,
    },
    /// More names than a document should have sheets.
    #[error("there are {}; at most {MOST} fit in one run", many(.0, "name"))]
    TooMany(usize),
}

/// The most sheets of a run.
pub const MOST: usize = 10_000;

/// The names in a text, one per line; empty lines and lines that start with # are skipped.
///
/// ```
/// use taquin_grade::worksheet::students::names;
/// assert_eq!(names("# group 1\nAda Lovelace\n\nNoyes Chapman\n").unwrap(), ["Ada Lovelace", "Noyes Chapman"]);
/// let error = names("Ada\nSam\nAda\n").unwrap_err();
/// assert_eq!(error.to_string(), "3: Ada appears twice, also on line 1; add something that tells the two apart");
/// ```
pub fn names(text: &str) -> Result<Vec<String>, NamesError> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    let text = text.trim_start_matches('\u{feff}');
    for (line, name) in (1..).zip(text.lines().map(str::trim)) {
        if name.is_empty() || name.starts_with('#') {
            continue;
        }
        if let Some(&(first, _)) = found.iter().find(|(_, known)| *known == name) {
            let name = name.into();
            return Err(NamesError::Repeated { name, line, first });
        }
        found.push((line, name));
    }
    match found.len() {
        0 => Err(NamesError::Empty),
        1..=MOST => Ok(found.into_iter().map(|(_, name)| name.into()).collect()),
        more => Err(NamesError::TooMany(more)),
    }
}

/// A seed that depends on another one and on a text, the same on every machine.
pub(super) fn variant(seed: u64, text: &str) -> u64 {
    fnv1a(&[&seed.to_le_bytes()[..], text.as_bytes()].concat())
}

/// A name as a part of a file's name: letters and digits in lower case, joined by hyphens.
///
/// ```
/// use taquin_grade::worksheet::students::file_name;
/// assert_eq!(file_name("Ada King, Countess of Lovelace"), "ada-king-countess-of-lovelace");
/// assert_eq!(file_name("../Zoë"), "zoë");
/// ```
pub fn file_name(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-").chars().take(60).collect()
}
