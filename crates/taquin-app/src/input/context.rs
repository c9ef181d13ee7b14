//! What the lines around boards say about them: comments (`` # goal `first` ``, `` # metric `mtm` ``), and lines that
//! `taquin solve` and `taquin census` print (`goal: first`, `metric: mtm`).

use super::AskedGoal;
use super::table;
use taquin::{Goal, Metric};

/// What one line says about the boards below it.
#[derive(Clone, Debug)]
pub(crate) enum Said<'a> {
    /// Their goal.
    Goal(AskedGoal),
    /// What counts as one move.
    Metric(Metric),
    /// The board of the solution below it, as text.
    Start(&'a str),
}

/// What a line says about the boards below it, if anything.
pub(crate) fn said(line: &str) -> Option<Said<'_>> {
    if let Some(comment) = line.strip_prefix('#') {
        let metric = || quoted(comment, "metric `")?.parse().ok();
        let goal = table::goal(comment).map(Said::Goal);
        return goal.or_else(|| metric().map(Said::Metric));
    }
    if let Some(start) = line.strip_prefix("start: ") {
        return Some(Said::Start(start.trim()));
    }
    if let Some(goal) = line.strip_prefix("goal: ") {
        return table::asked(goal.trim()).map(Said::Goal);
    }
    let metric = line.strip_prefix("metric: ")?;
    metric.trim().parse().ok().map(Said::Metric)
}

/// Whether a line is a comment that only names a goal or a metric, as taquin writes it.
pub(crate) fn is_note(line: &[u8]) -> bool {
    let is_named = line.starts_with(b"# goal `") || line.starts_with(b"# metric `");
    is_named && line.trim_ascii_end().ends_with(b"`")
}

/// The text after `begin`, up to the next back quote.
pub(super) fn quoted<'a>(text: &'a str, begin: &str) -> Option<&'a str> {
    text.split_once(begin)?.1.split('`').next()
}

/// What the lines of a text say about its boards, with the number of lines before each.
#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    goals: Vec<(usize, AskedGoal)>,
    metrics: Vec<(usize, Metric)>,
}

impl Context {
    /// Of a whole text.
    pub(super) fn of(bytes: &[u8]) -> Context {
        let mut context = Context::default();
        context.take(bytes, 0);
        context
    }

    /// Of the next lines of a text, of which this many have been taken; what was said before them last still holds.
    pub(super) fn take(&mut self, bytes: &[u8], lines: usize) {
        keep_last(&mut self.goals);
        keep_last(&mut self.metrics);
        for (bytes, line) in bytes.split(|&byte| byte == b'\n').zip(lines..) {
            // The 42 school's N-puzzle may print it anywhere.
            if bytes.starts_with(b"Complexity in ") {
                self.goals.insert(0, (0, AskedGoal::Named(Goal::Snail)));
                continue;
            }
            let Ok(text) = str::from_utf8(bytes) else {
                continue;
            };
            match said(text) {
                Some(Said::Goal(goal)) => self.goals.push((line, goal)),
                Some(Said::Metric(metric)) => self.metrics.push((line, metric)),
                None if text.starts_with("length: ") && text.contains(", mtm)") => {
                    self.metrics.push((line, Metric::MultiTile));
                }
                Some(Said::Start(_)) | None => {}
            }
        }
    }

    /// The goal of a board with this many lines before it.
    pub(super) fn goal(&self, line: usize) -> Option<&AskedGoal> {
        above(&self.goals, line)
    }

    /// What counts as one move for a board with this many lines before it.
    pub(super) fn metric(&self, line: usize) -> Option<Metric> {
        above(&self.metrics, line).copied()
    }
}

fn keep_last<T>(said: &mut Vec<T>) {
    said.drain(..said.len().saturating_sub(1));
}

fn above<T>(said: &[(usize, T)], line: usize) -> Option<&T> {
    let above = said.iter().rfind(|(at, _)| *at <= line);
    above.map(|(_, said)| said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_hold_for_the_boards_below_them() {
        let text = b"1 2/3 0\n# goal `first`\n# metric `mtm`\n1 2/0 3\n# goal `last`\n0 1/2 3\n";
        let context = Context::of(text);
        let goal = |line| match context.goal(line) {
            Some(AskedGoal::Named(goal)) => Some(*goal),
            _ => None,
        };
        assert_eq!((goal(0), context.metric(0)), (None, None));
        let mtm = Some(Metric::MultiTile);
        assert_eq!((goal(3), context.metric(3)), (Some(Goal::First), mtm));
        assert_eq!((goal(5), context.metric(5)), (Some(Goal::Last), mtm));
    }
}
