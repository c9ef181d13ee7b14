//! Our hash table against hashbrown's and std's, our bucket queue against std's `BinaryHeap`.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hint::black_box;
use std::time::Duration;
use taquin::containers::{BucketQueue, Growth, Key, Table};
use taquin::space::{MoveOrder, Packed16, Space};
use taquin::{Goal, Move, Problem, Shape};

/// What breadth-first search keeps of a state.
#[derive(Clone, Copy)]
struct Reached {
    _depth: u32,
    _last: Option<Move>,
}

const VALUE: Reached = Reached {
    _depth: 7,
    _last: Some(Move::Up),
};

/// The keys of all 181,440 boards of 3×3, in the order of breadth-first search.
fn boards() -> Vec<u64> {
    let goal = Goal::Last.board(Shape::square(3).unwrap());
    let problem = Problem::new(goal.clone(), goal).unwrap();
    let space = Packed16::new(&problem, MoveOrder::default()).unwrap();
    let mut keys = vec![space.key(&space.start())];
    let mut table = Table::new(Growth::Twofold);
    table.insert_new(keys[0], ());
    let mut next = 0;
    while next < keys.len() {
        let state = space.state(&keys[next]);
        for &m in space.moves(&state, None) {
            let key = space.key(&space.step(&state, m));
            if table.insert_new(key, ()) {
                keys.push(key);
            }
        }
        next += 1;
    }
    keys
}

/// Numbers without pattern.
fn random(count: u64) -> Vec<u64> {
    (0..count)
        .map(|n| n.hash().rotate_left(32).hash())
        .collect()
}

fn insert(keys: &[u64], growth: Growth) -> Table<u64, Reached> {
    let mut table = Table::new(growth);
    for &key in keys {
        table.insert_new(key, VALUE);
    }
    table
}

fn insert_brown(keys: &[u64]) -> hashbrown::HashMap<u64, Reached> {
    let mut map = hashbrown::HashMap::new();
    for &key in keys {
        map.insert(key, VALUE);
    }
    map
}

fn insert_std(keys: &[u64]) -> std::collections::HashMap<u64, Reached> {
    let mut map = std::collections::HashMap::new();
    for &key in keys {
        map.insert(key, VALUE);
    }
    map
}

/// Inserting all keys; then finding all of them and as many that are not there.
fn tables(group: &mut BenchmarkGroup<'_, WallTime>, keys: &[u64]) {
    group.throughput(Throughput::Elements(keys.len() as u64));
    group.bench_function("insert, ours twofold", |bencher| {
        bencher.iter(|| insert(keys, Growth::Twofold));
    });
    group.bench_function("insert, ours fourfold", |bencher| {
        bencher.iter(|| insert(keys, Growth::Fourfold));
    });
    group.bench_function("insert, hashbrown", |bencher| {
        bencher.iter(|| insert_brown(keys));
    });
    group.bench_function("insert, std", |bencher| bencher.iter(|| insert_std(keys)));
    let (ours, brown, std) = (
        insert(keys, Growth::Twofold),
        insert_brown(keys),
        insert_std(keys),
    );
    let asked = || keys.iter().flat_map(|&key| [key, !key]);
    group.throughput(Throughput::Elements(2 * keys.len() as u64));
    group.bench_function("find, ours", |bencher| {
        bencher.iter(|| asked().filter(|key| ours.get(key).is_some()).count());
    });
    group.bench_function("find, hashbrown", |bencher| {
        bencher.iter(|| asked().filter(|key| brown.contains_key(key)).count());
    });
    group.bench_function("find, std", |bencher| {
        bencher.iter(|| asked().filter(|key| std.contains_key(key)).count());
    });
}

fn table_groups(criterion: &mut Criterion) {
    for (name, keys) in [
        ("3x3 boards", boards()),
        ("3,000,000 random keys", random(3_000_000)),
    ] {
        let mut group = quick_group(criterion, name);
        tables(&mut group, &keys);
        group.finish();
    }
}

/// A priority queue.
trait Queue: Default {
    fn push(&mut self, f: u32, g: u32, thing: u32);
    fn pop(&mut self) -> Option<(u32, u32, u32)>;
}

impl Queue for BucketQueue<u32> {
    fn push(&mut self, f: u32, g: u32, thing: u32) {
        BucketQueue::push(self, f, g, thing);
    }

    fn pop(&mut self) -> Option<(u32, u32, u32)> {
        BucketQueue::pop(self)
    }
}

impl Queue for BinaryHeap<(Reverse<u32>, u32, u32)> {
    fn push(&mut self, f: u32, g: u32, thing: u32) {
        BinaryHeap::push(self, (Reverse(f), g, thing));
    }

    fn pop(&mut self) -> Option<(u32, u32, u32)> {
        BinaryHeap::pop(self).map(|(Reverse(f), g, thing)| (f, g, thing))
    }
}

/// Uses a queue as A* does: each thing taken out puts in two, at the same f or at two more, one move deeper.
fn like_astar<Q: Queue>(pops: u32) -> Q {
    let mut queue = Q::default();
    queue.push(40, 0, 0);
    for turn in 0..pops {
        let (f, g, _) = queue.pop().unwrap();
        for child in [2 * turn, 2 * turn + 1] {
            let is_farther = u64::from(child).hash() % 8 < 5;
            queue.push(f + 2 * u32::from(is_farther), g + 1, child);
        }
    }
    queue
}

fn queue_group(criterion: &mut Criterion) {
    const POPS: u32 = 1_000_000;
    let mut group = quick_group(criterion, "queue as in A*");
    group.throughput(Throughput::Elements(POPS.into()));
    group.bench_function("ours", |bencher| {
        bencher.iter(|| like_astar::<BucketQueue<u32>>(black_box(POPS)));
    });
    group.bench_function("std BinaryHeap", |bencher| {
        bencher.iter(|| like_astar::<BinaryHeap<(Reverse<u32>, u32, u32)>>(black_box(POPS)));
    });
    group.finish();
}

fn quick_group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    group
}

criterion_group!(benches, table_groups, queue_group);
criterion_main!(benches);
