//! Solutions, and hints, which are the beginnings of solutions.

use super::fields::{Boards, FieldKind, Fields, bad};
use super::{ApiHandler, bytes_of, refused};
use crate::args::PlanArgs;
use std::time::Duration;
use taquin::notation::MoveLetters;
use taquin::solve::{SHORTEST_CELLS, SearchOptions};
use taquin::{Metric, Problem};
use taquin_app::exit::Failure;
use taquin_app::limits::Guard;
use taquin_app::output::json;
use taquin_app::plan::allows_effort;
use taquin_app::search::{Searched, Solved, problem_of, search_under};
use taquin_web::{Refusal, Watch};

/// The options that say how to search, as in `solve` and `trace`.
pub(super) const PLAN: [(&str, FieldKind); 4] = [
    ("algorithm", FieldKind::Text),
    ("heuristic", FieldKind::Text),
    ("weight", FieldKind::Number),
    ("order", FieldKind::Text),
];
/// A search has one thread, so that as many run as there are cores.
pub(super) const ONE_THREAD: &str = "--threads=1";
/// Nobody waits longer for a hint on a large board.
const HINT_TIME: Duration = Duration::from_secs(2);

/// What is asked of a board.
struct Wanted {
    plan: SearchOptions,
    time: Option<Duration>,
    letters: MoveLetters,
    states: bool,
}

/// All fields but the boards.
fn wanted(mut fields: Fields) -> Result<Wanted, Refusal> {
    let plan: PlanArgs = fields.options(&PLAN, &[ONE_THREAD.into()])?;
    let max_length = fields.whole("max_length", 0..=u32::MAX.into())?;
    let time = fields.time()?;
    let effort = fields.whole("effort", 0..=u64::MAX)?;
    let seed = fields.whole("seed", 0..=u64::MAX)?;
    let all_optimal = fields.flag("all_optimal")?;
    let list = fields.whole("list", 0..=1000)?;
    let metric = fields.metric()?;
    let letters = fields.letters("moves")?;
    let states = fields.flag("states")?;
    fields.finish()?;
    if list.is_some() && !all_optimal {
        return Err(bad("list: it goes with all_optimal"));
    }
    if effort.is_some() && time.is_some() {
        return Err(bad(
            "effort: it is instead of a time, leave one of them out",
        ));
    }
    let mut plan = plan.plan();
    plan.max_length = max_length.map(|length| length as u32);
    plan.metric = metric;
    plan.all_shortest = all_optimal.then_some(list.unwrap_or(10) as usize);
    plan.effort = effort;
    plan.seed = seed.unwrap_or(0);
    allows_effort(effort, plan.algorithm).map_err(|failure| refused(&failure))?;
    Ok(Wanted {
        plan,
        time,
        letters: letters.unwrap_or(MoveLetters::Tile),
        states,
    })
}

impl ApiHandler {
    pub(super) fn solve(&self, mut fields: Fields, watch: &Watch) -> Result<Vec<u8>, Refusal> {
        let Boards { start, goal, .. } = fields.boards()?;
        let wanted = wanted(fields)?;
        let plan = &wanted.plan;
        let refuse = |failure: Failure| refused(&failure);
        let result = match problem_of(&start, &goal).map_err(refuse)? {
            Ok(problem) => {
                let searched = self.search(&problem, plan, wanted.time, watch);
                Ok(searched.map_err(refuse)?)
            }
            Err(unsolvable) => Err(unsolvable),
        };
        bytes_of(&json::solve(&Solved {
            name: String::new(),
            start,
            goal,
            result,
            letters: wanted.letters,
            states: wanted.states,
            all_optimal: plan.all_shortest.is_some(),
            metric: plan.metric,
        }))
    }

    pub(super) fn hint(&self, mut fields: Fields, watch: &Watch) -> Result<Vec<u8>, Refusal> {
        let Boards { start, goal, .. } = fields.boards()?;
        let metric = fields.metric()?;
        let count = fields.whole("count", 1..=20)?.unwrap_or(3) as usize;
        fields.finish()?;
        let is_small = start.shape().area() <= SHORTEST_CELLS;
        let mut plan = SearchOptions::default();
        plan.metric = metric;
        plan.threads = 1;
        // All first moves that are right, where they are soon found.
        let lists_all = metric == Metric::SingleTile && is_small;
        plan.all_shortest = lists_all.then_some(0);
        let refuse = |failure: Failure| refused(&failure);
        let time = (!is_small).then_some(HINT_TIME);
        let searched = match problem_of(&start, &goal).map_err(refuse)? {
            Ok(problem) => Some(self.search(&problem, &plan, time, watch).map_err(refuse)?),
            Err(_) => None,
        };
        bytes_of(&json::hint(&start, searched.as_ref(), metric, count))
    }

    /// Runs one search with the tables that others left.
    fn search(
        &self,
        problem: &Problem,
        plan: &SearchOptions,
        time: Option<Duration>,
        watch: &Watch,
    ) -> Result<Searched, Failure> {
        let goal = problem.goal();
        let limits = self.limits(time, goal.shape(), plan);
        let guard = Guard::of(&limits, Some(watch));
        search_under(guard, &self.tables, problem, plan)
    }
}
