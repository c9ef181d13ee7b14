//! One object per exercise; `answer` and the seed are for the key.

use super::Document;
use crate::worksheet::{Exercise, Posed, Sheet};
use serde::Serialize;
use std::io::{self, Write};

/// `taquin.worksheet/1`.
#[derive(Debug, Serialize)]
struct Object<'a, Given, Answer> {
    schema: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    student: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    level: &'static str,
    number: usize,
    topic: &'static str,
    #[serde(flatten)]
    given: &'a Given,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a Answer>,
}

/// Writes every exercise.
pub(super) fn write(out: &mut impl Write, document: &Document<'_>) -> io::Result<()> {
    let has_answers = document.contents.has_keys();
    for sheet in document.sheets {
        for (number, exercise) in (1..).zip(&sheet.exercises) {
            let place = Place {
                sheet,
                number,
                topic: exercise.topic().name(),
                has_answers,
            };
            match exercise {
                Exercise::Counting(posed) => place.write(out, posed)?,
                Exercise::Reachability(posed) => place.write(out, posed)?,
                Exercise::TwoByTwo(posed) => place.write(out, posed)?,
                Exercise::Tree(posed) => place.write(out, posed)?,
                Exercise::Heuristics(posed) => place.write(out, posed)?,
                Exercise::AStar(posed) => place.write(out, posed)?,
                Exercise::Admissible(posed) => place.write(out, posed)?,
                Exercise::Shortest(posed) => place.write(out, posed)?,
            }
        }
    }
    Ok(())
}

/// Where an exercise stands.
struct Place<'a> {
    sheet: &'a Sheet,
    number: usize,
    topic: &'static str,
    has_answers: bool,
}

impl Place<'_> {
    fn write(
        &self,
        out: &mut impl Write,
        posed: &Posed<impl Serialize, impl Serialize>,
    ) -> io::Result<()> {
        let object = Object {
            schema: "taquin.worksheet/1",
            student: self.sheet.student.as_deref(),
            seed: self.has_answers.then_some(self.sheet.seed),
            level: self.sheet.level.name(),
            number: self.number,
            topic: self.topic,
            given: &posed.given,
            answer: self.has_answers.then_some(&posed.answer),
        };
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)
    }
}
