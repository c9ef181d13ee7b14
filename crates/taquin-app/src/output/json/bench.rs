//! `taquin.bench-instance/1` and `taquin.bench/1`, and the same for large boards.

use super::tiles;
use crate::bench::{LargeBoard, LargeSize, Measured, Refused, Setting, Summary, Took};
use crate::limits::{Iteration, Reason};
use serde::Serialize;
use taquin::Metric;
use taquin::notation::{self, MoveLetters};
use taquin::solve::Answer;

/// `taquin.bench-instance/1`.
#[derive(Debug, Serialize)]
pub struct BenchInstance<'a> {
    schema: &'static str,
    set: &'a str,
    instance: u32,
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
    published_length: Option<u32>,
    wrong: bool,
    lower_bound: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_are: Option<&'static str>,
    algorithm: &'static str,
    heuristic: String,
    generated: u64,
    selected: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    published_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published_nodes_are: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_generated: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_cpu_seconds: Option<f64>,
    iterations: &'a [Iteration],
    /// Of the search, without tables.
    peak_bytes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
}

/// The object for a board.
pub fn bench_instance<'a>(setting: &'a Setting, measured: &'a Measured) -> BenchInstance<'a> {
    let Measured { report, took, .. } = measured;
    let moves = match &report.answer {
        Answer::Solved(solution, _) => solution
            .boards()
            .next()
            .and_then(|start| notation::write_moves(solution.moves(), MoveLetters::Tile, &start)),
        _ => None,
    };
    let estimate = measured.estimate();
    BenchInstance {
        schema: "taquin.bench-instance/1",
        set: &setting.name,
        instance: measured.number,
        rows: measured.problem.start().shape().rows(),
        cols: measured.problem.start().shape().cols(),
        start: tiles(measured.problem.start()),
        goal: tiles(measured.problem.goal()),
        metric: Metric::SingleTile.name(),
        status: if moves.is_some() { "solved" } else { "limit" },
        reason: measured.reason.map(Reason::name),
        length: measured.length(),
        published_length: measured.published,
        wrong: measured.is_wrong(),
        lower_bound: report.lower_bound,
        moves_are: moves.as_ref().map(|_| MoveLetters::Tile.name()),
        moves,
        algorithm: report.algorithm.name(),
        heuristic: report.heuristic_name(),
        generated: report.stats.generated,
        selected: report.stats.selected,
        published_nodes: measured.published_nodes,
        published_nodes_are: measured
            .published_nodes
            .and(setting.nodes)
            .map(|nodes| nodes.counted),
        estimated_generated: estimate.map(|estimate| estimate.generated.round()),
        estimated_seconds: estimate.map(|estimate| estimate.took.seconds),
        estimated_cpu_seconds: estimate.and_then(|estimate| estimate.took.cpu_seconds),
        iterations: &measured.iterations,
        peak_bytes: report.stats.peak_bytes,
        seconds: took.seconds,
        cpu_seconds: took.cpu_seconds,
    }
}

/// `taquin.bench-instance/1` for a board that cannot be solved.
#[derive(Debug, Serialize)]
pub struct BenchRefused<'a> {
    schema: &'static str,
    set: &'a str,
    instance: u32,
    status: &'static str,
    errors: Vec<String>,
}

/// The object for a board that cannot be solved.
pub fn bench_refused<'a>(setting: &'a Setting, refused: &Refused) -> BenchRefused<'a> {
    let errors = format!("{:#}", refused.failure);
    BenchRefused {
        schema: "taquin.bench-instance/1",
        set: &setting.name,
        instance: refused.number,
        status: refused.status(),
        errors: errors.lines().map(Into::into).collect(),
    }
}

/// `taquin.bench/1`.
#[derive(Debug, Serialize)]
pub struct Bench<'a> {
    schema: &'static str,
    set: &'a str,
    mode: &'static str,
    groups: &'a str,
    threads: usize,
    tried: usize,
    solved: usize,
    wrong_instances: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_length: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_published_length: Option<f64>,
    generated: u64,
    estimated: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_generated: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_cpu_seconds: Option<f64>,
    prepare_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    prepare_cpu_seconds: Option<f64>,
    wall_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_cpu_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_bytes: Option<u64>,
}

/// The object for all boards together.
pub fn bench<'a>(
    setting: &'a Setting,
    summary: &Summary,
    took: Took,
    peak_bytes: Option<u64>,
) -> Bench<'a> {
    let expected = summary.expected();
    Bench {
        schema: "taquin.bench/1",
        set: &setting.name,
        mode: setting.mode.name(),
        groups: &setting.groups,
        threads: setting.threads,
        tried: summary.tried,
        solved: summary.solved,
        wrong_instances: summary.wrong,
        mean_length: summary.mean_lengths().map(|(length, _)| length),
        mean_published_length: summary.mean_lengths().map(|(_, published)| published),
        generated: summary.generated,
        estimated: summary.estimated,
        estimated_generated: expected.map(|(generated, _)| generated.round()),
        estimated_seconds: expected.map(|(_, took)| took.seconds),
        estimated_cpu_seconds: expected.and_then(|(_, took)| took.cpu_seconds),
        prepare_seconds: setting.prepared.seconds,
        prepare_cpu_seconds: setting.prepared.cpu_seconds,
        wall_seconds: took.seconds,
        total_cpu_seconds: took.cpu_seconds,
        peak_bytes,
    }
}

/// `taquin.bench-large-instance/1`.
#[derive(Debug, Serialize)]
pub struct BenchLargeInstance {
    schema: &'static str,
    rows: u32,
    cols: u32,
    size: u32,
    seed: u64,
    metric: &'static str,
    status: &'static str,
    length: usize,
    lower_bound: u64,
    ratio: f64,
    length_per_cube: f64,
    algorithm: &'static str,
    generated: u64,
    seconds: f64,
}

/// The object for a large board.
pub fn bench_large_instance(board: &LargeBoard) -> BenchLargeInstance {
    BenchLargeInstance {
        schema: "taquin.bench-large-instance/1",
        rows: board.size,
        cols: board.size,
        size: board.size,
        seed: board.seed,
        metric: Metric::SingleTile.name(),
        status: "solved",
        length: board.length,
        lower_bound: board.lower_bound,
        ratio: board.ratio(),
        length_per_cube: board.per_cube(),
        algorithm: board.algorithm,
        generated: board.generated,
        seconds: board.seconds,
    }
}

/// `taquin.bench-large/1`.
#[derive(Debug, Serialize)]
pub struct BenchLarge {
    schema: &'static str,
    rows: u32,
    cols: u32,
    size: u32,
    threads: usize,
    boards: usize,
    mean_length: f64,
    mean_length_per_cube: f64,
    mean_ratio: f64,
    mean_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_bytes: Option<u64>,
}

/// The object for the large boards of one size.
pub fn bench_large(measured: &LargeSize) -> BenchLarge {
    BenchLarge {
        schema: "taquin.bench-large/1",
        rows: measured.size,
        cols: measured.size,
        size: measured.size,
        threads: measured.threads,
        boards: measured.boards.len(),
        mean_length: measured.mean(|board| board.length as f64),
        mean_length_per_cube: measured.mean(LargeBoard::per_cube),
        mean_ratio: measured.mean(LargeBoard::ratio),
        mean_seconds: measured.mean(|board| board.seconds),
        peak_bytes: measured.peak_bytes,
    }
}
