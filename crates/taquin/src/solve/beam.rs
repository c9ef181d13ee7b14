//! Solutions of boards that searches for shortest ones do not reach: [`large::shorten`] within what may be spent.

use super::auto::slide;
use super::watch::Watcher;
use super::{
    Algorithm, AllShortest, Answer, Guarantee, HeuristicKind, MAX_CELLS, Plan, PlanError, Report,
};
use crate::heuristic::{LinearConflict, WalkingDistance};
use crate::large::{self, ShortenSettings};
use crate::puzzle::{Problem, Solution};
use crate::search::Stats;
use crate::space::{Arrangement, homes};

/// The shortest solution that can be found for what may be spent. It is there from the beginning, so whoever stops the
/// search has one.
pub(super) fn attempt(
    problem: &Problem,
    plan: &Plan,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let shape = problem.goal().shape();
    if shape.is_line() {
        return Ok(slide(problem, plan));
    }
    if shape.area() > MAX_CELLS {
        return Err(PlanError::TooLarge { shape });
    }
    watcher.set_budget(None);
    watcher.set_share(None);
    let bound = lower_bound(problem) as u32;
    let lower_bound = watcher.keep_bound(bound);
    let settings = ShortenSettings {
        threads: plan.threads,
        effort: watcher.effort_left(),
        seed: plan.seed,
    };
    let found = large::shorten(problem, &settings, &mut |seen| watcher.shortened(seen));
    let solution = problem
        .certify(found.moves)
        .expect("a search gives a path that replays");
    let stats = watcher.finish(&found.stats);
    Ok(report(solution, lower_bound, plan, stats))
}

fn report(solution: Solution, lower_bound: u32, plan: &Plan, stats: Stats) -> Report {
    let length = solution.moves().len();
    let is_shortest = length == lower_bound as usize;
    let guarantee = match is_shortest {
        true => Guarantee::Optimal,
        false => Guarantee::None,
    };
    // One of them is known, and nobody has looked for others.
    let all_shortest = plan.all_shortest.filter(|_| is_shortest);
    let all_shortest = all_shortest.map(|list| AllShortest {
        count: 1,
        is_complete: false,
        first_moves: solution.moves().iter().take(1).copied().collect(),
        solutions: vec![solution.clone(); list.min(1)],
    });
    Report {
        answer: match plan.max_length {
            Some(longest) if lower_bound > longest => Answer::TooLong,
            Some(longest) if length > longest as usize => Answer::Stopped,
            _ => Answer::Solved(solution, guarantee),
        },
        lower_bound,
        algorithm: Algorithm::Beam,
        estimate: HeuristicKind::Zero,
        groups: None,
        stats,
        all_shortest,
    }
}

/// No solution is shorter: linear conflict, which is never below Manhattan distance, or walking distance where there is a
/// table for it. For boards of any size.
pub fn lower_bound(problem: &Problem) -> u64 {
    let (start, goal) = (problem.start(), problem.goal());
    let state = Homes {
        homes: homes(start, goal).map(|home| home as u32).collect(),
        blank: start.blank().index(),
    };
    let conflicts = LinearConflict::of(goal.shape(), &state);
    let walking = WalkingDistance::new(goal.shape(), goal.blank());
    conflicts.max(walking.map_or(0, |walking| walking.of(&state).into()))
}

/// One arrangement of a board of any size.
struct Homes {
    /// For each cell the home of what lies there.
    homes: Vec<u32>,
    blank: usize,
}

impl Arrangement for Homes {
    fn blank(&self) -> usize {
        self.blank
    }

    fn home_at(&self, cell: usize) -> usize {
        self.homes[cell] as usize
    }
}
