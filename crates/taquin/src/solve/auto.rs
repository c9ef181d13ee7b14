//! The choices when no algorithm is set: a straight slide, tables where they pay off, or stages for large boards.

use super::report::{Method, certified};
use super::search::Run;
use super::tables::{Goal, check_fits};
use super::{
    Algorithm, AllShortest, Answer, Guarantee, HeuristicKind, OptionsError, Report, TableSize,
    lower_bound,
};
use crate::pdb::Partition;
use crate::puzzle::{Move, Solution};
use crate::search::Stats;

/// After this many boards generated with small tables, large ones pay off: building them takes as long.
const WORTH_LARGE: u64 = 120_000_000;
/// After this many boards, moving large tables to faster memory pays off.
const WORTH_RELOCATING: u64 = 40_000_000;
/// An easy 4×4 board is solved without tables before the small ones would be built.
const WORTH_SMALL: u64 = 1_000_000;
/// The share of the budget that is spent on proofs, for boards whose shortest solutions are mostly out of reach: without
/// pattern databases and with them. With them, a short beam comes first, whose solution is mostly a shortest one.
const SHARE: f64 = 0.35;
const PATTERN_SHARE: f64 = 0.8;
/// The boards that this beam generates: about 0.4 seconds.
const QUICK: u64 = 1_000_000;
/// Searches of a few million boards do not prove longer solutions, nor solutions of larger boards.
const HOPEFUL_LENGTH: u64 = 150;
const HOPEFUL_CELLS: usize = 400;
/// The number of boards generated without tables by a search for a shortest solution, on boards of 25 cells; larger
/// boards cost more per node and get fewer.
const WITHOUT_TABLES: u64 = 2_000_000;
/// A smaller effort does not justify building tables.
const WORTH_TABLES: u64 = 15_000_000;

impl Run<'_> {
    /// The small tables take a fifth of a second to build on 4×4, in which a search without them generates a million
    /// boards. The large ones take some seconds; they are built once the small ones have cost as much.
    pub(super) fn with_tables(&mut self) -> Result<Report, OptionsError> {
        if self.watcher.spent(&Stats::default()) >= 1.0 && self.options.all_shortest.is_none() {
            // No effort at all: the first solution.
            return self.beam();
        }
        let goal = self.problem.goal();
        let key = Goal::of(goal);
        let has_small = HeuristicKind::Patterns.fits(key.shape);
        if self.tables.find(goal, TableSize::Large) {
            return Ok(self.relocating(TableSize::Large));
        }
        if !has_small || !self.tables.find(goal, TableSize::Small) {
            self.watcher.set_budget(has_small.then_some(WORTH_SMALL));
            let heuristic = HeuristicKind::Max;
            let report = self.attempt_with(Algorithm::IdaStar, Some(heuristic))?;
            if !self.watcher.is_spent() {
                return Ok(report);
            }
        }
        if !self.allows(TableSize::Small) {
            self.watcher.set_budget(None);
            return self.attempt_with(Algorithm::IdaStar, Some(HeuristicKind::Max));
        }
        let has_large =
            Partition::large(key.shape, key.blank).is_some() && self.allows(TableSize::Large);
        let budget = has_large.then(|| WORTH_LARGE.saturating_sub(self.tables.spent(key)));
        let report = self.pattern_attempt(TableSize::Small, budget);
        Ok(if self.watcher.is_spent() {
            self.relocating(TableSize::Large)
        } else {
            report
        })
    }

    /// Whether the tables of a size may be built, or are there.
    fn allows(&mut self, size: TableSize) -> bool {
        let goal = self.problem.goal();
        self.tables.find(goal, size) || {
            let bytes = self.tables.build_bytes(Goal::of(goal), size);
            self.watcher.allows(bytes)
        }
    }

    /// A search that moves the tables to faster memory if it turns out to be long.
    fn relocating(&mut self, size: TableSize) -> Report {
        let goal = Goal::of(self.problem.goal());
        if !self.tables.is_relocated(goal, size) {
            let report = self.pattern_attempt(size, Some(WORTH_RELOCATING));
            if !self.watcher.is_spent() {
                return report;
            }
            self.tables.relocate_sum(goal, size);
        }
        self.pattern_attempt(size, None)
    }

    /// On a single row or column there is one solution: the blank slides straight to its goal cell.
    pub(super) fn slide(&mut self) -> Report {
        let (start, goal) = (self.problem.start(), self.problem.goal());
        let (from, to) = (start.blank(), goal.blank());
        let m = match (to > from, start.shape().cols() == 1) {
            (true, true) => Move::Up,
            (false, true) => Move::Down,
            (true, false) => Move::Left,
            (false, false) => Move::Right,
        };
        let moves = from.index().abs_diff(to.index());
        let solution = certified(self.problem, vec![m; moves]);
        let length = self.options.metric.length(solution.moves());
        let fits = self.options.allows(length);
        let list = self.options.all_shortest.filter(|_| fits);
        let all_shortest = list.map(|list| AllShortest::one(&solution, true, list));
        let answer = if fits {
            Answer::Solved(solution, Guarantee::Optimal)
        } else {
            Answer::TooLong
        };
        // The counters of IDA*, which never has a choice here.
        let stats = Stats {
            selected: 1 + moves as u64,
            generated: moves as u64,
            peak_states: 1 + moves as u64,
            ..Stats::default()
        };
        let method = Method::new(Algorithm::IdaStar, HeuristicKind::Manhattan);
        let mut report = method.report(answer, length as u32, stats);
        report.all_shortest = all_shortest;
        report
    }

    /// For boards whose shortest solutions are mostly out of reach: first a search that proves its solution shortest, with
    /// a part of the budget, then one that has a solution from the beginning and finds shorter ones.
    pub(super) fn in_stages(&mut self) -> Result<Report, OptionsError> {
        let shape = self.problem.goal().shape();
        if let Some(heuristic) = self.options.heuristic {
            check_fits(heuristic, shape)?;
        }
        let share = if self.options.uses_patterns(shape) {
            PATTERN_SHARE
        } else {
            SHARE
        };
        if !self.is_hopeful() || self.watcher.spent(&Stats::default()) >= share {
            return self.beam();
        }
        self.watcher.set_share(Some(share));
        let Proof { report, known } = self.shortest()?;
        if !matches!(report.answer, Answer::Stopped) {
            return Ok(report);
        }
        self.watcher.forgive_beyond(share);
        self.beam_beyond(known)
    }

    /// For the same boards when only a shortest solution is accepted.
    pub(super) fn prove(&mut self) -> Result<Report, OptionsError> {
        if self.is_hopeful() {
            return Ok(self.shortest()?.report);
        }
        let bound = u32::try_from(lower_bound(self.problem)).unwrap_or(u32::MAX);
        let answer = if self.options.allows(bound as usize) {
            Answer::Stopped
        } else {
            Answer::TooLong
        };
        let method = Method::new(Algorithm::IdaStar, HeuristicKind::LinearConflict);
        Ok(method.report(answer, bound, Stats::default()))
    }

    fn is_hopeful(&self) -> bool {
        self.problem.goal().shape().area() <= HOPEFUL_CELLS
            && lower_bound(self.problem) <= HOPEFUL_LENGTH
    }

    /// Searches for a shortest solution until the share of the budget is spent.
    fn shortest(&mut self) -> Result<Proof, OptionsError> {
        let shape = self.problem.goal().shape();
        let boards = WITHOUT_TABLES * 25 / shape.area().max(25) as u64;
        self.watcher.set_budget(Some(boards));
        let report = self.attempt(Algorithm::IdaStar)?;
        let effort = self.watcher.effort();
        if !self.options.uses_patterns(shape)
            || !self.watcher.is_spent()
            || self.watcher.is_share_spent()
            || effort.is_some_and(|effort| effort < WORTH_TABLES)
            || !self.allows(TableSize::Small)
        {
            return Ok(Proof::from(report));
        }
        // The list of all shortest solutions is made by the search that finds one.
        let known = match self.options.all_shortest {
            Some(_) => None,
            None => Some(self.shorten(Some(QUICK)).0),
        };
        if let Some(known) = &known
            && known.moves().len() <= self.watcher.keep_bound(0) as usize
        {
            let stats = self.watcher.finish(&Stats::default());
            return Ok(self.unproven(Algorithm::Beam, known.clone(), stats).into());
        }
        self.watcher.set_budget(None);
        let (goal, threads) = (Goal::of(self.problem.goal()), self.options.threads);
        let built = self
            .tables
            .sum(goal, TableSize::Small, threads, &mut self.watcher);
        if built.is_err() {
            return Ok(Proof { report, known });
        }
        if effort.is_some() {
            // With several threads, the work done before a stop is not deterministic.
            self.options.threads = 1;
        }
        let report = self.shorter_than(known.as_ref());
        self.options.threads = threads;
        Ok(Proof { report, known })
    }

    /// Searches with pattern databases for a solution that is shorter than the known one. If there is none, that one is
    /// shortest: the last iteration, which is the largest, is not searched.
    fn shorter_than(&mut self, known: Option<&Solution>) -> Report {
        let max_length = self.options.max_length;
        let fitting = known.filter(|known| self.options.allows(known.moves().len()));
        if let Some(known) = fitting {
            self.options.max_length = Some(known.moves().len() as u32 - 1);
        }
        let mut report = self.pattern_attempt(TableSize::Small, None);
        self.options.max_length = max_length;
        if let (Some(known), Answer::TooLong) = (fitting, &report.answer) {
            report.answer = Answer::Solved(known.clone(), Guarantee::Optimal);
        }
        report
    }
}

/// The report on a search for a shortest solution, and a solution that it knows if it was stopped.
struct Proof {
    report: Report,
    known: Option<Solution>,
}

impl From<Report> for Proof {
    fn from(report: Report) -> Proof {
        Proof {
            report,
            known: None,
        }
    }
}
