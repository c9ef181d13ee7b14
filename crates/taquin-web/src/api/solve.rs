//! `solve`: a solution of a board.

use super::boards::Boards;
use super::error::ApiError;
use super::fields::{Field, Seed, Whole};
use super::search::SearchFields;
use super::{Api, to_json};
use serde::Deserialize;
use std::time::Duration;
use taquin::notation::{MoveFormat, MoveLetters};
use taquin::solve::SearchOptions;
use taquin::{Metric, Shape};
use taquin_app::limits::Client;
use taquin_app::output::json;
use taquin_app::plan;
use taquin_app::search::{Posed, Solved, problem_of};

/// A solution of a board.
#[derive(Debug, Deserialize)]
pub struct SolveRequest {
    #[serde(rename = "..")]
    search: SearchFields,
    max_length: Option<Field<Whole<0, { u32::MAX as u64 }>>>,
    time: Option<Field<Duration>>,
    effort: Option<Field<Whole<0, { u64::MAX }>>>,
    seed: Option<Field<Seed>>,
    #[serde(default)]
    metric: Field<Metric>,
    #[serde(default)]
    all_optimal: Field<bool>,
    list: Option<Field<Whole<0, 1000>>>,
    #[serde(alias = "moves")]
    moves_as: Option<Field<MoveLetters>>,
    #[serde(default)]
    states: Field<bool>,
    #[serde(default)]
    stream: Field<bool>,
}

impl SolveRequest {
    pub(crate) const fn is_streamed(&self) -> bool {
        self.stream.0
    }

    pub(crate) fn answer(&self, api: &Api, client: &dyn Client) -> Result<Vec<u8>, ApiError> {
        let Boards { start, goal, .. } = self.search.boards.read()?;
        let options = self.options(start.shape())?;
        let time = self.time.as_ref().map(|field| field.0);
        let result = match problem_of(&start, &goal)? {
            Posed::Solvable(problem) => Ok(api.search(&problem, &options, time, client)?),
            Posed::Unsolvable(unsolvable) => Err(unsolvable),
        };
        to_json(&json::solve(&Solved {
            name: String::new(),
            start,
            goal,
            result,
            format: MoveFormat::new(
                self.moves_as
                    .as_ref()
                    .map_or(MoveLetters::Tile, |field| field.0),
                self.metric.0,
                false,
            ),
            states: self.states.0,
            show_iterations: false,
            all_optimal: self.all_optimal.0,
            metric: self.metric.0,
        }))
    }

    fn options(&self, shape: Shape) -> Result<SearchOptions, ApiError> {
        if self.list.is_some() && !self.all_optimal.0 {
            return Err(ApiError::field("list", "needs all_optimal"));
        }
        if self.effort.is_some() && self.time.is_some() {
            return Err(ApiError::field("effort", "cannot be combined with time"));
        }
        let list = self.list.as_ref().map_or(10, |field| field.0.0) as usize;
        let mut options = self.search.options()?;
        options.max_length = self.max_length.as_ref().map(|field| field.0.0 as u32);
        options.metric = self.metric.0;
        options.all_shortest = self.all_optimal.0.then_some(list);
        options.effort = self.effort.as_ref().map(|field| field.0.0);
        options.seed = self.seed.as_ref().map_or(0, |field| field.0.0);
        plan::allows_effort(&options, shape)?;
        Ok(options)
    }
}
