//! `verify`: do moves solve a board, and are they optimal?

use super::boards::{Boards, Written};
use super::error::ApiError;
use super::fields::{BoardText, Field, MovesText};
use super::{Api, to_json};
use serde::Deserialize;
use std::time::Duration;
use taquin::notation::{self, Dialect, MoveLetters};
use taquin::solve::SearchOptions;
use taquin::{Metric, Shape};
use taquin_app::limits::Client;
use taquin_app::output::json;
use taquin_app::verify::{Claims, Given, JudgeOptions};

/// Whether moves solve a board.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerifyRequest {
    start: Field<BoardText>,
    goal: Option<Field<BoardText>>,
    #[serde(rename = "as")]
    notation: Option<Field<Dialect>>,
    shape: Option<Field<Shape>>,
    moves: Field<MovesText>,
    moves_are: Option<Field<MoveLetters>>,
    #[serde(default)]
    metric: Field<Metric>,
    time: Option<Field<Duration>>,
}

impl VerifyRequest {
    pub(crate) fn answer(&self, api: &Api, client: &dyn Client) -> Result<Vec<u8>, ApiError> {
        let written = Written::new(self.notation.as_ref(), self.shape.as_ref());
        let Boards { start, goal, .. } = written.boards(&self.start, self.goal.as_ref())?;
        let letters = self.moves_are.as_ref().map(|field| field.0);
        let played = notation::read_played(&self.moves.0.0, letters, &start);
        let played = played.map_err(|error| ApiError::field("moves", error))?;
        let metric = self.metric.0;
        let mut search = SearchOptions::default();
        search.metric = metric;
        let time = self.time.as_ref().map(|field| field.0);
        let options = JudgeOptions {
            time: api.limits_for(time, start.shape(), &search).time,
            threads: 1,
            client: Some(client),
        };
        let given = Given {
            name: String::new(),
            start,
            goal,
            played: Some(played),
            metric,
            claims: Claims::default(),
        };
        to_json(&json::verify(&options.judge(&api.tables, given)?))
    }
}
