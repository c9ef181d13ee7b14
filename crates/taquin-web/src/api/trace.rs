//! `trace`: a search step by step, as data.

use super::boards::Boards;
use super::error::ApiError;
use super::fields::{Field, Whole};
use super::search::{SearchFields, refuse};
use super::{Api, to_json};
use serde::Deserialize;
use taquin::solve::{HeuristicKind, SHORTEST_CELLS};
use taquin_app::limits::{Client, stop_after};
use taquin_app::output::json;
use taquin_app::search::{Posed, problem_of};
use taquin_app::trace::TraceOptions;
use taquin_app::trace::recording::Recording;

/// A search step by step.
#[derive(Debug, Deserialize)]
pub struct TraceRequest {
    #[serde(rename = "..")]
    search: SearchFields,
    steps: Option<Field<Whole<1, 2000>>>,
}

impl TraceRequest {
    pub(crate) fn answer(&self, api: &Api, client: &dyn Client) -> Result<Vec<u8>, ApiError> {
        let Boards { start, goal, .. } = self.search.boards.read()?;
        let shown = TraceOptions::of(self.search.options()?)
            .map_err(|error| ApiError::field("algorithm", error))?;
        if shown.heuristic == HeuristicKind::Patterns && start.shape().area() > SHORTEST_CELLS {
            let error =
                format!("a trace with pdb supports only boards of at most {SHORTEST_CELLS} cells");
            return Err(ApiError::field("heuristic", error));
        }
        let Posed::Solvable(problem) = problem_of(&start, &goal)? else {
            return to_json(&json::unsolvable_steps(&start, &goal, &shown));
        };
        let steps = self.steps.as_ref().map_or(200, |field| field.0.0) as usize;
        let stop = stop_after(Some(api.limits.time), Some(client));
        let recording =
            Recording::of(&problem, shown, steps, &stop).map_err(|error| refuse(&error))?;
        to_json(&json::steps(&problem, &recording))
    }
}
