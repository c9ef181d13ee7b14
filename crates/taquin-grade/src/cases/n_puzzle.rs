//! Programs that read a board and print moves as letters.

use super::{Asked, Maker};
use crate::case::{Also, Case, FILE, Style};
use crate::cases::eight_puzzle::file;
use crate::suite::{Input, Kind};
use taquin::notation::Dialect;
use taquin_app::exit::Failure;

impl Maker<'_> {
    pub(super) fn n_puzzle(&mut self) -> Result<Vec<Case>, Failure> {
        let boards = match self.test.kind {
            Kind::Solve | Kind::Speed => self.boards()?,
            Kind::Unsolvable => self.unsolvable_boards()?,
            _ => return self.unknown_kind(),
        };
        Ok(self.letter_cases(boards))
    }

    /// Cases about these boards.
    pub(super) fn letter_cases(&mut self, boards: Vec<Asked>) -> Vec<Case> {
        let style = Style::Moves(self.suite.letters);
        let cases = boards.into_iter().map(|asked| {
            let text = file(&asked.start, Dialect::Princeton);
            let case = self.solution_case(asked, style, Also::Nothing);
            match self.suite.input {
                Input::File => Case {
                    args: vec![FILE.into()],
                    file: Some(text),
                    ..case
                },
                Input::Stdin => Case {
                    stdin: text,
                    ..case
                },
            }
        });
        cases.collect()
    }
}
