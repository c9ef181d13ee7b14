//! `generate`: boards, random ones or chosen by their distance.

use super::boards::{allow, goal_for};
use super::error::ApiError;
use super::fields::{BoardText, Field, Seed, Whole};
use super::{Api, CELLS, to_json};
use serde::Deserialize;
use taquin::tools::generate::AtDistance;
use taquin::{Metric, Shape};
use taquin_app::generate::{GenerateOptions, any_seed};
use taquin_app::limits::{Client, Limits};
use taquin_app::output::json;

/// New boards.
#[derive(Debug, Deserialize)]
pub struct GenerateRequest {
    shape: Option<Field<Shape>>,
    size: Option<Field<Whole<1, 4096>>>,
    goal: Option<Field<BoardText>>,
    count: Option<Field<Whole<1, 100>>>,
    seed: Option<Field<Seed>>,
    #[serde(default)]
    unsolvable: Field<bool>,
    /// More moves than this make no difference on boards of this size.
    walk: Option<Field<Whole<0, 1_000_000>>>,
    optimal_length: Option<Field<Whole<0, { u32::MAX as u64 }>>>,
    #[serde(default)]
    hardest: Field<bool>,
    #[serde(default)]
    unique: Field<bool>,
    #[serde(default)]
    solve: Field<bool>,
    #[serde(default)]
    metric: Field<Metric>,
}

impl GenerateRequest {
    pub(crate) fn answer(&self, api: &Api, client: &dyn Client) -> Result<Vec<u8>, ApiError> {
        let (field, shape) = self.shape();
        allow(field, shape, CELLS)?;
        let goal = goal_for(self.goal.as_ref(), shape)?;
        self.check()?;
        let options = self.options(api, client);
        options.check(&goal)?;
        let is_chosen = self.hardest.0 || self.optimal_length.is_some();
        if is_chosen && AtDistance::is_counted(shape) {
            api.allow_census(field, shape, self.metric.0)?;
        }
        let seed = self.seed.as_ref().map(|field| field.0.0);
        let mut boards = Vec::new();
        let seed = || seed.unwrap_or_else(any_seed);
        options.each(&goal, seed, &api.tables, &mut |made| {
            boards.push(json::generate(made));
            Ok(())
        })?;
        to_json(&json::generated(boards, options.count))
    }

    fn options<'a>(&self, api: &Api, client: &'a dyn Client) -> GenerateOptions<'a> {
        GenerateOptions {
            count: self.count.as_ref().map_or(1, |field| field.0.0),
            unsolvable: self.unsolvable.0,
            walk: self.walk.as_ref().map(|field| field.0.0),
            optimal_length: self.optimal_length.as_ref().map(|field| field.0.0 as u32),
            hardest: self.hardest.0,
            unique: self.unique.0,
            metric: self.metric.0,
            distinct: false,
            solve: self.solve.0,
            is_compact: false,
            limits: Limits {
                time: Some(api.limits.time),
                memory: api.limits.memory,
            },
            threads: 1,
            client: Some(client),
        }
    }

    /// The shape, and the field that sets it.
    fn shape(&self) -> (&'static str, Shape) {
        match (&self.size, &self.shape) {
            (None, Some(shape)) => ("shape", shape.0),
            (size, _) => {
                let size = size.as_ref().map_or(4, |field| field.0.0 as u32);
                let shape = Shape::square(size);
                ("size", shape.expect("the size is in range"))
            }
        }
    }

    /// Refuses two fields for the shape.
    fn check(&self) -> Result<(), ApiError> {
        if self.size.is_some() && self.shape.is_some() {
            return Err(ApiError::field("size", "cannot be combined with shape"));
        }
        Ok(())
    }
}
