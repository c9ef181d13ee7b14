//! The engine with 6-6-3 on easy boards of Korf's, and what it prepares: tables and the automaton.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::new_without_default,
    reason = "a benchmark"
)]

mod prepared;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use prepared::Prepared;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use taquin::Shape;
use taquin::pdb::{Database, Partition, PatternIndex};
use taquin::space::Automaton;
use taquin::space::MoveOrder;

fn main_group(criterion: &mut Criterion) {
    let prepared = Prepared::new();
    let mut group = criterion.benchmark_group("engine");
    group.sample_size(10);
    group.throughput(Throughput::Elements(prepared.solve()));
    group.bench_function("seven boards", |bencher| bencher.iter(|| prepared.solve()));
    group.finish();

    let shape = Shape::square(4).unwrap();
    let pattern = Partition::small(shape, shape.last()).unwrap()[0].patterns()[0].clone();
    let index = Arc::new(PatternIndex::new(shape, pattern.homes().len()));
    let go_on = &mut |_| ControlFlow::Continue(());
    let mut group = criterion.benchmark_group("preparation");
    group.sample_size(10);
    group.bench_function("a table of six tiles", |bencher| {
        bencher.iter(|| Database::build(black_box(&pattern), &index, 1, go_on).unwrap());
    });
    group.bench_function("an automaton of 12 moves", |bencher| {
        bencher.iter(|| Automaton::new(black_box(shape), MoveOrder::default(), 12));
    });
    group.finish();
}

criterion_group!(benches, main_group);
criterion_main!(benches);
