//! Building whole tables, and looking things up in one.
//!
//! The promise is 5 ms for 3×3 on one thread. The least time is printed first: on a shared machine it says more than the
//! mean.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

mod alternate;

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use taquin::census::distance_table::DistanceTable;
use taquin::notation::read_any;
use taquin::space::MoveOrder;
use taquin::{Goal, Metric, Problem, Shape};

fn main_group(criterion: &mut Criterion) {
    let shape = Shape::square(3).unwrap();
    let build = |metric| DistanceTable::build(black_box(shape), shape.last(), metric).unwrap();
    let (single, multi) = alternate::least_seconds(
        300,
        || build(Metric::SingleTile),
        || build(Metric::MultiTile),
    );
    println!(
        "build 3×3, least of 300: stm {:.2} ms, mtm {:.2} ms",
        single * 1e3,
        multi * 1e3
    );

    let mut group = criterion.benchmark_group("whole");
    group
        .sample_size(50)
        .measurement_time(Duration::from_secs(3));
    for metric in [Metric::SingleTile, Metric::MultiTile] {
        let name = format!("build 3×3 {}", metric.name());
        group.bench_function(name, |bencher| bencher.iter(|| build(metric)));
    }
    // One of the two boards that are 31 moves away.
    let start = read_any(b"8 6 7/2 5 4/3 0 1", None).unwrap().start;
    let problem = Problem::new(start, Goal::Last.board(shape)).unwrap();
    let whole = build(Metric::SingleTile);
    group.bench_function("distance", |bencher| {
        bencher.iter(|| whole.distance(black_box(&problem)));
    });
    group.bench_function("solution of 31 moves", |bencher| {
        bencher.iter(|| whole.solution(black_box(&problem), MoveOrder::default()));
    });
    group.bench_function("all shortest solutions counted", |bencher| {
        bencher.iter(|| whole.shortest_count(black_box(&problem)));
    });
    group.finish();
}

criterion_group!(benches, main_group);
criterion_main!(benches);
