//! What is around a solution in text.

use std::io::{self, Write};
use taquin::{Board, Metric};
use taquin_app::output::text::{self, BoardComments};

/// What is around a solution in text: one of several boards has its name above and an empty line below. A board that is
/// not an argument is written too.
pub(super) struct Heading<'a> {
    pub(super) comments: &'a mut BoardComments,
    pub(super) is_many: bool,
    pub(super) has_start: bool,
    pub(super) name: String,
}

impl Heading<'_> {
    pub(super) fn write(
        &mut self,
        out: &mut impl Write,
        start: &Board,
        goal: &Board,
        metric: Metric,
    ) -> io::Result<()> {
        if self.is_many {
            writeln!(out, "{}:", self.name)?;
        }
        // The length says what it counts.
        let metric = if self.has_start {
            metric
        } else {
            Metric::SingleTile
        };
        self.comments.write_lines(out, goal, metric)?;
        if self.has_start {
            text::start(out, start)?;
        }
        Ok(())
    }

    pub(super) fn end(&self, out: &mut impl Write) -> io::Result<()> {
        if self.is_many {
            writeln!(out)?;
        }
        Ok(())
    }
}
