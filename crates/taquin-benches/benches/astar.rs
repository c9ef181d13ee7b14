//! A* with linear conflict on a 4×4 board of 45 moves: our containers against std's `HashMap` and `BinaryHeap`.
//!
//! The promise is twice the speed in the same run and less than 40 bytes a stored state.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

mod alternate;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hint::black_box;
use std::time::Duration;
use taquin::heuristic::{Heuristic, LinearConflict};
use taquin::search::{Ended, Priority, best_first};
use taquin::space::{MoveOrder, Packed16, Space};
use taquin::tools::generate::Generator;
use taquin::{Goal, Move, Problem, Shape};

/// This seed's random board is 45 moves away.
const SEED: u64 = 54;
const LENGTH: u32 = 45;

fn main_group(criterion: &mut Criterion) {
    let goal = Goal::Last.board(Shape::square(4).unwrap());
    let start = Generator::new(SEED).random(&goal);
    let problem = Problem::new(start, goal.clone()).unwrap();
    let space = Packed16::new(&problem, MoveOrder::default()).unwrap();
    let heuristic = LinearConflict::new(goal.shape());
    let ours = || best_first(black_box(&space), &heuristic, Priority::AStar, &mut ());
    let outcome = ours();
    assert!(matches!(outcome.ended, Ended::Found(ref moves) if moves.len() as u32 == LENGTH));
    let stats = outcome.stats;
    let bytes = stats.peak_bytes as f64 / stats.peak_states as f64;
    println!("{stats:?}\n{bytes:.1} bytes a stored state");
    assert!(bytes < 40.0);
    let std = || with_std(black_box(&space), &heuristic);
    let (length, generated) = std();
    assert_eq!(length, LENGTH);
    let (fast, slow) = alternate::least_seconds(10, ours, std);
    let (fast, slow) = (stats.generated as f64 / fast, generated as f64 / slow);
    println!(
        "ours {:.1}, std {:.1} million nodes a second: {:.2}",
        fast / 1e6,
        slow / 1e6,
        fast / slow
    );

    let mut group = criterion.benchmark_group("astar");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(stats.generated));
    group.bench_function("ours", |bencher| bencher.iter(ours));
    group.throughput(Throughput::Elements(generated));
    group.bench_function("std HashMap and BinaryHeap", |bencher| bencher.iter(std));
    group.finish();
}

/// How a state was reached.
struct Node {
    g: u32,
    last: Option<Move>,
    closed: bool,
}

/// The same search as a program would write it with what std has: the length and the nodes generated.
fn with_std<S>(space: &S, heuristic: &impl Heuristic<S>) -> (u32, u64)
where
    S: Space<Key = u64, Move = Move>,
{
    let mut nodes: HashMap<u64, Node> = HashMap::new();
    let mut open: BinaryHeap<(Reverse<u32>, u32, u64)> = BinaryHeap::new();
    let start = space.start();
    let h = heuristic.estimate(heuristic.start(&start));
    let (g, last, closed) = (0, None, false);
    nodes.insert(space.key(&start), Node { g, last, closed });
    open.push((Reverse(h), 0, space.key(&start)));
    let mut generated = 0;
    while let Some((_, g, key)) = open.pop() {
        let node = nodes.get_mut(&key).unwrap();
        if std::mem::replace(&mut node.closed, true) {
            continue;
        }
        let last = node.last;
        let state = space.state(&key);
        if space.is_goal(&state) {
            return (g, generated);
        }
        let memo = heuristic.start(&state);
        for &m in space.moves(&state, last) {
            let child = space.step(&state, m);
            let h = heuristic.estimate(heuristic.after(memo, &state, m, &child));
            let (g, last, closed) = (g + 1, Some(m), false);
            generated += 1;
            let known = nodes.get(&space.key(&child));
            if known.is_some_and(|known| known.g <= g) {
                continue;
            }
            nodes.insert(space.key(&child), Node { g, last, closed });
            open.push((Reverse(g + h), g, space.key(&child)));
        }
    }
    unreachable!("a problem has a solution")
}

criterion_group!(benches, main_group);
criterion_main!(benches);
