//! Solutions of boards whose shortest solutions are out of reach: [`large::shorten`] within the budget.

use super::report::{Method, certified};
use super::search::Run;
use super::stream::construction_stats;
use super::{
    Algorithm, AllShortest, Answer, Guarantee, HeuristicKind, MAX_CELLS, OptionsError, Report,
};
use crate::heuristic::{LinearConflict, WalkingDistance};
use crate::large::{self, ShortenSettings};
use crate::puzzle::{Problem, Solution};
use crate::search::Stats;
use crate::space::{Arrangement, homes};

impl Run<'_> {
    /// The shortest solution that can be found within the budget. There is one from the beginning, so even a search
    /// that is stopped returns one.
    pub(super) fn beam(&mut self) -> Result<Report, OptionsError> {
        let shape = self.problem.goal().shape();
        if shape.is_line() {
            return Ok(self.slide());
        }
        if shape.area() > MAX_CELLS {
            return Err(OptionsError::TooLarge { shape });
        }
        let watcher = &mut self.watcher;
        watcher.set_budget(None);
        watcher.set_share(None);
        watcher.keep_bound(lower_bound(self.problem) as u32);
        let settings = ShortenSettings {
            threads: self.options.threads,
            effort: watcher.effort_left(),
            seed: self.options.seed,
        };
        let on_tick = &mut |seen: &_| watcher.shortened(seen);
        let found = large::shorten(self.problem, &settings, on_tick);
        let solution = certified(self.problem, found.moves);
        let mut stats = self.watcher.finish(&found.stats);
        if stats.generated == 0 {
            // The construction alone: it makes the moves of its solution and looks at no other board.
            stats = construction_stats(solution.moves().len());
        }
        Ok(self.unproven(Algorithm::Beam, solution, stats))
    }

    /// The report on a solution of which only the lower bound tells whether it is shortest.
    pub(super) fn unproven(
        &mut self,
        algorithm: Algorithm,
        solution: Solution,
        stats: Stats,
    ) -> Report {
        let lower_bound = self.watcher.keep_bound(0);
        let length = solution.moves().len();
        let is_shortest = length == lower_bound as usize;
        let guarantee = if is_shortest {
            Guarantee::Optimal
        } else {
            Guarantee::None
        };
        // One shortest solution is known; no others were searched for.
        let list = self.options.all_shortest.filter(|_| is_shortest);
        let all_shortest = list.map(|list| AllShortest::one(&solution, false, list));
        let answer = if !self.options.allows(lower_bound as usize) {
            Answer::TooLong
        } else if !self.options.allows(length) {
            Answer::Stopped
        } else {
            Answer::Solved(solution, guarantee)
        };
        let method = Method::new(algorithm, HeuristicKind::Zero);
        let mut report = method.report(answer, lower_bound, stats);
        report.all_shortest = all_shortest;
        report
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
    /// For each cell, the home of its tile.
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
