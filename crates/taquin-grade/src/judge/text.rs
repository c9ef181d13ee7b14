//! Answers that are one text.

use super::Said;
use super::layout::exact;
use super::refusal::is_answer;
use crate::verdict::{Finding, Verdict};

/// Judges an answer that must be exactly this text, with exit code 0.
pub(super) fn judge(text: &str, why: &str, said: &Said<'_>) -> Finding {
    if said.code != 0 && !is_answer(said.stdout) {
        let line = said.stdout.lines().next().unwrap_or("no message");
        return Finding::new(
            Verdict::RefusedGoodInput,
            format!("the input is right, but the program refuses it: {line}"),
        );
    }
    let last = |text: &str| text.lines().last().unwrap_or_default().trim().to_string();
    let finding = said.with_code(|| exact(text, said.stdout, ""));
    // A wrong answer is explained, a wrong layout is not.
    if finding.verdict == Verdict::WrongOutput && last(text) != last(said.stdout) {
        return Finding::new(finding.verdict, format!("{} ({why})", finding.message));
    }
    finding
}
