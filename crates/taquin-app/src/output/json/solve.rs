//! `taquin.solve/1` and `taquin.compare/1`.

use super::tiles;
use crate::limits::{Iteration, Reason};
use crate::search::stream::{CONSTRUCT, Streamed};
use crate::search::{Searched, Solved};
use crate::words::order;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::fmt::Display;
use taquin::notation::MoveFormat;
use taquin::search::Stats;
use taquin::solve::{AllShortest, Answer, Guarantee, HeuristicKind, Report};
use taquin::space::MoveOrder;
use taquin::{Board, Goal, Metric, Move, Slide, Solution};

/// `taquin.solve/1`.
#[derive(Serialize)]
#[expect(
    missing_debug_implementations,
    reason = "a text that is made while it is written has none"
)]
pub struct Solve<'a> {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guarantee: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most_times: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u64>,
    /// Of the length to the lower bound, where nothing else is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    metric: &'static str,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "text")]
    moves: Option<Text<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_are: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<States<'a>>,
    #[serde(flatten)]
    all: Option<All>,
    #[serde(flatten)]
    search: Option<Search>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<&'a [Iteration]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable_goals: Option<Vec<&'static str>>,
}

/// A text that may be too long to be kept.
type Text<'a> = Box<dyn Display + 'a>;

fn text<S: Serializer>(text: &Option<Text<'_>>, serializer: S) -> Result<S::Ok, S::Error> {
    match text {
        Some(text) => serializer.collect_str(text),
        None => serializer.serialize_none(),
    }
}

/// Every board from the start to the goal, made while they are written.
enum States<'a> {
    Kept(&'a Solution),
    Streamed(&'a Streamed<'a>),
}

impl Serialize for States<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            States::Kept(solution) => {
                serializer.collect_seq(solution.boards().map(|board| tiles(&board)))
            }
            States::Streamed(streamed) => {
                let mut list = serializer.serialize_seq(Some(streamed.length + 1))?;
                streamed.each_board(|board| list.serialize_element(&tiles(board)))?;
                list.end()
            }
        }
    }
}

/// What is known of all shortest solutions.
#[derive(Debug, Serialize)]
struct All {
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_solutions: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_solutions_at_least: Option<u128>,
    /// All of them if the count is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_first_moves: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_first_moves_so_far: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    all_moves: Vec<String>,
}

/// How a search was run and what it did, in several schemas.
#[derive(Debug, Serialize)]
pub(super) struct Search {
    algorithm: &'static str,
    heuristic: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic_command: Option<String>,
    /// Boards that the command was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluated: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overestimate: Option<OverestimateObject>,
    order: String,
    stats: StatsObject,
}

/// A board that proves that the command is not admissible.
#[derive(Debug, Serialize)]
struct OverestimateObject {
    board: Vec<u32>,
    estimate: u32,
    at_most: u32,
}

#[derive(Debug, Serialize)]
struct StatsObject {
    selected: u64,
    generated: u64,
    reopened: u64,
    duplicates: u64,
    peak_states: u64,
    peak_bytes: u64,
    seconds: f64,
}

fn search(searched: &Searched) -> Search {
    let Report {
        algorithm, stats, ..
    } = &searched.report;
    let command = searched.command.as_ref();
    let overestimate = searched.report.overestimate.as_ref();
    Search {
        algorithm: algorithm.name(),
        heuristic: searched.report.heuristic_name(),
        heuristic_command: command.map(|used| used.command.clone()),
        evaluated: command.map(|used| used.evaluated),
        overestimate: overestimate.map(|found| OverestimateObject {
            board: tiles(&found.board),
            estimate: found.estimate,
            at_most: found.at_most,
        }),
        order: order(searched.order),
        stats: self::stats(stats, searched.seconds),
    }
}

const fn stats(stats: &Stats, seconds: f64) -> StatsObject {
    StatsObject {
        selected: stats.selected,
        generated: stats.generated,
        reopened: stats.reopened,
        duplicates: stats.duplicates,
        peak_states: stats.peak_states,
        peak_bytes: stats.peak_bytes,
        seconds,
    }
}

/// The object for a board that was searched or turned out to be unsolvable.
pub fn solve(solved: &Solved) -> Solve<'_> {
    let mut object = empty(&solved.start, &solved.goal, solved.metric);
    match &solved.result {
        Err(unsolvable) => {
            let goals = unsolvable.reachable_goals().into_iter();
            object.reachable_goals = Some(goals.map(Goal::name).collect());
        }
        Ok(searched) => {
            object.lower_bound = Some(searched.report.lower_bound.into());
            object.search = Some(search(searched));
            object.iterations = solved
                .show_iterations
                .then_some(searched.iterations.as_slice());
            answer(&mut object, solved, searched);
        }
    }
    object
}

/// The object for a solution that is written move by move.
pub fn streamed<'a>(
    streamed: &'a Streamed<'a>,
    format: MoveFormat,
    searched_in: MoveOrder,
    states: bool,
) -> Solve<'a> {
    let mut object = empty(streamed.start(), streamed.goal(), Metric::SingleTile);
    object.status = "solved";
    object.lower_bound = Some(streamed.lower_bound);
    known(&mut object, streamed.guarantee(), streamed.length);
    object.moves = Some(Box::new(streamed.moves(format)));
    object.moves_are = Some(format.written_letters().name());
    object.states = states.then_some(States::Streamed(streamed));
    object.search = Some(Search {
        algorithm: CONSTRUCT,
        heuristic: HeuristicKind::Zero.name().into(),
        heuristic_command: None,
        evaluated: None,
        overestimate: None,
        order: order(searched_in),
        stats: stats(&streamed.stats(), streamed.seconds),
    });
    object
}

/// The word for what is known of a length.
pub(super) const fn guarantee(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Optimal => "optimal",
        Guarantee::AtMostTimes(_) => "at-most-times",
        _ => "none",
    }
}

/// The length, and what is known of it.
fn known(object: &mut Solve<'_>, guarantee: Guarantee, length: usize) {
    object.guarantee = Some(self::guarantee(guarantee));
    if let Guarantee::AtMostTimes(weight) = guarantee {
        object.at_most_times = Some(weight.get());
    }
    object.length = Some(length);
    if guarantee == Guarantee::None {
        // How many times longer it is than the shortest, at most.
        let bound = object.lower_bound.filter(|&bound| bound > 0);
        object.ratio = bound.map(|bound| length as f64 / bound as f64);
    }
}

fn empty<'a>(start: &Board, goal: &Board, metric: Metric) -> Solve<'a> {
    Solve {
        schema: "taquin.solve/1",
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start: tiles(start),
        goal: tiles(goal),
        status: "unsolvable",
        reason: None,
        guarantee: None,
        at_most_times: None,
        length: None,
        lower_bound: None,
        ratio: None,
        metric: metric.name(),
        moves: None,
        moves_are: None,
        states: None,
        all: None,
        search: None,
        iterations: None,
        reachable_goals: None,
    }
}

fn answer<'a>(object: &mut Solve<'a>, solved: &Solved, searched: &'a Searched) {
    let Answer::Solved(solution, guarantee) = &searched.report.answer else {
        object.status = "limit";
        object.reason = Some(searched.why_unsolved());
        return;
    };
    object.status = "solved";
    known(object, *guarantee, solved.metric.length(solution.moves()));
    let moves = solved.format.write(solution.moves(), &solved.start);
    object.moves = moves.map(|moves| Box::new(moves) as Text<'_>);
    object.moves_are = Some(solved.format.written_letters().name());
    object.states = solved.states.then_some(States::Kept(solution));
    object.all = searched
        .report
        .all_shortest
        .as_ref()
        .map(|found| all(found, solved));
    object.reason = searched.misses_some().then(|| searched.why_unsolved());
}

fn all(found: &AllShortest, solved: &Solved) -> All {
    let written = |moves: &[Move]| {
        let written = solved.format.write(moves, &solved.start);
        written.expect("a solution's moves are possible")
    };
    let solutions = found.solutions.iter();
    let slide = |slide: &Slide| written(&slide.moves().collect::<Vec<_>>());
    let first_moves: Vec<String> = found.first_moves.iter().map(slide).collect();
    All {
        optimal_solutions: found.is_complete.then_some(found.count),
        // The one that is known is one of them even if no other was found.
        optimal_solutions_at_least: (!found.is_complete).then(|| found.count.max(1)),
        optimal_first_moves: found.is_complete.then(|| first_moves.clone()),
        optimal_first_moves_so_far: (!found.is_complete).then_some(first_moves),
        all_moves: solutions
            .map(|solution| written(solution.moves()))
            .collect(),
    }
}

/// `taquin.compare/1`.
#[derive(Debug, Serialize)]
pub struct Compare {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    metric: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u32>,
    #[serde(flatten)]
    search: Search,
}

/// The object for one search of a comparison.
pub fn compare(start: &Board, goal: &Board, searched: &Searched) -> Compare {
    let (status, length) = match &searched.report.answer {
        Answer::Solved(solution, _) => ("solved", Some(solution.moves().len())),
        // A comparison has no maximum length.
        Answer::TooLong => ("unsolvable", None),
        _ => ("limit", None),
    };
    let has_bound = status != "unsolvable";
    Compare {
        schema: "taquin.compare/1",
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start: tiles(start),
        goal: tiles(goal),
        metric: Metric::SingleTile.name(),
        reason: searched.reason.map(Reason::name),
        status,
        length,
        lower_bound: has_bound.then_some(searched.report.lower_bound),
        search: search(searched),
    }
}
