//! A heuristic that reads boards, one per line, and prints numbers: the protocol of `taquin audit`.

use super::Maker;
use crate::case::{Answer, Case, Rule, Size};
use crate::suite::Kind;
use taquin::notation::{self, Dialect};
use taquin_app::exit::Failure;
use taquin_app::words::many;

impl Maker<'_> {
    pub(super) fn heuristic(&mut self) -> Result<Vec<Case>, Failure> {
        let rule = match self.test.kind {
            Kind::Admissible => Rule::Admissible,
            Kind::Consistent => Rule::Consistent,
            Kind::AtLeastManhattan => Rule::AtLeastManhattan,
            _ => return self.unknown_kind(),
        };
        let mut cases = Vec::new();
        for shape in self.test.shapes()? {
            let goal = self.goal().board(shape);
            let survey = self.reference.survey(&goal).ok_or_else(|| {
                Failure::BadInput(format!("{}: {shape} has too many boards", self.test.name))
            })?;
            let lines = survey
                .boards()
                .map(|board| notation::write(&board, Dialect::Slash));
            let lines: Result<String, _> = lines.collect();
            cases.push(Case {
                args: Vec::new(),
                stdin: lines
                    .map_err(|error| Failure::BadInput(error.to_string()))?
                    .into_bytes(),
                file: None,
                about: format!("{} of {shape}", many(survey.len(), "board")),
                answer: Answer::Estimates { survey, rule },
                size: Size {
                    cells: shape.area(),
                    distance: 0,
                },
            });
        }
        Ok(cases)
    }
}
