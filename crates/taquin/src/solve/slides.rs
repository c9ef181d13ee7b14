//! Shortest solutions in the multi-tile metric: by a whole table, or by a search with tables of its own.

use super::run::look_up;
use super::watch::Watcher;
use super::{Algorithm, Answer, Guarantee, HeuristicKind, Plan, PlanError, Report, Tables};
use crate::puzzle::Problem;
use crate::search::{Event, Observer, Stats};
use crate::slide_metric::{self, SlideTableSize, SlideTablesError};
use crate::space::Packed16;
use std::collections::hash_map::Entry;

/// Lengths, in the plan and in the report, are numbers of slides.
pub(super) fn attempt(
    problem: &Problem,
    plan: &Plan,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    if plan.all_shortest.is_some() {
        return Err(PlanError::MetricAllShortest);
    }
    let shape = problem.goal().shape();
    match (plan.algorithm, plan.estimate) {
        (None, None) if Algorithm::Table.fits(shape) => look_up(problem, plan, tables, watcher),
        (Some(Algorithm::Table), None) => look_up(problem, plan, tables, watcher),
        (None | Some(Algorithm::IdaStar), None | Some(HeuristicKind::Patterns)) => {
            search(problem, plan, tables, watcher)
        }
        _ => Err(PlanError::MetricSearch),
    }
}

fn search(
    problem: &Problem,
    plan: &Plan,
    tables: &mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Report, PlanError> {
    let Some(built) = build(problem, plan, tables, watcher)? else {
        let stats = watcher.finish(&Stats::default());
        return Ok(report(Answer::Stopped, 0, stats));
    };
    watcher.set_longest(plan.max_length, Algorithm::IdaStar);
    let on_tick = &mut |generated: u64, at_least: u32| {
        let stats = Stats {
            generated,
            ..Stats::default()
        };
        let tick: Event<'_, Packed16> = Event::Tick {
            stats: &stats,
            at_least,
        };
        watcher.observe(tick)
    };
    let outcome = slide_metric::solve(problem, built, plan.max_length, on_tick);
    let at_least = outcome.at_least;
    let answer = match outcome.moves {
        Some(moves) => {
            let solution = problem.certify(moves);
            let solution = solution.expect("a search gives a path that replays");
            Answer::Solved(solution, Guarantee::Optimal)
        }
        None if plan.max_length.is_some_and(|longest| at_least > longest) => Answer::TooLong,
        None => Answer::Stopped,
    };
    let stats = watcher.finish(&Stats {
        selected: outcome.stats.expanded,
        generated: outcome.stats.generated,
        ..Stats::default()
    });
    Ok(report(answer, at_least, stats))
}

/// The tables for the goal; none if the caller stopped their construction.
fn build<'a>(
    problem: &Problem,
    plan: &Plan,
    tables: &'a mut Tables,
    watcher: &mut Watcher<'_, '_>,
) -> Result<Option<&'a slide_metric::SlideTables>, PlanError> {
    let (shape, blank) = (problem.goal().shape(), problem.goal().blank());
    match tables.multi.entry((shape, blank)) {
        Entry::Occupied(place) => Ok(Some(place.into_mut())),
        Entry::Vacant(place) => {
            let on_level = &mut |_| watcher.wait();
            let built = slide_metric::SlideTables::build(
                shape,
                blank,
                SlideTableSize::Six,
                plan.threads,
                on_level,
            );
            match built {
                Ok(built) => Ok(Some(place.insert(built))),
                Err(SlideTablesError::Stopped(_)) => Ok(None),
                Err(_) => Err(PlanError::Metric { shape }),
            }
        }
    }
}

const fn report(answer: Answer, lower_bound: u32, stats: Stats) -> Report {
    Report {
        answer,
        lower_bound,
        algorithm: Algorithm::IdaStar,
        estimate: HeuristicKind::Patterns,
        groups: None,
        stats,
        all_shortest: None,
    }
}
