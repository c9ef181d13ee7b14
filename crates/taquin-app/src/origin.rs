//! Where a board comes from: readers know it, and writers name it.

/// Where a board comes from, and what was said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The file with the line, or the number of the argument.
    pub source: String,
    /// Fields of its object that taquin does not know: names, and values as JSON.
    pub fields: Vec<(String, String)>,
}

impl Origin {
    /// A board of a file, or of standard input for `-`, with its line if there are several.
    pub fn of_file(argument: &str, line: Option<usize>, fields: Vec<(String, String)>) -> Origin {
        let source = match line {
            Some(line) => format!("{argument}:{line}"),
            None => argument.into(),
        };
        Origin { source, fields }
    }
}
