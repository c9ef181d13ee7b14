//! A search step by step, as data.

use super::fields::{Boards, Fields, bad};
use super::solve::{ONE_THREAD, PLAN};
use super::{ApiHandler, bytes_of, refused};
use crate::args::PlanArgs;
use std::time::Instant;
use taquin::solve::{HeuristicKind, SHORTEST_CELLS};
use taquin_app::exit::Failure;
use taquin_app::output::json;
use taquin_app::search::problem_of;
use taquin_app::trace::Shown;
use taquin_app::trace::story::Story;
use taquin_web::{Refusal, Watch};

impl ApiHandler {
    pub(super) fn trace(&self, mut fields: Fields, watch: &Watch) -> Result<Vec<u8>, Refusal> {
        let Boards { start, goal, .. } = fields.boards()?;
        let plan: PlanArgs = fields.options(&PLAN, &[ONE_THREAD.into()])?;
        let most = fields.whole("steps", 1..=2000)?.unwrap_or(200) as usize;
        fields.finish()?;
        let refuse = |failure: Failure| refused(&failure);
        let shown = Shown::of(plan.plan()).map_err(refuse)?;
        if shown.heuristic == HeuristicKind::Patterns && start.shape().area() > SHORTEST_CELLS {
            let most = SHORTEST_CELLS;
            return Err(bad(&format!(
                "heuristic: here pdb is for boards of up to {most} cells"
            )));
        }
        let Ok(problem) = problem_of(&start, &goal).map_err(refuse)? else {
            return bytes_of(&json::unsolvable_steps(&start, &goal, &shown));
        };
        let deadline = Instant::now().checked_add(self.limits.time);
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let stop = || watch.is_over() || is_late();
        let told = Story::of(&problem, shown, most, &stop).map_err(refuse)?;
        bytes_of(&json::steps(&problem, &told))
    }
}
