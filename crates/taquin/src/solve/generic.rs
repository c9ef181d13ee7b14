//! The generic searches: every combination of space, heuristic and search is made here and nowhere else.

use super::heuristic_kind::{BuiltHeuristic, HeuristicUse};
use super::report::{Method, certified};
use super::search::Run;
use super::tables::{Goal, TablesError, check_fits};
use super::watch::Watcher;
use super::{
    Algorithm, AllShortest, Answer, Guarantee, HeuristicKind, OptionsError, Report, SearchOptions,
};
use crate::containers::Growth;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::pdb::BuildStopped;
use crate::puzzle::{Move, MoveSet, Problem, Slide};
use crate::search::{
    Ended, Outcome, Priority, Stats, best_first, bfs, bidirectional_bfs, idastar, nbs, shortest,
};
use crate::space::{Arrangement, Packed16, Packed25, Reversible, Space, Wide};

impl Run<'_> {
    /// One attempt with an algorithm, and the heuristic of the options.
    pub(super) fn attempt(&mut self, algorithm: Algorithm) -> Result<Report, OptionsError> {
        self.attempt_with(algorithm, self.options.heuristic)
    }

    /// One attempt with an algorithm and a heuristic; without one the strongest that needs no pattern databases.
    pub(super) fn attempt_with(
        &mut self,
        algorithm: Algorithm,
        heuristic: Option<HeuristicKind>,
    ) -> Result<Report, OptionsError> {
        match algorithm {
            Algorithm::Table => return self.look_up(),
            Algorithm::Beam => return self.beam(),
            Algorithm::Construct => return Ok(self.construct()),
            _ => {}
        }
        let (problem, shape) = (self.problem, self.problem.start().shape());
        let heuristic = match heuristic {
            _ if !algorithm.uses_heuristic() => HeuristicKind::Zero,
            Some(heuristic) => heuristic,
            // Each of the two is the better one on some shapes and goals.
            None if HeuristicKind::Max.fits(shape) => HeuristicKind::Max,
            None => HeuristicKind::LinearConflict,
        };
        check_fits(heuristic, shape)?;
        self.watcher.set_longest(self.options.max_length, algorithm);
        self.watcher.set_goal(match algorithm {
            Algorithm::BfsFromGoal => problem.start(),
            _ => problem.goal(),
        });
        self.watcher.set_backward_goal(problem.start());
        let mut method = Method::new(algorithm, heuristic);
        let Ok(heuristics) = self.heuristics(&method) else {
            return Ok(self.stopped(&method));
        };
        method.groups = heuristics.0.groups();
        let attempt = Attempt::new(problem, &self.options, method);
        attempt.anywhere(&heuristics, &mut self.watcher)
    }

    /// The answer from the table of all boards.
    pub(super) fn look_up(&mut self) -> Result<Report, OptionsError> {
        let (problem, options) = (self.problem, &self.options);
        let method = Method::new(Algorithm::Table, HeuristicKind::Zero);
        let goal = Goal::of(problem.goal());
        let table = match self
            .tables
            .distances(goal, options.metric, &mut self.watcher)
        {
            Ok(table) => table,
            Err(TablesError::Options(error)) => return Err(error),
            Err(TablesError::Stopped(_)) => return Ok(self.stopped(&method)),
        };
        let solution = table.solution(problem, options.order);
        let length = options.metric.length(solution.moves()) as u32;
        let answer = if options.allows(length as usize) {
            Answer::Solved(solution, Guarantee::Optimal)
        } else {
            Answer::TooLong
        };
        // The boards of the way are looked at, and the table is what is held.
        let stats = self.watcher.finish(&Stats {
            selected: 1 + u64::from(length),
            generated: length.into(),
            peak_states: table.boards() as u64,
            peak_bytes: table.bytes() as u64,
            ..Stats::default()
        });
        let mut report = method.report(answer, self.watcher.keep_bound(length), stats);
        let space = Packed16::new(problem, options.order).expect("a table's boards fit in a word");
        let attempt = Attempt::new(problem, options, method);
        add_all_shortest(&mut report, &attempt, &space, &*table, &mut self.watcher);
        Ok(report)
    }

    /// The heuristic for the goal and, for a search from both ends, for the start.
    fn heuristics(&mut self, method: &Method) -> Result<Heuristics, BuildStopped> {
        let mut build = |goal| {
            let threads = self.options.threads;
            let (goal, tables) = (Goal::of(goal), self.tables);
            BuiltHeuristic::new(method.heuristic, goal, tables, threads, &mut self.watcher)
        };
        let forward = build(self.problem.goal())?;
        let backward = match method.algorithm {
            Algorithm::Bidirectional => Some(build(self.problem.start())?),
            _ => None,
        };
        Ok((forward, backward))
    }
}

/// The heuristic for the goal, and for the start if it is needed.
pub(super) type Heuristics = (BuiltHeuristic, Option<BuiltHeuristic>);

/// Finds all shortest solutions too, if the options ask for them and the answer is one of them.
pub(super) fn add_all_shortest<S, H>(
    report: &mut Report,
    attempt: &Attempt<'_>,
    space: &S,
    heuristic: &H,
    watcher: &mut Watcher<'_>,
) where
    S: Space<Move = Move>,
    S::State: Arrangement,
    H: Heuristic<S>,
{
    let (Some(list), Answer::Solved(solution, Guarantee::Optimal)) =
        (attempt.options.all_shortest, &report.answer)
    else {
        return;
    };
    // The budget was for finding one.
    watcher.set_budget(None);
    watcher.set_share(None);
    let found = shortest(space, heuristic, solution.moves().len() as u32, watcher);
    let certify = |moves| certified(attempt.problem, moves);
    let first_moves: MoveSet = found.first_moves().collect();
    report.all_shortest = Some(AllShortest {
        count: found.count(),
        is_complete: found.is_complete(),
        first_moves: first_moves.iter().map(|m| Slide { m, tiles: 1 }).collect(),
        solutions: found.paths(list).into_iter().map(certify).collect(),
    });
    report.stats = watcher.finish(found.stats());
}

/// One search of a space.
pub(super) struct Attempt<'a> {
    problem: &'a Problem,
    options: &'a SearchOptions,
    method: Method,
}

impl<'a> Attempt<'a> {
    pub(super) const fn new(
        problem: &'a Problem,
        options: &'a SearchOptions,
        method: Method,
    ) -> Attempt<'a> {
        Attempt {
            problem,
            options,
            method,
        }
    }

    /// A search of the smallest space in which the boards fit.
    pub(super) fn anywhere(
        &self,
        heuristics: &Heuristics,
        watcher: &mut Watcher<'_>,
    ) -> Result<Report, OptionsError> {
        let (problem, order) = (self.problem, self.options.order);
        let (forward, backward) = (&heuristics.0, heuristics.1.as_ref());
        if let Some(space) = Packed16::new(problem, order) {
            Ok(forward.with(backward, self.over(&space, watcher)))
        } else if let Some(space) = Packed25::new(problem, order) {
            Ok(forward.with_medium(backward, self.over(&space, watcher)))
        } else if let Some(space) = Wide::new(problem, order) {
            Ok(forward.with_large(backward, self.over(&space, watcher)))
        } else {
            let shape = problem.start().shape();
            Err(OptionsError::TooLarge { shape })
        }
    }

    const fn over<'o, 'w, S>(
        &'o self,
        space: &'o S,
        watcher: &'o mut Watcher<'w>,
    ) -> Over<'o, 'w, S> {
        Over {
            attempt: self,
            space,
            watcher,
        }
    }

    fn with_all_shortest<S, H>(
        &self,
        mut report: Report,
        space: &S,
        heuristic: &H,
        watcher: &mut Watcher<'_>,
    ) -> Report
    where
        S: Space<Move = Move>,
        S::State: Arrangement,
        H: Heuristic<S>,
    {
        if self.method.algorithm.uses_heuristic() {
            add_all_shortest(&mut report, self, space, heuristic, watcher);
        } else {
            // Without a heuristic it would visit every board in reach, and many again and again.
            let conflicts = LinearConflict::new(self.problem.goal().shape());
            add_all_shortest(&mut report, self, space, &conflicts, watcher);
        }
        report
    }

    /// The report on a search that has ended.
    pub(super) fn report(
        &self,
        outcome: Outcome<Move>,
        at_start: u32,
        watcher: &mut Watcher<'_>,
    ) -> Report {
        let stats = watcher.finish(&outcome.stats);
        let beyond = self
            .options
            .max_length
            .map_or(0, |length| length.saturating_add(1));
        let found = match (&outcome.ended, &outcome.best) {
            (Ended::Found(moves), _) | (_, Some(moves)) => Some(moves.len()),
            _ => None,
        };
        let (answer, lower_bound) = match outcome.ended {
            Ended::Stopped { .. } if watcher.is_too_long() => (Answer::TooLong, beyond),
            Ended::Stopped { at_least } => match outcome.best {
                Some(moves) => (self.best_known(moves), at_least),
                None => (Answer::Stopped, at_least),
            },
            Ended::Exhausted => (Answer::TooLong, beyond),
            Ended::Found(moves) => self.found(moves),
        };
        let lower_bound = watcher.keep_bound(lower_bound.max(at_start));
        let mut report = self.method.report(answer, lower_bound, stats);
        if matches!(report.answer, Answer::Stopped) {
            report.too_long = found.filter(|&length| !self.options.allows(length));
        }
        report
    }

    /// A path of a search that was stopped before it could prove anything about it.
    fn best_known(&self, moves: Vec<Move>) -> Answer {
        let fits = self.options.allows(moves.len());
        let solution = certified(self.problem, moves);
        if fits {
            Answer::Solved(solution, Guarantee::None)
        } else {
            Answer::Stopped
        }
    }

    /// Replays the moves. A path that is too long proves something only if it is shortest.
    fn found(&self, moves: Vec<Move>) -> (Answer, u32) {
        let length = moves.len() as u32;
        let guarantee = self.method.algorithm.guarantee();
        let lower_bound = match guarantee {
            Guarantee::Optimal => length,
            Guarantee::AtMostTimes(weight) => weight.shortest(length),
            Guarantee::None => 0,
        };
        let solution = certified(self.problem, moves);
        match self.options.max_length {
            Some(longest) if lower_bound > longest => (Answer::TooLong, lower_bound),
            Some(longest) if length > longest => (Answer::Stopped, lower_bound),
            _ => (Answer::Solved(solution, guarantee), lower_bound),
        }
    }
}

/// An attempt over a space, still without its heuristic.
struct Over<'a, 'w, S> {
    attempt: &'a Attempt<'a>,
    space: &'a S,
    watcher: &'a mut Watcher<'w>,
}

impl<S> HeuristicUse<S> for Over<'_, '_, S>
where
    S: Reversible<Move = Move>,
    S::State: Arrangement,
{
    type Output = Report;

    fn run<H: Heuristic<S>>(self, h: &H, backward: Option<&H>) -> Report {
        let Over {
            attempt,
            space,
            watcher,
        } = self;
        let max_length = attempt.options.max_length;
        let first = |priority, watcher: &mut Watcher<'_>| best_first(space, h, priority, watcher);
        let outcome = match (attempt.method.algorithm, backward) {
            (Algorithm::Bfs, _) => bfs(space, max_length, Growth::Twofold, watcher),
            (Algorithm::BfsFromGoal, _) => {
                reversed(bfs(&space.reversed(), max_length, Growth::Twofold, watcher))
            }
            (Algorithm::UniformCost, _) => first(Priority::Cost, watcher),
            (Algorithm::Greedy, _) => first(Priority::Greedy, watcher),
            (Algorithm::AStar, _) => first(Priority::AStar, watcher),
            (Algorithm::WeightedAStar(weight), _) => first(Priority::Weighted(weight), watcher),
            (Algorithm::IdaStar, _) => idastar(space, h, max_length, watcher),
            (Algorithm::Bidirectional, Some(back))
                if attempt.method.heuristic != HeuristicKind::Zero =>
            {
                nbs(space, h, back, watcher)
            }
            (Algorithm::Bidirectional, _) => bidirectional_bfs(space, max_length, watcher),
            (Algorithm::Table | Algorithm::Beam | Algorithm::Construct, _) => {
                unreachable!("none of them searches a space")
            }
        };
        let at_start = h.estimate(h.start(&space.start()));
        let report = attempt.report(outcome, at_start, watcher);
        attempt.with_all_shortest(report, space, h, watcher)
    }
}

/// The same path walked from its other end.
fn reversed(mut outcome: Outcome<Move>) -> Outcome<Move> {
    if let Ended::Found(moves) = &mut outcome.ended {
        Move::turn_round(moves);
    }
    outcome
}
