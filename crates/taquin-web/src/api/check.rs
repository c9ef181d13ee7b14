//! `check`: can a board be solved, and why or why not?

use super::boards::{BoardFields, Boards};
use super::error::ApiError;
use super::fields::Field;
use super::to_json;
use serde::Deserialize;
use taquin_app::check::{Detail, Verdict};
use taquin_app::output::{json, text};

/// Whether a board can be solved.
#[derive(Debug, Deserialize)]
pub struct CheckRequest {
    #[serde(rename = "..")]
    boards: BoardFields,
    #[serde(default)]
    explain: Field<bool>,
}

impl CheckRequest {
    pub(crate) fn answer(&self) -> Result<Vec<u8>, ApiError> {
        let Boards { start, goal, claim } = self.boards.read()?;
        let verdict = Verdict::new(start, goal, claim);
        let verdict = verdict.map_err(|differ| ApiError::field("goal", differ))?;
        if !self.explain.0 {
            return to_json(&json::check(&verdict, Detail::Verdict));
        }
        let mut explanation = Vec::new();
        text::check(&mut explanation, &verdict, Detail::Argument)
            .expect("writing to memory does not fail");
        let explanation = String::from_utf8_lossy(&explanation).into_owned();
        let check = json::check(&verdict, Detail::Argument);
        to_json(&json::explained(check, explanation))
    }
}
