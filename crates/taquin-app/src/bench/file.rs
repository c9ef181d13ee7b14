//! Boards of a user's file: one per line, perhaps after its number and its length, or one board in any notation.

use crate::exit::Failure;
use crate::input::{BoardReader, ReadOptions, Source};
use crate::instances::Instance;
use std::fmt::Display;
use std::path::Path;
use taquin::notation::Reading;
use taquin::{Problem, ProblemError};

/// How to read a file of boards.
#[derive(Clone, Debug)]
pub struct FileOptions {
    /// The file.
    pub path: String,
    /// The goal; by default the one that a comment in the file names, as in `goal \`first\``, or that of the board.
    pub goal: Option<String>,
    /// How to read boards.
    pub read: ReadOptions,
}

/// A line, split into its columns.
struct Row<'a> {
    number: Option<u32>,
    length: Option<u32>,
    board: &'a str,
}

impl FileOptions {
    /// Whether there is such a file.
    pub fn exists(&self) -> bool {
        self.path == "-" || Path::new(&self.path).exists()
    }

    /// Its boards.
    pub fn instances(&self) -> Result<Vec<Instance>, Failure> {
        let mut reader = BoardReader::new(self.read);
        let source = Source::open_file(&self.path)?;
        let text = String::from_utf8_lossy(&source.bytes).into_owned();
        let rows = numbered(&text);
        if rows.is_empty() {
            let path = &source.name;
            return Err(Failure::BadInput(format!("{path}: contains no board")));
        }
        let is_one = |(line, row): &(usize, Row<'_>)| {
            let mut quiet = BoardReader::quiet(self.read);
            row.number.is_some() || quiet.line(&source.name, *line, row.board).is_ok()
        };
        if !is_one(&rows[0]) {
            // A board in several lines.
            let reading = reader.text(&source.name, &text)?;
            let problem = self.problem(&mut reader, reading, &text);
            return Ok(vec![Instance {
                number: 1,
                length: None,
                nodes: None,
                problem: problem.map_err(|why| at(&source.name, &why))?,
            }]);
        }
        let mut instances = Vec::new();
        for (place, (line, row)) in rows.iter().enumerate() {
            let reading = reader.line(&source.name, *line, row.board)?;
            let problem = self.problem(&mut reader, reading, &text);
            instances.push(Instance {
                number: row.number.unwrap_or(place as u32 + 1),
                length: row.length,
                nodes: None,
                problem: problem.map_err(|why| at(format_args!("{}:{line}", source.name), &why))?,
            });
        }
        Ok(instances)
    }

    fn problem(
        &self,
        reader: &mut BoardReader,
        reading: Reading,
        text: &str,
    ) -> Result<Problem, Failure> {
        let start = reading.start;
        let asked = self.goal.as_deref().or_else(|| named_goal(text));
        let goal = reader.goal_of(asked, start.shape(), reading.goal)?;
        Problem::new(start, goal).map_err(|error| match error {
            ProblemError::Unreachable(_) => Failure::BadInput(
                "this board cannot reach its goal; it may have been made for another one".into(),
            ),
            ProblemError::ShapesDiffer(differ) => differ.into(),
        })
    }
}

fn at(place: impl Display, why: &Failure) -> Failure {
    Failure::BadInput(format!("{place}: {why:#}"))
}

/// The goal that a comment names: `# …, goal \`first\``.
fn named_goal(text: &str) -> Option<&str> {
    let mut comments = text.lines().filter(|line| line.starts_with('#'));
    let (_, rest) = comments.find_map(|line| line.split_once("goal `"))?;
    rest.split_once('`').map(|(goal, _)| goal)
}

/// The lines with boards, with their numbers.
fn numbered(text: &str) -> Vec<(usize, Row<'_>)> {
    let lines = (1..).zip(text.lines());
    let boards = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    boards.map(|(number, line)| (number, row(line))).collect()
}

/// Number and length, both optional, then the board, separated by tabs. What follows the board is ignored.
fn row(line: &str) -> Row<'_> {
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let numbers = columns.iter().map_while(|column| column.parse().ok());
    let mut numbers = numbers.collect::<Vec<u32>>().into_iter();
    match columns.get(numbers.len()) {
        Some(board) if columns.len() > 1 && numbers.len() <= 2 => Row {
            number: numbers.next(),
            length: numbers.next(),
            board,
        },
        _ => Row {
            number: None,
            length: None,
            board: line,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_number_length_and_board() {
        let board = "1 2/3 0";
        for (line, number, length) in [
            ("1 2/3 0", None, None),
            ("7\t1 2/3 0", Some(7), None),
            ("7\t12\t1 2/3 0", Some(7), Some(12)),
            ("7\t12\t1 2/3 0\t99", Some(7), Some(12)),
        ] {
            let row = row(line);
            assert_eq!((row.number, row.length, row.board), (number, length, board));
        }
        assert_eq!(named_goal("# Korf: goal `first`\n1 2/3 0"), Some("first"));
        assert_eq!(named_goal("1 2/3 0\n"), None);
    }
}
