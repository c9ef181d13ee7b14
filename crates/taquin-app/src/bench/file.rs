//! Boards of a user's file, in any notation, with the numbers and lengths of a table.

use crate::exit::{Exit, Failure};
use crate::input::{BoardReader, Found, GoalHint, ReadOptions};
use crate::instances::Instance;
use crate::origin::Origin;
use std::path::Path;
use taquin::{Goal, Problem, ProblemError};

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

/// The boards of a file.
#[derive(Debug, Default)]
pub(super) struct FileBoards {
    pub(super) instances: Vec<Instance>,
    pub(super) refused: Vec<Refused>,
    /// The goal that all boards have, if none can reach the default one.
    pub(super) other_goal: Option<Goal>,
}

/// A board that cannot be solved.
#[derive(Debug)]
pub struct Refused {
    /// Its number in the file.
    pub number: u32,
    /// Where it comes from.
    pub origin: Origin,
    /// Why.
    pub failure: Failure,
}

impl Refused {
    /// The status in outputs.
    pub fn status(&self) -> &'static str {
        if self.failure.exit() == Exit::No {
            "unsolvable"
        } else {
            "bad-input"
        }
    }
}

impl FileOptions {
    /// Whether there is such a file.
    pub fn exists(&self) -> bool {
        self.path == "-" || Path::new(&self.path).exists()
    }

    /// Its boards.
    pub(super) fn boards(&self) -> Result<FileBoards, Failure> {
        let mut reader = BoardReader::new(self.read);
        let mut boards = reader.boards(&self.path)?;
        let mut file = FileBoards::default();
        let mut hint = self.goal.is_none().then(GoalHint::default);
        let mut place = 0;
        while let Some(mut found) = boards.next(&mut reader) {
            place += 1;
            let fields = std::mem::take(&mut found.fields);
            let origin = Origin::of_file(&self.path, found.line, fields);
            if let (Some(hint), Ok(reading)) = (&mut hint, &found.reading) {
                hint.take(reading);
            }
            reader.leave_metric_of(found.metric);
            let number = found.number.unwrap_or(place);
            match self.instance(&mut reader, number, found) {
                Ok(instance) => file.instances.push(Instance {
                    origin: Some(origin),
                    ..instance
                }),
                Err(failure) => file.refused.push(Refused {
                    number,
                    origin,
                    failure,
                }),
            }
        }
        file.other_goal = hint.and_then(GoalHint::goal);
        Ok(file)
    }

    fn instance(
        &self,
        reader: &mut BoardReader,
        number: u32,
        found: Found,
    ) -> Result<Instance, Failure> {
        let reading = found.reading?;
        let goal = reader.goal_of(self.goal.as_deref(), reading.start.shape(), reading.goal)?;
        let problem = Problem::new(reading.start, goal).map_err(|error| match error {
            ProblemError::Unreachable(_) => Failure::Unsolvable,
            ProblemError::ShapesDiffer(differ) => differ.into(),
        })?;
        Ok(Instance {
            number,
            length: found.length,
            nodes: None,
            problem,
            origin: None,
        })
    }
}
