//! Solutions of boards whose shortest solutions are out of reach: [`large::shorten`] within the budget.

use super::report::{Method, certified};
use super::search::Run;
use super::stream::construction_stats;
use super::{
    Algorithm, AllShortest, Answer, Guarantee, HeuristicKind, MAX_CELLS, OptionsError, Report,
};
use crate::heuristic::{LinearConflict, WalkingDistance};
use crate::large::learned::{PairTable, TableSource};
use crate::large::{self, ShortenProgress, ShortenSettings};
use crate::puzzle::{Metric, Problem, Solution};
use crate::search::Stats;
use crate::space::{Arrangement, homes};

impl Run<'_> {
    /// The shortest solution that can be found within the budget. There is one from the beginning, so even a search
    /// that is stopped returns one.
    pub(super) fn beam(&mut self) -> Result<Report, OptionsError> {
        self.beam_beyond(None)
    }

    /// The same if a solution is known already.
    pub(super) fn beam_beyond(&mut self, known: Option<Solution>) -> Result<Report, OptionsError> {
        let shape = self.problem.goal().shape();
        if shape.is_line() {
            return Ok(self.slide());
        }
        if shape.area() > MAX_CELLS {
            return Err(OptionsError::TooLarge { shape });
        }
        self.watcher.set_share(None);
        let (found, mut stats) = self.shorten(self.watcher.effort_left());
        let length = |solution: &Solution| self.options.metric.length(solution.moves());
        let solution = match known {
            Some(known) if length(&known) <= length(&found) => known,
            _ => found,
        };
        if stats.generated == 0 {
            // The construction alone: it makes the moves of its solution and looks at no other board.
            stats = construction_stats(solution.moves().len());
        }
        Ok(self.unproven(Algorithm::Beam, solution, stats))
    }

    /// A short solution, and the counters of all attempts.
    pub(super) fn shorten(&mut self, effort: Option<u64>) -> (Solution, Stats) {
        let watcher = &mut self.watcher;
        watcher.set_budget(None);
        let metric = self.options.metric;
        watcher.keep_bound(lower_bound_in(self.problem, metric) as u32);
        let settings = ShortenSettings {
            threads: self.options.threads,
            effort,
            seed: self.options.seed,
            metric,
            memory: watcher.memory(),
        };
        let shape = self.problem.goal().shape();
        let (tables, threads) = (self.tables, settings.threads);
        let is_built = tables.has_pair_table(shape);
        let may_build = is_built || watcher.allows(PairTable::build_bytes(shape, threads));
        let table = &mut || tables.pair_table(shape, threads);
        let source = may_build.then_some(TableSource { is_built, table });
        let on_tick = &mut |seen: &ShortenProgress<'_>| watcher.shortened(seen);
        let found = large::shorten_with(self.problem, &settings, source, on_tick);
        let solution = certified(self.problem, found.moves);
        (solution, self.watcher.finish(&found.stats))
    }

    /// The report on a solution of which only the lower bound tells whether it is shortest.
    pub(super) fn unproven(
        &mut self,
        algorithm: Algorithm,
        solution: Solution,
        stats: Stats,
    ) -> Report {
        let lower_bound = self.watcher.keep_bound(0);
        let length = self.options.metric.length(solution.moves());
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

/// The same in either metric.
pub fn lower_bound_in(problem: &Problem, metric: Metric) -> u64 {
    let moves = lower_bound(problem);
    match metric {
        Metric::SingleTile => moves,
        Metric::MultiTile => slide_lower_bound(problem, moves),
    }
}

/// No solution has fewer slides. A slide moves at most all other tiles of its line, each of them one step along the line: so
/// the number of all moves, of the steps along rows and of those along columns each give a lower bound.
fn slide_lower_bound(problem: &Problem, moves: u64) -> u64 {
    let (shape, places) = (problem.start().shape(), problem.goal().places());
    let (mut along_rows, mut along_columns) = (0, 0);
    let tiles = shape.cells().zip(problem.start().tiles());
    for (cell, tile) in tiles.filter(|(_, tile)| !tile.is_blank()) {
        let home = places[tile.number() as usize];
        along_rows += u64::from(shape.col(cell).abs_diff(shape.col(home)));
        along_columns += u64::from(shape.row(cell).abs_diff(shape.row(home)));
    }
    // A board of one cell has no moves.
    let most = [shape.cols(), shape.rows()].map(|side| u64::from(side.max(2) - 1));
    let steps = along_rows.div_ceil(most[0]) + along_columns.div_ceil(most[1]);
    steps.max(moves.div_ceil(most[0].max(most[1])))
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
