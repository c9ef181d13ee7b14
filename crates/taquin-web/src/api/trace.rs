//! `trace`: a search step by step, as data.

use super::boards::{Boards, Written};
use super::error::ApiError;
use super::fields::{BoardText, Field, Whole};
use super::names::Choice;
use super::search::refuse;
use super::{Api, to_json};
use serde::Deserialize;
use taquin::Shape;
use taquin::notation::Dialect;
use taquin::search::Weight;
use taquin::solve::{Algorithm, HeuristicKind, SHORTEST_CELLS, SearchOptions};
use taquin::space::MoveOrder;
use taquin_app::limits::{Client, stop_after};
use taquin_app::output::json;
use taquin_app::search::problem_of;
use taquin_app::trace::Shown;
use taquin_app::trace::recording::Recording;

/// A search step by step.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceRequest {
    start: Field<BoardText>,
    goal: Option<Field<BoardText>>,
    #[serde(rename = "as")]
    notation: Option<Field<Dialect>>,
    shape: Option<Field<Shape>>,
    #[serde(default)]
    algorithm: Field<Choice<Algorithm>>,
    #[serde(default)]
    heuristic: Field<Choice<HeuristicKind>>,
    weight: Option<Field<Weight>>,
    order: Option<Field<MoveOrder>>,
    steps: Option<Field<Whole<1, 2000>>>,
}

impl TraceRequest {
    pub(crate) fn answer(&self, api: &Api, client: &dyn Client) -> Result<Vec<u8>, ApiError> {
        let written = Written::new(self.notation.as_ref(), self.shape.as_ref());
        let Boards { start, goal, .. } = written.boards(&self.start, self.goal.as_ref())?;
        let mut options = SearchOptions::default();
        options.algorithm = self.algorithm.0.weighted(self.weight.as_ref());
        options.heuristic = self.heuristic.0.named();
        options.order = self
            .order
            .as_ref()
            .map_or_else(MoveOrder::default, |field| field.0);
        options.threads = 1;
        let shown = Shown::of(options).map_err(|error| ApiError::field("algorithm", error))?;
        if shown.heuristic == HeuristicKind::Patterns && start.shape().area() > SHORTEST_CELLS {
            let error = format!("a trace with pdb is for boards of at most {SHORTEST_CELLS} cells");
            return Err(ApiError::field("heuristic", error));
        }
        let Ok(problem) = problem_of(&start, &goal)? else {
            return to_json(&json::unsolvable_steps(&start, &goal, &shown));
        };
        let steps = self.steps.as_ref().map_or(200, |field| field.0.0) as usize;
        let stop = stop_after(Some(api.limits.time), Some(client));
        let told = Recording::of(&problem, shown, steps, &stop).map_err(|error| refuse(&error))?;
        to_json(&json::steps(&problem, &told))
    }
}
