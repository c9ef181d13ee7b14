//! The same by instructions, which other work on the machine does not change. Needs valgrind and gungraun-runner.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::new_without_default,
    reason = "a benchmark"
)]

mod prepared;

use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use prepared::Prepared;
use std::hint::black_box;
use taquin::Shape;
use taquin::space::Automaton;
use taquin::space::MoveOrder;

/// The most instructions for the seven boards. They generate 694,700 children, at about 240 instructions each; the rest
/// prepares the searches. It was 206.5 million on 2026-11-17: a change that exceeds the limit must be intentional.
const SEARCH_LIMIT: u64 = 227_000_000;

#[library_benchmark(
    config = LibraryBenchmarkConfig::default()
        .tool(Callgrind::default().hard_limits([(EventKind::Ir, SEARCH_LIMIT)]))
)]
#[bench::seven_boards(Prepared::new())]
fn search(prepared: Prepared) -> u64 {
    black_box(prepared.solve())
}

#[library_benchmark]
#[bench::twelve_moves(Shape::square(4).unwrap())]
fn automaton(shape: Shape) -> Automaton {
    black_box(Automaton::new(shape, MoveOrder::default(), 12))
}

library_benchmark_group!(name = engine, benchmarks = [search, automaton]);
main!(library_benchmark_groups = engine);
