//! `solve`: a solution of a board.

use super::boards::{Boards, Written};
use super::error::ApiError;
use super::fields::{BoardText, Field, Seed, Whole};
use super::names::Choice;
use super::{Api, to_json};
use serde::Deserialize;
use std::time::Duration;
use taquin::notation::{Dialect, MoveLetters};
use taquin::search::Weight;
use taquin::solve::{Algorithm, HeuristicKind, SearchOptions};
use taquin::space::MoveOrder;
use taquin::{Metric, Shape};
use taquin_app::limits::Client;
use taquin_app::output::json;
use taquin_app::search::{Solved, problem_of};

/// A solution of a board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
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
    max_length: Option<Field<Whole<0, { u32::MAX as u64 }>>>,
    time: Option<Field<Duration>>,
    effort: Option<Field<Whole<0, { u64::MAX }>>>,
    seed: Option<Field<Seed>>,
    #[serde(default)]
    metric: Field<Metric>,
    #[serde(default)]
    all_optimal: Field<bool>,
    list: Option<Field<Whole<0, 1000>>>,
    moves: Option<Field<MoveLetters>>,
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
        let written = Written::new(self.notation.as_ref(), self.shape.as_ref());
        let Boards { start, goal, .. } = written.boards(&self.start, self.goal.as_ref())?;
        let options = self.options()?;
        let time = self.time.as_ref().map(|field| field.0);
        let result = match problem_of(&start, &goal)? {
            Ok(problem) => Ok(api.search(&problem, &options, time, client)?),
            Err(unsolvable) => Err(unsolvable),
        };
        to_json(&json::solve(&Solved {
            name: String::new(),
            start,
            goal,
            result,
            letters: self
                .moves
                .as_ref()
                .map_or(MoveLetters::Tile, |field| field.0),
            states: self.states.0,
            all_optimal: self.all_optimal.0,
            metric: self.metric.0,
        }))
    }

    fn options(&self) -> Result<SearchOptions, ApiError> {
        if self.list.is_some() && !self.all_optimal.0 {
            return Err(ApiError::field("list", "needs all_optimal"));
        }
        if self.effort.is_some() && self.time.is_some() {
            return Err(ApiError::field("effort", "cannot be combined with time"));
        }
        let list = self.list.as_ref().map_or(10, |field| field.0.0) as usize;
        let mut options = SearchOptions::default();
        options.algorithm = self.algorithm.0.weighted(self.weight.as_ref());
        options.heuristic = self.heuristic.0.named();
        options.order = self
            .order
            .as_ref()
            .map_or_else(MoveOrder::default, |field| field.0);
        options.max_length = self.max_length.as_ref().map(|field| field.0.0 as u32);
        options.threads = 1;
        options.metric = self.metric.0;
        options.all_shortest = self.all_optimal.0.then_some(list);
        options.effort = self.effort.as_ref().map(|field| field.0.0);
        options.seed = self.seed.as_ref().map_or(0, |field| field.0.0);
        match (options.effort, options.algorithm) {
            (None, _) | (_, None | Some(Algorithm::Beam)) => Ok(options),
            (Some(_), Some(algorithm)) => {
                let error = format!("is for the algorithms auto and beam, not {algorithm}");
                Err(ApiError::field("effort", error))
            }
        }
    }
}
