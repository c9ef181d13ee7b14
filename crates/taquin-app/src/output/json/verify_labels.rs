//! `taquin.verify/1` for labels that may repeat.

use crate::verify::labels::{JudgedLabels, LabelVerdict};
use serde::Serialize;
use taquin::{Labels, Metric};

/// `taquin.verify/1` for labels that may repeat.
#[derive(Debug, Serialize)]
pub struct VerifyLabels {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start_labels: String,
    goal_labels: String,
    status: &'static str,
    /// Why it is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    solvable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    broken: Option<BrokenLabels>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_labels: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    false_claims: Vec<String>,
    metric: &'static str,
    length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<usize>,
}

#[derive(Debug, Serialize)]
struct BrokenLabels {
    /// Counted from 1; 0 if the sequence does not begin with the start.
    place: usize,
    from_labels: String,
    to_labels: String,
}

/// The object for a sequence of labels that was judged.
pub fn verify_labels(judged: &JudgedLabels) -> VerifyLabels {
    let is_path = judged.verdict == LabelVerdict::Right;
    let broken = |place, from: &Labels, to: &Labels| BrokenLabels {
        place,
        from_labels: from.to_string(),
        to_labels: to.to_string(),
    };
    VerifyLabels {
        schema: "taquin.verify/1",
        rows: judged.start.shape().rows(),
        cols: judged.start.shape().cols(),
        start_labels: judged.start.to_string(),
        goal_labels: judged.goal.to_string(),
        status: if judged.is_right() { "right" } else { "wrong" },
        reason: reason(judged),
        solvable: judged.is_solvable,
        broken: match &judged.verdict {
            LabelVerdict::OtherStart(first) => Some(broken(0, &judged.start, first)),
            LabelVerdict::Broken {
                place,
                before,
                after,
            } => Some(broken(*place, before, after)),
            LabelVerdict::Right | LabelVerdict::Elsewhere(_) => None,
        },
        end_labels: match &judged.verdict {
            LabelVerdict::Elsewhere(end) => Some(end.to_string()),
            _ => None,
        },
        false_claims: judged.false_claims.clone(),
        metric: Metric::SingleTile.name(),
        length: judged.length,
        optimal: judged
            .shortest
            .filter(|_| is_path)
            .map(|shortest| shortest == judged.length),
        shortest: judged.shortest,
        lower_bound: judged.is_solvable.then_some(judged.lower_bound),
    }
}

fn reason(judged: &JudgedLabels) -> Option<&'static str> {
    match &judged.verdict {
        LabelVerdict::Right if judged.is_right() => None,
        LabelVerdict::Right => Some("false-claims"),
        LabelVerdict::OtherStart(_) | LabelVerdict::Broken { .. } => Some("broken"),
        LabelVerdict::Elsewhere(_) if !judged.is_solvable => Some("unsolvable"),
        LabelVerdict::Elsewhere(_) => Some("elsewhere"),
    }
}
