//! Optimal lengths and first moves of many boards: those of plain search, and clear errors.

use crate::common::{board, distance, distances_by, shape, slides};
use std::ops::ControlFlow;
use taquin::tools::generate::Generator;
use taquin::tools::optimal::{NoLabel, OptimalLabels};
use taquin::{Board, Goal, Metric, MoveSet, Tables, Tick};

const METRICS: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

fn go_on(_: &Tick) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The directions of moves that lead one move closer.
fn closer(board: &Board, metric: Metric, distance: impl Fn(&Board) -> u32) -> MoveSet {
    let here = distance(board);
    let slides = slides(board, metric).into_iter();
    let closer = slides.filter(|(_, child)| distance(child) + 1 == here);
    closer.map(|(slide, _)| slide.m).collect()
}

#[test]
fn boards_of_a_table_have_the_labels_of_plain_search() {
    for metric in METRICS {
        for (rows, cols) in [(1, 4), (2, 2), (2, 3), (3, 2)] {
            let goal = Goal::First.board(shape(rows, cols));
            let labels = OptimalLabels::new(&goal, metric, &Tables::default());
            let distances = distances_by(&goal, metric);
            for (board, &length) in &distances {
                let found = labels.first_moves(board.clone(), &mut go_on).unwrap();
                let first = closer(board, metric, |board| distances[board]);
                assert_eq!(found, (length, first), "{board:?} {metric:?}");
                assert_eq!(labels.length(board.clone(), &mut go_on), Ok(length));
            }
        }
    }
}

/// Beyond nine cells every board is searched.
#[test]
fn boards_that_are_searched_have_the_labels_of_plain_search() {
    let goal = Goal::Last.board(shape(3, 4));
    let tables = Tables::default();
    let labels = OptimalLabels::new(&goal, Metric::SingleTile, &tables);
    for seed in 0..6 {
        let board = Generator::new(seed).walk(&goal, 24);
        let first = closer(&board, Metric::SingleTile, |board| distance(board, &goal));
        let length = distance(&board, &goal);
        let found = labels.first_moves(board.clone(), &mut go_on).unwrap();
        assert_eq!(found, (length, first), "{board:?}");
        assert_eq!(labels.length(board, &mut go_on), Ok(length));
    }
}

#[test]
fn in_the_multi_tile_metric_searched_boards_begin_with_slides_that_lead_closer() {
    let goal = Goal::Last.board(shape(2, 5));
    let labels = OptimalLabels::new(&goal, Metric::MultiTile, &Tables::default());
    let length = |board: &Board| labels.length(board.clone(), &mut go_on).unwrap();
    for seed in 0..4 {
        let board = Generator::new(seed).walk(&goal, 20);
        let (found, first) = labels.first_moves(board.clone(), &mut go_on).unwrap();
        assert_eq!(found, length(&board));
        assert_eq!(
            first,
            closer(&board, Metric::MultiTile, length),
            "{board:?}"
        );
    }
}

#[test]
fn the_goal_has_no_first_move() {
    for (rows, cols) in [(3, 3), (4, 4)] {
        let goal = Goal::Snail.board(shape(rows, cols));
        let labels = OptimalLabels::new(&goal, Metric::SingleTile, &Tables::default());
        let found = labels.first_moves(goal.clone(), &mut go_on);
        assert_eq!(found, Ok((0, MoveSet::default())));
    }
}

#[test]
fn unsolvable_boards_and_stopped_searches_have_no_label() {
    let goal = Goal::First.board(shape(4, 4));
    let labels = OptimalLabels::new(&goal, Metric::SingleTile, &Tables::default());
    let swapped = [0, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let unsolvable = labels.length(board(4, 4, &swapped), &mut go_on);
    assert!(matches!(unsolvable, Err(NoLabel::Problem(_))));
    // Korf's board 88, which no search finishes before it looks at its observer.
    let hard = [15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4];
    let stop = &mut |_: &Tick| ControlFlow::Break(());
    match labels.length(board(4, 4, &hard), stop) {
        Err(NoLabel::Stopped { lower_bound }) => assert!((40..=80).contains(&lower_bound)),
        other => panic!("{other:?}"),
    }
    let first = labels.first_moves(board(4, 4, &hard), stop);
    assert!(matches!(first, Err(NoLabel::Stopped { .. })));
}
