//! JSON Lines: one object a line, versioned by its `schema`.

use crate::cmd::check::Verdict;
use crate::cmd::solve::{Searched, Solved};
use crate::cmd::trace::{Counts, Moment, Waiting};
use crate::exit::Failure;
use crate::limits::Reason;
use serde::Serialize;
use std::io::Write;
use taquin::board::Board;
use taquin::goal::Goal;
use taquin::labels::Labels;
use taquin::notation::{self, Dialect, MoveLetters};
use taquin::shape::Move;
use taquin::solvability::{Argument, Disorder, DisorderRule};
use taquin::solve::{Answer, Guarantee, Report};
use taquin::space::MoveOrder;
use taquin::tree::TreeNode;

/// Writes one object and the end of its line.
pub fn line(out: &mut impl Write, object: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// A board that could not be read, in any command's schema.
#[derive(Debug, Serialize)]
pub struct BadInput {
    schema: &'static str,
    status: &'static str,
    errors: Vec<String>,
}

/// The object for a board that could not be read.
pub const fn bad_input(schema: &'static str, errors: Vec<String>) -> BadInput {
    BadInput {
        schema,
        status: "bad-input",
        errors,
    }
}

/// Tiles in reading order, 0 for the blank.
fn tiles(board: &Board) -> Vec<u32> {
    board.tiles().iter().map(|tile| tile.number()).collect()
}

const fn status(solvable: bool) -> &'static str {
    if solvable { "solvable" } else { "unsolvable" }
}

/// `taquin.check/1`.
#[derive(Debug, Serialize)]
pub struct Check {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    status: &'static str,
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_disorder: Option<DisorderObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_disorder: Option<DisorderObject>,
    reachable_goals: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mending_swap: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment_is_wrong: Option<bool>,
}

#[derive(Debug, Serialize)]
struct DisorderObject {
    sum: u64,
    parity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    blank_row: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<u32>>,
}

/// The object for a verdict; what each tile adds to the disorder only where it is to be explained.
pub fn check(verdict: &Verdict, explain: bool) -> Check {
    let disorder = |disorder: &Disorder, rule: DisorderRule| DisorderObject {
        sum: disorder.sum,
        parity: if disorder.is_odd() { "odd" } else { "even" },
        blank_row: (rule == DisorderRule::TilesAndBlankRow).then_some(disorder.blank_row),
        terms: explain.then(|| disorder.terms.iter().map(|&(_, term)| term).collect()),
    };
    let (rule, disorders) = match &verdict.argument {
        Argument::Order { .. } => ("order", None),
        Argument::Disorder { rule, start, goal } => (
            match rule {
                DisorderRule::Tiles => "disorder",
                DisorderRule::TilesAndBlankRow => "disorder-and-blank-row",
            },
            Some((disorder(start, *rule), disorder(goal, *rule))),
        ),
    };
    let (start_disorder, goal_disorder) = disorders.unzip();
    Check {
        schema: "taquin.check/1",
        rows: verdict.start.shape().rows(),
        cols: verdict.start.shape().cols(),
        start: tiles(&verdict.start),
        goal: tiles(&verdict.goal),
        status: status(verdict.argument.reachable()),
        rule,
        start_disorder,
        goal_disorder,
        reachable_goals: verdict
            .reachable_goals
            .iter()
            .map(|&goal| Goal::name(goal))
            .collect(),
        mending_swap: verdict.swap.map(|(a, b)| [a.number(), b.number()]),
        comment_is_wrong: verdict.false_claim.map(|_| true),
    }
}

/// `taquin.check/1` for labels that may repeat.
#[derive(Debug, Serialize)]
pub struct CheckLabels {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start_labels: String,
    goal_labels: String,
    status: &'static str,
}

/// The object for a verdict on labels.
pub fn check_labels(start: &Labels, goal: &Labels, solvable: bool) -> CheckLabels {
    CheckLabels {
        schema: "taquin.check/1",
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start_labels: start.to_string(),
        goal_labels: goal.to_string(),
        status: status(solvable),
    }
}

/// `taquin.convert/1`.
#[derive(Debug, Serialize)]
pub struct Convert<'a> {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_are: Option<&'static str>,
}

/// The object for a board in another notation.
pub fn convert<'a>(start: &Board, dialect: Dialect, text: &'a str) -> Convert<'a> {
    Convert {
        schema: "taquin.convert/1",
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start: tiles(start),
        notation: Some(dialect.name()),
        text: Some(text),
        moves: None,
        moves_are: None,
    }
}

/// The object for moves in another notation.
pub fn convert_moves<'a>(start: &Board, letters: MoveLetters, moves: &'a str) -> Convert<'a> {
    Convert {
        notation: None,
        text: None,
        moves: Some(moves),
        moves_are: Some(moves_are(letters)),
        ..convert(start, Dialect::Slash, "")
    }
}

/// What the letters of moves say.
pub const fn moves_are(letters: MoveLetters) -> &'static str {
    match letters {
        MoveLetters::Tile => "tile",
        MoveLetters::Blank => "blank",
        MoveLetters::Numbers => "numbers",
    }
}

/// `taquin.solve/1`.
#[derive(Debug, Serialize)]
pub struct Solve {
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
    lower_bound: Option<u32>,
    metric: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_are: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<Vec<Vec<u32>>>,
    #[serde(flatten)]
    search: Option<Search>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable_goals: Option<Vec<&'static str>>,
}

/// How a search was run and what it did, in several schemas.
#[derive(Debug, Serialize)]
pub struct Search {
    algorithm: &'static str,
    heuristic: &'static str,
    order: String,
    stats: StatsObject,
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
        algorithm,
        estimate,
        stats,
        ..
    } = &searched.report;
    Search {
        algorithm: algorithm.name(),
        heuristic: estimate.name(),
        order: order(searched.order),
        stats: StatsObject {
            selected: stats.selected,
            generated: stats.generated,
            reopened: stats.reopened,
            duplicates: stats.duplicates,
            peak_states: stats.peak_states,
            peak_bytes: stats.peak_bytes,
            seconds: searched.seconds,
        },
    }
}

/// The object for a board that was searched or turned out to be unsolvable.
pub fn solve(solved: &Solved) -> Solve {
    let mut object = Solve {
        schema: "taquin.solve/1",
        rows: solved.start.shape().rows(),
        cols: solved.start.shape().cols(),
        start: tiles(&solved.start),
        goal: tiles(&solved.goal),
        status: "unsolvable",
        reason: None,
        guarantee: None,
        at_most_times: None,
        length: None,
        lower_bound: None,
        metric: "stm",
        moves: None,
        moves_are: None,
        states: None,
        search: None,
        reachable_goals: None,
    };
    match &solved.result {
        Err(unsolvable) => {
            let goals = unsolvable.reachable_goals.iter();
            object.reachable_goals = Some(goals.map(|&goal| Goal::name(goal)).collect());
        }
        Ok(searched) => {
            object.lower_bound = Some(searched.report.lower_bound);
            object.search = Some(search(searched));
            answer(&mut object, solved, searched);
        }
    }
    object
}

fn answer(object: &mut Solve, solved: &Solved, searched: &Searched) {
    let Answer::Solved(solution, guarantee) = &searched.report.answer else {
        object.status = "limit";
        object.reason = Some(reason(searched));
        return;
    };
    object.status = "solved";
    (object.guarantee, object.at_most_times) = match guarantee {
        Guarantee::Optimal => (Some("optimal"), None),
        Guarantee::AtMostTimes(weight) => (Some("at-most-times"), Some(weight.get())),
        Guarantee::None => (Some("none"), None),
    };
    object.length = Some(solution.moves().len());
    object.moves = notation::write_moves(solution.moves(), solved.letters, &solved.start);
    object.moves_are = Some(moves_are(solved.letters));
    object.states = solved
        .states
        .then(|| solution.boards().map(|board| tiles(&board)).collect());
}

/// Why there is no solution although there may be one.
pub const fn reason(searched: &Searched) -> &'static str {
    match (&searched.report.answer, searched.reason) {
        (Answer::TooLong, _) => "max-length",
        (_, Some(Reason::Time)) => "time",
        (_, Some(Reason::Memory)) => "memory",
        (_, Some(Reason::Interrupted)) => "interrupted",
        (_, None) => "search",
    }
}

/// `taquin.compare/1`.
#[derive(Debug, Serialize)]
pub struct Compare {
    schema: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    lower_bound: u32,
    #[serde(flatten)]
    search: Search,
}

/// The object for one search of a comparison.
pub fn compare(searched: &Searched) -> Compare {
    let length = match &searched.report.answer {
        Answer::Solved(solution, _) => Some(solution.moves().len()),
        Answer::TooLong | Answer::Stopped => None,
    };
    Compare {
        schema: "taquin.compare/1",
        status: if length.is_some() { "solved" } else { "limit" },
        length,
        lower_bound: searched.report.lower_bound,
        search: search(searched),
    }
}

/// `taquin.trace/1`: a step.
#[derive(Debug, Serialize)]
pub struct TraceStep {
    schema: &'static str,
    step: u64,
    algorithm: &'static str,
    heuristic: &'static str,
    queue: Vec<WaitingObject>,
    more: usize,
}

#[derive(Debug, Serialize)]
struct WaitingObject {
    priority: u32,
    moves: u32,
    estimate: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    board: Vec<u32>,
}

/// The object for a step.
pub fn trace_step(moment: &Moment<'_>) -> TraceStep {
    let waiting = |waiting: &Waiting| WaitingObject {
        priority: waiting.priority,
        moves: waiting.seen.g,
        estimate: waiting.seen.h,
        last: waiting.seen.last.map(|m| m.to_string()),
        board: tiles(&waiting.seen.board),
    };
    TraceStep {
        schema: "taquin.trace/1",
        step: moment.step,
        algorithm: moment.algorithm.name(),
        heuristic: moment.estimate.name(),
        queue: moment.queue.iter().map(waiting).collect(),
        more: moment.more,
    }
}

/// `taquin.trace/1`: a round of IDA*.
#[derive(Debug, Serialize)]
pub struct TraceBound {
    schema: &'static str,
    bound: u32,
}

/// The object for a round of IDA*.
pub const fn trace_bound(bound: u32) -> TraceBound {
    TraceBound {
        schema: "taquin.trace/1",
        bound,
    }
}

/// `taquin.trace/1`: the end.
#[derive(Debug, Serialize)]
pub struct TraceEnd {
    schema: &'static str,
    status: &'static str,
    enqueued: u64,
    dequeued: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
}

/// The object for the end of a trace.
pub const fn trace_end(counts: Counts, length: Option<usize>) -> TraceEnd {
    TraceEnd {
        schema: "taquin.trace/1",
        status: if length.is_some() { "solved" } else { "limit" },
        enqueued: counts.enqueued,
        dequeued: counts.dequeued,
        length,
    }
}

/// `taquin.tree/1`.
#[derive(Debug, Serialize)]
pub struct TreeObject {
    schema: &'static str,
    node: usize,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    board: Vec<u32>,
}

/// The objects for a tree.
pub fn tree(nodes: &[TreeNode]) -> impl Iterator<Item = TreeObject> {
    nodes.iter().enumerate().map(|(number, node)| TreeObject {
        schema: "taquin.tree/1",
        node: number,
        depth: node.depth,
        parent: node.parent,
        last: node.last.map(|m| m.to_string()),
        board: tiles(&node.board),
    })
}

/// `taquin.generate/1`.
#[derive(Debug, Serialize)]
pub struct Generated {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    seed: u64,
    status: &'static str,
}

/// The object for a board that was made.
pub fn generate(board: &Board, goal: &Board, seed: u64, solvable: bool) -> Generated {
    Generated {
        schema: "taquin.generate/1",
        rows: board.shape().rows(),
        cols: board.shape().cols(),
        start: tiles(board),
        goal: tiles(goal),
        seed,
        status: status(solvable),
    }
}

/// The order in which moves are tried, as four letters.
pub fn order(order: MoveOrder) -> String {
    let letter = |m: Move| match m {
        Move::Up => 'U',
        Move::Down => 'D',
        Move::Left => 'L',
        Move::Right => 'R',
    };
    order.moves().into_iter().map(letter).collect()
}
