//! Answers that are one text.

use super::Said;
use super::layout::exact;
use super::refusal::is_answer;
use crate::verdict::{Finding, Verdict};

/// Judges an answer that must be exactly this text, with exit code 0.
pub(super) fn judge(text: &str, why: &str, said: &Said<'_>) -> Finding {
    if !is_answer(said.stdout) && (said.code != 0 || said.refuses()) {
        return said.refused();
    }
    let last = |text: &str| text.lines().last().unwrap_or_default().trim().to_string();
    let finding = match exact(text, said.stdout, "") {
        finding if finding.is_right() => said.with_code(|| finding),
        finding => finding,
    };
    // A wrong answer is explained, a wrong layout is not.
    if finding.verdict == Verdict::WrongOutput
        && !last(text).eq_ignore_ascii_case(&last(said.stdout))
    {
        return Finding::new(finding.verdict, format!("{} ({why})", finding.message));
    }
    finding
}
