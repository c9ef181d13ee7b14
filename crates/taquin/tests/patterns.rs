//! Pattern databases: every entry is right, and sums of them never overestimate.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]

mod common;

use common::shape;
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use taquin::board::Board;
use taquin::generate::Generator;
use taquin::goal::Goal;
use taquin::heuristic::{Heuristic, PatternMemo, PatternSum};
use taquin::pdb::{BuildStopped, Database, Pattern, PatternError, build};
use taquin::problem::Problem;
use taquin::shape::{Cell, Move, Shape};
use taquin::space::{MoveOrder, Packed16, Space};

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn cells(shape: Shape, homes: &[usize]) -> Vec<Cell> {
    homes.iter().map(|&home| shape.at(home).unwrap()).collect()
}

fn database(shape: Shape, blank: usize, homes: &[usize], threads: usize) -> Database {
    let pattern = Pattern::new(shape, shape.at(blank).unwrap(), &cells(shape, homes)).unwrap();
    build(&pattern, threads, &mut go_on).unwrap()
}

/// The slow twin: the tiles' cells and the blank's; a move of a tile costs one, of anything else nothing.
fn slow(shape: Shape, blank: usize, homes: &[usize]) -> HashMap<Vec<usize>, u8> {
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
    let mut least = HashMap::new();
    for ((tiles, _), cost) in best {
        let known = least.entry(tiles).or_insert(u8::MAX);
        *known = cost.min(*known);
    }
    least
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
fn every_entry_is_the_slow_twins() {
    for (rows, cols, blank, homes) in PATTERNS {
        let shape = shape(rows, cols);
        let database = database(shape, blank, homes, 1);
        let slow = slow(shape, blank, homes);
        assert_eq!(database.distances().len(), slow.len(), "{shape} {homes:?}");
        for (tiles, distance) in slow {
            let (set, order) = database.index().place(&tiles);
            let found = database.distance(database.index().number(set, order));
            assert_eq!(found, distance, "{shape} {homes:?} at {tiles:?}");
        }
    }
}

#[test]
fn threads_build_the_same_table() {
    let homes = [1, 2, 4, 5, 8];
    let one = database(shape(4, 4), 0, &homes, 1);
    let three = database(shape(4, 4), 0, &homes, 3);
    assert_eq!(one.distances(), three.distances());
}

#[test]
fn a_stopped_construction_says_so() {
    let shape = shape(4, 4);
    let pattern = Pattern::new(shape, shape.last(), &cells(shape, &[0, 1, 2, 3])).unwrap();
    let mut levels = 0;
    let stopped = build(&pattern, 1, &mut |_| {
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
fn wrong_patterns_are_refused() {
    let shape = shape(3, 3);
    let pattern =
        |homes: &[usize]| Pattern::new(shape, shape.last(), &cells(shape, homes)).unwrap_err();
    assert_eq!(pattern(&[]), PatternError::Size(0));
    assert_eq!(pattern(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), PatternError::Size(9));
    assert_eq!(pattern(&[1, 8]), PatternError::Home(8));
    assert_eq!(pattern(&[1, 1]), PatternError::Home(1));
    let large = common::shape(3, 9);
    assert_eq!(
        Pattern::new(large, large.last(), &cells(large, &[0])),
        Err(PatternError::Shape(large))
    );
}

fn sum(goal: &Board) -> PatternSum {
    PatternSum::build(goal.shape(), goal.blank(), 2, &mut go_on)
        .unwrap()
        .unwrap()
}

fn estimate(sum: &PatternSum, memo: PatternMemo) -> u32 {
    Heuristic::<<Packed16 as Space>::State>::estimate(sum, memo)
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
        let mut level = vec![(space.start(), sum.start(&space.start()))];
        let mut total = 0u64;
        for distance in 0.. {
            let mut next = Vec::new();
            for (state, memo) in level {
                let estimate = estimate(&sum, memo);
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
                        let memo = sum.after(memo, &state, m, &child);
                        assert_eq!(memo, sum.start(&child));
                        next.push((child, memo));
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

/// Walks on 4×4 keep the memo right for a blank that belongs in a corner, at an edge and inside.
#[test]
fn sums_are_kept_up_to_date_on_4x4_boards() {
    let corners = [Goal::First, Goal::Last, Goal::Snail].map(|goal| goal.board(shape(4, 4)));
    let edge = common::board(
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
        let mut memo = sum.start(&state);
        let mut last = None;
        for step in 0..500usize {
            let moves = space.moves(&state, last);
            let m = moves[step * step % 7 % moves.len()];
            let child = space.step(&state, m);
            memo = sum.after(memo, &state, m, &child);
            assert_eq!(memo, sum.start(&child), "step {step}");
            (state, last) = (child, Some(m));
        }
        assert_eq!(
            estimate(
                &sum,
                sum.start(
                    &space.state(&space.key(&Packed16::start(&self::space(goal.clone(), &goal))))
                )
            ),
            0
        );
    }
}
