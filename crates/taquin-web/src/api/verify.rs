//! `verify`: do moves solve a board, and are they optimal?

use super::boards::{BoardFields, Boards};
use super::error::ApiError;
use super::fields::{Field, MovesText};
use super::{Api, to_json};
use serde::Deserialize;
use std::time::Duration;
use taquin::Metric;
use taquin::notation::{self, MoveLetters};
use taquin::solve::SearchOptions;
use taquin_app::limits::Client;
use taquin_app::output::json;
use taquin_app::verify::{Claims, Given, JudgeOptions};

/// Whether moves solve a board.
#[derive(Debug, Deserialize)]
pub struct VerifyRequest {
    #[serde(rename = "..")]
    boards: BoardFields,
    moves: Field<MovesText>,
    moves_are: Option<Field<MoveLetters>>,
    #[serde(default)]
    metric: Field<Metric>,
    time: Option<Field<Duration>>,
}

impl VerifyRequest {
    pub(crate) fn answer(&self, api: &Api, client: &dyn Client) -> Result<Vec<u8>, ApiError> {
        let Boards { start, goal, .. } = self.boards.read()?;
        let metric = self.metric.0;
        let moves = &self.moves.0.0;
        let letters = match &self.moves_are {
            Some(field) => field.0,
            None => MoveLetters::detect(moves, metric),
        };
        let played = notation::read_played(moves, Some(letters), &start);
        let played = played.map_err(|error| ApiError::field("moves", error))?;
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
            broken: None,
            metric,
            claims: Claims::default(),
            is_default_goal: false,
        };
        to_json(&json::verify(&options.judge(&api.tables, given)?))
    }
}
