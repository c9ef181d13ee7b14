//! `taquin.audit/1`.

use super::tiles;
use crate::audit::{Audit, Audited, Scope};
use crate::limits::Reason;
use serde::Serialize;
use taquin::solve::HeuristicKind;
use taquin::tools::audit::{
    Comparison, Faults, HeuristicJudgement, Inconsistency, OverestimatedBoard,
};

/// `taquin.audit/1`.
#[derive(Debug, Serialize)]
pub struct AuditObject<'a> {
    schema: &'static str,
    rows: u32,
    cols: u32,
    goal: Vec<u32>,
    metric: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'a str>,
    scope: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    admissible: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    consistent: Option<bool>,
    #[serde(flatten)]
    figures: Figures,
    overestimates: FaultsObject<OverestimateObject>,
    inconsistencies: FaultsObject<InconsistencyObject>,
    compared: Vec<Compared>,
}

/// How good a heuristic is.
#[derive(Debug, Serialize)]
struct Figures {
    boards: usize,
    edges: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_goal: Option<f64>,
    negative: usize,
    mean: f64,
    mean_error: f64,
    exact: usize,
    exact_share: f64,
    largest: f64,
}

#[derive(Debug, Serialize)]
struct FaultsObject<F> {
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<F>,
    #[serde(skip_serializing_if = "Option::is_none")]
    worst: Option<F>,
}

#[derive(Debug, Serialize)]
struct OverestimateObject {
    board: Vec<u32>,
    distance: u32,
    estimate: f64,
}

#[derive(Debug, Serialize)]
struct InconsistencyObject {
    pair: [Vec<u32>; 2],
    pair_estimates: [f64; 2],
}

#[derive(Debug, Serialize)]
struct FaultCount {
    count: usize,
}

/// On how many boards the heuristic says more than one of ours, and less, with the other's figures.
#[derive(Debug, Serialize)]
struct Compared {
    heuristic: &'static str,
    larger: usize,
    smaller: usize,
    overestimates: FaultCount,
    inconsistencies: FaultCount,
    #[serde(flatten)]
    figures: Figures,
}

/// The object for one heuristic.
pub fn audit<'a>(audit: &'a Audit, audited: &Audited) -> AuditObject<'a> {
    let judgement = &audited.judgement;
    // Without a counterexample and without a proof, nothing is known.
    let verdict = |is_sound: bool| (!is_sound || audit.is_proof()).then_some(is_sound);
    let admissible = verdict(judgement.is_admissible());
    let (scope, samples, seed) = match audit.scope {
        Scope::Every => ("every", None, None),
        Scope::Samples { solved, seed } => ("samples", Some(solved), Some(seed)),
    };
    let compared = audit.comparisons(audited).into_iter();
    AuditObject {
        schema: "taquin.audit/1",
        rows: audit.goal.shape().rows(),
        cols: audit.goal.shape().cols(),
        goal: tiles(&audit.goal),
        metric: audit.metric.name(),
        status: match (audit.reason, admissible) {
            (Some(_), _) => "limit",
            (None, Some(true)) => "admissible",
            (None, Some(false)) => "inadmissible",
            (None, None) => "no-counter-example",
        },
        reason: audit.reason.map(Reason::name),
        heuristic: audited.heuristic.map(HeuristicKind::name),
        command: audit
            .command
            .as_deref()
            .filter(|_| audited.heuristic.is_none()),
        scope,
        samples,
        seed,
        admissible,
        consistent: verdict(judgement.is_consistent()),
        figures: figures(judgement),
        overestimates: faults(&judgement.overestimates, |above: &OverestimatedBoard| {
            OverestimateObject {
                board: tiles(&above.board),
                distance: above.distance,
                estimate: above.estimate,
            }
        }),
        inconsistencies: faults(&judgement.inconsistencies, |jump: &Inconsistency| {
            InconsistencyObject {
                pair: [tiles(&jump.boards[0]), tiles(&jump.boards[1])],
                pair_estimates: jump.estimates,
            }
        }),
        compared: compared
            .filter_map(|(estimate, comparison)| compare(audit, estimate, comparison))
            .collect(),
    }
}

fn compare(audit: &Audit, heuristic: HeuristicKind, comparison: Comparison) -> Option<Compared> {
    let mut all = audit.audited.iter().chain(&audit.yardsticks);
    let other = all.find(|other| other.heuristic == Some(heuristic))?;
    Some(Compared {
        heuristic: heuristic.name(),
        larger: comparison.larger,
        smaller: comparison.smaller,
        overestimates: FaultCount {
            count: other.judgement.overestimates.count,
        },
        inconsistencies: FaultCount {
            count: other.judgement.inconsistencies.count,
        },
        figures: figures(&other.judgement),
    })
}

fn figures(judgement: &HeuristicJudgement) -> Figures {
    Figures {
        boards: judgement.boards,
        edges: judgement.edges,
        at_goal: judgement.at_goal,
        negative: judgement.negative,
        mean: judgement.mean,
        mean_error: judgement.mean_error,
        exact: judgement.exact,
        exact_share: judgement.exact as f64 / judgement.boards.max(1) as f64,
        largest: judgement.largest,
    }
}

fn faults<F, O>(faults: &Faults<F>, object: impl Fn(&F) -> O) -> FaultsObject<O> {
    FaultsObject {
        count: faults.count,
        first: faults.first.as_ref().map(&object),
        worst: faults.worst.as_ref().map(&object),
    }
}
