//! Whole state spaces against a slow twin, and against published results.

use crate::common::{distances_by, shape, shuffled_goal, small_goals};
use std::collections::HashMap;
use taquin::census::{Census, CensusError, CensusStopped};
use taquin::notation::{Dialect, read};
use taquin::{Board, Goal, Metric, Shape};

const METRICS: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

fn counts(goal: &Board, metric: Metric, threads: usize) -> Vec<u64> {
    let mut census = Census::new(goal, metric, threads).unwrap();
    let mut counts = vec![census.count()];
    while census.next_level(&|| false).unwrap() {
        counts.push(census.count());
    }
    assert_eq!(counts.iter().sum::<u64>(), census.boards(), "{goal:?}");
    counts
}

/// Every board is at its distance, and no other board is there.
fn check(goal: &Board, metric: Metric) {
    let mut known = distances_by(goal, metric);
    let mut census = Census::new(goal, metric, 1).unwrap();
    loop {
        let mut count = 0;
        for board in census.newest() {
            let distance = known.remove(&board);
            assert_eq!(distance, Some(census.distance()), "{metric:?} {board:?}");
            count += 1;
        }
        assert_eq!(count, census.count());
        if !census.next_level(&|| false).unwrap() {
            break;
        }
    }
    assert_eq!(known, HashMap::new(), "{metric:?} {goal:?}");
}

#[test]
fn every_board_of_small_shapes_is_at_the_distance_of_a_slow_search() {
    for goal in small_goals() {
        METRICS.into_iter().for_each(|metric| check(&goal, metric));
    }
}

#[test]
fn every_board_of_3x3_is_at_the_distance_of_a_slow_search() {
    let shape = shape(3, 3);
    for blank in [0, 1, 4] {
        let goal = shuffled_goal(shape, shape.at(blank).unwrap());
        METRICS.into_iter().for_each(|metric| check(&goal, metric));
    }
}

/// The complete distributions in `data/depths.tsv`.
fn published() -> Vec<(Board, Metric, Vec<u64>)> {
    let lines = include_str!("../../../../data/depths.tsv").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let fields = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    let whole = fields.filter(|fields| fields[2] == "whole");
    whole
        .map(|fields| {
            let goal = read(fields[0].as_bytes(), Dialect::Slash, None).unwrap();
            let metric = METRICS.into_iter().find(|m| m.name() == fields[1]);
            let counts = fields[3].split(' ').map(|count| count.parse().unwrap());
            (goal.start, metric.unwrap(), counts.collect())
        })
        .collect()
}

fn agree(cells: std::ops::RangeInclusive<usize>, at_least: usize) {
    let published = published();
    let asked = published
        .iter()
        .filter(|(goal, ..)| cells.contains(&goal.shape().area()));
    let mut checked = 0;
    for (goal, metric, known) in asked {
        for threads in [1, 2] {
            assert_eq!(
                &counts(goal, *metric, threads),
                known,
                "{metric:?} {goal:?}"
            );
        }
        checked += 1;
    }
    assert!(checked >= at_least, "only {checked}");
}

#[test]
fn small_distributions_are_the_published_ones() {
    agree(1..=10, 12);
}

#[test]
#[ignore = "minutes without optimisation: 3×4 and 2×6 have 239,500,800 boards each"]
fn distributions_of_twelve_cells_are_the_published_ones() {
    agree(12..=12, 4);
}

#[test]
fn transposed_shapes_have_the_same_distribution() {
    for (rows, cols) in [(2, 5), (3, 2), (2, 2), (1, 7)] {
        let (on_side, on_end) = (shape(rows, cols), shape(cols, rows));
        for cell in on_side.cells() {
            let (row, col) = (on_side.row(cell), on_side.col(cell));
            let turned = on_end.cell(col, row).unwrap();
            for metric in METRICS {
                let goals = [shuffled_goal(on_side, cell), shuffled_goal(on_end, turned)];
                let [a, b] = goals.map(|goal| counts(&goal, metric, 2));
                assert_eq!(a, b, "{on_side} {cell:?} {metric:?}");
            }
        }
    }
}

#[test]
fn boards_at_places_of_a_level_are_those_of_the_level() {
    for metric in METRICS {
        let mut census = Census::new(&Goal::Last.board(shape(2, 4)), metric, 1).unwrap();
        while census.next_level(&|| false).unwrap() {
            let all: Vec<Board> = census.newest().collect();
            let places: Vec<u64> = (0..census.count()).collect();
            assert_eq!(census.newest_at(&places), all);
            let some: Vec<u64> = places.iter().copied().step_by(3).collect();
            assert!(census.newest_at(&some).iter().eq(all.iter().step_by(3)));
            assert_eq!(census.newest_at(&[0, 0]), [all[0].clone(), all[0].clone()]);
        }
    }
}

#[test]
fn a_stopped_census_stays_stopped() {
    for metric in METRICS {
        let mut census = Census::new(&Goal::Last.board(shape(3, 3)), metric, 2).unwrap();
        for _ in 0..5 {
            assert_eq!(census.next_level(&|| false), Ok(true));
        }
        assert_eq!(census.next_level(&|| true), Err(CensusStopped));
        assert_eq!(census.next_level(&|| false), Err(CensusStopped));
        assert_eq!((census.distance(), census.newest().count()), (5, 0));
    }
}

#[test]
fn long_lines_are_counted_and_large_boards_refused() {
    let goal = |shape: Shape| Goal::Last.board(shape);
    assert_eq!(
        counts(&goal(shape(1, 100)), Metric::SingleTile, 1),
        [1; 100]
    );
    assert_eq!(counts(&goal(shape(100, 1)), Metric::MultiTile, 1), [1, 99]);
    for (rows, cols) in [(1, 4097), (3, 6), (5, 5), (4096, 4096)] {
        let shape = shape(rows, cols);
        let refused = Census::new(&goal(shape), Metric::SingleTile, 1);
        assert_eq!(refused.err(), Some(CensusError::Shape(shape)));
    }
}

#[test]
fn the_memory_of_a_census_is_computed_in_advance() {
    let cases = [
        (3, 4, Metric::SingleTile, 50e6),
        (3, 4, Metric::MultiTile, 76e6),
        (2, 7, Metric::SingleTile, 10e9),
    ];
    for (rows, cols, metric, about) in cases {
        let bytes = Census::bytes(shape(rows, cols), metric);
        assert!(bytes > 0.8 * about && bytes < 1.3 * about, "{bytes}");
    }
}
