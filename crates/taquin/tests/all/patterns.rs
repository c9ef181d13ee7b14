//! Pattern databases: every entry is correct, and sums of them never overestimate.

use crate::common::shape;
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;
use taquin::heuristic::Heuristic;
use taquin::pdb::{
    self, BuildStopped, Database, Databases, FormatError, Partition, Pattern, PatternError,
    PatternIndex, PatternMemo, PatternSum, Placement,
};
use taquin::space::{Arrangement, MoveOrder, Packed16, Space};
use taquin::tools::generate::Generator;
use taquin::{Board, Cell, Goal, Move, Problem, Shape};

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn cells(shape: Shape, homes: &[usize]) -> Vec<Cell> {
    homes.iter().map(|&home| shape.at(home).unwrap()).collect()
}

fn database(shape: Shape, blank: usize, homes: &[usize], threads: usize) -> Database {
    let pattern = Pattern::new(shape, shape.at(blank).unwrap(), &cells(shape, homes)).unwrap();
    Database::build(&pattern, &index(&pattern), threads, &mut go_on).unwrap()
}

fn index(pattern: &Pattern) -> Arc<PatternIndex> {
    Arc::new(PatternIndex::new(pattern.shape(), pattern.homes().len()))
}

/// The slow twin: the tiles' cells and the blank's; a move of a tile of the pattern costs one, any other move nothing.
fn slow(shape: Shape, blank: usize, homes: &[usize]) -> HashMap<(Vec<usize>, usize), u8> {
    let mut best: HashMap<(Vec<usize>, usize), u8> = HashMap::from([((homes.to_vec(), blank), 0)]);
    let mut todo = VecDeque::from([(homes.to_vec(), blank, 0)]);
    while let Some((tiles, blank, cost)) = todo.pop_front() {
        if best[&(tiles.clone(), blank)] < cost {
            continue;
        }
        for m in Move::ALL {
            let Some(source) = shape.source(shape.at(blank).unwrap(), m) else {
                continue;
            };
            let mut moved = tiles.clone();
            let tile = tiles.iter().position(|&cell| cell == source.index());
            if let Some(tile) = tile {
                moved[tile] = blank;
            }
            let cost = cost + u8::from(tile.is_some());
            let known = best
                .entry((moved.clone(), source.index()))
                .or_insert(u8::MAX);
            if cost < *known {
                *known = cost;
                match tile {
                    Some(_) => todo.push_back((moved, source.index(), cost)),
                    None => todo.push_front((moved, source.index(), cost)),
                }
            }
        }
    }
    best
}

/// Rows, columns, the blank's home, the tiles' homes.
const PATTERNS: [(u32, u32, usize, &[usize]); 9] = [
    (3, 3, 8, &[0, 1, 2]),
    (3, 3, 8, &[3, 4, 6, 7]),
    (3, 3, 0, &[1, 5, 7, 8]),
    (3, 3, 4, &[0, 2, 6, 8]),
    (2, 4, 7, &[0, 1, 4, 5]),
    (4, 2, 2, &[0, 1, 4, 7]),
    (3, 4, 11, &[0, 5, 6]),
    (4, 4, 15, &[0, 5, 10]),
    (5, 5, 24, &[0, 18]),
];

#[test]
fn every_entry_equals_the_slow_twins() {
    for (rows, cols, blank, homes) in PATTERNS {
        let shape = shape(rows, cols);
        let database = database(shape, blank, homes, 1);
        let slow = slow(shape, blank, homes);
        let mut entries = vec![false; database.bits().len() * 8];
        for ((tiles, blank), distance) in slow {
            let placement = Placement::new(&cells(shape, &tiles));
            let blank = shape.at(blank).unwrap();
            let found = database.distance(placement, blank);
            assert_eq!(
                found,
                Some(distance.into()),
                "{shape} {homes:?} at {tiles:?}"
            );
            entries[database.index().entry(placement, blank)] = true;
        }
        let entries = entries.into_iter().filter(|&seen| seen).count();
        assert_eq!(entries, database.index().entries(), "{shape} {homes:?}");
    }
}

#[test]
fn threads_build_the_same_table() {
    let homes = [1, 2, 4, 5, 8];
    let one = database(shape(4, 4), 0, &homes, 1);
    let three = database(shape(4, 4), 0, &homes, 3);
    assert!(one.bits() == three.bits());
}

#[test]
fn a_stopped_construction_is_reported() {
    let shape = shape(4, 4);
    let pattern = Pattern::new(shape, shape.last(), &cells(shape, &[0, 1, 2, 3])).unwrap();
    let mut levels = 0;
    let stopped = Database::build(&pattern, &index(&pattern), 1, &mut |_| {
        levels += 1;
        if levels == 5 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(stopped.err(), Some(BuildStopped));
}

#[test]
fn invalid_patterns_are_refused() {
    let shape = shape(3, 3);
    let pattern =
        |homes: &[usize]| Pattern::new(shape, shape.last(), &cells(shape, homes)).unwrap_err();
    assert_eq!(pattern(&[]), PatternError::Size(0));
    assert_eq!(pattern(&[0, 1, 2, 3, 4, 5, 6]), PatternError::Size(7));
    assert_eq!(pattern(&[1, 8]), PatternError::Blank(shape.at(8).unwrap()));
    let wide = crate::common::shape(5, 5);
    let of_wide = |tiles| {
        let homes: Vec<usize> = (1..=tiles).collect();
        Pattern::new(wide, wide.at(0).unwrap(), &cells(wide, &homes)).map(|_| ())
    };
    assert_eq!(of_wide(8), Ok(()));
    assert_eq!(of_wide(9), Err(PatternError::Size(9)));
    assert_eq!(pattern(&[1, 1]), PatternError::Twice(shape.at(1).unwrap()));
    let outside = wide.at(9).unwrap();
    assert_eq!(
        Pattern::new(shape, shape.last(), &[outside]),
        Err(PatternError::Outside(outside))
    );
    for unfit in [crate::common::shape(3, 9), crate::common::shape(1, 7)] {
        let pattern = Pattern::new(unfit, unfit.last(), &cells(unfit, &[0]));
        assert_eq!(pattern, Err(PatternError::Shape(unfit)));
    }
}

#[test]
fn a_correct_table_is_verified_and_any_flipped_bit_is_found() {
    let database = database(shape(3, 3), 8, &[0, 1, 3, 4], 1);
    assert_eq!(database.verify(2, &mut go_on), Ok(true));
    let file = [&pdb::header(&database, 0)[..], database.bits()].concat();
    // Every entry: a vertex has 24 of them in a word of 64.
    let entries = (0..database.bits().len() * 8).filter(|bit| bit % 64 < 24);
    for bit in entries.step_by(11) {
        let mut file = file.clone();
        file[pdb::HEADER_BYTES + bit / 8] ^= 1 << (bit % 8);
        let wrong = pdb::open(Arc::new(file), database.pattern(), database.index(), |_| 0).unwrap();
        assert_eq!(wrong.verify(1, &mut go_on), Ok(false), "bit {bit}");
    }
}

/// Replaces the checksum of a file.
fn sum_of(bits: &[u8]) -> u32 {
    bits.iter()
        .fold(7, |sum, &byte| sum.rotate_left(5) ^ u32::from(byte))
}

#[test]
fn only_the_right_file_is_opened() {
    let database = database(shape(3, 3), 8, &[0, 1, 3, 4], 1);
    let file = [
        &pdb::header(&database, sum_of(database.bits()))[..],
        database.bits(),
    ]
    .concat();
    let open = |file: Vec<u8>| {
        let opened = pdb::open(Arc::new(file), database.pattern(), database.index(), sum_of);
        opened.map(|opened| assert!(opened.bits() == database.bits()))
    };
    assert_eq!(open(file.clone()), Ok(()));
    assert_eq!(open(Vec::new()), Err(FormatError::Foreign));
    assert_eq!(open(vec![b'x'; 5000]), Err(FormatError::Foreign));
    for end in 0..file.len() {
        assert!(open(file[..end].to_vec()).is_err(), "{end} bytes");
    }
    for byte in 0..file.len() {
        let mut file = file.clone();
        file[byte] ^= 0x10;
        assert!(open(file).is_err(), "byte {byte}");
    }
    let mut newer = file.clone();
    newer[8] = 2;
    assert_eq!(open(newer), Err(FormatError::Version(2)));
    let longer = [&file[..], &[0]].concat();
    let (found, expected) = (longer.len(), file.len());
    assert_eq!(open(longer), Err(FormatError::Length { found, expected }));
    let other = self::database(shape(3, 3), 8, &[0, 1, 2, 5], 1);
    let other = [&pdb::header(&other, sum_of(other.bits()))[..], other.bits()].concat();
    assert_eq!(open(other), Err(FormatError::Pattern));
}

/// Rotated and mirrored goals of the usual kinds share their tables.
#[test]
fn symmetries_share_tables() {
    let needed = |shape: Shape, blank: usize, sizes: &str| {
        let partitions = Partition::named(shape, shape.at(blank).unwrap(), sizes).unwrap();
        Databases::needed(&partitions)
    };
    for blank in [0, 3, 12, 15] {
        assert_eq!(
            needed(shape(4, 4), blank, "6-6-3"),
            needed(shape(4, 4), 0, "6-6-3")
        );
        assert_eq!(needed(shape(4, 4), blank, "6-6-3").len(), 3);
        assert_eq!(
            needed(shape(4, 4), blank, "7-8"),
            needed(shape(4, 4), 0, "7-8")
        );
        assert_eq!(needed(shape(4, 4), blank, "7-8").len(), 2);
    }
    // The half without the blank is the same half for every goal.
    let whole_halves = |blank| {
        let needed = needed(shape(4, 4), blank, "7-8").into_iter();
        needed
            .filter(|pattern| pattern.homes().len() == 8)
            .collect::<Vec<_>>()
    };
    assert_eq!(whole_halves(0).len(), 1);
    for blank in 1..16 {
        assert_eq!(whole_halves(blank), whole_halves(0), "blank at {blank}");
    }
    assert_eq!(needed(shape(5, 5), 0, "6-6-6-6").len(), 2);
    assert_eq!(
        needed(shape(5, 5), 24, "6-6-6-6"),
        needed(shape(5, 5), 0, "6-6-6-6")
    );
}

#[test]
fn a_table_serves_rotated_boards() {
    for blank in [0, 1, 5, 7, 9, 10, 12, 15] {
        let shape = shape(4, 4);
        let goal = crate::common::board_with_blank_at(shape, blank);
        let sum = sum(&goal);
        let slow: Vec<_> = Partition::small(shape, goal.blank()).unwrap();
        let space = space(Generator::new(blank as u64).random(&goal), &goal);
        let state = space.start();
        // The same sum from tables that are not shared.
        let direct = slow.iter().map(|partition| {
            let own = partition.patterns().iter().map(|pattern| {
                let homes: Vec<usize> = pattern.homes().iter().map(|home| home.index()).collect();
                let database = database(shape, blank, &homes, 2);
                let place =
                    |home: &usize| (0..16).find(|&cell| state.home_at(cell) == *home).unwrap();
                let tiles: Vec<usize> = homes.iter().map(place).collect();
                let placement = Placement::new(&cells(shape, &tiles));
                let blank = shape.at(state.blank()).unwrap();
                database.distance(placement, blank).unwrap()
            });
            own.sum::<u32>()
        });
        assert_eq!(
            estimate(&sum, memo(&sum, &state)),
            direct.max().unwrap(),
            "blank at {blank}"
        );
    }
}

fn sum(goal: &Board) -> PatternSum {
    let partitions = Partition::small(goal.shape(), goal.blank()).unwrap();
    let mut tables = Databases::default();
    tables.build(&partitions, 2, &mut go_on).unwrap();
    PatternSum::new(goal.shape(), goal.blank(), &partitions, &tables).unwrap()
}

fn memo(sum: &PatternSum, state: &<Packed16 as Space>::State) -> PatternMemo {
    Heuristic::<Packed16>::start(sum, state)
}

fn estimate(sum: &PatternSum, memo: PatternMemo) -> u32 {
    Heuristic::<Packed16>::estimate(sum, memo)
}

fn space(start: Board, goal: &Board) -> Packed16 {
    Packed16::new(
        &Problem::new(start, goal.clone()).unwrap(),
        MoveOrder::default(),
    )
    .unwrap()
}

#[test]
fn sums_never_overestimate_on_every_3x3_board() {
    for goal in Goal::ALL.map(|goal| goal.board(shape(3, 3))) {
        let sum = sum(&goal);
        let space = space(goal.clone(), &goal);
        let mut known = HashMap::from([(space.key(&space.start()), ())]);
        let mut level = vec![(space.start(), memo(&sum, &space.start()))];
        let mut total = 0u64;
        for distance in 0.. {
            let mut next = Vec::new();
            for (state, memo_of_state) in level {
                let estimate = estimate(&sum, memo_of_state);
                assert!(estimate <= distance);
                assert_eq!(
                    estimate % 2,
                    distance % 2,
                    "the parity of a distance is known"
                );
                total += u64::from(estimate);
                for &m in space.moves(&state, None) {
                    let child = space.step(&state, m);
                    if known.insert(space.key(&child), ()).is_none() {
                        let after =
                            Heuristic::<Packed16>::after(&sum, memo_of_state, &state, m, &child);
                        assert_eq!(after, memo(&sum, &child));
                        next.push((child, after));
                    }
                }
            }
            level = next;
            if level.is_empty() {
                break;
            }
        }
        assert_eq!(known.len(), 181_440);
        assert!(total > 181_440 * 17, "{total}");
    }
}

/// Walks on 4×4 update the memo correctly for a blank that belongs in a corner, at an edge and inside.
#[test]
fn sums_are_kept_up_to_date_on_4x4_boards() {
    let corners = [Goal::First, Goal::Last, Goal::Snail].map(|goal| goal.board(shape(4, 4)));
    let edge = crate::common::board(
        4,
        4,
        &[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    );
    for goal in corners.into_iter().chain([edge]) {
        let sum = sum(&goal);
        assert_eq!(sum.sizes(), "6-6-3");
        let mut generator = Generator::new(5);
        let space = space(generator.random(&goal), &goal);
        let mut state = space.start();
        let mut along = memo(&sum, &state);
        let mut last = None;
        for step in 0..500usize {
            let moves = space.moves(&state, last);
            let m = moves[step * step % 7 % moves.len()];
            let child = space.step(&state, m);
            along = Heuristic::<Packed16>::after(&sum, along, &state, m, &child);
            assert_eq!(along, memo(&sum, &child), "step {step}");
            (state, last) = (child, Some(m));
        }
        let solved = self::space(goal.clone(), &goal).start();
        assert_eq!(estimate(&sum, memo(&sum, &solved)), 0);
    }
}
