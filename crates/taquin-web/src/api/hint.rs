//! `hint`: the next moves, the beginning of a solution.

use super::boards::{BoardFields, Boards};
use super::error::ApiError;
use super::fields::{Field, Whole};
use super::{Api, to_json};
use serde::Deserialize;
use taquin::Metric;
use taquin_app::hint::{self, Hint};
use taquin_app::limits::Client;
use taquin_app::output::json;
use taquin_app::search::{Posed, problem_of};

/// The next moves.
#[derive(Debug, Deserialize)]
pub struct HintRequest {
    #[serde(rename = "..")]
    boards: BoardFields,
    #[serde(default)]
    metric: Field<Metric>,
    count: Option<Field<Whole<1, 20>>>,
}

impl HintRequest {
    pub(crate) fn answer(&self, api: &Api, client: &dyn Client) -> Result<Vec<u8>, ApiError> {
        let Boards { start, goal, .. } = self.boards.read()?;
        let metric = self.metric.0;
        let mut options = hint::options(start.shape(), metric);
        options.threads = 1;
        let time = hint::time(start.shape(), &options);
        let searched = match problem_of(&start, &goal)? {
            Posed::Solvable(problem) => Some(api.search(&problem, &options, time, client)?),
            Posed::Unsolvable(_) => None,
        };
        let count = self.count.as_ref().map_or(3, |field| field.0.0) as usize;
        to_json(&json::hint(&Hint {
            start,
            goal,
            metric,
            is_compact: false,
            count,
            searched,
        }))
    }
}
