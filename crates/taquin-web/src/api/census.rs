//! `census`: the number of boards at each distance from a goal.

use super::boards::{allow, goal_for};
use super::error::ApiError;
use super::fields::{BoardText, Field};
use super::{Api, to_json};
use serde::Deserialize;
use taquin::{Metric, Shape};
use taquin_app::census::CensusOptions;
use taquin_app::limits::Client;
use taquin_app::output::json;

/// The largest boards that are counted: those of 11 cells take seconds.
const CELLS: usize = 10;

/// The number of boards at each distance from a goal.
#[derive(Debug, Deserialize)]
pub struct CensusRequest {
    shape: Field<Shape>,
    goal: Option<Field<BoardText>>,
    #[serde(default)]
    metric: Field<Metric>,
}

impl CensusRequest {
    pub(crate) fn answer(&self, api: &Api, client: &dyn Client) -> Result<Vec<u8>, ApiError> {
        let shape = self.shape.0;
        allow("shape", shape, CELLS)?;
        let goal = goal_for(self.goal.as_ref(), shape)?;
        api.allow_census("shape", shape, self.metric.0)?;
        let options = CensusOptions {
            metric: self.metric.0,
            list_farthest: false,
            time: Some(api.limits.time),
            memory: api.limits.memory,
            threads: 1,
            client: Some(client),
        };
        to_json(&json::census(&options.count(goal)?))
    }
}
