//! Verdicts: on boards, and on somebody's moves.

use super::fields::{Boards, Fields, bad};
use super::{ApiHandler, bytes_of, refused};
use taquin::notation;
use taquin::solve::SearchOptions;
use taquin_app::check::{Detail, Verdict};
use taquin_app::output::{json, text};
use taquin_app::verify::{Claims, Given, JudgeOptions};
use taquin_web::{Refusal, Watch};

pub(super) fn check(mut fields: Fields) -> Result<Vec<u8>, Refusal> {
    let Boards { start, goal, claim } = fields.boards()?;
    let explain = fields.flag("explain")?;
    fields.finish()?;
    let verdict = Verdict::new(start, goal, claim).map_err(|differ| refused(&differ.into()))?;
    if !explain {
        return bytes_of(&json::check(&verdict, Detail::Verdict));
    }
    let mut explanation = Vec::new();
    text::check(&mut explanation, &verdict, Detail::Argument)
        .map_err(|error| refused(&error.into()))?;
    let explanation = String::from_utf8_lossy(&explanation).into_owned();
    bytes_of(&json::explained(
        json::check(&verdict, Detail::Argument),
        explanation,
    ))
}

impl ApiHandler {
    pub(super) fn verify(&self, mut fields: Fields, watch: &Watch) -> Result<Vec<u8>, Refusal> {
        let Boards { start, goal, .. } = fields.boards()?;
        let moves = fields.moves()?;
        let letters = fields.letters("moves_are")?;
        let metric = fields.metric()?;
        let time = fields.time()?;
        fields.finish()?;
        let Some(moves) = moves else {
            return Err(bad("moves: there are none to judge"));
        };
        let played = notation::read_played(&moves, letters, &start);
        let played = played.map_err(|error| bad(&format!("moves: {error}")))?;
        let mut plan = SearchOptions::default();
        plan.metric = metric;
        let means = JudgeOptions {
            time: self.limits(time, start.shape(), &plan).time,
            threads: 1,
            client: Some(watch),
        };
        let given = Given {
            name: String::new(),
            start,
            goal,
            played: Some(played),
            metric,
            claims: Claims::default(),
        };
        let judged = means.judge(&self.tables, given);
        bytes_of(&json::verify(&judged.map_err(|failure| refused(&failure))?))
    }
}
