//! Estimates of a heuristic, one per board.

use super::Said;
use super::solution::drawn;
use crate::case::Rule;
use crate::reference::Reference;
use crate::verdict::{Finding, Verdict};
use std::ops::ControlFlow;
use taquin::solve::HeuristicKind;
use taquin::tools::audit::{HeuristicJudgement, Survey};
use taquin::{Board, Tick};
use taquin_app::words::many;

/// Judges the estimates of all boards of a survey.
pub(super) fn judge(
    reference: &Reference,
    survey: &Survey,
    rule: Rule,
    said: &Said<'_>,
) -> Finding {
    let estimates = match read(said.stdout, survey.len()) {
        Ok(estimates) => estimates,
        Err(finding) => return finding,
    };
    let judgement = survey.judge(&estimates).expect("all estimates are numbers");
    match rule {
        Rule::Admissible => admissible(&judgement),
        Rule::Consistent => consistent(survey, &judgement),
        Rule::AtLeastManhattan => at_least_manhattan(reference, survey, &estimates),
    }
}

fn read(text: &str, boards: usize) -> Result<Vec<f64>, Finding> {
    let refuse = |message: String| Finding::new(Verdict::WrongOutput, message);
    let mut estimates = Vec::with_capacity(boards);
    for (line, number) in text.lines().zip(1..) {
        match line.trim().parse::<f64>() {
            Ok(estimate) if estimate.is_finite() => estimates.push(estimate),
            _ => {
                let line = super::shortened(line);
                return Err(refuse(format!(
                    "line {number}, column 1: {line:?} is not a number"
                )));
            }
        }
    }
    if estimates.len() == boards {
        return Ok(estimates);
    }
    let lines = many(estimates.len(), "line");
    Err(refuse(format!(
        "{lines} of output for {boards} boards: one number per board is needed"
    )))
}

fn admissible(judgement: &HeuristicJudgement) -> Finding {
    match &judgement.overestimates.first {
        None => Finding::right(),
        Some(first) => Finding::new(
            Verdict::WrongNumber,
            format!(
                "{} of {} boards are overestimated; the nearest to the goal is estimated at {}, but takes {}\n{}",
                judgement.overestimates.count,
                judgement.boards,
                first.estimate,
                many(first.distance, "move"),
                drawn(&first.board)
            ),
        )
        .shown_by([first.board.clone()]),
    }
}

fn consistent(survey: &Survey, judgement: &HeuristicJudgement) -> Finding {
    if let Some(estimate) = judgement.at_goal.filter(|estimate| estimate.abs() > 1e-9) {
        return Finding::new(
            Verdict::WrongNumber,
            format!("the goal is estimated at {estimate}, not at 0"),
        )
        .shown_by(survey.boards().next());
    }
    match &judgement.inconsistencies.first {
        None => Finding::right(),
        Some(jump) => {
            let ([from, to], [high, low]) = (&jump.boards, jump.estimates);
            Finding::new(
                Verdict::WrongNumber,
                format!(
                    "not consistent: one move changes the estimate from {high} to {low}\n{}to\n{}",
                    drawn(from),
                    drawn(to)
                ),
            )
            .shown_by([from.clone(), to.clone()])
        }
    }
}

fn at_least_manhattan(reference: &Reference, survey: &Survey, estimates: &[f64]) -> Finding {
    let Some(goal) = survey.boards().next() else {
        return Finding::right();
    };
    let go_on = &mut |_: &Tick| ControlFlow::Continue(());
    let manhattan = reference
        .tables
        .estimator(&goal, HeuristicKind::Manhattan, 1, go_on);
    let manhattan = manhattan.expect("Manhattan distance needs no tables");
    let below = survey
        .states()
        .zip(estimates)
        .position(|(state, &estimate)| estimate < f64::from(manhattan.estimate(&state)) - 1e-9);
    let board = |place: usize| -> Option<Board> { survey.boards().nth(place) };
    match below.and_then(|place| Some((place, board(place)?))) {
        None => Finding::right(),
        Some((place, board)) => {
            let state = survey.states().nth(place).expect("it has been estimated");
            Finding::new(
                Verdict::WrongNumber,
                format!(
                    "an estimate of {} is below Manhattan distance, {}\n{}",
                    estimates[place],
                    manhattan.estimate(&state),
                    drawn(&board)
                ),
            )
            .shown_by([board])
        }
    }
}
