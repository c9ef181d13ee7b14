//! The same by instructions, which other work on the machine does not change. Needs valgrind and gungraun-runner.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::new_without_default,
    reason = "a benchmark"
)]

mod prepared;

use gungraun::{library_benchmark, library_benchmark_group, main};
use prepared::Prepared;
use std::hint::black_box;
use taquin::Shape;
use taquin::space::Automaton;
use taquin::space::MoveOrder;

#[library_benchmark]
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
