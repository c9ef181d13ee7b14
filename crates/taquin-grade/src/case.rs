//! One question to a program: what it is given, and what it should answer.

use crate::run::quoted;
use crate::suite::Letters;
use std::path::Path;
use std::sync::Arc;
use taquin::tools::audit::Survey;
use taquin::{Board, Labels};

/// The placeholder for the name of the case's file among its arguments.
pub const FILE: &str = "{file}";
/// The name of that file when a case is run by hand.
pub const FILE_NAME: &str = "board.txt";

/// One question.
#[derive(Clone, Debug)]
pub struct Case {
    /// Arguments after the command; [`FILE`] stands for the file.
    pub args: Vec<String>,
    /// Standard input.
    pub stdin: Vec<u8>,
    /// The text of the file.
    pub file: Option<Vec<u8>>,
    /// What it is about, in words.
    pub about: String,
    /// The right answer.
    pub answer: Answer,
    /// How large it is, for finding small ones.
    pub size: Size,
}

/// How large a case is: fewer cells first, then fewer moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// Cells of the board.
    pub cells: usize,
    /// Moves of a shortest solution.
    pub distance: u32,
}

/// The right answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Exactly this text.
    Text {
        /// Standard output.
        text: String,
        /// Why, in words.
        why: String,
    },
    /// A message that says what is wrong with the input.
    Refusal(Refusal),
    /// Nothing at all.
    Silence {
        /// Why, in words.
        why: String,
    },
    /// A shortest sequence of arrangements of labels, one per line.
    Positions(Positions),
    /// A solution.
    Solution(Box<Solved>),
    /// A statement that there is no solution.
    Unsolvable {
        /// The board.
        start: Board,
        /// The goal.
        goal: Board,
        /// What solutions would look like.
        style: Style,
    },
    /// One number per board.
    Estimates {
        /// The boards, with their distances.
        survey: Arc<Survey>,
        /// What must hold.
        rule: Rule,
    },
}

/// Where and how a program refuses wrong input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// One line on standard output, nothing on standard error, exit code 1.
    Stdout,
    /// One line on standard error, nothing on standard output, an exit code that is not 0.
    Stderr,
    /// Any message, no solution, any exit code.
    Anywhere,
}

/// A shortest sequence of arrangements of labels.
#[derive(Clone, Debug)]
pub struct Positions {
    /// The first.
    pub initial: Labels,
    /// The last.
    pub goal: Labels,
    /// The moves of a shortest sequence.
    pub distance: u32,
    /// The most moves that it may have: MAXLENGTH.
    pub longest: u32,
}

/// What a solution looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `Minimum number of moves = N`, then boards.
    Princeton,
    /// Numbers and boards, as the 42 school asks for.
    FortyTwo,
    /// Letters.
    Moves(Letters),
}

/// A solution that is asked for.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The board.
    pub start: Board,
    /// The goal.
    pub goal: Board,
    /// The moves of a shortest solution, if they are known and the solution must have no more.
    pub shortest: Option<u32>,
    /// What it looks like.
    pub style: Style,
    /// What else must be right.
    pub also: Also,
}

/// What else is checked of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Also {
    /// Nothing.
    Nothing,
    /// The layout, byte for byte.
    Layout,
    /// The complexities in time and in size.
    Numbers,
}

/// What must hold for estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// At most the distance.
    Admissible,
    /// Neighbours differ by at most one, and the goal has 0.
    Consistent,
    /// At least Manhattan's.
    AtLeastManhattan,
}

impl Case {
    /// Whether the input would not fit on a screen.
    pub fn has_long_input(&self) -> bool {
        self.stdin.len() > MOST_SHOWN
    }

    /// The command line that asks this question by hand. Long input is in a file `boards.txt`.
    pub fn command_line(&self, command: &str) -> String {
        self.command_line_reading(command, Path::new("boards.txt"))
    }

    /// The same with long input in this file.
    pub fn command_line_reading(&self, command: &str, input: &Path) -> String {
        let mut line = String::new();
        if let Some(file) = &self.file {
            line += &format!("printf {} > {FILE_NAME}; ", printf(file));
        }
        if !self.stdin.is_empty() && !self.has_long_input() {
            line += &format!("printf {} | ", printf(&self.stdin));
        }
        line += command;
        for word in &self.args {
            line += " ";
            line += &match word.as_str() {
                FILE => FILE_NAME.into(),
                word => quoted(word),
            };
        }
        if self.has_long_input() {
            line += &format!(" < {}", quoted(&input.to_string_lossy()));
        }
        line
    }
}

/// Longer input is not part of a command line.
const MOST_SHOWN: usize = 4000;

/// Bytes as an argument of `printf`, which reads `%` and `\`.
fn printf(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'\n' => text += "\\n",
            b'\t' => text += "\\t",
            b'\\' => text += "\\\\",
            b'%' => text += "%%",
            b'\'' => text += "'\\''",
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text += &format!("\\{byte:03o}"),
        }
    }
    format!("'{text}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_can_be_asked_by_hand() {
        let case = Case {
            args: vec!["-x".into(), FILE.into(), "it's".into()],
            stdin: b"1 b%\n\xff".to_vec(),
            file: Some(b"2\n1 2\n".to_vec()),
            about: String::new(),
            answer: Answer::Silence { why: String::new() },
            size: Size::default(),
        };
        assert_eq!(
            case.command_line("./Nine"),
            r"printf '2\n1 2\n' > board.txt; printf '1 b%%\n\377' | ./Nine -x board.txt 'it'\''s'"
        );
    }
}
