//! What boards do not say themselves: their goal and what counts as one move. Every command that reads them takes it.

use crate::exit::say;
use std::io::{self, Write};
use taquin::notation::{self, Dialect};
use taquin::{Board, Goal, Metric};

/// Lines that name the goal and the metric of the boards below them, unless these are the defaults.
#[derive(Debug)]
pub struct BoardComments {
    /// The goal that was named last: its name, or a board with slashes.
    goal: String,
    /// The metric that was named last.
    metric: Metric,
    /// Whether a note has been printed.
    has_noted: bool,
}

impl Default for BoardComments {
    fn default() -> BoardComments {
        BoardComments {
            goal: Goal::Last.name().into(),
            metric: Metric::SingleTile,
            has_noted: false,
        }
    }
}

impl BoardComments {
    /// Comments above a board if the last ones do not hold for it. Formats without comments get a note on stderr, once.
    pub fn write(
        &mut self,
        out: &mut impl Write,
        dialect: Dialect,
        goal: &Board,
        metric: Metric,
    ) -> io::Result<()> {
        let goal = match dialect {
            Dialect::Pair => self.goal.clone(),
            _ => goal_name(goal),
        };
        let (has_goal, has_metric) = (goal != self.goal, metric != self.metric);
        if !has_comments(dialect) {
            self.note(dialect, &goal, metric);
            return Ok(());
        }
        if has_goal {
            writeln!(out, "# goal `{goal}`")?;
        }
        if has_metric {
            writeln!(out, "# metric `{}`", metric.name())?;
        }
        (self.goal, self.metric) = (goal, metric);
        Ok(())
    }

    /// Lines above a solution: what is not the default, or differs from the solution above it.
    pub fn write_lines(
        &mut self,
        out: &mut impl Write,
        goal: &Board,
        metric: Metric,
    ) -> io::Result<()> {
        let goal = goal_name(goal);
        if goal != Goal::Last.name() || goal != self.goal {
            writeln!(out, "goal: {goal}")?;
        }
        if metric != Metric::SingleTile || metric != self.metric {
            writeln!(out, "metric: {}", metric.name())?;
        }
        (self.goal, self.metric) = (goal, metric);
        Ok(())
    }

    /// Begins another file, in which nothing has been named.
    pub fn begin_file(&mut self) {
        *self = BoardComments {
            has_noted: self.has_noted,
            ..BoardComments::default()
        };
    }

    fn note(&mut self, dialect: Dialect, goal: &str, metric: Metric) {
        let mut options = Vec::new();
        if goal != self.goal {
            let is_word = goal.bytes().all(|byte| byte.is_ascii_alphanumeric());
            options.push(if is_word {
                format!("--goal {goal}")
            } else {
                format!("--goal \"{goal}\"")
            });
        }
        if metric != self.metric {
            options.push(format!("--metric {}", metric.name()));
        }
        if !options.is_empty() && !std::mem::replace(&mut self.has_noted, true) {
            let (options, name) = (options.join(" "), dialect.name());
            say(
                "taquin",
                format_args!("{name} has no comments: use {options} where these boards are read"),
            );
        }
    }
}

/// Whether boards in a notation may have comments above them. Other programs read the remaining ones, to the byte.
const fn has_comments(dialect: Dialect) -> bool {
    match dialect {
        Dialect::FortyTwo
        | Dialect::Korf
        | Dialect::Slash
        | Dialect::Comma
        | Dialect::Grid
        | Dialect::Gap
        | Dialect::Drawn => true,
        Dialect::Princeton | Dialect::Pair | Dialect::Nine | Dialect::Json | Dialect::Code => false,
    }
}

/// The name of a goal, or else the board with slashes.
fn goal_name(goal: &Board) -> String {
    let named = Goal::ALL
        .into_iter()
        .find(|named| named.board(goal.shape()) == *goal);
    named.map_or_else(|| notation::slashes(goal), |named| named.name().into())
}
