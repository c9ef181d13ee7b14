//! The containers against slow models, their sizes, and how well the hash spreads.

use crate::common::shape;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use taquin::containers::{BucketQueue, FIRST_SLOTS, Growth, Index, Key, Table};
use taquin::search::{Ended, bfs};
use taquin::space::{Labelled, MoveOrder, Packed16, Packed25, Space, Wide};
use taquin::{Goal, Labels, Move, Problem};

/// A value as breadth-first search stores it: eight bytes with a spare bit pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reached {
    depth: u32,
    last: Option<Move>,
}

/// Enough entries for a table to grow twice, and few enough keys that many repeat.
const MANY: usize = 4000;

fn few_or_any() -> impl Strategy<Value = u64> {
    prop_oneof![
        0..2000u64,
        any::<u64>(),
        any::<u16>().prop_map(|n| u64::from(n) << 48)
    ]
}

fn boxed<T: Debug + From<u8>>() -> impl Strategy<Value = Box<[T]>> {
    let cells = vec(0..4u8, 0..8).prop_map(|cells| cells.into_iter().map(T::from).collect());
    cells.prop_map(|cells: Vec<T>| cells.into())
}

fn check_table<K: Key + std::hash::Hash + Debug>(pairs: &[(K, u32)], growth: Growth) {
    let mut table = Table::new(growth);
    let mut model: HashMap<K, u32> = HashMap::new();
    for (key, value) in pairs {
        assert_eq!(table.get(key), model.get(key));
        let is_new = !model.contains_key(key);
        assert_eq!(table.insert_new(key.clone(), *value), is_new, "{key:?}");
        model.entry(key.clone()).or_insert(*value);
        assert_eq!(table.len(), model.len());
    }
    for (key, value) in pairs.iter().step_by(3) {
        table.put(key.clone(), !value);
        model.insert(key.clone(), !value);
        assert_eq!(table.len(), model.len());
    }
    assert_eq!(table.is_empty(), model.is_empty());
    assert!(
        model
            .iter()
            .all(|(key, value)| table.get(key) == Some(value))
    );
    let slots = slots_for(model.len(), growth);
    let outside: usize = model.keys().map(Key::heap_bytes).sum();
    assert_eq!(
        table.bytes(),
        slots * size_of::<Option<(K, u32)>>() + outside
    );
}

fn slots_for(entries: usize, growth: Growth) -> usize {
    let factor = match growth {
        Growth::Twofold => 2,
        Growth::Fourfold => 4,
    };
    let mut slots = FIRST_SLOTS;
    while 4 * entries > 3 * slots {
        slots *= factor;
    }
    slots
}

fn any_growth() -> impl Strategy<Value = Growth> {
    prop_oneof![Just(Growth::Twofold), Just(Growth::Fourfold)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_table_of_words_is_a_hash_map(pairs in vec((few_or_any(), any::<u32>()), 0..MANY), growth in any_growth()) {
        check_table(&pairs, growth);
        let wide: Vec<(u128, u32)> = pairs
            .iter()
            .map(|&(key, value)| (u128::from(key) << 64 | u128::from(value % 3), value))
            .collect();
        check_table(&wide, growth);
    }

    #[test]
    fn a_table_of_boxes_is_a_hash_map(
        bytes in vec((boxed::<u8>(), any::<u32>()), 0..MANY),
        cells in vec((boxed::<u16>(), any::<u32>()), 0..MANY),
        growth in any_growth(),
    ) {
        check_table(&bytes, growth);
        check_table(&cells, growth);
    }

    #[test]
    fn an_index_numbers_what_is_new(keys in vec(few_or_any(), 0..MANY)) {
        let mut index = Index::new();
        let mut entries: Vec<u64> = Vec::new();
        let mut model: HashMap<u64, u32> = HashMap::new();
        for key in keys {
            let is_it = |number: u32| entries[number as usize] == key;
            prop_assert_eq!(index.find(key.hash(), is_it), model.get(&key).copied());
            let hash_of = |number: u32| entries[number as usize].hash();
            match index.find_or_enter(key.hash(), is_it, hash_of) {
                Ok(number) => prop_assert_eq!(model.get(&key), Some(&number)),
                Err(number) => {
                    prop_assert_eq!(number as usize, entries.len());
                    prop_assert_eq!(model.insert(key, number), None);
                    entries.push(key);
                }
            }
        }
        prop_assert_eq!(index.bytes(), 5 * slots_for(entries.len(), Growth::Twofold));
    }

    #[test]
    fn a_bucket_queue_serves_small_f_then_large_g_then_the_last_in(
        calls in vec(prop_oneof![3 => (0..12u32, 0..8u32).prop_map(Some), 2 => Just(None)], 0..400)
    ) {
        let mut queue = BucketQueue::new();
        let mut model: Vec<(u32, u32, usize)> = Vec::new();
        for (turn, call) in calls.into_iter().enumerate() {
            if let Some((f, g)) = call {
                queue.push(f, g, turn);
                model.push((f, g, turn));
            } else {
                let first = model.iter().copied().min_by_key(|&(f, g, turn)| (f, u32::MAX - g, usize::MAX - turn));
                prop_assert_eq!(queue.peek().map(|(f, g, &turn)| (f, g, turn)), first);
                prop_assert_eq!(queue.pop(), first);
                model.retain(|&entry| Some(entry) != first);
            }
            prop_assert_eq!(queue.len(), model.len());
            prop_assert_eq!(queue.is_empty(), model.is_empty());
            prop_assert!(queue.bytes() >= model.len() * size_of::<usize>());
        }
        let rest = std::iter::from_fn(|| queue.pop()).count();
        prop_assert_eq!(rest, model.len());
    }
}

#[test]
fn a_slot_for_a_packed_board_has_16_bytes() {
    let table: Table<u64, Reached> = Table::new(Growth::Fourfold);
    assert_eq!(table.bytes(), FIRST_SLOTS * 16);
    assert_eq!(FIRST_SLOTS, 1024);
    let space = Packed16::new(
        &Problem::new(board_1(), goal()).unwrap(),
        MoveOrder::default(),
    );
    let stats = bfs(&space.unwrap(), None, Growth::Fourfold, &mut ()).stats;
    assert!(
        (1024 * 16..1024 * 17).contains(&stats.peak_bytes),
        "{stats:?}"
    );
}

fn goal() -> taquin::Board {
    Goal::Last.board(shape(3, 3))
}

/// One move from the goal.
fn board_1() -> taquin::Board {
    let mut board = goal();
    board.play(Move::Down).unwrap();
    board
}

#[test]
fn a_table_grows_when_more_than_three_quarters_are_occupied() {
    for (growth, factor) in [(Growth::Twofold, 2), (Growth::Fourfold, 4)] {
        let mut table = Table::new(growth);
        let mut slots = FIRST_SLOTS;
        for key in 0..20_000u64 {
            let last = Some(Move::Up);
            assert!(table.insert_new(key, Reached { depth: 7, last }));
            if table.len() * 4 > slots * 3 {
                slots *= factor;
            }
            assert_eq!(table.bytes(), slots * 16, "{growth:?} {key}");
        }
    }
}

/// The course's unsolvable case: breadth-first search visits half of all boards.
#[test]
fn all_181_440_boards_take_less_than_24_bytes_each() {
    let labels = |text: &[u8]| Labels::new(shape(3, 3), text).unwrap();
    let (start, goal) = (labels(b"12345678-"), labels(b"12345687-"));
    let space: Labelled<u64> = Labelled::new(&start, &goal, MoveOrder::default()).unwrap();
    let outcome = bfs(&space, None, Growth::Fourfold, &mut ());
    assert_eq!(outcome.ended, Ended::Exhausted);
    assert_eq!(outcome.stats.peak_states, 181_440);
    let mut table = Table::new(Growth::Fourfold);
    let value = Reached {
        depth: 31,
        last: None,
    };
    let keys = keys(&packed());
    assert!(keys.iter().all(|&key| table.insert_new(key, value)));
    assert!(table.bytes() < 24 * 181_440, "{}", table.bytes());
}

fn packed() -> Packed16 {
    Packed16::new(&problem(), MoveOrder::default()).unwrap()
}

fn problem() -> Problem {
    Problem::new(goal(), goal()).unwrap()
}

/// The keys of all states that can be reached.
fn keys<S: Space>(space: &S) -> Vec<S::Key>
where
    S::Key: std::hash::Hash,
{
    let start = space.start();
    let mut seen = HashSet::from([space.key(&start)]);
    let mut todo = vec![start];
    let mut keys = vec![space.key(&space.start())];
    while let Some(state) = todo.pop() {
        for &m in space.moves(&state, None) {
            let next = space.step(&state, m);
            if seen.insert(space.key(&next)) {
                keys.push(space.key(&next));
                todo.push(next);
            }
        }
    }
    keys
}

/// The number of slots probed beyond the first to find a key: on average, and at most.
fn probes<K: Key>(keys: &[K], slots: usize) -> (f64, usize) {
    let mut taken = vec![false; slots];
    let lengths = keys.iter().map(|key| {
        let home = key.hash() as usize % slots;
        let length = (0..).find(|length| !taken[(home + length) % slots]);
        taken[(home + length.unwrap()) % slots] = true;
        length.unwrap()
    });
    let lengths: Vec<usize> = lengths.collect();
    let sum: usize = lengths.iter().sum();
    (
        sum as f64 / keys.len() as f64,
        lengths.into_iter().max().unwrap(),
    )
}

/// Linear probing with a perfect hash probes ½ (1 / (1 − load) − 1) slots beyond the first (Knuth, volume 3).
fn check_spread<K: Key>(keys: &[K]) {
    for slots in [1 << 18, 1 << 19, 1 << 20] {
        let load = keys.len() as f64 / slots as f64;
        let perfect = 0.5 * (1.0 / (1.0 - load) - 1.0);
        let (mean, longest) = probes(keys, slots);
        assert!(mean < 1.1 * perfect, "{slots}: {mean}, perfect {perfect}");
        assert!(longest < 200, "{slots}: {longest}");
    }
}

#[test]
fn the_hash_spreads_all_3x3_boards_like_chance() {
    check_spread(&keys(&packed()));
    check_spread(&keys(
        &Packed25::new(&problem(), MoveOrder::default()).unwrap(),
    ));
    check_spread(&keys(&Wide::new(&problem(), MoveOrder::default()).unwrap()));
}

/// Flips every bit of the keys; `flip` takes the number of the bit.
fn check_avalanche<K: Key>(keys: &[K], bits: u32, flip: impl Fn(&K, u32) -> K) {
    for bit in 0..bits {
        let changed = keys
            .iter()
            .map(|key| (key.hash() ^ flip(key, bit).hash()).count_ones());
        let changed: Vec<u32> = changed.collect();
        let mean = f64::from(changed.iter().sum::<u32>()) / keys.len() as f64;
        assert!(mean > 24.0, "bit {bit} changes {mean} of 64 bits");
        assert!(changed.iter().all(|&bits| bits >= 8), "bit {bit}");
    }
}

#[test]
fn every_bit_of_a_key_changes_many_bits_of_the_hash() {
    let words = keys(&packed());
    let words: Vec<u64> = words.into_iter().step_by(100).collect();
    check_avalanche(&words, 64, |key, bit| key ^ 1 << bit);
    let wide: Vec<u128> = words
        .iter()
        .map(|&key| u128::from(key) << 50 | 77)
        .collect();
    check_avalanche(&wide, 128, |key, bit| key ^ 1 << bit);
    let boxes: Vec<Box<[u16]>> = wide
        .iter()
        .map(|key| (0..8).map(|cell| (key >> (16 * cell)) as u16).collect())
        .collect();
    check_avalanche(&boxes, 128, |key, bit| {
        let mut key = key.clone();
        key[bit as usize / 16] ^= 1 << (bit % 16);
        key
    });
}
