//! `taquin.check/1`.

use super::{status, tiles};
use crate::check::{Detail, Verdict};
use serde::Serialize;
use taquin::solvability::{Argument, Disorder, DisorderRule};
use taquin::{Goal, Labels};

/// `taquin.check/1`.
#[derive(Debug, Serialize)]
pub struct Check {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    status: &'static str,
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_disorder: Option<DisorderObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_disorder: Option<DisorderObject>,
    reachable_goals: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mending_swap: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment_is_wrong: Option<bool>,
}

#[derive(Debug, Serialize)]
struct DisorderObject {
    sum: u64,
    parity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    blank_row: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<u32>>,
}

/// The object for a verdict; what each tile adds to the disorder only where it is to be explained.
pub fn check(verdict: &Verdict, detail: Detail) -> Check {
    let disorder = |disorder: &Disorder, rule: DisorderRule| DisorderObject {
        sum: disorder.sum,
        parity: if disorder.is_odd() { "odd" } else { "even" },
        blank_row: (rule == DisorderRule::TilesAndBlankRow).then_some(disorder.blank_row),
        terms: (detail == Detail::Argument)
            .then(|| disorder.terms.iter().map(|&(_, term)| term).collect()),
    };
    let (rule, disorders) = match &verdict.argument {
        Argument::Order { .. } => ("order", None),
        Argument::Disorder { rule, start, goal } => (
            match rule {
                DisorderRule::Tiles => "disorder",
                DisorderRule::TilesAndBlankRow => "disorder-and-blank-row",
            },
            Some((disorder(start, *rule), disorder(goal, *rule))),
        ),
    };
    let (start_disorder, goal_disorder) = disorders.unzip();
    Check {
        schema: "taquin.check/1",
        rows: verdict.start.shape().rows(),
        cols: verdict.start.shape().cols(),
        start: tiles(&verdict.start),
        goal: tiles(&verdict.goal),
        status: status(verdict.argument.reachable()),
        rule,
        start_disorder,
        goal_disorder,
        reachable_goals: verdict
            .reachable_goals
            .iter()
            .map(|&goal| Goal::name(goal))
            .collect(),
        mending_swap: verdict.swap.map(|(a, b)| [a.number(), b.number()]),
        comment_is_wrong: verdict.false_claim.map(|_| true),
    }
}

/// `taquin.check/1` for labels that may repeat.
#[derive(Debug, Serialize)]
pub struct CheckLabels {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start_labels: String,
    goal_labels: String,
    status: &'static str,
}

/// The object for a verdict on labels.
pub fn check_labels(start: &Labels, goal: &Labels, solvable: bool) -> CheckLabels {
    CheckLabels {
        schema: "taquin.check/1",
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start_labels: start.to_string(),
        goal_labels: goal.to_string(),
        status: status(solvable),
    }
}
