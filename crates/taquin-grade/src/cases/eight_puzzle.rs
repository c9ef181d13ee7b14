//! Princeton's `Solver FILE`.

use super::{Asked, Maker};
use crate::case::{Also, Answer, Case, FILE, Solved, Style};
use crate::suite::Kind;
use taquin::notation::{Dialect, write_layout};
use taquin::{Board, Problem};
use taquin_app::exit::Failure;
use taquin_app::words::many;

impl Maker<'_> {
    pub(super) fn eight_puzzle(&mut self) -> Result<Vec<Case>, Failure> {
        match self.test.kind {
            Kind::Solve | Kind::Layout | Kind::Speed => {
                let boards = self.boards()?;
                Ok(self.princeton_cases(boards))
            }
            Kind::Unsolvable => {
                let boards = self.unsolvable_boards()?;
                Ok(self.princeton_cases(boards))
            }
            _ => self.unknown_kind(),
        }
    }

    /// Cases about these boards.
    pub(super) fn princeton_cases(&mut self, boards: Vec<Asked>) -> Vec<Case> {
        let also = match self.test.kind {
            Kind::Layout => Also::Layout,
            _ => Also::Nothing,
        };
        let cases = boards.into_iter().map(|asked| Case {
            args: vec![FILE.into()],
            file: Some(file(&asked.start, Dialect::Princeton)),
            ..self.solution_case(asked, Style::Princeton, also)
        });
        cases.collect()
    }

    /// Boards of the test's shapes from which the goal cannot be reached.
    pub(super) fn unsolvable_boards(&mut self) -> Result<Vec<Asked>, Failure> {
        let mut found = Vec::new();
        for shape in self.test.shapes()? {
            let goal = self.goal().board(shape);
            for _ in 0..self.test.count {
                found.extend(self.generator.unsolvable(&goal).map(|start| Asked {
                    start,
                    goal: goal.clone(),
                    distance: None,
                }));
            }
        }
        Ok(found)
    }

    /// A case whose answer is a solution, or the statement that there is none.
    pub(super) fn solution_case(&self, asked: Asked, style: Style, also: Also) -> Case {
        let size = asked.size();
        let is_solvable = Problem::new(asked.start.clone(), asked.goal.clone()).is_ok();
        let about = match (is_solvable, asked.distance) {
            (false, _) => "unsolvable".into(),
            (true, Some(distance)) => many(distance, "move"),
            (true, None) => asked.start.shape().to_string(),
        };
        let answer = if is_solvable {
            Answer::Solution(Box::new(Solved {
                shortest: asked.distance.filter(|_| self.test.shortest),
                start: asked.start,
                goal: asked.goal,
                style,
                also,
            }))
        } else {
            Answer::Unsolvable {
                start: asked.start,
                goal: asked.goal,
                style,
            }
        };
        Case {
            args: Vec::new(),
            stdin: Vec::new(),
            file: None,
            about,
            answer,
            size,
        }
    }
}

/// A board as a file.
pub(super) fn file(board: &Board, dialect: Dialect) -> Vec<u8> {
    let text = write_layout(board, dialect);
    text.expect("the boards of these assignments are square")
        .into_bytes()
}
