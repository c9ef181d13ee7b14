//! `hint`: the next moves, the beginning of a solution.

use super::boards::{Boards, Written};
use super::error::ApiError;
use super::fields::{BoardText, Field, Whole};
use super::{Api, to_json};
use serde::Deserialize;
use std::time::Duration;
use taquin::notation::Dialect;
use taquin::solve::{SHORTEST_CELLS, SearchOptions};
use taquin::{Metric, Shape};
use taquin_app::limits::Client;
use taquin_app::output::json;
use taquin_app::search::problem_of;

/// A hint for a large board takes at most this long.
const TIME: Duration = Duration::from_secs(2);

/// The next moves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    start: Field<BoardText>,
    goal: Option<Field<BoardText>>,
    #[serde(rename = "as")]
    notation: Option<Field<Dialect>>,
    shape: Option<Field<Shape>>,
    #[serde(default)]
    metric: Field<Metric>,
    count: Option<Field<Whole<1, 20>>>,
}

impl HintRequest {
    pub(crate) fn answer(&self, api: &Api, client: &dyn Client) -> Result<Vec<u8>, ApiError> {
        let written = Written::new(self.notation.as_ref(), self.shape.as_ref());
        let Boards { start, goal, .. } = written.boards(&self.start, self.goal.as_ref())?;
        let metric = self.metric.0;
        let is_small = start.shape().area() <= SHORTEST_CELLS;
        let mut options = SearchOptions::default();
        options.metric = metric;
        options.threads = 1;
        // All optimal first moves, where they are found quickly.
        let finds_all = metric == Metric::SingleTile && is_small;
        options.all_shortest = finds_all.then_some(0);
        let time = (!is_small).then_some(TIME);
        let searched = match problem_of(&start, &goal)? {
            Ok(problem) => Some(api.search(&problem, &options, time, client)?),
            Err(_) => None,
        };
        let count = self.count.as_ref().map_or(3, |field| field.0.0) as usize;
        to_json(&json::hint(&start, searched.as_ref(), metric, count))
    }
}
