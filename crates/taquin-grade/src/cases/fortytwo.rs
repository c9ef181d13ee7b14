//! The N-puzzle of the 42 school: a file with comments, the snail goal, options that the teacher maps.

use super::{Asked, Maker};
use crate::case::{Also, Answer, Case, FILE, Refusal, Size, Style};
use crate::cases::eight_puzzle::file;
use crate::suite::Kind;
use taquin::Board;
use taquin::notation::Dialect;
use taquin_app::exit::Failure;

/// Wrong files, and what is wrong with them.
const BAD: [(&str, &str); 16] = [
    ("", "the file is empty"),
    ("# nothing\n", "the file has only a comment"),
    ("3\n", "the file has only a size"),
    ("1 2 3\n8 0 4\n7 6 5\n", "the size is missing"),
    ("3\n1 2 3\n8 0 4\n", "a row is missing"),
    ("3\n1 2 3\n8 0 4\n7 6 5\n9 9 9\n", "a row too many"),
    ("3\n1 2 3\n8 0\n7 6 5\n", "a row is too short"),
    ("3\n1 2 3 4\n8 0 4\n7 6 5\n", "a row is too long"),
    ("3\n1 2 3\n8 0 x\n7 6 5\n", "a letter"),
    ("3\n1 2 3\n8 0 4a\n7 6 5\n", "4a is not a number"),
    ("3\n1 2 3\n8 0 -4\n7 6 5\n", "a negative number"),
    ("3\n1 2 3\n8 0 4\n7 6 9\n", "tile 9 of a 3×3 puzzle"),
    ("3\n1 2 3\n8 0 4\n7 6 6\n", "tile 6 twice"),
    ("3\n1 2 3\n8 9 4\n7 6 5\n", "no blank"),
    ("-3\n1 2 3\n8 0 4\n7 6 5\n", "a negative size"),
    (
        "99999999999999999999\n1 2 3\n8 0 4\n7 6 5\n",
        "a size that does not fit in memory",
    ),
];

impl Maker<'_> {
    pub(super) fn fortytwo(&mut self) -> Result<Vec<Case>, Failure> {
        let boards = match self.test.kind {
            Kind::Solve | Kind::Numbers | Kind::Noise | Kind::Speed => self.boards()?,
            Kind::Unsolvable => self.unsolvable_boards()?,
            Kind::BadInput => {
                return Ok(BAD
                    .iter()
                    .map(|(text, what)| self.bad(text, what))
                    .collect());
            }
            _ => return self.unknown_kind(),
        };
        Ok(self.fortytwo_cases(boards))
    }

    /// Cases about these boards.
    pub(super) fn fortytwo_cases(&mut self, boards: Vec<Asked>) -> Vec<Case> {
        let also = match self.test.kind {
            Kind::Numbers => Also::Numbers,
            _ => Also::Nothing,
        };
        let mut cases = Vec::new();
        for (number, asked) in boards.into_iter().enumerate() {
            let text = match self.test.kind {
                Kind::Noise => noise(&asked.start, number),
                _ => file(&asked.start, Dialect::FortyTwo),
            };
            cases.push(Case {
                args: self.arguments(),
                file: Some(text),
                ..self.solution_case(asked, Style::FortyTwo, also)
            });
        }
        cases
    }

    fn arguments(&self) -> Vec<String> {
        let mut args = self.mode.clone();
        args.push(FILE.into());
        args
    }

    fn bad(&self, text: &str, what: &str) -> Case {
        Case {
            args: self.arguments(),
            stdin: Vec::new(),
            file: Some(text.into()),
            about: what.into(),
            answer: Answer::Refusal(Refusal::Anywhere),
            size: Size::default(),
        }
    }
}

/// The same puzzle, written in other ways: comments, columns, comments after rows, tabs, empty lines.
fn noise(board: &Board, number: usize) -> Vec<u8> {
    let size = board.shape().rows();
    let rows: Vec<Vec<String>> = board
        .rows()
        .map(|row| row.iter().map(ToString::to_string).collect())
        .collect();
    let joined = |separator: &str, end: &str| -> String {
        rows.iter().map(|row| row.join(separator) + end).collect()
    };
    let text = match number % 5 {
        0 => format!("# This puzzle is solvable\n{size}\n{}", joined(" ", "\n")),
        1 => format!("# a\n# b\n{size} # the size\n{}", joined(" ", " # a row\n")),
        2 => format!("{size}\n{}", joined("    ", "\n")),
        3 => format!("#{size}\n{size}\n{}# the end", joined(" ", "\n")),
        _ => format!("{size}\n{}", joined(" ", "#x\n")),
    };
    text.into_bytes()
}
